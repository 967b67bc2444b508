"""What it takes to give a module of the unit's own an attribute, as calls of training projects have it."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

_UNIT = """
class Net(nn.Module):
    def __init__(self, n: int):
        super().__init__()
{sets}

from torch import nn
"""
_ASKED = """
class Net(nn.Module):
    def forget(self):
        self.kept = None
    def __init__(self, n: int = 3):
        super().__init__()
        self.kept = n

from torch import nn
"""


@pytest.mark.parametrize(("sets", "nanoseconds"), [(1, 5_200), (2, 6_500), (12, 19_900)])
def test_each_attribute_of_a_module_takes_as_long(sets: int, nanoseconds: int) -> None:
    source = _UNIT.format(sets="\n".join(f"        self.a{number} = n" for number in range(sets)))
    found = Trials(source).estimate(parse("n: int = 3"))
    assert 2 ** found[NAMES.index("trial_time")] == pytest.approx(nanoseconds, rel=0.15)


def test_giving_a_module_an_attribute_holds_what_looks_for_its_parts() -> None:
    assert peak_of(_ASKED, "") == pytest.approx(288, abs=1)


def test_another_class_may_name_something_so() -> None:
    named = "class Registry:\n    def __init__(self, n: int = 3):\n        self.{name} = {{}}\n        self.kept = n\n"
    times = [Trials(named.format(name=name)).estimate(parse("n: int = 3")) for name in ("_modules", "_parts")]
    assert times[0] == times[1]
