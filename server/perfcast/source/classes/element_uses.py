"""What a class does with the elements that one of its methods puts into what it holds: it tells what that is given."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import is_attribute_of, own_name
from perfcast.source.parsing.rewriting import rewritten

from .constructor_like import Renamed

#: Methods of containers that put their last argument there.
_PUTTING: Final = frozenset({"append", "appendleft", "add", "insert", "push", "put"})
#: Functions that go through the same elements, and methods that give them.
_SAME: Final = frozenset({"sorted", "list", "tuple", "set", "reversed", "iter", "min", "max", "filter"})
_VALUES: Final = frozenset({"values", "copy"})


@lru_cache(maxsize=64)
def with_element_uses(owner: ast.ClassDef, method: ast.FunctionDef) -> ast.FunctionDef:
    """The method, for reading alone, with what the class's other methods do with each element behind its own body:
    what ``sum(part.price for part in self.parts)`` asks is asked of ``item``, where ``self.parts.append(item)``, and
    what ``self.errors.mean()`` asks of ``errors``, where ``self.errors = errors``."""
    put, kept = _put(method), _kept(method)
    others = [one for one in _methods(owner) if one is not method]
    uses = [use for one in others for use in (*_uses(one, put), *_uses_of_kept(one, kept))]
    found = copy.copy(method)
    found.body = [*method.body, *uses]
    return found if len(found.body) > len(method.body) else method


def _methods(owner: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    return (one for one in owner.body if isinstance(one, ast.FunctionDef) and own_name(one))


def _put(method: ast.FunctionDef) -> dict[str, str]:
    """Attribute of the instance -> the parameter that is put into what it is."""
    own = own_name(method)
    names = [one.arg for one in (*method.args.posonlyargs, *method.args.args)][1:]
    found = {}
    for part in ast.walk(method):
        match part:
            case ast.Call(ast.Attribute(ast.Attribute(ast.Name(of), held), putting), [*_, ast.Name(given)]) if (
                putting in _PUTTING
            ):
                pass
            case ast.Assign([ast.Subscript(ast.Attribute(ast.Name(of), held))], ast.Name(given)):
                pass
            case _:
                continue
        if of == own and given in names:
            found[held] = given
    return found


def _kept(method: ast.FunctionDef) -> dict[str, str]:
    """Attribute of the instance -> the name of the method's that it becomes."""
    own = own_name(method)
    return {
        target.attr: value.id
        for part in ast.walk(method)
        if isinstance(part, ast.Assign) and isinstance(value := part.value, ast.Name)
        for target in part.targets
        if is_attribute_of(target, own)
    }


def _uses_of_kept(method: ast.FunctionDef, kept: Mapping[str, str]) -> Iterator[ast.stmt]:
    # What a constructor puts there is something else.
    parts = list(ast.walk(method)) if kept and method.name != "__init__" else []
    used = {part.id for part in parts if isinstance(part, ast.Name)}
    used |= {part.arg for part in parts if isinstance(part, ast.arg)}
    if used.isdisjoint(kept.values()) and any(isinstance(one, ast.Attribute) and one.attr in kept for one in parts):
        renamed = Renamed(own_name(method), kept)
        yield from (ast.fix_missing_locations(rewritten(use, renamed)) for use in method.body)


def _uses(method: ast.FunctionDef, put: Mapping[str, str]) -> Iterator[ast.stmt]:
    own = own_name(method)
    for part in ast.walk(method):
        match part:
            case ast.For(ast.Name(one), over, body):
                uses: list[ast.stmt] = body
            case ast.ListComp(elt, [ast.comprehension(ast.Name(one), over, ifs)]) | ast.GeneratorExp(
                elt, [ast.comprehension(ast.Name(one), over, ifs)]
            ):
                uses = [ast.Expr(use) for use in (elt, *ifs)]
            case ast.Call(
                ast.Name(), [over, *_], [ast.keyword("key", ast.Lambda(ast.arguments(args=[key]), body=use))]
            ):
                one, uses = key.arg, [ast.Expr(use)]
            case _:
                continue
        given = put.get(_held(over, own))
        if given is not None:
            renamed = Renamed("", {}, {one: given})
            yield from (ast.fix_missing_locations(rewritten(use, renamed)) for use in uses)


def _held(over: ast.expr, own: str) -> str:
    """The attribute of the instance whose elements are gone through; '' where it is none."""
    match over:
        case ast.Attribute(ast.Name(of), held) if of == own:
            return held
        case ast.Call(ast.Attribute(inner, method), []) if method in _VALUES:
            return _held(inner, own)
        case ast.Call(function, [*_, inner]) if last_name(function) in _SAME:
            return _held(inner, own)
    return ""
