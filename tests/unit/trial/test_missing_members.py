"""Members that an enumeration makes of values that none of its own has."""

from __future__ import annotations

import textwrap

from perfcast.trial import Trials
from perfcast.workload import parse

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
