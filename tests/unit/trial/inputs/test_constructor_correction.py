"""What constructors fail on is corrected by what their errors tell, as of units; who measures makes the same."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from perfcast.measure import Job, Limits, Sandbox
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.workload import parse

_ROUTE = """
class Route:
    def shown(self):
        return [self.path] * len(self.parts)

    def __init__(self, path: str, name=None):
        assert path.startswith("/"), "paths begin with /"
        self.path = path
        self.parts = path.split("/")
"""
_MODEL = """
class Model:
    def shown(self):
        return list(self.words)

    def __init__(self, corpus=None, words=None):
        if words is None:
            words = set()
            for doc in corpus:
                words.update(doc)
        self.words = words
"""
_STUBBORN = """
class Stubborn:
    def shown(self):
        return self.level

    def __init__(self, level=None):
        raise RuntimeError("never")
"""

_LATE = """
class Late:
    def shown(self, parts: list):
        return [self.path] * len(parts)

    def __init__(self, path: str, known: list[int]):
        if len(known) > 50:
            assert path.startswith("/"), "paths begin with /"
        self.path = path
"""
_SLOW = """
class Slow:
    def shown(self, parts: list):
        return self.path

    def __init__(self, path: str, other: str, level=None, mode=None):
        for _ in range(200_000):
            pass
        raise ValueError(f"no {path} must be one of 'a', 'b', 'c' {other} {level} {mode}")
"""


@pytest.mark.parametrize(("text", "name"), [(_ROUTE, "Route"), (_MODEL, "Model")])
def test_a_method_comes_to_its_end(text, name):
    trials = Trials(text)
    found = dict(zip(NAMES, trials.estimate(parse("")), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    assert trials.receiver == f"{name} made up"
    with Sandbox(Limits(seconds=10.0, memory_bytes=512 << 20)) as sandbox:
        [measured] = sandbox.run(Job("key", text, f"{name}.shown", ("",)))
    assert measured.error is None
    assert 2 ** found["trial_peak"] == pytest.approx(measured.metrics["peak_memory"], rel=0.3, abs=128)


def test_one_that_nothing_helps_stays_as_it_is():
    trials = Trials(_STUBBORN)
    trials.estimate(parse(""))
    assert trials.receiver == ""
    assert trials.stopped_at == "Stubborn.level"


def test_it_is_said_of_the_workloads_alone_that_it_fails_with():
    trials = Trials(_LATE)
    found = []
    for count in (1000, 10, 3000):
        trials.estimate(parse(f"parts: list[int] * {count}"))
        found.append(trials.receiver)
    assert found == ["Late made up", "", "Late made up"]


def test_all_tries_share_an_allowance(monkeypatch: pytest.MonkeyPatch):
    spent = []
    apart = Machine.apart

    @contextmanager
    def counted(machine, limit):
        with apart(machine, limit):
            try:
                yield
            finally:
                spent.append(machine.spent)

    monkeypatch.setattr(Machine, "apart", counted)
    Trials(_SLOW).estimate(parse("parts: list[int] * 10"))
    assert len(spent) > 2
    # Of the tries, of the runs, and of one more that looks for loops which take no part in it.
    assert sum(spent) < 5e6
