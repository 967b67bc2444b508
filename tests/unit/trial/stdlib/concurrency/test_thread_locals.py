"""``threading.local``: instances have what was set, and nothing else; classes may extend it."""

from __future__ import annotations

import sys

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_BODY = """
import threading

class Context(threading.local):
    task: int
    def __init__(self, depth=0):
        self.depth = depth

class Bare(threading.local):
    pass

own, bare, context = threading.local(), Bare(), Context(depth=2)
found = [hasattr(own, "stack"), getattr(own, "stack", None), isinstance(context, threading.local), context.depth]
own.stack = [1]
found += [own.stack, hasattr(bare, "stack"), context.__dict__]
for one in (bare, context):
    try:
        found.append(one.task)
    except AttributeError:
        found.append("no task")
"""


def test_what_was_not_set_is_not_there() -> None:
    assert interpreted(_BODY) == run(_BODY)


_MEMORY = """
def f():
    return {}

import threading

class Context(threading.local):
    def __init__(self, depth):
        self.depth = depth
"""


_PLAIN, _EXTENDED = (708, 892) if sys.version_info < (3, 13) else (808, 992)


@pytest.mark.parametrize(("made", "measured"), [("threading.local()", _PLAIN), ("Context(3)", _EXTENDED)])
def test_each_keeps_its_attributes_for_itself(made: str, measured: int) -> None:
    told = dict(zip(NAMES, Trials(_MEMORY.format(made)).estimate(parse("")), strict=True))
    assert 2 ** told["trial_peak"] == pytest.approx(measured, rel=0.05)
