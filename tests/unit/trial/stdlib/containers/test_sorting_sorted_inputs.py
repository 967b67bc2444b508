"""What is in order already takes no memory to be sorted, unless alike neighbours of what falls have to be merged."""

from __future__ import annotations

import sys

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_LENGTH = 2_000
_MERGING = _LENGTH // 2 * 8


@pytest.mark.parametrize(
    "order, body, merges",
    [
        ("in 0..100 reversed", "return sorted(v)", True),
        ("in 0..100 sorted", "return sorted(v, reverse=True)", True),
        ("in 0..100 sorted", "return sorted(v)", False),
        ("in 0..100 reversed", "return sorted(v, reverse=True)", False),
        ("in 0..100000 distinct reversed", "return sorted(v)", False),
        ("in 0..100000 distinct", "return sorted(v)", True),
    ],
)
def test_alike_neighbours_of_what_falls_are_merged(order: str, body: str, merges: bool) -> None:
    row = Trials(f"def f(v):\n    {body}\n").estimate(parse(f"v: list[int] * {_LENGTH} {order}"))
    falls_with_alike = merges and "distinct" not in order
    expected = _MERGING if merges and not (falls_with_alike and sys.version_info >= (3, 13)) else 0
    assert 2 ** row[NAMES.index("trial_peak")] - 8 * _LENGTH == pytest.approx(expected, abs=300)


def test_few_elements_are_merged_as_many_are() -> None:
    # Some hundred are tried, for which a sort takes no memory: the loops take too long for more.
    body = "w = sorted(v)\n    t = 0\n    for x in w:\n        for y in w:\n            t += x < y\n    return t"
    row = Trials(f"def f(v):\n    {body}\n").estimate(parse("v: list[int] * 20000 in 0..1000000"))
    assert row[NAMES.index("trial_size")] * row[NAMES.index("trial_reached")] < 8
    assert 2 ** row[NAMES.index("trial_peak")] == pytest.approx(20_000 * 8 + 20_000 // 2 * 8, rel=0.05)
