"""Tables among a unit's parameters that are asked for what the elements of others have by an attribute:
``prices[line.sku] for line in lines``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.language.workload import OBJECT, Argument, TypeExpression
from perfcast.workload.naming.names import DICT, FLOAT, INT, INTS, STR, by_name
from perfcast.workload.structures.shapes import LABEL
from perfcast.workload.structures.shared_keys import HOLDING, MAPPINGS, table_of_labels
from perfcast.workload.uses.name_uses import is_name

#: Methods of what is gone through that give what it holds.
_PARTS: Final = frozenset({"values", "items", "copy"})
#: Of a table of which code says that there is not enough of something: more than all that is taken of one.
_ENOUGH: Final = (1_000_000, 2_000_000)


class FieldLookup(NamedTuple):
    """A parameter that is asked for the `field` of what is gone through of another one, `of`."""

    table: str
    of: str
    field: str


def with_keys_of_fields(node: FunctionNode, found: dict[str, Argument], annotated: Collection[str]) -> None:
    """Changes the arguments of which one is asked for what the elements of another one have by an attribute: to have
    that.

    Args:
        found: by name; annotated: those of which an annotation says the type.
    """
    for lookup in field_lookups(node, found):
        table, of = found[lookup.table], found[lookup.of]
        # Where nobody says what a table is, such a name may be that of a place; what is known of objects tells that.
        may_be_place = by_name(lookup.field) == INT or any(one.name == OBJECT for one in of.type.arguments)
        is_guessed = lookup.table not in annotated and table.type in (INTS, DICT) and not may_be_place
        has_texts = table.type.name in MAPPINGS and table.type.arguments[0] in (STR, LABEL)
        asking = _with_field(of, lookup.field)
        if table.has_value or asking is None or not (is_guessed or has_texts):
            continue
        table = table_of_labels(table)
        if table.type.arguments[-1] in (INT, FLOAT) and _has_to_suffice(node, lookup.table):
            table = replace(table, low=_ENOUGH[0], high=_ENOUGH[1])
        found[lookup.table], found[lookup.of] = table, asking


def _with_field(of: Argument, field: str) -> Argument | None:
    """What holds instances of a class, which are made with labels there, or objects, with one there; None for what
    holds neither."""
    inner = of.type.arguments[-1] if of.type.name in HOLDING | MAPPINGS and of.type.arguments else of.type
    if inner.name != OBJECT:
        return of if inner.name[:1].isupper() and not (inner.arguments or inner.shape) else None
    kinds = dict(zip(inner.keys, inner.arguments, strict=True))
    if kinds.get(field) not in (STR, LABEL):
        return of if field not in kinds else None
    labelled = replace(inner, arguments=tuple((kinds | {field: LABEL}).values()))
    return replace(of, type=_with_last(of.type, labelled) if inner is not of.type else labelled)


def _with_last(type_: TypeExpression, last: TypeExpression) -> TypeExpression:
    return replace(type_, arguments=(*type_.arguments[:-1], last))


def _has_to_suffice(node: FunctionNode, table: str) -> bool:
    """Whether what a table has for something is compared with more or less of it, and errors are raised."""
    names = {
        target.id
        for part in parts_of(node, ast.Assign)
        if _is_of_table(part.value, table)
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    compared = (
        side
        for part in parts_of(node, ast.Compare)
        if isinstance(part.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        for side in (part.left, part.comparators[0])
    )
    is_compared = any(is_name(side, *names) or _is_of_table(side, table) for side in compared)
    return is_compared and bool(parts_of(node, ast.Raise))


def _is_of_table(value: ast.expr, table: str) -> bool:
    """Whether it is what a table has for something."""
    match value:
        case ast.Subscript(value=ast.Name(id=name)) | ast.Call(ast.Attribute(ast.Name(id=name), "get")):
            return name == table
    return False


def field_lookups(node: FunctionNode, names: Collection[str]) -> tuple[FieldLookup, ...]:
    """Those of a function's body, each once.

    Args:
        names: of the parameters.
    """
    asked = list(_asked(node, names))
    if not asked:
        return ()
    roots = _roots(node, names)
    filled = set(_filled(node))
    found = (FieldLookup(table, roots[one], field) for table, one, field in asked if one in roots)
    return tuple(dict.fromkeys(one for one in found if one.of != one.table and (one.table, one.field) not in filled))


def keyed_fields(tree: ast.AST) -> frozenset[str]:
    """Attributes by which the functions of a text ask their tables."""
    functions = (part for part in ast.walk(tree) if isinstance(part, FunctionNode))
    return frozenset(one.field for node in functions for one in field_lookups(node, _parameters(node)))


def _parameters(node: FunctionNode) -> set[str]:
    given = node.args
    return {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}


def _asked(node: FunctionNode, names: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Names of tables, of what has the attribute, and of that."""
    for part in parts_of(node, ast.Subscript, ast.Call):
        match part:
            case ast.Subscript(value=ast.Name(id=table), slice=ast.Attribute(ast.Name(id=one), field)) | ast.Call(
                ast.Attribute(ast.Name(id=table), "get"), [ast.Attribute(ast.Name(id=one), field), *_]
            ) if table in names:
                yield table, one, field


def _filled(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names of tables that something is put into by an attribute, with that."""
    for part in parts_of(node, ast.Assign):
        for target in part.targets:
            match target:
                case ast.Subscript(value=ast.Name(id=table), slice=ast.Attribute(attr=field)):
                    yield table, field


def _roots(node: FunctionNode, names: Collection[str]) -> dict[str, str]:
    """Names that loops bind, each with the parameter that holds what they stand for."""
    found: dict[str, str] = {}
    loops = loops_of(node)
    # Loops within others may come first.
    for loop in (*loops, *loops):
        root = _root(loop.iter)
        of = found.get(root, root if root in names else "")
        if of:
            bound = (part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name))
            found.update((name, of) for name in bound if name not in names)
    return found


def _root(over: ast.expr) -> str:
    """The name of what holds what is gone through, itself or in its attributes; empty for none."""
    match over:
        case ast.Name(id=name):
            return name
        case (
            ast.Attribute(value=inner)
            | ast.Subscript(value=inner)
            | ast.Call(
                func=ast.Name(id="sorted" | "reversed" | "list" | "tuple" | "set" | "enumerate"), args=[inner, *_]
            )
        ):
            return _root(inner)
        case ast.Call(func=ast.Attribute(value=inner, attr=method)) if method in _PARTS:
            return _root(inner)
    return ""
