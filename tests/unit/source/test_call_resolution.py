"""Which method a call means."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.source.projects.call_resolution import may_mean

SHOP = """\
import requests
import numpy as np
from shop import router

class Item:
    def __init__(self, price): ...
    def total(self): ...
    def only_here(self): ...

class Order:
    def total(self, tax=0):
        return self.total(tax)
    def get(self, key): ...
    def mean(self): ...

class Express(Order):
    def ship(self):
        return self.total(1)

def total(order): ...

@router.get("/")
def use(order: Order, orders: list["Order"], lost, maybe: Item | None):
    CALL

last = Order()
"""


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        ("order.total()", {"Order.total"}),
        ("[one.total() for one in orders]", {"Order.total"}),
        ("for one in orders: one.total()", {"Order.total"}),
        ("maybe.total()", {"Item.total"}),
        ("last.total()", {"Order.total"}),
        ("Item(3).total()", {"Item.total"}),
        ("Item.total(last)", {"Item.total"}),
        ("mine = Item(3); mine.total()", {"Item.total"}),
        ("mine: Order = lost; mine.total()", {"Order.total"}),
        ("lost.total()", set()),
        ("total(order)", {"total"}),
        ("lost.only_here()", {"Item.only_here"}),
        ("last.only_here()", {"Item.only_here"}),
        ("lost.get('x')", set()),
        ("order.get('x')", {"Order.get"}),
        ("requests.get('x')", set()),
        ("np.mean(lost)", set()),
        ("lost.mean()", {"Order.mean"}),
    ],
)
def test_which_method_a_call_means(call: str, meant: set[str]) -> None:
    file = SourceFile.parse(SHOP.replace("CALL", call))
    found = set()
    for unit in file.units:
        for site in file.calls(unit.name.rpartition(".")[2]):
            if any(one.name == "use" for one in site.functions) and may_mean(file, unit, site):
                found.add(unit.name)
    assert found == meant


def test_self_is_of_the_class_that_it_stands_in() -> None:
    file = SourceFile.parse(SHOP.replace("CALL", "pass"))
    units = {unit.name: unit for unit in file.units}
    own, inherited = list(file.calls("total"))
    assert [may_mean(file, units[name], own) for name in ("Order.total", "Item.total", "total")] == [True, False, False]
    assert may_mean(file, units["Order.total"], inherited)


def test_a_decorator_calls_no_method_of_the_file() -> None:
    file = SourceFile.parse(SHOP.replace("CALL", "pass"))
    (site,) = file.calls("get")
    assert not may_mean(file, file.unit("Order.get"), site)
