"""Columns that stand behind the dot of a table: ``df.price``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

#: What tables, and groups of their rows, have themselves.
_OF_TABLES: Final = frozenset(
    {"T", "abs", "add", "add_prefix", "add_suffix", "agg", "aggregate", "align", "all", "any", "append"}
    | {"apply", "applymap", "asfreq", "asof", "assign", "astype", "at", "at_time", "attrs", "axes"}
    | {"between_time", "bfill", "boxplot", "clip", "columns", "combine", "combine_first", "compare"}
    | {"convert_dtypes", "copy", "corr", "corrwith", "count", "cov", "cummax", "cummin", "cumprod", "cumsum"}
    | {"describe", "diff", "div", "divide", "dot", "drop", "drop_duplicates", "droplevel", "dropna", "dt"}
    | {"dtypes", "duplicated", "empty", "eq", "equals", "eval", "ewm", "expanding", "explode", "ffill"}
    | {"fillna", "filter", "first_valid_index", "flags", "floordiv", "from_arrow", "from_dict", "from_records"}
    | {"ge", "get", "groupby", "groups", "gt", "head", "hist", "iat", "idxmax", "idxmin", "iloc", "index"}
    | {"indices", "infer_objects", "info", "insert", "interpolate", "isetitem", "isin", "isna", "isnull"}
    | {"items", "iteritems", "iterrows", "itertuples", "ix", "join", "keys", "kurt", "kurtosis"}
    | {"last_valid_index", "le", "loc", "lookup", "lt", "mad", "map", "mask", "max", "mean", "median", "melt"}
    | {"memory_usage", "merge", "min", "mod", "mode", "mul", "multiply", "ndim", "ne", "ngroups", "nlargest"}
    | {"notna", "notnull", "nsmallest", "nunique", "pct_change", "pipe", "pivot", "pivot_table", "plot", "pop"}
    | {"pow", "prod", "product", "quantile", "query", "radd", "rank", "rdiv", "reindex", "reindex_like"}
    | {"rename", "rename_axis", "reorder_levels", "replace", "resample", "reset_index", "rfloordiv", "rmod"}
    | {"rmul", "rolling", "round", "rpow", "rsub", "rtruediv", "sample", "select", "select_dtypes", "sem"}
    | {"set_axis", "set_flags", "set_index", "shape", "shift", "size", "skew", "sort_index", "sort_values"}
    | {"sparse", "squeeze", "stack", "std", "str", "style", "sub", "subtract", "sum", "swaplevel", "tail"}
    | {"take", "to_clipboard", "to_csv", "to_dict", "to_excel", "to_feather", "to_hdf", "to_html"}
    | {"to_iceberg", "to_json", "to_latex", "to_markdown", "to_numpy", "to_orc", "to_parquet", "to_period"}
    | {"to_pickle", "to_records", "to_sql", "to_stata", "to_string", "to_timestamp", "to_xarray", "to_xml"}
    | {"transform", "transpose", "truediv", "truncate", "tz_convert", "tz_localize", "unstack", "update"}
    | {"value_counts", "values", "var", "where", "xs"}
)
#: Methods whose result has the columns of the table.
_LIKE: Final = frozenset(
    {"copy", "dropna", "drop_duplicates", "fillna", "ffill", "head", "nlargest", "nsmallest", "query", "reset_index"}
    | {"sample", "sort_index", "sort_values", "tail"}
)
#: Those that call a function with a table of the same columns.
_CALLING: Final = frozenset({"apply", "assign", "filter", "pipe"})


def dotted(tree: ast.AST) -> Iterator[tuple[ast.Attribute, str]]:
    """What may be a column behind a dot, with the parameter whose column it is."""
    nodes = list(ast.walk(tree))
    tables = _tables(nodes)
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in called:
            root = _root_of_calling(node.value, tables)
            if root is not None and node.attr not in _OF_TABLES and node.attr[0] != "_":
                yield node, root


def _tables(nodes: list[ast.AST]) -> dict[str, str]:
    """What may be a table -> the parameter that it is, or is a part of."""
    found: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = node.args
            names = [one.arg for one in (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)]
            found |= {name: name for name in names if name not in {"self", "cls"}}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                root = _root(value, found)
                if root is not None:
                    found.setdefault(name, root)
            case ast.For(
                target=ast.Tuple(elts=[_, ast.Name(id=name)]),
                iter=ast.Call(func=ast.Attribute(value=value, attr="iterrows")),
            ):
                root = _root(value, found)
                if root is not None:
                    found[name] = root
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=holder, attr=method)) if method in _CALLING:
                root = _root_of_calling(holder, found)
                for function in (*node.args, *(keyword.value for keyword in node.keywords)):
                    if root is not None and isinstance(function, ast.Lambda):
                        found |= {one.arg: root for one in function.args.args[:1]}
    return found


def _root_of_calling(node: ast.expr, found: dict[str, str]) -> str | None:
    """The same of what calls functions: of groups of a table, too."""
    match node:
        case ast.Call(func=ast.Attribute(value=holder, attr="groupby")):
            return _root(holder, found)
    return _root(node, found)


def _root(node: ast.expr, found: dict[str, str]) -> str | None:
    """The parameter that what may be a table comes of."""
    match node:
        case ast.Name(id=name):
            return found.get(name)
        case ast.Subscript(value=value, slice=ast.Compare() | ast.BinOp() | ast.UnaryOp() | ast.List() | ast.Name()):
            return _root(value, found)
        case ast.Subscript(value=ast.Attribute(value=value, attr="loc" | "iloc")):
            return _root(value, found)
        case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in _LIKE:
            return _root(value, found)
    return None
