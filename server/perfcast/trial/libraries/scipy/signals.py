"""``scipy.signal``: windows, convolution, peaks, detrending; filters and spectra have files of their own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import MOST_STEPS, Arguments, Native, window_cells

_MODES: Final = frozenset({"full", "same", "valid"})
#: Parts of windows of cosines.
_COSINES: Final[Mapping[str, tuple[float, ...]]] = {
    "hann": (0.5, 0.5), "hanning": (0.5, 0.5), "hamming": (0.54, 0.46), "blackman": (0.42, 0.5, 0.08),
    "boxcar": (1.0,), "rect": (1.0,), "rectangular": (1.0,), "blackmanharris": (0.35875, 0.48829, 0.14128, 0.01168),
    "flattop": (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368),
}  # fmt: skip
_MOST_KERNEL: Final = 100


def _convolved(in1: Any, in2: Any, mode: Any = "full", method: Any = "auto") -> Any:
    first, second = np.asarray(in1), np.asarray(in2)
    if mode not in _MODES:
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")
    if first.ndim != second.ndim:
        raise ValueError("volume and kernel should have the same dimensionality")
    if not first.size or not second.size:
        return np.array([])
    if mode == "valid" and any(one < other for one, other in zip(first.shape, second.shape, strict=True)):
        first, second = second, first
    shape = [one + other - 1 for one, other in zip(first.shape, second.shape, strict=True)]
    found = _by_transform(first, second, shape)
    return _part(found, first.shape, second.shape, mode)


def _by_transform(first: Any, second: Any, shape: list[int]) -> Any:
    kind = np.result_type(first, second)
    axes = tuple(range(first.ndim))
    if kind.kind == "c":
        return np.fft.ifftn(np.fft.fftn(first, shape, axes) * np.fft.fftn(second, shape, axes), shape, axes)
    found = np.fft.irfftn(np.fft.rfftn(first, shape, axes) * np.fft.rfftn(second, shape, axes), shape, axes)
    return np.rint(found).astype(kind) if kind.kind in "iub" else found.astype(kind)


def _part(found: Any, first: tuple[int, ...], second: tuple[int, ...], mode: str) -> Any:
    """Of all places where two signals meet those that the mode is for."""
    if mode == "full":
        return found
    wanted = first
    if mode == "valid":
        wanted = tuple(one - other + 1 for one, other in zip(first, second, strict=True))
    starts = [(there - one) // 2 for there, one in zip(found.shape, wanted, strict=True)]
    return found[tuple(slice(start, start + one) for start, one in zip(starts, wanted, strict=True))]


def _with_fractions(in1: Any, in2: Any, mode: Any = "full", axes: Any = None) -> Any:
    if axes is not None:
        raise Unsupported("a convolution along some axes")
    first, second = (np.asarray(one) * 1.0 for one in (in1, in2))
    return _convolved(first, second, mode)


def _correlated(in1: Any, in2: Any, mode: Any = "full", method: Any = "auto") -> Any:
    second = np.asarray(in2)
    turned = np.conj(second[(slice(None, None, -1),) * second.ndim])
    return _convolved(in1, turned, mode, method)


def _lags(in1_len: Any, in2_len: Any, mode: Any = "full") -> Any:
    """As ``correlation_lags``. Raises Unsupported for others than all."""
    if mode != "full":
        raise Unsupported("a part of the lags")
    return np.arange(1 - int(in2_len), int(in1_len))


def _lengths(arguments: Arguments) -> float:
    return float(arguments["in1_len"] + arguments["in2_len"])


def _window(window: Any, Nx: Any, fftbins: Any = True) -> Any:
    return windowed(window, int(Nx), periodic=bool(fftbins))


def windowed(window: Any, count: int, *, periodic: bool = True) -> Any:
    """Weights of a segment's places. Raises Unsupported for others than sums of cosines."""
    if not isinstance(window, str) or window not in _COSINES:
        raise Unsupported("a window of another kind")
    if count <= 1:
        return np.ones(max(0, count))
    turns = 2.0 * math.pi * np.arange(count) / (count if periodic else count - 1)
    return sum((-1) ** place * part * np.cos(place * turns) for place, part in enumerate(_COSINES[window]))


