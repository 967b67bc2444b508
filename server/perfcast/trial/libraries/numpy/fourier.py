"""Costs of Fourier transforms: nanoseconds, and bytes besides the result.

The prime factors of a length say how many steps there are. One that has large ones is transformed as a convolution of
another length (Bluestein's algorithm), where that is less work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log2, prod
from typing import Any, Final, NamedTuple

from perfcast.trial.libraries.numpy import prices
from perfcast.workload.numbers.primes import prime_factors

FOURIER: Final = frozenset({"fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn"})
#: Of numbers with a fraction, half of the work of other transforms.
_REAL: Final = frozenset({"rfft", "irfft", "rfft2", "irfft2"})
#: Lengths that are shorter are never transformed as others.
_SHORT: Final = 50
#: A factor that has steps of its own, what any other takes beside it, and how much more a convolution takes than two
#: transforms.
_PREPARED: Final = 5
_UNPREPARED: Final = 1.1
_CONVOLUTION: Final = 2.5
_SMOOTH: Final = (2, 3, 5, 7, 11)
#: How many times as many steps a length takes whose factors nobody knows as one that has small ones alone.
_UNKNOWN: Final = 2.0
#: Bytes of a number with a fraction and of a complex one, with which it is reckoned whatever is given.
_WIDE: Final = 8
_COMPLEX: Final = 16
#: Bytes of a transform that the allocator has at hand; the more there are, the less it has of them.
_AT_HAND: Final = 32 * 1024


class _Pass(NamedTuple):
    """A transform along one axis: of rows of that length, each of which takes so many steps."""

    length: int
    rows: int
    is_real: bool
    is_inner: bool
    steps: float
    convolved: int


def fourier_time(
    name: str,
    array: Any,
    result: Any,
    args: Sequence[Any],
    options: Mapping[str, Any],
    whole: Callable[[int], float] = float,
) -> float:
    """Nanoseconds of all its rows.

    Args:
        whole: gives how long a row is at the workload's own sizes. Where it is not as long as that, its factors are as
            it happens, and say nothing of the workload's.
    """
    found = 0.0
    for one in _passes(name, array, result, args, options):
        step = prices.FOURIER if one.is_inner else prices.FOURIER_ASIDE
        steps = one.steps if whole(one.length) == one.length else _typical_steps(one.length, one.is_real)
        found += one.rows * (prices.FOURIER_ROW + step * steps)
    fresh = int(result.nbytes) + fourier_bytes(name, array, result, args, options)
    return found + prices.FOURIER_FRESH * fresh * max(0.0, log2((fresh + 1) / _AT_HAND))


def fourier_bytes(name: str, array: Any, result: Any, args: Sequence[Any], options: Mapping[str, Any]) -> int:
    """Beside the result: what is converted, the pass before, and what is laid out for one row."""
    most, before = 0, 0
    for one in _passes(name, array, result, args, options):
        given = result if before else array
        wanted = "f" if one.is_real and name.startswith("r") else "c"
        width = _WIDE if wanted == "f" else _COMPLEX
        is_fit = given.dtype.kind == wanted and given.itemsize == width
        converted = 0 if is_fit else width * int(given.size)
        is_narrow = result.itemsize < (_WIDE if result.dtype.kind == "f" else _COMPLEX)
        converted += 2 * int(result.nbytes) if is_narrow else 0
        number = _WIDE if one.is_real else _COMPLEX
        laid_out = 2 * number * one.length
        if one.convolved:
            laid_out = _COMPLEX * (2 * one.length + 3 * one.convolved)
        most = max(most, before + converted + laid_out)
        before = int(result.nbytes)
    return most


def _passes(name: str, array: Any, result: Any, args: Sequence[Any], options: Mapping[str, Any]) -> Iterator[_Pass]:
    if not result.ndim or not array.ndim:
        return
    for place, axis in enumerate(_axes(name, result, args, options)):
        is_real = name in _REAL and place == 0
        length = int(result.shape[axis])
        if is_real and name.startswith("r"):
            wanted = options.get("n", args[1] if len(args) > 1 and not name.endswith("2") else None)
            # Of rows in a list the first one alone is known.
            usual = int(array.shape[axis]) if array.ndim == result.ndim else 2 * (length - 1)
            length = wanted if isinstance(wanted, int) else usual
        steps, convolved = _steps(max(1, length), is_real)
        is_inner = axis % result.ndim == result.ndim - 1
        yield _Pass(length, int(result.size) // max(1, int(result.shape[axis])), is_real, is_inner, steps, convolved)


def _axes(name: str, result: Any, args: Sequence[Any], options: Mapping[str, Any]) -> list[int]:
    """The last one comes first, which may be of numbers with a fraction alone."""
    if name.endswith("fft"):
        axis = options.get("axis", args[2] if len(args) > 2 else -1)
        return [axis if isinstance(axis, int) and -result.ndim <= axis < result.ndim else -1]
    axes = options.get("axes", args[2] if len(args) > 2 else None)
    if axes is None:
        axes = range(-min(2, result.ndim), 0) if name.endswith("2") else range(result.ndim)
    return [axis for axis in list(axes)[::-1] if isinstance(axis, int) and -result.ndim <= axis < result.ndim]


def _steps(length: int, is_real: bool, convolution: float = _CONVOLUTION) -> tuple[float, int]:
    """Of a row; the length of the convolution that it is done by, or nothing."""
    share = 0.5 if is_real else 1.0
    factors = list(prime_factors(length))
    direct = share * _weight(factors)
    if length < _SHORT or max(factors, default=1) ** 2 <= length:
        return direct, 0
    other = 2 * length - 1
    while prod(factor for factor in prime_factors(other) if factor in _SMOOTH) != other:
        other += 1
    convolved = 2.0 * convolution * _weight(list(prime_factors(other)))
    return (convolved, other) if convolved < direct else (direct, 0)


def steps_of_row(length: int, whole: Callable[[int], float], convolution: float) -> tuple[float, int]:
    """Of a row of complex numbers, for another library: about ``length * log2(length)`` where its factors are small;
    and the length of the convolution that it is done by, or nothing.

    Args:
        whole: as `fourier_time` takes it.
        convolution: how much more than two transforms a convolution takes there.
    """
    if whole(length) != length:
        return 0.5 * _typical_steps(length, False), 0
    steps, convolved = _steps(max(1, length), False, convolution)
    return 0.5 * steps, convolved


def _typical_steps(length: int, is_real: bool) -> float:
    """Of a row whose length has nobody knows which factors: more than with small ones, less than as a convolution."""
    return _UNKNOWN * (0.5 if is_real else 1.0) * 2.0 * length * log2(max(2, length))


def _weight(factors: list[int]) -> float:
    """Two steps for each factor of two, and about as many as it says for any other."""
    each = sum(factor if factor <= _PREPARED else _UNPREPARED * factor for factor in factors)
    return float(each * prod(factors))
