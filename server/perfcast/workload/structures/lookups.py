"""Tables among a unit's parameters that are asked for what other parameters hold: ``prices[one] for one in orders``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.csv_writers import written_rows
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import STR
from perfcast.workload.structures.keyed_fields import with_keys_of_fields
from perfcast.workload.structures.shapes import LABEL
from perfcast.workload.structures.shared_keys import (
    HOLDING,
    MAPPINGS,
    Lookup,
    asked_by_own,
    of_labels,
    shared,
    with_type,
)

#: Calls that give what they are given.
_SAME: Final = frozenset({"sorted", "reversed", "list", "set", "tuple", "iter", "islice"})
_PAIR: Final = 2


class _Element(NamedTuple):
    """A name that stands for what something holds.

    Attributes:
        of: what that is; is_own: it is an instance's.
        place: of the part of an element that the name stands for; None for the element itself.
    """

    name: str
    of: str
    is_own: bool = False
    place: int | None = None


def with_shared_keys(
    node: FunctionNode, arguments: list[Argument], annotated: set[str], places: Collection[tuple[str, str]]
) -> list[Argument]:
    """Arguments of which one has what it is asked for by what another one holds.

    Args:
        annotated: those of which an annotation says the type.
        places: names, each with one by which it is asked in brackets.
    """
    found = {one.name or "": one for one in arguments}
    if len(found) < _PAIR:
        return arguments
    sources = _sources(node, found)
    within = dict.fromkeys(_needed_members(node))
    # What one key alone gives takes as long whether it is there or not.
    through = ((table, key) for table, key in _with_default(node) if key not in found)
    places = [*places, *_through_calls(node), *through]
    asked = {(sources.get(table, table), key): table in sources or (table, key) in within for table, key in places}
    asked |= {(sources.get(table, table), key): True for table, key in within}
    for lookup in (*_lookups(node, asked, places, found), *_of_written(node, found)):
        both = shared(found[lookup.table], found[lookup.of], lookup, annotated)
        if both is not None:
            found[lookup.table], found[lookup.of] = both
            if (lookup.of, lookup.key) in places and lookup.of not in annotated:
                found[lookup.of] = asked_by_own(found[lookup.of])
    with_keys_of_fields(node, found, annotated)
    return list(found.values())


def with_keys_of_instances(
    node: FunctionNode, arguments: list[Argument], places: Collection[tuple[str, str]]
) -> list[Argument]:
    """Arguments of which a method asks one for keys of a table that its instance holds, or its instance's table for
    what one holds, and those that constructors keep of which methods do: all such have the same keys.

    Args:
        places: as `with_shared_keys` takes them.
    """
    names = {one.name for one in arguments}
    loops = [(one.name, one.of, one.is_own) for one in _elements(node) if one.place is None]
    asked = [(table, of, is_own) for key, of, is_own in loops for table, by in places if by == key and table != of]
    tables = {table if is_own else of for table, of, is_own in asked}
    if node.name == "__init__":
        # What else is gone through there is a method's own, and so is any other key.
        tables |= {table for table, of, _ in asked if of not in names}
        tables |= {table for table, by in (*places, *_popped(node)) if table in names and by not in names}
    asked_of_own = _asked_of_instance(node)
    held = {of for key, of, is_own in loops if key in asked_of_own and not is_own}
    apart = {of for table, of, is_own in asked if not is_own and table in names}
    return [_labelled(one, is_table=one.name in tables - apart, is_held=one.name in held - apart) for one in arguments]


def _popped(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names of tables that something is taken out of, with names of keys."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(ast.Attribute(ast.Name(id=table), "pop"), [ast.Name(id=key)]):
                yield table, key


def _labelled(argument: Argument, *, is_table: bool, is_held: bool) -> Argument:
    """With labels for the texts that are its keys, or its elements where others are asked for what it holds."""
    type_ = argument.type
    if not type_.arguments or type_.arguments[0] != STR:
        return argument
    if (is_table or is_held) and type_.name in MAPPINGS:
        return replace(argument, type=of_labels(type_), alphabet=None)
    return with_type(argument, LABEL, is_held) if is_held and type_.name in HOLDING else argument


def _asked_of_instance(node: FunctionNode) -> set[str]:
    """Names by which a table of the instance is asked that nothing is put into here."""
    found: dict[str, set[str]] = {}
    filled = set()
    for part in parts_of(node, ast.Subscript):
        match part:
            case ast.Subscript(ast.Attribute(ast.Name("self"), table), place, context):
                if not isinstance(context, ast.Load):
                    filled.add(table)
                elif isinstance(place, ast.Name):
                    found.setdefault(table, set()).add(place.id)
    return {key for table, keys in found.items() if table not in filled for key in keys}


def _keys(node: FunctionNode) -> Iterator[_Element]:
    """Names of keys that are gone through, each with that of the table."""
    for loop in loops_of(node):
        match loop.target, loop.iter:
            case ast.Tuple(elts=[ast.Name(id=key), *_]) | ast.Name(id=key), ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="self"), attr=table), attr="items" | "keys")
            ):
                yield _Element(key, table, is_own=True)
            case ast.Tuple(elts=[ast.Name(id=key), *_]) | ast.Name(id=key), ast.Call(
                func=ast.Attribute(value=ast.Name(id=table), attr="items" | "keys")
            ):
                yield _Element(key, table)


def _lookups(
    node: FunctionNode,
    asked: Mapping[tuple[str, str], bool],
    places: Collection[tuple[str, str]],
    names: Collection[str],
) -> Iterator[Lookup]:
    held: dict[str, list[_Element]] = {}
    for one in dict.fromkeys(_elements(node)):
        if not one.is_own and one.of in names:
            held.setdefault(one.name, []).append(one)
    for (table, key), is_within in asked.items():
        itself = [_Element(key, key)] if key in names else []
        for of in held.get(key, itself):
            if table in names and of.of != table:
                yield Lookup(table, of.of, key, of.place, is_within, is_within and (table, key) in places)
            for rows in held.get(table, ()) if of not in itself else ():
                if rows.place is None and rows.of != of.of:
                    yield Lookup(rows.of, of.of, key, of.place, of_rows=True)


def _of_written(node: FunctionNode, names: Collection[str]) -> Iterator[Lookup]:
    """Rows that are written below the names of columns."""
    elements = {one.name: one.of for one in _elements(node) if one.place is None and not one.is_own}
    for columns, rows, are_several in written_rows(parts_of(node, ast.Assign, ast.Call)):
        if isinstance(columns, ast.Name) and isinstance(rows, ast.Name):
            table = rows.id if are_several else elements.get(rows.id)
            if table in names and columns.id in names and table != columns.id:
                yield Lookup(table or "", columns.id, "", of_rows=True, is_whole=True)


def _elements(node: FunctionNode) -> Iterator[_Element]:
    """Names of elements, of their parts, and of keys."""
    yield from _keys(node)
    for loop in loops_of(node):
        yield from _bound(loop.target, loop.iter)


def _bound(target: ast.expr, over: ast.expr) -> Iterator[_Element]:
    """Those that a loop binds, by what it goes through."""
    match target, over:
        case _, (
            ast.Subscript(value=inner, slice=ast.Slice())
            | ast.Call(func=ast.Attribute(value=inner, attr="copy"), args=[])
        ):
            yield from _bound(target, inner)
        case _, ast.Call(func=ast.Name(id=same), args=[inner, *_]) if same in _SAME:
            yield from _bound(target, inner)
        case ast.Tuple(elts=[_, inner_target]), ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
            yield from _bound(inner_target, inner)
        case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=several):
            for one, inner in zip(targets, several, strict=False):
                yield from _bound(one, inner)
        case ast.Name(id=one), ast.Name(id=of):
            yield _Element(one, of)
        case ast.Name(id=one), ast.Attribute(value=ast.Name(id="self"), attr=of):
            yield _Element(one, of, is_own=True)
        case ast.Tuple(elts=targets), ast.Name(id=of):
            names = ((place, one.id) for place, one in enumerate(targets) if isinstance(one, ast.Name))
            yield from (_Element(name, of, place=place) for place, name in names)


def _sources(node: FunctionNode, names: Collection[str]) -> dict[str, str]:
    """Names of tables and sets of the body's own, each with the parameter whose elements are its keys."""
    found: dict[str, str] = {}
    for part in parts_of(node, ast.Assign, ast.AnnAssign):
        match part:
            case ast.Assign(targets=[ast.Name(id=own)], value=value) | ast.AnnAssign(ast.Name(id=own), value=value):
                of = _source(value)
                if of in names and own not in names:
                    found[own] = of
    return found


