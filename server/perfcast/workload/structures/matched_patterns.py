"""What the patterns of a ``match`` say of its subject: ``case {"type": "click", "x": int(x)}``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from perfcast.workload.naming.names import BOOL, FLOAT, INT, STR
from perfcast.workload.structures.reached_numbers import MOST
from perfcast.workload.structures.shapes import LABEL, Shape

#: Types by which patterns ask what something is, that values are made up of.
_TYPES: Final = {"int": INT, "float": FLOAT, "str": STR, "bool": BOOL}


def asks_keys(statement: ast.Match) -> bool:
    """Whether any of its patterns does."""
    return any(isinstance(part, ast.MatchMapping) for case in statement.cases for part in ast.walk(case.pattern))


def note_pattern(shape: Shape, pattern: ast.pattern, bind: Callable[[str, Shape], None]) -> None:
    """Notes in the subject's shape what the pattern asks of it; names it binds are told with the shapes of theirs."""
    match pattern:
        case ast.MatchMapping(keys, patterns):
            for key, inner in zip(keys, patterns, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    note_pattern(shape.key(key.value), inner, bind)
        case ast.MatchOr(patterns):
            for one in patterns:
                note_pattern(shape, one, bind)
        case ast.MatchAs(inner, name):
            if inner is not None:
                note_pattern(shape, inner, bind)
            if name is not None:
                bind(name, shape)
        case ast.MatchSingleton(bool()):
            shape.is_of(BOOL)
        case ast.MatchValue(value):
            _note_value(shape, value)
        case ast.MatchClass(ast.Name(name), patterns) if name in _TYPES:
            shape.is_of(_TYPES[name])
            for one in patterns:
                note_pattern(shape, one, bind)


def _note_value(shape: Shape, value: ast.expr) -> None:
    """What it is held against: a text, or a number, which may be below 0."""
    match value:
        case ast.Constant(str(text)):
            shape.among.append(text)
            shape.is_of(LABEL)
        case ast.Constant(int(number)):
            _note_number(shape, number)
        case ast.UnaryOp(ast.USub(), ast.Constant(int(number))):
            _note_number(shape, -number)
        case ast.Constant(float()) | ast.UnaryOp(ast.USub(), ast.Constant(float())):
            shape.is_of(FLOAT)


def _note_number(shape: Shape, number: int) -> None:
    if abs(number) <= MOST:
        shape.among.append(number)
        shape.reached.append((number, number))
    shape.is_of(INT)
