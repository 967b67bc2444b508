"""Bytes that NumPy takes beside the elements of what it gives, as counted of NumPy 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.array_aside import CACHED, aside

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
    250: "ones",
    300: "convolve append fftfreq rfftfreq",
    400: "fromiter uniform",
    480: "ediff1d cholesky",
    440: "det",
    500: "matmul repeat vstack searchsorted dstack hstack column_stack cumsum cumprod",
    560: "slogdet polyval take",
    650: "linspace sliding_window_view digitize logspace",
    750: "diff indices rot90",
    850: "argmax argmin",
    1_000: "tile einsum stack vander array_equal vector_norm integers",
    1_050: "trace",
    1_150: "inv",
    1_200: "eigvalsh unwrap trapezoid insert",
    1_300: "sum mean prod split hsplit vsplit array_split",
    1_400: "max min amax amin any all ptp nanmax nanmin solve matrix_rank",
    1_600: "where clip nansum randint tensordot choice tri fft ifft rfft irfft isin in1d",
    1_700: "var std average qr",
    1_800: "allclose nanmean isclose",
    1_900: "eigh",
    2_100: "tril triu tril_indices triu_indices apply_along_axis gradient",
    2_300: "cov corrcoef",
    2_550: "sort",
    2_750: "unique histogram histogram_edges partition",
    2_900: "nanstd nanvar svd",
    3_100: "pad intersect1d union1d setdiff1d setxor1d pinv",
    3_600: "median eig fft2 ifft2 rfft2 irfft2 fftn ifftn",
    4_000: "vectorize",
    4_350: "nanmedian",
    5_000: "percentile quantile",
    5_340: "eye identity diag",
    5_700: "argsort",
    6_000: "argpartition nanpercentile nanquantile",
    6_700: "cross",
    6_900: "meshgrid",
    7_750: "lexsort",
    8_000: "roll fftshift ifftshift",
    8_100: "lstsq",
    10_300: "polyfit",
})  # fmt: skip
_METHOD_CALLS: Final = _by_name({
    250: "cumsum cumprod", 500: "flatten", 800: "sum prod", 870: "max min any all mean", 1_050: "trace",
    1_300: "std var", 2_500: "sort partition", 5_150: "argsort argpartition",
})  # fmt: skip


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
) -> int:
    """While a function or method with these operands is called."""
    found = _METHOD_CALLS.get(name, 0) if method else _CALLS.get(name, 0)
    operands = arrays or [part for part in made if isinstance(part, np.ndarray)]
    return found + (aside(name, operands, args, options, made) if operands else 0)


def number_bytes(kind: type[Any]) -> int:
    """Of an array's number that became an object; both truth values are there anyway."""
    return 0 if kind is np.bool_ else kind.__basicsize__
