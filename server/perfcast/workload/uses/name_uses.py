"""Where a body uses a name, and what expressions are that it is used with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.naming.names import is_short_text

#: What moments are replaced in: ``when.replace(minute=0)``.
_PARTS_OF_MOMENTS: Final = frozenset({"year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo"})


def functions_of(call: ast.Call) -> Iterator[ast.expr]:
    """What a call calls, or has called: ``sorted(names, key=ranks.get)``, ``map(table.get, names)``."""
    yield call.func
    yield from (keyword.value for keyword in call.keywords)
    if isinstance(call.func, ast.Name) and call.func.id in {"map", "filter"}:
        yield from call.args[:1]


def is_span(node: ast.expr) -> bool:
    """Whether an expression is a span of time, or a multiple of one."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return is_span(node.left) or is_span(node.right)
    return isinstance(node, ast.Call) and last_name(node.func) == "timedelta"


def is_wanted(node: FunctionNode, name: str) -> bool:
    """Whether a switch must be on for the body to go on: where it is off, it returns or raises at once."""
    return any(
        isinstance(part.test, ast.UnaryOp)
        and isinstance(part.test.op, ast.Not)
        and is_name(part.test.operand, name)
        and isinstance(part.body[-1], ast.Return | ast.Raise)
        for part in parts_of(node, ast.If)
    )


def is_called_itself(node: FunctionNode, name: str) -> bool:
    """Whether the body calls it."""
    return any(is_name(call.func, name) for call in parts_of(node, ast.Call))


def is_sliced(node: FunctionNode, name: str) -> bool:
    """Whether the body takes a part of it by places: ``record[first:last]``."""
    return any(
        is_name(part.value, name) and isinstance(part.slice, ast.Slice) for part in parts_of(node, ast.Subscript)
    )


def is_bound_anew(node: FunctionNode, name: str) -> bool:
    """Whether the name stands for something else later on: ``text = text.split()``."""
    return any(part.id == name and isinstance(part.ctx, ast.Store) for part in parts_of(node, ast.Name))


def replaced_moment(call: ast.Call) -> ast.expr | None:
    """What a call gives another hour or year: ``moment`` in ``moment.replace(minute=0)``; None of other calls."""
    match call.func:
        case ast.Attribute(moment, "replace") if any(one.arg in _PARTS_OF_MOMENTS for one in call.keywords):
            return moment
    return None


def attributes_of(node: FunctionNode, name: str) -> Iterator[str]:
    """What the body asks a parameter for."""
    return (part.attr for part in parts_of(node, ast.Attribute) if is_name(part.value, name))


def is_telling_part(node: ast.expr) -> bool:
    """Whether it is a part of something by which that is told from others, ``order.symbol``: no place in a list."""
    match node:
        case ast.Attribute(attr=word) | ast.Subscript(slice=ast.Constant(value=str(word))):
            return is_short_text(word)
    return False


def is_name(node: ast.AST, *names: str) -> bool:
    """Whether an expression is one of these names."""
    return isinstance(node, ast.Name) and node.id in names


def is_given_at(arguments: list[ast.expr], place: int, name: str) -> bool:
    return len(arguments) > place and is_name(arguments[place], name)


def is_text_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def is_number_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in {int, float}


def reckoned(bound: ast.expr) -> Iterator[ast.expr]:
    """What is reckoned with to make a bound."""
    match bound:
        case ast.BinOp(left=left, right=right):
            yield from reckoned(left)
            yield from reckoned(right)
        case _:
            yield bound
