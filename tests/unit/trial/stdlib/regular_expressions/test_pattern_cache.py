"""Many patterns, of which the module ``re`` remembers some; lists that are merged, and keys of lists."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

COMPILED = "def f(patterns):\n    return [re.compile(one) for one in patterns]\n\nimport re"
MERGED = "def f(xs):\n    return list(heapq.merge(*map(sorted, xs)))\n\nimport heapq"
KEYED = "def f(names):\n    return sorted(names, key=lambda name: [int(part) + 1000 for part in name.split('.')])"


def _found(text: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))


def test_more_patterns_than_are_remembered_are_compiled_each_time() -> None:
    few, many = (_found(COMPILED, f"patterns: list[str] * {count} * 8 in 'a'..'z'") for count in (400, 2000))
    assert 2 ** few["trial_time"] < 400 * 1_000
    assert 2 ** many["trial_time"] == pytest.approx(2000 * 12_500, rel=0.3)


def test_lists_made_to_be_merged_are_there_until_the_end() -> None:
    made = _found(MERGED, "xs: list[list[int]] * 40 * 40 in 0..1000")
    # The copies, the list that grows from them, and what each is merged with; by memray.
    assert 2 ** made["trial_peak"] == pytest.approx(36_400, rel=0.15)


def test_numbers_in_keys_are_there_while_it_is_sorted() -> None:
    found = _found(KEYED, "names: list[str] * 1000 like '000.000.000'")
    # A list of three numbers for each.
    assert 2 ** found["trial_peak"] == pytest.approx(1000 * (88 + 3 * 32 + 2 * 8), rel=0.2)
