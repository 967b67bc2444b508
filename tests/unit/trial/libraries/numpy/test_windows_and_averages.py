"""What NumPy's windows, averages, covariances and complex functions take, as measured at 20,000 elements."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of, time_of

_HEAD = "import numpy as np\ndef f(x):\n    return "
_WORKLOAD = "x: float64[20000]"


@pytest.mark.parametrize(
    ("body", "peak"),
    [
        ("np.average(x, weights=x)", 161_200),
        ("np.cov(x, x)", 480_300),
        ("np.cov(x.reshape(-1, 10), rowvar=False)", 227_200),
        ("np.hanning(len(x))", 480_600),
        ("np.blackman(len(x))", 641_000),
        ("np.kaiser(len(x), 5.0)", 2_003_000),
        ("np.i0(x)", 1_680_000),
        ("np.geomspace(1, 10, len(x))", 321_000),
        ("np.nancumprod(x)", 341_000),
        ("np.nanquantile(x, 0.5)", 165_400),
        ("np.concat([x, x])", 320_300),
        ("np.frexp(x)", 241_300),
    ],
)
def test_what_they_hold(body: str, peak: float) -> None:
    assert peak / 1.05 < peak_of(_HEAD + body, _WORKLOAD) < 1.05 * peak


@pytest.mark.parametrize(
    ("body", "times"),
    [
        # Measured: so many times what sines take.
        ("np.hanning(len(x))", 1.37),
        ("np.blackman(len(x))", 2.7),
        ("np.kaiser(len(x), 5.0)", 6.0),
        ("np.vander(x, 4)", 2.9),
        ("np.exp(1j * x)", 1.85),
        ("np.angle(x + 1j)", 0.55),
    ],
)
def test_how_long_they_take(body: str, times: float) -> None:
    sines = time_of(_HEAD + "np.sin(x)", _WORKLOAD)
    assert times / 1.7 < time_of(_HEAD + body, _WORKLOAD) / sines < times * 1.7


@pytest.mark.parametrize(("alias", "name"), [("acos", "arccos"), ("concat", "concatenate"), ("pow", "power")])
def test_other_names_of_functions_cost_the_same(alias: str, name: str) -> None:
    given = {"acos": "(x)", "concat": "([x, x])", "pow": "(x, 2)"}[alias]
    assert time_of(f"{_HEAD}np.{alias}{given}", _WORKLOAD) == time_of(f"{_HEAD}np.{name}{given}", _WORKLOAD)
