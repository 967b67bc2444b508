"""Many objects of a kind are added up at once, and come to the same as one by one."""

import textwrap
from fractions import Fraction

import pytest

from perfcast.trial import Trials
from perfcast.trial.interpreter.accounting import heap_walk as module
from perfcast.trial.interpreter.accounting.heap_walk import Walk
from perfcast.workload import parse

SHARED = [float(number) for number in range(20)]
LONG = [2**70 + number for number in range(20)]
CYCLE: list[object] = list(range(20))
CYCLE.append(CYCLE)


def figures(
    value: object, known: object, monkeypatch: pytest.MonkeyPatch, many: int, long: int = 10**9
) -> tuple[object, ...]:
    monkeypatch.setattr(module, "_MANY", many)
    monkeypatch.setattr(module, "_LONG_LIST", long)
    before = Walk(keeps=True)
    before.add(known)
    walk = Walk(before)
    walk.add(value)
    return walk.total, walk.objects, walk.floats, walk.smooth, walk.small, before.total, dict(before._small_seen)


@pytest.mark.parametrize(
    "value",
    [
        list(range(-20, 40)),
        [*range(200, 400), *range(200, 400)],
        [10**30, *range(300), 2**60, 2**60 - 1],
        [2**60 - 1, *range(-300, 300), -(2**60) + 1],
        [*SHARED, *SHARED, *map(float, range(20))],
        [[number, str(number)] for number in range(40)],
        [(number, number + 1000) for number in range(40)],
        [*([1, 2, 3],) * 20, [1, 2, 3]],
        ["", "a", "é", *map(str, range(100))],
        [(), (1,), *((number,) for number in range(20))],
        [None, True, 1, 1.5, "text", b"bytes", (1, 2), [3], {4}, {5: 6}, Fraction(1, 3)] * 3,
        {str(number): [number, float(number)] for number in range(50)},
        {(number, str(number)) for number in range(50)},
        CYCLE,
        [*LONG, *LONG[:5], *range(300), -(2**200)],
    ],
    ids=range(15),
)
@pytest.mark.parametrize("known", [(), SHARED, list(range(100)), list(range(1000, 1100))], ids="abcd")
def test_many_at_once_are_as_much_as_one_by_one(value: object, known: object, monkeypatch: pytest.MonkeyPatch) -> None:
    one_by_one = figures(value, known, monkeypatch, 10**9)
    assert figures(value, known, monkeypatch, 4) == one_by_one
    assert figures(value, known, monkeypatch, 4, long=4) == one_by_one


@pytest.mark.parametrize("known", [(), LONG[:3]], ids="ab")
def test_long_numbers_are_as_many_as_one_by_one(known: object, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Walk(keeps=True)
    before.add(known)
    found = []
    for many in (10**9, 4):
        monkeypatch.setattr(module, "_MANY", many)
        walk = Walk(before)
        walk.add([LONG[2:6], [*LONG, *LONG[:5], 7, 200, 1000]])
        found.append((walk.total, walk.objects, walk.larger, walk.repeated, walk.bits, walk.small))
    assert found[0] == found[1]
    assert found[0][3] > 0


def test_whether_small_numbers_are_most_is_told_anew_once_there_are_more() -> None:
    walk = Walk(keeps=True)
    walk.add([100, 200])
    assert set(walk.small_numbers()) == {100, 200}
    walk.add([1_000, 2_000, 3_000])
    assert not walk.small_numbers()
    walk.add([101, 102, 103])
    assert set(walk.small_numbers()) == {100, 101, 102, 103, 200}


def test_what_is_known_is_not_counted() -> None:
    known = Walk(keeps=True)
    known.add(SHARED)
    walk = Walk(known)
    walk.add([*SHARED])
    assert (walk.objects, walk.floats, walk.walked) == (1, 0, 21)


@pytest.mark.parametrize("many", [1, 10**9])
@pytest.mark.parametrize("long", [1, 10**9])
def test_small_numbers_beside_larger_ones_that_were_there_are_no_new_ones(
    monkeypatch: pytest.MonkeyPatch, many: int, long: int
) -> None:
    monkeypatch.setattr(module, "_MANY", many)
    monkeypatch.setattr(module, "_LONG_LIST", long)
    given = [*range(20, 60), *range(1000, 1100)]
    before = Walk(keeps=True)
    before.add(given)
    walk = Walk(before)
    walk.add_parts(given)
    moved, length, made = given[10:70], [5000], [*range(6000, 6010)]
    walk.add(moved)
    walk.add(length)
    assert sum(walk.small) == 30
    assert sum(walk.growing) == 0
    assert min(walk.growing) == 0
    walk.add(made)
    assert walk.growing == walk.small


def test_what_a_class_of_tuples_says_of_its_length_is_not_asked():
    text = """
    def f(n):
        made = [Pair((i, [i])) for i in range(n)]
        return sum(len(one) for one in made)

    class Pair(tuple):
        def __len__(self):
            return len(list(iter(self)))

        def __iter__(self):
            yield from super().__iter__()
    """
    trials = Trials(textwrap.dedent(text))
    assert trials.failure(parse("n: int = 100")) == ""
