"""``scipy.fft``."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native

#: Lengths whose prime factors are no larger than these are quick to transform.
_FACTORS: Final = (2, 3, 5, 7, 11)
_REAL_FACTORS: Final = (2, 3, 5)
_LONGEST: Final = 10_000_000


def _of_one_axis(name: str) -> Native:
    run = getattr(np.fft, name)

    def transform(x: Any, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
        return _narrow(run(np.asarray(x), n, axis, norm), x)

    return Native(transform, _steps)


def _of_axes(name: str, usual: tuple[int, ...] | None = (-2, -1)) -> Native:
    """
    Args:
        usual: axes where none are said; None for all.
    """
    run = getattr(np.fft, name)

    def transform(x: Any, s: Any = None, axes: Any = usual, norm: Any = None) -> Any:
        if s is not None:
            raise Unsupported("a transform of another shape")
        return _narrow(run(np.asarray(x), axes=axes, norm=norm), x)

    return Native(transform, _steps)


def _narrow(found: Any, given: Any) -> Any:
    """Of single numbers it is of such."""
    if getattr(given, "dtype", None) not in (np.float32, np.complex64):
        return found
    return found.astype(np.complex64 if found.dtype.kind == "c" else np.float32)


def _steps(arguments: Arguments) -> float:
    size = max(1, int(np.size(arguments["x"])))
    wanted = arguments.get("n")
    length = size
    if "n" in arguments:
        length = (np.shape(arguments["x"]) or (1,))[int(arguments["axis"])]
        if wanted is not None:
            size, length = size // max(1, length) * max(length, int(wanted)), int(wanted)
    return float(size * log2(max(2, abs(length))))


def _good_length(target: Any, real: Any = False) -> int:
    wanted = int(target)
    if wanted < 0:
        raise ValueError("Target length must be positive")
    if wanted > _LONGEST:
        raise Unsupported("a long transform")
    while not _is_good(wanted, _REAL_FACTORS if real else _FACTORS):
        wanted += 1
    return wanted


def _is_good(length: int, factors: tuple[int, ...]) -> bool:
    for factor in factors:
        while length > 1 and length % factor == 0:
            length //= factor
    return length <= 1


def _count(arguments: Arguments) -> float:
    return abs(float(arguments["n"]))


FUNCTIONS: Final[Mapping[str, Native]] = {
    **{name: _of_one_axis(name) for name in ("fft", "ifft", "rfft", "irfft")},
    **{name: _of_axes(name) for name in ("fft2", "ifft2", "rfft2", "irfft2")},
    **{name: _of_axes(name, None) for name in ("fftn", "ifftn", "rfftn", "irfftn")},
    "fftfreq": Native(lambda n, d=1.0: np.fft.fftfreq(n, d), _count),
    "rfftfreq": Native(lambda n, d=1.0: np.fft.rfftfreq(n, d), _count),
    "fftshift": Native(lambda x, axes=None: np.fft.fftshift(np.asarray(x), axes)),
    "ifftshift": Native(lambda x, axes=None: np.fft.ifftshift(np.asarray(x), axes)),
    "next_fast_len": Native(_good_length, here=50_000),
}
