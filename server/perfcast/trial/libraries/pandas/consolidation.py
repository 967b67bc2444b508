"""All values of a data frame in one array, as rows are taken from it."""

from __future__ import annotations

from typing import Final

from perfcast.trial.libraries.pandas.values import Array, Table

#: Bytes of a cell in an array of objects, and of a number, a moment and a text without its characters as such.
_CELL: Final = 8
_NUMBER: Final = 24
_MOMENT: Final = 120
_TEXT: Final = 49
#: Of objects, by the kind of the values that become such.
_OBJECTS: Final = {"i": _NUMBER, "u": _NUMBER, "f": _NUMBER, "M": _MOMENT, "m": _MOMENT}


def bytes_in_one(table: Table) -> int:
    """Bytes of an array of a table's values, where it has to be made of several; of objects where they are not all
    numbers."""
    arrays = list(table.data.values())
    are_objects = any(values.dtype.kind not in "iufb" for values in arrays)
    if len({values.dtype for values in arrays}) <= 1 and not are_objects:
        return 0
    return _CELL * table.cells + (sum(map(_of_objects, arrays)) if are_objects else 0)


def _of_objects(values: Array) -> int:
    """Bytes of the objects that values become; those that are objects are Arrow's texts, or there anyway."""
    if values.dtype.kind != "O":
        return _OBJECTS.get(values.dtype.kind, 0) * len(values)
    return sum(_TEXT + len(value) for value in values.tolist() if isinstance(value, str))
