"""Values of types that nobody knows how to make, as trial runs have them."""

from __future__ import annotations

import pytest

from tests.unit.measure.conftest import Measure

_KEPT = "def f(frame, n):\n    return [frame for _ in range(n)]\n"
_HELD = """
class Box:
    def __init__(self, frame: FrameType):
        self.frame = frame
    def f(self):
        return [0] * 500
"""


@pytest.mark.parametrize(
    ("source", "name", "workload"), [(_KEPT, "f", "frame: FrameType; n = 500"), (_HELD, "Box.f", "")]
)
def test_what_does_not_look_into_them_is_measured(measure: Measure, source: str, name: str, workload: str) -> None:
    [found] = measure(f"from __future__ import annotations\n{source}", workload, name=name)
    assert found.error is None
    assert found.metrics["peak_memory"] == pytest.approx(4_100, rel=0.1)


def test_they_are_told_from_one_another(measure: Measure) -> None:
    source = "def f(one, other):\n    return [0] * 500 if one in [other, one] and one != other else []\n"
    [found] = measure(source, "one: FrameType; other: FrameType")
    assert found.error is None
    assert found.metrics["peak_memory"] == pytest.approx(4_100, rel=0.1)


@pytest.mark.parametrize("look", ["frame.f_code", "getattr(frame, 'f_code', None)", "len(frame)", "frame + 1"])
def test_what_looks_into_them_fails_whatever_it_catches(measure: Measure, look: str) -> None:
    source = f"def f(frame):\n    try:\n        return {look}\n    except Exception:\n        return None\n"
    [found] = measure(source, "frame: FrameType")
    assert found.error is not None and found.error.startswith("inputs: no value can be made for the type 'FrameType'")


def test_errors_are_made(measure: Measure) -> None:
    [found] = measure("def f(error):\n    return bytearray(len(error.args) * 4000)\n", "error: BaseException")
    assert found.metrics["peak_memory"] == pytest.approx(4_057, rel=0.1)
