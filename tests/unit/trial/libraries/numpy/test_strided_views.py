"""Views whose strides are told: as NumPy gives them, and of no memory but the array's."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run

_BEGIN = "import numpy as np\nfrom numpy.lib.stride_tricks import as_strided\nx = np.arange(12.0)\n"
_WINDOWS = (
    "def f(x):\n    step = x.strides[0]\n    return as_strided(x, (len(x) - 9, 10), (step, step)).mean(axis=1)\n\n"
    "from numpy.lib.stride_tricks import as_strided\n"
)


@pytest.mark.parametrize(
    "expression",
    [
        "as_strided(x, (10, 3), (8, 8)).tolist()",
        "as_strided(x, shape=(3, 4), strides=(32, 8)).sum()",
        "as_strided(x[::2], shape=(2, 2), strides=(16, 16)).tolist()",
        "as_strided(x, (0, 100), (800, 8)).shape, np.lib.stride_tricks.as_strided(x, (2,)).tolist()",
        "as_strided(x[::-1], (3,), (-8,)).tolist()",
    ],
)
def test_they_are_as_numpy_gives_them(expression: str) -> None:
    source = f"{_BEGIN}found = repr(({expression},))"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "expression",
    [
        "as_strided(x, (13,), (8,))",
        "as_strided(x, (2,), (-8,))",
        "as_strided(x[:4], (5,), (8,))",
        "as_strided(x, (3, 5), (32, 8))",
        "as_strided(x, (10**6, 10**6), (0, 0))",
        "as_strided([1.0], (1,), (8,))",
        "as_strided(np.array([None]), (1,), (8,))",
    ],
)
def test_nothing_beyond_the_array_is_looked_at(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}found = {expression}")


def test_no_elements_are_copied() -> None:
    assert peak_of(_WINDOWS, "x: float64[20000]") == pytest.approx(160_000, rel=0.1)
