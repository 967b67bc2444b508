"""How much the instance holds that a method is called on, where that is made up: stated, resized, measured."""

from __future__ import annotations

import pytest

import perfcast
from perfcast.forecast import Predictor
from perfcast.forecast.comparing.pair import Side, compare_units
from perfcast.forecast.growth import growth, orders
from perfcast.measure.job import Job
from perfcast.measure.target import Target
from perfcast.source import SourceFile
from perfcast.workload import build, parse
from tests.engine import DEVICE

CART = """
class Cart:
    def __init__(self, prices: list[float]):
        self.prices = prices

    def taxed(self) -> list[float]:
        return [price * 1.2 for price in self.prices]

    def cheap(self, threshold: int) -> int:
        return sum(1 for price in self.prices if price < threshold)

    def padded(self, n: int) -> list[int]:
        return list(range(n))


class Stack:
    def __init__(self):
        self._items = []

    def push(self, x: int) -> None:
        self._items.append(x)

    def squares(self) -> list[int]:
        return [x * x + 1000 for x in self._items]

    @staticmethod
    def zeros(n: int) -> list[int]:
        return [0] * n


class Reader:
    def __init__(self, text: str, unit: str):
        self.text, self.unit = text, unit
        self.lines = text

    def rows(self) -> list[list[str]]:
        return [line.split(",") for line in self.lines.splitlines()]
"""


@pytest.fixture(scope="module")
def packaged() -> Predictor:
    return perfcast.load()


def stated(predictor: Predictor, name: str, workload: str) -> tuple[float, tuple[str, ...]]:
    """Median of memory, in bytes, and why there is none."""
    found = predictor.forecast_source(CART, name, workload)
    return found.forecasts["peak_memory"].p50, found.outside


@pytest.mark.parametrize("name", ["Cart.taxed", "Stack.squares"])
def test_memory_goes_with_what_the_instance_is_said_to_hold(packaged: Predictor, name: str) -> None:
    small, large = (stated(packaged, name, f"self: items * {count}") for count in ("1000", "1e5"))
    assert small[1] == large[1] == ()
    assert 50 < large[0] / small[0] < 200
    # A list of as many new numbers.
    assert 0.7 < small[0] / (1000 * (8 + 24)) < 1.5


def test_it_is_said_of_instances_that_are_made_up_and_of_nothing_else(packaged: Predictor) -> None:
    assert stated(packaged, "Stack.zeros", "self: items * 100; n = 5")[1] == ("has no parameter self",)
    assert stated(packaged, "Cart.cheap", "threshold: items * 100")[1] == ("has no parameter threshold",)
    module = "import torch.nn as nn\n\nclass Layer(nn.Module):\n    def forward(self, x): return x\n"
    found = packaged.forecast_source(module, "Layer.forward", "self: items * 100; x: torch.float32[4, 4]")
    assert found.outside == ("made as a file shows: how much it holds cannot be stated",)


@pytest.mark.parametrize(
    ("name", "workload"),
    [
        ("Cart.taxed", "self: items * 5000"),
        ("Cart.cheap", "self: items * 5000; threshold: int = 10"),
        ("Cart.padded", "n: int = 5000"),
        ("Stack.zeros", "n: int = 5000"),
        ("Reader.rows", "self: items * 5000"),
    ],
)
def test_a_size_that_is_asked_for_is_the_instances_where_nothing_else_grows(
    predictor: Predictor, name: str, workload: str
) -> None:
    [found] = predictor.forecast_file(SourceFile.parse(CART), names=[name], resize=5000)
    assert found.workload == workload


def test_texts_that_instances_are_made_with_grow(predictor: Predictor) -> None:
    shown = [
        found.receiver
        for size in (None, 5000)
        for found in predictor.forecast_file(SourceFile.parse(CART), names=["Reader.rows"], resize=size)
    ]
    # The unit's name is a short text, whatever the size.
    assert shown == [f"self: Reader made up with text of {count} characters" for count in (100, 5000)]


def test_methods_without_arguments_grow_with_their_instance(packaged: Predictor) -> None:
    file = SourceFile.parse(CART)
    unit = file.unit("Cart.taxed")
    found = growth(packaged, file, unit, packaged.resolve(file, unit).workload, packaged.devices.named(None))
    assert found is not None
    assert orders(found) == {"peak_memory": "n", "cpu_time": "n"}


def test_it_is_not_passed_and_measured_as_it_is_stated() -> None:
    workload = parse("self: items * 3000; threshold: int = 4")
    assert build(workload, 0) == ([], {"threshold": 4})
    target = Target(Job("squares", CART, "Stack.squares", ("self: items * 3000",)))
    call = target.call("self: items * 3000", 0)
    assert len(call.function(*call.args, **call.kwargs)) == 3000


def test_a_comment_states_it(predictor: Predictor) -> None:
    source = CART.replace("    def taxed", "    # perfcast: self: items * 1e5; time < 1 ms\n    def taxed")
    [found] = predictor.forecast_file(SourceFile.parse(source), names=["Cart.taxed"], device=DEVICE)
    assert (found.workload, found.workload_origin) == ("self: items * 1e5", "comment")
    assert (found.notes, len(found.budgets)) == ((), 1)


def test_methods_are_compared_at_sizes_of_their_instances(predictor: Predictor) -> None:
    file = SourceFile.parse(CART)
    taxed, squares = (Side(file, file.unit(name), name) for name in ("Cart.taxed", "Stack.squares"))
    found = compare_units(predictor, taxed, squares, sizes=(10, 1000))
    assert (found.workload, [size for size, _ in found.sizes]) == ("", [10, 1000])
