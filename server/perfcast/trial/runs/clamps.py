"""Numbers beyond which a parameter makes no difference, ``n = max(1, min(n, 400))`` and nothing else looks at ``n``;
those that make the same one again, ``n % 400``; and elements behind which a sequence is not looked at, ``xs[:400]``.

A call with a larger number, or more elements, is a call with that many, so it is tried as such; carried on each by
itself, calls that cost the same would seem to differ.
"""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import children, walk
from perfcast.workload.code.parameters import parameters

#: Functions and names that hand a number on, one to the next, at most.
_DEEPEST: Final = 4
#: Functions of Python whose number is clamped in place of what they are given.
_SAID_BY: Final = frozenset({"abs", "len"})


class Clamp(NamedTuple):
    """From `least` on, numbers that are `step` apart make no difference; all of them do not where it is 1.

    Attributes:
        defaults: parameters by whose defaults it is so, where none of them is given.
    """

    least: int
    step: int = 1
    defaults: frozenset[str] = frozenset()

    def beside(self, other: Clamp) -> Clamp:
        """What is so by this one and by the other one."""
        least, step = max(self.least, other.least), math.lcm(self.step, other.step)
        return Clamp(least, step, self.defaults | other.defaults)

    def of(self, value: int) -> int:
        """The number that makes the same difference."""
        return self.least + (value - self.least) % self.step if value > self.least else value


def clamps_of(tree: ast.Module, unit: FunctionNode, *, drop_first: bool) -> dict[str, Clamp]:
    """Parameter -> the number, of those parameters of the unit that have one.

    Args:
        tree: of the module, whose functions may clamp what they are handed.
        drop_first: the first parameter is the receiver.
    """
    module = _Module(tree, unit)
    names = [one.arg for one, _ in parameters(unit, drop_first=drop_first)]
    found = {name: _clamp(unit, name, module, _DEEPEST) for name in names}
    return {name: clamp for name, clamp in found.items() if clamp is not None}


