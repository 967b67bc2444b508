"""Columns whose values are added up or averaged, which only numbers are: ``agg({"label": "mean"})``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name

_AGGREGATING: Final = frozenset({"agg", "aggregate", "transform"})
#: Of numbers, by the name that aggregations and methods have.
_OF_NUMBERS: Final = frozenset(
    {"sum", "mean", "median", "std", "var", "sem", "prod", "quantile", "skew", "cumsum", "cumprod", "kurt"}
)


def averaged(tree: ast.AST) -> Iterator[ast.Subscript]:
    """What stands for such columns: ``table["name"]``, or as if it stood there."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        holder, name = call.func.value, call.func.attr
        if name in _OF_NUMBERS and isinstance(holder, ast.Subscript):
            yield holder
        elif name in _AGGREGATING:
            for column, function in _aggregated(call, holder):
                if _is_of_numbers(function):
                    yield ast.Subscript(holder, column, ast.Load())


def _aggregated(call: ast.Call, holder: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Columns, and what is made of each."""
    if call.args and isinstance(call.args[0], ast.Dict):
        pairs = zip(call.args[0].keys, call.args[0].values, strict=True)
        yield from ((column, function) for column, function in pairs if column is not None)
    elif call.args and isinstance(holder, ast.Subscript):
        yield holder.slice, call.args[0]
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Tuple) and len(keyword.value.elts) == 2:
            yield keyword.value.elts[0], keyword.value.elts[1]


def _is_of_numbers(function: ast.expr) -> bool:
    """Whether that is a function of numbers, such as ``"mean"`` and ``np.mean``, or several of which one is."""
    if isinstance(function, ast.List | ast.Tuple):
        return any(map(_is_of_numbers, function.elts))
    name = function.value if isinstance(function, ast.Constant) else last_name(function)
    return name in _OF_NUMBERS
