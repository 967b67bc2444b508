"""``findContours``: the borders of what is not zero, as Suzuki and Abe follow them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import Array, Work, error
from perfcast.trial.libraries.opencv.windows import grey

_EXTERNAL, _LIST, _PAIRS, _TREE = range(4)
_NONE, _SIMPLE = 1, 2
#: Nanoseconds of a place that is looked at, more where it differs from the one before, of each step along a border, of
#: a border, and of a point that is given of it.
_PLACE: Final = 0.2
_EDGE: Final = 7.0
_STEP: Final = 14.0
_BORDER: Final = 650.0
_POINT: Final = 4.0
#: Bytes of a place, of a step, of a point, and of a border, beside the result.
_PLACE_BYTES: Final = 1.07
_STEP_BYTES: Final = 6.6
_POINT_BYTES: Final = 3.0
_BORDER_BYTES: Final = 420.0
#: Nanoseconds that a step along a border takes here.
_HERE: Final = 1_000.0
#: Places of the largest mask: how borders grow differs too much from one small mask to the next to be carried farther.
_MOST: Final = 800_000
#: Places beside a place, clockwise from the one to the right.
_BESIDE: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_RIGHT, _LEFT = 0, 4


class _Border(NamedTuple):
    """Of a border: whether it is that of a hole, the place of the one around it, and its places and directions."""

    is_hole: bool
    parent: int
    places: list[int]
    ways: list[int]


def _found(
    work: Work,
    image: Any,
    mode: Any,
    method: Any,
    contours: Any = None,
    hierarchy: Any = None,
    offset: Any = (0, 0),
) -> Any:
    mask = grey(image)
    if mode not in range(_TREE + 1) or method not in {_NONE, _SIMPLE}:
        raise Unsupported("contours found in another way")
    if mask.dtype != np.uint8:
        raise error("[Start]FindContours supports only CV_8UC1 images when mode != CV_RETR_FLOODFILL")
    if work.machine.exceeds(mask.size, _MOST):
        raise Unsupported("the outlines of a mask so large")
    is_set = np.pad(mask != 0, 1)
    edges = int(np.count_nonzero(is_set[:, 1:] != is_set[:, :-1]))
    work.machine.allows(_HERE * edges)
    borders = _followed(is_set)
    used = _in_order(borders, mode)
    steps = sum(len(borders[number].places) for number in used)
    for count, price in ((mask.size, _PLACE), (edges, _EDGE), (steps, _STEP), (len(used), _BORDER)):
        work.takes(count, price, 0.0)
    work.holds(_PLACE_BYTES * mask.size + _STEP_BYTES * steps + _BORDER_BYTES * len(used))
    if not used:
        return (), None
    found = tuple(_points(borders[number], is_set.shape[1], method == _SIMPLE, offset) for number in used)
    points = sum(map(len, found))
    work.takes(points, _POINT, 0.0)
    work.holds(_POINT_BYTES * points)
    return found, _related(borders, used, mode)


def _in_order(borders: list[_Border], mode: int) -> list[int]:
    """Numbers of those that are asked for: what was found last stands first, each before what is within it."""
    if mode in {_EXTERNAL, _LIST}:
        is_asked = [mode == _LIST or (not one.is_hole and one.parent < 0) for one in borders]
        return [number for number in range(len(borders) - 1, -1, -1) if is_asked[number]]
    within: dict[int, list[int]] = {}
    for number, one in enumerate(borders):
        within.setdefault(_around(one, mode), []).append(number)
    found, pending = [], within.get(-1, [])
    while pending:
        found.append(pending.pop())
        pending += within.get(found[-1], [])
    return found


def _around(border: _Border, mode: int) -> int:
    return border.parent if mode == _TREE or (mode == _PAIRS and border.is_hole) else -1


def _followed(is_set: Array) -> list[_Border]:
    width = is_set.shape[1]
    marks = is_set.astype(np.int8).ravel().tolist()
    beside = [row * width + column for row, column in _BESIDE]
    flat = is_set.ravel()
    is_first, is_last = flat & ~np.roll(flat, 1), flat & ~np.roll(flat, -1)
    borders: list[_Border] = []
    row, latest = -1, 0
    for place in np.flatnonzero(is_first | is_last).tolist():
        if place // width != row:
            row, latest = place // width, 0
        for is_hole in (False, True):
            if not (is_last if is_hole else is_first)[place]:
                continue
            if marks[place] == 1 if not is_hole else marks[place] >= 1:
                if is_hole and marks[place] > 1:
                    latest = marks[place] - 1
                borders.append(_along(marks, place, is_hole, latest, borders, beside))
            if marks[place] != 1:
                latest = abs(marks[place]) - 1
    return borders


def _along(
    marks: list[int], start: int, is_hole: bool, latest: int, borders: list[_Border], beside: list[int]
) -> _Border:
    """Follows a border, and marks its places.

    Args:
        latest: number of the border that was passed last in the row, 0 for the frame.
    """
    number = len(borders) + 2
    parent = -1
    if latest:
        other = borders[latest - 1]
        parent = other.parent if other.is_hole == is_hole else latest - 1
    first = _next(marks, start, _RIGHT if is_hole else _LEFT, 1, beside)
    if first < 0:
        marks[start] = -number
        return _Border(is_hole, parent, [start], [0])
    end = start + beside[first]
    here, way = start, first
    places, ways = [], []
    while True:
        came, passes_right = way, False
        for step in range(1, 9):
            way = (came - step) % 8
            if marks[here + beside[way]]:
                break
            passes_right |= way == _RIGHT
        if passes_right:
            marks[here] = -number
        elif marks[here] == 1:
            marks[here] = number
        places.append(here)
        ways.append(way)
        following = here + beside[way]
        if following == start and here == end:
            return _Border(is_hole, parent, places, ways)
        here, way = following, (way + 4) % 8


def _next(marks: list[int], place: int, way: int, turn: int, beside: list[int]) -> int:
    """The way to the next place that is set, from one way on; -1 where there is none."""
    for step in range(8):
        if marks[place + beside[(way + turn * step) % 8]]:
            return (way + turn * step) % 8
    return -1


def _points(border: _Border, width: int, is_simple: bool, offset: Any) -> Array:
    places = np.array(border.places, dtype=np.int64)
    if is_simple and len(places) > 1:
        ways = np.array(border.ways)
        turns = ways != np.roll(ways, 1)
        places = places[turns] if turns.any() else places
    rows, columns = np.divmod(places, width)
    found = np.stack((columns - 1 + int(offset[0]), rows - 1 + int(offset[1])), axis=1)
    return found.astype(np.int32)[:, None]


def _related(borders: list[_Border], used: list[int], mode: int) -> Array:
    """Of each: the next and the one before on its level, the first within, and the one around it."""
    found = np.full((1, len(used), 4), -1, dtype=np.int32)
    at = {number: place for place, number in enumerate(used)}
    latest: dict[int, int] = {}
    for place, number in enumerate(used):
        around = at.get(_around(borders[number], mode), -1)
        before = latest.get(around, -1)
        found[0, place, 1], found[0, place, 3] = before, around
        if before >= 0:
            found[0, before, 0] = place
        elif around >= 0:
            found[0, around, 2] = place
        latest[around] = place
    return found


FUNCTIONS: Final = {"findContours": _found}
