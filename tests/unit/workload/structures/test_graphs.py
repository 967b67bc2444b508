"""Graphs of default workloads name nodes that there are."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from perfcast.workload import build, parse
from perfcast.workload.defaults.assembly import default_workload

_BREADTH_FIRST = """
    seen, waiting = {start}, [start]
    while waiting:
        for one in graph[waiting.pop()]:
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    return len(seen)
"""


def _default(source: str) -> str:
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    return str(default_workload(node, 100, drop_first=False))


@pytest.mark.parametrize(
    ("header", "workload"),
    [
        (
            "def f(graph: dict[str, list[str]], start: str):",
            "graph: dict[digits, list[digits]] * 100 * 4 in 0..99; start: str = '0'",
        ),
        (
            "def f(graph: dict[str, set[str]], start: str):",
            "graph: dict[digits, set[digits]] * 100 * 4 in 0..99; start: str = '0'",
        ),
        (
            "def f(graph: dict[int, list[int]], start: int):",
            "graph: dict[int, list[int]] * 100 * 4 in 0..99; start: int = 0",
        ),
    ],
)
def test_nodes_that_are_named_are_numbers(header: str, workload: str) -> None:
    said = _default(header + _BREADTH_FIRST)
    assert said == workload
    names: dict[str, Any] = {}
    exec(header + _BREADTH_FIRST, names)
    _, arguments = build(parse(said), 1)
    assert names["f"](**arguments) > 50


def test_what_a_graph_is_asked_for_is_one_of_its_nodes() -> None:
    said = _default(
        "def f(deps: dict[str, list[str]], name: str):\n    return [one for of in deps[name] for one in deps[of]]"
    )
    assert said == "deps: dict[digits, list[digits]] * 100 * 4 in 0..99 tree; name: str = '0'"


def test_what_a_graph_has_is_a_place_where_it_is_asked_for_by_its_place() -> None:
    walked = """def f(graph: list[list[int]]):
    seen, work = [False] * len(graph), [(0, 0)]
    while work:
        node, place = work.pop()
        seen[node] = True
        for at in range(place, len(graph[node])):
            far = graph[node][at]
            if not seen[far]:
                work += [(node, at + 1), (far, 0)]
                break
    return sum(seen)"""
    assert _default(walked) == "graph: list[list[int]] * 100 * 4 in 0..99"
    # What is asked for by two places and is none of its own lies in a matrix.
    matrix = "def f(graph: list[list[int]], a: int, b: int): return graph[a][b] * graph[b][a]"
    assert " * 100 * 4" not in _default(matrix)
    weights = """def f(graph, n):
    counts = [0] * 1000
    for i in range(n):
        for j in range(n):
            weight = graph[i][j]
            counts[weight] += 1
    return counts"""
    assert " * 100 * 4" not in _default(weights)


def test_tables_of_texts_that_are_no_nodes_stay_such() -> None:
    assert "digits" not in _default("def f(names: dict[str, list[str]]): return [len(names[one]) for one in names]")


@pytest.mark.parametrize("key", ["int", "digits"])
def test_neighbours_with_weights_are_among_the_nodes(key: str) -> None:
    _, arguments = build(parse(f"graph: dict[{key}, dict[{key}, float]] * 50 * 4 in 0..49"), 3)
    graph = arguments["graph"]
    reached = {one for of in graph.values() for one in of}
    assert len(graph) == 50
    assert reached <= graph.keys()
    assert len(reached) > 25


def test_digits_stay_within_bounds() -> None:
    _, arguments = build(parse("xs: list[digits] * 200 in 5..9"), 1)
    assert set(arguments["xs"]) == set("56789")


@pytest.mark.parametrize(
    "body",
    [
        "return {far for near in net[who] for far in net[near] if far != who}",
        "for one in net:\n    for other in net[one]:\n        counts[other] += 1\nreturn counts[who]",
    ],
)
def test_what_is_asked_for_neighbours_of_neighbours_is_a_graph(body: str) -> None:
    lines = "\n    ".join(body.split("\n"))
    node = ast.parse(f"def f(net):\n    {lines}").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert str(default_workload(node, 1000, drop_first=False)) == "net: dict[int, list[int]] * 1000 * 4 in 0..999"


def test_pairs_of_nodes_and_links_are_of_a_graph() -> None:
    source = (
        "def f(links):\n    for page, outs in links.items():\n        for out in outs:\n            counts[out] += 1"
    )
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    assert str(default_workload(node, 1000, drop_first=False)) == "links: dict[int, list[int]] * 1000 * 4 in 0..999"


def test_what_a_node_has_may_be_called_something_first() -> None:
    source = (
        "def ranked(links: dict[str, list[str]], rounds: int = 3):\n    rank = dict.fromkeys(links, 1.0)\n"
        "    for page in links:\n        targets = links.get(page)\n        if targets:\n"
        "            for one in targets:\n                rank[one] += rank[page] / len(targets)\n    return rank\n"
    )
    assert _default(source).startswith("links: dict[digits, list[digits]] * 100 * 4 in 0..99")


_ORDERING = """
    order, state = [], {}
    def visit(one):
        if state.get(one) == 1:
            raise ValueError(f"cycle at {one}")
        if one not in state:
            state[one] = 1
            for other in graph[one]:
                visit(other)
            state[one] = 2
            order.append(one)
    for one in graph:
        visit(one)
    return len(order)
