"""Parameters that name columns of tables, ``frame[column]``, ``frame.groupby(by)``, ``for c in columns: frame[c]``, or
keys of records, ``row[field] for row in rows``.

Such a parameter is called with its own name, or with its default, and the table has a column of that name, the records
a key.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import product
from math import prod
from typing import Final, TypeVar

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.sequence_types import SEQUENCES, SETS
from perfcast.source.parsing.walking import walk
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.tables.column_names_by_use import names_by_use
from perfcast.workload.uses.number_uses import is_counted_with

Tree = TypeVar("Tree", bound=ast.AST)

#: Last words of names of those that no annotation tells of.
_NAMES: Final = frozenset(
    {"col", "cols", "column", "columns", "by", "key", "keys", "field", "fields", "feature", "features", "on", "index"}
    | {"values", "subset", "target", "group", "groups"}
)
#: Of these, those of several.
_SEVERAL_NAMES: Final = frozenset({"cols", "columns", "features", "fields"})
#: The same of keys: rows of numbers are asked for a column by its place.
_KEYS: Final = frozenset({"by", "key", "field", "on", "feature", "attr", "attribute"})
#: Parameters by which rows are asked that are keys, whatever they are called; last words of names of places.
_SEVERAL_KEYS: Final = 2
_PLACES: Final = frozenset({"index", "idx", "ind", "pos", "position", "lo", "hi", "left", "right", "start", "end"})
#: Parts of tables that are asked for rows.
_OF_ROWS: Final = frozenset({"iloc", "iat", "loc", "at"})
_TEXTS: Final = frozenset({"str", "Hashable"})
#: Texts that one may be that others are put into.
_MOST_FORMATTED: Final = 60
_SEVERAL: Final = SEQUENCES | SETS


def parameters_of(tree: ast.AST) -> dict[str, tuple[str, ...]]:
    """Name of a parameter that may name a column, or several -> what it is called with where nobody says."""
    found: dict[str, tuple[str, ...]] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            several = {one.arg for one, _ in parameters(function, drop_first=False) if _is_of_several(one)}
            for name, text in _naming(function, _NAMES, names_by_use(function)).items():
                found[name] = (f"{text}_1", f"{text}_2") if name in several and text == name else (text,)
    return found


def key_parameters(node: FunctionNode) -> dict[str, str]:
    """Name of a parameter by which elements of something are asked -> what it is called with."""
    found = _naming(node, _KEYS)
    several = {one.arg for one, default in parameters(node, drop_first=False) if default is None and _is_plain(one)}
    if not found and len(several) < _SEVERAL_KEYS:
        return {}
    elements = set(_elements(node))
    asking = parts_of(node, ast.Subscript, ast.Call)
    asked = {one.id for part in asking for one in _keys_of(part, elements) if isinstance(one, ast.Name)}
    keys = {name: text for name, text in found.items() if name in asked}
    together = asked & several
    others = {one.arg for one, default in parameters(node, drop_first=False) if default is None and not one.annotation}
    if len(together) >= _SEVERAL_KEYS and len(asked & others) > len(together):
        # Beside several keys what is called a place is one, too.
        together = {one for one in asked & others if len(one) > 1}
    if keys or (len(together) >= _SEVERAL_KEYS and _are_keyed(node, elements, together)):
        # What is asked for beside a key is one, too.
        keys = {name: name for name in sorted(together)} | keys
    return {name: text for name, text in keys.items() if not is_counted_with(node, name)}


def _is_plain(parameter: ast.arg) -> bool:
    """Whether nothing tells of a parameter, and its name is not that of a place."""
    name = parameter.arg
    return parameter.annotation is None and len(name) > 1 and name.rpartition("_")[2] not in _PLACES


def _are_keyed(node: FunctionNode, elements: Collection[str], keys: Collection[str]) -> bool:
    """Whether what stands under one of these is a key again, as a record's values may be."""

    def is_value(one: ast.expr) -> bool:
        return any(isinstance(key, ast.Name) and key.id in keys for key in _keys_of(one, elements))

    for part in parts_of(node, ast.Subscript, ast.Call):
        match part:
            case ast.Subscript(value=ast.Name(id=of), slice=key) if of not in elements and is_value(key):
                return True
            case ast.Subscript(value=ast.Subscript(slice=inner), slice=key) if is_value(key) and is_value(inner):
                return True
            case ast.Call(func=ast.Attribute(attr="get" | "setdefault" | "add"), args=[key, *_]) if is_value(key):
                return True
    return False


def _elements(node: FunctionNode) -> Iterator[str]:
    """Names of what is gone through one by one."""
    yield from (loop.target.id for loop in loops_of(node) if isinstance(loop.target, ast.Name))
    yield from (one.args.args[0].arg for one in parts_of(node, ast.Lambda) if len(one.args.args) == 1)


