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
    from perfcast.trial.interpreter.objects.frames import Frame

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
    if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.Or):
        return []
    of_test = [clock for test in tests if _tells(node, test) and (clock := _clock(test, constant, goes_on=True))]
    leaving = [one for one in node.body if isinstance(one, ast.If) and _leaves(one)]
    guards = [(one, clock) for one in leaving if (clock := _clock(one.test, constant, goes_on=False))]
    if of_test:
        # Nobody knows whether a guard ends the loop in the end, nor what it does then.
        return [*of_test, *[clock._replace(is_end=False) for _, clock in guards]]
    match guards:
        case [(ast.If(test, [ast.Break()]), clock)] if _tells(node, test):
            return [clock]
    return []


def _leaves(node: ast.If) -> bool:
    return any(isinstance(one, _LEAVING) for inner in node.body for one in statements(inner))


def _tells(loop: ast.While, test: ast.expr) -> bool:
    """Whether what the comparison is of comes nearer to the loop's end in each turn."""
    return all(_goes_one_way(loop, path) for path in _paths(test))


def _clock(test: ast.expr, constant: Callable[[ast.expr], Expression], *, goes_on: bool) -> Clock | None:
    """A comparison as a clock; None of anything else.

    Args:
        goes_on: the loop does where it is true.
    """
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], _BELOW | _ABOVE):
        return None
    left, right = _reading(test.left, constant), _reading(test.comparators[0], constant)
    if left is None or right is None:
        return None
    is_left_above = isinstance(test.ops[0], _ABOVE) is goes_on
    return Clock(left, right, is_end=True) if is_left_above else Clock(right, left, is_end=True)


def _goes_one_way(loop: ast.While, path: str) -> bool:
    """Whether each turn of a loop changes a name by one operator alone, or binds it at one place, or none does."""
    changes = _changes(loop, path)
    if changes is None or any(isinstance(part, ast.IfExp) for one in changes for part in walk(one)):
        return False
    operators = {type(one.op) if isinstance(one, ast.AugAssign) else None for one in changes}
    if len(operators) > 1 or (None in operators and len(changes) > 1):
        return False
    steps = {step for one in changes for step in _paths(one)} - {bound for one in changes for bound in _bound(one)}
    return all(_is_as_before(loop, step) for step in steps)


def _is_as_before(loop: ast.While, path: str) -> bool:
    """Whether what something changes by does not come from what it was in the turn before: steps that adapt."""
    changes = _changes(loop, path)
    return changes is not None and all(isinstance(one, ast.Assign) and path not in _paths(one.value) for one in changes)


def _changes(loop: ast.While, path: str) -> list[ast.stmt] | None:
    """What binds a name in each turn of a loop; None where some turns alone do."""
    bind = [one for one in loop.body if path in _bound(one)]
    return bind if all(isinstance(one, ast.Assign | ast.AugAssign) for one in bind) else None


def _bound(node: ast.stmt) -> list[str]:
    """Names and attributes that a statement binds."""
    return [
        _path(part)
        for part in walk(node)
        if isinstance(part, ast.Name | ast.Attribute) and not isinstance(part.ctx, ast.Load)
    ]


def _paths(node: ast.AST) -> Iterator[str]:
    """Names and attributes that something is made of, as they are written."""
    for part in walk(node):
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
