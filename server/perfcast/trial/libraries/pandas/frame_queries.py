"""``query`` and ``eval``: expressions over columns, as text."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.column_storage import as_values
from perfcast.trial.libraries.pandas.elementwise import computed
from perfcast.trial.libraries.pandas.prices import TABLE
from perfcast.trial.libraries.pandas.selection import chosen
from perfcast.trial.libraries.pandas.series_values import OPERATORS
from perfcast.trial.libraries.pandas.values import Column, Table

#: Bytes of each row's labels, by which a query may ask for them.
_LABELS: Final = 24
#: What may stand in the text of a query or an expression.
_IN_QUERIES: Final = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow", ast.Mod: "mod",
    ast.FloorDiv: "floordiv", ast.Gt: "gt", ast.Lt: "lt", ast.GtE: "ge", ast.LtE: "le", ast.Eq: "eq", ast.NotEq: "ne",
}  # fmt: skip


FUNCTIONS: Final = {"abs": np.abs, "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos}


_LONGEST_QUERY: Final = 1_000


def _queried(table: Table, text: str) -> Any:
    """The values of an expression over the columns."""
    if not isinstance(text, str) or len(text) > _LONGEST_QUERY or "@" in text:
        raise Unsupported("an expression of other names")
    return _value(table, ast.parse(text.replace("&", " and ").replace("|", " or "), mode="eval").body)


def _value(table: Table, node: ast.expr) -> Any:  # noqa: PLR0911
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float | str):
        return node.value
    if isinstance(node, ast.Name):
        return table.labels.values if node.id == "index" else table.data[node.id]
    if isinstance(node, ast.UnaryOp):
        value = _value(table, node.operand)
        return -value if isinstance(node.op, ast.USub) else ~np.asarray(value, dtype=bool)
    if isinstance(node, ast.BinOp) and type(node.op) in _IN_QUERIES:
        run = OPERATORS[_IN_QUERIES[type(node.op)]]
        return computed(run, np.asarray(_value(table, node.left)) * 1.0, _value(table, node.right))
    if isinstance(node, ast.Compare):
        found = np.ones(len(table), dtype=bool)
        left = _value(table, node.left)
        for kind, other in zip(node.ops, node.comparators, strict=True):
            if type(kind) not in _IN_QUERIES:
                raise Unsupported("a comparison of another kind")
            right = _value(table, other)
            found = found & computed(OPERATORS[_IN_QUERIES[type(kind)]], left, right)
            left = right
        return found
    if isinstance(node, ast.BoolOp):
        parts = [np.asarray(_value(table, part), dtype=bool) for part in node.values]
        return np.all(parts, axis=0) if isinstance(node.op, ast.And) else np.any(parts, axis=0)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in FUNCTIONS
        and len(node.args) == 1
    ):
        return FUNCTIONS[node.func.id](_value(table, node.args[0]))
    raise Unsupported("an expression of another kind")


def _query(table: Table, text: str, engine: Any = None) -> Any:
    table.machine.briefly(_LABELS * len(table))
    mask = _queried(table, text)
    return settled(TABLE, "query", chosen(table, np.asarray(mask, dtype=bool)), table)


def _eval(table: Table, text: str, engine: Any = None) -> Any:
    name, _, rest = text.partition("=") if isinstance(text, str) else ("", "", "")
    if name.strip().isidentifier() and rest and not rest.startswith("="):
        data = {**table.data, name.strip(): as_values(table.labels, _queried(table, rest.strip()))}
        return settled(TABLE, "eval", Table(table.machine, data, table.labels), table)
    return settled(
        TABLE, "eval", Column(table.machine, as_values(table.labels, _queried(table, text)), table.labels), table
    )


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "query": _query,
    "eval": _eval,
}
