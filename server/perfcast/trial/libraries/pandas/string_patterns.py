"""The accessor ``str``: methods that take regular expressions.

Texts lie in Arrow's memory, and Arrow searches them, but for what the two have other opinions of, such as which letters
are white: then pandas makes Python's own texts of them.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_WIDTH
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.prices import COLUMN
from perfcast.trial.libraries.pandas.values import (
    Column,
    Labels,
    Table,
    characters,
    check_characters,
    check_room,
    objects_of,
    of_objects,
)
from perfcast.trial.stdlib.regular_expressions.expressions import checked

#: Nanoseconds of a match whose place is taken, of a text that is made one of Python's, and of it beside the next.
_TAKEN: Final = 130.0
_MADE: Final = 450.0
#: Nanoseconds from which on a search is paid for by what it takes.
_LONG: Final = 100_000
#: Columns of parts, at most, and bytes of a part's place until its column is made.
_MOST_COLUMNS: Final = 100
_PLACE: Final = 40
_POINTER: Final = 8
#: Of a row of parts while columns are made of it.
_MATCHED: Final = 90
#: Nanoseconds of a match that becomes a row with labels of its own, and bytes of these until all are put together, and
#: of its text's; nanoseconds of it here.
_MATCH_LISTED: Final = 1_450.0
_MATCH_LABELLED: Final = 132
_TEXT_LABELLED: Final = 68
_HERE: Final = 300.0
_ELSEWHERE: Final = "\\s"


def members(column: Column) -> dict[str, Callable[..., Any]]:
    """What a column's ``str`` has of the kind."""
    return {
        "match": partial(_matching, column, "match"),
        "fullmatch": partial(_matching, column, "fullmatch"),
        "count": partial(_counted, column),
        "extract": partial(_extracted, column),
        "extractall": partial(_all_extracted, column),
        "findall": partial(_all, column),
    }


def is_plain(text: Any) -> bool:
    """Whether a pattern means itself."""
    return isinstance(text, str) and not set(text) & set(".^$*+?{}[]\\|()")


def contains(column: Column, pattern: Any, *, case: bool, flags: int, missing: bool) -> Any:
    """Whether there is a match in each text."""
    engine = _engine(column, pattern, flags if case else flags | re.IGNORECASE)
    return _each(column, "pattern", lambda text: engine.search(text) is not None, pattern, missing=missing)


def replaced(column: Column, pattern: Any, new: str, most: int, flags: int) -> Any:
    """Each text with another one in the place of each match."""
    engine, taken = _engine(column, pattern, flags), 0

    def replace(text: str) -> str:
        nonlocal taken
        found, count = engine.subn(new, text, max(0, most))
        taken += count
        return str(found)

    found = _each(column, "replaced", replace, pattern, times=1 + len(new))
    pay(column, 0.0, _TAKEN * taken)
    return found


def beside(column: Column, lists: Sequence[Any]) -> Table:
    """A table of what lists have at each of their places, one column a place."""
    width = max((len(one) for one in lists if isinstance(one, list)), default=0)
    if width > _MOST_COLUMNS:
        raise Unsupported("many columns of parts")
    check_room(width * len(lists))
    filled = [one + [np.nan] * (width - len(one)) if isinstance(one, list) else [np.nan] * width for one in lists]
    data = {place: objects_of([one[place] for one in filled]) for place in range(width)}
    held = _PLACE * width * len(lists) + _of_rows([one for one in lists if isinstance(one, list)])
    found = Table(column.machine, data, column.labels)
    settled(COLUMN, "expanded", found, column, cells=len(lists), aside=held)
    return found


def _matching(column: Column, name: str, pattern: Any, case: bool = True, flags: int = 0, na: Any = None) -> Any:
    engine = _engine(column, pattern, flags if case else flags | re.IGNORECASE)
    return _each(column, "match", lambda text: getattr(engine, name)(text) is not None, pattern, missing=bool(na))


def _counted(column: Column, pattern: Any, flags: int = 0) -> Any:
    engine = _engine(column, pattern, flags)
    return _each(column, "counted", lambda text: len(engine.findall(text)), "")


def _all(column: Column, pattern: Any, flags: int = 0) -> Any:
    engine = _engine(column, pattern, flags)
    found = _each(column, "findall", engine.findall, "")
    column.machine.briefly(as_python(column))
    return found


