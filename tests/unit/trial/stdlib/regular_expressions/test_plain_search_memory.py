"""Memory of searches that find plain texts or do not try any match: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_UNITS = """
import re
plain = re.compile("b")
repeated = re.compile("[ab]+c?")
"""


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        (r'return len(re.split(r"\n|\r\n|\r", t))', 120),
        ('return plain.sub("x", t)', 60),
        ("return plain.findall(t)", 88),
        # What the module has compiled is looked up by a tuple.
        ('return re.search("b", t) is None', 64),
        # A match is tried.
        ("return plain.match(t) is None", 950),
        ("return repeated.findall(t)", 1_093),
    ],
)
def test_what_a_search_keeps_is_there_where_a_match_is_tried(body: str, measured: int) -> None:
    found = Trials(f"def run(t):\n    {body}\n{_UNITS}").estimate(parse("t: str * 10 in 'a'..'d'"))
    assert 2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] == pytest.approx(measured, rel=0.08, abs=60)
