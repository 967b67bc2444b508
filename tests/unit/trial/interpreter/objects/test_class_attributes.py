"""Objects that classes hold stay what they are; only functions are bound to instances."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

OBJECTS = {
    "a logger": ("logging", "logging.getLogger('x')", "self.held.info('x') is None"),
    "a stream": ("sys", "sys.stderr", "self.held.isatty()"),
    "what is typed": ("sys", "sys.__stdin__", "self.held.fileno()"),
    "a lock": ("threading", "threading.RLock()", "self.held.acquire()"),
    "a buffer": ("io", "io.StringIO('x')", "self.held.getvalue()"),
    "a parser": ("argparse", "argparse.ArgumentParser()", "self.held.set_defaults(x=1) is None"),
    "a pattern": ("re", "re.compile('a')", "self.held.match('a').group()"),
    "an event": ("threading", "threading.Event()", "self.held.is_set()"),
}


@pytest.mark.parametrize(("module", "made", "asked"), OBJECTS.values(), ids=OBJECTS)
def test_they_are_not_bound(module: str, made: str, asked: str) -> None:
    held = f"import {module}\nclass A:\n    held = {made}\n    def ask(self):\n        return {asked}\n"
    source = f"{held}found = [A().ask(), A.ask(A())]"
    assert list(map(bool, interpreted(source))) == list(map(bool, run(source)))


def test_a_lock_of_a_class_is_entered() -> None:
    source = (
        "import threading\nclass A:\n    lock = threading.RLock()\n    def f(self):\n        with self.lock: return 3\n"
    )
    assert interpreted(f"{source}found = A().f()") == 3


def test_a_module_knows_its_package() -> None:
    assert Trials("def f(): return len(__package__)").estimate(parse(""))[NAMES.index("trial_runs")] > 0
