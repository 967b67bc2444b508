"""Methods that users call between those that fill an instance and another one, with the same key: ``reserve(order)``
before ``ship(order)``, which looks for what that has put there; ``confirm(order)`` before ``ship(order)``, which turns
down what is not confirmed. And before those that fill it: ``open()`` before ``send(data)``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from perfcast.source.definitions.units import FunctionNode
from perfcast.source.parsing.walking import walk

from .filling import LEARNING, filling_of
from .keyed_lookups import looked_up, put_there
from .networks import method_of, needs_arguments

#: Methods one after the other, at most.
_MOST: Final = 4
#: By the name of an attribute or a key, what it may be, as it is written.
_States = dict[str, set[str]]


class _Left(NamedTuple):
    """What a method leaves behind: the states of something, and attributes of which a key is there."""

    states: _States
    put: frozenset[str]


@lru_cache(maxsize=64)
def opening(owner: ast.ClassDef, unit: str) -> tuple[ast.FunctionDef, ...]:
    """Methods without arguments that lead to the state in which an instance takes what it is filled with.

    Args:
        unit: the method's name that is called then.
    """
    fillers = filling_of(owner)
    if not fillers:
        return ()
    names = {unit, *(one.name for one in fillers)}
    own = [one for one in _others(owner, names) if not needs_arguments(one)]
    return tuple(_reaching(fillers[0], own, _begun(owner, []), _left_by(owner)))


@lru_cache(maxsize=64)
def preceding(owner: ast.ClassDef, unit: str) -> tuple[ast.FunctionDef, ...]:
    """In the order in which they are called, after those of `filling_of`.

    Args:
        unit: the method's name.
    """
    opened, fillers, node = opening(owner, unit), filling_of(owner), method_of(owner, unit)
    known = {unit, *(one.name for one in fillers)}
    if node is None or len(known) == len(fillers) or not known.isdisjoint(LEARNING):
        return ()
    own = _others(owner, known | {one.name for one in opened})
    left = _left_by(owner)
    first = _putting(node, own, fillers, left)
    begun = _begun(owner, [*opened, *fillers, *first])
    return (*first, *_reaching(node, [one for one in own if one not in first], begun, left))


def _others(owner: ast.ClassDef, known: Collection[str]) -> list[ast.FunctionDef]:
    methods = (one for one in owner.body if isinstance(one, ast.FunctionDef) and not one.decorator_list)
    own = (one for one in methods if one.name not in known and not one.name.startswith("_"))
    # Of a class that is left with fewer methods the same ones are found.
    return sorted(own, key=lambda one: (len(one.args.args), one.name))


@lru_cache(maxsize=16)
def _left_by(owner: ast.ClassDef) -> Mapping[str, _Left]:
    """By the name of a method; each is looked at once for all that may come behind it."""
    methods = (one for one in owner.body if isinstance(one, ast.FunctionDef))
    return {one.name: _Left(_all_states([one]), frozenset(put_there(one))) for one in methods}


def _putting(
    unit: FunctionNode,
    methods: Sequence[ast.FunctionDef],
    fillers: Sequence[ast.FunctionDef],
    left: Mapping[str, _Left],
) -> list[ast.FunctionDef]:
    """The one that puts there what the unit looks for, where those that fill an instance do not."""
    sought = set(looked_up(unit)) - set(put_there(unit)) - {of for one in fillers for of in put_there(one)}
    found = (one for one in methods if fillers and not sought.isdisjoint(left[one.name].put))
    return [one for one in found if sought.isdisjoint(looked_up(one))][:1]


def _reaching(
    unit: FunctionNode, methods: Sequence[ast.FunctionDef], begun: _States, left: Mapping[str, _Left]
) -> list[ast.FunctionDef]:
    """Those that lead to the state that the unit wants something to be in, from those that it begins in."""
    found: list[ast.FunctionDef] = []
    wanting: FunctionNode = unit
    for _ in range(_MOST):
        wanted = _wanted(wanting)
        wanted = {name: states for name, states in wanted.items() if states.isdisjoint(begun.get(name, ()))}
        others = (one for one in methods if one not in found and _leads_to(left[one.name].states, wanted))
        step = next(others, None)
        if step is None:
            return found
        found.insert(0, step)
        wanting = step
    return []


def _leads_to(left: _States, wanted: _States) -> bool:
    return any(not states.isdisjoint(left.get(name, ())) for name, states in wanted.items())


def _wanted(method: FunctionNode) -> _States:
    """What a method goes no farther without: ``if order.status != "confirmed": raise``."""
    found: _States = {}
    for part in walk(method):
        if not isinstance(part, ast.If) or not isinstance(part.body[-1], ast.Raise | ast.Return):
            continue
        is_any = isinstance(part.test, ast.BoolOp) and isinstance(part.test.op, ast.Or)
        for test in part.test.values if is_any and isinstance(part.test, ast.BoolOp) else [part.test]:
            states: Sequence[ast.expr]
            match test:
                case ast.UnaryOp(ast.Not(), asked) if _refuses(part.body[-1]):
                    states = [ast.Constant(True)]
                case ast.Attribute() | ast.Subscript() if isinstance(part.body[-1], ast.Raise):
                    asked, states = test, [ast.Constant(False)]
                case ast.Compare(asked, [ast.NotEq() | ast.IsNot()], [state]):
                    states = [state]
                case ast.Compare(asked, [ast.NotIn()], [ast.Tuple(states) | ast.List(states) | ast.Set(states)]):
                    pass
                case _:
                    continue
            if (name := _field(asked)) and all(map(_is_state, states)):
                found.setdefault(name, {ast.unparse(one) for one in states})
    return found


def _refuses(last: ast.stmt) -> bool:
    """Whether it gives nothing that is reckoned: other answers are as good as what comes behind them."""
    return isinstance(last, ast.Raise) or (isinstance(last, ast.Return) and isinstance(last.value, ast.Constant | None))


def _begun(owner: ast.ClassDef, before: Sequence[FunctionNode]) -> _States:
    """What an instance is in that is new, and what methods leave something in."""
    init = method_of(owner, "__init__")
    found = _all_states(before if init is None else [init, *before])
    for part in owner.body:
        match part:
            case ast.AnnAssign(ast.Name(name), value=ast.expr() as value) | ast.Assign([ast.Name(name)], value) if (
                _is_state(value)
            ):
                found.setdefault(name, set()).add(ast.unparse(value))
    return found


def _all_states(methods: Collection[FunctionNode]) -> _States:
    """Those that methods leave something in."""
    found: _States = {}
    for method in methods:
        for part in walk(method):
            for name, value in _given(part):
                if name and _is_state(value):
                    found.setdefault(name, set()).add(ast.unparse(value))
    return found


def _given(part: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    match part:
        case ast.Assign([target], value) | ast.AnnAssign(target, value=ast.expr() as value):
            yield _field(target), value
        case ast.Dict(keys, values):
            for key, value in zip(keys, values, strict=True):
                yield (key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""), value
        case ast.keyword(str(name), value):
            yield name, value


def _field(node: ast.expr) -> str:
    """The name of an attribute, or the key that is written down; empty for others."""
    match node:
        case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(str(name))):
            return name
    return ""


def _is_state(node: ast.expr) -> bool:
    """Whether it is a text, a truth value, or a member of an enumeration."""
    match node:
        case ast.Constant(str() | bool()) | ast.Attribute(ast.Name()):
            return True
    return False