def _keys_of(node: ast.AST, elements: Collection[str]) -> list[ast.expr]:
    """By what an element is asked for a part of it."""
    match node:
        case (
            ast.Subscript(value=ast.Name(id=of), slice=key)
            | ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr="get"), args=[key, *_])
        ) if of in elements:
            return [key]
        case ast.Call(func=ast.Name(id="itemgetter") | ast.Attribute(attr="itemgetter"), args=keys):
            return keys
    return []


def _naming(function: FunctionNode, names: Collection[str], used: Collection[str] = ()) -> dict[str, str]:
    """
    Args:
        names: last words of names of those that no annotation tells of.
        used: those that are used as such, whatever they are called.
    """
    found: dict[str, str] = {}
    for parameter, default in parameters(function, drop_first=False):
        if isinstance(default, ast.Constant) and isinstance(default.value, str):
            found[parameter.arg] = default.value
        elif default is None and (_may_name(parameter, names) or (not parameter.annotation and parameter.arg in used)):
            found[parameter.arg] = parameter.arg
    return found


def with_texts(tree: Tree, parameters: Mapping[str, tuple[str, ...]]) -> Tree:
    """The tree with these parameters, and what goes through them, as texts, or as lists of several."""
    parts, texts = walk(tree), {**parameters, **{name: parameters[of] for name, of in _through(tree, parameters)}}
    if not any(isinstance(part, ast.Name) and part.id in texts for part in parts):
        return tree
    found: Tree = _Said(texts).visit(deepcopy(tree))
    return found


def around(tree: ast.AST, parameters: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """By parameter, texts by which something is asked that contain what it is called with, or one of these, in the
    order in which they are written: ``frame[f"{name}_mean"]``."""
    through = dict(_through(tree, parameters))
    texts = {**parameters, **{name: parameters[of] for name, of in through.items()}}
    found: dict[str, list[str]] = {}
    for part in walk(tree):
        if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.JoinedStr):
            for name in (one.id for one in walk(part.slice) if isinstance(one, ast.Name)):
                found.setdefault(through.get(name, name), []).extend(_formatted(part.slice, texts))
    return found


def _through(tree: ast.AST, parameters: Collection[str]) -> Iterator[tuple[str, str]]:
    """Names that stand for one after the other of what a parameter holds, and which."""
    for part in walk(tree):
        match part:
            case ast.For(ast.Name(name), ast.Name(of)) | ast.comprehension(ast.Name(name), ast.Name(of)):
                if of in parameters:
                    yield name, of


class _Said(ast.NodeTransformer):
    def __init__(self, texts: Mapping[str, tuple[str, ...]]) -> None:
        self._texts = texts

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.value, ast.Attribute) and node.value.attr in _OF_ROWS and isinstance(node.slice, ast.Name):
            return node
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._texts or not isinstance(node.ctx, ast.Load):
            return node
        return _as_node(self._texts[node.id], node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        texts = _formatted(node, self._texts)
        return _as_node(texts, node) if texts else node


def _as_node(texts: Sequence[str], place: ast.expr) -> ast.expr:
    parts: list[ast.expr] = [ast.Constant(text) for text in texts]
    return ast.copy_location(parts[0] if len(parts) == 1 else ast.List(parts, ast.Load()), place)


def _formatted(node: ast.JoinedStr, texts: Mapping[str, tuple[str, ...]]) -> list[str]:
    """What a text may be that names are put into; nothing where one is none of these, or there is more to it."""
    choices: list[Sequence[str]] = []
    for part in node.values:
        match part:
            case ast.Constant(str(text)):
                choices.append((text,))
            case ast.FormattedValue(ast.Name(name), -1, None) if name in texts:
                choices.append(texts[name])
            case _:
                return []
    is_much = prod(map(len, choices)) > _MOST_FORMATTED
    return [] if is_much else ["".join(parts) for parts in product(*choices)]


def _is_of_several(parameter: ast.arg) -> bool:
    """Whether a parameter, if it names columns, names more than one."""
    if parameter.annotation is None:
        return parameter.arg.rpartition("_")[2] in _SEVERAL_NAMES
    return isinstance(parameter.annotation, ast.Subscript)


def _may_name(parameter: ast.arg, names: Collection[str]) -> bool:
    annotation = parameter.annotation
    if annotation is None:
        return parameter.arg.rpartition("_")[2] in names
    if isinstance(annotation, ast.Subscript):
        return last_name(annotation.value) in _SEVERAL and last_name(annotation.slice) in _TEXTS
    return last_name(annotation) in _TEXTS
