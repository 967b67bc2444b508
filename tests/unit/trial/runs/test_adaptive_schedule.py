"""How far a unit is tried: farther where its runs do not tell how it goes on, no farther where time is up."""

from __future__ import annotations

import itertools
import math

import pytest

from perfcast.source.locations.place import NOWHERE
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting import spending
from perfcast.trial.interpreter.accounting.heap_walk import Walk
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import OutOfSteps
from perfcast.trial.runs import series_choice
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.farther_runs import FartherRuns
from perfcast.workload import parse

#: Pairs of letters, of which there are 676.
_PAIRS = """
def f(text):
    seen = {}
    for i in range(len(text) - 1):
        pair = text[i:i + 2]
        seen[pair] = seen.get(pair, 0) + 1
    return seen
"""
_TRIE = """
class Node:
    def __init__(self):
        self.children = {}
        self.ends = False

def f(words):
    root = Node()
    for word in words:
        node = root
        for letter in word:
            if letter not in node.children:
                node.children[letter] = Node()
            node = node.children[letter]
        node.ends = True
    return root
"""
_TEXT = "text: str * 300000 in 'a'..'z'"
_DOUBLED = """
def f(v):
    found = []
    for x in v:
        found.append([x * 2])
    return found
"""
#: What lasts is changed: the second call counts.
_REMEMBERED = """
KNOWN = {}

def f(v):
    for x in v:
        KNOWN[x] = [x]
    return [KNOWN[x] for x in v]
"""
_NUMBERS = "v: list[int] * 300000"


def _estimate(source: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(source).estimate(parse(workload)), strict=True))


def test_more_may_be_spent_where_runs_do_not_tell_how_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    farther = _estimate(_PAIRS, _TEXT)
    monkeypatch.setattr(series_choice, "_IN_DOUBT", math.inf)
    first = _estimate(_PAIRS, _TEXT)
    assert farther["trial_runs"] > first["trial_runs"]
    assert farther["trial_reached"] > first["trial_reached"]
    # Of 676 pairs there are but so many; the fewer have run, the more it seems to grow.
    assert farther["trial_peak"] < first["trial_peak"]


def test_what_is_told_by_its_runs_is_tried_no_farther(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _estimate(_DOUBLED, _NUMBERS)
    monkeypatch.setattr(series_choice, "_IN_DOUBT", math.inf)
    assert found == _estimate(_DOUBLED, _NUMBERS)


def test_of_several_sizes_all_are_told_by_what_went_farther_for_few() -> None:
    unit, sizes = Trials(_PAIRS), (60_000, 80_000, 100_000, 120_000, 140_000)
    unit.begin_question()
    rows = [dict(zip(NAMES, unit.estimate(parse(f"text: str * {size} in 'a'..'z'")), strict=True)) for size in sizes]
    alone = [_estimate(_PAIRS, f"text: str * {size} in 'a'..'z'") for size in sizes]
    assert [row["trial_runs"] for row in rows] == [row["trial_runs"] for row in alone]
    assert [row["trial_peak"] for row in rows] == pytest.approx([row["trial_peak"] for row in alone], abs=0.1)


def test_numbers_are_not_told_by_what_went_farther_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "def f(n):\n    return [d for d in range(1, n) if n % d == 0] * (n % 7)\n"
    numbers = [f"n: int = {number}" for number in (20_003, 40_009, 60_013, 80_021, 100_019)]
    together = Trials(source)
    together.begin_question()
    rows = [together.estimate(parse(one)) for one in numbers]
    monkeypatch.setattr(FartherRuns, "beyond", lambda *_: None)
    without = Trials(source)
    without.begin_question()
    assert rows == [without.estimate(parse(one)) for one in numbers]


@pytest.mark.parametrize(("source", "workload"), [(_PAIRS, _TEXT), (_DOUBLED, _NUMBERS), (_REMEMBERED, _NUMBERS)])
def test_when_time_is_up_the_runs_that_there_are_tell(
    monkeypatch: pytest.MonkeyPatch, source: str, workload: str
) -> None:
    unit, asked, taken = Trials(source), parse(workload), itertools.count()
    monkeypatch.setattr(spending, "process_time", lambda: float(next(taken)))
    hurried = dict(zip(NAMES, unit.estimate(asked, until=40.0), strict=True))
    monkeypatch.undo()
    whole = unit.estimate(asked)
    assert 0 < hurried["trial_runs"] < whole[NAMES.index("trial_runs")]
    # Nothing is remembered as too large for having come too late.
    assert whole == Trials(source).estimate(asked)


def test_a_look_ends_a_run_whose_time_is_up() -> None:
    run = Machine()
    run.begin(1e6, ())
    with run.ending_at(-1.0):
        assert run.is_late
        with run.apart(1e6):
            assert not run.is_late
        run.look()
        with pytest.raises(OutOfSteps):
            run.step(1.0)
    assert not run.is_late


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """References that each look has followed."""
    counts: list[int] = []
    look = Machine.look

    def counting(self: Machine, *others: object) -> Walk:
        walk = look(self, *others)
        counts.append(walk.walked)
        return walk

    monkeypatch.setattr(Machine, "look", counting)
    return counts


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (_TRIE, "words: list[str] * {} * 8"),
        ("def f(n):\n    return [[i * 1000 + j for j in range(20)] for i in range(n)]\n", "n: int = {}"),
    ],
)
def test_looking_at_what_is_held_takes_no_larger_part_the_more_there_is(
    followed: list[int], source: str, workload: str
) -> None:
    running, ways = Running(Unit(source, NOWHERE)), []
    for size in (64, 512):
        followed.clear()
        running.run(parse(workload.format(size)), 1e9, {})
        ways.append(sum(followed))
    # Looked at after each call, or list, it would be sixty times as much.
    assert ways[1] < 16 * ways[0]
