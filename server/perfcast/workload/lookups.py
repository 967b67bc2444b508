"""Tables among a unit's parameters that are asked for what other parameters hold: ``prices[one] for one in orders``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.workload.body import loops_of, parts_of
from perfcast.workload.language import Argument, TypeExpression
from perfcast.workload.names import DICT, INT, INTS, STR, by_name

_LABEL: Final = TypeExpression("label")
_SEQUENCES: Final = frozenset({"list", "deque"})
_MAPPINGS: Final = frozenset({"dict", "defaultdict", "Counter"})
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
    """Arguments of which a method asks one for keys of a table that its instance holds, or its instance's table for
    what one holds, and those that constructors keep of which methods do: all such have the same keys.

    Args:
        places: as `with_shared_keys` takes them.
    """
    names = {one.name for one in arguments}
    loops = list(_loops(node))
    asked = [(table, of, is_own) for key, of, is_own in loops for table, by in places if by == key and table != of]
    tables = {table if is_own else of for table, of, is_own in asked}
    if node.name == "__init__":
        # What else is gone through there is a method's own.
        tables |= {table for table, of, _ in asked if of not in names}
    asked_of_own = _asked_of_instance(node)
    held = {of for key, of, is_own in loops if key in asked_of_own and not is_own}
    apart = {of for table, of, is_own in asked if not is_own and table in names}
    return [_labelled(one, is_table=one.name in tables - apart, is_held=one.name in held - apart) for one in arguments]


def _labelled(argument: Argument, *, is_table: bool, is_held: bool) -> Argument:
    """With labels for the texts that are its keys, or its elements where others are asked for what it holds."""
    type_ = argument.type
    if not type_.arguments or type_.arguments[0] != STR:
        return argument
    if (is_table or is_held) and type_.name in _MAPPINGS:
        return replace(argument, type=_of_labels(type_), alphabet=None)
    return _of(argument, _LABEL, is_held) if is_held and type_.name in _HOLDING else argument


def _of_labels(type_: TypeExpression) -> TypeExpression:
    """A table with labels for its keys."""
    return replace(type_, arguments=(_LABEL, *type_.arguments[1:]))


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
    held = {key: of for key, of, is_own in _loops(node) if not is_own}
    for table, key in pairs:
        of = held.get(key, key)
        if of in names and of != table:
            yield _Lookup(table, of, key)


def _loops(node: FunctionNode) -> Iterator[tuple[str, str, bool]]:
    """Names of elements, and of keys, each with that of what is gone through, and whether that is an instance's own."""
    yield from _keys(node)
    for loop in loops_of(node):
        over = loop.iter
        match over:
            case ast.Call(func=ast.Name(id=same), args=[inner, *_]) if same in _SAME:
                over = inner
        match loop.target, over:
            case ast.Name(id=one), ast.Name(id=of):
                yield one, of, False
            case ast.Name(id=one), ast.Attribute(value=ast.Name(id="self"), attr=of):
                yield one, of, True


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
        type_ = _of_labels(table.type) if table.type.name in _MAPPINGS else TypeExpression("dict", (_LABEL, values))
        return replace(table, type=type_, alphabet=None), _of(of, _LABEL, is_held)
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
    type_ = _of_labels(table.type) if is_table else TypeExpression("dict", (_LABEL, table.type.arguments[-1]))
    return replace(table, type=type_, alphabet=None), replace(of, type=_of_labels(of.type), alphabet=None)


def _of(argument: Argument, type_: TypeExpression, is_held: bool) -> Argument:
    """The argument with that as its type, or as that of its elements."""
    if not is_held:
        return Argument(argument.name, type_)
    return Argument(argument.name, replace(argument.type, arguments=(type_,)), argument.sizes[:1])
