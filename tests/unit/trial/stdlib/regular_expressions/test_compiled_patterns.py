"""What compiled patterns say of themselves, as in Python."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run


@pytest.mark.parametrize(
    "asked",
    [
        "(p.groups, dict(p.groupindex), p.groupindex.get('y'), p.flags, q.flags, q.groups)",
        "(type(p) is re.Pattern, isinstance(p, type(re.compile(''))), isinstance('a', re.Pattern))",
        "(type(m) is re.Match, type(m).__name__, type(p).__name__, isinstance(m, type(m)))",
        "(p == re.compile('(?P<x>a)(b)'), p == q, {p: 1}[re.compile('(?P<x>a)(b)')])",
    ],
)
def test_patterns_are_asked_as_in_python(asked: str) -> None:
    source = "import re\np = re.compile('(?P<x>a)(b)')\nq = re.compile('(?i)a', re.MULTILINE)\nm = p.search('cab')\n"
    source += f"found = {asked}\n"
    assert interpreted(source) == run(source)