"""
_DEPTH_FIRST = """
    found, waiting = 0, [start]
    while waiting:
        found += 1
        waiting.extend(graph[waiting.pop()])
    return found
"""
_TAKEN_APART = """
    left = {one: set(others) for one, others in graph.items()}
    found = 0
    while left:
        ready = [one for one, others in left.items() if not others]
        if not ready:
            raise ValueError("cyclic")
        found += len(ready)
        for one in ready:
            del left[one]
        for others in left.values():
            others.difference_update(ready)
    return found
"""


@pytest.mark.parametrize(
    "source",
    [
        f"def f(graph):{_ORDERING}",
        f"def f(graph: dict[int, list[int]]):{_ORDERING}",
        f"def f(graph: dict[int, list[int]], start: int):{_DEPTH_FIRST}",
        f"def f(graph: dict[str, list[str]]):{_TAKEN_APART}",
    ],
    ids=["ordered", "ordered, as annotated", "never left otherwise", "taken apart"],
)
def test_graphs_that_must_not_lead_back_are_trees(source: str) -> None:
    said = _default(source)
    assert " tree" in said
    names: dict[str, Any] = {}
    exec(source, names)
    assert names["f"](**build(parse(said), 1)[1]) == 100


@pytest.mark.parametrize(
    "graph",
    [
        "dict[int, list[int]] * 30 * 3 in 0..29 tree",
        "dict[digits, set[digits]] * 30 * 3 in 0..29 tree",
        "dict[int, list[tuple[int, float]]] * 30 * 3 in 0..29 tree",
        "dict[int, dict[int, int]] * 30 * 3 in 0..29 tree",
    ],
)
def test_all_nodes_of_a_tree_are_below_its_root(graph: str) -> None:
    _, found = build(parse(f"graph: {graph}"), 3)
    seen, waiting = [], [next(iter(found["graph"]))]
    while waiting:
        one = waiting.pop()
        seen.append(one[0] if isinstance(one, tuple) else one)
        waiting.extend(found["graph"][seen[-1]])
    assert len(seen) == len(set(seen)) == len(found["graph"])


@pytest.mark.parametrize(
    "head",
    ["def f(graph, start):\n    'Of a graph that may have cycles.'", "def recycle(graph, start):\n    pass"],
)
def test_words_that_are_no_outcome_say_nothing_of_cycles(head: str) -> None:
    assert "tree" not in _default(head + _BREADTH_FIRST)


def test_of_a_tree_whose_nodes_have_names_they_are_named() -> None:
    _, found = build(parse("graph: dict[str, list[str]] * 5 * 2 tree"), 1)
    assert {end for ends in found["graph"].values() for end in ends} == set(list(found["graph"])[1:])
    _, numbers = build(parse("graph: dict[int, int] * 3 in 0..2 tree"), 1)
    assert len(numbers["graph"]) == 3


@pytest.mark.parametrize("asked", ["graph[one]", "graph.get(one, [])"])
@pytest.mark.parametrize("weight", ["int", "float"])
def test_any_number_may_be_a_weight(asked: str, weight: str) -> None:
    source = (
        f"def f(graph: dict[int, list[tuple[int, {weight}]]], source: int):\n"
        "    best, waiting = {source: 0}, [(0, source)]\n    while waiting:\n        so_far, one = waiting.pop(0)\n"
        f"        for other, weight in {asked}:\n            if so_far + weight < best.get(other, 1e9):\n"
        "                best[other] = so_far + weight\n                waiting.append((best[other], other))\n"
        "    return best\n"
    )
    said = _default(source)
    assert said == f"graph: dict[int, list[tuple[int, {weight}]]] * 100 * 4 in 0..99; source: int = 0"
    names: dict[str, Any] = {}
    exec(source, names)
    _, arguments = build(parse(said), 1)
    assert len(names["f"](**arguments)) > 50
