"""Fourier transforms of tensors: as PyTorch does, and what it was measured to take."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, time_of

_BEGIN = "import torch\nx = torch.tensor([1.0, 4.0, 2.0, 3.0, 0.0, 5.0])\nc = torch.fft.rfft(x)\n"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("torch.fft.irfft(c, n=len(x)).round().tolist()", [1.0, 4.0, 2.0, 3.0, 0.0, 5.0]),
        ("list(torch.fft.irfft(c, n=5).shape)", [5]),
        ("list(torch.fft.rfft(x, n=11).shape)", [6]),
        ("list(torch.fft.fft(x, n=3).shape)", [3]),
        ("torch.fft.fftfreq(4).tolist()", [0.0, 0.25, -0.5, -0.25]),
        ("torch.fft.rfftfreq(4, d=0.5).tolist()", [0.0, 0.5, 1.0]),
        ("torch.fft.fftshift(x).tolist()", [3.0, 0.0, 5.0, 1.0, 4.0, 2.0]),
        ("torch.fft.ifftshift(torch.fft.fftshift(x)).tolist()", [1.0, 4.0, 2.0, 3.0, 0.0, 5.0]),
        ("torch.fft.ifft2(torch.fft.fft2(x.reshape(2, 3))).real.round().tolist()", [[1.0, 4.0, 2.0], [3.0, 0.0, 5.0]]),
        ("list(torch.fft.rfft2(x.reshape(2, 3)).shape)", [2, 2]),
        ("torch.fft.fft(torch.arange(4)).dtype is torch.complex64", True),
        ("torch.fft.rfft(x.double()).dtype is torch.complex128", True),
    ],
)
def test_it_is_as_in_pytorch(expression: str, expected: object) -> None:
    assert interpreted(f"{_BEGIN}found = {expression}") == expected


@pytest.mark.parametrize(
    "expression",
    [
        "torch.fft.rfft(c)",
        "torch.fft.fft(x.half())",
        "torch.fft.fft(x, n=0)",
        "torch.fft.fft(x[:0])",
        "torch.fft.fft2(x[None], norm='none')",
    ],
)
def test_it_refuses_what_pytorch_does(expression: str) -> None:
    with pytest.raises(RuntimeError):
        interpreted(f"{_BEGIN}found = {expression}")


@pytest.mark.parametrize("expression", ["torch.fft.fft2(x[None], dim=0)", "torch.fft.fftfreq(0)"])
def test_what_is_not_modelled_ends_the_run(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}found = {expression}")


@pytest.mark.parametrize(
    ("returned", "length", "measured"),
    [
        ("torch.fft.rfft(x)", 1000, 24_700),
        ("torch.fft.rfft(x)", 1024, 16_400),
        ("torch.fft.rfft(x)", 20_000, 371_500),
        ("torch.fft.rfft(x)", 19_997, 2_673_000),
        ("torch.fft.irfft(torch.fft.rfft(x), n=len(x))", 1000, 29_300),
        ("torch.fft.rfft(x, n=2 * len(x))", 20_000, 896_000),
        ("torch.fft.fft(x, n=len(x) // 2)", 20_000, 232_000),
        ("torch.fft.fftfreq(len(x))", 20_000, 81_000),
    ],
)
def test_what_is_laid_out_hangs_on_the_length(returned: str, length: int, measured: int) -> None:
    source = f"def f(x):\n    return {returned}\n\nimport torch\n"
    assert peak_of(source, f"x: torch.float32[{length}]") == pytest.approx(measured, rel=0.12)


def test_rows_after_the_first_take_less() -> None:
    source = "def f(x):\n    return torch.fft.rfft(x)\n\nimport torch\n"
    one, many = (time_of(source, f"x: torch.float32[{rows}, 1000]") for rows in (1, 32))
    # Measured: 12 times as long.
    assert 8 < many / one < 18


def test_factors_of_smaller_lengths_that_are_tried_say_nothing() -> None:
    source = "def f(x):\n    return torch.fft.rfft(x)\n\nimport torch\n"
    # Measured: 20 ms.
    assert 7e6 < time_of(source, "x: torch.float32[256, 20000]") < 60e6
