"""The table that the benchmarks write."""

from __future__ import annotations

import pytest

from tests.benchmarks.__main__ import read_sections
from tests.benchmarks.rows import Row, percentile, table


def test_medians_percentiles_and_targets():
    row = Row.of("wait", "s", [i / 1000 for i in range(1, 101)], 0.06, 0.08)
    assert (row.median, row.p95, row.holds) == (0.0505, 0.095, False)
    assert row.cells() == ["wait", "≤ 60 ms, p95 ≤ 80 ms", "50.5 ms", "95 ms", "100", "**no**"]
    assert Row.of("rate", "/s", [1.0, 3.0, 2.0], 2.0, at_least=True).holds is True
    assert Row.of("rate", "/s", [1.0]).holds is None


def test_what_could_not_be_measured_is_seen():
    assert Row.missing("ratio", "no checkout").cells() == ["ratio (no checkout)", "", "–", "", "0", ""]


@pytest.mark.parametrize(("level", "expected"), [(0.0, 1), (0.5, 2), (0.95, 4), (1.0, 4)])
def test_percentile(level, expected):
    assert percentile([4, 1, 3, 2], level) == expected


def test_sections_are_read_back():
    body = table([Row("a | b", "", 1.0)])
    text = f"# Benchmarks\n\nMade.\n\n## In the editor\n\n{body}\n\n## Text\n\nnothing\n"
    assert read_sections(text) == {"In the editor": body, "Text": "nothing"}
