"""Steps and ends of loops over time are such that these go round."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    "body",
    [
        "    t = 0.0\n    while t < end:\n        t += dt",
        "    t = 0.0\n    while t < end and abs(x) < 9:\n        t = t + dt",
        "    t = 0.0\n    while end >= t:\n        x += t\n        t += dt",
        "    for k in range(int(end / dt)):\n        x += k",
        "    steps = int(round(end / dt)) + 1\n    for k in range(steps):\n        x += k",
        "    return [x * t for t in np.arange(0.0, end, dt)]",
    ],
)
def test_a_loop_over_time_goes_round_as_often_as_the_size_says(body: str) -> None:
    source = f"def f(x: float, dt: float, end: float) -> float:\n{body}\n"
    assert default(source) == "x: float; dt: float = 0.01; end: float = 10.0"


@pytest.mark.parametrize(
    ("parameters", "begun", "loop", "told"),
    [
        ("end: float", "0.0", "while t < end:\n        t += 0.5", "end: float = 500.0"),
        ("dt: float", "0.0", "while t < 10.0:\n        t += dt", "dt: float = 0.01"),
        (
            "start: float, end: float, h: float",
            "start",
            "while t < end:\n        t += h",
            "start: float = 0.0; end: float = 10.0; h: float = 0.01",
        ),
        # It may begin somewhere else.
        ("end: float, dt: float", "90.0", "while t < end:\n        t += dt", "end: float = 100.0; dt: float = 0.01"),
        ("dt: float", "90.0", "while t < 100.0:\n        t += dt", "dt: float = 0.01"),
        ("dt: float", "100.0", "while t < 90.0:\n        t += dt", "dt: float"),
        # Nothing says how much it goes on by.
        ("end: float", "0.0", "while t < end:\n        t += step(t)", "end: float"),
        # The end comes no nearer so.
        ("end: float, dt: float", "0.0", "while t > end:\n        t += dt", "end: float; dt: float"),
    ],
)
def test_what_is_written_down_counts(parameters: str, begun: str, loop: str, told: str) -> None:
    assert default(f"def f({parameters}):\n    t = {begun}\n    {loop}\n    return t\n") == told
