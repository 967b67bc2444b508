"""Sets and dictionaries that are made of many keys at once: nanoseconds a key of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_SMALL, _LARGE = 2_000, 200_000


def _a_key(body: str, workload: str, number: int) -> float:
    source = f"from collections import Counter\n\ndef run(xs):\n    {body}\n"
    found = Trials(source).estimate(parse(workload.format(number)))
    return float(2.0 ** dict(zip(NAMES, found, strict=True))["trial_time"] / number)


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return len(set(xs))", "xs: list[int] * {} in 0..100000000", 85.2 / 10.5),
        ("return len(set(xs))", "xs: list[tuple[int, int]] * {} in 0..200000", 99.4 / 16.8),
        ("return dict.fromkeys(xs)", "xs: list[int] * {} in 0..100000000", 75.6 / 22.9),
        ("return len({x for x in xs})", "xs: list[int] * {} in 0..100000000", 127.0 / 15.3),
    ],
)
def test_keys_far_apart_take_longer_among_many(body: str, workload: str, measured: float) -> None:
    longer = _a_key(body, workload, _LARGE) / _a_key(body, workload, _SMALL)
    assert measured / 2 < longer < 2 * measured


def test_keys_that_follow_each_other_do_not() -> None:
    body, workload = "return len(set(xs))", "xs: list[int] * {} in 0..300000 sorted distinct"
    assert _a_key(body, workload, _LARGE) < 1.5 * _a_key(body, workload, _SMALL)
