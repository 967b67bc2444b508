"""Short texts of calls whose characters stand in an order that a function relies on."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve

_CALLED = '''
def f({name}):
    """
    >>> f({value!r})
    """
    return {name}
'''


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("colour_value", "#ff8800", "colour_value: str = '#ff8800'"),
        ("born", "2024-01-31", "born: str = '2024-01-31'"),
        ("address", "10.0.0.1", "address: str = '10.0.0.1'"),
        ("brackets", "()[]{}", "brackets: str * 6 in '()[]{}'"),
        ("sequence", "abcabcbb", "sequence: str * 8 in 'a'..'c'"),
        ("schedule", "*/15 9-17 * * 1-5", "schedule: str = '*/15 9-17 * * 1-5'"),
        ("formula", "a + 2 * (b - 1)", "formula: str = 'a + 2 * (b - 1)'"),
        ("expression", "*/15 9-17 * * 1-5", "expression: str = '*/15 9-17 * * 1-5'"),
        ("opening", "9:00 - 17:30", "opening: str = '9:00 - 17:30'"),
        ("greeting", "Hello, Ann (1st)", "greeting: str * 16 in ' '..'~'"),
        ("text", "a,b;c", "text: str * 5 in ',;abc'"),
    ],
)
def test_they_are_kept_as_they_are(name: str, value: str, expected: str) -> None:
    file = SourceFile.parse(_CALLED.format(name=name, value=value))
    assert str(resolve(file.units[0], file).workload) == expected
