"""Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import KINDS
from perfcast.trial.libraries.torch.prices import FOURIER
from perfcast.trial.libraries.torch.values import Tensor, check_room, fresh

_COMPLEX: Final = KINDS["complex64"], KINDS["complex128"]
_REAL: Final = KINDS["float32"], KINDS["float64"]


def _transform(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """As the functions of ``torch.fft``."""

    def transform(tensor: Tensor, n: Any = None, dim: Any = -1) -> Tensor:
        if n is not None:
            raise Unsupported("a transform of another length")
        values = run(tensor.array, axis=int(dim))
        is_double = tensor.kind.itemsize > (4 if tensor.kind.category < 3 else 8)
        kinds = _COMPLEX if np.iscomplexobj(values) else _REAL
        found = fresh(tensor.machine, values, kinds[is_double])
        size = max(2, tensor.array.shape[int(dim)])
        settled(name, found, [tensor], work=FOURIER * tensor.elements * np.log2(size))
        return found

    return transform


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
    settled("stft", found, [tensor], work=FOURIER * frames.size * np.log2(size + 1))
    return found


_FFT: Final = ("fft", "ifft", "rfft", "irfft")


FOURIER_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    name: _transform(name, getattr(np.fft, name)) for name in _FFT
}


#: Of the module ``torch`` alone.
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {"stft": _windowed}
