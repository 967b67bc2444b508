"""What a unit's text tells of what it takes, beside what is asked of its parameters: texts that it compares with, what
it splits at, keys, formats."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.sequence_types import SEQUENCES
from perfcast.workload.code.parameters import ANYTHING

#: Texts of a group of which the first are taken; groups that are; characters of what texts are split at.
_MOST_TEXTS: Final = 4
_MOST_GROUPS: Final = 4
_MOST_KEYS: Final = 12
_LONGEST_TEXT: Final = 40
_LONGEST_SEPARATOR: Final = 2
#: What stands besides in a text that begins or ends as is asked.
_WORD: Final = "a" * 6
_CONTAINERS: Final = SEQUENCES | {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict"}
_READING_TIMES: Final = frozenset({"strptime"})
_OF_TIMES: Final = re.compile(r"%[YymdHMSBbj].*%[YymdHMSBbj]")
_SPLITTING: Final = frozenset({"split", "rsplit", "partition", "rpartition", "index", "find", "rindex"})


#: Tells names of classes that have an attribute, those with most of others first.
Having = Callable[[str, frozenset[str]], Sequence[str]]


def none(_: str, __: frozenset[str]) -> Sequence[str]:
    """Of classes of which nobody knows."""
    return ()


@dataclass(frozen=True)
class Clues:
    """
    Attributes:
        texts: groups of which a text may have to be one; compared: the texts of some of them, by the name of what is
            compared with these.
        separators: that texts may have to hold.
        keys: that something is asked for in brackets; formats: of times.
        asked: attributes that something is asked for; called: those that are called.
        constants: all texts.
        types: that something may be an instance of.
        of_names: by name, the attributes that it is asked for and that are not called.
        tested: names of what nothing but whether it is true is asked of.
        enumerations: classes of which something may be a member.
        edges: patterns of texts that begin or end as code asks whether they do, by the name of what it asks of.
        asked_of: by name, of variables or of what the instance has, all attributes that it is asked for.
        types_of: by name, of variables or of attributes, the types that it may be an instance of.
        having: of the project's classes.
        open_within: parameters that are said to be containers, and not of what.
    """

    texts: tuple[tuple[str, ...], ...] = ()
    compared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    separators: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    asked: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()
    constants: frozenset[str] = frozenset()
    types: tuple[str, ...] = ()
    of_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tested: frozenset[str] = frozenset()
    enumerations: tuple[str, ...] = ()
    edges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asked_of: Mapping[str, frozenset[str]] = field(default_factory=dict)
    types_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    having: Having = none
    open_within: frozenset[str] = frozenset()


def clues_in(tree: ast.Module, held: Iterable[Collection[str]] = (), enumerations: Collection[str] = ()) -> Clues:
    """Those of a normal form, which begins with the unit.

    Args:
        held: texts that names in it stand for, of each name; enumerations: classes that it knows.
    """
    walked = list(ast.walk(tree))
    compared = _of_one(walked)
    groups = [*(tuple(_texts_of(node)) for node in walked), *(tuple(filter(_is_short, texts)) for texts in held)]
    several = [*compared.values(), *(group[:_MOST_TEXTS] for group in groups if len(group) > 1)]
    # Of more there are tables and lists, as a rule, where one is meant of what they hold.
    several.sort(key=len, reverse=True)
    asked = [node.attr for node in walked if isinstance(node, ast.Attribute)]
    calls = [node.func.attr for node in walked if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    texts = [node.value for node in walked if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return Clues(
        tuple(dict.fromkeys(several))[:_MOST_GROUPS],
        compared,
        _distinct((text for node in walked for text in _separators(node)), _MOST_GROUPS),
        _distinct((text for node in walked for text in _keys(node)), _MOST_KEYS),
        _distinct(_formats(walked), _MOST_GROUPS),
        frozenset(asked),
        frozenset(calls),
        frozenset(texts),
        _distinct((name for node in walked for _, name in _types_in(node)), _MOST_GROUPS),
        _of_names(walked, calls),
        _tested(walked),
        _distinct(enumerations, _MOST_GROUPS),
        _edges(walked),
        _asked_of(walked),
        _of_each(told for node in walked for told in _types_in(node)),
        open_within=frozenset(one.arg for one in walked if isinstance(one, ast.arg) and _is_open(one.annotation)),
    )


def _is_open(annotation: ast.expr | None) -> bool:
    """Whether it says of a container nothing of what that holds."""
    match annotation:
        case ast.Name() | ast.Attribute():
            return last_name(annotation) in _CONTAINERS
        case ast.Subscript(kind, inner):
            held = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            is_around = last_name(kind) in _CONTAINERS
            return any((is_around and last_name(one) in ANYTHING) or _is_open(one) for one in held)
        case ast.BinOp(one, ast.BitOr(), other):
            return _is_open(one) or _is_open(other)
    return False


def _edges(walked: Iterable[ast.AST]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for node in walked:
        match node:
            case ast.Call(func=ast.Attribute(value=of, attr="startswith" | "endswith" as asked), args=[said, *_]):
                texts = [one.value for one in ast.walk(said) if isinstance(one, ast.Constant)]
                for text in texts:
                    if isinstance(text, str) and _is_short(text) and "`" not in text:
                        edge = f"`{text}`" if any(map(str.isalnum, text)) else text
                        pattern = f"{edge}{_WORD}" if asked == "startswith" else f"{_WORD}{edge}"
                        found.setdefault(_name_of(of), {})[pattern] = None
    return {name: tuple(patterns)[:_MOST_TEXTS] for name, patterns in found.items()}


def _formats(walked: Iterable[ast.AST]) -> Iterator[str]:
    """By which times are read; texts that look like formats, where code reads them by others than it writes there."""
    nodes = list(walked)
    yield from (text for node in nodes for text in _given(node, _READING_TIMES))
    if any(isinstance(node, ast.Attribute) and node.attr in _READING_TIMES for node in nodes):
        texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
        yield from (text for text in texts if _OF_TIMES.search(text) and _is_short(text))


def _types_in(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Names of what may be an instance of something, each with the types that it may be of, one after the other."""
    match node:
        case ast.Call(func=ast.Name("isinstance"), args=[of, types]):
            yield from ((_name_of(of), name) for name in _named_types(types))


