"""Random numbers that arrays are the parameters of, beside what memray and short runs of NumPy found."""

import pytest

from tests.unit.trial.interpreting import peak_of, time_of


def _source(drawn: str) -> str:
    return f"import numpy as np\nrng = np.random.default_rng(0)\ndef f(x, y):\n    return {drawn}\n"


@pytest.mark.parametrize(
    ("drawn", "few", "many"),
    [
        ("rng.beta(x, y)", 15_264, 23_264),
        ("rng.normal(x, y)", 15_240, 23_240),
        ("rng.poisson(x)", 6_816, 14_880),
        ("np.random.exponential(scale=x)", 6_792, 14_856),
        # By numbers.
        ("rng.beta(2.0, 3.0, len(x))", 288, 8_288),
    ],
)
def test_arrays_are_spread_over_each_other(drawn: str, few: int, many: int) -> None:
    for length, measured in ((5, few), (1_000, many)):
        workload = f"x: float64[{length}] in 0.1..1; y: float64[{length}] in 0.1..1"
        assert peak_of(_source(drawn), workload) == pytest.approx(measured, rel=0.1, abs=400)


def test_spreading_takes_longer_than_drawing_few() -> None:
    workload = "x: float64[5] in 0.1..1; y: float64[5] in 0.1..1"
    arrays, numbers = (time_of(_source(f"rng.normal({of})"), workload) for of in ("x, y", "0.5, 0.5, 5"))
    # Measured: 4,000 ns beside 700.
    assert arrays / numbers == pytest.approx(5.7, rel=0.4)
