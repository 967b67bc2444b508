"""Whether a call is small enough for a trial run.

NumPy checks nothing against the memory that there is, so every number that becomes a length, and every pair of arrays
that multiplies, is looked at before the call.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod, sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS, check_cells
from perfcast.trial.libraries.numpy.contraction_paths import contracted
from perfcast.trial.libraries.numpy.index_sums import index_steps
from perfcast.trial.libraries.numpy.linear_algebra import LINALG

#: Functions some of whose numbers become lengths, and the places of those numbers.
_SHAPED: Final = {
    **dict.fromkeys(("zeros", "ones", "empty", "rand", "randn", "random"), slice(None)),
    **dict.fromkeys(("tile", "repeat", "pad"), slice(1, None)),
    **dict.fromkeys(("permutation", "vander", "standard_normal"), slice(None)),
    **dict.fromkeys(("broadcast_to", "split", "array_split"), slice(None)),
    "full": slice(1),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), slice(2, 3)),
    **dict.fromkeys(("choice", "exponential", "poisson"), slice(1, 2)),
    **dict.fromkeys(("indices", "resize", "fromfunction", "hamming", "blackman", "bartlett", "hanning"), slice(None)),
    **dict.fromkeys(("kaiser", "dsplit"), slice(None)),
    **dict.fromkeys(("rfft2", "irfft2", "fftn", "ifftn"), slice(1, None)),
    **dict.fromkeys(("diag_indices", "broadcast_shapes"), slice(None)),
    **dict.fromkeys(("vsplit", "hsplit", "fftfreq", "rfftfreq"), slice(None)),
    **dict.fromkeys(("histogram", "histogram_bin_edges"), slice(1, 2)),
    "polyfit": slice(2, 3),
    **dict.fromkeys(("fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "bincount"), slice(1, None)),
    **dict.fromkeys(
        ("normal", "integers", "randint", "uniform", "binomial", "beta", "gamma", "lognormal"), slice(2, None)
    ),
    **dict.fromkeys(
        ("laplace", "logistic", "gumbel", "negative_binomial", "multinomial", "multivariate_normal"), slice(2, None)
    ),
    **dict.fromkeys(("rayleigh", "geometric", "chisquare", "standard_t", "weibull", "dirichlet"), slice(1, None)),
    **dict.fromkeys(("standard_exponential", "standard_cauchy"), slice(None)),
    "triangular": slice(3, None),
}
#: Functions that make as many rows as columns of one number or of an array's length.
_SQUARE: Final = frozenset(
    {"eye", "identity", "tri", "tril_indices", "triu_indices", "diag", "corrcoef", "cov", "fill_diagonal"}
)
#: Functions whose work or result is as the product of the sizes of what they are given.
_MULTIPLYING: Final = frozenset(
    {"outer", "einsum", "kron", "meshgrid", "tensordot", "convolve", "correlate", "dot", "matmul", "inner", "vdot"}
    | {"multinomial"}
)
#: Products of matrices of the sizes a and b, whose work is at most the square root of a * b * max(a, b).
_PRODUCTS: Final = frozenset({"dot", "matmul", "inner", "vdot"})
#: Functions whose result is of the shape that what they are given has together, or no larger than all of it.
_BROADCASTING: Final = frozenset(
    {"where", "clip", "isclose", "allclose", "copyto", "array_equal", "average", "fill_diagonal"}
)
#: Functions whose result is no larger than all that they are given, or no larger than the largest of it.
_ADDING: Final = frozenset(
    {"concatenate", "hstack", "vstack", "dstack", "stack", "column_stack", "append", "insert", "delete", "compress"}
    | {"extract", "at", "searchsorted", "digitize", "interp", "select", "isin", "in1d", "intersect1d", "union1d"}
    | {"setdiff1d", "setxor1d", "lexsort", "bincount", "histogram", "histogram2d"}
    | {"put", "place", "take_along_axis", "solve", "lstsq"}
    | {"einsum", "polyfit", "trapezoid", "array_split", "split"}
)
#: Functions whose lengths are those of the result, whatever they are given; others may make so many times that.
_OF_SHAPE: Final = frozenset({"broadcast_to", "bincount", "histogram", "histogram_bin_edges", "resize", "full"})
#: Names of arguments that say what numbers are made, not how many; those of ``arange`` say both.
_OF_RANGE: Final = frozenset({"start", "stop", "step"})
_VALUES: Final = _OF_RANGE | frozenset(
    {
        "fill_value",
        "constant_values",
        "end_values",
        "base",
        "axis",
        "low",
        "high",
        "loc",
        "scale",
        "lam",
        "mean",
        "sigma",
    }
    | {"a", "A", "array"}
)
#: Functions whose lengths may be as many as what they repeat has elements or axes.
_REPEATING: Final = frozenset({"repeat", "tile", "pad"})
#: Functions whose lengths may also stand in an array, for nothing else that they are given is one.
_OF_ANY_SHAPE: Final = frozenset(
    {
        "zeros",
        "ones",
        "empty",
        "full",
        "random",
        "linspace",
        "logspace",
        "geomspace",
        "normal",
        "uniform",
        "integers",
        "randint",
    }
    | {"standard_normal", "exponential", "poisson"}
)
#: Functions that do far more than go through what they are given, which may be lists.
_LISTED: Final = frozenset({*LINALG, *_PRODUCTS, *_REPEATING, "dirichlet", "multinomial", "multivariate_normal"})
#: Axes of a shape, at most.
_MOST_AXES: Final = 8
_MOST_PRODUCT: Final = 4_000_000
_MOST_ROWS: Final = 1_000
_MOST_LETTERS: Final = 2_000_000
#: Cells of what linear algebra is done with, whose work is more than the cells.
_MOST_MATRIX: Final = 40_000


def check_room(
    name: str, args: tuple[Any, ...], kwargs: dict[str, Any], arrays: list[Any], *, elementwise: bool
) -> None:
    """Looks at what a function or method makes, and at what it does for that.

    Args:
        args: with the receiver of a method first; arrays: among all that it is given.
        elementwise: whether it is a universal function.

    Raises:
        Unsupported: it is too much.
    """
    if elementwise or name in _BROADCASTING:
        check_cells(*arrays)
    elif name not in _PRODUCTS and name not in _ADDING:
        _check_product(arrays)
    _check_lengths(name, args, kwargs, arrays)


def _check_product(arrays: list[Any]) -> None:
    """For functions of which nobody knows what they make of several arrays."""
    sizes = {array.shape: max(1, array.size) for array in arrays}.values()
    if prod(sizes) > max([MOST_CELLS, *sizes]):
        raise Unsupported("arrays too large")


def _check_lengths(name: str, args: tuple[Any, ...], kwargs: dict[str, Any], arrays: list[Any]) -> None:
    sizes = [max(1, array.size) for array in arrays]
    if name in _LISTED:
        sizes += [_cells(value) for value in (*args, *kwargs.values()) if isinstance(value, list | tuple)]
    _require(all(_letters(value) <= _MOST_LETTERS for value in (*args, *kwargs.values())))
    _check_operands(name, args, kwargs, sizes)
    largest = float(max(sizes, default=1))
    named = tuple(value for key, value in kwargs.items() if key not in _VALUES)
    lengths = [*flat(args[_SHAPED[name]]), *flat(named)] if name in _SHAPED else [kwargs.get("size")]
    if name in _OF_ANY_SHAPE:
        lengths = list(map(_plain_shape, lengths))
    cells = 1.0 if name in _OF_SHAPE else largest
    if name == "choice" and arrays:
        cells = largest / max(1.0, float(len(arrays[0])) if arrays[0].ndim else 1.0)
    if name == "arange":
        bounds = {key: _plain_shape(value) for key, value in kwargs.items() if key in _OF_RANGE}
        lengths = [_steps(*map(_plain_shape, args), **bounds)]
    for value in [number for length in lengths for number in flat((length,))]:
        if isinstance(value, int | float | np.integer | np.floating) and abs(float(value)) > 1:
            cells *= abs(float(value)) + 1
        elif isinstance(value, np.ndarray | list) and name in _REPEATING and np.size(value):
            cells *= float(np.abs(value).max()) + 1
    _require(max(cells, largest) <= _MOST_PRODUCT)


def _check_operands(name: str, args: tuple[Any, ...], kwargs: dict[str, Any], sizes: list[int]) -> None:
    """For functions that do more, or make more, than their operands have elements."""
    largest = max(sizes, default=1)
    if name in _PRODUCTS and sizes:
        _require(sqrt(float(prod(sizes[:2])) * largest) <= _MOST_PRODUCT)
    elif name == "einsum" and args and isinstance(args[0], str):
        chosen = contracted(args, kwargs)
        _require((index_steps(args) if chosen is None else chosen.steps) <= _MOST_PRODUCT)
    elif name in _MULTIPLYING:
        product = 1
        for value in (*flat(args), *flat(tuple(kwargs.values()))):
            product *= max(1, len(value) if isinstance(value, list | tuple | range) else int(np.size(value)))
        _require(product <= _MOST_PRODUCT)
    if name in _SQUARE:
        sides = () if name == "fill_diagonal" else flat(tuple(map(_plain_shape, args)))
        rows = [abs(float(value)) for value in sides if isinstance(value, int | float | np.integer)]
        rows += [float(len(value)) for value in args if isinstance(value, np.ndarray | list) and np.ndim(value)]
        _require(max(rows, default=0.0) <= _MOST_ROWS)
    if name in LINALG or name == "multivariate_normal":
        _require(largest <= _MOST_MATRIX)
    if name == "bincount" and args and np.size(args[0]):
        _require(int(np.max(np.asarray(args[0]))) <= MOST_CELLS)
    if name == "histogram2d":
        bins = _plain_shape(kwargs.get("bins", args[2] if len(args) > 2 else 0))
        sides = flat(tuple(map(_plain_shape, bins)) if isinstance(bins, list | tuple) else (bins,))
        most = max((int(one) if isinstance(one, int | np.integer) else np.size(one) for one in sides), default=0)
        _require((float(most) + 2) ** 2 <= MOST_CELLS)
    if name == "choice":
        # Those that are drawn from may all be put in another order for it.
        among = [int(value) for value in (*args[:1], kwargs.get("a")) if isinstance(value, int | np.integer)]
        _require(max(among, default=0) <= MOST_CELLS)


def _plain_shape(value: Any) -> Any:
    """A length, or a few, that an array holds, as plain ones; anything else as it is."""
    is_shape = isinstance(value, np.ndarray) and value.dtype.kind in "iu" and value.size <= _MOST_AXES
    return value.tolist() if is_shape else value


def _letters(value: Any) -> int:
    """Of an array that a list of texts would become, each of which has as much room there as the longest."""
    texts = value if isinstance(value, list | tuple) and value and isinstance(value[0], str | bytes) else ()
    return len(texts) * max((len(text) for text in texts if isinstance(text, str | bytes)), default=0)


def _cells(value: Any) -> int:
    """Of an array, or of lists within each other that are all as long as the first ones."""
    if isinstance(value, list | tuple) and len(value):
        return len(value) * _cells(value[0])
    return max(1, value.size) if isinstance(value, np.ndarray) else 1


def _steps(first: Any = 0, stop: Any = None, step: Any = 1, *_: Any, start: Any = None) -> float:
    """Numbers that ``arange`` makes, of plain ones; 0 where it would not take them."""
    bounds = (start or 0, first) if stop is None else (first if start is None else start, stop)
    known = [float(bound) for bound in (*bounds, step) if isinstance(bound, int | float | np.number)]
    return abs(known[1] - known[0]) / abs(known[2]) if len(known) == 3 and known[2] else 0.0


def _require(is_small: bool) -> None:
    if not is_small:
        raise Unsupported("arrays too large")


def flat(values: tuple[Any, ...]) -> Iterator[Any]:
    """All of them, and what lies in those that are a few themselves."""
    for value in values:
        if isinstance(value, tuple | list) and len(value) <= 8:
            yield from flat(tuple(value))
        else:
            yield value
