"""Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import KINDS, Kind
from perfcast.trial.libraries.torch.prices import FOURIER, FOURIER_AGAIN, FOURIER_LONG
from perfcast.trial.libraries.torch.values import Tensor, check_room, fresh
from perfcast.workload.numbers.primes import prime_factors

_COMPLEX: Final = KINDS["complex64"], KINDS["complex128"]
_DOUBLE: Final = frozenset({"float64", "complex128"})
_HALF: Final = frozenset({"float16", "bfloat16"})
_REAL: Final = KINDS["float32"], KINDS["float64"]
_ALONG_ONE: Final = ("fft", "ifft", "rfft", "irfft")
_ALONG_TWO: Final = ("fft2", "ifft2", "rfft2", "irfft2")
#: Bytes of a transform beside its result, and of a tensor that is longer or shorter than the one that was given.
_BASE: Final = 3_100
_OF_ANOTHER_LENGTH: Final = 616
#: The largest prime factor that a length may have to be transformed by its own steps; others are by a convolution
#: (Bluestein's algorithm), each of whose steps takes so many times as long.
_LARGEST_FACTOR: Final = 64
_CONVOLVED: Final = 2.5
#: Bytes of what is laid out for a length, by each of its bytes of numbers with a fraction: of powers of two, of others,
#: and of a convolution's length.
_OF_POWERS: Final = 2.4
_OF_OTHERS: Final = 4.4
_OF_CONVOLVED: Final = 10.0
#: The same of long rows of numbers with a fraction, which are transformed as complex ones of half the length.
_LONG: Final = 32 * 1024
_OF_LONG_POWERS: Final = 3.3
_OF_LONG_OTHERS: Final = 3.6
_OF_HALVED: Final = 2.1


def _transform(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """As the functions of ``torch.fft`` that go along one axis."""

    def transform(tensor: Tensor, n: Any = None, dim: Any = -1, norm: Any = None) -> Tensor:
        axis = int(dim)
        had = tensor.array.shape[axis]
        usual = 2 * (had - 1) if name == "irfft" else had
        length = usual if n is None else _whole("n", n)
        check_room(tensor.elements / max(1, had) * max(1, length), is_there=True)
        found = _transformed(name, tensor, lambda: run(tensor.array, n=length, axis=axis, norm=norm))
        is_cut = length != usual
        padding = tensor.kind.itemsize * tensor.elements // max(1, had) * length if is_cut and length > had else 0
        is_real = tensor.kind.category < 3 or found.kind.category < 3
        aside = _BASE + _laid_out(tensor, length, is_real=is_real)
        aside += _OF_ANOTHER_LENGTH + padding if is_cut else 0
        return _charged(name, found, tensor, [length], aside, is_real=is_real)

    return transform


def _along_two(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """As those that go along the last two."""

    def transform(tensor: Tensor, s: Any = None, dim: Any = (-2, -1), norm: Any = None) -> Tensor:
        if s is not None or dim not in ((-2, -1), [-2, -1]) or tensor.array.ndim < 2:
            raise Unsupported("a transform of another shape")
        found = _transformed(name, tensor, lambda: run(tensor.array, norm=norm))
        # Of numbers with a fraction half of the complex ones say all.
        lengths = [max(sizes) for sizes in zip(tensor.shape[-2:], found.shape[-2:], strict=True)]
        parts = [_laid_out(tensor, length, is_real=False) for length in lengths]
        # Of numbers with a fraction there are complex ones first, unless half of them say all.
        is_widened = (tensor.kind.category < 3 and name == "fft2") or name == "irfft2"
        passing = found.kind.itemsize * found.elements if is_widened else 0
        return _charged(name, found, tensor, lengths, _BASE + sum(parts) + passing, is_real=False)

    return transform


def _whole(name: str, value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError(f"argument '{name}' must be int, not {type(value).__name__}")
    return value


def _transformed(name: str, tensor: Tensor, run: Callable[[], Any]) -> Tensor:
    """What NumPy finds, as numbers of the tensor's precision. Raises RuntimeError."""
    if tensor.kind.name in _HALF:
        raise RuntimeError(f"Unsupported dtype {tensor.kind.name}")
    if name.startswith("rfft") and tensor.kind.is_complex:
        raise RuntimeError(f"{name} expects a real input tensor, but got {tensor.kind.name}")
    try:
        values = run()
    except ValueError as error:
        raise RuntimeError(str(error)) from None
    return fresh(tensor.machine, values, (_COMPLEX if np.iscomplexobj(values) else _REAL)[tensor.kind.name in _DOUBLE])


