"""What pydantic's work takes, in nanoseconds: of pydantic 2.14, one warm call on one core."""

from __future__ import annotations

from typing import Final

#: Making a model of what is given by name, and of a dictionary that lies within another value or is asked to be
#: checked; each of its fields.
MODEL: Final = 480.0
WITHIN: Final = 290.0
FIELD: Final = 62.0
#: A call that asks for checking a value, or the text of one, before the model itself.
ASKED: Final = 400.0
ASKED_OF_TEXT: Final = 430.0
#: A field of a default that is made anew, and of one that is copied.
MADE_ANEW: Final = 10.0
COPIED: Final = 950.0
#: Values of other types than numbers and texts, or turned into what they are.
TURNED: Final = 20.0
FLOAT_OF_INT: Final = 45.0
DATE: Final = 16.0
DATE_READ: Final = 60.0
DECIMAL: Final = 25.0
DECIMAL_OF_TEXT: Final = 140.0
DECIMAL_OF_FLOAT: Final = 330.0
UUID_READ: Final = 122.0
PATH_MADE: Final = 900.0
CHOSEN: Final = 25.0
#: A value that may be of several types, and each type that it turned out not to be of.
EITHER: Final = 10.0
NOT_OF: Final = 55.0
#: A list, a tuple, a set and a dictionary, and each of their elements.
LIST: Final = 45.0
LISTED: Final = 11.0
LISTED_UNCHECKED: Final = 1.6
SET: Final = 100.0
OF_SET: Final = 22.0
TABLE: Final = 60.0
ENTRY: Final = 38.0
#: A number that is to be within bounds, a text of certain lengths, and one of a pattern.
BOUNDED: Final = 20.0
MEASURED: Final = 12.0
MATCHED: Final = 37.0
#: Calling a function of the model's own, beside what it does; telling it of the field; handing it what goes on.
CALLED: Final = 35.0
TOLD: Final = 45.0
HANDED_ON: Final = 200.0
#: What was found wrong, and each part of it; telling of it, and of each part.
FAILED: Final = 470.0
WRONG: Final = 120.0
TOLD_ERRORS: Final = 150.0
TOLD_ERROR: Final = 425.0
#: A model as a dictionary, one within another, each field, and each element of a container.
DUMPED: Final = 530.0
DUMPED_WITHIN: Final = 110.0
DUMPED_FIELD: Final = 46.0
DUMPED_LIST: Final = 24.0
DUMPED_ELEMENT: Final = 12.5
DUMPED_TABLE: Final = 40.0
DUMPED_ENTRY: Final = 42.0
#: The same as a text, and what numbers, texts, moments and others take more.
WRITTEN: Final = 640.0
WRITTEN_WITHIN: Final = 100.0
WRITTEN_FIELD: Final = 34.0
WRITTEN_ELEMENT: Final = 12.0
WRITTEN_ENTRY: Final = 35.0
WRITTEN_FLOAT: Final = 20.0
WRITTEN_MOMENT: Final = 58.0
WRITTEN_OTHER: Final = 75.0
WRITTEN_MEMBER: Final = 100.0
WRITTEN_CHARACTER: Final = 0.5
#: Reading a text: a number, a text, a number with a point, and a container in it.
READ: Final = 9.0
READ_TEXT: Final = 19.0
READ_FLOAT: Final = 19.0
READ_CONTAINER: Final = 60.0
READ_KEY: Final = 14.0
#: An attribute that is put into a model, which checks its name, and then maybe its value.
PUT: Final = 170.0
PUT_CHECKED: Final = 550.0
#: What asking a model for what it holds takes more than asking another object.
ASKED_FOR: Final = 24.0
#: A generic model with types that it was given before.
OF_TYPES: Final = 2_000.0
#: A copy of a model, and each of its fields; one that is made without checks.
COPY: Final = 1_200.0
COPY_FIELD: Final = 3.0
CONSTRUCTED: Final = 900.0
CONSTRUCTED_FIELD: Final = 300.0
#: The same with some of its fields changed; going through one, as ``dict`` does.
CHANGED: Final = 450.0
GONE_THROUGH: Final = 1_000.0
#: Whether two are alike; one's hash; each field of these.
COMPARED: Final = 430.0
HASHED: Final = 140.0
COMPARED_FIELD: Final = 9.0
#: The text of a model for people, and each field.
SHOWN: Final = 1_400.0
SHOWN_FIELD: Final = 190.0
#: A method of before that warns first.
OUTDATED: Final = 1_700.0
#: What checks values of a type, made anew; asking it to check one, or the text of one, and to tell or write one.
ADAPTED: Final = 60_000.0
BY_ADAPTER: Final = 210.0
WRITTEN_BY_ADAPTER: Final = 400.0
#: Of a value that a model keeps besides its fields.
KEPT: Final = 130.0
