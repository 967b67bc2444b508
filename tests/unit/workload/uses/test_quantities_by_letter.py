"""Letters and rates that are reckoned with are numbers, or arrays of such."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(s, k):\n    return np.log(s / k)", "s: float; k: int = 10"),
        ("def f(s0, n):\n    return s0 * np.exp(np.random.normal(size=n))", "s0: float; n: int = 1000"),
        ("def f(t):\n    return np.exp(-t)", "t: float"),
        ("def f(s, t):\n    return sorted(s) == sorted(t)", "s: str * 1000 in 'a'..'z'; t: str * 1000 in 'a'..'z'"),
        ("def f(s, n):\n    return s * n + 'x'", "s: str * 1000 in 'a'..'z'; n: int = 1000"),
        ("def f(t):\n    return integrate.odeint(abs, [1.0], t)", "t: float64[1000]"),
        ("def f(x, fs):\n    return signal.welch(x, fs=fs)", "x: float64[1000]; fs: int = 1000"),
        ("def f(x, fs_new):\n    return signal.welch(x, fs=fs_new)", "x: float64[1000]; fs_new: int = 1000"),
    ],
)
def test_what_they_are(source: str, workload: str) -> None:
    assert default(source) == workload