def _charged(name: str, found: Tensor, tensor: Tensor, lengths: Sequence[int], aside: int, *, is_real: bool) -> Tensor:
    elements, work = max(tensor.elements, found.elements), 0.0
    for length in lengths:
        first = FOURIER_LONG if is_real and _is_long(length, tensor.kind) else FOURIER
        convolved = _CONVOLVED * _convolution(tensor.machine, length, is_real=is_real) / max(1, length)
        steps = max(1.0, convolved) * np.log2(max(2, length))
        work += steps * (FOURIER_AGAIN * elements + (first - FOURIER_AGAIN) * min(length, elements))
    settled(name, found, [tensor], work=work)
    tensor.machine.briefly(aside)
    return found


def _width(kind: Kind) -> int:
    """Bytes of one number with a fraction that is reckoned with, half of a complex one."""
    return 8 if kind.name in _DOUBLE else 4


def _is_long(length: int, kind: Kind) -> bool:
    return length * _width(kind) > _LONG


def _laid_out(tensor: Tensor, length: int, *, is_real: bool) -> int:
    """Bytes of what a transform of that length goes by."""
    kind = tensor.kind
    nbytes = length * _width(kind)
    is_long = is_real and _is_long(length, kind)
    if convolution := _convolution(tensor.machine, length, is_real=is_real):
        return int(_OF_CONVOLVED * _width(kind) * convolution + (_OF_HALVED * nbytes if is_real else 0.0))
    if length & (length - 1) == 0:
        return int((_OF_LONG_POWERS if is_long else _OF_POWERS) * nbytes)
    return int((_OF_LONG_OTHERS if is_long else _OF_OTHERS) * nbytes)


def _convolution(machine: Machine, length: int, *, is_real: bool) -> int:
    """The length of the convolution that a transform is done by; 0 where it is done by its own steps."""
    # Lengths of runs at smaller sizes are as it happens: their factors say nothing of the workload's.
    if machine.is_shrunk or max(prime_factors(length), default=1) <= _LARGEST_FACTOR:
        return 0
    # An even number of numbers with a fraction is transformed as half as many complex ones.
    steps = length // 2 if is_real and length % 2 == 0 else length
    return 1 << (2 * steps - 2).bit_length()


def makers(machine: Machine) -> dict[str, Callable[..., Tensor]]:
    """Those of ``torch.fft`` that are given no tensor."""

    def frequencies(name: str, run: Callable[..., Any]) -> Callable[..., Tensor]:
        def made(n: Any, d: Any = 1.0) -> Tensor:
            length = _whole("n", n)
            check_room(length, is_there=True)
            if length < 1 or not d:
                raise Unsupported("no frequencies, or infinite ones")
            found = fresh(machine, run(length, float(d)), _REAL[0])
            settled(name, found, [])
            return found

        return made

    return {name: frequencies(name, getattr(np.fft, name)) for name in ("fftfreq", "rfftfreq")}


def _moved(run: Callable[..., Any]) -> Callable[..., Any]:
    """As ``fftshift`` and ``ifftshift``."""

    def moved(tensor: Tensor, dim: Any = None) -> Tensor:
        found = fresh(tensor.machine, run(tensor.array, dim), tensor.kind)
        settled("fftshift", found, [tensor])
        return found

    return moved


def _windowed(
    tensor: Tensor,
    n_fft: Any,
    hop_length: Any = None,
    win_length: Any = None,
    window: Any = None,
    center: bool = True,
    pad_mode: Any = "reflect",
    normalized: bool = False,
    onesided: bool = True,
    return_complex: bool = True,
) -> Tensor:
    """As ``stft`` of one signal, where it is centred from half a window before it to half a window behind it."""
    if not return_complex or not onesided:
        raise Unsupported("a transform of another kind")
    size = int(n_fft)
    step = size // 4 if hop_length is None else int(hop_length)
    if tensor.array.ndim != 1 or not 0 < size <= tensor.elements or step <= 0:
        raise RuntimeError("stft: expected a signal longer than a window")
    check_room(size * (tensor.elements / step + 1))
    padded = np.pad(tensor.array, size // 2, mode="reflect") if center else tensor.array
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::step]
    found = fresh(tensor.machine, np.fft.rfft(frames, axis=-1).T, _COMPLEX[tensor.kind.itemsize > 4])
    settled("stft", found, [tensor], work=FOURIER_LONG * frames.size * np.log2(size + 1))
    return found


FOURIER_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **{name: _transform(name, getattr(np.fft, name)) for name in _ALONG_ONE},
    **{name: _along_two(name, getattr(np.fft, name)) for name in _ALONG_TWO},
    **{name: _moved(getattr(np.fft, name)) for name in ("fftshift", "ifftshift")},
}


#: Of the module ``torch`` alone.
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {"stft": _windowed}
