"""What SciPy's methods find that call functions of the unit's, and how often they call them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import OutOfSteps, Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, soon

_BEGIN = """
import numpy as np
from scipy import integrate, optimize
weights = np.arange(1.0, 6.0)
x0 = np.array([1.3, 0.7, 0.8, 1.9, 1.2])
x = np.linspace(0.0, 4.0, 50)
y = 2.5 * np.exp(-1.3 * x) + 0.5 + 0.05 * np.sin(20.0 * x)
cost = np.sin(np.arange(30.0) * 7).reshape(5, 6)
calls = [0]
def bowl(p): return ((p - 1) * weights) @ (p - 1)
def valley(p): return sum(100.0 * (p[1:] - p[:-1] ** 2.0) ** 2.0 + (1 - p[:-1]) ** 2.0)
def model(t, a, b, c): return a * np.exp(-b * t) + c
def curve(t): return t**3 - t - 50
def pair(p): return [p[0] ** 2 + p[1] - 3, p[0] - p[1] ** 2 + 1]
def hunting(t, z): return [z[0] * (1.1 - 0.4 * z[1]), z[1] * (0.1 * z[0] - 0.4)]
def counted(run, function, *args, **named):
    calls[0] = 0
    def counting(*given):
        calls[0] += 1
        return function(*given)
    run(counting, *args, **named)
    return calls[0]