def _source(value: ast.expr | None) -> str:
    """The name of what has the elements that are the keys of a table or a set; empty for none."""
    match value:
        case (
            ast.DictComp(key=ast.Name(id=key), generators=[loop]) | ast.SetComp(elt=ast.Name(id=key), generators=[loop])
        ):
            bound = (one for one in _bound(loop.target, loop.iter) if one.name == key and one.place is None)
            return next((one.of for one in bound), "")
        case (
            ast.Call(func=ast.Attribute(attr="fromkeys"), args=[ast.Name(id=of), *_])
            | ast.Call(func=ast.Name(id="set" | "frozenset" | "dict"), args=[ast.Name(id=of)])
            # A table of the same keys to begin with: ``merged = base.copy()``.
            | ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr="copy"), args=[])
            | ast.Call(func=ast.Name(id="deepcopy") | ast.Attribute(attr="deepcopy"), args=[ast.Name(id=of)])
            | ast.Dict(keys=[None, *_], values=[ast.Name(id=of), *_])
        ):
            return of
    return ""


def _with_default(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names of tables that are asked for what may be missing, with names of that: ``row.get(column, "")``."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(ast.Attribute(ast.Name(id=table), "get"), [ast.Name(id=key), *_]):
                yield table, key


def _through_calls(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names of tables that functions within this one ask for what they are given, with names of what that is."""
    asked: dict[tuple[str, int], list[str]] = {}
    for inner in parts_of(node, ast.FunctionDef):
        given = {one.arg: place for place, one in enumerate(inner.args.args)}
        for part in parts_of(inner, ast.Subscript):
            match part:
                case ast.Subscript(value=ast.Name(id=table), slice=ast.Name(id=key)) if key in given:
                    asked.setdefault((inner.name, given[key]), []).append(table)
    for call in parts_of(node, ast.Call) if asked else ():
        for place, argument in enumerate(call.args):
            if isinstance(call.func, ast.Name) and isinstance(argument, ast.Name):
                yield from ((table, argument.id) for table in asked.get((call.func.id, place), ()))


def _needed_members(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names of what is asked whether it holds something, and of that, where an error says that it does not."""
    for part in parts_of(node, ast.If, ast.Call):
        match part:
            case ast.If(
                test=ast.Compare(left=ast.Name(id=key), ops=[ast.NotIn()], comparators=[ast.Name(id=table)]),
                body=[ast.Raise()],
            ):
                yield table, key
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=table), attr="index" | "remove"), args=[ast.Name(id=key)]
            ):
                yield table, key
