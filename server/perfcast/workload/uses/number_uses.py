"""Whether a body uses a parameter as a number: it reckons with it, or goes so many steps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.uses.name_uses import is_given_at, is_name, is_number_literal, is_span, is_text_literal

#: Functions of NumPy that make arrays of a size; which argument says it.
MAKING_ARRAYS: Final = {
    **dict.fromkeys(("zeros", "ones", "empty", "full", "eye", "identity", "tri", "arange"), 0),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), 2),
}
#: Of a number, whatever is done to a sequence too.
_COUNTED = (ast.Add, ast.Sub, ast.Div, ast.FloorDiv, ast.Pow)
#: Modules whose functions give numbers.
_OF_NUMBERS: Final = frozenset({"np", "numpy", "math", "cmath"})
_OF_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


def is_counted_with(node: FunctionNode, name: str, *, is_text: bool = False) -> bool:
    """Whether the body reckons with it and a number, or compares it with one, or takes the largest of it and others.

    Args:
        is_text: only by what is done with no text counts.
    """
    for part in parts_of(node, ast.BinOp, ast.AugAssign, ast.Compare, ast.Call):
        match part:
            case ast.BinOp(left=one, op=operator, right=other) if isinstance(operator, _COUNTED + _OF_BITS):
                sides = (one, other)
            case ast.BinOp(left=one, op=ast.Mod(), right=other) if is_name(one, name) and not is_text:
                sides = (one, other)
            case ast.BinOp(left=one, op=ast.Mult(), right=ast.Constant(value=float()) as other):
                sides = (one, other)
            case ast.AugAssign(target=one, op=operator, value=other) if isinstance(operator, _COUNTED + _OF_BITS):
                sides = (one, other)
            case ast.Compare(left=one, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[other]):
                sides = (one, other)
            case ast.Call(func=ast.Name(id="max" | "min"), args=[_, _, *_] as several) if not is_text:
                if any(is_name(one, name) for one in several):
                    return True
                continue
            case _:
                continue
        if any(is_name(side, name) for side in sides) and any(is_number_literal(side) for side in sides):
            return True
    return False


def is_divided(node: FunctionNode, name: str) -> bool:
    """Whether the body does with it what no text lets be done with it, be the other side a number that is written there
    or not: divides by it, subtracts from it, negates it, multiplies it by what a library's function gives."""
    sides: tuple[ast.expr, ...]
    for part in parts_of(node, ast.BinOp, ast.UnaryOp):
        match part:
            case ast.BinOp(one, ast.Div() | ast.Sub() | ast.Pow() | ast.FloorDiv(), other):
                sides = (one, other)
            case ast.BinOp(one, ast.Mult(), ast.Call(ast.Attribute(ast.Name(of)))) if of in _OF_NUMBERS:
                sides = (one,)
            case ast.BinOp(ast.Call(ast.Attribute(ast.Name(of))), ast.Mult(), other) if of in _OF_NUMBERS:
                sides = (other,)
            case ast.UnaryOp(ast.USub(), other):
                sides = (other,)
            case _:
                continue
        if any(is_name(side, name) for side in sides):
            return True
    return False


def is_step(node: FunctionNode, name: str) -> bool:
    """Whether the body goes on by so many, or takes so many at a time: ``range(0, n, k)``, ``items[i : i + k]``."""
    return any(_steps_by(part, name) for part in parts_of(node, ast.Call, ast.Slice, ast.While))


def is_part_length(node: FunctionNode, name: str) -> bool:
    """Whether a list of the body's own is full with so many: ``if len(batch) == size``."""
    given = {one.arg for one, _ in parameters(node, drop_first=False)}
    for part in parts_of(node, ast.If):
        match part.test:
            case ast.Compare(
                ast.Call(ast.Name("len"), [ast.Name(id=own)]), [ast.Eq() | ast.GtE() | ast.Gt()], [ast.Name(id=used)]
            ) if used == name and own not in given:
                return True
    return False


def _steps_by(part: ast.AST, name: str) -> bool:
    match part:
        case ast.Call(func=ast.Name(id="range"), args=[_, _, step]):
            return is_name(step, name)
        case (
            ast.Call(func=ast.Name(id="range"), args=[first, ast.Call(func=ast.Name(id="len"))])
            | ast.Slice(lower=None, upper=ast.UnaryOp(op=ast.USub(), operand=first))
        ):
            # What is left at the beginning, or at the end, as moving sums leave it.
            return is_name(first, name)
        case ast.Call(func=ast.Name(id="range"), args=[ast.BinOp() as windows]):
            # All places but so many at the end.
            parts = list(ast.walk(windows))
            return any(isinstance(one, ast.Call) and is_name(one.func, "len") for one in parts) and any(
                isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub) and is_name(one.right, name) for one in parts
            )
        case ast.Slice(lower=ast.expr() as lower, upper=ast.BinOp(left=one, op=ast.Add(), right=other)):
            return any(
                is_name(side, name) and ast.dump(start) == ast.dump(lower)
                for side, start in ((one, other), (other, one))
            )
        case ast.While(test=ast.NamedExpr(value=value)):
            return any(_takes_so_many(inner, name) for inner in ast.walk(value))
    return False


def _takes_so_many(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) == "islice" and is_given_at(node.args, 1, name)


def is_reckoned_with(node: FunctionNode, name: str) -> bool:
    """Whether the body takes it from another value, multiplies or divides it, or asks which of the two is larger, as is
    done with numbers, whatever the other one is."""
    for part in parts_of(node, ast.BinOp, ast.AugAssign, ast.Compare):
        match part:
            case (
                ast.BinOp(left=one, op=ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), right=other)
                | ast.AugAssign(target=one, op=ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), value=other)
            ):
                sides = (one, other)
            case ast.Compare(left=one, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[other]):
                sides = (one, other)
            case _:
                continue
        # A moment is earlier by a span.
        is_moved = isinstance(getattr(part, "op", None), ast.Sub) and is_span(other)
        if not is_moved and any(is_name(side, name) for side in sides):
            return True
    return False


def is_whole(node: FunctionNode, name: str) -> bool:
    """Whether the body repeats a text or a list so many times, counts by it, or takes a part of something by it."""
    for part in parts_of(node, ast.BinOp, ast.Slice, ast.Call):
        match part:
            case ast.Call(func=ast.Name(id="range"), args=bounds):
                if any(is_name(inner, name) for bound in bounds for inner in _summed(bound)):
                    return True
            case ast.BinOp(left=one, op=ast.Mult(), right=other):
                sides = (one, other)
                if any(is_name(side, name) for side in sides) and any(
                    isinstance(side, ast.List) or is_text_literal(side) for side in sides
                ):
                    return True
            case ast.Slice(lower=low, upper=high):
                if any(side is not None and is_name(side, name) for side in (low, high)):
                    return True
    return False


def _summed(bound: ast.expr) -> Iterator[ast.expr]:
    """What is added up, or taken from another, to make a bound."""
    match bound:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
            yield from _summed(left)
            yield from _summed(right)
        case _:
            yield bound


def is_place(node: FunctionNode, name: str) -> bool:
    """Whether something is asked for what it has for it."""
    return any(is_name(part.slice, name) for part in parts_of(node, ast.Subscript))


def makes_array(call: ast.Call) -> bool:
    """Whether it is NumPy's, of as many elements as it is told."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=making):
            return making in MAKING_ARRAYS
    return False
