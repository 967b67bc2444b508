"""Moments that are compared with spans of days lie as far apart in small runs."""

from __future__ import annotations

import ast

import pytest

from perfcast.trial.runs.lasting_spans import has_lasting_spans, with_days_kept
from perfcast.trial.scaling import shrunk
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

_SIZE = 100_000


@pytest.mark.parametrize(
    ("span", "lasts"),
    [
        ("timedelta(days=30)", True),
        ("datetime.timedelta(14)", True),
        ("timedelta(weeks=1)", True),
        ("timedelta(days=-30)", True),
        ("timedelta(days=2 * 365)", True),
        ("timedelta(days=1)", False),
        ("timedelta(hours=4)", False),
        ("timedelta(days=n)", False),
        ("timedelta", False),
    ],
)
def test_spans_of_several_days_are_told(span: str, lasts: bool) -> None:
    assert has_lasting_spans(ast.parse(f"def f(at, n):\n    return at - {span}")) is lasts


def test_days_stay_where_sizes_shrink() -> None:
    workload = parse("xs: list[datetime] * 1000; n: int = 50")
    assert next(one.days for one in shrunk(workload, 0.5).arguments) == 19
    assert [one.days for one in shrunk(with_days_kept(workload), 0.5).arguments] == [None, None]


@pytest.mark.parametrize(
    ("kept", "share"), [("at < now - timedelta(days=183)", 0.5), ("now - at < timedelta(days=37)", 0.1)]
)
def test_a_share_of_them_is_older_whatever_the_size(kept: str, share: float) -> None:
    source = f"from datetime import timedelta\ndef f(ats, now):\n    return [id(at) * 2 for at in ats if {kept}]"
    # A list of numbers of 32 bytes each, which has some room left.
    peak = peak_of(source, f"ats: list[datetime] * {_SIZE}; now: datetime")
    assert 0.75 < peak / (40 * share * _SIZE) < 1.3
