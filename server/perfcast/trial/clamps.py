"""Numbers beyond which a parameter makes no difference, ``n = max(1, min(n, 400))`` and nothing else looks at ``n``;
and those that make the same one again, ``n % 400``.

A call with a larger number is a call with that one, so it is tried as such; carried on each by itself, calls that cost
the same would seem to differ.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.workload import Argument, Workload
from perfcast.workload.parameters import parameters

#: Functions that hand a number on, one to the next, at most.
_DEEPEST: Final = 4


class Clamp(NamedTuple):
    """From `least` on, numbers that are `step` apart make no difference; all of them do not where it is 1."""

    least: int
    step: int = 1

    def beside(self, other: Clamp) -> Clamp:
        """What is so by this one and by the other one."""
        return Clamp(max(self.least, other.least), math.lcm(self.step, other.step))

    def of(self, value: int) -> int:
        """The number that makes the same difference."""
        return self.least + (value - self.least) % self.step if value > self.least else value


def clamps_of(tree: ast.Module, unit: FunctionNode, *, drop_first: bool) -> dict[str, Clamp]:
    """Parameter -> the number, of those parameters of the unit that have one.

    Args:
        tree: of the module, whose functions may clamp what they are handed.
        drop_first: the first parameter is the receiver.
    """
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    names = [one.arg for one, _ in parameters(unit, drop_first=drop_first)]
    found = {name: _clamp(unit, name, functions, _DEEPEST) for name in names}
    return {name: clamp for name, clamp in found.items() if clamp is not None}


def clamped(workload: Workload, clamps: Mapping[str, Clamp]) -> Workload:
    """The workload with the numbers that make no difference as large as they make one."""
    if not clamps:
        return workload
    return Workload(tuple(_at_most(one, clamps.get(one.name or "")) for one in workload.arguments))


def _at_most(argument: Argument, clamp: Clamp | None) -> Argument:
    value = argument.value
    return argument if clamp is None or type(value) is not int else replace(argument, value=clamp.of(value))


def _clamp(function: FunctionNode, name: str, functions: Mapping[str, ast.FunctionDef], deepest: int) -> Clamp | None:
    """Of one parameter of one function; None where something looks at the number as it is."""
    found = Clamp(0)
    for statement in function.body:
        for load, around in _loads(statement, name, functions):
            clamp = _where_it_stands(load, around, functions, deepest)
            if clamp is None:
                return None
            found = found.beside(clamp)
        if _rebinds(statement, name):
            break
    return found if found != Clamp(0) else None


def _loads(
    statement: ast.stmt, name: str, functions: Mapping[str, ast.FunctionDef]
) -> Iterator[tuple[ast.expr, ast.AST]]:
    """Where the name, or ``abs`` of it, is looked at, each with what that is directly part of."""
    absolute = set[int]()
    for node in ast.walk(statement):
        changes = isinstance(node, ast.AugAssign)
        for part in ast.iter_child_nodes(node):
            # The call shows at which place a keyword stands.
            whole = named = part.value if isinstance(part, ast.keyword) else part
            match whole:
                case ast.Call(func=ast.Name(id="abs"), args=[ast.Name() as named], keywords=[]) if (
                    "abs" not in functions
                ):
                    absolute.add(id(whole))
            if (
                not isinstance(whole, ast.expr)
                or not isinstance(named, ast.Name)
                or named.id != name
                or id(node) in absolute
            ):
                continue
            if changes or isinstance(named.ctx, ast.Load):
                yield whole, node


def _rebinds(statement: ast.stmt, name: str) -> bool:
    """Whether the name stands for another value from there on."""
    targets: Sequence[ast.expr] = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _where_it_stands(
    load: ast.expr, around: ast.AST, functions: Mapping[str, ast.FunctionDef], deepest: int
) -> Clamp | None:
    match around:
        case ast.keyword() | ast.Call(func=ast.Name(id="isinstance")):
            # The call around a keyword tells.
            return Clamp(0)
        case ast.Compare(left=left, comparators=others):
            numbers = [_number(side) for side in (left, *others) if side is not load]
            return None if None in numbers else Clamp(max((one for one in numbers if one is not None), default=0) + 1)
        case ast.Call(func=ast.Name(id="min"), args=args, keywords=[]) if "min" not in functions:
            least = min((number for one in args if (number := _number(one)) is not None), default=None)
            return None if least is None else Clamp(least)
        case ast.BinOp(left=left, op=ast.Mod(), right=right) if left is load and (step := _number(right) or 0) > 0:
            return Clamp(0, step)
        case ast.Call(func=ast.Name(id=name)) if name in functions and deepest:
            return _by_taker(load, around, functions, deepest)
    return None


def _number(node: ast.expr) -> int | None:
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _by_taker(load: ast.expr, call: ast.Call, functions: Mapping[str, ast.FunctionDef], deepest: int) -> Clamp | None:
    """What the function makes of it that it is handed to."""
    assert isinstance(call.func, ast.Name)
    taker = functions[call.func.id]
    if any(isinstance(one, ast.Starred) for one in call.args):
        return None
    names = [one.arg for one in (*taker.args.posonlyargs, *taker.args.args)]
    taken = [names[place] for place, one in enumerate(call.args[: len(names)]) if one is load]
    taken += [one.arg for one in call.keywords if one.value is load and one.arg is not None]
    return _clamp(taker, taken[0], functions, deepest - 1) if len(taken) == 1 else None
