"""Tables among a unit's parameters that are asked for what other parameters hold: ``prices[one] for one in orders``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.workload.body import loops_of
from perfcast.workload.language import Argument, TypeExpression
from perfcast.workload.names import DICT, INT, INTS, STR, by_name

_LABEL: Final = TypeExpression("label")
_SEQUENCES: Final = frozenset({"list", "deque"})
_MAPPINGS: Final = frozenset({"dict", "defaultdict"})
_HOLDING: Final = frozenset({"list", "set", "frozenset", "deque"})
#: Names of lists of places.
_PLACES: Final = frozenset({"indices", "idx", "positions", "order", "permutation", "perm", "ids"})
#: Calls that give what they are given.
_SAME: Final = frozenset({"sorted", "reversed", "list", "set", "tuple"})


class _Lookup(NamedTuple):
    """A parameter that is asked for what another one is, or holds, and the name under which it is asked."""

    table: str
    of: str
    key: str


def with_shared_keys(
    node: FunctionNode, arguments: list[Argument], annotated: set[str], places: Collection[tuple[str, str]]
) -> list[Argument]:
    """Arguments of which one has what it is asked for by what another one holds.

    Args:
        annotated: those of which an annotation says the type.
        places: names, each with one by which it is asked in brackets.
    """
    found = {one.name or "": one for one in arguments}
    pairs = [(table, key) for table, key in places if table in found]
    for lookup in _lookups(node, pairs, found) if pairs and len(found) > 1 else ():
        shared = _shared(found[lookup.table], found[lookup.of], lookup, annotated)
        if shared is not None:
            found[lookup.table], found[lookup.of] = shared
    return list(found.values())


def with_keys_of_instances(
    node: FunctionNode, arguments: list[Argument], places: Collection[tuple[str, str]]
) -> list[Argument]:
    """Arguments of which a method asks one for keys of a table that its instance holds, and those that constructors
    keep of which methods do: all such have the same keys.

    Args:
        places: as `with_shared_keys` takes them.
    """
    asked = {key: table for table, key in places}
    names = {one.name for one in arguments}
    tables = {asked[key] if is_own else of for key, of, is_own in _keys(node) if key in asked and asked[key] != of}
    apart = {of for key, of, is_own in _keys(node) if not is_own and asked.get(key) in names}
    return [
        replace(one, type=replace(one.type, arguments=(_LABEL, one.type.arguments[-1])))
        if one.name in tables - apart and one.type.name in _MAPPINGS and one.type.arguments[0] == STR
        else one
        for one in arguments
    ]


def _keys(node: FunctionNode) -> Iterator[tuple[str, str, bool]]:
    """Names of keys that are gone through, each with that of the table, and whether that is an instance's own."""
    for loop in loops_of(node):
        match loop.target, loop.iter:
            case ast.Tuple(elts=[ast.Name(id=key), *_]) | ast.Name(id=key), ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="self"), attr=table), attr="items" | "keys")
            ):
                yield key, table, True
            case ast.Tuple(elts=[ast.Name(id=key), *_]) | ast.Name(id=key), ast.Call(
                func=ast.Attribute(value=ast.Name(id=table), attr="items" | "keys")
            ):
                yield key, table, False


def _lookups(node: FunctionNode, pairs: list[tuple[str, str]], names: Collection[str]) -> Iterator[_Lookup]:
    held = dict(_loops(node))
    for table, key in pairs:
        of = held.get(key, key)
        if of in names and of != table:
            yield _Lookup(table, of, key)


def _loops(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names of elements, and of keys, each with that of what is gone through."""
    yield from ((key, table) for key, table, is_own in _keys(node) if not is_own)
    for loop in loops_of(node):
        match loop.target, loop.iter:
            case ast.Name(id=one), ast.Name(id=of):
                yield one, of
            case ast.Name(id=one), ast.Call(func=ast.Name(id=same), args=[ast.Name(id=of), *_]) if same in _SAME:
                yield one, of


def _shared(table: Argument, of: Argument, lookup: _Lookup, annotated: set[str]) -> tuple[Argument, Argument] | None:
    """The table and what it is asked for; None where they cannot fit together."""
    is_held = lookup.key != lookup.of
    if is_held and of.type.name in _MAPPINGS:
        return _of_same_keys(table, of, lookup, annotated)
    if table.has_value or (is_held and (of.type.name not in _HOLDING or not of.type.arguments)):
        return None
    held = of.type.arguments[0] if is_held else of.type
    is_free, is_any_table = lookup.of not in annotated, lookup.table not in annotated
    is_said = held == INT and not (is_held and is_free)
    is_number = is_said or by_name(lookup.key) == INT or (is_held and lookup.of in _PLACES)
    is_labelled = is_any_table and table.type in (INTS, DICT) and not is_number
    if is_labelled or (table.type.name in _MAPPINGS and table.type.arguments[0] in (STR, _LABEL)):
        if not (held == STR or (is_free and held in (INT, TypeExpression("object")))):
            return None
        values = table.type.arguments[-1]
        return replace(table, type=TypeExpression("dict", (_LABEL, values))), _of(of, _LABEL, is_held)
    is_numbered = table.type.name in _SEQUENCES or (table.type.name in _MAPPINGS and table.type.arguments[0] == INT)
    if is_numbered and is_held and table.sizes and (held == INT or is_free):
        return table, replace(_of(of, INT, is_held), low=0, high=max(0, table.sizes[0] - 1))
    return None


def _of_same_keys(
    table: Argument, of: Argument, lookup: _Lookup, annotated: set[str]
) -> tuple[Argument, Argument] | None:
    """Two tables of which one is asked for the other one's keys."""
    is_guessed = lookup.table not in annotated and table.type == INTS
    is_table = table.type.name in _MAPPINGS and table.type.arguments[0] in (STR, _LABEL)
    if of.type.arguments[0] not in (STR, _LABEL) or not (is_guessed or is_table):
        return None
    kind = table.type.name if is_table else "dict"
    asked = replace(table, type=TypeExpression(kind, (_LABEL, table.type.arguments[-1])))
    return asked, replace(of, type=replace(of.type, arguments=(_LABEL, of.type.arguments[-1])))


def _of(argument: Argument, type_: TypeExpression, is_held: bool) -> Argument:
    """The argument with that as its type, or as that of its elements."""
    if not is_held:
        return Argument(argument.name, type_)
    return Argument(argument.name, replace(argument.type, arguments=(type_,)), argument.sizes[:1])
