"""``scipy.signal``: filters along an axis, designed and applied."""

from __future__ import annotations

import cmath
import math
import operator
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native

_MOST_ORDER: Final = 50
#: Order of the filter before places are left out, unless it is said, and the share of the band that it keeps.
_DECIMATING: Final = 8
_KEPT_BAND: Final = 0.8
_MOST_TAPS: Final = 1_000
#: How much longer a pole takes that is put together with another one.
_PAIRED: Final = 5.4
#: Kinds of filters with one frequency and with two.
_ONE_SIDED: Final = {"low": False, "lowpass": False, "lp": False, "high": True, "highpass": True, "hp": True}
_BANDS: Final = frozenset({"band", "bandpass", "bp", "pass"})
#: Elements up to which a signal goes through a filter one by one, and such up to which several do side by side.
_SHORT: Final = 300
_SHORT_OF_SEVERAL: Final = 50
#: Part of a signal that is taken for nothing, and how many times as large one may become.
_FORGOTTEN: Final = 1e-10
_LARGEST: Final = 1e200
#: Of how many numbers are known: a part of 1.
_EXACT: Final = float(np.finfo(np.float64).eps)
#: Nanoseconds that an element and a tap take in the closed world itself, by spectra.
_A_TAP: Final = 25.0


def _butterworth(N: Any, Wn: Any, btype: Any = "low", analog: Any = False, output: Any = "ba", fs: Any = None) -> Any:
    """As ``butter``."""
    order = int(N)
    if analog or output not in {"ba", "sos"} or not 0 < order <= _MOST_ORDER:
        raise Unsupported("a filter of another kind")
    edges = np.atleast_1d(np.asarray(Wn, dtype=np.float64)) * (2.0 / fs if fs else 1.0)
    if not ((edges > 0.0) & (edges < 1.0)).all():
        raise ValueError("Digital filter critical frequencies must be 0 < Wn < 1")
    warped = [4.0 * math.tan(math.pi * edge / 2.0) for edge in edges.tolist()]
    poles = [-cmath.exp(1j * math.pi * turn / (2 * order)) for turn in range(-order + 1, order, 2)]
    if btype in _ONE_SIDED and len(warped) == 1:
        is_high = _ONE_SIDED[btype]
        moved = [warped[0] / pole if is_high else warped[0] * pole for pole in poles]
        zeros: list[complex] = [0j] * order if is_high else []
        gain = 1.0 if is_high else warped[0] ** order
    elif btype in _BANDS and len(warped) == 2:
        width, middle = warped[1] - warped[0], warped[0] * warped[1]
        halves = [pole * width / 2.0 for pole in poles]
        roots = [cmath.sqrt(half * half - middle) for half in halves]
        moved = [half + sign * root for sign in (1, -1) for half, root in zip(halves, roots, strict=True)]
        zeros, gain = [0j] * order, width**order
    else:
        raise Unsupported("a filter of another kind")
    there, behind, factor = _digital(zeros, moved, gain)
    if output == "sos":
        return _sections(there, behind, factor)
    return factor * np.real(np.poly(there)), np.real(np.poly(behind))


def _digital(zeros: list[complex], poles: list[complex], gain: float) -> tuple[list[complex], list[complex], float]:
    """Zeros, poles and gain of a filter of whole steps, by way of the bilinear transformation."""
    there = [(4.0 + zero) / (4.0 - zero) for zero in zeros] + [-1.0 + 0j] * (len(poles) - len(zeros))
    factor = np.prod([4.0 - zero for zero in zeros]) / np.prod([4.0 - pole for pole in poles])
    return there, [(4.0 + pole) / (4.0 - pole) for pole in poles], gain * float(np.real(factor))


def _sections(zeros: list[complex], poles: list[complex], gain: float) -> Any:
    """The same as filters of two poles each, one behind the other, a row of six taps for each."""
    upper = sorted(zeros, key=lambda zero: zero.real)
    pairs = [[pole, pole.conjugate()] for pole in poles if pole.imag > _EXACT]
    real = [pole for pole in poles if abs(pole.imag) <= _EXACT]
    pairs += [real[place : place + 2] for place in range(0, len(real), 2)]
    # What is on both ends of the real axis goes together.
    found = np.zeros((len(pairs), 6))
    for row, pair in enumerate(sorted(pairs, key=lambda pair: abs(pair[0]))):
        own = [upper.pop(0)] + ([upper.pop()] if len(pair) > 1 else [])
        found[row, : len(own) + 1], found[row, 3 : len(pair) + 4] = np.real(np.poly(own)), np.real(np.poly(pair))
    found[0, :3] *= gain
    return found


