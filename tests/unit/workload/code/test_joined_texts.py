"""Texts that are put together of constants."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.code.joined_texts import joined_text

CONSTANTS = {
    "PAIRS": "[('A', 'a+'), ('B', 'b')]",
    "TABLE": "{'A': 'a+', 'B': 'b'}",
    "WORDS": "('if', 'else')",
    "ONE": "'x'",
    "OTHER": "other()",
    "SELF": "SELF",
}


def _meaning(name: str) -> object:
    return ast.parse(CONSTANTS[name], mode="eval").body if name in CONSTANTS else None


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("'|'.join(f'(?P<{n}>{e})' for n, e in PAIRS)", "(?P<A>a+)|(?P<B>b)"),
        ("'|'.join([n + ':' + e for n, e in TABLE.items()])", "A:a+|B:b"),
        ("'|'.join(TABLE.values())", "a+|b"),
        ("'|'.join(WORDS)", "if|else"),
        ("'|'.join(['a', ONE])", "a|x"),
        ("'|'.join(w for w in WORDS)", "if|else"),
        ("f'({ONE})' + 'y'", "(x)y"),
        # Not all of it is known.
        ("'|'.join(OTHER)", None),
        ("'|'.join(UNKNOWN)", None),
        ("'|'.join(SELF)", None),
        ("'|'.join(w.upper() for w in WORDS)", None),
        ("'|'.join(w for w in WORDS if w)", None),
        ("'|'.join(f'{a}{b}' for a, b in WORDS)", None),
        ("OTHER", None),
        ("f'{ONE!r}'", None),
        ("f'{ONE:>9}'", None),
    ],
)
def test_constants_are_put_together(expression: str, text: str | None) -> None:
    assert joined_text(ast.parse(expression, mode="eval").body, _meaning) == text
