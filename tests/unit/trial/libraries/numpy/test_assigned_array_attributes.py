"""Attributes of arrays that are assigned to: as NumPy changes the array, by copies that are gone at once."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run

_BEGIN = "import numpy as np\nx = np.arange(6.0)\nz = np.zeros(6, complex)\n"
_FILLED = """
def f(x):
    found = np.zeros(x.shape, complex)
    for _ in range(3):
        found.real = np.cos(x)
        found.imag = np.sin(x)
    return found

import numpy as np
"""


@pytest.mark.parametrize(
    "statements",
    [
        "z.real = x\nz.imag = 2 * x",
        "z.imag = 3",
        "z.real[:] = x",
        "z.real += x",
        "z.shape = (2, 3)\nz.real = x.reshape(2, 3)",
        "x.real = 5",
    ],
)
def test_the_array_is_as_numpy_makes_it(statements: str) -> None:
    source = f"{_BEGIN}{statements}\nfound = z.tolist(), z.shape, x.tolist()"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("statement", ["x.shape = (4, 2)", "z.real = np.ones(5)"])
def test_what_does_not_fit_is_refused(statement: str) -> None:
    with pytest.raises(ValueError):
        run(f"{_BEGIN}{statement}")
    with pytest.raises(ValueError):
        interpreted(f"{_BEGIN}{statement}")


@pytest.mark.parametrize("statement", ["x.dtype = int", "x.strides = (16,)", "x.real = np.array([None] * 6)"])
def test_others_are_not_modelled(statement: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}{statement}")


def test_what_is_copied_is_gone_before_the_next_one() -> None:
    assert peak_of(_FILLED, "x: float64[20000]") == pytest.approx(480_000, rel=0.02)
