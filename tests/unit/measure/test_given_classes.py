"""Parameters that are a class itself: measuring and trial runs give the same one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_SHAPE = """
class Shape:
    def __init__(self, width): self.width = [width] * 50
"""


@pytest.mark.parametrize(
    ("kind", "call"), [("type[Shape]", "kind(1.0)"), ("type[int]", "kind('12345678901234567890')")]
)
def test_they_make_their_instances(cost: Callable[..., float], kind: str, call: str) -> None:
    function = f"def f(kind, n):\n    return [{call} for _ in range(n)]\n"
    workload = f"kind: {kind}; n = 300"
    measured = cost("peak_memory", f"{_SHAPE}\n{function}", workload)
    found = Trials(f"{function}\n{_SHAPE}").estimate(parse(workload))
    assert 2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] == pytest.approx(measured, rel=0.1)
