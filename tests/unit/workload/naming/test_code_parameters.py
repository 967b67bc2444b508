"""A ``code`` is that of a country, of a program, or one of digits, by what is done to it."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default

LETTERS = "code: str * 10 in 'a'..'z'"
DIGITS = "code: str * 10 in '0'..'9'"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(code): return code.upper()", LETTERS),
        ("def f(code: str): return ''.join(chr(ord(c) + 127397) for c in code)", LETTERS),
        ("def f(code: str): return COUNTRIES.get(code, 'unknown')", LETTERS),
        (
            "def f(code: str, text): return [code + one for one in text.split(',')]",
            f"{LETTERS}; text: str * 1000 in 'abcdefgh,'",
        ),
        ("def f(code): return [line.rstrip() for line in code.split('\\n')]", "code: str * 1000 in 'abcdefgh\\n'"),
        ("def f(code: str): return code.splitlines()", "code: str * 1000 in 'abcdefgh\\n'"),
        ("def f(code):\n for i, c in enumerate(code):\n  if c == '+': use(i)", "code: str * 1000 in 'abcdefgh+'"),
        ("def f(code):\n prefix, number = code.split('-')\n return int(number)", "code: str * 10 like 'aaaaaa-000'"),
        ("def f(code): return sum(int(c) for c in code)", DIGITS),
        ("def f(code: str): return int(code[0]) + int(code[-1])", DIGITS),
        ("def f(code): return 'server' if code >= 500 else 'client'", "code: int = 10"),
        ("def f(status_code): return status_code // 100", "status_code: int = 10"),
        ("def f(key: str): return sum(int(c) for c in key)", DIGITS.replace("code", "key")),
    ],
)
def test_codes_are_what_is_done_to_them(source: str, workload: str) -> None:
    assert default(source) == workload
