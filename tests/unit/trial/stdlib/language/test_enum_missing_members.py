"""Members that an enumeration makes of values that none of its own has."""

from __future__ import annotations

import textwrap

import pytest

from perfcast.trial import Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

TEXT = """
    def f(value):
        one = Kind(value)
        return f"{one.name} {one.value}"

    import enum

    class Kind(enum.IntEnum):
        A = 1

        @classmethod
        def _missing_(cls, value):
            made = int.__new__(cls, value)
            made._name_ = f"KIND{value}"
            made._value_ = value
            return made
    """


def test_they_have_what_they_were_given():
    trials = Trials(textwrap.dedent(TEXT))
    assert trials.estimate(parse("value: int = 7"))[0] >= 0
    assert not trials.error and not trials.stopped_at


@pytest.mark.parametrize("given", ["3", "None", "Other.B", "cls.A"])
def test_what_is_no_member_is_an_error(given):
    source = f"""
import enum

class Other(enum.Enum):
    B = 1

class Kind(enum.Enum):
    A = 1

    @classmethod
    def _missing_(cls, value):
        return {given}

try:
    found = repr(Kind(7))
except (TypeError, ValueError) as error:
    found = type(error).__name__, str(error)
"""
    assert interpreted(source) == run(source)
