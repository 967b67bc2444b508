"""Data frames and series as text, cell by cell.

Medians of a sweep over rows and columns, of pandas 2.3 on an AMD EPYC (family 25).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from perfcast.trial.libraries.numpy.rendering import Writing

#: Rows of the largest table that is written down whole, and of what is left of others.
_WHOLE: Final = 60
_SHORTENED: Final = 11
#: Nanoseconds of a table, of a column in it and of a cell; of a column alone and of each of its cells; of leaving out
#: the rows in the middle.
_TABLE: Final = 170_000.0
_COLUMN: Final = 85_000.0
_CELL: Final = 2_500.0
_SERIES: Final = 63_000.0
_SERIES_CELL: Final = 2_800.0
_LEAVING_OUT: Final = 90_000.0
#: Bytes beside the text, at least, and more of many cells.
_LEAST: Final = 14_000.0
_LEAST_SERIES: Final = 4_600.0
_BEGUN: Final = 11_500.0
_BEGUN_SERIES: Final = 3_500.0
_OF_CELL: Final = 145.0
_OF_SERIES_CELL: Final = 245.0
#: Characters of a cell, with what stands between two.
_WIDTH: Final = 10


#: A text, and what it takes.
Written = tuple[str, Writing]


def table_written(names: Collection[Any], rows: int, *, is_whole: bool = False) -> Written:
    """
    Args:
        names: of the columns; is_whole: all rows are written down.
    """
    shown = rows if is_whole or rows <= _WHOLE else _SHORTENED
    cells = shown * len(names)
    time = _TABLE + _COLUMN * len(names) + _CELL * cells + (_LEAVING_OUT if shown < rows else 0.0)
    return _lines(shown + 1, len(names) + 1), Writing(time, max(_LEAST, _BEGUN + _OF_CELL * cells))


def column_written(rows: int, *, is_whole: bool = False) -> Written:
    """
    Args:
        is_whole: all rows are written down.
    """
    shown = rows if is_whole or rows <= _WHOLE else _SHORTENED
    time = _SERIES + _SERIES_CELL * shown + (_LEAVING_OUT if shown < rows else 0.0)
    return _lines(shown + 1, 2), Writing(time, max(_LEAST_SERIES, _BEGUN_SERIES + _OF_SERIES_CELL * shown))


def _lines(rows: int, cells: int) -> str:
    return "\n".join(["0".rjust(_WIDTH) * cells] * rows)
