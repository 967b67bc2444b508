"""Time limits of trial runs, in seconds of CPU."""

from typing import Final

#: Of one workload; they take milliseconds.
SECONDS: Final = 3.0
#: After so many of these no larger run is begun, and the one under way ends: forecasts rest on those that there are.
LATE: Final = 1.8
#: Ways in which a method can be called are looked for as many times as long.
FITTING: Final = 3
#: To see what a project calls a file's units with, most of which is planned for.
OBSERVING: Final = 24
