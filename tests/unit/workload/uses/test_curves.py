"""Curves are drawn over arrays, where NumPy reckons them."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default

_HEIGHT = "height: float = 1.0; center: float = 0.0"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(x, height=1.0, center=0.0):\n    return height * np.exp(-((x - center) ** 2) / 2)",
            f"x: float64[1000]; {_HEIGHT}",
        ),
        (
            "def f(x, height=1.0, center=0.0):\n    d = x - center\n    return height * (x < center) / (1 + d**2)",
            f"x: float64[1000]; {_HEIGHT}",
        ),
        # Made one number, or asked whether it is true.
        ("def f(x, height=1.0):\n    return height * np.exp(-float(x))", "x: int = 10; height: float = 1.0"),
        (
            "def f(x, height=1.0):\n    if x < 0:\n        return 0.0\n    return height * np.exp(-x)",
            "x: int = 10; height: float = 1.0",
        ),
        # What it is drawn over is made here.
        (
            "def f(x, size=5):\n    at = np.arange(size) - size // 2\n    return np.exp(-(at**2) / (2 * x**2))",
            "x: int = 10; size: int = 5",
        ),
        # Nothing of NumPy's, or several that have to be given.
        ("def f(x, height=1.0):\n    return height * x**2", "x: int = 10; height: float = 1.0"),
        ("def f(x, y, height=1.0):\n    return height * np.exp(-x * y)", "x: int = 10; y: int = 10; height"),
    ],
)  # fmt: skip
def test_what_they_are_drawn_over(source: str, workload: str) -> None:
    assert default(source).startswith(workload)
