"""What code asks of instances' attributes is what these are made with."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.receivers.contained_instances import made_with_each
from perfcast.workload.structures.field_uses import field_uses

_INIT = "def __init__(self, op: str, weight: float):\n    self.op, self.weight = op, weight\n"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("return one.op == '+' or one.op != '-'", "'+' | '-'"),
        ("return one.op not in ('+', '-')", "'+' | '-'"),
        ("return TABLE[one.op]", "'sin' | 'cos'"),
        ("return TABLE.get(one.op, 0)", "'sin' | 'cos'"),
        ("match one.op:\n        case 'a': return 1\n        case 'b': return 2", "'a' | 'b'"),
        # There are others of which nothing is known.
        ("return one.op == '+'", "str * 10 in 'a'..'z'"),
        ("return one.other in ('+', '-')", "str * 10 in 'a'..'z'"),
        ("return MIXED[one.op]", "str * 10 in 'a'..'z'"),
    ],
)
def test_attributes_are_of_the_texts_that_code_tells_apart(body: str, kind: str) -> None:
    text = f"TABLE = {{'sin': 1, 'cos': 2}}\nMIXED = {{'sin': 1, **TABLE}}\ndef f(one):\n    {body}\n"
    init = ast.parse(_INIT).body[0]
    assert isinstance(init, ast.FunctionDef)
    made = made_with_each(init, lambda parameter, of: None, *field_uses(ast.parse(text)))
    assert str(made).startswith(f"op: {kind};")
