"""Bytes of an array besides its elements, as NumPy 2 allocates them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.numpy.buffers import (
    Buffered,
    adding_up,
    changing_at,
    choosing,
    deleting,
    gathering,
    multiplying,
    operating,
)
from perfcast.trial.libraries.numpy.contraction_paths import contracted
from perfcast.trial.libraries.numpy.drawing_parameters import spreading_bytes
from perfcast.trial.libraries.numpy.index_sums import gathered, index_steps
from perfcast.trial.libraries.numpy.set_bytes import CACHED
from perfcast.trial.libraries.numpy.temporary_bytes import PRODUCTS, aside, binned

#: Of an array without its elements.
HEADER: Final = 96
#: How many small arrays are taken to fit in a cache of NumPy's.
CACHE: Final = 7


def _by_name(table: dict[int, str]) -> dict[str, int]:
    return {name: size for size, names in table.items() for name in names.split()}


#: Of a call, most of them of functions written in Python. Those of methods are in the next table; others take nothing.
_CALLS: Final = _by_name({
    150: "concatenate correlate vdot",
    200: "full",
    250: "ones rand randn",
    360: "normal",
    300: "convolve append fftfreq rfftfreq",
    400: "fromiter flatnonzero",
    480: "take ediff1d cholesky unique",
    440: "det",
    180: "nonzero",
    500: "matmul repeat vstack dstack hstack column_stack",
    530: "hanning hamming",
    560: "slogdet polyval",
    600: "delete round around",
    640: "uniform",
    790: "searchsorted",
    820: "moveaxis",
    650: "blackman linspace digitize logspace",
    680: "diff compress cumsum cumprod",
    750: "indices rot90",
    850: "extract nan_to_num",
    1_000: "argmax argmin broadcast_to tile argwhere stack vander array_equal vector_norm integers",
    1_050: "trace",
    1_150: "inv",
    1_200: "eigvalsh unwrap trapezoid insert",
    1_450: "sum mean prod",
    1_300: "average split hsplit vsplit array_split",
    1_400: "ptp nanmax nanmin solve matrix_rank histogram_bin_edges",
    1_530: "max min amax amin any all",
    1_600: "where clip nansum randint tensordot choice tri fft ifft rfft irfft isin in1d",
    1_650: "std var",
    1_700: "qr",
    1_830: "bartlett",
    1_850: "sliding_window_view",
    1_800: "allclose nanmean isclose",
    1_900: "eigh",
    2_100: "tril triu tril_indices triu_indices gradient",
    2_300: "cov corrcoef",
    2_550: "sort",
    2_750: "histogram histogram_edges partition",
    2_900: "nanstd nanvar svd",
    3_100: "histogram2d pad intersect1d union1d setdiff1d setxor1d pinv",
    3_550: "apply_along_axis",
    3_600: "median eig fft2 ifft2 rfft2 irfft2 fftn ifftn",
    4_000: "vectorize",
    4_350: "nanmedian",
    5_000: "percentile quantile",
    5_200: "at",
    5_340: "eye identity packbits unpackbits",
    5_700: "argsort",
    5_800: "upper lower capitalize title swapcase",
    6_000: "argpartition nanpercentile nanquantile",
    6_700: "cross",
    6_900: "meshgrid",
    7_750: "lexsort",
    8_000: "roll fftshift ifftshift",
    8_100: "lstsq",
    10_300: "polyfit",
})  # fmt: skip
_METHOD_CALLS: Final = _by_name({
    250: "cumsum cumprod", 500: "flatten", 540: "clip round", 935: "sum prod", 1_015: "max min any all mean",
    1_050: "trace", 1_200: "std var", 2_500: "sort partition", 5_150: "argsort argpartition",
})  # fmt: skip
#: Of those that draw, where that is one number.
_ONE_DRAWN: Final = {"randint": 384, "uniform": 400, "normal": 0, "rand": 0, "randn": 0}
#: They add up what is no number with a fraction as something else.
_ADDING_UP: Final = frozenset({"sum", "prod", "mean", "average"})
#: They go through all elements for one number, where they are given no axis.
_REDUCING: Final = frozenset({"sum", "prod", "mean", "max", "min", "amax", "amin", "any", "all"})
_RUNNING: Final = frozenset({"cumsum", "cumprod"})
#: Of a running sum of what is converted, which is done as a whole.
_RUN: Final = 380
_DEVIATING: Final = frozenset({"std", "var"})
#: They copy places that they find, as whole numbers.
_FINDING: Final = frozenset({"argwhere", "extract", "compress"})
#: They multiply each element of one with each of the other.
_PAIRING: Final = frozenset({"outer", "kron"})
#: They take means off copies of all rows.
_CENTRING: Final = frozenset({"cov", "corrcoef"})
_BUFFERING: Final = _ADDING_UP | _RUNNING | _DEVIATING | _FINDING | _PAIRING | {"where", "einsum", "delete"}
#: They count elements, or convert whole numbers, a buffer at a time, beside what they make on the way.
_COUNTING: Final = frozenset({"nanmean", "nanstd", "nanvar", "fftfreq", "rfftfreq"})
_COUNTED: Final = 8
#: Of telling numbers as texts.
_TOLD: Final = 12_600
_FRACTIONS_TOLD: Final = 18_100
#: Of the two operands of such a product, and of ``einsum`` where it computes something.
_LINED_UP: Final = 1_150
_SUMMED: Final = 1_400
_VIEWED: Final = 220
_CONTRACTED: Final = 2_400


def allocated(array: Any, given: Sequence[Any] | None = None) -> int:
    """Of an array, if its elements are its own and too many for the cache; or those of a new array that it shows.

    Args:
        given: what it may be a view of; None if of anything.
    """
    owner = _owner(array)
    is_shown = given is None or not isinstance(owner, np.ndarray) or any(_owner(one) is owner for one in given)
    if owner is not array and is_shown:
        return HEADER
    return HEADER + (int(owner.nbytes) if owner.nbytes >= CACHED else 0)


def _owner(array: Any) -> Any:
    return array if array.base is None else array.base


def besides(
    name: str,
    arrays: Sequence[Any],
    args: Sequence[Any],
    options: Mapping[str, Any],
    made: Sequence[Any],
    *,
    method: bool,
    elementwise: bool,
    buffered: Buffered,
) -> int:
    """While a function or method with these operands is called.

    Args:
        elementwise: whether it is a universal function.
        buffered: how many of so many elements a buffer takes.
    """
    if elementwise and name not in PRODUCTS:
        return operating([value for value in args if not isinstance(value, str)], made[0], buffered)
    # A list or a shape may be of nothing.
    is_one = not (made and isinstance(made[0], np.ndarray))
    found = _ONE_DRAWN[name] if is_one and name in _ONE_DRAWN else (_METHOD_CALLS if method else _CALLS).get(name, 0)
    found += spreading_bytes(name, args, options)
    operands = arrays or [part for part in made if isinstance(part, np.ndarray)]
    if not (operands and made):
        return found
    largest = max(operands, key=lambda array: array.nbytes)
    if name in _REDUCING and not np.ndim(made[0]) and largest.ndim > 1:
        found += gathering(largest, buffered)
    if name == "astype" and made[0].dtype.kind in "US" and largest.dtype.kind not in "US":
        found += _FRACTIONS_TOLD if largest.dtype.kind == "f" else _TOLD
    if name == "at" and len(args) > 1:
        return found + changing_at(args[1], buffered)
    if name in _BUFFERING:
        return found + _buffering(name, largest, args, options, made, buffered)
    if name == "histogram":
        return found + binned(largest, buffered)
    if name in _COUNTING:
        found += _COUNTED * buffered(largest.size)
    return found + (_centred(operands, buffered) if name in _CENTRING else aside(name, operands, args, options, made))


def _buffering(
    name: str, array: Any, args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any], buffered: Buffered
) -> int:
    """Of what a function converts, brings into line, or copies on the way."""
    value = made[0]
    kind = getattr(value, "dtype", array.dtype)
    if name in _ADDING_UP:
        # Halves are added up as something wider for a mean.
        found = adding_up(array, np.dtype(np.float32) if name == "mean" and kind == np.float16 else kind, buffered)
        if name == "average" and options.get("weights") is not None and array.nbytes >= CACHED:
            # Each element is multiplied first.
            found += int(array.nbytes)
    elif name in _RUNNING:
        found = 0 if array.dtype == kind else _RUN + kind.itemsize * array.size
    elif name in _DEVIATING:
        is_by_axis = options.get("axis") is not None or any(type(arg) is int for arg in args)
        is_buffered = array.dtype.kind in "biu" or (array.ndim > 1 and is_by_axis)
        found = kind.itemsize * (array.size + (buffered(array.size) if is_buffered else 0))
    elif name == "where":
        found = choosing(args[1:], value, buffered)
    elif name in _PAIRING:
        # Each of the two is repeated along the other.
        found = _LINED_UP + 2 * kind.itemsize * buffered(value.size)
    elif name == "einsum":
        is_view = bool(np.may_share_memory(value, array))
        found = _VIEWED if is_view else _SUMMED + _indexed(args, value, options, buffered)
    elif name == "delete":
        found = deleting(args[1] if len(args) > 1 else options.get("obj"), array.size)
    else:
        # What is given may be a view of one more.
        found = 8 * np.size(value) * (1 if value.base is None else 2)
    return int(found)


def _indexed(args: Sequence[Any], value: Any, options: Mapping[str, Any], buffered: Buffered) -> int:
    """Of ``einsum``: what it makes on the way, or buffers for operands that it converts or gathers."""
    chosen = contracted(args, options)
    if chosen is not None:
        return _CONTRACTED + chosen.aside
    steps = index_steps(args)
    converting = multiplying(args, value, steps, buffered)
    return converting or gathered(args, value) * value.dtype.itemsize * buffered(int(steps))


def _centred(arrays: Sequence[Any], buffered: Buffered) -> int:
    """A copy of all rows, whose means are taken off a buffer at a time; those of two arrays are put together first,
    beside a copy of the first one's."""
    sizes = [int(array.nbytes) for array in arrays]
    if len(arrays) == 1 and arrays[0].ndim == 1:
        return sizes[0]
    buffer = arrays[0].itemsize * buffered(sum(int(array.size) for array in arrays))
    return sum(sizes) + max(int(buffer), sizes[0] if len(sizes) > 1 else 0)


def number_bytes(kind: type[Any]) -> int:
    """Of an array's number that became an object; both truth values are there anyway."""
    return 0 if kind is np.bool_ else kind.__basicsize__
