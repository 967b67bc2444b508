"""Parameters of which one is asked for what another one holds have the same keys, elements or columns."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from perfcast.workload import build, parse
from perfcast.workload.defaults.assembly import default_workload

_CASES = {
    "pairs of nodes": (
        "def f(tasks: list[str], edges: list[tuple[str, str]]):\n"
        "    left = {task: 0 for task in tasks}\n"
        "    for one, other in edges:\n        left[other] += left[one]\n"
        "    return [task for task in tasks if not left[task]]\n",
        "tasks: list[label] * 100 distinct; edges: list[tuple[label, label]] * 100",
    ),
    "places of nodes": (
        "def f(nodes, edges):\n    place = {node: i for i, node in enumerate(nodes)}\n"
        "    return [(place[one], place[other]) for one, other in edges]\n",
        "nodes: list[int] * 100 in 0..99 distinct; edges: list[tuple[int, int]] * 100 in 0..99",
    ),
    "asked for by a function within": (
        "def f(nodes, edges):\n    parent = {node: node for node in nodes}\n    def find(one):\n"
        "        while parent[one] != one:\n            one = parent[one]\n        return one\n"
        "    for one, other in edges:\n        parent[find(one)] = find(other)\n"
        "    return len({find(node) for node in nodes})\n",
        "nodes: list[int] * 100 in 0..99 distinct; edges: list[tuple[int, int]] * 100 in 0..99",
    ),
    "one of each pair": (
        "def f(stock, sold):\n    for item, n in sold:\n        if item not in stock:\n"
        "            raise ValueError('no ' + item)\n        stock[item] -= n\n    return stock\n",
        "stock: dict[label, int] * 100 in 0..1000; sold: list[tuple[label, int]] * 100 in 0..1000",
    ),
    "columns that may be missing": (
        "def f(rows, columns):\n    return [[row.get(column, '') for column in columns] for row in rows]\n",
        "rows: list[dict[label, int]] * 100 * 8; columns: list[label] * 8",
    ),
    "the first ones, with their places": (
        "def f(gains: list[float], ranking: list[int], k: int):\n"
        "    return sum(gains[one] / (i + 1) for i, one in enumerate(ranking[:k]))\n",
        "gains: list[float] * 100; ranking: list[int] * 100 in 0..99; k: int = 10",
    ),
    "columns of rows": (
        "def f(rows: list[dict[str, float]], columns: list[str]):\n"
        "    return [[row[column] for column in columns] for row in rows]\n",
        "rows: list[dict[label, float]] * 100 * 8; columns: list[label] * 8",
    ),
    "columns of rows that nothing else tells of": (
        "def f(rows, fields):\n    return [{field: row[field] for field in fields} for row in rows]\n",
        "rows: list[dict[label, int]] * 100 * 8; fields: list[label] * 8",
    ),
    "rows that are written below the names of their columns": (
        "def f(rows, columns):\n    import csv, io\n    writer = csv.DictWriter(io.StringIO(), fieldnames=columns)\n"
        "    writer.writeheader()\n    writer.writerows(rows)\n",
        "rows: list[dict[label, int]] * 100 * 8; columns: list[label] * 8 distinct",
    ),
    "rows that are written one by one": (
        "def f(rows: list[dict[str, float]], fields: list[str]):\n    import csv, io\n"
        "    writer = csv.DictWriter(io.StringIO(), fields)\n    for row in rows:\n        writer.writerow(row)\n",
        "rows: list[dict[label, float]] * 100 * 8; fields: list[label] * 8 distinct",
    ),
    "one whose place is asked for": (
        "def f(names: list[str], name: str):\n    return names.index(name)\n",
        "names: list[label] * 100 distinct; name: label",
    ),
    "a number that has to be among others": (
        "def f(ids: list[int], one: int):\n    if one not in ids:\n        raise KeyError(one)\n    return ids[::-1]\n",
        "ids: list[int] * 100 in 0..99 distinct; one: int = 10",
    ),
    "another table's keys": (
        "def f(prices: dict[str, float], off: dict[str, float]):\n    for one in off:\n"
        "        if one not in prices:\n            raise KeyError(one)\n"
        "    return {one: prices[one] * off.get(one, 1) for one in prices}\n",
        "prices: dict[label, float] * 100; off: dict[label, float] * 100",
    ),
}


@pytest.mark.parametrize(("source", "workload"), _CASES.values(), ids=_CASES)
def test_what_is_asked_for_is_there(source: str, workload: str) -> None:
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    said = str(default_workload(node, 100, drop_first=False))
    assert said == workload
    names: dict[str, Any] = {}
    exec(source, names)
    names["f"](**build(parse(said), 1)[1])


def test_what_may_be_missing_is_no_reason_to_be_there() -> None:
    [node] = ast.parse(
        "def f(words: list[str], stop: set[str]):\n    return [one for one in words if one not in stop]\n"
    ).body
    assert isinstance(node, ast.FunctionDef)
    assert "label" not in str(default_workload(node, 100, drop_first=False))
