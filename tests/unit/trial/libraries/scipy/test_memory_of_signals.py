"""What filtering and transforming a signal holds, as measured at 20,000 elements: beside what is given back, which may
show a part of a larger array."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of, time_of

_HEAD = "import numpy as np\nfrom scipy import ndimage, signal\ndef f(x):\n    return "
_WORKLOAD = "x: float64[20000]"


@pytest.mark.parametrize(
    ("body", "peak"),
    [
        ("signal.hilbert(x)", 1_281_000),
        ("signal.resample(x, len(x) // 2)", 482_000),
        ("signal.fftconvolve(x, x[:100], mode='same')", 975_000),
        ("signal.savgol_filter(x, 51, 3)", 483_000),
        ("signal.spectrogram(x)", 557_000),
    ],
)
def test_they_hold_what_was_measured(body: str, peak: float) -> None:
    assert peak / 1.15 < peak_of(_HEAD + body, _WORKLOAD) < 1.15 * peak


@pytest.mark.parametrize(
    ("body", "times"),
    [
        # Measured: so many times what sines take.
        ("signal.lfilter([0.2, 0.3], [1.0, -0.5], x)", 0.59),
        ("ndimage.maximum_filter1d(x, 5)", 0.25),
    ],
)
def test_they_take_as_long_as_was_measured(body: str, times: float) -> None:
    assert times / 1.7 < time_of(_HEAD + body, _WORKLOAD) / time_of(_HEAD + "np.sin(x)", _WORKLOAD) < 1.7 * times
