"""Constants and classes beside a function, and what they tell of what it is given: ``RATES[unit]`` takes a key of
``RATES``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.classes.implied_classes import class_attributes
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.joined_texts import Meaning, joined_text
from perfcast.workload.code.regexes import Expression, compiled
from perfcast.workload.code.separators import constants
from perfcast.workload.structures.keyed_elements import elements_keyed
from perfcast.workload.structures.keyword_fields import VALIDATING, Taken, taken_by_name

#: Calls that make a container of the one that they are given.
_MAKING: Final = frozenset({"set", "frozenset", "tuple", "list", "dict", "MappingProxyType", "OrderedDict"})
#: Methods by which a table, a sequence or a regular expression is asked.
_ASKED: Final = frozenset(
    {"get", "index", "match", "search", "fullmatch", "findall", "finditer", "sub", "subn", "split"}
)
#: Of what a parameter holds.
_PARTS: Final = (ast.Name, ast.Subscript, ast.Attribute)
_PAIRING: Final = frozenset({"enumerate", "zip"})
_ENUMS: Final = frozenset({"Enum", "StrEnum", "IntEnum"})
#: Of a longer constant no more is looked at.
_MOST: Final = 100

#: What methods of a class call it that they are called on.
OWN: Final = "cls"

Keys = tuple[str | int, ...]


@dataclass(frozen=True)
class Told:
    """What a constant, or a class, tells.

    Attributes:
        keys: by which it may be asked for something in brackets; members: what is in it; called: what a class may be
            called with; named: attributes.
        pattern: its regular expression, and the flags of that.
        number: the whole number that it is.
        taken: what a class is made of by name.
    """

    keys: Keys = ()
    members: Keys = ()
    called: Keys = ()
    named: Keys = ()
    pattern: Expression | None = None
    number: int | None = None
    taken: tuple[Taken, ...] = ()


def asked_constants(node: FunctionNode) -> tuple[str, ...]:
    """Names that a function's body asks as tables, regular expressions or classes of few members are asked, or counts
    up to, and which are not its own."""
    asking = parts_of(node, ast.Subscript, ast.Compare, ast.Call)
    asked = dict.fromkeys(name for part in asking if (name := _asked(part)))
    if any(type(part) is ast.Subscript and type(part.slice) is ast.Name for part in asking):
        # What it counts up to are places.
        asked |= dict.fromkeys(name for part in asking if (name := _counted_up_to(part)))
    if asking:
        # What it goes through may be keys.
        over = (loop.iter for loop in loops_of(node))
        asked |= dict.fromkeys(one.id for one in _each(over) if isinstance(one, ast.Name) and one.id.isupper())
    if not asked:
        return ()
    arguments = node.args
    own = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    if any(isinstance(one, ast.Name) and one.id == "classmethod" for one in node.decorator_list):
        own.discard(OWN)
    own.update(filter(None, map(_changed, parts_of(node, ast.Name, ast.Subscript))))
    return tuple(name for name in asked if name not in own)


def _each(over: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """What loops go through, with numbers or with others."""
    for one in over:
        is_paired = isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in _PAIRING
        yield from one.args if is_paired and isinstance(one, ast.Call) else [one]


def _asked(part: ast.AST) -> str | None:
    """The name that a part of a body asks; written without patterns, for it looks at most of all parts."""
    of: ast.expr | None = None
    if isinstance(part, ast.Subscript):
        of = None if isinstance(part.slice, ast.Constant | ast.Slice) else part.value
    elif isinstance(part, ast.Compare):
        of = part.comparators[0] if isinstance(part.ops[0], ast.In | ast.NotIn) else None
    elif isinstance(part, ast.Call):
        of = _called(part)
    return of.id if isinstance(of, ast.Name) else None


def _called(call: ast.Call) -> ast.expr | None:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.value if function.attr in _ASKED or function.attr in VALIDATING else None
    if isinstance(function, ast.Name) and any(one.arg is None for one in call.keywords):
        return function if function.id[:1].isupper() or function.id == OWN else None
    if isinstance(function, ast.Name) and call.args and isinstance(call.args[-1], _PARTS):
        is_class = len(call.args) == 1 and function.id[:1].isupper()
        return call.args[0] if function.id == "getattr" else function if is_class else None
    return None


def _counted_up_to(part: ast.AST) -> str | None:
    """The name of the constant at which a range ends."""
    match part:
        case ast.Call(func=ast.Name(id="range"), args=[*_, ast.Name(id=name)]):
            return name if name.isupper() else None
    return None


def _changed(part: ast.AST) -> str | None:
    """The name that a part of a body binds, or in which it puts something."""
    of = part.value if isinstance(part, ast.Subscript) else part if isinstance(part, ast.Name) else None
    if of is None or isinstance(part.ctx, ast.Load):  # type: ignore[attr-defined]
        return None
    return of.id if isinstance(of, ast.Name) else None


def told_by(names: Iterable[str], meaning: Meaning) -> dict[str, Told]:
    """What names tell; those that tell nothing are left out.

    Args:
        meaning: the definition, or the value, that a name stands for.
    """
    found = {name: _told(_written(node, meaning)) for name in names if isinstance(node := meaning(name), ast.AST)}
    for name, one in found.items():
        if isinstance(of := meaning(name), ast.ClassDef):
            found[name] = replace(one, taken=taken_by_name(of, meaning, lambda inner: _of_class(inner).called))
    return {name: told for name, told in found.items() if told != Told()}


def own_constants(node: FunctionNode, beside: Mapping[str, Told]) -> dict[str, Told]:
    """What a function's own tell that it puts nothing into.

    Args:
        beside: what others tell, of which these may be made.
    """
    found: dict[str, list[ast.expr]] = {}
    changed: set[str] = set()
    for part in parts_of(node, ast.Assign, ast.Subscript, ast.Call):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                changed.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method not in _ASKED:
                changed.add(name)
    fixed = {name: values[0] for name, values in found.items() if len(values) == 1 and name not in changed}
    tables = {name: value for name, value in fixed.items() if is_table(value)}

    def meaning(name: str) -> ast.expr:
        members = beside[name].members if name in beside else ()
        return tables.get(name) or ast.Tuple([ast.Constant(member) for member in members])

    return told_by(tables, meaning)


def is_table(node: ast.expr) -> bool:
    """Whether it is a table, or a set, that is written down, or a regular expression."""
    match node:
        case ast.Dict(keys=[_, *_]) | ast.Set():
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile")):
            return True
    return isinstance(node, ast.expr) and elements_keyed(node) is not None


def _written(node: ast.AST, meaning: Meaning) -> ast.AST:
    """The same; a regular expression that is put together of constants, or a table of the elements of one, as what is
    written down."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[first, *others]):
            text = None if isinstance(first, ast.Constant) else joined_text(first, meaning)
            if text is not None:
                return ast.Call(node.func, [ast.Constant(text), *others], node.keywords)
    of = elements_keyed(node) if isinstance(node, ast.expr) else None
    elements = None if of is None else meaning(of.id) if isinstance(of, ast.Name) else of
    members = _told(elements).members if isinstance(elements, ast.AST) else ()
    return ast.Dict([ast.Constant(member) for member in members], []) if members else node


