"""Tables among a unit's parameters that are asked for what other parameters hold: ``prices[one] for one in orders``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.workload.body import loops_of, parts_of
from perfcast.workload.language import Argument, TypeExpression
from perfcast.workload.names import DICT, INT, INTS, STR, STRS, by_name

_LABEL: Final = TypeExpression("label")
_SEQUENCES: Final = frozenset({"list", "deque"})
_MAPPINGS: Final = frozenset({"dict", "defaultdict", "Counter"})
_HOLDING: Final = frozenset({"list", "set", "frozenset", "deque"})
#: Names of lists of places.
_PLACES: Final = frozenset({"indices", "idx", "positions", "order", "permutation", "perm", "ids"})
#: Calls that give what they are given.
_SAME: Final = frozenset({"sorted", "reversed", "list", "set", "tuple", "iter", "islice"})
_PAIR: Final = 2
#: Of rows of which nothing says how many they have.
_COLUMNS: Final = 8


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


class _Lookup(NamedTuple):
    """A parameter that is asked for what another one is, or holds, and the name under which it is asked.

    Attributes:
        place: see `_Element`.
        is_within: it is asked whether it holds that, and has to.
        is_table: and it has something for it.
        of_rows: not the table itself is asked, but each of those that it holds.
    """

    table: str
    of: str
    key: str
    place: int | None = None
    is_within: bool = False
    is_table: bool = False
    of_rows: bool = False


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
    asked = {(sources.get(table, table), key): table in sources or (table, key) in within for table, key in places}
    asked |= {(sources.get(table, table), key): True for table, key in within}
    for lookup in _lookups(node, asked, places, found):
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
    loops = [(one.name, one.of, one.is_own) for one in _elements(node) if one.place is None]
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
) -> Iterator[_Lookup]:
    held = {one.name: one for one in _elements(node) if not one.is_own}
    for (table, key), is_within in asked.items():
        of, rows = held.get(key, _Element(key, key)), held.get(table)
        if of.of not in names or of.of == table:
            continue
        if table in names:
            yield _Lookup(table, of.of, key, of.place, is_within, is_within and (table, key) in places)
        elif rows is not None and rows.place is None and rows.of in names and of != _Element(key, key):
            yield _Lookup(rows.of, of.of, key, of.place, of_rows=True)


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
        target = part.targets[0] if isinstance(part, ast.Assign) else part.target
        match target, part.value:
            case ast.Name(id=own), (
                ast.DictComp(key=ast.Name(id=key), generators=[loop])
                | ast.SetComp(elt=ast.Name(id=key), generators=[loop])
            ):
                of = next((one.of for one in _bound(loop.target, loop.iter) if one.name == key and not one.place), "")
            case ast.Name(id=own), (
                ast.Call(func=ast.Attribute(attr="fromkeys"), args=[ast.Name(id=of), *_])
                | ast.Call(func=ast.Name(id="set" | "frozenset"), args=[ast.Name(id=of)])
            ):
                pass
            case _:
                continue
        if of in names and own not in names:
            found[own] = of
    return found


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


def _shared(table: Argument, of: Argument, lookup: _Lookup, annotated: set[str]) -> tuple[Argument, Argument] | None:
    """The table and what it is asked for; None where they cannot fit together."""
    is_held = lookup.key != lookup.of
    if lookup.of_rows:
        return _of_same_columns(table, of, lookup, annotated)
    if lookup.place is not None or (lookup.is_within and table.type.name in _HOLDING):
        return _of_same_elements(table, of, lookup, annotated)
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


def _of_same_elements(
    table: Argument, of: Argument, lookup: _Lookup, annotated: set[str]
) -> tuple[Argument, Argument] | None:
    """What has to hold certain elements, or has them for keys, and what these are, or hold, or are parts of."""
    if table.has_value or not table.type.arguments:
        return None
    element = table.type.arguments[0]
    is_free = lookup.table not in annotated and table.type in (INTS, DICT)
    is_free = is_free and (lookup.is_table or by_name(lookup.key) != INT)
    is_text = element in (STR, _LABEL) or (is_free and (lookup.is_table or lookup.place is not None))
    asked = _with_parts(of, lookup, annotated, _LABEL if is_text else INT)
    if asked is None:
        return None
    if is_text:
        if table.type.name in _MAPPINGS:
            return replace(table, type=_of_labels(table.type), alphabet=None), asked
        if lookup.is_within and not (is_free and lookup.is_table):
            type_ = replace(table.type, arguments=(_LABEL,))
            qualifiers = ("distinct",) if table.type.name in _SEQUENCES else ()
            return Argument(table.name, type_, table.sizes[:1], qualifiers=qualifiers), asked
        return replace(table, type=TypeExpression("dict", (_LABEL, element)), low=0, high=1000), asked
    if element == INT and table.sizes:
        last = max(0, table.sizes[0] - 1)
        if table.type.name in _SEQUENCES and not lookup.is_within:
            return table, _within(asked, last)
        return replace(table, low=0, high=last, qualifiers=("distinct",)), _within(asked, last)
    return None


def _of_same_columns(
    table: Argument, of: Argument, lookup: _Lookup, annotated: set[str]
) -> tuple[Argument, Argument] | None:
    """Rows and what has the names of their columns."""
    row = table.type.arguments[0] if table.type.name in _SEQUENCES and table.type.arguments else TypeExpression("None")
    is_free = lookup.table not in annotated and row in (INT, INTS, STR) and of.type == STRS
    if not is_free and not (row.name in _MAPPINGS and row.arguments[0] in (STR, _LABEL)):
        return None
    asked = _with_parts(of, lookup, annotated, _LABEL)
    if asked is None:
        return None
    type_ = replace(table.type, arguments=(_of_labels(DICT if is_free else row),))
    return Argument(table.name, type_, (of.sizes[0], _COLUMNS)), replace(asked, sizes=(_COLUMNS,), kept=(0,))


def _within(argument: Argument, last: int) -> Argument:
    if argument.has_value:
        return replace(argument, value=min(int(argument.value or 0), last))
    return replace(argument, low=0, high=last)


def _with_parts(of: Argument, lookup: _Lookup, annotated: set[str], type_: TypeExpression) -> Argument | None:
    """The argument with that for what is asked about; None where it has no such."""
    own = TypeExpression("object") if of.name not in annotated else type_
    fitting = (type_, own, STR) if type_ == _LABEL else (type_, own)
    if lookup.key == lookup.of:
        # A number stands for itself.
        is_same = of.type == INT and type_ == INT
        return of if is_same else _of(of, type_, False) if of.type in fitting and not of.has_value else None
    if of.type.name not in _HOLDING or not of.type.arguments:
        return None
    inner = of.type.arguments[0]
    if lookup.place is None:
        is_free = of.name not in annotated and inner == INT
        if inner not in fitting and not is_free:
            return None
        return of if inner == INT == type_ else _of(of, type_, True)
    if inner == INTS and of.name not in annotated and of.sizes[1:2]:
        inner = TypeExpression("tuple", (INT,) * of.sizes[1])
    if inner.name != "tuple" or inner.is_sized or len(inner.arguments) <= lookup.place:
        return None
    parts = list(inner.arguments)
    if parts[lookup.place] not in fitting and of.name in annotated:
        return None
    parts[lookup.place] = type_
    type_ = replace(of.type, arguments=(replace(inner, arguments=tuple(parts)),))
    return replace(of, type=type_, sizes=of.sizes[:1], alphabet=None)


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
