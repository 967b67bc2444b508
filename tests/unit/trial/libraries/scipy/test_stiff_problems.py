"""Initial value problems whose values change at different paces: as many steps, slopes and bytes as SciPy takes."""

from __future__ import annotations

import numpy as np
import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, time_of

_BEGIN = """
import numpy as np
from scipy.integrate import odeint, solve_ivp
calls = [0]
def reacting(t, y):
    calls[0] += 1
    a, b, c = y
    return [-0.04 * a + 1e4 * b * c, 0.04 * a - 1e4 * b * c - 3e7 * b**2, 3e7 * b**2]
def change(t, y):
    a, b, c = y
    return np.array([[-0.04, 1e4 * c, 1e4 * b], [0.04, -1e4 * c - 6e7 * b, -1e4 * b], [0, 6e7 * b, 0]])
def relaxing(t, y):
    calls[0] += 1
    return [y[1], 1000.0 * (1 - y[0] ** 2) * y[1] - y[0]]
def hunting(t, y):
    calls[0] += 1
    return [1.5 * y[0] - y[0] * y[1], y[0] * y[1] - 3 * y[1]]
def cooling(t, u):
    calls[0] += 1
    padded = np.concatenate(([0.0], u, [0.0]))
    return (padded[2:] - 2 * u + padded[:-2]) * 61.0**2
bounds = {"rtol": 1e-6, "atol": 1e-10}
rod = np.sin(np.pi * np.linspace(1 / 61, 60 / 61, 60))
"""


@pytest.mark.parametrize(
    ("call", "counts", "factor"),
    [
        # Measured: slopes, Jacobians, factors and places.
        ("reacting, (0, 1e5), [1.0, 0.0, 0.0], method='BDF', **bounds", [895, 9, 68, 328], 1.03),
        ("reacting, (0, 1e4), [1.0, 0, 0], method='BDF', jac=change, rtol=1e-5, atol=1e-8", [523, 8, 48, 185], 1.03),
        ("relaxing, (0, 3000), [2.0, 0.0], method='BDF'", [1888, 102, 194, 537], 1.03),
        ("cooling, (0, 1), rod, method='BDF'", [80, 1, 10, 40], 1.03),
        ("reacting, (0, 1e5), [1.0, 0.0, 0.0], method='Radau', **bounds", [1483, 41, 206, 189], 1.15),
        ("relaxing, (0, 3000), [2.0, 0.0], method='Radau'", [2857, 98, 434, 288], 1.15),
    ],
)
def test_implicit_methods_go_as_many_steps(call: str, counts: list[float], factor: float) -> None:
    told = "[solved.nfev, solved.njev, solved.nlu, len(solved.t)]"
    found = np.array(interpreted(f"{_BEGIN}\nsolved = solve_ivp({call})\nfound = {told}\n", 1e9))
    assert (found < factor * np.array(counts)).all()
    assert (found > np.array(counts) / factor).all()


@pytest.mark.parametrize(
    ("call", "slopes", "places"),
    [
        ("solve_ivp(reacting, (0, 1e5), [1.0, 0.0, 0.0], method='LSODA', **bounds).t", 1008, 509),
        ("solve_ivp(relaxing, (0, 3000), [2.0, 0.0], method='LSODA').t", 1803, 728),
        ("solve_ivp(cooling, (0, 1), rod, method='LSODA').t", 458, 64),
        ("odeint(reacting, [1.0, 0.0, 0.0], [0.0, 1e3, 1e5], tfirst=True, **bounds)", 1008, 3),
    ],
)
def test_lsoda_goes_other_steps_where_a_problem_proves_stiff(call: str, slopes: int, places: int) -> None:
    asked, told = interpreted(f"{_BEGIN}\nmany = len({call})\nfound = [calls[0], many]\n", 1e9)
    assert slopes / 1.7 < asked < 1.7 * slopes
    assert places / 1.7 < told <= 1.7 * places


@pytest.mark.parametrize(
    ("call", "slopes"),
    [
        # Measured.
        ("solve_ivp(hunting, (0, 20), [10.0, 5.0], method='LSODA', rtol=1e-12)", 1204),
        ("odeint(hunting, [10.0, 5.0], np.linspace(0, 20, 300), tfirst=True, rtol=1e-10, atol=1e-4)", 790),
        ("odeint(hunting, [10.0, 5.0], np.linspace(0, 20, 300), tfirst=True, rtol=0, atol=[1e-6, 1e-6])", 1229),
        # More steps than it goes from one place to another.
        ("odeint(hunting, [10.0, 5.0], [0.0, 2000.0], tfirst=True)", 1075),
        ("odeint(hunting, [10.0, 5.0], [0.0, 20.0], tfirst=True, mxstep=100)", 207),
    ],
)
def test_lsoda_looks_at_slopes_as_often_whichever_bound_says_how_exact_values_are(call: str, slopes: int) -> None:
    asked = interpreted(f"{_BEGIN}\n{call}\nfound = calls[0]\n", 1e9)
    assert slopes / 1.2 < asked < 1.2 * slopes


