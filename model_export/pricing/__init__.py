"""What trial runs pay, held against what was measured: by which factor each price is off.

`auditing` tells a run's nanoseconds apart by what they were paid for, `factors` finds the factors by which they would
come closest to the labels, and the command `prices` prints them. They are put into the tables of prices by hand, for a
factor tells of a price only what the other prices leave.
"""
