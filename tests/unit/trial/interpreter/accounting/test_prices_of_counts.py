"""What it takes to find what comes most often, beside finding the greatest of a table's entries, as measured."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_UNIT = """
import operator
import statistics
from collections import Counter

def run(xs):
    {does}
"""
_GREATEST = "counts = Counter(xs)\n    return max(counts.items(), key=operator.itemgetter(1))"


def _time(does: str) -> float:
    workload = parse("xs: list[str] * 1000 * 18 in 'a'..'z'")
    return float(2.0 ** dict(zip(NAMES, Trials(_UNIT.format(does=does)).estimate(workload), strict=True))["trial_time"])


@pytest.mark.parametrize(
    ("does", "factor"),
    [
        ("return Counter(xs).most_common(1)", 1.01),
        ("return statistics.mode(xs)", 1.01),
        ("return statistics.multimode(xs)", 0.97),
        ("return Counter(xs).most_common(3)", 1.07),
    ],
)
def test_the_commonest_take_as_long_as_the_greatest_entry(does: str, factor: float) -> None:
    assert _time(does) / _time(_GREATEST) == pytest.approx(factor, rel=0.25)