def _by_sections(sos: Any, x: Any, axis: Any = -1, zi: Any = None) -> Any:
    """As ``sosfilt``."""
    if zi is not None:
        raise Unsupported("states of several filters")
    found = np.moveaxis(np.asarray(x, dtype=np.float64), int(axis), 0)
    for row in np.atleast_2d(sos):
        found = _recurred(row[:3], row[3:], found)[0]
    return np.moveaxis(found, 0, int(axis))


def _by_sections_both_ways(sos: Any, x: Any, axis: Any = -1, padtype: Any = "odd", padlen: Any = None) -> Any:
    """As ``sosfiltfilt``."""
    if padtype != "odd":
        raise Unsupported("another padding")
    rows, signal = np.atleast_2d(sos), np.moveaxis(np.asarray(x, dtype=np.float64), int(axis), 0)
    less = min(int((rows[:, 2] == 0).sum()), int((rows[:, 5] == 0).sum()))
    edge = 3 * (2 * len(rows) + 1 - less) if padlen is None else int(padlen)
    if len(signal) <= edge:
        raise ValueError(f"The length of the input vector x must be greater than padlen, which is {edge}.")
    before, behind = 2 * signal[:1] - signal[edge:0:-1], 2 * signal[-1:] - signal[-2 : -edge - 2 : -1]
    found = np.concatenate((before, signal, behind))
    for _ in range(2):
        level: Any = found[:1]
        for row in rows:
            steady = _steady(row[:3], row[3:]).reshape(-1, *([1] * (signal.ndim - 1)))
            found = _recurred(row[:3], row[3:], found, steady * level)[0]
            level = level * (row[:3].sum() / row[3:].sum())
        found = found[::-1]
    return np.moveaxis(found[edge : len(found) - edge], 0, int(axis))


def _decimated(x: Any, q: Any, n: Any = None, ftype: Any = "iir", axis: Any = -1, zero_phase: Any = True) -> Any:
    """As ``decimate``, by a filter of Butterworth's instead of Chebyshev's."""
    if ftype != "iir" or not zero_phase:
        raise Unsupported("another filter before places are left out")
    step = operator.index(q)
    sections = _butterworth(_DECIMATING if n is None else n, _KEPT_BAND / step, output="sos")
    kept = np.moveaxis(_by_sections_both_ways(sections, x, axis), int(axis), 0)[::step]
    return np.moveaxis(kept, 0, int(axis))


def _filtered(b: Any, a: Any, x: Any, axis: Any = -1, zi: Any = None) -> Any:
    """As ``lfilter``, all signals at once, step by step."""
    upper, lower, signal = np.atleast_1d(b), np.atleast_1d(a), np.asarray(x)
    if zi is not None and signal.ndim != 1:
        raise Unsupported("states of several signals")
    found, state = _recurred(upper, lower, np.moveaxis(signal, int(axis), 0), zi)
    found = np.moveaxis(found, 0, int(axis))
    return found if zi is None else (found, state)


def _recurred(upper: Any, lower: Any, signal: Any, state: Any = None) -> tuple[Any, Any]:
    if not len(lower) or lower[0] == 0 or upper.ndim > 1 or lower.ndim > 1:
        raise ValueError("a[0] must not be 0")
    up, down = _as_long(upper, lower)
    shape = (len(up) - 1, *signal.shape[1:])
    kept = np.zeros(shape, dtype=np.result_type(up, down, signal, np.float64))
    if state is not None:
        kept = kept + state
    if len(up) == 1:
        return signal * up[0], kept
    if signal.ndim == 1 and len(signal) <= _SHORT:
        return _recurred_plainly(up.tolist(), down.tolist(), signal.tolist(), kept)
    if signal.ndim == 1 or len(signal) > _SHORT_OF_SEVERAL:
        return _recurred_at_once(up, down, signal, kept)
    return _recurred_side_by_side(up, down, signal, kept)


def _recurred_side_by_side(up: Any, down: Any, signal: Any, kept: Any) -> tuple[Any, Any]:
    """Of several short signals."""
    sides = (-1, *([1] * (signal.ndim - 1)))
    ups, downs = up[1:].reshape(sides), down[1:].reshape(sides)
    found = np.empty(signal.shape, dtype=kept.dtype)
    for place in range(len(signal)):
        one = signal[place]
        result = found[place] = kept[0] + up[0] * one
        kept[:-1] = kept[1:]
        kept[-1] = 0.0
        kept += ups * one - downs * result
    return found, kept


def _as_long(upper: Any, lower: Any) -> tuple[Any, Any]:
    """Both with as many taps as the longer one, so that the first of the lower ones is 1."""
    length = max(len(upper), len(lower))
    up, down = (np.pad(taps / lower[0], (0, length - len(taps))) for taps in (upper, lower))
    return up, down