def test_no_step_of_lsoda_is_longer_than_it_may_be() -> None:
    call = "solve_ivp(hunting, (0, 1), [10.0, 5.0], method='LSODA', max_step=0.001).t"
    # Measured: 1001.
    assert 1000 <= interpreted(f"{_BEGIN}\nfound = len({call})\n", 1e9) < 1050


@pytest.mark.parametrize("method", ["BDF", "Radau", "LSODA", "RK45"])
def test_no_value_is_asked_to_be_as_exact_as_no_number_is(method: str) -> None:
    call = f"solve_ivp(hunting, (0, 0.1), [10.0, 5.0], method='{method}', rtol=0, atol=1e-6).y[:, -1]"
    assert np.allclose(interpreted(f"{_BEGIN}\nfound = {call}\n", 1e9), [5.93459, 8.25148], rtol=1e-4)


def test_relative_bounds_of_each_value_are_refused() -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}\nfound = odeint(hunting, [10.0, 5.0], [0, 1], tfirst=True, rtol=[1e-6, 1e-3])\n")


@pytest.mark.parametrize("method", ["BDF", "Radau", "LSODA"])
def test_values_at_the_end_are_right(method: str) -> None:
    call = f"solve_ivp(reacting, (0, 1e3), [1.0, 0.0, 0.0], method='{method}', **bounds).y[:, -1]"
    assert np.allclose(interpreted(f"{_BEGIN}\nfound = {call}\n", 1e9), [0.33687, 2.01367e-6, 0.663128], rtol=1e-3)


@pytest.mark.parametrize("further", ["method='BDF', vectorized=True", "method='Radau', jac_sparsity=np.eye(3)"])
def test_slopes_of_several_values_at_once_are_refused(further: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}\nfound = solve_ivp(reacting, (0, 1), [1.0, 0.0, 0.0], {further})\n")


def _solving(slopes: str, call: str) -> str:
    begin = "from scipy.integrate import odeint, solve_ivp\n"
    return f"def f(n):\n    def slopes(t, y):\n{slopes}\n    return {call}\n\n{begin}"


_RELAXING = "        return [y[1], 1000.0 * (1 - y[0] ** 2) * y[1] - y[0]]"
_REACTING = (
    "        a, b, c = y\n        return [-0.04 * a + 1e4 * b * c, 0.04 * a - 1e4 * b * c - 3e7 * b**2, 3e7 * b**2]"
)
_HUNTING = "        return [y[0] * (1.1 - 0.4 * y[1]), y[1] * (0.1 * y[0] - 0.4)]"


@OF_PYTHON_3_11
@pytest.mark.parametrize(("method", "peak"), [("BDF", 198_000), ("Radau", 147_000), ("LSODA", 243_000)])
def test_steps_are_kept_until_the_end(method: str, peak: float) -> None:
    source = _solving(_RELAXING, f"solve_ivp(slopes, (0, 3000), [2.0, 0.0], method='{method}')")
    assert peak / 1.15 < peak_of(source, "n = 1") < 1.15 * peak


@pytest.mark.parametrize(
    ("call", "times"),
    [
        # Measured: so many times what explicit steps of values that change at one pace take.
        ("solve_ivp(slopes, (0, 1e5), [1.0, 0, 0], method='BDF', rtol=1e-6, atol=1e-10)", 2.55),
        ("solve_ivp(slopes, (0, 1e5), [1.0, 0, 0], method='Radau', rtol=1e-6, atol=1e-10)", 2.97),
        ("solve_ivp(slopes, (0, 1e5), [1.0, 0, 0], method='LSODA', rtol=1e-6, atol=1e-10)", 0.36),
        ("odeint(slopes, [1.0, 0, 0], [0.0, 1e3, 1e5], tfirst=True, rtol=1e-6, atol=1e-10)", 0.19),
    ],
)
def test_they_take_as_long_as_was_measured(call: str, times: float) -> None:
    explicit = _solving(_HUNTING, "solve_ivp(slopes, (0, 100), [10.0, 5.0], rtol=1e-6)")
    found = time_of(_solving(_REACTING, call), "n = 1") / time_of(explicit, "n = 1")
    assert times / 1.5 < found < 1.5 * times
