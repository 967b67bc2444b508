"""Numbers that a class is made with and that its methods use up: a balance, a budget, tokens. Those that are made up
are large, as methods fail, or do nothing, on too little: ``if cost > self.cash: raise``. What is counted down one by
one, or says how large something is, is none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from perfcast.source.classes.networks import method_of
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import FunctionNode, own_name
from perfcast.workload.code.parameters import parameters
from perfcast.workload.language.workload import Argument, Workload
from perfcast.workload.naming.names import FLOAT, INT
from perfcast.workload.naming.usual_numbers import usual

#: More than what made-up quantities at made-up prices add up to.
_PLENTY: Final = 1_000_000
_DECIMAL: Final = "Decimal"
_MORE: Final = (ast.Gt, ast.GtE)
_LESS: Final = (ast.Lt, ast.LtE)
#: Calls that give as much as they are told, or go on as often.
_SIZING: Final = frozenset(
    {"range", "islice", "repeat", "deque", "bytearray", "zeros", "ones", "empty", "full", "arange", "linspace"}
)


def with_supplies(made: Workload, owner: ast.ClassDef) -> Workload:
    """What the constructor is called with, as much of each as methods may use up."""
    if not any(_may_be_supply(one) for one in made.arguments):
        return made
    used_up = frozenset(_used_up(owner)) & frozenset(_checked(owner))
    kept = {**kept_as(owner), **{attribute: attribute for attribute in used_up if is_field(owner, attribute)}}
    counting = frozenset(_counting(owner))
    supplies = {
        name
        for name, attribute in kept.items()
        if attribute in used_up and counting.isdisjoint((name, attribute)) and usual(name) is None
    }
    supplies -= set(_defaults(owner))
    return Workload(tuple(_plenty(one) if one.name in supplies else one for one in made.arguments))


def _may_be_supply(argument: Argument) -> bool:
    return argument.type in (INT, FLOAT) or argument.type.name == _DECIMAL


def _plenty(argument: Argument) -> Argument:
    """Its size is none of the workload's: it does not shrink with that."""
    if argument.type == INT:
        return replace(argument, value=_PLENTY, has_value=True, kept=(0,))
    return replace(argument, low=_PLENTY, high=_PLENTY) if _may_be_supply(argument) else argument


def kept_as(owner: ast.ClassDef) -> dict[str, str]:
    """The constructor's parameters -> the attributes as which the instance keeps them."""
    init = method_of(owner, "__init__")
    instance = own_name(init) if init is not None else ""
    found: dict[str, str] = {}
    for part in ast.walk(init) if init is not None else ():
        match part:
            case (
                ast.Assign(targets=[ast.Attribute(ast.Name(id=own), attribute)], value=ast.Name(id=name))
                | ast.AnnAssign(target=ast.Attribute(ast.Name(id=own), attribute), value=ast.Name(id=name))
            ) if own == instance:
                found[name] = attribute
    return found


def is_field(owner: ast.ClassDef, attribute: str) -> bool:
    """Whether it is declared in the class's body, as a dataclass's are."""
    return any(
        isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id == attribute
        for one in owner.body
    )


def _defaults(owner: ast.ClassDef) -> Iterator[str]:
    """Parameters and fields of which the class itself says how much there is."""
    init = method_of(owner, "__init__")
    if init is not None:
        yield from (one.arg for one, default in parameters(init, drop_first=True) if default is not None)
    for one in owner.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.value is not None:
            yield one.target.id


def _parts(owner: ast.ClassDef) -> Iterator[tuple[str, ast.AST]]:
    """Parts of methods, each with what the instance is called there."""
    for method in owner.body:
        if isinstance(method, FunctionNode):
            own = own_name(method)
            yield from ((own, part) for part in ast.walk(method))


def _used_up(owner: ast.ClassDef) -> Iterator[str]:
    """Attributes that become less, not only by one that is counted."""
    for own, part in _parts(owner):
        match part:
            case ast.AugAssign(ast.Attribute() as target, ast.Sub(), less) if not isinstance(less, ast.Constant):
                yield from _own(target, own)
            case ast.Assign([ast.Attribute() as target], ast.BinOp(left, ast.Sub(), less)) if not isinstance(
                less, ast.Constant
            ):
                yield from set(_own(target, own)) & set(_own(left, own))


def _counting(owner: ast.ClassDef) -> Iterator[str]:
    """Attributes and names that say how large something is, or how often something is done."""
    for own, part in _parts(owner):
        match part:
            case ast.While(test):
                yield from _asked(test, own)
            case ast.Call(function, arguments) if last_name(function) in _SIZING:
                for one in (*arguments, *(keyword.value for keyword in part.keywords)):
                    yield from _asked(one, own)
            case ast.BinOp(ast.List() | ast.Tuple() | ast.Constant(str() | bytes()), ast.Mult(), times) | ast.BinOp(
                times, ast.Mult(), ast.List() | ast.Tuple() | ast.Constant(str() | bytes())
            ):
                yield from _asked(times, own)


def _asked(node: ast.expr, own: str) -> Iterator[str]:
    """Attributes of the instance, and names, in an expression."""
    for part in ast.walk(node):
        match part:
            case ast.Name(name):
                yield name
            case ast.Attribute() as attribute:
                yield from _own(attribute, own)


def _checked(owner: ast.ClassDef) -> Iterator[str]:
    """Attributes of which too little ends a method."""
    for own, part in _parts(owner):
        if isinstance(part, ast.If) and isinstance(part.body[-1], ast.Raise | ast.Return):
            for compared in (one for one in ast.walk(part.test) if isinstance(one, ast.Compare)):
                sides = [compared.left, *compared.comparators]
                for one, operation, other in zip(sides, compared.ops, sides[1:], strict=False):
                    yield from _own(other, own) if isinstance(operation, _MORE) else ()
                    yield from _own(one, own) if isinstance(operation, _LESS) else ()


def _own(node: ast.expr, own: str) -> Iterator[str]:
    match node:
        case ast.Attribute(ast.Name(of), attribute) if of == own:
            yield attribute
