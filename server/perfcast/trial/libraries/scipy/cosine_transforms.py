"""``scipy.fft``: transforms into cosines and sines, of the second kind and back."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import fractions


def cosines(
    x: Any,
    type: Any = 2,
    n: Any = None,
    axis: Any = -1,
    norm: Any = None,
    *,
    is_back: bool = False,
    sines: bool = False,
) -> Any:
    """As ``dct``; as ``idct``, ``dst`` and ``idst`` with `is_back` and `sines`. Raises Unsupported."""
    _check(type, n, norm)
    given = np.moveaxis(fractions(x), int(axis), -1)
    if not given.ndim or not given.shape[-1]:
        raise ValueError("invalid number of data points (0) specified")
    found = (_back if is_back else _there)(given.astype(np.float64), is_even=norm == "ortho", sines=sines)
    return np.moveaxis(found.astype(given.dtype, copy=False), -1, int(axis))


def cosines_of_axes(
    x: Any, type: Any = 2, s: Any = None, axes: Any = None, norm: Any = None, *, is_back: bool = False,
    sines: bool = False,
) -> Any:  # fmt: skip
    """The same along several axes, one after the other."""
    found = np.asarray(x)
    for axis in axes_meant(axes, found.ndim):
        found = cosines(found, type, s, axis, norm, is_back=is_back, sines=sines)
    return found


def axes_meant(axes: Any, rank: int) -> list[int]:
    """Those that a transform goes along: one, or several in a tuple or an array; all where none are said."""
    return [*range(rank)] if axes is None else [int(axis) for axis in np.atleast_1d(axes)]


def _check(kind: Any, length: Any, norm: Any) -> None:
    if kind != 2 or length is not None or norm not in {None, "backward", "ortho"}:
        raise Unsupported("a transform into cosines of another kind")


def _turned(count: int, sign: int) -> Any:
    return np.exp(sign * 0.5j * math.pi / count * np.arange(count))


def _scales(count: int) -> Any:
    """What makes the transform orthogonal."""
    found = np.full(count, math.sqrt(0.5 / count))
    found[0] *= math.sqrt(0.5)
    return found


def _signs(count: int) -> Any:
    return 1.0 - 2.0 * (np.arange(count) % 2)


def _there(x: Any, *, is_even: bool, sines: bool) -> Any:
    """By Makhoul's algorithm ("A fast cosine transform in one and two dimensions", 1980): the even places, then the odd
    ones from behind. Sines are cosines from behind, of values with alternating signs."""
    count = x.shape[-1]
    values = x * _signs(count) if sines else x
    ordered = np.concatenate((values[..., ::2], values[..., 1::2][..., ::-1]), axis=-1)
    found = 2.0 * (np.fft.fft(ordered) * _turned(count, -1)).real
    if is_even:
        found *= _scales(count)
    return found[..., ::-1] if sines else found


def _back(x: Any, *, is_even: bool, sines: bool) -> Any:
    count = x.shape[-1]
    values = x[..., ::-1] if sines else x
    if is_even:
        values = values / _scales(count)
    mirrored = np.concatenate((np.zeros_like(values[..., :1]), values[..., :0:-1]), axis=-1)
    ordered = np.fft.ifft(0.5 * (values - 1j * mirrored) * _turned(count, 1)).real
    found = np.empty_like(ordered)
    even = (count + 1) // 2
    found[..., ::2], found[..., 1::2] = ordered[..., :even], ordered[..., even:][..., ::-1]
    return found * _signs(count) if sines else found
