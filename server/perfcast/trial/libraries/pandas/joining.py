"""``concat``, ``merge`` and ``join``."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.elementwise import joined_labels
from perfcast.trial.libraries.pandas.hash_tables import table_for
from perfcast.trial.libraries.pandas.method_calls import iterable, listed, rowwise
from perfcast.trial.libraries.pandas.prices import TABLE
from perfcast.trial.libraries.pandas.series_rows import label_columns
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    are_texts,
    check_calls,
    check_room,
    name_of,
    of_objects,
    taken,
    whole,
)

#: Microseconds of giving a table the columns that others have.
_FITTED: Final = 80.0
#: Rows of both tables from which it matters how keys are matched.
_FEW_ROWS: Final = 16
#: Bytes of a row whose place on the right is found by going along both, and otherwise, besides a table of all keys
#: where they are in no order or no key of the left recurs.
_PLACED: Final = 9.0
_FOUND: Final = 16.5
#: Of a row that the nearest of its group is looked for both ways.
_EITHER_WAY: Final = 10.0
#: Of a row's number by each key beyond the first, while rows are numbered by all of them; and microseconds of telling
#: which table each row is of.
_OTHER_KEY: Final = 80.0
_INDICATED: Final = 2_500.0
#: The same by labels, each of which is there but once on the left, and where some are there again.
_JOINED: Final = 10.0
_JOINED_AGAIN: Final = 44.0
#: The same of one whose label is looked for among others in a table of these: nanoseconds, and bytes besides the table.
#: Texts become objects for it on both sides.
_LOOKED_UP: Final = 55.0
_LOOKED_UP_BYTES: Final = 20.0
_LOOKED_UP_TEXT: Final = 750.0
_LOOKED_UP_TEXT_BYTES: Final = 275.0


def concatenated(
    objs: Any,
    axis: Any = 0,
    ignore_index: bool = False,
    keys: Any = None,
    join: str = "outer",
    sort: bool = False,
    names: Any = None,
) -> Any:
    """As ``concat``. Raises ValueError, Unsupported."""
    parts = list(objs.values()) if isinstance(objs, dict) else [part for part in iterable(objs) if part is not None]
    if not parts:
        raise ValueError("No objects to concatenate")
    if not all(isinstance(part, Table | Column) for part in parts):
        raise TypeError("tables and columns are expected")
    if keys is None and isinstance(objs, dict):
        keys = list(objs)
    machine = parts[0].machine
    machine.pass_over(4 * len(parts))
    pay(parts[0], 3.0 * len(parts))
    if rowwise(axis):
        return _beside(parts, keys)
    check_room(sum(map(len, parts)))
    if all(isinstance(part, Column) for part in parts):
        values = _stacked([part.values for part in parts])
        column = Column(machine, values, None if ignore_index else _labels(parts, keys), parts[0].name)
        return settled(TABLE, "concat", column, *parts[:8])
    tables = [
        part if isinstance(part, Table) else Table(machine, {part.name: part.values}, part.labels) for part in parts
    ]
    check_room(sum(len(table.data) for table in tables))
    every = list(dict.fromkeys(name for table in tables for name in table.data))
    if any(len(table.data) < len(every) for table in tables):
        # Each gets the columns that it lacks.
        pay(parts[0], _FITTED * len(tables))
    if join == "inner":
        check_room(20 * len(tables) * len(every))
        every = [name for name in every if all(name in table.data for table in tables)]
    check_room(sum(map(len, tables)) * len(every))
    arrays = [_stacked([table.data.get(name, np.full(len(table), np.nan)) for table in tables]) for name in every]
    found = whole(machine, every, arrays, None if ignore_index else _labels(tables, keys))
    return settled(TABLE, "concat", found, *tables[:8])


def _stacked(arrays: list[Array]) -> Array:
    kinds = {array.dtype.kind for array in arrays}
    if "O" in kinds and len(kinds) > 1:
        return of_objects([value for array in arrays for value in array.tolist()])
    return np.concatenate(arrays)


def _labels(parts: list[Any], keys: Any) -> Labels | None:
    """Of the parts below each other."""
    if keys is not None:
        pairs = [
            (key, label)
            for key, part in zip(iterable(keys), parts, strict=True)
            for label in part.labels.values.tolist()
        ]
        return Labels(parts[0].machine, of_objects(pairs), name=[None, None])
    if len(parts) == 1:
        return parts[0].labels  # type: ignore[no-any-return]
    return Labels(parts[0].machine, _stacked([part.labels.values for part in parts]), name=parts[0].labels.name)


def _beside(parts: list[Any], keys: Any) -> Any:
    machine = parts[0].machine
    labels: Labels = parts[0].labels
    for part in parts[1:]:
        if not part.labels.is_like(labels):
            labels = joined_labels(labels, part.labels)
    check_room(len(labels) * sum(len(part.data) if isinstance(part, Table) else 1 for part in parts))
    data: dict[Any, Array] = {}
    names = list(iterable(keys)) if keys is not None else None
    for number, part in enumerate(parts):
        is_like = part.labels.is_like(labels)
        if not is_like and not part.labels.is_unique:
            raise Unsupported("rows of equal labels brought into line")
        places = None if is_like else part.labels.where_of(labels.values.tolist())
        columns = part.data if isinstance(part, Table) else {number if part.name is None else part.name: part.values}
        for name, values in columns.items():
            label = name if names is None else names[number] if isinstance(part, Column) else (names[number], name)
            data[label if label not in data else f"{label}_{number}"] = (
                values if places is None else taken(values, places)
            )
    return settled(TABLE, "concat_columns", Table(machine, data, labels), labels)


def merged(  # noqa: PLR0912
    left: Table, right: Any, how: str = "inner", on: Any = None, left_on: Any = None, right_on: Any = None,
    left_index: bool = False, right_index: bool = False, sort: bool = False, suffixes: Any = ("_x", "_y"),
    validate: Any = None, indicator: bool = False, copy: Any = None,
) -> Any:  # fmt: skip
    """As ``merge``. Raises KeyError, Unsupported."""
    if isinstance(right, Column):
        right = Table(right.machine, {right.name: right.values}, right.labels)
    if how == "cross":
        return _crossed(left, right, suffixes)
    if left_index and right_index and left.labels.is_like(right.labels):
        return joined(left, right, lsuffix=suffixes[0] or "", rsuffix=suffixes[1] or "")
    if on is None and isinstance(left_on, str) and left_on == right_on:
        on = left_on
    if on is None and left_on is None and not left_index:
        on = [name for name in left.data if name in right.data]
    ours = _keys(left, on if on is not None else left_on, by_label=left_index and on is None)
    theirs = _keys(right, on if on is not None else right_on, by_label=right_index and on is None)
    where: dict[Any, list[int]] = {}
    for place, key in enumerate(theirs):
        where.setdefault(key, []).append(place)
    matches = [where.get(key, []) for key in ours]
    rows = sum(map(len, matches)) + len(left) + len(right)
    check_room(rows * (len(left.data) + len(right.data)))
    lefts, rights = _matched(matches, how, len(right))
    if how == "right":
        by_right = np.lexsort((lefts, rights))
        lefts, rights = lefts[by_right], rights[by_right]
    if how == "outer" or sort:
        keys = [
            ours[one] if one >= 0 else theirs[other] for one, other in zip(lefts.tolist(), rights.tolist(), strict=True)
        ]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        lefts, rights = lefts[order], rights[order]
    shared = listed(on) if on is not None else []
    data: dict[Any, Array] = {}
    are_in_order = _rises(ours)
    is_kept = _stays(lefts, len(left)) and (how == "left" or are_in_order)
    are_both_kept = is_kept and are_in_order and ours == theirs and _stays(rights, len(right))
    for name, values in left.data.items():
        found = values if is_kept else taken(values, lefts)
        if name in shared and (lefts < 0).any():
            found = np.where(lefts < 0, taken(right.data[name], rights), found)
        data[_suffixed(name, right, shared, suffixes[0])] = found
    for name, values in right.data.items():
        if name not in shared:
            data[_suffixed(name, left, shared, suffixes[1])] = values if are_both_kept else taken(values, rights)
    labels = None
    if left_index and right_index:
        labels = Labels(left.machine, taken(left.labels.values, lefts), name=left.labels.name)
    both = _of_both(left, data, labels, is_kept=is_kept)
    if len(shared) > 1:
        pay(left, 300.0 * (len(shared) - 1), 40.0 * rows)
    if indicator:
        pay(left, _INDICATED)
        both.data["_merge"] = _origins(lefts, rights)
    cells = max(len(both), len(left), len(right))
    aside = _matching(left.machine, ours, theirs, how) if len(where) == len(theirs) and rows >= _FEW_ROWS else None
    if left_index and right_index and are_texts(left.labels.values):
        aside = _looked_up(left, right) / max(1, cells)
    elif aside is None and len(shared) > 1:
        aside = TABLE["merge"].aside + _OTHER_KEY * (len(shared) - 1)
    return settled(TABLE, "merge", both, left, right, cells=cells, aside=None if aside is None else cells * aside)


def _origins(lefts: Array, rights: Array) -> Array:
    """Which of the tables each row is of, in words."""
    words = ("both", "left_only", "right_only")
    places = np.where(rights < 0, 1, np.where(lefts < 0, 2, 0))
    return of_objects([words[place] for place in places.tolist()])


def _matching(machine: Machine, ours: list[Any], theirs: list[Any], how: str) -> float | None:
    """Bytes for each row of finding the only row on the right that has its key; None where that is not known."""
    if how not in {"inner", "left"} or not theirs or not isinstance(theirs[0], int | float):
        return None
    are_theirs_in_order = _rises(theirs)
    if are_theirs_in_order and _rises(ours):
        return _PLACED if how == "left" and ours != theirs else 0.0
    if how == "left" and are_theirs_in_order and len(set(ours)) < len(ours):
        return _FOUND
    longest = max(len(ours), len(theirs))
    return table_for(machine, longest) / longest + (_FOUND if how == "left" else 0.0)


def _rises(keys: list[Any]) -> bool:
    try:
        return all(one <= other for one, other in pairwise(keys))
    except TypeError:
        return False


def _stays(places: Array, rows: int) -> bool:
    """Whether each row is where it was."""
    return len(places) == rows and bool((places == np.arange(rows)).all())


def _of_both(left: Table, data: dict[Any, Array], labels: Labels | None, *, is_kept: bool) -> Table:
    """Columns of two tables; where each row of the left one stays once, its columns are not copied."""
    if is_kept:
        return Table(left.machine, data, labels)
    return whole(left.machine, list(data), list(data.values()), labels)


def _suffixed(name: Any, other: Table, shared: list[Any], suffix: Any) -> Any:
    return name_of(f"{name}{name_of(suffix)}") if name in other.data and name not in shared and suffix else name


def _keys(table: Table, names: Any, *, by_label: bool) -> list[Any]:
    if by_label or names is None:
        return table.labels.values.tolist()  # type: ignore[no-any-return]
    levels = label_columns(table.labels)
    arrays = [table.data[name] if name in table.data else levels[name] for name in listed(names)]
    if len(arrays) == 1:
        return arrays[0].tolist()  # type: ignore[no-any-return]
    return list(zip(*(array.tolist() for array in arrays), strict=True))


def _matched(matches: list[list[int]], how: str, length: int) -> tuple[Array, Array]:
    """Places of rows on the left and on the right, -1 for none."""
    keeps_left = how in {"left", "outer"}
    lefts = [place for place, found in enumerate(matches) for _ in (found or ([-1] if keeps_left else []))]
    rights = [place for found in matches for place in (found or ([-1] if keeps_left else []))]
    if how in {"right", "outer"}:
        rest = sorted(set(range(length)) - set(rights))
        lefts += [-1] * len(rest)
        rights += rest
    return np.array(lefts, dtype=np.int64), np.array(rights, dtype=np.int64)


def _crossed(left: Table, right: Table, suffixes: Any) -> Any:
    check_room(len(left) * len(right) * (len(left.data) + len(right.data)))
    data = {_suffixed(n, right, [], suffixes[0]): np.repeat(v, len(right)) for n, v in left.data.items()}
    data |= {_suffixed(n, left, [], suffixes[1]): np.tile(v, len(left)) for n, v in right.data.items()}
    found = whole(left.machine, list(data), list(data.values()))
    return settled(TABLE, "cross", found, left, right, cells=len(found))


def merged_asof(
    left: Table, right: Table, on: Any = None, left_on: Any = None, right_on: Any = None, by: Any = None,
    direction: str = "backward", tolerance: Any = None, suffixes: Any = ("_x", "_y"), allow_exact_matches: bool = True,
) -> Any:  # fmt: skip
    """As ``merge_asof``. Raises ValueError for keys that are not in order, Unsupported."""
    if not isinstance(left, Table) or not isinstance(right, Table):
        raise Unsupported("the nearest rows of something else")
    ours, theirs = left.data[on or left_on], right.data[on or right_on]
    for keys in (ours, theirs):
        if (keys[1:] < keys[:-1]).any():
            raise ValueError("keys must be sorted")
    if by is None:
        places = _nearest(ours, theirs, direction, tolerance, is_exact=allow_exact_matches)
    else:
        places = np.full(len(ours), -1)
        of_left, of_right = (_rows_by(_keys(table, by, by_label=False)) for table in (left, right))
        check_calls(left.machine, 6 * len(of_left))
        for key, rows in of_left.items():
            if key in of_right:
                others = of_right[key]
                near = _nearest(ours[rows], theirs[others], direction, tolerance, is_exact=allow_exact_matches)
                places[rows] = np.where(near >= 0, others[near], -1)
    data = dict(left.data)
    for name, values in right.data.items():
        if name != (on or right_on) and (by is None or name not in listed(by)):
            data[_suffixed(name, left, [], suffixes[1])] = taken(values, places)
    price = "merge_asof" if by is None else "merge_asof_by"
    cells = len(left) + len(right)
    aside = (TABLE[price].aside + _EITHER_WAY * (by is not None and direction == "nearest")) * cells
    return settled(TABLE, price, Table(left.machine, data), left, right, cells=cells, aside=aside)


def _rows_by(keys: list[Any]) -> dict[Any, Array]:
    """Where each key stands."""
    found: dict[Any, list[int]] = {}
    for place, key in enumerate(keys):
        found.setdefault(key, []).append(place)
    return {key: np.array(places) for key, places in found.items()}


def _nearest(ours: Array, theirs: Array, direction: str, tolerance: Any, *, is_exact: bool) -> Array:
    """Places of the nearest among others, -1 where there is none."""
    if not len(theirs):
        return np.full(len(ours), -1)
    before = np.searchsorted(theirs, ours, "right" if is_exact else "left") - 1
    after = np.searchsorted(theirs, ours, "left" if is_exact else "right")
    after = np.where(after < len(theirs), after, -1)
    places = before if direction == "backward" else after
    if direction == "nearest":
        to_before, to_after = (np.abs(theirs[there] - ours) for there in (before, after))
        places = np.where((before < 0) | ((after >= 0) & (to_after < to_before)), after, before)
    if tolerance is not None:
        places = np.where((places >= 0) & (np.abs(theirs[places] - ours) <= tolerance), places, -1)
    return places


def joined(
    left: Table, other: Any, on: Any = None, how: str = "left", lsuffix: str = "", rsuffix: str = "", sort: bool = False
) -> Any:
    """As ``join``. Raises ValueError where names are the same."""
    if isinstance(other, list):
        return _beside([left, *other], None)
    if isinstance(other, Column):
        other = Table(other.machine, {other.name: other.values}, other.labels)
    if not lsuffix and not rsuffix and set(left.data) & set(other.data):
        raise ValueError("columns overlap but no suffix specified")
    check_room(len(left) * (len(left.data) + len(other.data)))
    if not other.labels.is_unique:
        raise Unsupported("rows of equal labels joined")
    if how not in {"left", "inner"}:
        raise Unsupported(f"rows of the other table joined, too, by {how}")
    if on is not None or how != "left":
        ours = left.labels.values if on is None else left.data[on]
        places = other.labels.where_of(ours.tolist())
        keeps = places >= 0 if how == "inner" else np.ones(len(places), dtype=bool)
        left, places = left.rows(keeps), places[keeps]
    elif left.labels.is_like(other.labels):
        places = None
    else:
        places = other.labels.where_of(left.labels.values.tolist())
    aside = len(left) * (_JOINED if places is None or left.labels.is_unique else _JOINED_AGAIN)
    if on is None and places is not None and left.labels.is_unique:
        aside += _looked_up(left, other)
    data = {_suffixed(name, other, [], lsuffix): values for name, values in left.data.items()}
    for name, values in other.data.items():
        data[_suffixed(name, left, [], rsuffix)] = values if places is None else taken(values, places)
    return settled(TABLE, "join", Table(left.machine, data, left.labels), left, cells=len(left), aside=aside)


def _looked_up(left: Table, other: Table) -> float:
    """Pays for finding each label of a table among another's, and says what bytes that takes."""
    ours, theirs = left.labels.values, other.labels.values
    longest = max(len(ours), len(theirs))
    if are_texts(ours):
        pay(left, 0.0, _LOOKED_UP_TEXT * longest)
        return _LOOKED_UP_TEXT_BYTES * longest
    if _rises(ours.tolist()) and _rises(theirs.tolist()):
        return 0.0
    pay(left, 0.0, _LOOKED_UP * longest)
    return table_for(left.machine, len(theirs)) + _LOOKED_UP_BYTES * longest
