"""Graphs among a unit's parameters: nodes are numbers from 0 on, and what names nodes names some that there are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import LOOPS, names_given, parts_of
from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.naming.names import DICT, FLOAT, INT, INTS, SET, STR, by_name, last_word
from perfcast.workload.structures.shapes import DIGITS
from perfcast.workload.uses.name_uses import is_name

#: Last words of names of adjacencies, of lists of edges, of numbers of nodes; of the first node and of the last.
_GRAPHS: Final = frozenset({"graph", "adj", "adjacency", "neighbors", "neighbours", "tree", "g"})
_DEPENDENCIES: Final = frozenset({"deps", "dependencies", "dependents", "successors", "children", "links"})
_EDGES: Final = frozenset({"edges", "connections", "prerequisites", "roads"})
_COUNTS: Final = frozenset({"n", "nodes", "vertices", "v", "numcourses"})
_FIRST: Final = frozenset({"start", "source", "src", "root", "node", "origin", "begin", "u", "s", "vertex"})
_LAST: Final = frozenset({"end", "target", "goal", "dest", "destination", "dst", "sink"})
#: Of what nothing leads back to where it came from.
_ORDERED: Final = frozenset({"tree", "deps", "dependencies", "dependents", "children"})
_CYCLE: Final = re.compile("(?<![a-z])a?cycl")
_MAPPINGS: Final = frozenset({"dict", "defaultdict"})
_SEEN: Final = frozenset({"visited", "seen"})
#: Edges of each node.
_DEGREE: Final = 4
#: Nodes of graphs whose paths are followed one by one, each anew.
_FEW_NODES: Final = 10
#: Calls that give what they are given.
_SAME: Final = frozenset({"sorted", "reversed", "list", "set", "tuple"})
#: Methods that go through what they are given, or take one of it.
_TAKING: Final = frozenset({"extend", "update", "extendleft", "choice", "choices", "sample"})


def with_nodes(node: FunctionNode, arguments: list[Argument], annotated: set[str], size: int) -> list[Argument]:
    """Arguments that fit together where some are graphs.

    Args:
        annotated: those of which an annotation says the type.
        size: nodes of each graph.
    """
    words = [last_word(one.name or "") for one in arguments]
    sure = {one.name or "" for one in arguments if one.name not in annotated and _hops(node, one.name or "")}
    is_told = bool((_GRAPHS | _DEPENDENCIES | _EDGES | _FIRST).intersection(words)) or bool(sure)
    if not is_told and not any(one.type.name == "dict" for one in arguments):
        return arguments
    nodes = min(size, _FEW_NODES) if _follows_paths(node) else size
    have_nodes = any(
        word in _FIRST and not (one.name in annotated and one.type != INT)
        for word, one in zip(words, arguments, strict=True)
    )
    found: list[Argument] = []
    is_tree = turns_down_cycles(node)
    for word, one in zip(words, arguments, strict=True):
        may_be = (
            word in _GRAPHS | _DEPENDENCIES
            or one.name in sure
            or (have_nodes and by_name(one.name or "") in (None, DICT))
        )
        is_free = one.name not in annotated and may_be
        type_ = _adjacency(node, one.name or "") if is_free or _is_adjacency(one, word) else None
        if type_ is not None and not is_free:
            held = _with_whole_numbers(one.type.arguments[-1])
            fits = held == type_.arguments[1] or one.type.arguments[0] == STR
            type_ = _of_numbers(one.type) if fits else None
        found.append(one if type_ is None else _graph(one, type_, nodes, is_tree=is_tree or word in _ORDERED))
    graphs = {one.name for one, other in zip(found, arguments, strict=True) if one is not other}
    if graphs:
        places = [one.name for one in found if one.name not in graphs | annotated and _is_place(node, one, graphs)]
        roles = [_role(node, one, word, graphs) for word, one in zip(words, found, strict=True)]
        roles = ["start" if one.name in places[:1] else role for role, one in zip(roles, found, strict=True)]
        return [_in_graph(one, role, one.name in annotated, nodes) for role, one in zip(roles, found, strict=True)]
    is_counted = any(word in _COUNTS and one.value == size for word, one in zip(words, arguments, strict=True))
    return [
        replace(one, low=0, high=size - 1) if is_counted and word in _EDGES and one.type.name == "list" else one
        for word, one in zip(words, arguments, strict=True)
    ]


def _follows_paths(node: FunctionNode) -> bool:
    """Whether it calls itself, and keeps no account of where it was."""
    calls_itself = any(is_name(call.func, node.name) for call in parts_of(node, ast.Call))
    return calls_itself and not any(last_word(part.id) in _SEEN for part in parts_of(node, ast.Name))


def _is_adjacency(argument: Argument, word: str) -> bool:
    """Whether an annotation says that it holds several numbers for each of many."""
    type_ = argument.type
    is_list = type_.name == "list" and word in _GRAPHS
    is_mapping = type_.name in {"dict", "defaultdict"} and type_.arguments[0] == INT
    return (is_list or is_mapping or _has_named_nodes(type_, word)) and type_.arguments[-1].is_sized


def _has_named_nodes(type_: TypeExpression, word: str) -> bool:
    """Whether it holds several texts for each of many, which are such again."""
    if type_.name not in {"dict", "defaultdict"} or word not in _GRAPHS | _DEPENDENCIES:
        return False
    first = type_.arguments[1].arguments[:1]
    return type_.arguments[0] == STR and (first == (STR,) or any(STR in one.arguments for one in first))


def _with_whole_numbers(type_: TypeExpression) -> TypeExpression:
    """The type with whole numbers for others: any number may be what is said of an edge."""
    return INT if type_ == FLOAT else replace(type_, arguments=tuple(map(_with_whole_numbers, type_.arguments)))


def _of_numbers(type_: TypeExpression) -> TypeExpression:
    """The type with a number's digits for texts."""
    return DIGITS if type_ == STR else replace(type_, arguments=tuple(map(_of_numbers, type_.arguments)))