def _lengths_for(down: Any, length: int) -> tuple[int, float]:
    """Places after which the filter has forgotten a signal of that length, where each is given so many times the weight
    of the one before it: less than 1 for a filter that does not forget by itself so soon. Raises Unsupported."""
    if not np.isfinite(down).all() or np.flatnonzero(down)[-1] > 2 * _MOST_ORDER:
        raise Unsupported("a filter of another kind")
    slowest = float(np.abs(np.roots(down)).max(initial=0.0))
    pace = math.log(slowest) if slowest else -math.inf
    if pace * length > math.log(_LARGEST):
        raise Unsupported("a filter that makes a signal grow")
    forgetting = math.log(_FORGOTTEN) / pace if pace < 0.0 else math.inf
    padded = 1 << math.ceil(math.log2(length + max(min(forgetting, length), len(down))))
    if forgetting <= length:
        return padded, 1.0
    # What comes round from behind the end is then as small as what is lost where weights are taken away again.
    lost = math.log(_EXACT) * padded / (padded + length)
    return padded, math.exp(min(0.0, lost / padded - pace * (1.0 if pace > 0.0 else 1.0 - length / padded)))


def _recurred_at_once(up: Any, down: Any, signal: Any, state: Any) -> tuple[Any, Any]:
    """By spectra; what the filter held before is one more signal that it is given. What it holds then is told of one
    signal alone."""
    padded, weight = _lengths_for(down, len(signal))
    there, back = (np.fft.rfft, np.fft.irfft) if state.dtype.kind == "f" else (np.fft.fft, np.fft.ifft)
    sides = (-1, *([1] * (signal.ndim - 1)))
    weights = np.exp(math.log(weight) * np.arange(max(len(signal), len(up)))).reshape(sides)

    def spectrum(part: Any) -> Any:
        return there(part * weights[: len(part)], padded, axis=0)

    together = spectrum(signal) * spectrum(up.reshape(sides))
    if state.any():
        together += spectrum(state)
    found = back(together / spectrum(down.reshape(sides)), padded, axis=0)[: len(signal)] / weights[: len(signal)]
    if signal.ndim > 1:
        return found, state
    last = min(len(state), len(signal))
    kept = np.convolve(up, signal[-last:])[last:] - np.convolve(down, found[-last:])[last:]
    kept[: len(state) - last] += state[len(signal) :]
    return found, kept


def _recurred_plainly(up: list[float], down: list[float], signal: list[float], state: Any) -> tuple[Any, Any]:
    """Of one signal, for which plain numbers are quicker than arrays of few."""
    kept, found = [*state.tolist(), 0.0], []
    for one in signal:
        result = kept[0] + up[0] * one
        found.append(result)
        kept = [
            before + over * one - under * result for before, over, under in zip(kept[1:], up[1:], down[1:], strict=True)
        ]
        kept.append(0.0)
    return np.array(found, dtype=state.dtype), np.array(kept[:-1], dtype=state.dtype)


def _steady(b: Any, a: Any) -> Any:
    """As ``lfilter_zi``."""
    up, down = _as_long(*(np.atleast_1d(np.asarray(taps, dtype=np.float64)) for taps in (b, a)))
    companion = np.eye(len(up) - 1, k=1)
    companion[:, 0] -= down[1:]
    return np.linalg.solve(np.eye(len(companion)) - companion, up[1:] - down[1:] * up[0])


def _both_ways(b: Any, a: Any, x: Any, axis: Any = -1, padtype: Any = "odd", padlen: Any = None) -> Any:
    """As ``filtfilt``."""
    if padtype != "odd":
        raise Unsupported("another padding")
    signal = np.moveaxis(np.asarray(x, dtype=np.float64), int(axis), 0)
    upper, lower = np.atleast_1d(b), np.atleast_1d(a)
    edge = 3 * max(len(upper), len(lower)) if padlen is None else int(padlen)
    if len(signal) <= edge:
        raise ValueError(f"The length of the input vector x must be greater than padlen, which is {edge}.")
    before, behind = 2 * signal[:1] - signal[edge:0:-1], 2 * signal[-1:] - signal[-2 : -edge - 2 : -1]
    found = np.concatenate((before, signal, behind))
    steady = _steady(upper, lower).reshape(-1, *([1] * (signal.ndim - 1)))
    for _ in range(2):
        found = _recurred(upper, lower, found, steady * found[:1])[0][::-1]
    return np.moveaxis(found[edge : len(found) - edge], 0, int(axis))


def _coefficients(window_length: Any, polyorder: Any, deriv: Any = 0, delta: Any = 1.0) -> Any:
    """As ``savgol_coeffs``, in the order in which a convolution with the signal takes them."""
    return _weights(window_length, polyorder, deriv, delta)[::-1].copy()


