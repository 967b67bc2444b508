"""What errors take that say of an object of the unit's own which attribute it lacks, and what counts leave behind:
figures are memray's of CPython 3.11, in warm calls."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, peak_of, run

_ASKED = """
def unit(n: int, s: str):
    a = A(n)
    {asks}

class A:
    def __init__(self, n):
        self.n = n
    def m(self):
        return self.n
"""
_TRIED = """try:
        return getattr({of}, s)
    except AttributeError:
        return 3
"""
_COUNTED = """
def unit(s: str, t: str):
    {does}

from collections import Counter
"""


@pytest.mark.parametrize(
    ("asks", "peak"),
    [
        (_TRIED.format(of="a"), 1_463),
        (_TRIED.format(of="A"), 1_330),
        ("return getattr(A, s, None)", 1_197),
        # It makes no error.
        ("return getattr(a, s, None)", 48),
    ],
)
def test_an_error_says_which_attribute_there_is_none_of(asks: str, peak: int) -> None:
    found = peak_of(_ASKED.format(asks=asks), "n: int = 1000; s: str * 1000 in 'a'..'z'")
    assert found == pytest.approx(peak, rel=0.15)


@pytest.mark.parametrize(
    ("does", "peak"),
    [("return Counter(s) & Counter(t)", 3_424), ("c, d = Counter(s), Counter(t)\n    c &= d\n    return c", 2_488)],
)
def test_an_operator_of_counts_leaves_what_making_them_took(does: str, peak: int) -> None:
    found = peak_of(_COUNTED.format(does=does), "s: str * 1000 in 'a'..'z'; t: str * 1000 in 'a'..'z'")
    assert found == pytest.approx(peak, rel=0.05)


def test_the_most_common_one_is_asked_for_by_name() -> None:
    unit = "def unit(s: str, c: dict):\n    return Counter(s).most_common(1)[0]\n\nfrom collections import Counter\n"
    without = "def unit(s: str, c: dict):\n    return Counter(s)\n\nfrom collections import Counter\n"
    workload = "s: str * 100 in 'a'..'d'; c: dict[str, int] * 1"
    assert peak_of(unit, workload) > peak_of(without, workload) + 100


def test_an_ellipsis_has_nothing_of_its_own() -> None:
    source = "found = getattr(..., '__origin__', 3), hasattr(..., 'real')"
    assert interpreted(source) == run(source)
