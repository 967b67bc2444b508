"""Methods that put something into what another one reads, where those that fill an instance put nothing there:
``receive(sku, quantity)`` before ``issue(sku, quantity)``, which reads ``on_hand``, after ``add_item(item)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import FunctionNode, is_attribute_of, own_name
from perfcast.source.parsing.walking import walk

from .filling import LEARNING, answers, begun_empty, filling_of, puts_one_by_name
from .kept_arguments import KEEPING, PUTTING, added_to
from .networks import method_of
from .preceding import preceding
from .taking import needs_something

#: Methods of this kind, at most.
_MOST: Final = 2
#: Tables that have something under each key that they were asked for.
_WITH_DEFAULTS: Final = frozenset({"defaultdict", "Counter"})


class _Contents(NamedTuple):
    """Attributes of the instance, by what a method does to what they hold, by itself or by methods that it calls.

    Attributes:
        read: it looks at what is there; put: it certainly puts something there, one thing at a time; changed: it may.
    """

    read: frozenset[str]
    put: frozenset[str]
    changed: frozenset[str]


@lru_cache(maxsize=64)
def putting_what_is_read(owner: ast.ClassDef, unit: str) -> tuple[ast.FunctionDef, ...]:
    """In the order in which they are called, after those of `filling_of`.

    Args:
        unit: the method's name that is called then.
    """
    if method_of(owner, unit) is None:
        return ()
    fillers = filling_of(owner)
    before = [*fillers, *preceding(owner, unit)]
    names = {unit, *(one.name for one in before)}
    if not names.isdisjoint(LEARNING) or unit in {one.name for one in fillers}:
        return ()
    empty, contents = set(begun_empty(owner)), _contents_by(owner)
    filled = frozenset[str]().union(*(contents[one.name].changed for one in before))
    missing = (contents[unit].read & empty) - contents[unit].changed - filled

    def hindered(method: ast.FunctionDef) -> tuple[bool, bool, bool, int, str]:
        of = contents[method.name]
        lacks_something = bool((of.read & empty) - of.changed - filled)
        # The name, as of a class that is left with fewer methods the same ones are found.
        return lacks_something, needs_something(method, empty), answers(method), len(method.args.args), method.name

    own = (one for one in owner.body if isinstance(one, ast.FunctionDef) and not one.decorator_list)
    putting = (one for one in own if one.name not in names and not missing.isdisjoint(contents[one.name].put))
    others = [one for one in putting if puts_one_by_name(one.name) and not _opens(one)]
    found: list[ast.FunctionDef] = []
    for one in sorted(others, key=hindered):
        if len(found) < _MOST and not missing.isdisjoint(contents[one.name].put):
            found.append(one)
            missing -= contents[one.name].changed
    return tuple(found)


def _opens(method: ast.FunctionDef) -> bool:
    """Whether it reads a file, or the like, of which nobody knows what is in it."""
    return any(last_name(part.func) == "open" for part in walk(method) if isinstance(part, ast.Call))


@lru_cache(maxsize=16)
def _contents_by(owner: ast.ClassDef) -> Mapping[str, _Contents]:
    """By the name of a method."""
    methods = {one.name: one for one in owner.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
    with_defaults = set(_with_defaults(methods.get("__init__")))
    itself = {name: _of(method, with_defaults) for name, method in methods.items()}
    called = {name: set(_called(method)) & methods.keys() for name, method in methods.items()}
    found: dict[str, _Contents] = {}
    for name in methods:
        reached, pending = {name}, [name]
        while pending:
            further = called[pending.pop()] - reached
            reached |= further
            pending += further
        all_of = [itself[one] for one in reached]
        found[name] = _Contents(*(frozenset().union(*parts) for parts in zip(*all_of, strict=True)))
    return found


def _of(method: FunctionNode, with_defaults: set[str]) -> _Contents:
    own = own_name(method)
    put = set(added_to(method)) if isinstance(method, ast.FunctionDef) else set[str]()
    names = dict(_named_parts(method, own))
    changed, aside = set[str](), set[int]()
    for part in walk(method):
        match part:
            case ast.Assign(targets=targets):
                changed |= {target.attr for target in targets if is_attribute_of(target, own)}
            case ast.AugAssign(ast.Attribute(ast.Name(of), held)) if of == own:
                changed.add(held)
            case ast.AugAssign(ast.Subscript(ast.Attribute(ast.Name(of), held)), ast.Add()) if of == own:
                put |= {held} & with_defaults
            case ast.Call(ast.Attribute(ast.Name(name), keeping)) if keeping in KEEPING and name in names:
                put.add(names[name])
            case ast.Call(ast.Attribute(holder, keeping)) if keeping in KEEPING:
                changed |= set(_attributes(holder, own))
                aside.add(id(holder))
            case ast.Call(function, [holder, *_]) if last_name(function) in PUTTING:
                changed |= set(_attributes(holder, own))
            case ast.Compare(ops=[ast.In() | ast.NotIn() | ast.LtE() | ast.GtE()], comparators=[holder]):
                # Nothing being there is as good an answer.
                aside.add(id(holder))
            case ast.Subscript(holder, ctx=ast.Store() | ast.Del()):
                aside.add(id(holder))
    read = {name for part in walk(method) if id(part) not in aside for name in _loaded(part, own)}
    return _Contents(frozenset(read), frozenset(put), frozenset(changed | put))


def _named_parts(method: FunctionNode, own: str) -> Iterator[tuple[str, str]]:
    """Names of what is a part of what an attribute holds, and that attribute: ``calls = self.calls[key]``."""
    for part in walk(method):
        match part:
            case ast.Assign(
                [ast.Name(name)],
                ast.Subscript(ast.Attribute(ast.Name(of), held))
                | ast.Call(ast.Attribute(ast.Attribute(ast.Name(of), held), "setdefault")),
            ) if of == own:
                yield name, held


def _loaded(part: ast.AST, own: str) -> Iterator[str]:
    match part:
        case ast.Attribute(ast.Name(of), held, ast.Load()) if of == own:
            yield held


def _attributes(holder: ast.expr, own: str) -> Iterator[str]:
    return (part.attr for part in ast.walk(holder) if is_attribute_of(part, own))


def _called(method: FunctionNode) -> Iterator[str]:
    """Names of methods and properties of its instance that it may use."""
    own = own_name(method)
    return (part.attr for part in walk(method) if is_attribute_of(part, own))


def _with_defaults(init: FunctionNode | None) -> Iterator[str]:
    for part in () if init is None else walk(init):
        match part:
            case ast.Assign([ast.Attribute(attr=name)], ast.Call(function)) | ast.AnnAssign(
                ast.Attribute(attr=name), value=ast.Call(function)
            ) if last_name(function) in _WITH_DEFAULTS:
                yield name
