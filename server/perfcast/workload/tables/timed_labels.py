"""Tables and columns whose rows are labelled by moments: ``df.resample("D")``, ``s.index.hour``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.workload.tables.column_contents import is_by_time

#: What labels are asked for that are moments, and no others.
_OF_MOMENTS: Final = frozenset(
    {"date", "day", "day_name", "day_of_week", "day_of_year", "dayofweek", "dayofyear", "days_in_month", "hour"}
    | {
        "is_month_end",
        "is_month_start",
        "isocalendar",
        "minute",
        "month",
        "month_name",
        "normalize",
        "quarter",
        "second",
    }
    | {"strftime", "time", "to_period", "tz", "tz_convert", "tz_localize", "weekday", "year"}
)
#: Methods behind which rows have other labels.
_LABELLING: Final = frozenset(
    {"agg", "aggregate", "DataFrame", "Series", "groupby", "melt", "merge", "pivot", "pivot_table", "read_csv"}
    | {"reindex", "reset_index", "set_axis", "set_index", "to_datetime", "unique", "value_counts"}
)


def labelled_by_moments(tree: ast.AST) -> frozenset[str]:
    """Names of what is given with such labels."""
    bound = dict(_bound(tree))
    found = {root for asked in _asked(tree) if (root := _root(asked, bound)) is not None}
    return frozenset(found - set(_labelled_anew(tree)))


def _asked(tree: ast.AST) -> Iterator[ast.expr]:
    """What has to have them."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Attribute(value=of, attr="index"), attr=attribute) if attribute in _OF_MOMENTS:
                yield of
            case ast.Call(func=ast.Attribute(value=of, attr=method), args=args, keywords=named) if is_by_time(
                method, args
            ) and not any(option.arg == "on" for option in named):
                yield of


def _root(node: ast.expr, bound: dict[str, ast.expr]) -> str | None:
    """The name that it is made of, with the same labels; None where it has others."""
    for _ in range(len(bound) + 1):
        while not isinstance(node, ast.Name):
            match node:
                case ast.Call(func=ast.Attribute(value=of, attr=method)) if method not in _LABELLING:
                    node = of
                case ast.Subscript(value=of) | ast.Attribute(value=of):
                    node = of
                case _:
                    return None
        if node.id not in bound:
            return node.id
        node = bound[node.id]
    return node.id if isinstance(node, ast.Name) else None


def _bound(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names that are bound to something made of another one."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not any(
                isinstance(part, ast.Name) and part.id == name for part in ast.walk(value)
            ):
                yield name, value


def _labelled_anew(tree: ast.AST) -> Iterator[str]:
    """Names of what gets other labels where it is: ``df.index = ...``, ``df = df.set_index(...)``."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=name), attr="index")]):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if any(
                isinstance(part, ast.Attribute) and part.attr in _LABELLING for part in ast.walk(value)
            ):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="set_index"), keywords=named) if any(
                option.arg == "inplace" for option in named
            ):
                yield name