def _named_window(name: str) -> Native:
    """As in ``scipy.signal.windows``."""
    return Native(
        lambda M, sym=True: windowed(name, int(M), periodic=not sym),
        lambda arguments: abs(float(arguments["M"])),
        here=20,
    )


WINDOWS: Final[Mapping[str, Native]] = {
    name: _named_window(name) for name in ("hann", "hamming", "blackman", "boxcar", "blackmanharris", "flattop")
}


def _peaks(
    x: Any,
    height: Any = None,
    threshold: Any = None,
    distance: Any = None,
    prominence: Any = None,
    width: Any = None,
) -> Any:
    """As ``find_peaks``."""
    values = np.asarray(x, dtype=np.float64)
    if values.ndim != 1:
        raise ValueError("`x` must be a 1-D array")
    if threshold is not None or width is not None:
        raise Unsupported("peaks of a width")
    places, properties = _tops(values), dict[str, Any]()
    if height is not None:
        heights = values[places]
        kept = _is_between(heights, height)
        places, properties["peak_heights"] = places[kept], heights[kept]
    if distance is not None:
        kept = _are_apart(values[places], places, distance)
        places = places[kept]
        properties = {name: of[kept] for name, of in properties.items()}
    if prominence is not None:
        found = _prominences(values, places)
        kept = _is_between(found[0], prominence)
        places = places[kept]
        properties |= dict(zip(("prominences", "left_bases", "right_bases"), found, strict=True))
        properties = {name: of if len(of) == len(places) else of[kept] for name, of in properties.items()}
    return places, properties