whole = {"type": "eq", "fun": lambda w: w.sum() - 1.0}
spread = np.diag([1.0, 2.0, 3.0]) + 0.3
def risk(w): return w @ spread @ w
"""


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("optimize.minimize(bowl, x0).x", [1, 1, 1, 1, 1]),
        ("[optimize.minimize(bowl, x0).nfev, optimize.minimize(bowl, x0).nit]", [72, 7]),
        (
            '[optimize.minimize(valley, x0, method="L-BFGS-B").nfev, optimize.minimize(bowl, x0, method="CG").nfev]',
            [156, 144],
        ),
        (
            '[optimize.minimize(valley, x0, method="Nelder-Mead").nfev, optimize.minimize(bowl, '
            'x0, method="Powell").nfev]',
            [243, 77],
        ),
        ("optimize.minimize(bowl, x0, bounds=[(2, 3)] * 5).x", [2, 2, 2, 2, 2]),
        ('optimize.minimize(bowl, x0, jac=lambda p: 2 * weights * (p - 1))["x"]', [1, 1, 1, 1, 1]),
        (
            "optimize.minimize(risk, np.full(3, 1 / 3), constraints=[whole], bounds=[(0, 1)] * 3).x",
            [0.545455, 0.272727, 0.181818],
        ),
        ('optimize.minimize(risk, np.full(3, 1 / 3), method="SLSQP", constraints=whole).nit', [3]),
        (
            "[optimize.minimize_scalar(lambda t: t**4 - 3 * t + 1).x, "
            "optimize.minimize_scalar(lambda t: t**4 - 3 * t + 1).nfev]",
            [0.90856, 14],
        ),
        ("optimize.minimize_scalar(lambda t: t**4 - 3 * t + 1, bounds=(0, 3)).x", [0.90856]),
        (
            "[optimize.brentq(curve, 0, 500.0), optimize.bisect(curve, 0, 500.0), optimize.ridder(curve, 0, 500.0)]",
            [3.77449, 3.77449, 3.77449],
        ),
        (
            "[counted(run, curve, 0, 500.0) for run in (optimize.brentq, optimize.bisect, optimize.ridder)]",
            [23, 50, 28],
        ),
        (
            "[optimize.newton(curve, 5.0), optimize.newton(curve, 5.0, fprime=lambda t: 3 * t * t - 1)]",
            [3.77449, 3.77449],
        ),
        (
            "[counted(optimize.newton, curve, 5.0), optimize.root_scalar(curve, bracket=[0, 10]).function_calls]",
            [8, 11],
        ),
        ("optimize.fsolve(pair, [1.0, 1.0])", [1.22777, 1.49257]),
        ("optimize.root(pair, [1.0, 1.0]).x", [1.22777, 1.49257]),
        ("optimize.curve_fit(model, x, y)[0]", [2.50826, 1.30381, 0.499729]),
        ("optimize.curve_fit(model, x, y)[1][0]", [0.00046691, 0.000191775, -2.50142e-05]),
        ("optimize.curve_fit(model, x, y, p0=[1, 1, 1], bounds=(0, [10, 10, 10]))[0]", [2.50826, 1.30381, 0.499729]),
        ("counted(lambda f: optimize.curve_fit(f, x, y, p0=[1.0, 1.0, 1.0]), model)", [21]),
        ("optimize.least_squares(lambda p: model(x, *p) - y, [1.0, 1.0, 1.0]).x", [2.50826, 1.30381, 0.499729]),
        ("optimize.leastsq(lambda p: model(x, *p) - y, [1.0, 1.0, 1.0])[0]", [2.50826, 1.30381, 0.499729]),
        ("optimize.linear_sum_assignment(cost)", [0, 1, 2, 3, 4, 5, 1, 3, 4, 0]),
        ("optimize.linear_sum_assignment(cost.T, maximize=True)", [0, 1, 2, 4, 5, 2, 3, 0, 4, 1]),
        ("[integrate.quad(lambda t: np.exp(-t * t), 0, end)[0] for end in (1, np.inf)]", [0.746824, 0.886227]),
        (
            "[counted(integrate.quad, lambda t: np.exp(-t * t), *ends) for ends in ((0, 1), (0, "
            "np.inf), (-np.inf, np.inf))]",
            [21, 135, 270],
        ),
        ("counted(integrate.quad, lambda t: t**0.5, 0, 10)", [189]),
        ("integrate.dblquad(lambda v, u: u * v, 0, 1, 0, lambda u: u)[0]", [0.125]),
        ("integrate.solve_ivp(hunting, (0, 10), [10.0, 5.0]).y[:, -1]", [13.8963, 2.46366]),
        (
            '[counted(integrate.solve_ivp, hunting, (0, 10), [10.0, 5.0], method=m) for m in ("RK45", "RK23")]',
            [74, 95],
        ),
        (
            "integrate.odeint(hunting, [10.0, 5.0], np.linspace(0, 1, 3), tfirst=True)",
            [10, 5, 5.6531, 6.03265, 2.88109, 6.06743],
        ),
        (
            "[integrate.trapezoid(y, x), integrate.simpson(y, x=x), integrate.simpson(y[:9], dx=0.5)]",
            [3.91639, 3.91616, 8.7412],
        ),
        ("integrate.odeint(lambda v, t: -v, [1.0], [2.0, 2.0, 1.0, 0.5])", [1, 1, 2.71828, 4.48169]),
        ("integrate.solve_ivp(lambda t, v: -v, (1, 0), [1.0], t_eval=[1, 0.5, 0], rtol=1e-6).y", [1, 1.64872, 2.71828]),
        ("integrate.cumulative_trapezoid(y[:4], x[:4], initial=0)", [0, 0.236661, 0.453556, 0.64886]),
    ],
)
def test_values(expression: str, values: list[float]) -> None:
    found = _flat(interpreted(f"{_BEGIN}\nfound = {expression}\n", 1e9))
    assert np.allclose(found, values, rtol=2e-4, atol=1e-6, equal_nan=True)


def _flat(found: Any) -> list[float]:
    if isinstance(found, list | tuple):
        return [one for part in found for one in _flat(part)]
    return [float(one) for one in np.ravel(found)]


@pytest.mark.parametrize(
    "expression",
    [
        "optimize.minimize(bowl, x0, method='trust-constr')",
        "optimize.minimize(bowl, x0, method='BFGS', callback=print)",
        "optimize.minimize(lambda p: 'low', x0)",
        "optimize.minimize(3, x0)",
        "optimize.curve_fit(np.exp, x, y)",
        "optimize.least_squares(lambda p: p, [1.0], loss='huber')",
        "integrate.solve_ivp(hunting, (0, 1), [1.0, 1.0], method='DOP853')",
        "integrate.quad(lambda t: [t], 0, 1)",
        "optimize.minimize(bowl, x0).nope",
        "optimize.minimize(lambda p: p @ p, np.ones(5_000), jac=lambda p: 2 * p, method='BFGS')",
        "integrate.quad(lambda t: (t * 1234567.891 % 1) ** 5, 0, 1, limit=10**6, epsabs=0, epsrel=1e-14)",
    ],
)
def test_what_is_not_known_is_refused(expression: str) -> None:
    with soon(), pytest.raises((Unsupported, OutOfSteps)):
        interpreted(f"{_BEGIN}\nfound = {expression}\n")


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("optimize.brentq(curve, 0, 1)", ValueError),
        ("optimize.minimize(lambda p: {}[p[0]], x0)", KeyError),
        ("optimize.minimize(bowl, x0, bounds=[(0, 1)])", ValueError),
        ("optimize.curve_fit(model, x[:2], y[:2])", TypeError),
        ("integrate.trapezoid(y, x[:3])", ValueError),
    ],
)
def test_what_is_wrong_is_the_error_that_it_is(expression: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        interpreted(f"{_BEGIN}\nfound = {expression}\n", 1e9)


@pytest.mark.parametrize(("count", "time", "peak"), [(50, 1_500, 172_000), (200, 19_000, 2_067_000)])
def test_matrices_of_as_many_rows_as_numbers_are_multiplied(count: int, time: float, peak: float) -> None:
    source = (
        "def f(x0):\n    return optimize.minimize(bowl, x0, jac=steep, method='BFGS', options={'maxiter': 15})\n\n"
        "import numpy as np\nfrom scipy import optimize\n"
        "def bowl(p): return ((p - 1) ** 2 * np.arange(1.0, len(p) + 1)).sum()\n"
        "def steep(p): return 2 * (p - 1) * np.arange(1.0, len(p) + 1)\n"
    )
    found = Trials(source).estimate(parse(f"x0: float64[{count}]"))
    assert 2 ** found[NAMES.index("trial_time")] / 1e3 == pytest.approx(time, rel=0.4)
    assert 2 ** found[NAMES.index("trial_peak")] == pytest.approx(peak, rel=0.35)
