"""What attrs' work takes, in nanoseconds: of attrs 26.1, one warm call on one core."""

from __future__ import annotations

from typing import Final

#: A frozen instance, which is filled in another way, and each field of it.
FROZEN: Final = 60.0
FROZEN_FIELD: Final = 28.0
#: A default that is made anew; what is done with a value before it is kept; whether checks are on, and each of them.
MADE_ANEW: Final = 20.0
CONVERTED: Final = 25.0
CHECKING: Final = 40.0
CHECKED: Final = 95.0
#: Putting an attribute into an instance whose values are checked; whether two instances are alike, and each field.
PUT: Final = 280.0
COMPARED: Final = 65.0
COMPARED_FIELD: Final = 14.0
#: Text of an instance, and of each field; its hash.
SHOWN: Final = 300.0
SHOWN_FIELD: Final = 45.0
HASHED: Final = 90.0
HASHED_FIELD: Final = 12.0
#: As a dictionary or a tuple, with each field; a container in it, and each element;
#: another instance with some fields changed; what tells of the fields.
AS_PLAIN: Final = 320.0
PLAIN_FIELD: Final = 100.0
PLAIN_CONTAINER: Final = 500.0
PLAIN_ELEMENT: Final = 180.0
CHANGED: Final = 300.0
CHANGED_FIELD: Final = 170.0
TOLD: Final = 115.0