def _tops(values: Any) -> Any:
    """The middles of what is higher than what is on both sides."""
    if len(values) < 3:
        return np.empty(0, dtype=np.int64)
    starts = np.r_[0, np.flatnonzero(values[1:] != values[:-1]) + 1]
    ends = np.r_[starts[1:], len(values)] - 1
    levels = values[starts]
    is_top = np.zeros(len(levels), dtype=bool)
    is_top[1:-1] = (levels[1:-1] > levels[:-2]) & (levels[1:-1] > levels[2:])
    return ((starts + ends) // 2)[is_top]


def _is_between(values: Any, bounds: Any) -> Any:
    low, high = bounds if isinstance(bounds, tuple) and len(bounds) == 2 else (bounds, None)
    kept = np.ones(len(values), dtype=bool)
    if low is not None:
        kept &= values >= low
    return kept if high is None else kept & (values <= high)


def _are_apart(heights: Any, places: Any, distance: Any) -> Any:
    if distance < 1:
        raise ValueError("`distance` must be greater or equal to 1")
    kept, least = np.ones(len(places), dtype=bool), math.ceil(distance)
    for one in np.argsort(heights)[::-1].tolist():
        if kept[one]:
            low = np.searchsorted(places, places[one] - least, side="right")
            high = np.searchsorted(places, places[one] + least, side="left")
            kept[low:high] = False
            kept[one] = True
    return kept


def _prominences(values: Any, places: Any) -> tuple[Any, Any, Any]:
    """How far each peak is above the higher one of the lowest places before something higher, and those places."""
    if len(places) * len(values) > MOST_STEPS:
        raise Unsupported("many peaks")
    lefts, rights = np.empty(len(places), dtype=np.int64), np.empty(len(places), dtype=np.int64)
    for turn, place in enumerate(places.tolist()):
        higher = np.flatnonzero(values > values[place])
        after = int(np.searchsorted(higher, place))
        start = int(higher[after - 1]) + 1 if after else 0
        end = int(higher[after]) if after < len(higher) else len(values)
        lefts[turn] = place - int(values[start : place + 1][::-1].argmin())
        rights[turn] = place + int(values[place:end].argmin())
    return values[places] - np.maximum(values[lefts], values[rights]), lefts, rights


def _median(volume: Any, kernel_size: Any = 3) -> Any:
    values = np.asarray(volume)
    sizes = tuple(kernel_size) if np.ndim(kernel_size) else (int(kernel_size),) * values.ndim
    if any(size % 2 == 0 for size in sizes):
        raise ValueError("Each element of kernel_size should be odd.")
    padded = np.pad(values, [(size // 2, size // 2) for size in sizes])
    views = np.lib.stride_tricks.sliding_window_view(padded, sizes)
    return np.median(views.reshape(*values.shape, -1), axis=-1).astype(values.dtype)


def _straightened(data: Any, axis: Any = -1, type: Any = "linear") -> Any:
    values = np.asarray(data, dtype=np.float64)
    if type == "constant":
        return values - values.mean(axis=int(axis), keepdims=True)
    if type != "linear":
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    moved = np.moveaxis(values, int(axis), -1)
    across = np.arange(moved.shape[-1]) - (moved.shape[-1] - 1) / 2.0
    slope = (moved * across).sum(axis=-1, keepdims=True) / max(1.0, float((across * across).sum()))
    return np.moveaxis(moved - moved.mean(axis=-1, keepdims=True) - slope * across, -1, int(axis))


def _analytic(x: Any, axis: Any = -1) -> Any:
    """As ``hilbert``."""
    moved = np.moveaxis(np.asarray(x, dtype=np.float64), int(axis), -1)
    count = moved.shape[-1]
    weights = np.zeros(count)
    weights[: count // 2 + 1] = 1.0
    weights[1 : (count + 1) // 2] = 2.0
    return np.moveaxis(np.fft.ifft(np.fft.fft(moved, axis=-1) * weights, axis=-1), -1, int(axis))


def _meeting(arguments: Arguments) -> float:
    """One by one, or by way of transforms, whichever is less."""
    first, second = np.shape(arguments["in1"]), np.shape(arguments["in2"])
    direct = float(math.prod(first) * math.prod(second))
    return min(direct, _TRANSFORMING * _transforming(arguments)) + sum(map(math.prod, (first, second)))


def _transforming(arguments: Arguments) -> float:
    first, second = np.shape(arguments["in1"]), np.shape(arguments["in2"])
    size = float(math.prod(one + other for one, other in zip(first, second, strict=False)))
    return size * math.log2(2.0 + size)


def _counted(arguments: Arguments) -> float:
    return abs(float(arguments["Nx"]))


def _looking(arguments: Arguments) -> float:
    more = {"prominence": 7.0, "distance": 11.0, "height": 1.5}
    each = 1.0 + sum(steps for name, steps in more.items() if arguments[name] is not None)
    return _ASKED * (each > 1.0) + float(np.size(arguments["x"])) * each


def _asking(arguments: Arguments, _: Machine) -> float:
    """Bytes of what is told of peaks besides where they are."""
    is_asked = any(arguments[name] is not None for name in ("height", "distance", "prominence"))
    return 8_000.0 + 6.0 * np.size(arguments["x"]) if is_asked else 0.0


def _kernels(arguments: Arguments) -> float:
    values = np.asarray(arguments["volume"])
    cells = window_cells(arguments["kernel_size"], values.ndim)
    return values.size * cells if cells <= _MOST_KERNEL**2 else math.inf


def _passing(arguments: Arguments) -> float:
    size = np.size(next(iter(arguments.values())))
    return float(size * math.log2(2.0 + size))


#: Steps that it takes to ask more of peaks than where they are.
_ASKED: Final = 6_000.0
#: Steps one by one that take as long as one of a transform.
_TRANSFORMING: Final = 8.0

FUNCTIONS: Final[Mapping[str, Native]] = {
    "convolve": Native(_convolved, _meeting, here=20),
    "fftconvolve": Native(_with_fractions, _transforming, here=4),
    "correlate": Native(_correlated, _meeting, here=20),
    "correlation_lags": Native(_lags, _lengths),
    "get_window": Native(_window, _counted, here=20),
    "find_peaks": Native(_peaks, _looking, here=100, beside=_asking),
    "medfilt": Native(_median, _kernels, here=20),
    "detrend": Native(_straightened),
    "hilbert": Native(_analytic, _passing),
}
