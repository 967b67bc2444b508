"""Tables with the columns that the unit asks for, and what names these."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace

from perfcast.source import FunctionNode
from perfcast.workload.arrays.roles import SAMPLE_TARGETS, SAMPLES
from perfcast.workload.code.body import parts_of
from perfcast.workload.defaults.literals import literal_argument
from perfcast.workload.language.workload import SCALARS, TABLES, Argument, TypeExpression
from perfcast.workload.naming.names import DICT, STR, TABLE, of_pandas
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.uses.parameter_uses import type_from_uses


def beside_columns(node: FunctionNode, arguments: list[Argument], annotated: Collection[str]) -> list[Argument]:
    """With a table for the samples that a column has targets of, where nothing else says what they are."""
    columns = [one for one in arguments if one.type.name == "Series" and not one.has_value]
    rows = {one.name: one.type.shape[0] for one in columns}
    if SAMPLE_TARGETS not in rows:
        return arguments
    is_free = SAMPLES not in annotated and type_from_uses(node, SAMPLES) in (None, DICT)
    table = replace(TABLE, shape=(rows[SAMPLE_TARGETS], *TABLE.shape[1:]))
    return [Argument(one.name, table) if one.name == SAMPLES and is_free else one for one in arguments]


def with_tables_asked_alike(
    node: FunctionNode, arguments: list[Argument], annotated: Collection[str]
) -> list[Argument]:
    """With tables for what is asked for a column by the same name as a table is, and that for what columns alone have:
    ``train[name].mean()`` beside ``valid[name].map(means)``."""
    tables = {one.name: one.type for one in arguments if one.type.name == TABLE.name and not one.has_value}
    if not tables:
        return arguments
    asked: dict[str, set[str]] = {}
    asked_for: dict[tuple[str, str], set[str]] = {}
    for part in parts_of(node, ast.Attribute, ast.Subscript):
        match part:
            case ast.Attribute(ast.Subscript(ast.Name(of), ast.Name(name)), attr):
                asked_for.setdefault((of, name), set()).add(attr)
            case ast.Subscript(ast.Name(of), ast.Name(name)):
                asked.setdefault(name, set()).add(of)
    alike = {
        of: tables[table]
        for (of, name), attributes in asked_for.items()
        for table in sorted(asked.get(name, set()) & tables.keys())
        if of not in annotated and of_pandas("series", attributes)
    }
    return [
        Argument(one.name, alike[one.name]) if one.name in alike and not one.has_value else one for one in arguments
    ]


def with_columns_asked_for(node: FunctionNode, arguments: list[Argument], made_up: Collection[str]) -> list[Argument]:
    """Tables of as many columns as the unit asks them for by name."""
    tables = [one.name for one in arguments if one.name is not None and one.type.name in TABLES]
    if not tables:
        return arguments
    columns = NamedColumns(node)
    found = []
    for one in arguments:
        if one.name in columns.parameters and one.name in made_up:
            found.append(_of_columns(one.name, columns.parameters[one.name], one.type))
            continue
        if one.name in columns.moments and one.name in made_up and one.type.name in SCALARS:
            found.append(Argument(one.name, TypeExpression("datetime")))
            continue
        asked_for = len(columns.of(one.name, tables)) if one.name in tables else 0
        if asked_for > (one.type.shape[1] if len(one.type.shape) > 1 else asked_for):
            one = replace(one, type=replace(one.type, shape=(one.type.shape[0], asked_for)))  # noqa: PLW2901
        found.append(one)
    return found


def _of_columns(name: str, columns: tuple[str, ...], type_: TypeExpression) -> Argument:
    """A parameter that names a column, or several."""
    if len(columns) == 1 and (not type_.is_sized or type_ == STR):
        return literal_argument(name, columns[0])
    texts = tuple(TypeExpression(repr(column)) for column in columns)
    element = texts[0] if len(texts) == 1 else TypeExpression("|", texts)
    return Argument(name, TypeExpression("list", (element,)), (len(texts),), kept=(0,))
