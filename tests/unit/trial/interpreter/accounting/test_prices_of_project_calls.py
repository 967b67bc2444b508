"""Prices of what calls of the training projects do, held against what they were measured to take."""

from __future__ import annotations

import textwrap

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

#: Source, workload -> nanoseconds on the CPU that the corpus was measured on.
MEASURED = {
    (
        """
        def adder(a):
            def add(x):
                return a + x
            return add
        """,
        "a: int = 3",
    ): 224,
    (
        """
        def between(a, b):
            def within(x):
                return a < x < b
            return within
        """,
        "a: int = 3; b: int = 5",
    ): 248,
    (
        """
        def chosen(a, b, c, d):
            def choose(x):
                return (a, b, c, d)[x]
            return choose
        """,
        "a: int = 3; b: int = 5; c: int = 6; d: int = 7",
    ): 300,
    (
        """
        import functools
        def told(asked):
            @functools.wraps(asked)
            def tell(x):
                return asked(x)
            return tell
        """,
        "asked: object",
    ): 2_946,
    (
        """
        import re
        def escaped(text):
            return MARK.sub(r"\\1", text)
        MARK = re.compile(r"#([*_])")
        """,
        "text: str * 80 in 'a'..'z'",
    ): 1_000,
    ("def shown(text):\n    print(text)\n    return text\n", "text: str * 12 in 'a'..'z'"): 1_400,
    ("def shown():\n    print('one')\n    print('two')\n", ""): 2_540,
    ("import sys\ndef told(text):\n    sys.stderr.write(text)\n    return 1\n", "text: str * 70 in 'a'..'z'"): 580,
    ("import collections\ndef copied(found):\n    return found.copy()\n", "found: Counter[str] * 5"): 1_100,
}


RECTANGLE = """
class Rectangle:
    def perimeter(self):
        return {0} + {0} + {0} + {0}
    def __init__(self):
        self.one = 1
    @property
    def side(self):
        return 3
    def length(self):
        return 3
"""


def test_a_property_is_asked_by_way_of_c() -> None:
    by_property, by_call = (
        2 ** Trials(RECTANGLE.format(one)).estimate(parse(""))[NAMES.index("trial_time")]
        for one in ("self.side", "self.length()")
    )
    assert 60 < by_property - by_call < 160


@pytest.mark.parametrize(("source", "workload"), MEASURED)
def test_calls_take_about_as_long_as_measured(source: str, workload: str) -> None:
    found = Trials(textwrap.dedent(source)).estimate(parse(workload))
    time = 2 ** found[NAMES.index("trial_time")]
    assert 0.85 < time / MEASURED[source, workload] < 1.15
