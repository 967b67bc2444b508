"""Calls that leave their inputs changed are measured with others each time, which takes longer."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from perfcast.trial.interpreter.accounting.fresh_inputs import Inputs
from perfcast.trial.interpreter.accounting.preexisting import Before
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.context_managers import Lock
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.unknown import Unknown
from tests.unit.trial.interpreting import time_of

ACCOUNT = """
class Account:
    def pay(self, amount):
        {0}
    def __init__(self):
        self.total = 0
        self.amounts = []
"""


@pytest.mark.parametrize(
    ("leaving", "changing"),
    [
        ("total = self.total + amount", "self.total = self.total + amount"),
        ("amounts = [amount]", "self.amounts = [amount]"),
    ],
)
def test_a_method_that_changes_its_object_takes_longer(leaving: str, changing: str) -> None:
    left, changed = (time_of(ACCOUNT.format(one), "amount: int = 300") for one in (leaving, changing))
    assert 1.15 * left < changed < 2 * left


def test_what_is_long_fills_the_caches_itself() -> None:
    text = "def f(xs):\n    for k, x in enumerate(xs):\n        {0}[k] = x + 1\n"
    workload = "xs: list[int] * 2000 in 0..100000"
    left, changed = (time_of(text.format(one), workload) for one in ("{}", "xs"))
    assert changed < left


def test_a_search_leaves_what_it_looks_through_as_it_was() -> None:
    text = "from bisect import bisect_left, insort_left\ndef f(xs, x):\n    return {0}(xs, x)\n"
    workload = "xs: list[int] * 50000 in 0..100000 sorted; x: int = 0"
    searching, inserting = (time_of(text.format(one), workload) for one in ("bisect_left", "insort_left"))
    assert searching < 400 < inserting


def _inputs(*values: Any) -> Inputs:
    return Inputs(*values, before=Before())


def _instance() -> Instance:
    made = Instance(Class("Account", [], None))
    made.attributes.update(total=0, amounts=[])
    return made


def _set(one: Any) -> None:
    one.attributes["total"] = 1


@pytest.mark.parametrize(
    ("value", "change"),
    [
        ([1, 2], lambda one: one.append(3)),
        ([[1], [2]], lambda one: one[1].append(3)),
        ((["a"], 1), lambda one: one[0].clear()),
        ({"a": 1}, lambda one: one.update(a=2)),
        (OrderedDict(a=1, b=2), lambda one: one.move_to_end("a")),
        ({1, 2}, lambda one: one.discard(2)),
        (deque([1, 2]), lambda one: one.rotate()),
        (iter([1, 2]), next),
        (bytearray(b"ab"), lambda one: one.reverse()),
        (_instance(), _set),
        ([_instance()], lambda one: one[0].attributes["amounts"].append(1)),
    ],
)
def test_changes_are_seen_wherever_they_are_made(value: Any, change: Callable[[Any], object]) -> None:
    inputs = _inputs(value)
    assert not inputs.are_made_anew
    change(value)
    assert inputs.are_made_anew


def test_what_is_put_in_place_of_its_equal_is_no_change() -> None:
    one = _instance()
    inputs = _inputs(one)
    one.attributes.update(total=int("0"), amounts=[])
    assert not inputs.are_made_anew


@pytest.mark.parametrize(
    "value", [map(len, ["a"]), (k for k in "ab"), [enumerate("ab")], Function("<lambda>", lambda *_: 1), Lock()]
)
def test_what_cannot_be_compared_is_made_anew(value: Any) -> None:
    assert _inputs(value).are_made_anew


@pytest.mark.parametrize("value", [Unknown(), Function("key", lambda *_: 1), int, None, "ab"])
def test_what_can_be_is_not(value: Any) -> None:
    assert not _inputs(value).are_made_anew


def test_classes_say_themselves_what_of_them_is_compared() -> None:
    one = _instance()
    one.attributes["lock"] = Lock()
    assert _inputs(one).are_made_anew
    one.of.attributes["__getstate__"] = Function("__getstate__", lambda *_: 1)
    assert not _inputs(one).are_made_anew


def test_the_outermost_parts_are_looked_at_first() -> None:
    many = {k: [k] for k in range(100_000)}
    values = [many, [1]]
    inputs = _inputs(values)
    many[7].clear()
    assert not inputs.are_made_anew
    values.pop()
    assert inputs.are_made_anew


LEDGER = """
class Ledger:
    def {0}(self, key: int):
        {1}
    def __init__(self):
        self.entries = {{}}
    def add(self, key: int):
        self.entries[key] = Entry()
