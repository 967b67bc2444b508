"""Regular expressions that classes hold, where nothing else takes their place."""

from __future__ import annotations

import ast

import pytest

from perfcast.source.classes.class_expressions import expressions_of, with_expressions


def _owner(rest: str) -> ast.ClassDef:
    owner = ast.parse(f"class A:\n    T = re.compile('a|b')\n    {rest}\n").body[0]
    assert isinstance(owner, ast.ClassDef)
    return owner


@pytest.mark.parametrize(
    "rest",
    [
        "def scan(self, text): return self.T.findall(text)",
        "def scan(self, text): self.U = text",
        "def scan(self, other): other.T = 3",
        "def scan(self):\n        T = 3",
    ],
)
def test_what_is_bound_once_is_known(rest: str) -> None:
    assert list(expressions_of(_owner(rest))) == ["T"]


def test_a_declaration_binds_nothing() -> None:
    owner = ast.parse("class A:\n    T: object\n    def __init__(self): self.T = re.compile('a')\n").body[0]
    assert isinstance(owner, ast.ClassDef)
    assert list(expressions_of(owner)) == ["T"]


@pytest.mark.parametrize(
    "rest",
    [
        "T = other()",
        "T: object = other()",
        "T, U = other()",
        "def T(self): pass",
        "def reset(self): self.T = other()",
        "async def reset(self): self.T = other()",
        "def reset(self, x): self.T: object = x",
        "def reset(me, x): me.T = x",
        "def reset(self, x): self.T, self.z = x",
        "def reset(self, x): A.T = x",
        "def reset(self, x):\n        for self.T in x: pass",
        "def reset(self): del self.T",
        "@classmethod\n    def reset(cls, x): cls.T = x",
    ],
)
def test_what_something_else_takes_the_place_of_is_not(rest: str) -> None:
    assert not expressions_of(_owner(rest))


def test_trees_share_no_parts() -> None:
    owner = _owner("def scan(self, text): return self.T.findall(text)")
    method = owner.body[1]
    one, other = (set(ast.walk(with_expressions(method, expressions_of(owner)))) for _ in range(2))
    kept = set(ast.walk(expressions_of(owner)["T"]))
    assert not [part for part in (one & other) | (one & kept) if not isinstance(part, ast.expr_context | ast.operator)]
