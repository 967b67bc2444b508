"""What constructors fail on is corrected by what their errors tell, as of units; who measures makes the same."""

from __future__ import annotations

import pytest

from perfcast.measure import Job, Limits, Sandbox
from perfcast.trial import NAMES, Trials
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


@pytest.mark.parametrize(("text", "name"), [(_ROUTE, "Route"), (_MODEL, "Model")])
def test_a_method_comes_to_its_end(text, name):
    trials = Trials(text)
    found = dict(zip(NAMES, trials.estimate(parse("")), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    assert trials.receiver == f"{name} made up"
    with Sandbox(Limits(seconds=0.4, memory_bytes=512 << 20)) as sandbox:
        [measured] = sandbox.run(Job("key", text, f"{name}.shown", ("",)))
    assert measured.error is None
    assert 2 ** found["trial_peak"] == pytest.approx(measured.metrics["peak_memory"], rel=0.3, abs=128)


def test_one_that_nothing_helps_stays_as_it_is():
    trials = Trials(_STUBBORN)
    trials.estimate(parse(""))
    assert trials.receiver == ""
    assert trials.stopped_at == "Stubborn.level"