def _told(node: ast.AST) -> Told:
    if isinstance(node, ast.ClassDef):
        return _of_class(node)
    if isinstance(node, ast.Call):
        is_made = last_name(node.func) in _MAKING
        if is_made and node.keywords and not node.args:
            return _of_keys(tuple(one.arg for one in node.keywords if one.arg is not None))
        return _told(node.args[0]) if is_made and node.args else Told(pattern=compiled(node))
    return _of_display(node)


def _of_display(node: ast.AST) -> Told:
    match node:
        case ast.Dict(keys=keys):
            return _of_keys(_known(key for key in keys if key is not None))
        case ast.Set(elts=elements):
            return Told(members=_known(elements))
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            # One alone is likely to be filled later on.
            return Told(tuple(range(len(elements))) if len(elements) > 1 else (), _known(elements))
        case ast.Constant(value=str(text)):
            return Told(tuple(range(len(text))), tuple(text[:_MOST]))
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return Told(number=number)
    return Told()


def _of_keys(keys: Keys) -> Told:
    return Told(keys, keys)


def _known(nodes: Iterable[ast.expr]) -> Keys:
    """Their values, if all are written down."""
    found: list[str | int] = []
    for node in nodes:
        said = list(constants(node)) if isinstance(node, ast.Constant) else []
        if not said or len(found) == _MOST:
            return tuple(found) if said else ()
        found += said
    return tuple(found)


def _of_class(node: ast.ClassDef) -> Told:
    if not _ENUMS.intersection(map(last_name, node.bases)):
        return Told(named=tuple(sorted(name for name in class_attributes(node) if not name.startswith("_"))))
    members = [
        (target.id, statement.value)
        for statement in node.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name) and not target.id.startswith("_")
    ]
    names = tuple(name for name, _ in members)
    return Told(keys=names, called=_known(value for _, value in members), named=names)