class _Module:
    """What a parameter may be handed to, and be compared with.

    Attributes:
        functions: of the module, by their names.
    """

    def __init__(self, tree: ast.Module, unit: FunctionNode) -> None:
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self._unit = unit
        self._constants = _constants(tree, tree.body)
        self._of: dict[FunctionNode, dict[str, Clamp]] = {}

    def number(self, node: ast.expr, function: FunctionNode) -> Clamp | None:
        """The number that an expression of a function stands for, by which defaults; None where it may be another."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return Clamp(node.value)
        if not isinstance(node, ast.Name):
            return None
        if function not in self._of:
            self._of[function] = self._names(function)
        return self._of[function].get(node.id)

    def _names(self, function: FunctionNode) -> dict[str, Clamp]:
        bound = _bound(function)
        found = {name: Clamp(value) for name, value in self._constants.items() if name not in bound}
        found |= {name: Clamp(value) for name, value in _constants(function, function.body).items()}
        if function is not self._unit:
            # Who calls it may give another.
            return found
        for one, default in parameters(function, drop_first=False):
            name = one.arg
            if isinstance(default, ast.Constant) and type(default.value) is int and bound[name] == 1:
                found[name] = Clamp(default.value, defaults=frozenset({name}))
        return found


def _constants(tree: ast.Module | FunctionNode, body: Sequence[ast.stmt]) -> dict[str, int]:
    """Names that are bound once, to a number and by a statement that is always run."""
    bound, found = _bound(tree), dict[str, int]()
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int() as value)):
                if type(value) is int and bound[name] == 1:
                    found[name] = value
    return found


def _bound(tree: ast.AST) -> Counter[str]:
    """How often names are bound within it, those of inner functions too."""
    found = Counter[str]()
    for node in walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found[node.id] += 1
        elif isinstance(node, ast.arg):
            found[node.arg] += 1
    return found


def _clamp(function: FunctionNode, name: str, module: _Module, deepest: int) -> Clamp | None:
    """Of a parameter of a function, or another name for one; None where something looks at the number as it is."""
    found = Clamp(0)
    is_bound_again = _bound(function)[name] > 1
    for statement in function.body:
        for load, around in _loads(statement, name, module):
            clamp = _where_it_stands(load, around, function, module, deepest)
            if clamp is None:
                return None
            found = found.beside(clamp)
        if is_bound_again and _rebinds(statement, name):
            break
    return found if found != Clamp(0) else None


def _loads(statement: ast.stmt, name: str, module: _Module) -> Iterator[tuple[ast.expr, ast.AST]]:
    """Where the name, ``abs`` or ``len`` of it, is looked at, each with what that is directly part of."""
    said = set[int]()
    for node in walk(statement):
        changes = isinstance(node, ast.AugAssign)
        for part in children(node):
            # The call shows at which place a keyword stands.
            whole = part.value if isinstance(part, ast.keyword) else part
            named = _said_of(whole, module)
            if not isinstance(whole, ast.expr) or named is None or named.id != name or id(node) in said:
                continue
            if named is not whole:
                said.add(id(whole))
            if changes or isinstance(named.ctx, ast.Load):
                yield whole, node


def _said_of(node: ast.AST, module: _Module) -> ast.Name | None:
    """The name that an expression is, or says the number of."""
    match node:
        case ast.Name():
            return node
        case ast.Call(func=ast.Name(id=saying), args=[ast.Name() as named], keywords=[]) if saying in _SAID_BY:
            return named if saying not in module.functions else None
    return None


def _rebinds(statement: ast.stmt, name: str) -> bool:
    """Whether the name stands for another value from there on."""
    targets: Sequence[ast.expr] = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _where_it_stands(  # noqa: PLR0911
    load: ast.expr, around: ast.AST, function: FunctionNode, module: _Module, deepest: int
) -> Clamp | None:
    match around:
        case (
            ast.keyword()
            | ast.Call(func=ast.Name(id="isinstance"))
            | ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)])
        ):
            # The call around a keyword tells, and no number is None.
            return Clamp(0)
        case ast.Compare(ops=ops) if any(isinstance(one, ast.In | ast.NotIn) for one in ops):
            return None
        case ast.Compare(left=left, comparators=others):
            numbers = [module.number(side, function) for side in (left, *others) if side is not load]
            known = [Clamp(one.least + 1, defaults=one.defaults) for one in numbers if one is not None]
            return None if len(known) < len(numbers) else reduce(Clamp.beside, known, Clamp(1))
        case ast.Call(func=ast.Name(id="min"), args=args, keywords=[]) if "min" not in module.functions:
            return min(
                (one for each in args if (one := module.number(each, function))),
                key=lambda one: one.least,
                default=None,
            )
        case ast.Assign(targets=[ast.Name(id=other)]) if _bound(function)[other] == 1 and deepest:
            return _clamp(function, other, module, deepest - 1)
        case ast.BinOp(left=left, op=ast.Mod(), right=right) if left is load:
            step = module.number(right, function)
            return None if step is None or step.least <= 0 else Clamp(0, step.least, step.defaults)
        case ast.Call(func=ast.Name(id=name)) if name in module.functions and deepest:
            return _by_taker(load, around, module, deepest)
    return _of_some(load, around, function, module)


def _of_some(load: ast.expr, around: ast.AST, function: FunctionNode, module: _Module) -> Clamp | None:
    """The clamp where it is asked whether there is anything, or for the first elements alone."""
    match around:
        case ast.UnaryOp(op=ast.Not()):
            return Clamp(1)
        case ast.If(test=test) if test is load:
            return Clamp(1)
        case ast.Subscript(
            value=value, slice=ast.Slice(lower=None | ast.Constant(), upper=end, step=None), ctx=ast.Load()
        ):
            return module.number(end, function) if value is load and end is not None else None
    return None


def _by_taker(load: ast.expr, call: ast.Call, module: _Module, deepest: int) -> Clamp | None:
    """What the function makes of it that it is handed to."""
    assert isinstance(call.func, ast.Name)
    taker = module.functions[call.func.id]
    if any(isinstance(one, ast.Starred) for one in call.args):
        return None
    names = [one.arg for one in (*taker.args.posonlyargs, *taker.args.args)]
    taken = [names[place] for place, one in enumerate(call.args[: len(names)]) if one is load]
    taken += [one.arg for one in call.keywords if one.value is load and one.arg is not None]
    return _clamp(taker, taken[0], module, deepest - 1) if len(taken) == 1 else None
