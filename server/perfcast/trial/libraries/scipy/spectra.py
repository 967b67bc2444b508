"""``scipy.signal``: spectral density estimates, resampling, frequency responses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native
from perfcast.trial.libraries.scipy.signals import windowed

_LENGTH: Final = 256
#: How much of a segment's ends a window of Tukey's lets fade, where spectrograms are told no other.
_FADING: Final = 0.25
_MOST_CELLS: Final = 4_000_000


def _window(window: Any, length: int) -> Any:
    if isinstance(window, np.ndarray):
        return window
    if isinstance(window, tuple) and window and window[0] == "tukey":
        fading = float(window[1]) * length / 2.0
        places = np.arange(length, dtype=np.float64)
        ends = np.minimum(places, length - places)
        return np.where(ends < fading, 0.5 * (1.0 - np.cos(math.pi * ends / max(fading, 1e-300))), 1.0)
    return windowed(window, length)


def _segments(x: Any, length: int, overlap: int) -> Any:
    step = length - overlap
    if step <= 0:
        raise ValueError("noverlap must be less than nperseg.")
    found = np.lib.stride_tricks.sliding_window_view(x, length, axis=-1)[..., ::step, :]
    if found.size > _MOST_CELLS:
        raise Unsupported("arrays too large")
    return found


def _lengths(x: Any, nperseg: Any, noverlap: Any, nfft: Any, window: Any) -> tuple[int, int, int]:
    wanted = _LENGTH if nperseg is None else int(nperseg)
    if isinstance(window, np.ndarray):
        wanted = len(window)
    length = min(wanted, x.shape[-1])
    overlap = length // 2 if noverlap is None else int(noverlap)
    return length, overlap, length if nfft is None else int(nfft)


def _powers(
    x: Any,
    fs: Any,
    window: Any,
    lengths: tuple[int, int, int],
    detrend: Any,
    scaling: Any,
) -> tuple[Any, Any]:
    """Frequencies, and how strong each is in each segment."""
    length, overlap, points = lengths
    weights = _window(window, length)
    parts = _segments(x, length, overlap).astype(np.float64)
    if detrend == "constant":
        parts = parts - parts.mean(axis=-1, keepdims=True)
    elif detrend:
        raise Unsupported("a trend of another kind")
    found = np.abs(np.fft.rfft(parts * weights, points, axis=-1)) ** 2
    if scaling not in {"density", "spectrum"}:
        raise ValueError(f"Unknown scaling: {scaling!r}")
    found *= 1.0 / (float(fs) * (weights**2).sum()) if scaling == "density" else 1.0 / weights.sum() ** 2
    found[..., 1 : None if points % 2 else -1] *= 2.0
    return np.fft.rfftfreq(points, 1.0 / float(fs)), found


def _real(x: Any) -> Any:
    found = np.asarray(x)
    if found.dtype.kind not in "biuf":
        raise Unsupported("complex numbers")
    return found.astype(np.float64)


def _welch(
    x: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", return_onesided: Any = True, scaling: Any = "density", axis: Any = -1,
    average: Any = "mean",
) -> Any:  # fmt: skip
    signal = np.moveaxis(_real(x), int(axis), -1)
    if not return_onesided or average != "mean":
        raise Unsupported("frequencies of another kind")
    lengths = _lengths(signal, nperseg, noverlap, nfft, window)
    frequencies, found = _powers(signal, fs, window, lengths, detrend, scaling)
    return frequencies, np.moveaxis(found.mean(axis=-2), -1, int(axis))


def _periodogram(
    x: Any, fs: Any = 1.0, window: Any = "boxcar", nfft: Any = None, detrend: Any = "constant",
    return_onesided: Any = True, scaling: Any = "density", axis: Any = -1,
) -> Any:  # fmt: skip
    signal = np.moveaxis(_real(x), int(axis), -1)
    if not return_onesided or nfft is not None:
        raise Unsupported("frequencies of another kind")
    length = signal.shape[-1]
    frequencies, found = _powers(signal, fs, window or "boxcar", (length, 0, length), detrend, scaling)
    return frequencies, np.moveaxis(found[..., 0, :], -1, int(axis))


def _spectrogram(
    x: Any, fs: Any = 1.0, window: Any = ("tukey", _FADING), nperseg: Any = None, noverlap: Any = None,
    nfft: Any = None, detrend: Any = "constant", return_onesided: Any = True, scaling: Any = "density",
    axis: Any = -1, mode: Any = "psd",
) -> Any:  # fmt: skip
    signal = _real(x)
    if not return_onesided or mode != "psd" or int(axis) not in {-1, signal.ndim - 1}:
        raise Unsupported("frequencies of another kind")
    length, overlap, points = _lengths(signal, nperseg, noverlap, nfft, window)
    overlap = length // 8 if noverlap is None else overlap
    frequencies, found = _powers(signal, fs, window, (length, overlap, points), detrend, scaling)
    times = (np.arange(found.shape[-2]) * (length - overlap) + length / 2.0) / float(fs)
    return frequencies, times, np.swapaxes(found, -1, -2)


def _short_transforms(
    x: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = 256, noverlap: Any = None, nfft: Any = None,
    detrend: Any = False, return_onesided: Any = True, boundary: Any = "zeros", padded: Any = True,
    axis: Any = -1, scaling: Any = "spectrum",
) -> Any:  # fmt: skip
    """As ``stft``."""
    signal = _real(x)
    if not return_onesided or boundary != "zeros" or detrend or scaling != "spectrum" or int(axis) != -1:
        raise Unsupported("frequencies of another kind")
    length, overlap, points = _lengths(signal, nperseg, noverlap, nfft, window)
    step = length - overlap
    wide = [(0, 0)] * (signal.ndim - 1)
    signal = np.pad(signal, [*wide, (length // 2, length // 2)])
    rest = -(signal.shape[-1] - length) % step
    signal = np.pad(signal, [*wide, (0, rest if padded else 0)])
    weights = _window(window, length)
    found = np.fft.rfft(_segments(signal, length, overlap) * weights, points, axis=-1) / weights.sum()
    times = np.arange(found.shape[-2]) * step / float(fs)
    return np.fft.rfftfreq(points, 1.0 / float(fs)), times, np.swapaxes(found, -1, -2)


def _resampled(x: Any, num: Any, t: Any = None, axis: Any = 0, window: Any = None, domain: Any = "time") -> Any:
    """As ``resample``."""
    if t is not None or window is not None or domain != "time":
        raise Unsupported("another number of places of another kind")
    signal = np.moveaxis(_real(x), int(axis), -1)
    count, wanted = signal.shape[-1], int(num)
    spectrum = np.fft.rfft(signal, axis=-1)
    kept = min(count, wanted)
    found = np.zeros((*signal.shape[:-1], wanted // 2 + 1), dtype=complex)
    found[..., : kept // 2 + 1] = spectrum[..., : kept // 2 + 1]
    if kept % 2 == 0 and count != wanted:
        found[..., kept // 2] *= 2.0 if wanted < count else 0.5
    return np.moveaxis(np.fft.irfft(found, wanted, axis=-1) * (wanted / count), -1, int(axis))


def _answers(b: Any, a: Any = 1, worN: Any = 512, whole: Any = False, fs: Any = None) -> Any:
    """As ``freqz``."""
    if whole or not isinstance(worN, int | np.integer | None):
        raise Unsupported("answers at given frequencies")
    count = 512 if worN is None else int(worN)
    turns = np.exp(-1j * np.pi * np.arange(count) / count)
    found = np.polyval(np.atleast_1d(b)[::-1], turns) / np.polyval(np.atleast_1d(a)[::-1], turns)
    places = np.arange(count) / count
    return places * (np.pi if fs is None else float(fs) / 2.0), found


def _taps(
    numtaps: Any, cutoff: Any, *, width: Any = None, window: Any = "hamming", pass_zero: Any = True,
    scale: Any = True, fs: Any = None,
) -> Any:  # fmt: skip
    """As ``firwin``."""
    if width is not None or not 0 < int(numtaps) <= 100_000:
        raise Unsupported("a filter of another kind")
    edges = np.atleast_1d(np.asarray(cutoff, dtype=np.float64)) * (1.0 if fs is None else 2.0 / float(fs))
    if ((edges <= 0.0) | (edges >= 1.0)).any():
        raise ValueError("Invalid cutoff frequency: frequencies must be greater than 0 and less than fs/2.")
    named = {"lowpass": True, "highpass": False, "bandpass": False, "bandstop": True}
    begins = named[pass_zero] if isinstance(pass_zero, str) else bool(pass_zero)
    ends = np.r_[[0.0] * begins, edges, [1.0] * ((len(edges) % 2 == 1) != begins)]
    places = np.arange(int(numtaps)) - (int(numtaps) - 1) / 2.0
    found = np.zeros(int(numtaps))
    for low, high in ends.reshape(-1, 2):
        found += high * np.sinc(high * places) - low * np.sinc(low * places)
    found *= windowed(window, int(numtaps), periodic=False)
    if scale:
        low, high = ends[:2]
        at = 0.0 if low == 0.0 else 1.0 if high == 1.0 else (low + high) / 2.0
        found /= (found * np.cos(np.pi * places * at)).sum()
    return found


def _tops(data: Any, comparator: Any, axis: Any = 0, order: Any = 1, mode: Any = "clip") -> Any:
    values = np.moveaxis(np.asarray(data), int(axis), 0)
    if mode != "clip" or int(order) < 1:
        raise Unsupported("tops of another kind")
    places = np.arange(len(values))
    found = np.ones(values.shape, dtype=bool)
    for step in range(1, int(order) + 1):
        for other in (places + step, places - step):
            found &= comparator(values, values[np.clip(other, 0, len(values) - 1)])
    return np.nonzero(np.moveaxis(found, 0, int(axis)))


def _segment_steps(arguments: Arguments) -> float:
    """Segments that are looked at one by one."""
    x = np.asarray(arguments["x"])
    length, overlap, _ = _lengths(x, arguments["nperseg"], arguments["noverlap"], None, arguments["window"])
    count = max(1, (x.shape[int(arguments["axis"])] - overlap) // max(1, length - overlap))
    return float(count * x.size // max(1, x.shape[int(arguments["axis"])]))


def _whole(arguments: Arguments) -> float:
    return float(np.size(arguments["x"]) + abs(int(arguments["num"])))


def _numbered(arguments: Arguments) -> float:
    value = next(iter(arguments.values())) if "numtaps" in arguments else arguments["worN"]
    return abs(float(value)) if isinstance(value, int | np.integer) else 512.0


FUNCTIONS: Final[Mapping[str, Native]] = {
    "welch": Native(_welch, _segment_steps, here=60),
    "periodogram": Native(_periodogram, here=40),
    "spectrogram": Native(_spectrogram, here=40),
    "stft": Native(_short_transforms, here=60),
    "resample": Native(_resampled, _whole, here=20),
    "freqz": Native(_answers, _numbered, here=60),
    "firwin": Native(_taps, _numbered, here=60),
    **{
        name: Native(
            lambda data, axis=0, order=1, mode="clip", compare=compare: _tops(data, compare, axis, order, mode)
        )
        for name, compare in (("argrelmax", np.greater), ("argrelmin", np.less))
    },
}
