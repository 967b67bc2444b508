"""``scipy.ndimage``: morphology, labels, measurements and geometric transforms."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native

_MOST_TURNS: Final = 100
_CUBIC: Final = 3
#: What a place takes that lies between others, in steps, by the order of the curves through these.
_ORDERS: Final = {0: 1.0, 1: 4.0, 3: 50.0}
_MOST_PAIRS: Final = 4_000_000


def _structure(given: Any, dimensions: int) -> Any:
    """Which neighbours belong to a place; those along the axes where nothing is said."""
    if given is not None:
        found = np.asarray(given, dtype=bool)
        if found.ndim != dimensions or any(length % 2 == 0 for length in found.shape):
            raise Unsupported("neighbours of another kind")
        return found
    grid = np.indices((3,) * dimensions) - 1
    return np.abs(grid).sum(axis=0) <= 1


def _generated(rank: Any, connectivity: Any) -> Any:
    grid = np.indices((3,) * int(rank)) - 1
    return np.abs(grid).sum(axis=0) <= int(connectivity)


def _shifted(values: Any, structure: Any, beyond: bool) -> Any:
    """Each place as its neighbours see it, one neighbour after the other."""
    halves = [length // 2 for length in structure.shape]
    padded = np.pad(values, [(half, half) for half in halves], constant_values=beyond)
    for offset in np.argwhere(structure):
        yield padded[tuple(slice(at, at + length) for at, length in zip(offset, values.shape, strict=True))]


def _dilated(
    input: Any, structure: Any = None, iterations: Any = 1, mask: Any = None, output: Any = None, border_value: Any = 0
) -> Any:
    return _spread(input, structure, iterations, (mask, output), beyond=bool(border_value), grows=True)


def _eroded(
    input: Any, structure: Any = None, iterations: Any = 1, mask: Any = None, output: Any = None, border_value: Any = 0
) -> Any:
    return _spread(input, structure, iterations, (mask, output), beyond=bool(border_value), grows=False)


def _spread(given: Any, structure: Any, iterations: Any, others: tuple[Any, Any], *, beyond: bool, grows: bool) -> Any:
    found = np.asarray(given) != 0
    if any(one is not None for one in others) or not 1 <= int(iterations) <= _MOST_TURNS:
        raise Unsupported("a mask that is changed in another way")
    near = _structure(structure, found.ndim)
    for _ in range(int(iterations)):
        parts = _shifted(found, near, beyond)
        found = np.logical_or.reduce(list(parts)) if grows else np.logical_and.reduce(list(parts))
    return found


def _opened(input: Any, structure: Any = None, iterations: Any = 1) -> Any:
    return _dilated(_eroded(input, structure, iterations), structure, iterations)


def _closed(input: Any, structure: Any = None, iterations: Any = 1) -> Any:
    return _eroded(_dilated(input, structure, iterations), structure, iterations)


def _labels(mask: Any, structure: Any) -> tuple[Any, int]:
    """The number of the part that each place belongs to, and how many parts there are."""
    near = _structure(structure, mask.ndim)
    own = np.where(mask, np.arange(1, mask.size + 1).reshape(mask.shape), 0)
    while True:
        new = own
        for part in _shifted(own, near, False):
            new = np.maximum(new, part)
        new = np.where(mask, new, 0)
        # Each goes as far as that which it knows of, at once.
        flat = np.r_[0, new.ravel()]
        new = np.where(mask, flat[flat[new]], 0)
        if (new == own).all():
            break
        own = new
    names, first = np.unique(own, return_index=True)
    order = np.argsort(first[names > 0], kind="stable")
    numbers = np.zeros(int(names.max(initial=0)) + 1, dtype=np.int32)
    numbers[names[names > 0][order]] = np.arange(1, len(order) + 1)
    return numbers[own], len(order)


def _labelled(input: Any, structure: Any = None) -> Any:
    """As ``label``."""
    return _labels(np.asarray(input) != 0, structure)


def _filled(input: Any, structure: Any = None) -> Any:
    """As ``binary_fill_holes``: all but what is reached from outside."""
    mask = np.asarray(input) != 0
    outside = np.pad(~mask, 1, constant_values=True)
    labels, _ = _labels(outside, structure)
    found: Any = labels != labels[(0,) * mask.ndim]
    return found[(slice(1, -1),) * mask.ndim]


def _of_labels(run: Any) -> Any:
    def found(input: Any, labels: Any = None, index: Any = None) -> Any:
        values = np.asarray(input, dtype=np.float64)
        if labels is None:
            return run(values)
        marks = np.asarray(labels)
        if index is None:
            return run(values[marks > 0])
        wanted = np.atleast_1d(index)
        if run in (np.sum, np.mean) and marks.dtype.kind in "iub" and marks.min(initial=0) >= 0:
            return _counted(values, marks, wanted, index, is_mean=run is np.mean)
        each = np.array([run(values[marks == one]) if (marks == one).any() else np.nan for one in wanted])
        return each if np.ndim(index) else each[0]

    return found


def _counted(values: Any, marks: Any, wanted: Any, index: Any, *, is_mean: bool) -> Any:
    """Sums, or means, of all parts at once."""
    length = int(max(marks.max(initial=0), wanted.max(initial=0))) + 1
    sums = np.bincount(marks.ravel(), weights=values.ravel(), minlength=length)
    with np.errstate(all="ignore"):
        found = sums / np.bincount(marks.ravel(), minlength=length) if is_mean else sums
    each = found[wanted.astype(np.int64)]
    return each if np.ndim(index) else each[0]


def _middle(input: Any, labels: Any = None, index: Any = None) -> Any:
    """As ``center_of_mass``."""
    values = np.asarray(input, dtype=np.float64)
    if labels is None:
        return _weighed(values)
    marks = np.asarray(labels)
    if index is None:
        return _weighed(np.where(marks > 0, values, 0.0))
    wanted = np.atleast_1d(index)
    is_counted = marks.dtype.kind in "iub" and marks.min(initial=0) >= 0 and wanted.min(initial=0) >= 0
    if marks.shape != values.shape or not is_counted:
        raise Unsupported("the middles of other parts")
    along = [
        _counted(values * np.arange(length).reshape([-1 if axis == own else 1 for own in range(values.ndim)]),
                 marks, wanted, wanted, is_mean=False)
        for axis, length in enumerate(values.shape)
    ]  # fmt: skip
    with np.errstate(all="ignore"):
        places = np.array(along) / _counted(values, marks, wanted, wanted, is_mean=False)
    found = [tuple(place) for place in places.T]
    return found if np.ndim(index) else found[0]


def _weighed(values: Any) -> tuple[Any, ...]:
    """Where all of it is on average."""
    total = values.sum()
    return tuple(
        np.float64((values.sum(axis=tuple(other for other in range(values.ndim) if other != axis))
                    * np.arange(length)).sum() / total)
        for axis, length in enumerate(values.shape)
    )  # fmt: skip


def _sums(arguments: Arguments) -> float:
    """Elements that are added up part by part, once for each axis and for all."""
    return 0.0 if arguments["labels"] is None else float(np.size(arguments["input"]))


def _away(input: Any, sampling: Any = None, return_distances: Any = True, return_indices: Any = False) -> Any:
    """As ``distance_transform_edt``: how far each place is from the nearest that is nothing."""
    if sampling is not None or return_indices or not return_distances:
        raise Unsupported("distances of another kind")
    mask = np.asarray(input) != 0
    found = np.where(mask, float(sum(mask.shape)) ** 2, 0.0)
    for axis, length in enumerate(mask.shape):
        if found.size * length > 20 * _MOST_PAIRS:
            raise Unsupported("many distances")
        moved = np.moveaxis(found, axis, -1)
        apart = (np.arange(length)[:, None] - np.arange(length)[None, :]) ** 2
        rows = moved.reshape(-1, length)
        near = np.stack([(row[None, :] + apart).min(axis=1) for row in rows])
        found = np.moveaxis(near.reshape(moved.shape), -1, axis)
    return np.sqrt(found)


def _taken_at(values: Any, places: list[Any], order: int, mode: Any, cval: Any) -> Any:
    """Values between places, by lines; by curves, which are near to them, as well."""
    if order not in _ORDERS or mode not in {"constant", "nearest", "reflect", "mirror", "wrap"}:
        raise Unsupported("places between others by another curve")
    is_outside = np.zeros(np.broadcast_shapes(*(one.shape for one in places)), dtype=bool)
    total: Any = 0.0
    lefts, shares = [], []
    for one, length in zip(places, values.shape, strict=True):
        is_outside = is_outside | (one < 0) | (one > length - 1)
        at = np.clip(one, 0, length - 1)
        left = np.clip(np.floor(at).astype(np.int64), 0, max(0, length - 2))
        lefts.append(left)
        shares.append(np.rint(at - left) if order == 0 else at - left)
    for corner in np.ndindex(*(2,) * values.ndim):
        weight: Any = 1.0
        for on, share in zip(corner, shares, strict=True):
            weight = weight * (share if on else 1.0 - share)
        at = tuple(
            np.minimum(left + on, length - 1) for left, on, length in zip(lefts, corner, values.shape, strict=True)
        )
        total = total + weight * values[at]
    return np.where(is_outside, cval, total) if mode == "constant" else total


def _as_given(found: Any, given: Any) -> Any:
    return np.rint(found).astype(given.dtype) if given.dtype.kind in "iu" else found.astype(given.dtype)


def _zoomed(
    input: Any, zoom: Any, output: Any = None, order: Any = 3, mode: Any = "constant", cval: Any = 0.0,
    prefilter: Any = True,
) -> Any:  # fmt: skip
    values = np.asarray(input)
    _check(values, output)
    factors = list(zoom) if np.ndim(zoom) else [zoom] * values.ndim
    lengths = [round(length * float(factor)) for length, factor in zip(values.shape, factors, strict=True)]
    places = [
        np.linspace(0, old - 1, new) if new > 1 else np.zeros(new)
        for old, new in zip(values.shape, lengths, strict=True)
    ]
    grid = list(np.meshgrid(*places, indexing="ij"))
    return _as_given(_taken_at(values.astype(np.float64), grid, int(order), "nearest", cval), values)


def _check(values: Any, output: Any) -> None:
    if output is not None or values.dtype.kind not in "biuf":
        raise Unsupported("an output that is given")


def _moved(
    input: Any, shift: Any, output: Any = None, order: Any = 3, mode: Any = "constant", cval: Any = 0.0,
    prefilter: Any = True,
) -> Any:  # fmt: skip
    values = np.asarray(input)
    _check(values, output)
    steps = list(shift) if np.ndim(shift) else [shift] * values.ndim
    grid = [one - float(step) for one, step in zip(np.indices(values.shape), steps, strict=True)]
    return _as_given(_taken_at(values.astype(np.float64), grid, int(order), mode, cval), values)


def _turned(
    input: Any, angle: Any, axes: Any = (1, 0), reshape: Any = True, output: Any = None, order: Any = 3,
    mode: Any = "constant", cval: Any = 0.0, prefilter: Any = True,
) -> Any:  # fmt: skip
    values = np.asarray(input)
    _check(values, output)
    if values.ndim != 2 or sorted(int(one) % 2 for one in axes) != [0, 1]:
        raise Unsupported("an array that is turned in space")
    c, s = math.cos(math.radians(float(angle))), math.sin(math.radians(float(angle)))
    high, wide = values.shape
    shape = (high, wide)
    if reshape:
        shape = (int(abs(high * c) + abs(wide * s) + 0.5), int(abs(high * s) + abs(wide * c) + 0.5))
    rows, columns = np.indices(shape, dtype=np.float64)
    rows -= (shape[0] - 1) / 2.0
    columns -= (shape[1] - 1) / 2.0
    grid = [c * rows + s * columns + (high - 1) / 2.0, -s * rows + c * columns + (wide - 1) / 2.0]
    return _as_given(_taken_at(values.astype(np.float64), grid, int(order), mode, cval), values)


def _mapped(
    input: Any, coordinates: Any, output: Any = None, order: Any = 3, mode: Any = "constant", cval: Any = 0.0,
    prefilter: Any = True,
) -> Any:  # fmt: skip
    values = np.asarray(input)
    _check(values, output)
    places = list(np.asarray(coordinates, dtype=np.float64))
    return _as_given(_taken_at(values.astype(np.float64), places, int(order), mode, cval), values)


def _order_steps(cells: float, arguments: Arguments) -> float:
    order = _ORDERS.get(int(arguments["order"]), math.inf)
    filtered = 8.0 * float(np.size(arguments["input"])) if int(arguments["order"]) == _CUBIC else 0.0
    return cells * order + filtered


def _zoom_steps(arguments: Arguments) -> float:
    dimensions = max(1, np.ndim(arguments["input"]))
    factor = arguments["zoom"]
    whole = (
        float(np.prod(np.asarray(factor, dtype=np.float64))) if np.ndim(factor) else abs(float(factor)) ** dimensions
    )
    return _order_steps(float(np.size(arguments["input"])) * whole, arguments)


def _same_steps(arguments: Arguments) -> float:
    return _order_steps(float(np.size(arguments["input"])), arguments)


def _mapped_steps(arguments: Arguments) -> float:
    coordinates = arguments["coordinates"]
    return _order_steps(np.size(coordinates) / max(1, len(coordinates)), arguments)


def _filtering(arguments: Arguments, _: Machine) -> float:
    """Of curves, a copy that is filtered before; of places, where they are."""
    return 8.0 * float(np.size(arguments["input"])) if int(arguments["order"]) == _CUBIC else 0.0


def _turns(arguments: Arguments) -> float:
    return float(np.size(arguments["input"])) * max(1.0, abs(float(arguments["iterations"])))


FUNCTIONS: Final[Mapping[str, Native]] = {
    "generate_binary_structure": Native(_generated),
    "binary_dilation": Native(_dilated, _turns, here=10),
    "binary_erosion": Native(_eroded, _turns, here=10),
    "binary_opening": Native(_opened, _turns, here=20),
    "binary_closing": Native(_closed, _turns, here=20),
    "binary_fill_holes": Native(_filled, here=60),
    "label": Native(_labelled, here=60),
    "center_of_mass": Native(_middle, _sums, here=10),
    "distance_transform_edt": Native(_away, here=60),
    "zoom": Native(_zoomed, _zoom_steps, here=2, beside=_filtering),
    "shift": Native(_moved, _same_steps, here=2, beside=_filtering),
    "rotate": Native(_turned, _same_steps, here=2, beside=_filtering),
    "map_coordinates": Native(_mapped, _mapped_steps, here=2, beside=_filtering),
    **dict.fromkeys(("sum_labels", "sum"), Native(_of_labels(np.sum), here=10)),
    "mean": Native(_of_labels(np.mean), here=10),
    "maximum": Native(_of_labels(np.max), here=10),
    "minimum": Native(_of_labels(np.min), here=10),
}