def _extracted(column: Column, pattern: Any, flags: int = 0, expand: bool = True) -> Any:
    engine = _engine(column, pattern, flags)
    compiled = re.compile(pattern, flags)
    groups, names = compiled.groups, {place: name for name, place in compiled.groupindex.items()}
    if not groups:
        raise ValueError("pattern contains no capture groups")
    matches = _of_each(column, engine.search, None)
    rows = [list(match.groups()) if match else [np.nan] * groups for match in matches]
    if groups == 1 and not expand:
        column.machine.briefly(_of_rows(rows))
        found = column.like(of_objects([row[0] for row in rows]))
        found.name = names.get(1, found.name)
        return settled(COLUMN, "extract_one", found, column)
    taken = sum(match is not None for match in matches)
    column.machine.briefly(_of_rows(rows) + _MATCHED * taken)
    data = {names.get(place + 1, place): objects_of([row[place] for row in rows]) for place in range(groups)}
    return settled(COLUMN, "extract", Table(column.machine, data, column.labels), column, cells=len(rows))


def _all_extracted(column: Column, pattern: Any, flags: int = 0) -> Any:
    """A row for each match, labelled by its text's label and by which one of that text's it is."""
    if isinstance(column.labels.name, list):
        raise Unsupported("labels of several levels")
    engine = _engine(column, pattern, flags)
    compiled = re.compile(pattern, flags)
    groups, names = compiled.groups, {place: name for name, place in compiled.groupindex.items()}
    if not groups:
        raise ValueError("pattern contains no capture groups")
    found = _of_each(column, engine.findall, [])
    count = sum(map(len, found))
    check_room(count * (groups + 1))
    column.machine.allows(_HERE * count)
    rows = [[match] if groups == 1 else list(match) for matches in found for match in matches]
    labels = [
        (label, place)
        for label, matches in zip(column.labels.values.tolist(), found, strict=True)
        for place in range(len(matches))
    ]
    # A part that takes no part in a match is missing.
    data = {names.get(place + 1, place): objects_of([row[place] or np.nan for row in rows]) for place in range(groups)}
    machine = column.machine
    table = Table(machine, data, Labels(machine, of_objects(labels), name=[column.labels.name, "match"]))
    pay(column, 0.0, _MATCH_LISTED * count)
    aside = _of_rows(rows) + _MATCH_LABELLED * count + _TEXT_LABELLED * sum(map(bool, found))
    return settled(COLUMN, "extractall", table, column, cells=len(column), aside=aside)


def as_python(column: Column) -> int:
    """Bytes of a column's texts where they are Python's own."""
    return sum(sys.getsizeof(value) + _POINTER for value in column.values.tolist())


def _of_rows(rows: Sequence[Sequence[Any]]) -> int:
    """Bytes of lists of texts, before they become Arrow's."""
    return sum(sys.getsizeof(row) + sum(sys.getsizeof(one) for one in row if isinstance(one, str)) for row in rows)


def _of_each(column: Column, run: Callable[[str], Any], missing: Any) -> list[Any]:
    """What a function gives for each text. A search that takes long is paid for by what it takes."""
    found = []
    for value in column.values.tolist():
        before = time.thread_time_ns()
        found.append(run(value) if isinstance(value, str) else missing)
        column.machine.allows(max(0.0, time.thread_time_ns() - before - _LONG))
    return found


def _each(
    column: Column, price: str, run: Callable[[str], Any], pattern: str, *, times: int = 1, missing: Any = np.nan
) -> Any:
    """As `_of_each`, in a column.

    Args:
        times: how many characters it may make of one.
        missing: what there is for no text.
    """
    machine = column.machine
    machine.pass_over(len(column))
    length = characters(column.values)
    check_characters(machine, times * (len(column) + length))
    found = _of_each(column, run, missing)
    if _ELSEWHERE in pattern:
        pay(column, 0.0, _MADE * len(column))
        machine.briefly(as_python(column) + sum(sys.getsizeof(one) for one in found if isinstance(one, str)))
    return settled(COLUMN, price, column.like(of_objects(found)), column)


def _engine(column: Column, pattern: Any, flags: int) -> Any:
    """Raises Unsupported for what is no pattern, or a slow one."""
    if not isinstance(pattern, str) or len(pattern) > MOST_WIDTH:
        raise Unsupported("a pattern of a column")
    texts = [text for text in column.values.tolist() if isinstance(text, str)]
    longest = max(texts, key=len, default="")
    return checked(pattern, flags).engine(next((one for one in texts if not one.isascii()), longest), len(longest))
