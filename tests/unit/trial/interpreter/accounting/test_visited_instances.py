"""Instances that are asked for their attributes in another order than that in which they lie in memory."""

from __future__ import annotations

import random

import pytest

from perfcast.trial.interpreter.accounting.scattered_memory import Scattered, time_among
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.instances import Instance
from tests.unit.trial.interpreting import time_of

_TREE = """
def planted(n):
    rng = random.Random(1)
    root = Node(0.5)
    for _ in range(n):
        key = rng.random()
        node = root
        while True:
            if key < node.key:
                if node.left is None:
                    node.left = Node(key)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                    break
                node = node.right
    return root

import random

class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None
"""
_LINKED = """
def added(n):
    first = node = Node(0)
    for i in range(n):
        node.next = Node(i)
        node = node.next
    total = 0
    while first is not None:
        total += first.key
        first = first.next
    return total

class Node:
    def __init__(self, key):
        self.key = key
        self.next = None
"""


@pytest.mark.parametrize(
    ("source", "number", "measured"),
    [(_TREE, 20_000, 27e6), (_TREE, 200_000, 920e6), (_LINKED, 20_000, 4.4e6), (_LINKED, 200_000, 45e6)],
)
def test_nodes_that_lie_far_apart_take_longer(source: str, number: int, measured: float) -> None:
    assert measured / 1.6 < time_of(source, f"n: int = {number}") < 1.6 * measured


def _nanoseconds(visited: list[int], count: int = 20_000) -> float:
    kind = Class("Kind", [], None)
    instances = [Instance(kind) for _ in range(count)]
    scattered = Scattered()
    for place in visited:
        scattered.visited(instances[place])
    return time_among(scattered.reach.among) * scattered.reach.lookups


_ANY: list[int] = random.Random(1).choices(range(20_000), k=20_000)


def test_neighbours_are_near() -> None:
    assert _nanoseconds(list(range(20_000))) == _nanoseconds(list(range(20_000))[::-1]) == 0.0
    assert _nanoseconds(_ANY) > 1e4


def test_few_instances_are_near() -> None:
    assert _nanoseconds([place % 500 for place in _ANY]) < 0.02 * _nanoseconds(_ANY)


def test_levels_of_a_tree_are_each_gone_through_in_order() -> None:
    visited: list[int] = []
    waiting = [0]
    while waiting:
        place = waiting.pop()
        visited.append(place)
        waiting += [child for child in (2 * place + 2, 2 * place + 1) if child < 20_000]
    assert _nanoseconds(visited) < 0.1 * _nanoseconds(_ANY)


def test_new_instances_have_the_places_of_those_that_are_gone() -> None:
    kind = Class("Kind", [], None)
    scattered = Scattered()
    kept = [Instance(kind) for _ in range(20)]
    for turn in range(20_000):
        kept[turn * 7 % 20] = Instance(kind)
        scattered.visited(kept[turn * 13 % 20])
    assert time_among(scattered.reach.among) == 0.0


def test_what_was_made_in_step_is_visited_by_itself() -> None:
    source = """
def total(n: int, before: int):
    unrelated = [Item(0) for _ in range(before)]
    orders = [Order(Item(i)) for i in range(n)]
    random.Random(1).shuffle(orders)
    total = 0
    for order in orders:
        total += order.item.price
    return total

import random

class Item:
    def __init__(self, price):
        self.price = price

class Order:
    def __init__(self, item):
        self.item = item
"""
    in_step, apart = (time_of(source, f"n: int = 200000; before: int = {before}") for before in (0, 4))
    assert in_step == pytest.approx(apart, rel=0.1)