class Entry:
    def __init__(self):
        self.total = 0
"""


@pytest.mark.parametrize(
    ("leaving", "changing"),
    [
        ("self.entries.get(key)", "self.entries[key] = 1"),
        ("entry = next(iter(self.entries.values())).total", "next(iter(self.entries.values())).total = 1"),
    ],
)
def test_changes_of_what_holds_much_are_seen(leaving: str, changing: str) -> None:
    left, changed = (
        time_of(LEDGER.format("look", one), "self: items * 5000; key: int = 10") for one in (leaving, changing)
    )
    assert changed > left + 400


INVENTORY = """
class Inventory:
    def receive(self, sku: str, quantity: int):
        self.stock[sku] = self.stock.get(sku, 0) + quantity
    def __init__(self):
        self.stock = {}
"""
CACHE = """
from collections import OrderedDict
class Cache:
    def put(self, key: int, value: int):
        self.data[key] = value
        self.data.move_to_end(key)
        if len(self.data) > self.capacity:
            self.data.popitem(last=False)
    def __init__(self, capacity: int = 100_000):
        self.capacity = capacity
        self.data = OrderedDict()
"""


@pytest.mark.parametrize(
    ("text", "workload", "measured"),
    [
        (INVENTORY, "sku: str * 10 in 'a'..'z'; quantity: int = 10", 2.0),
        (CACHE, "key: int = 10; value: int = 10", 3.5),
    ],
)
def test_what_is_found_in_large_copies_is_in_no_cache(text: str, workload: str, measured: float) -> None:
    """Measured: how many times as long a call takes with copies of 30,000 keys as with such of 100."""
    of_few, of_many = (time_of(text, f"self: items * {number}; {workload}") for number in (100, 30_000))
    assert 0.6 * measured < of_many / of_few < 1.5 * measured


TALLY = """
CODES = {{code: number for number, code in enumerate("abcdefghijklmnopqrstuvwxyz")}}
def tally(log: list[int], codes: str) -> None:
    {table}
    log[0] = 300 + sum([table[code] for code in codes])
"""


@pytest.mark.parametrize("table", ["table = CODES", 'table = {code: 5 for code in "zyxwvutsrqponmlkjihgfedcba"}'])
def test_what_is_not_copied_is_in_the_caches(table: str) -> None:
    """Measured: 1.0 to 1.2 times as long."""
    workload = "log: list[int] * {0} in 0..1000; codes: str * 10 in 'a'..'z'"
    of_few, of_many = (time_of(TALLY.format(table=table), workload.format(number)) for number in (100, 30_000))
    assert of_many < 1.4 * of_few


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.append(3),
        lambda one: one.reverse(),
        lambda one: one.sort(reverse=True),
    ],
)
def test_what_is_too_large_is_compared_at_its_ends(change: Callable[[list[int]], object]) -> None:
    large = list(range(100_000))
    inputs = _inputs(large)
    assert not inputs.are_made_anew
    change(large)
    assert inputs.are_made_anew


class _Uncopied(list[int]):
    """Refuses to be gone through."""

    def __iter__(self) -> Iterator[int]:
        raise AssertionError


def test_what_is_too_large_is_not_listed() -> None:
    grown = [1]
    inputs = _inputs([_Uncopied(range(100_000)), grown])
    assert not inputs.are_made_anew
    grown.append(2)
    assert inputs.are_made_anew


def test_what_leads_up_to_a_call_counts_more_than_making_values() -> None:
    values = [1]
    inputs = _inputs(values)
    values.clear()
    by_code, by_values = (inputs.longer(by_code=one, lookups=dict).after(1_000.0, 1) for one in (True, False))
    assert by_code > by_values > 0
