"""What is looked up here and there in containers larger than a processor's caches: nanoseconds of CPython 3.11."""

from __future__ import annotations

import random

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.scattered_memory import Scattered, time_among
from perfcast.workload import parse

_REACHED = """
import random
from collections import deque

def reached(nodes, edges):
    rng = random.Random(1)
    graph = {i: [] for i in range(nodes)}
    for _ in range(edges):
        a = rng.randrange(nodes)
        b = rng.randrange(nodes)
        graph[a].append(b)
        graph[b].append(a)
    seen = {0}
    queue = deque([0])
    while queue:
        for one in graph[queue.popleft()]:
            if one not in seen:
                seen.add(one)
                queue.append(one)
    return len(seen)
"""
_IN_ORDER = """
def added(v):
    total = 0
    for i in range(len(v)):
        total += v[i]
    return total
"""
_SORTED = "def ordered(v):\n    return sorted(v, key=lambda w: (-len(w), w))\n"


def _time(source: str, workload: str) -> float:
    numbers = dict(zip(NAMES, Trials(source).estimate(parse(workload)), strict=True))
    return float(2.0 ** numbers["trial_time"])


@pytest.mark.parametrize(
    ("source", "workload", "measured"),
    [
        (_REACHED, "nodes: int = 1000; edges: int = 3000", 1.75e6),
        (_REACHED, "nodes: int = 100000; edges: int = 300000", 700e6),
        (_SORTED, "v: list[str] * 1000 * 8 in 'a'..'z'", 0.394e6),
        (_SORTED, "v: list[str] * 300000 * 8 in 'a'..'z'", 690e6),
        (_IN_ORDER, "v: list[float] * 1000000", 32e6),
    ],
)
def test_lookups_far_apart_take_longer(source: str, workload: str, measured: float) -> None:
    assert measured / 1.8 < _time(source, workload) < 1.6 * measured


#: An entry with its number.
_BYTES_OF_ALL = 80_000 * (80 + 32)
#: Of a large container, in no order.
_SPREAD = [key * key * 7_919 % 300_000 for key in range(1, 20_000)]


def _nanoseconds(keys: list[int], others: int = 0) -> float:
    many, few = {key: key for key in range(300_000)}, {key: key for key in range(20)}
    scattered = Scattered()
    for key in keys:
        scattered.found(many, key, key)
    for key in range(others):
        scattered.found(few, key * 7 % 20, key)
    return time_among(scattered.reach.among) * scattered.reach.lookups


def test_neighbours_and_steps_are_near() -> None:
    assert _nanoseconds(list(range(20_000))) < 0.02 * _nanoseconds(_SPREAD)
    assert _nanoseconds(list(range(0, 300_000, 15))) < 0.02 * _nanoseconds(_SPREAD)


def test_the_same_few_keys_of_a_large_container_are_near() -> None:
    assert _nanoseconds(_SPREAD[:200] * 100) < 0.02 * _nanoseconds(_SPREAD)


def test_lookups_among_few_do_not_count() -> None:
    assert _nanoseconds(_SPREAD, others=20_000) == pytest.approx(_nanoseconds(_SPREAD), rel=0.1)


def test_keys_of_two_parts_are_told_apart() -> None:
    pairs = Scattered()
    many = {(key, 1): key for key in range(20_000)}
    for key in random.Random(1).choices(range(20_000), k=20_000):
        pairs.found(many, (key, int("1")), key)
    assert pairs.reach.lookups == pytest.approx(0.8 * 20_000, rel=0.1)
    assert pairs.reach.among > 1e6


@pytest.mark.parametrize("count", [1, 2, 10, 11, 40])
def test_what_is_looked_up_in_turns_is_among_all_of_it(count: int) -> None:
    """However many containers it lies in: of 80,000 entries all together."""
    containers = [{key: key for key in range(80_000 // count)} for _ in range(count)]
    scattered = Scattered()
    for place, key in enumerate(random.Random(1).choices(range(80_000 // count), k=300_000)):
        scattered.found(containers[place % count], key, key)
    assert scattered.reach.among == pytest.approx(_BYTES_OF_ALL, rel=0.5)


@pytest.mark.parametrize(
    "begun", ["groups = {k: [] for k in range(100)}", "groups = [[] for k in range(100)]", "groups = defaultdict(list)"]
)
def test_groups_that_are_appended_to_are_not_gone_through(begun: str) -> None:
    source = (
        f"from collections import defaultdict\ndef grouped(xs):\n    {begun}\n    for x in xs:\n"
        "        groups[x * 7919 % 100].append(x)\n    return len(groups)\n"
    )
    assert 3e6 < _time(source, "xs: list[int] * 100000 in 0..1000000") < 14e6


def test_keys_are_compared_by_python_alone() -> None:
    source = (
        "def f(n: int):\n    found = {i: i for i in range(12)}\n    found[Key(100)] = 4\n    found['a'] = 2\n"
        "    return found['a']\n"
        "class Key:\n    def __init__(self, v): self.v = v\n    def __hash__(self): return self.v\n"
        "    def __eq__(self, other): return self.v == other.v\n"
    )
    assert Trials(source).failure(parse("n: int = 3")) == ""


@pytest.mark.parametrize(
    ("workload", "measured"), [("image: Image[640, 640]", 0.22e6), ("image: Image[3000, 3000]", 19e6)]
)
def test_a_quarter_turn_of_a_large_picture_takes_longer(workload: str, measured: float) -> None:
    source = "from PIL import Image\n\ndef turned(image: Image.Image):\n    return image.rotate(90)\n"
    assert _time(source, workload) == pytest.approx(measured, rel=0.5)