def _named_types(types: ast.expr) -> Iterator[str]:
    match types:
        case ast.Name() | ast.Attribute():
            yield last_name(types)
        case ast.Tuple(elts=several):
            yield from (name for one in several for name in _named_types(one))
        case ast.BinOp(left=left, right=right):
            yield from (*_named_types(left), *_named_types(right))


def _of_each(told: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for name, type_ in told:
        found.setdefault(name, {})[type_] = None
    return {name: tuple(types)[:_MOST_GROUPS] for name, types in found.items()}


def _is_own(attribute: str) -> bool:
    return not attribute.startswith("__")


def _of_names(walked: Iterable[ast.AST], called: Collection[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for node in walked:
        match node:
            case ast.Attribute(value=ast.Name(name), attr=attribute) if _is_own(attribute) and attribute not in called:
                found.setdefault(name, {})[attribute] = None
    return {name: tuple(attributes) for name, attributes in found.items()}


def _asked_of(walked: Iterable[ast.AST]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for node in walked:
        match node:
            case ast.Attribute(value=ast.Name(name) | ast.Attribute(value=ast.Name("self"), attr=name), attr=attribute):
                # What keeps a parameter is called like it.
                found.setdefault(name.strip("_"), set()).add(attribute)
    return {name: frozenset(attributes) for name, attributes in found.items()}


def _tested(walked: Iterable[ast.AST]) -> frozenset[str]:
    tests, others = set[ast.AST](), set[ast.AST]()
    for node in walked:
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                tests.add(test)
            case ast.UnaryOp(op=ast.Not(), operand=test):
                tests.add(test)
            case ast.BoolOp(values=values):
                tests.update(values)
            case ast.Assign(value=value) | ast.keyword(value=value) | ast.AnnAssign(value=ast.expr() as value):
                others.add(value)
            case ast.Call(func=function, args=args) if not _is_builtin(function):
                others.update(args)
    names = {_own_name(node) for node in tests} - {""}
    names |= {part.id for part, kept in _kept(walked) if kept in names}
    used = {_own_name(node) for node in walked if _is_used(node) and node not in tests and node not in others}
    used |= {part.id for part, kept in _kept(walked) if kept in used}
    return frozenset(names - used)


def _kept(walked: Iterable[ast.AST]) -> Iterator[tuple[ast.Name, str]]:
    """Names, and the attributes that keep what they stand for."""
    for node in walked:
        match node:
            case ast.Assign(targets=[ast.Attribute(attr=kept)], value=ast.Name() as name):
                yield name, kept


def _own_name(node: ast.AST) -> str:
    match node:
        case ast.Name(name) | ast.Attribute(value=ast.Name("self"), attr=name):
            return name
        case _:
            return ""


def _is_builtin(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and hasattr(builtins, function.id)


def _is_used(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)


def _distinct(texts: Iterable[str], most: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))[:most]


def _of_one(walked: Iterable[ast.AST]) -> dict[str, tuple[str, ...]]:
    """Texts that one thing is, or is not, by its name: the variable's or attribute's, else how it is written."""
    found: dict[str, dict[str, None]] = {}
    for node in walked:
        match node:
            case (
                ast.Compare(left=one, ops=[ast.Eq() | ast.NotEq()], comparators=[ast.Constant(str(text))])
                | ast.Compare(left=ast.Constant(str(text)), ops=[ast.Eq() | ast.NotEq()], comparators=[one])
            ) if _is_short(text):
                found.setdefault(_name_of(one), {})[text] = None
    return {name: tuple(texts)[:_MOST_TEXTS] for name, texts in found.items()}


def _name_of(node: ast.expr) -> str:
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            return ast.unparse(node)


def _separators(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(left=ast.Constant(str(text)), ops=[ast.In() | ast.NotIn()]) if _separates(text):
            yield text
        case _:
            yield from filter(_separates, _given(node, _SPLITTING))


def _keys(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Subscript(slice=ast.Constant(str(text))):
            yield text


def _given(node: ast.AST, methods: Collection[str]) -> Iterator[str]:
    """Texts that one of the methods is called with."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods:
        yield from (one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _is_short(text: str) -> bool:
    return text.isprintable() and 0 < len(text) <= _LONGEST_TEXT


def _separates(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_SEPARATOR and text.isprintable() and not text.isalnum()


def _texts_of(node: ast.AST) -> Iterator[str]:
    """What a container holds, or the keys that it has, where these are all short texts."""
    if not isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
        return
    held = node.keys if isinstance(node, ast.Dict) else node.elts
    texts = [one.value for one in held if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if len(texts) == len(held) and all(map(_is_short, texts)):
        yield from dict.fromkeys(texts)