def _graph(one: Argument, type_: TypeExpression, size: int, *, is_tree: bool) -> Argument:
    """With nodes in it that there are."""
    qualifiers = ("tree",) if is_tree and _has_edges(type_) else ()
    return Argument(one.name, type_, (size, _DEGREE), low=0, high=size - 1, qualifiers=qualifiers)


def _has_edges(type_: TypeExpression) -> bool:
    """Whether it has for each node the ones that it leads to, and perhaps something of each of these edges."""
    if type_.name not in _MAPPINGS or not type_.arguments[-1].arguments:
        return False
    nodes, end = type_.arguments[0], type_.arguments[-1].arguments[0]
    return nodes in ((end.arguments[0], end) if end.name == "tuple" else (end,))


def turns_down_cycles(node: FunctionNode) -> bool:
    """Whether it tells of cycles, as who orders tasks does; or would never end in one: it neither asks whether it has
    been somewhere nor notes anything of where it is."""
    outcomes = (part for outcome in parts_of(node, ast.Raise, ast.Return) for part in ast.walk(outcome))
    words = (getattr(part, "id", None) or getattr(part, "value", None) for part in outcomes)
    if any(_CYCLE.search(word.lower()) for word in (node.name, *words) if isinstance(word, str)):
        return True
    is_called_anew = {one.name for one in (node, *parts_of(node, ast.FunctionDef))}.intersection(
        part.func.id for part in parts_of(node, ast.Call) if isinstance(part.func, ast.Name)
    )
    if not is_called_anew and not parts_of(node, ast.While):
        return False
    notes = (part for part in parts_of(node, ast.Subscript) if isinstance(part.ctx, ast.Store))
    asks = (part for part in parts_of(node, ast.Compare) if isinstance(part.ops[0], ast.In | ast.NotIn))
    adds = (part for part in parts_of(node, ast.Attribute) if part.attr == "add")
    return not any((*notes, *asks, *adds))


def _role(node: FunctionNode, one: Argument, word: str, graphs: set[str | None]) -> str:
    """The last word of its name; of what a graph is asked for by its text, that of a first node."""
    is_place = one.type == STR and _is_place(node, one, graphs)
    return "start" if is_place and word not in _LAST else word


def _is_place(node: FunctionNode, one: Argument, graphs: set[str | None]) -> bool:
    """Whether a graph is asked for what it has for a parameter."""
    return any(
        is_name(part.slice, one.name or "") and isinstance(part.value, ast.Name) and part.value.id in graphs
        for part in parts_of(node, ast.Subscript)
    )


def _hops(node: FunctionNode, name: str) -> bool:
    """Whether it is asked for what it has for each of what it has for something: of a neighbour, its neighbours; or,
    gone through, for what it has for each."""
    for loop in parts_of(node, *LOOPS):
        if not isinstance(loop, ast.For | ast.comprehension) or not isinstance(loop.target, ast.Name):
            continue
        over = loop.iter
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in _SAME and over.args:
            over = over.args[0]
        if _is_part(over, name) or is_name(over, name):
            one = loop.target.id
            asked = (part for part in parts_of(node, ast.Subscript) if is_name(part.value, name))
            if any(is_name(part.slice, one) for part in asked):
                return True
    return False


