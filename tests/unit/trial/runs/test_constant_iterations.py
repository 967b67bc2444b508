"""What is done as often as a constant of the code says is told by fewer turns of it, or by what each element adds."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _time(text: str, workload: str) -> float:
    found = dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))
    assert found["trial_runs"] > 1, text
    return float(2.0 ** found["trial_time"])


@pytest.mark.parametrize(
    ("head", "body", "turns"),
    [
        ("for _ in range(20_000):", "for x in xs: s += x", 20_000),
        ("for _ in range(0, 5_000):", "for x in xs: s = s * 0.5 + x", 5_000),
        ("for _ in range(EPOCHS):", "for x in xs: s = max(s, x)", 3_000),
    ],
)
def test_turns_of_loops_shrink_where_they_are_too_much_by_themselves(head: str, body: str, turns: int) -> None:
    text = f"def run(xs):\n    s = 0.0\n    {head}\n        {body}\n    return s\n\nEPOCHS = 3_000\n"
    ten, thousand = (_time(text, f"xs: list[float] * {count}") for count in (10, 1000))
    # Nanoseconds of a turn within.
    assert 5 < thousand / (1000 * turns) < 120
    assert 20 < thousand / ten < 140


def test_what_each_element_adds_tells_how_long_a_loop_takes_whose_turns_nothing_says() -> None:
    text = (
        "def run(xs):\n    s, heat = 0.0, 100.0\n    while heat > 1e-3:\n        heat *= 0.998\n"
        "        for x in xs:\n            s = s * 0.5 + x\n    return s\n"
    )
    assert 15 < _time(text, "xs: list[float] * 1000") / (1000 * 5750) < 120


def test_what_ends_with_an_error_when_turns_shrink_is_told_by_other_runs() -> None:
    text = (
        "def run(xs):\n    means = []\n    for _ in range(2_000):\n        means.append(sum(xs) / len(xs))\n"
        "    return means[1_950]\n"
    )
    assert 1_000 < _time(text, "xs: list[float] * 300") / 2_000 < 4_000


def test_a_function_without_arguments_is_told_by_fewer_turns() -> None:
    text = "def run():\n    return [sum(range(n % 50)) for n in range(40_000)]\n"
    assert 200 < _time(text, "") / 40_000 < 800


@pytest.mark.parametrize("k", [3, 10, 40])
def test_what_a_method_is_called_on_shrinks_where_that_is_too_much(k: int) -> None:
    text = (
        "class P:\n    def power(self, k):\n        result = self\n        for _ in range(k):\n"
        "            result = result.times(self)\n        return result\n"
        "    def __init__(self, coeffs: list[int]):\n        self.c = list(coeffs)\n"
        "    def times(self, other):\n        out = [0] * (len(self.c) + len(other.c) - 1)\n"
        "        for i, a in enumerate(self.c):\n            for j, b in enumerate(other.c):\n"
        "                out[i + j] += a * b\n        return P(out)\n"
    )
    # A hundred coefficients, with which ever more are multiplied.
    assert 15 < _time(text, f"k: int = {k}") / (100 * 100 * k * (k + 1) / 2) < 200
