"""``scipy.fft``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.fourier import steps_of_row
from perfcast.trial.libraries.scipy.cosine_transforms import axes_meant, cosines, cosines_of_axes
from perfcast.trial.libraries.scipy.function_calls import MOST_STEPS, Arguments, Native, natives

#: Lengths whose prime factors are no larger than these are quick to transform.
_FACTORS: Final = (2, 3, 5, 7, 11)
_REAL_FACTORS: Final = (2, 3, 5)
_LONGEST: Final = 10_000_000
#: How much more than two transforms a convolution takes that stands for one.
_CONVOLUTION: Final = 1.65
#: Nanoseconds that a step takes in the closed world itself.
_HERE: Final = 0.5
#: Bytes of a number with a fraction and of a complex one.
_WIDE: Final = 8
_COMPLEX: Final = 16


def members(machine: Machine) -> dict[str, Guarded]:
    """What the module holds."""
    return natives(machine, "fft", {**_transforms(machine), **_OTHERS})


def _transforms(machine: Machine) -> dict[str, Native]:
    one = {name: _of_one_axis(getattr(np.fft, name), machine) for name in ("fft", "ifft", "rfft", "irfft")}
    two = {name: _of_axes(getattr(np.fft, name), machine, (-2, -1)) for name in ("fft2", "ifft2", "rfft2", "irfft2")}
    all_axes = {name: _of_axes(getattr(np.fft, name), machine) for name in ("fftn", "ifftn", "rfftn", "irfftn")}
    return {**one, **two, **all_axes, **_cosine_transforms(machine)}


def _cosine_transforms(machine: Machine) -> dict[str, Native]:
    found: dict[str, Native] = {}
    for name, sines in (("dct", False), ("dst", True)):
        for prefix, is_back in (("", False), ("i", True)):
            run = partial(cosines, is_back=is_back, sines=sines)
            of_axes = partial(cosines_of_axes, is_back=is_back, sines=sines)
            found[prefix + name] = _native(machine, run)
            found[f"{prefix}{name}n"] = _native(machine, of_axes)
    return found


def _of_one_axis(run: Callable[..., Any], machine: Machine) -> Native:
    def transform(x: Any, n: Any = None, axis: Any = -1, norm: Any = None) -> Any:
        return _narrow(run(np.asarray(x), n, axis, norm), x)

    return _native(machine, transform)


def _of_axes(run: Callable[..., Any], machine: Machine, usual: tuple[int, ...] | None = None) -> Native:
    """
    Args:
        usual: axes where none are said; None for all.
    """

    def transform(x: Any, s: Any = None, axes: Any = usual, norm: Any = None) -> Any:
        if s is not None:
            raise Unsupported("a transform of another shape")
        return _narrow(run(np.asarray(x), axes=axes, norm=norm), x)

    return _native(machine, transform)


def _narrow(found: Any, given: Any) -> Any:
    """Of single numbers it is of such."""
    if getattr(given, "dtype", None) not in (np.float32, np.complex64):
        return found
    return found.astype(np.complex64 if found.dtype.kind == "c" else np.float32)


def _native(machine: Machine, run: Callable[..., Any]) -> Native:
    return Native(run, partial(_steps, machine), here=_HERE, beside=_laid_out)


def _steps(machine: Machine, arguments: Arguments) -> float:
    cells, lengths = _rows(arguments)
    if cells > MOST_STEPS:
        # Too many to be done: what the factors are is not looked for.
        return math.inf
    return sum(cells / length * steps_of_row(length, machine.whole, _CONVOLUTION)[0] for length in lengths)


def _laid_out(arguments: Arguments, machine: Machine) -> float:
    """Bytes of one row and of what is reckoned with it; of a convolution also what is folded."""
    number = _COMPLEX if np.asarray(arguments["x"]).dtype.kind == "c" else _WIDE
    most = 0.0
    for length in _rows(arguments)[1]:
        convolved = steps_of_row(length, machine.whole, _CONVOLUTION)[1]
        most = max(most, 2.0 * number * length + 2.0 * _COMPLEX * convolved + (_WIDE * length if convolved else 0))
    return most


def _rows(arguments: Arguments) -> tuple[int, list[int]]:
    """Elements that are transformed, and how many are in a row along each axis."""
    given = np.asarray(arguments["x"])
    several = "axes" in arguments
    places = axes_meant(arguments["axes" if several else "axis"], given.ndim)
    lengths = [max(1, given.shape[axis]) for axis in places if -given.ndim <= axis < given.ndim]
    wanted = None if several else arguments["n"]
    if wanted is None or not lengths:
        return given.size, lengths
    length = max(1, abs(int(wanted)))
    return given.size // lengths[0] * length, [length]


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


_OTHERS: Final[Mapping[str, Native]] = {
    "fftfreq": Native(lambda n, d=1.0: np.fft.fftfreq(n, d), _count),
    "rfftfreq": Native(lambda n, d=1.0: np.fft.rfftfreq(n, d), _count),
    "fftshift": Native(lambda x, axes=None: np.fft.fftshift(np.asarray(x), axes)),
    "ifftshift": Native(lambda x, axes=None: np.fft.ifftshift(np.asarray(x), axes)),
    "next_fast_len": Native(_good_length, here=50_000),
}
