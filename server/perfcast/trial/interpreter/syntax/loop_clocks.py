"""What tells how near a ``while`` loop is to its end: comparisons of numbers that are read where they lie, without
running any of the unit's code again."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from perfcast.source.parsing.walking import statements, walk
from perfcast.trial.interpreter.accounting.shortened_loops import Clock, Read, plain_number
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.types import Frame

Expression = Callable[["Frame"], Any]

_BELOW: Final = ast.Lt | ast.LtE
_ABOVE: Final = ast.Gt | ast.GtE
_LEAVING: Final = ast.Break | ast.Return | ast.Raise


def clocks(node: ast.While, constant: Callable[[ast.expr], Expression]) -> list[Clock]:
    """Those of a loop that small runs may leave as its own test would.

    Args:
        constant: compiles what is written as a number.
    """
    if node.orelse:
        return []
    tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
    is_any = isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.Or)
    of_test = [] if is_any else [one for test in tests if (one := _clock(node, test, constant, goes_on=True))]
    leaving = [one for one in node.body if isinstance(one, ast.If) and _leaves(one)]
    guards = [(one, clock) for one in leaving if (clock := _clock(node, one.test, constant, goes_on=False))]
    if not of_test and len(guards) == 1 and not is_any and isinstance(guards[0][0].body[0], ast.Break):
        return [guards[0][1]]
    # Nobody knows what a loop that ends by one of several guards leaves undone.
    return [*of_test, *[clock._replace(is_end=False) for _, clock in guards]] if of_test else []


def _leaves(node: ast.If) -> bool:
    return any(isinstance(one, _LEAVING) for inner in node.body for one in statements(inner))


def _clock(
    loop: ast.While, test: ast.expr, constant: Callable[[ast.expr], Expression], *, goes_on: bool
) -> Clock | None:
    """A comparison as a clock; None of one that tells no way to an end.

    Args:
        goes_on: the loop does where it is true.
    """
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], _BELOW | _ABOVE):
        return None
    if not all(_goes_one_way(loop, path) for path in _paths(test)):
        return None
    left, right = _reading(test.left, constant), _reading(test.comparators[0], constant)
    if left is None or right is None:
        return None
    is_left_above = isinstance(test.ops[0], _ABOVE) is goes_on
    return Clock(left, right, is_end=True) if is_left_above else Clock(right, left, is_end=True)


def _goes_one_way(loop: ast.While, path: str) -> bool:
    """Whether a loop changes a name by one operator alone, or binds it at one place that each turn comes by."""
    inner = [one for statement in loop.body for one in statements(statement)]
    changed = [one for one in inner if isinstance(one, ast.AugAssign) and _path(one.target) == path]
    bound = [
        part
        for statement in loop.body
        for part in walk(statement)
        if isinstance(part, ast.Name | ast.Attribute) and not isinstance(part.ctx, ast.Load) and _path(part) == path
    ]
    if len(bound) == len(changed):
        return len({type(one.op) for one in changed}) <= 1
    targets = [target for one in loop.body if isinstance(one, ast.Assign | ast.AnnAssign) for target in _targets(one)]
    return len(bound) == 1 and any(part is bound[0] for target in targets for part in walk(target))


def _targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _paths(test: ast.expr) -> Iterator[str]:
    """Names and attributes that something is made of, as they are written."""
    for part in walk(test):
        if path := _path(part):
            yield path


def _path(node: ast.AST) -> str:
    """A name, or an attribute of an attribute of a name; '' of anything else."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, name) if path := _path(value):
            return f"{path}.{name}"
    return ""


def _reading(node: ast.expr, constant: Callable[[ast.expr], Expression]) -> Read | None:
    """What reads a number; None of an expression that may run code of the unit's."""
    match node:
        case ast.BinOp(left, operator, right):
            first, second = _reading(left, constant), _reading(right, constant)
            made = _OPERATORS.get(type(operator))
            if first is None or second is None or made is None:
                return None
            return _combined(first, second, made)
        case ast.UnaryOp(ast.USub(), operand):
            return _reading(ast.BinOp(ast.Constant(0.0), ast.Sub(), operand), constant)
    value = _lying(node, constant)
    return None if value is None else lambda frame: plain_number(value(frame))


def _combined(first: Read, second: Read, made: Callable[[float, float], float | None]) -> Read:
    def read(frame: Frame) -> float | None:
        one, other = first(frame), second(frame)
        return None if one is None or other is None else plain_number(made(one, other))

    return read


_OPERATORS: Final[dict[type, Callable[[float, float], float | None]]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right if right else None,
}


def _lying(node: ast.expr, constant: Callable[[ast.expr], Expression]) -> Expression | None:
    """A constant, what a name stands for, or what an instance holds itself or has of its class."""
    match node:
        case ast.Constant():
            return constant(node)
        case ast.Name(name):
            return lambda frame: frame.names.there(name)
        case ast.Attribute(value, name) if of := _lying(value, constant):
            return lambda frame: _held(of(frame), name)
    return None


def _held(of: Any, name: str) -> Any:
    if type(of) is not Instance:
        return MISSING
    if name in of.attributes:
        return of.attributes[name]
    return next((one.attributes[name] for one in of.of.order if name in one.attributes), MISSING)
