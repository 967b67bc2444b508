"""Methods that are called on a made-up receiver before the unit, where that fails on what the receiver lacks: what puts
something into what is empty, what sets an attribute that the constructor does not.

Users call them first, too: an element is put into a queue before one is taken, a parser is reset before it is fed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from perfcast.source.classes.filling import is_called_for_instance
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import own_name
from perfcast.source.parsing.walking import walk
from perfcast.trial.inputs.late_attributes import PUTTING
from perfcast.trial.interpreter.objects.classes import Class

#: Errors of what is empty, and of what is not there.
_EMPTY: Final = re.compile(
    r"(?:KeyError|IndexError|StopIteration|ZeroDivisionError)\b|ValueError ['\"](?:max|min)\(\).* empty"
)
_LACKING: Final = re.compile(r"AttributeError '(\w+)'")
_OF_CONTAINERS: Final = frozenset({"__getitem__", "__len__", "__iter__"})
#: What is called first, likeliest first.
_FIRST: Final = (
    *("reset", "init", "initialize", "setup", "set_up", "prepare", "configure", "open", "load", "start"),
    *("begin", "build"),
)
#: What Python itself calls before such a method.
_BEFORE: Final = {"__exit__": "__enter__", "__next__": "__iter__"}
#: In place of a method's name: a class that extends a dictionary has entries.
ENTRIES: Final = ""
#: Methods that are tried.
_MOST: Final = 3


def preparing(
    of: Class, owner: ast.ClassDef, unit: str, error: str, stopped_at: str, *, is_filled: bool = False
) -> list[str]:
    """Names of methods after which the unit may not fail so, the likeliest first.

    Args:
        owner: the class with all of its methods.
        error: what the unit raised, see `perfcast.trial.interpreter.errors.handlers.in_short`.
        stopped_at: what it could not be followed at, where it raised nothing.
        is_filled: methods have put something into the receiver.
    """
    if of.container is dict and (_EMPTY.match(error) or _LACKING.match(error)):
        return [ENTRIES]
    methods = _methods(of, owner)
    if _BEFORE.get(unit) in methods:
        return [_BEFORE[unit]]
    lacking = _LACKING.fullmatch(error)
    first, _, name = stopped_at.partition(".")
    lacked = lacking.group(1) if lacking is not None else name if first == of.name and not error else ""
    if lacked:
        found = [one for one in methods.values() if one.name != unit and lacked in _set_after(methods, one.name)]
    elif error and unit in methods:
        used = _used({**_special(of, owner), **methods}, unit)
        # Whatever code says of what it finds to be None yet.
        constants = [told for node in (owner, *_bases(of)) for told in _constant_at_first(node)]
        unset = used & {name for name, value in constants if value is None}
        unset |= {name for name, value in constants if value is False}.intersection(_guards(methods, unit))
        found = [
            one for one in methods.values() if one.name != unit and not unset.isdisjoint(_set_after(methods, one.name))
        ]
        filling = [one for one in methods.values() if one.name != unit and not used.isdisjoint(_filled(one))]
        if _EMPTY.match(error):
            found = filling or found
        elif not is_filled:
            # Code of one's own says in words of its own that there is nothing yet.
            found = found or filling
    else:
        return []
    places = {name: place for place, name in enumerate(_FIRST)}
    likely = sorted(found, key=lambda one: (places.get(one.name, len(places)), one.name.startswith("_"), _needed(one)))
    return [one.name for one in likely[:_MOST]]


def puts(of: Class, owner: ast.ClassDef, method: str) -> bool:
    """Whether a method puts something into what an instance holds, so that it may be called again and again."""
    written = _methods(of, owner).get(method)
    return written is not None and any(True for _ in _filled(written))


def written_of(of: Class, owner: ast.ClassDef, method: str) -> ast.FunctionDef:
    return _methods(of, owner)[method]


def _methods(of: Class, owner: ast.ClassDef) -> Mapping[str, ast.FunctionDef]:
    """Plain ones that are called for an instance, by name, those of bases behind a class's own, and what Python calls
    first of others."""
    return {
        part.name: part
        for node in (*_bases(of), owner)
        for part in node.body
        if isinstance(part, ast.FunctionDef)
        and (not part.name.startswith("__") or part.name in _BEFORE.values())
        and not part.decorator_list
        and is_called_for_instance(part)
        and not any(isinstance(one, ast.Yield | ast.YieldFrom) for one in walk(part))
    }


def _special(of: Class, owner: ast.ClassDef) -> Mapping[str, ast.FunctionDef]:
    """Methods that Python calls for what is done with an instance, by name."""
    parts = (part for node in (*_bases(of), owner) for part in node.body if isinstance(part, ast.FunctionDef))
    return {part.name: part for part in parts if part.name in _OF_CONTAINERS}


def _bases(of: Class) -> list[ast.ClassDef]:
    """As they are written, the farthest first."""
    return [one.node for one in reversed(of.order) if one.node is not None and one is not of]


def _constant_at_first(node: ast.ClassDef) -> Iterator[tuple[str, object]]:
    """Attributes that are a constant once an instance is made, as its class or its constructor says, each with that."""
    body = next((one.body for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), [])
    for part in (*node.body, *body):
        match part:
            case ast.Assign([target], ast.Constant(value)) | ast.AnnAssign(target, value=ast.Constant(value)):
                yield last_name(target), value


def _used(methods: Mapping[str, ast.FunctionDef], unit: str) -> set[str]:
    """Attributes that a method, or one that it calls, asks the instance for."""
    return {name for written in _called(methods, unit) for name in _asked(written)}


def _set_after(methods: Mapping[str, ast.FunctionDef], name: str) -> set[str]:
    """Attributes that a method, or one that it calls, sets to something."""
    return {attribute for written in _called(methods, name) for attribute in _set(written)}


def _guards(methods: Mapping[str, ast.FunctionDef], unit: str) -> Iterator[str]:
    """Attributes that a method, or one that it calls, looks at before it raises something."""
    for written in _called(methods, unit):
        own = own_name(written)
        for part in walk(written):
            match part:
                case ast.Assert(test=test) | ast.If(test=test, body=[*_, ast.Raise()]):
                    tested = (one for one in walk(test) if isinstance(one, ast.Attribute))
                    yield from (one.attr for one in tested if isinstance(one.value, ast.Name) and one.value.id == own)


def _called(methods: Mapping[str, ast.FunctionDef], name: str) -> list[ast.FunctionDef]:
    """A method, and those that it asks the instance for, and these in turn."""
    found, waiting = dict[str, ast.FunctionDef](), [name]
    while waiting:
        one = waiting.pop()
        if one in methods and one not in found:
            found[one] = methods[one]
            waiting += _asked(methods[one])
    return list(found.values())


def _asked(method: ast.FunctionDef) -> Iterator[str]:
    own = own_name(method)
    for part in walk(method):
        match part:
            case ast.Attribute(ast.Name(name), attribute) if name == own:
                yield attribute
            case ast.Subscript(ast.Name(name)) if name == own:
                yield "__getitem__"
            case ast.Call(ast.Name("len"), [ast.Name(name)]) if name == own:
                yield "__len__"
            case ast.For(iter=ast.Name(name)) | ast.comprehension(iter=ast.Name(name)) if name == own:
                yield "__iter__"


def _set(method: ast.FunctionDef) -> Iterator[str]:
    """Attributes that a method sets to something."""
    own, found, nothing = own_name(method), list[str](), set[str]()
    for part in walk(method):
        match part:
            case ast.Assign([ast.Attribute(ast.Name(name), attribute)], ast.Constant(None | False)) if name == own:
                nothing.add(attribute)
            case ast.Attribute(ast.Name(name), attribute, ast.Store()) if name == own:
                found.append(attribute)
    # Once more than it is set to nothing.
    return (one for one in found if one not in nothing or found.count(one) > 1)


def _filled(method: ast.FunctionDef) -> Iterator[str]:
    own = own_name(method)
    for part in walk(method):
        match part:
            case ast.Call(ast.Attribute(ast.Attribute(ast.Name(name), attribute), called)):
                if name == own and called in PUTTING:
                    yield attribute
            case ast.Subscript(ast.Attribute(ast.Name(name), attribute), ctx=ast.Store()) if name == own:
                yield attribute


def _needed(method: ast.FunctionDef) -> int:
    args = method.args
    return len(args.posonlyargs) + len(args.args) - len(args.defaults) + args.kw_defaults.count(None)


def entries(count: int, called_with: Mapping[str, Any]) -> dict[str, int]:
    """Of a dictionary, those among them that the unit is called with."""
    asked = [value for value in called_with.values() if type(value) is str]
    return dict(zip((*asked, *(f"entry{place}" for place in range(count))), range(max(1, count)), strict=False))


def meet(calls: list[dict[str, Any]], called_with: Mapping[str, Any]) -> None:
    """Lets the last call take what the unit is called with, that it may find it."""
    first = next(iter(called_with.values()), None)
    for place, (name, value) in enumerate(calls[-1].items() if calls else ()):
        wanted = called_with.get(name, first if place == 0 else None)
        if type(wanted) is type(value) and isinstance(wanted, int | str | float):
            calls[-1][name] = wanted
