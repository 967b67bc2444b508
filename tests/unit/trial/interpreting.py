"""Modules run in the closed world, and by Python itself."""

from __future__ import annotations

import ast
import selectors
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from perfcast.source.locations.place import NOWHERE, Place
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.imports.followed_modules import Globals
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.syntax.compiler import Compiler
from perfcast.workload import parse


def interpreted(source: str, limit: float = 1e7, place: Place = NOWHERE) -> Any:
    """What the name ``found`` has after the module was interpreted."""
    machine = Machine()
    machine.begin(limit, ())
    compiler = Compiler(machine, place=place)
    module = Frame(None, builtins=compiler.world.builtins)
    module.names = Globals(compiler.world.builtins, place.package)
    for node in ast.parse(source).body:
        compiler.statements.compile(node)(module)
    return module.names["found"]


def run(source: str) -> Any:
    """The same by Python itself; event loops do not wait for their clock to go on."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with _clock_that_goes_on():
        exec(compile(source, "<source>", "exec", dont_inherit=True), names)
    return names["found"]


@contextmanager
def _clock_that_goes_on() -> Iterator[None]:
    """By as much as an event loop would wait, at once: where a machine stalls, two moments come at the same time."""
    now, select = time.monotonic(), selectors.DefaultSelector.select

    def at_once(selector: Any, timeout: float | None = None) -> Any:
        nonlocal now
        if timeout is None or not 0 < timeout < _LONG:
            return select(selector, timeout)
        found = select(selector, 0)
        now += 0 if found else timeout
        return found

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(time, "monotonic", lambda: now)
        patched.setattr(selectors.DefaultSelector, "select", at_once)
        yield


def peak_of(source: str, workload: str) -> float:
    """Bytes that a call of the source's first function holds at most, by its trial run."""
    found = Trials(source).estimate(parse(workload))
    return float(2 ** found[NAMES.index("trial_peak")] - 1)


def time_of(source: str, workload: str) -> float:
    """Nanoseconds that a call of the source's first function takes, by its trial run."""
    found = Trials(source).estimate(parse(workload))
    return float(2 ** found[NAMES.index("trial_time")])


#: Of bytes that memray found with CPython 3.11: texts, lists, tables and calls take others in later versions.
OF_PYTHON_3_11 = pytest.mark.skipif(sys.version_info >= (3, 12), reason="objects take other bytes")

#: Seconds for which an event loop waits for its threads to end, or longer.
_LONG = 100.0
#: Seconds of computing, for machines with other work; what is not refused takes a multiple of it, or never ends.
_SOON = 5.0


@contextmanager
def soon() -> Iterator[None]:
    """What is done here is to end soon."""
    began = time.process_time()
    yield
    assert time.process_time() - began < _SOON
