"""Names that a function hands to tables where these expect names of columns: ``frame.groupby(by)[value]``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.workload.code.parameters import parameters
from perfcast.workload.naming.names import is_named_as_table

#: Methods of tables alone that take names of columns, or the keywords by which they do.
_METHODS: Final = frozenset(
    {"groupby", "sort_values", "set_index", "drop_duplicates", "pivot_table", "explode", "value_counts"}
)
_KEYWORDS: Final = frozenset({"by", "subset", "columns", "index", "values", "keys", "column"})
#: Functions of that name go through anything.
_OF_OTHERS: Final = frozenset({"itertools", "toolz", "cytoolz", "it"})
#: What tells a table from other things that are asked for a part of them.
_OF_TABLES: Final = frozenset({"groupby", "set_index", "sort_values", "drop_duplicates", "pivot_table", "iterrows"})
_OF_ROWS: Final = frozenset(
    {"mask", "rows", "idx", "inds", "indices", "index", "keep", "valid", "condition", "selected"}
)
_GROUPING: Final = frozenset({"groupby", "resample"})


def names_by_use(function: FunctionNode) -> frozenset[str]:
    """Names that stand for a column's."""
    tables = frozenset(_tables(function))
    masks = {name for node in walk(function) for name in _combined(node)}
    return frozenset(name for node in walk(function) for name in _in(node, tables)) - masks


def _tables(function: FunctionNode) -> Iterator[str]:
    for parameter, _ in parameters(function, drop_first=False):
        if is_named_as_table(parameter.arg) or last_name(parameter.annotation) == "DataFrame":
            yield parameter.arg
    for node in walk(function):
        match node:
            case ast.Attribute(value=ast.Name(name), attr=attr) if attr in _OF_TABLES and name not in _OF_OTHERS:
                yield name


def _in(node: ast.AST, tables: frozenset[str]) -> Iterator[str]:
    """Names at the places of this node where columns' are expected."""
    match node:
        case ast.Subscript(ast.Call(ast.Attribute(attr=attr)), key) if attr in _GROUPING:
            yield from _names(key)
        case ast.Subscript(ast.Name(table), key) if table in tables:
            yield from (name for name in _names(key) if name.rpartition("_")[2] not in _OF_ROWS)
        case ast.Call(ast.Attribute(holder, attr), args, keywords) if attr in _METHODS:
            if not isinstance(holder, ast.Name) or holder.id not in _OF_OTHERS:
                for key in (*args[:1], *(one.value for one in keywords if one.arg in _KEYWORDS)):
                    yield from _names(key)


def _combined(node: ast.AST) -> Iterator[str]:
    """Names of what says of each row whether it is meant: ``~late``, ``late & (frame["paid"] > 0)``."""
    match node:
        case ast.UnaryOp(ast.Invert(), ast.Name(name)):
            yield name
        case ast.BinOp(left, ast.BitAnd() | ast.BitOr(), right):
            yield from (one.id for one in (left, right) if isinstance(one, ast.Name))
        case ast.AugAssign(ast.Name(name), ast.BitAnd() | ast.BitOr()):
            yield name


def _names(key: ast.expr) -> Iterator[str]:
    """Of a name, or of a list of some."""
    for one in key.elts if isinstance(key, ast.List) else (key,):
        if isinstance(one, ast.Name):
            yield one.id
