"""What putting a number into places of an array holds meanwhile: figures are memray's of CPython 3.11 and NumPy 2."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("statement", "measured"),
    [
        ("values[values < 0.0] = 0.0", 48),
        ("values[values < 0.0] = values[values < 0.0]", 144),
        ("values[values >= 0.0] = 0.0", 336),
        ("values[2:] = 0.0", 48),
        ("values[0] = 0.0", 0),
    ],
)
def test_a_number_is_an_array_while_it_is_put_into_places(statement: str, measured: int) -> None:
    assert peak_of(f"def f(values):\n    {statement}\n", "values: float64[500]") == pytest.approx(measured, abs=30)
