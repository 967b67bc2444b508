"""Time of calls that come after others with the same workload: what those have put into what lasts is there."""

from __future__ import annotations

import textwrap

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def told(source: str, workload: str = "n: int = 25") -> dict[str, float]:
    found = Trials(textwrap.dedent(source), here()).estimate(parse(workload))
    return {name: 2.0**value - 1.0 for name, value in zip(NAMES, found, strict=True)}


FIB = """
@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
"""


@pytest.mark.parametrize(
    "source",
    [
        """
        def total(n):
            if n not in seen:
                seen[n] = sum(k * k for k in range(8 * n))
            return seen[n]
        seen = {}
        """,
        """
        def squares(n):
            global found
            if found is None:
                found = [k * k for k in range(8 * n)]
            return found
        found = None
        """,
        """
        class Only:
            _one = None
            @classmethod
            def get(cls, n):
                if cls._one is None:
                    cls._one = cls()
                return cls._one
            def __init__(self):
                self.names = {str(k): [k] for k in range(100)}
        """,
        FIB
        + """
def memo(f):
    seen = {}
    def ask(n):
        if n not in seen:
            seen[n] = f(n)
        return seen[n]
    return ask
""",
        FIB
        + """
def memo(f):
    def ask(n):
        if n not in ask.seen:
            ask.seen[n] = f(n)
        return ask.seen[n]
    ask.seen = {}
    return ask
""",
        FIB
        + """
def memo(f):
    seen = []
    def ask(n):
        while len(seen) <= n:
            seen.append(f(len(seen)))
        return seen[n]
    return ask
""",
        FIB
        + """
class memo:
    def __init__(self, f):
        self.f = f
        self.cache = {}
    def __call__(self, *args):
        if args in self.cache:
            return self.cache[args]
        value = self.f(*args)
        self.cache[args] = value
        return value
""",
        """
        @once
        def squares(n):
            return [k * k for k in range(8 * n)]
        def once(f):
            value = None
            def ask(n):
                nonlocal value
                if value is None:
                    value = f(n)
                return value
            return ask
        """,
    ],
    ids=[
        *("a module's table", "a module's name", "a class", "a closure's table", "a function's attribute"),
        *("a closure's list", "an instance", "a closure's name"),
    ],
)
def test_what_is_remembered_is_there(source: str) -> None:
    found = told(source)
    assert found["trial_time"] < 200
    assert found["trial_peak"] < 60
    assert found["trial_calls"] <= 1
    # However large: all runs that are carried on are of the same kind.
    assert told(source, "n: int = 90")["trial_time"] == pytest.approx(found["trial_time"], rel=0.1)


def test_what_grows_with_each_call_costs_as_much_again() -> None:
    log = """
    def log(n):
        entries.append([k for k in range(n)])
    entries = []
    """
    assert told(log, "n: int = 400")["trial_time"] > 1_000


def test_a_call_that_fails_the_second_time_is_the_first_one() -> None:
    register = """
    def register(n):
        if n in entries:
            raise KeyError(n)
        entries[n] = sorted(range(8 * n))
    entries = {}
    """
    found = told(register)
    assert found["trial_time"] > 400
    assert found["trial_raised"] == 0


def test_functools_caches_are_empty_as_where_they_are_measured() -> None:
    cached = """
    @cache
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)
    from functools import cache
    """
    assert told(cached)["trial_calls"] > 25


def test_runs_of_which_one_has_no_second_are_all_first_ones() -> None:
    # Only small calls can be made again.
    limited = """
    def fill(n):
        if n > 8 and n in entries:
            raise KeyError(n)
        if n not in entries:
            entries[n] = sorted(range(8 * n))
    entries = {}
    """
    small, large = (told(limited, f"n: int = {n}")["trial_time"] for n in (8, 64))
    assert small < 200
    assert large > 1_000
