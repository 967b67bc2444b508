"""Calls that hold little, see `free_lists` and `spare_attribute_capacity`: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

_CLASSES = """
from collections import namedtuple
from functools import cached_property, wraps

Three = namedtuple("Three", "a b c")

def plain(a): return a

class Alone:
    def __init__(self, a):
        self.a = a

class Holder:
    def __init__(self, a):
        self.a = a
        self.b = Alone(a)

class Slots:
    __slots__ = ("a",)
    def __init__(self, a):
        self.a = a

class Many: pass

class Told(Exception):
    def __init__(self, text, place):
        self.text = text
        self.place = place
"""


def peak(body: str, workload: str = "n: int = 3") -> float:
    names = ", ".join(str(one.name) for one in parse(workload).arguments)
    lines = body.replace("\n", "\n    ")
    return peak_of(f"def run({names}):\n    {lines}\n{_CLASSES}", workload)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # CPython keeps the places of dictionaries, lists and short tuples that are gone.
        ("d = {'a': n}\nreturn d['a']", 184),
        ("return {'a': n}", 184),
        ("def f(**named): return 3\nreturn f(a=n)", 192),
        ("def f(*args): return 3\nreturn f(n, n, n)", 80),
        # Defaults that are no constants, and those that are given by name; the attributes of what takes another's name.
        ("def f(a, b=n, *, c=n, **named): return n\nreturn f", 472),
        ("@wraps(plain)\ndef f(a): return a\nreturn f", 928),
        # What is given by name is in a dictionary of its own, and so is what is taken by name.
        ("def f(*a, **k): return n\ndef g(*a, **k): return f(*a, **k)\nreturn g(n, n, a=1, b=n)", 1_040),
        ("return Three(n, n, n)", 248),
        # The only instance of its class that a call gives has room for more attributes.
        ("return Alone(n)", 176),
        ("return Holder(n)", 352),
        ("return {'x': Alone(n)}", 360),
        ("return Alone(Alone(Alone(n)))", 288),
        ("return Slots(n)", 88),
    ],
)
def test_the_peak_of_a_call_that_holds_little(body: str, measured: int) -> None:
    assert peak(body) == pytest.approx(measured, abs=85)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("d = {'a': 1, 'b': 2}\ne = {'c': 1}\nreturn len(d) + len(e)", 368),
        ("d = {'a': 1, 'b': 2}\ne = {'c': 1}\nf = {'c': 1}\nreturn len(d) + len(e) + len(f)", 552),
        ("a = [1]\nb = [2]\nc = [3]\nd = [4]\ne = [5]\nf = [6]\nreturn len([a, b, c, d, e, f])", 392),
    ],
)
def test_more_places_stay_than_the_end_of_measuring_hides(body: str, measured: int) -> None:
    assert peak(body) == pytest.approx(measured, abs=10)


def test_what_was_there_before_has_no_more_room() -> None:
    found = Trials("def run(self):\n    return self\n").estimate(parse("self: int = 3"))
    assert dict(zip(NAMES, found, strict=True))["trial_peak"] < 1


def test_an_object_of_many_attributes_has_a_table_of_its_own() -> None:
    body = "x = Many()\nfor k, v in d.items(): setattr(x, k, v)\nreturn x"
    assert peak(body, "d: dict[str, int] * 50") == pytest.approx(1_830, rel=0.15)


def test_an_error_gets_a_table_with_its_first_attribute() -> None:
    method = "class Unit(Exception):\n    def __init__(self, text):\n        self.text = text\n"
    found = Trials(method).estimate(parse("text: str * 30"))
    assert 2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] - 1 == pytest.approx(184, abs=20)
