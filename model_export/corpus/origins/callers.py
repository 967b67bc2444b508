"""Calls for functions that take what no workload describes: functions and graphs.

Such a function is measured through a caller that makes those arguments, ``partition(lambda x: x % 2 == 0, seq)``: that
is how people use it, and the caller's text, which the model reads, says what is passed.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload import Argument, parse

#: Number of arguments that a function is called with -> functions to pass.
_FUNCTIONS: Final = {
    0: ("lambda: 0", "list"),
    1: ("lambda x: x", "lambda x: x % 3 == 0", "str", "len", "lambda x: x[0]", "lambda x: x > 0.5"),
    2: ("lambda a, b: a + b", "lambda a, b: a < b", "max"),
    3: ("lambda a, b, c: a + b + c",),
}
_FUNCTION_NAMES: Final = frozenset(
    {
        *("func", "function", "f", "fn", "key", "keyfunc", "pred", "predicate", "callback", "binop", "transform"),
        *("mapper", "selector", "iteratee", "comparator"),
    }
)
_EDGES: Final = parse("edges: list[tuple[int, int]] * 64 in 0..63").arguments[0]
_NODES: Final = parse("n: int = 30").arguments[0]
_GRAPHS: Final = (
    ("nx.Graph(edges)", _EDGES),
    ("nx.DiGraph(edges)", _EDGES),
    ("nx.path_graph(n)", _NODES),
    ("nx.gnp_random_graph(n, 0.2, seed=7)", _NODES),
    ("nx.gnp_random_graph(n, 0.2, seed=7, directed=True)", _NODES),
    ("nx.complete_graph(n)", _NODES),
)
_GRAPH_NAMES: Final = frozenset({"G", "graph", "H", "tree", "T", "digraph"})
_GRAPH_ATTRIBUTES: Final = frozenset(
    {
        *("nodes", "edges", "adj", "neighbors", "is_directed", "is_multigraph", "number_of_nodes", "number_of_edges"),
        *("degree", "successors", "predecessors", "in_degree", "out_degree", "add_edge", "add_node", "subgraph"),
    }
)
#: What ``*args`` may be.
_STARRED: Final = tuple(
    parse(text).arguments[0]
    for text in (
        "list[list[int]] * 12 * 12 in 0..100",
        "list[int] * 64 in 0..1000",
        "list[str] * 32 * 8 in 'a'..'z'",
        "list[dict[str, int]] * 16 * 4 in 0..1000",
        "list[float] * 64 in 0.0..100.0",
        "list[float64[30]] * 4",
        "list[set[int]] * 8 * 12 in 0..1000",
        "list[tuple[int, int]] * 40 in 0..20",
    )
)

_LAZY: Final = frozenset(
    {
        *("map", "filter", "zip", "iter", "chain", "islice", "takewhile", "dropwhile", "starmap", "compress", "cycle"),
        *("from_iterable", "repeat", "accumulate", "zip_longest", "product", "combinations", "permutations", "merge"),
        *("filterfalse", "pairwise", "batched", "enumerate", "reversed"),
    }
)

Made = tuple[str, Argument | None]


def makings(node: FunctionNode, parameter: str, source: str) -> list[Made]:
    """Expressions for a parameter that takes a function or a graph, each with the caller's argument that it is made of.

    Empty for any other parameter.
    """
    if "networkx" in source and (parameter in _GRAPH_NAMES or _attributes_of(node, parameter) & _GRAPH_ATTRIBUTES):
        return list(_GRAPHS)
    counts = {len(call.args) for call in _calls_of(node, parameter)}
    if counts:
        return [(text, None) for count in sorted(counts) for text in _FUNCTIONS.get(count, ())]
    if parameter in _FUNCTION_NAMES:
        return [(text, None) for text in (*_FUNCTIONS[1][:4], _FUNCTIONS[2][0])]
    return []


def starred(node: FunctionNode) -> list[Made]:
    """What to pass as ``*args``."""
    if node.args.vararg is None:
        return []
    name = node.args.vararg.arg
    return [(f"*{name}", replace(argument, name=name)) for argument in _STARRED]


def is_generator(node: FunctionNode) -> bool:
    """Whether the function itself yields, so that its caller has to go through it."""
    pending: list[ast.AST] = list(node.body)
    while pending:
        part = pending.pop()
        if isinstance(part, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(part))
    return False


def is_lazy(node: FunctionNode) -> bool:
    """Whether what it returns is an iterator that has done nothing yet."""
    returned = (part.value for inner in node.body for part in ast.walk(inner) if isinstance(part, ast.Return))
    return any(
        isinstance(value, ast.GeneratorExp) or (isinstance(value, ast.Call) and bool(_names_in(value.func) & _LAZY))
        for value in returned
    )


def caller(name: str, call: str, arguments: list[str]) -> str:
    """The text of a function called `name` that makes the call; `call` begins with ``return`` or ``yield from``."""
    imports = "import networkx as nx\n\n\n" if "nx." in call else ""
    return f"{imports}def {name}({', '.join(arguments)}):\n    {call}\n"


def _names_in(node: ast.expr) -> set[str]:
    parts = list(ast.walk(node))
    return {part.id for part in parts if isinstance(part, ast.Name)} | {
        part.attr for part in parts if isinstance(part, ast.Attribute)
    }


def _attributes_of(node: FunctionNode, name: str) -> set[str]:
    parts = itertools.chain.from_iterable(map(ast.walk, node.body))
    return {
        part.attr
        for part in parts
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == name
    }


def _calls_of(node: FunctionNode, name: str) -> Iterator[ast.Call]:
    parts = itertools.chain.from_iterable(map(ast.walk, node.body))
    return (
        part
        for part in parts
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == name
    )
