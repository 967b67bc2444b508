"""Tables that are asked for what instances have by an attribute have that."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from perfcast.workload import build, parse
from perfcast.workload.receivers.contained_instances import each_made, made_with_each
from perfcast.workload.structures.field_uses import field_uses
from perfcast.workload.values.makers import Makers
from tests.unit.workload.made_up import default, function

_LINES = "class Line:\n    def __init__(self, id: str, sku: str, quantity: int):\n        self.sku = sku\n"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(lines: list[Line], prices: dict[str, float]):\n"
            "    return sum(prices[one.sku] * one.quantity for one in lines)\n",
            "lines: list[Line] * 100; prices: dict[label, float] * 100",
        ),
        (
            "def f(orders: list[Order], catalog: dict[str, Item]):\n    total = 0\n    for order in orders:\n"
            "        for line in order.lines:\n            item = catalog.get(line.sku)\n"
            "            if item is None:\n                raise KeyError(line.sku)\n            total += item.price\n"
            "    return total\n",
            "orders: list[Order] * 100; catalog: dict[label, Item] * 100",
        ),
        (
            "def f(stock: dict[str, int], lines: list[Line]):\n    for line in lines:\n"
            "        if stock.get(line.sku, 0) < line.quantity:\n            raise ValueError('out of stock')\n",
            "stock: dict[label, int] * 100 in 1e6..2e6; lines: list[Line] * 100",
        ),
        (
            "def f(counts: dict[str, int], lines: list[Line]):\n    for line in lines:\n"
            "        counts[line.sku] = counts.get(line.sku, 0) + 1\n",
            "counts: dict[str, int] * 100 in 0..1000; lines: list[Line] * 100",
        ),
        (
            "def f(names: dict[int, str], rows: list[Line]):\n    return [names[row.sku] for row in rows]\n",
            "names: dict[int, str] * 100 * 8 in 0..1000; rows: list[Line] * 100",
        ),
    ],
)
def test_tables_have_labels_where_they_are_asked_for_fields(source: str, workload: str) -> None:
    assert default(source, 100) == workload


def test_instances_have_the_labels_that_tables_have() -> None:
    text = "def f(lines: list[Line], prices: dict[str, float]):\n    return sum(prices[one.sku] for one in lines)\n"
    uses = field_uses(ast.parse(text))
    assert uses.keyed == {"sku"}
    made = _made(uses.keyed)
    _, given = build(parse(default(text, 100)), 1, makers=Makers(lambda name, count, days: made))
    assert {one["sku"] for one in made} <= given["prices"].keys()
    assert 5 <= len({one["sku"] for one in made}) < 100


def test_what_tells_instances_apart_is_another_label_for_each() -> None:
    assert len({one["id"] for one in _made(frozenset({"id"}))}) == 100


def _made(fields: frozenset[str]) -> list[dict[str, Any]]:
    init = function(_LINES.partition("\n")[2].replace("    def", "def").replace("        ", "    "))
    assert isinstance(init, ast.FunctionDef)
    made = made_with_each(init, lambda parameter, of: None, fields)
    return each_made(dict, init, made, 100, Makers(lambda name, count, days: None))