def _weights(window_length: Any, polyorder: Any, deriv: Any, delta: Any) -> Any:
    """The same in the order in which a product with the signal takes them."""
    length, order = int(window_length), int(polyorder)
    if order >= length:
        raise ValueError("polyorder must be less than window_length.")
    # Of a window of even length the midst lies between two places.
    powers = np.vander(np.arange(length) - (length - 1) / 2, order + 1, increasing=True)
    if deriv > order:
        return np.zeros(length)
    return np.linalg.pinv(powers)[int(deriv)] * math.factorial(int(deriv)) / delta ** int(deriv)


def _smoothed(
    x: Any,
    window_length: Any,
    polyorder: Any,
    deriv: Any = 0,
    delta: Any = 1.0,
    axis: Any = -1,
    mode: Any = "interp",
    cval: Any = 0.0,
) -> Any:
    """As ``savgol_filter``."""
    signal = np.moveaxis(np.asarray(x, dtype=np.float64), int(axis), -1)
    length = int(window_length)
    if mode == "interp" and length > signal.shape[-1]:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    ways: dict[Any, Any] = {"interp": "edge", "nearest": "edge", "mirror": "reflect", "wrap": "wrap"}
    if mode not in ways:
        raise Unsupported("another padding")
    taps = _weights(length, polyorder, deriv, delta)
    half = length // 2
    padded = np.pad(signal, [(0, 0)] * (signal.ndim - 1) + [((length - 1) // 2, half)], mode=ways[mode])
    found = np.lib.stride_tricks.sliding_window_view(padded, length, axis=-1) @ taps
    if mode == "interp" and half:
        _fit_edges(signal, found, length, int(polyorder), int(deriv), float(delta))
    kind = np.float32 if getattr(x, "dtype", None) == np.float32 else np.float64
    return np.moveaxis(found.astype(kind, copy=False), -1, int(axis))


def _fit_edges(signal: Any, found: Any, length: int, order: int, deriv: int, delta: float) -> None:
    """Where the window would reach beyond the signal, its first and last places are on one polynomial."""
    powers = np.vander(np.arange(length), order + 1, increasing=True).astype(np.float64)
    fit = np.linalg.pinv(powers)
    weights = np.array([math.perm(power, deriv) for power in range(deriv, order + 1)], dtype=np.float64)
    derived = np.vander(np.arange(length), order + 1 - deriv, increasing=True) * weights if deriv <= order else None
    half = length // 2
    for part, places, at in ((signal[..., :length], slice(0, half), slice(0, half)),
                             (signal[..., -length:], slice(length - half, None), slice(-half, None))):  # fmt: skip
        if derived is not None:
            found[..., at] = (part @ fit.T)[..., deriv:] @ derived[places].T / delta**deriv


def _taps(arguments: Arguments) -> float:
    taps = max(np.size(arguments["b"]), np.size(arguments["a"]))
    return float(np.size(arguments["x"]) * (taps if taps <= _MOST_TAPS else math.inf))


def _section_taps(arguments: Arguments) -> float:
    return float(np.size(arguments["x"]) * len(np.atleast_2d(arguments["sos"])) * 3)


def _along(arguments: Arguments) -> float:
    length = int(arguments["window_length"])
    return float(np.size(arguments["x"]) * (length if 0 < length <= _MOST_TAPS else math.inf))


def _order(arguments: Arguments) -> float:
    """Poles, each of which takes several times as long where they are put together in pairs."""
    poles = abs(int(arguments["N"])) * max(1, np.size(arguments["Wn"]))
    return float(
        poles * (_PAIRED if arguments["output"] == "sos" else 1.0) + (4.0 if arguments["output"] == "sos" else 0.0)
    )


def _window(arguments: Arguments) -> float:
    length = int(arguments["window_length"])
    return float(length if 0 < length <= _MOST_TAPS else math.inf)


FUNCTIONS: Final[Mapping[str, Native]] = {
    "butter": Native(_butterworth, _order, here=8_000),
    "lfilter": Native(_filtered, _taps, here=_A_TAP),
    "lfilter_zi": Native(_steady),
    "filtfilt": Native(_both_ways, _taps, here=2 * _A_TAP),
    "sosfilt": Native(_by_sections, _section_taps, here=_A_TAP),
    "sosfiltfilt": Native(_by_sections_both_ways, _section_taps, here=2 * _A_TAP),
    "decimate": Native(_decimated, here=24 * _A_TAP),
    "savgol_filter": Native(_smoothed, _along, here=4),
    "savgol_coeffs": Native(_coefficients, _window, here=10_000),
}