def _in_graph(one: Argument, word: str, is_annotated: bool, size: int) -> Argument:
    """What stands beside a graph: a node of it, or those that were visited."""
    if word in _FIRST | _LAST and (one.type in (INT, STR) or not is_annotated) and one.type.name != "dict":
        place = 0 if word in _FIRST else size - 1
        if is_annotated and one.type == STR:
            return Argument(one.name, STR, value=str(place), has_value=True)
        return Argument(one.name, INT, value=place, has_value=True)
    if word in _SEEN and one.type == SET:
        # At first there is none.
        return replace(one, sizes=(0,), kept=(0,))
    return one


def _adjacency(node: FunctionNode, name: str) -> TypeExpression | None:
    """The type of a graph, whose parts are gone through node by node; None of what is none."""
    held = names_given(parts_of(node, ast.Assign), lambda value: _is_part(value, name))
    for target, over in _loops(node):
        is_difference = isinstance(over, ast.BinOp) and isinstance(over.op, ast.Sub)
        match over.left if isinstance(over, ast.BinOp) else over:
            case ast.Call(func=ast.Attribute(value=inner, attr="items")) if _is_part(inner, name):
                return TypeExpression("dict", (INT, TypeExpression("dict", (INT, INT))))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=used), attr="items")) if used == name:
                if (several := _several_of_pairs(node, target)) is not None:
                    return TypeExpression("dict", (INT, several))
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner]) if _is_part(inner, name):
                return TypeExpression("dict", (INT, INTS))
            case ast.Call(func=ast.Name(id=function), args=[inner, *_]) if function in _SAME and _is_part(inner, name):
                return TypeExpression("dict", (INT, _several(target, is_set=False)))
            case inner if _is_part(inner, name) or is_name(inner, *held):
                return TypeExpression("dict", (INT, _several(target, is_set=is_difference)))
    return TypeExpression("dict", (INT, INTS)) if _is_asked_by_place(node, name) else None


def _is_asked_by_place(node: FunctionNode, name: str) -> bool:
    """Whether what it has for a node is asked for by its place, ``child = graph[top][next]``, and is a node itself:
    what there is for the one is there for the other. In matrices it is none."""
    ends, starts = set[str](), set[str]()
    for part in parts_of(node, ast.Assign):
        match part:
            case ast.Assign(
                targets=[ast.Name(id=end)],
                value=ast.Subscript(value=ast.Subscript(value=ast.Name(id=used), slice=ast.Name(id=start))),
            ) if used == name:
                ends.add(end)
                starts.add(start)
    asked = [part for part in parts_of(node, ast.Subscript) if isinstance(part.value, ast.Name)]
    by_start, by_end = ({ast.unparse(one.value) for one in asked if is_name(one.slice, *by)} for by in (starts, ends))
    return name in by_end or bool(by_start & by_end)


def _several_of_pairs(node: FunctionNode, pair: ast.expr | None) -> TypeExpression | None:
    """What is gone through that is the second one of each pair of a node and its edges."""
    match pair:
        case ast.Tuple(elts=[_, ast.Name(id=edges)]):
            for target, over in _loops(node):
                if is_name(over, edges):
                    return _several(target, is_set=False)
                match over:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=used), attr="items")) if used == edges:
                        return TypeExpression("dict", (INT, INT))
            if any(_is_copy(part, edges) for part in parts_of(node, ast.Call)):
                return INTS
    return None


def _is_copy(call: ast.Call, name: str) -> bool:
    """Whether it gives the elements of what has that name."""
    match call:
        case ast.Call(func=ast.Name(id=same), args=[ast.Name(id=of)]):
            return same in _SAME and of == name
    return False


def _is_part(node: ast.expr, name: str) -> bool:
    """Whether it is what a parameter has for some node."""
    match node:
        case (
            ast.Subscript(value=ast.Name(id=used), slice=place)
            | ast.Call(func=ast.Attribute(value=ast.Name(id=used), attr="get"), args=[place, *_])
        ):
            return used == name and isinstance(place, ast.Name | ast.Subscript | ast.Attribute | ast.Call)
    return False


def _several(target: ast.expr | None, *, is_set: bool) -> TypeExpression:
    if isinstance(target, ast.Tuple):
        return TypeExpression("list", (TypeExpression("tuple", tuple(INT for _ in target.elts)),))
    return SET if is_set else INTS


def _loops(node: FunctionNode) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    """What goes through what, and what is handed to others that do."""
    # The first one tells.
    for part in parts_of(node, *LOOPS, ast.Call):
        match part:
            case ast.For(target=target, iter=over) | ast.comprehension(target=target, iter=over):
                yield target, over
            case ast.Call(func=ast.Attribute(attr=method), args=[over]) if method in _TAKING:
                yield None, over
