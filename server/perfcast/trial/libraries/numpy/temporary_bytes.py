"""Bytes of temporary arrays that functions free before they return."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import log2, prod
from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.numpy.buffers import BUFFER, Buffered
from perfcast.trial.libraries.numpy.fourier import FOURIER, fourier_bytes
from perfcast.trial.libraries.numpy.set_bytes import distinct_bytes, operation_bytes, uncached
from perfcast.trial.libraries.numpy.sorting import is_stable, membership

#: Of the operator that multiplies matrices.
MULTIPLYING: Final = 400
#: Of putting nothing, something before or behind, or both, to what differences are taken of.
_ENDS: Final = (0, 750, 1_000)
#: Of making a matrix of its diagonal, and of showing that; of a power of a matrix, the first of which that holds two.
_MATRIX: Final = 5_340
_SHOWN: Final = 420
_POWER: Final = 350
_CUBE: Final = 3
#: Of a number, or a place, of the usual width.
_WIDE: Final = 8
#: Bytes of a temporary array from which on an operator writes its result there.
_REUSED: Final = 256 * 1024
#: They take a copy of what they are given aside.
_COPYING: Final = frozenset({"median", "percentile", "quantile", "nanmedian", "nanpercentile", "nanquantile"})
#: Arrays like what ``quantile`` gives, of one at a time.
_BETWEEN: Final = 4
#: For each element, where temporary arrays are small, and where they are large enough to be used again.
_ASIDE: Final[dict[str, tuple[float, float]]] = {
    "nanmean": (10, 10), "nanstd": (10, 10), "nanvar": (10, 10), "nansum": (9, 9),
    "isclose": (22, 16), "allclose": (24, 17),
    "polyval": (16, 8), "trapezoid": (16, 8), "gradient": (16, 8), "unwrap": (40, 32), "logspace": (8, 8),
    "polyfit": (72, 72), "vectorize": (63, 63), "tri": (1, 1), "tril": (1, 1), "triu": (1, 1),
    "tril_indices": (2, 2), "triu_indices": (2, 2), "i0": (77, 77), "kaiser": (93, 93), "geomspace": (8, 8),
    "nancumprod": (9, 9), "array_equiv": (1, 1),
}  # fmt: skip
#: Elements of which `histogram` tells the bins at a time, and bytes of one beside its own and a conversion.
_BINNED: Final = 65_536
_BIN: Final = 15
#: Copies of a matrix, rows of its shorter side, and squares of that side; of several matrices one at a time.
_COPIES: Final[dict[str, tuple[float, int, int]]] = {
    "inv": (2, 0, 0),
    **dict.fromkeys(("solve", "det", "slogdet"), (1, 0, 0)),
    **dict.fromkeys(("eigvals", "eigvalsh"), (1, 36, 0)),
    **dict.fromkeys(("svdvals", "cond", "matrix_rank", "lstsq"), (1, 75, 0)),
    "eig": (5, 40, 0),
    "eigh": (3, 10, 0),
    "qr": (2, 32, 0),
    "svd": (2, 10, 4),
    "pinv": (3, 10, 4),
}
#: Copies of the covariance that several normal numbers at a time take.
_NORMAL: Final = 7
#: Copies of all that is given.
_WHOLE_COPIES: Final = {"cross": 2, "vector_norm": 1}
#: They convert what is of another type than their product.
PRODUCTS: Final = frozenset({"dot", "matmul", "inner", "vdot", "tensordot", "correlate"})
#: They loop over what the linear algebra library does not multiply.
_LOOPING: Final = frozenset({"dot", "inner"})
_LOOP: Final = 5_250


def aside(
    name: str, arrays: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]
) -> int:
    """Of a function or method with these operands, of which there is one at least.

    Args:
        arrays: that it was given; args, options: all that it was given; made: its results.
    """
    largest = max(arrays, key=lambda array: array.nbytes)
    found = 0
    if name in _COPYING:
        # Elements of several axes are brought behind each other first.
        found += int(largest.nbytes) * (2 if type(options.get("axis")) is tuple else 1)
    if name in _ASIDE:
        found += _temporary(name, largest)
    elif name in _COPIES:
        found += _of_matrices(name, largest)
        # Of the sides of equations there are several.
        found += int(arrays[1].nbytes) if name == "solve" and len(arrays) > 1 else 0
    elif name in _WHOLE_COPIES:
        found += _WHOLE_COPIES[name] * int(largest.nbytes)
    elif name in PRODUCTS:
        found += converting(*arrays[:2])
        if name in _LOOPING and len(arrays) > 1 and not any(array.dtype.kind in "fc" for array in arrays):
            found += _LOOP
    elif name in FOURIER and made:
        found += fourier_bytes(name, largest, made[0], args, options)
    elif name in _BY_NAME:
        found += _BY_NAME[name](arrays, args, options, made)
    if is_stable(name, options):
        found += _WIDE * (largest.size // 2)
    return found


def converting(*operands: Any) -> int:
    """Of copies of operands of a product that are of another type than it."""
    kind = np.result_type(*operands)
    return sum(int(operand.size) * kind.itemsize for operand in operands if operand.dtype != kind)


def _temporary(name: str, array: Any) -> int:
    small, large = _ASIDE[name]
    each = large if _WIDE * array.size >= _REUSED else small
    return int(each * array.size)


def _of_matrices(name: str, array: Any) -> int:
    """Linear algebra reckons with numbers of eight bytes or more, into which others are converted."""
    copies, rows, squares = _COPIES[name]
    cells = int(prod(array.shape[-2:]))
    row = min(array.shape[-2:], default=1)
    width = max(_WIDE, int(array.itemsize))
    converted = 0 if array.dtype.kind in "fc" and array.itemsize >= _WIDE else 2 * _WIDE * int(array.size)
    return int(copies * width * cells) + width * row * (rows + squares * row) + converted


def _distinct(arrays: Sequence[Any], _: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]) -> int:
    return distinct_bytes(max(arrays, key=lambda one: one.nbytes), options, made[0])


def _of_set_operation(
    name: str, arrays: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]
) -> int:
    operands = args if len(args) > 1 else arrays
    return operation_bytes(
        name, np.asarray(operands[0]), np.asarray(operands[min(1, len(operands) - 1)]), options, made[0]
    )


def _member(_: Sequence[Any], args: Sequence[Any], __: Mapping[str, Any], ___: Sequence[Any]) -> int:
    return membership(args[0], args[1])[1] if len(args) > 1 else 0


def _copied(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], ___: Sequence[Any]) -> int:
    """Of ``histogram`` with edges of its own, between which what is put in order falls."""
    return int(arrays[0].nbytes)


def binned(array: Any, buffered: Buffered) -> int:
    """Of ``histogram``: what tells the bins."""
    each = _BIN + 2 * array.itemsize + (_WIDE if array.dtype.kind in "biu" else 0)
    # As a buffer it takes as small a part in small runs as the power of their sizes says.
    return int(each * min(array.size, buffered(_BINNED) ** (log2(_BINNED) / log2(BUFFER))))


def _binned_twice(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], made: Sequence[Any]) -> int:
    """Of ``histogram2d``: both operands as rows, their places on both sides and in all, marks of those on the last
    edge; and the counts as whole numbers, of bins beyond the edges too."""
    counts = made[0] if made[0].base is None else made[0].base
    return (5 * _WIDE + 1) * int(arrays[0].size) + int(counts.nbytes)


def _counted(arrays: Sequence[Any], _: Sequence[Any], options: Mapping[str, Any], __: Sequence[Any]) -> int:
    """Of ``bincount``: places, and weights, of other types."""
    weights = options.get("weights", arrays[1] if len(arrays) > 1 else None)
    wanted = ((arrays[0], np.dtype(np.intp)), (weights, np.dtype(np.float64)))
    return sum(_WIDE * int(np.size(array)) for array, kind in wanted if getattr(array, "dtype", kind) != kind)


def _sought(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], ___: Sequence[Any]) -> int:
    return converting(*arrays[:2]) if len(arrays) > 1 else 0


def _interpolated(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], ___: Sequence[Any]) -> int:
    """Of ``interp``: operands of other types than floats, and how steep it is between places that are no more than the
    values."""
    converted = sum(uncached(_WIDE * int(array.size)) for array in arrays if array.dtype != np.float64)
    places = min((int(array.size) for array in arrays[1:]), default=0)
    return converted + (_WIDE * places if places <= arrays[0].size else 0)


def _convolved(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], ___: Sequence[Any]) -> int:
    """The shorter one is turned round."""
    operands = arrays[:2]
    # What is no array yet is short.
    shorter = min(int(operand.size) for operand in operands) if len(operands) > 1 else 0
    kind = np.result_type(*operands)
    turned = shorter * int(kind.itemsize)
    lined_up = sum(
        uncached(int(operand.nbytes))
        for operand in operands
        if operand.size > shorter and operand.dtype == kind and not operand.flags.c_contiguous
    )
    return converting(*operands) + uncached(turned) + lined_up


def _between(_: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]) -> int:
    """Of ``quantile`` of several rows: what lies next below and above, how far apart they are, and what is between."""
    asked = options.get("q", args[1] if len(args) > 1 else 0)
    return (_BETWEEN + (np.size(asked) > 1)) * uncached(int(made[0].nbytes)) if np.ndim(made[0]) else 0


def _tiled(_: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]) -> int:
    """What is repeated along one axis is repeated along the next."""
    times = options.get("reps", args[1] if len(args) > 1 else 1)
    repeated = [number for number in times if number != 1] if isinstance(times, tuple | list) else []
    return int(made[0].nbytes) // max(1, int(repeated[-1])) if len(repeated) > 1 else 0


def _differences(arrays: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]) -> int:
    again = int(arrays[0].nbytes) if options.get("n", args[1] if len(args) > 1 else 1) != 1 else 0
    return again + _lengthened(options, made[0])


def _lengthened(options: Mapping[str, Any], made: Any) -> int:
    """Of what differences are taken of, put together with what stands before or behind it."""
    ends = [options[name] for name in ("prepend", "append") if options.get(name) is not None]
    added = sum(map(np.size, ends))
    return _ENDS[len(ends)] + (uncached(made.itemsize * (made.size + added)) if ends else 0)


def _diagonal(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], ___: Sequence[Any]) -> int:
    """A matrix is made of a row, of a matrix but a view."""
    return _MATRIX if arrays[0].ndim == 1 else _SHOWN


def _power(_: Sequence[Any], args: Sequence[Any], __: Mapping[str, Any], made: Sequence[Any]) -> int:
    """A square is there beside what it is multiplied with, and beside the one before."""
    power = abs(args[1]) if len(args) > 1 and isinstance(args[1], int) else 1
    others = 0 if power < _CUBE else 1 + (power > _CUBE and bool(power & (power - 1)))
    return _POWER + others * uncached(int(made[0].nbytes))


def _made_numbers(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], ___: Sequence[Any]) -> int:
    """Masks of what is no number, and of what is infinite."""
    return 5 * uncached(int(arrays[0].size))


def _windowed(_: Sequence[Any], __: Sequence[Any], ___: Mapping[str, Any], made: Sequence[Any]) -> int:
    """Places, and what is computed of them."""
    return 2 * uncached(int(made[0].nbytes))


def _windowed_by_two(_: Sequence[Any], __: Sequence[Any], ___: Mapping[str, Any], made: Sequence[Any]) -> int:
    """The same, and the first one of two terms."""
    return 3 * uncached(int(made[0].nbytes))


def _frequencies(_: Sequence[Any], __: Sequence[Any], ___: Mapping[str, Any], made: Sequence[Any]) -> int:
    """Whole numbers, and two halves that they are put together of."""
    return 2 * _WIDE * int(np.size(made[0]))


def _compared(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], ___: Sequence[Any]) -> int:
    return uncached(int(arrays[0].size))


def _chosen(_: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]) -> int:
    """Of ``choice``: the places of what is chosen of an array, and what is drawn for probabilities."""
    among = args[0] if args else 0
    if "replace" in options and not options["replace"]:
        return _WIDE * int(np.size(among) if np.ndim(among) else among)
    arrays = bool(np.ndim(among)) + (options.get("p") is not None)
    return arrays * uncached(_WIDE * int(np.size(made[0])))


def _normal(arrays: Sequence[Any], _: Sequence[Any], __: Mapping[str, Any], made: Sequence[Any]) -> int:
    """Of several normal numbers at a time: a covariance taken apart, and what is drawn before it becomes what is asked
    for."""
    return _NORMAL * max(int(array.nbytes) for array in arrays) + int(made[0].nbytes)


def _lined_up(arrays: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any], _: Sequence[Any]) -> int:
    """Of a copy in which what is compared lies one behind the other, unless it does so already."""
    axis = options.get("axis", next((one for one in args if type(one) is int), None))
    along = arrays[0] if axis is None else np.moveaxis(arrays[0], axis, -1)
    return 0 if along.flags.c_contiguous else int(along.nbytes)


_Aside = Callable[[Sequence[Any], Sequence[Any], Mapping[str, Any], Sequence[Any]], int]
_BY_NAME: Final[dict[str, _Aside]] = {
    "unique": _distinct,
    **{name: partial(_of_set_operation, name) for name in ("intersect1d", "setdiff1d", "setxor1d", "union1d")},
    **dict.fromkeys(("isin", "in1d"), _member),
    "histogram_edges": _copied,
    "histogram2d": _binned_twice,
    "bincount": _counted,
    **dict.fromkeys(("searchsorted", "digitize"), _sought),
    **dict.fromkeys(("argmax", "argmin"), _lined_up),
    "convolve": _convolved,
    "interp": _interpolated,
    **dict.fromkeys(("percentile", "quantile"), _between),
    "tile": _tiled,
    "diff": _differences,
    "diag": _diagonal,
    "matrix_power": _power,
    **dict.fromkeys(("hanning", "hamming", "bartlett"), _windowed),
    "blackman": _windowed_by_two,
    "array_equal": _compared,
    "nan_to_num": _made_numbers,
    **dict.fromkeys(("fftfreq", "rfftfreq"), _frequencies),
    "choice": _chosen,
    "multivariate_normal": _normal,
}
