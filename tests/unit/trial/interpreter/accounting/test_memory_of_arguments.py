"""Calls whose memory is that of what arguments are given in, and of tables of names: figures are memray's of CPython
3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11

_UNITS = """
from collections import Counter
from functools import partial

def keep(**names): return names
def drop(**names): return None
def hand_on(*rest, **names): return drop(*rest, **names)
def take(*rest): return 1

class Slotted:
    __slots__ = ("a",)
    def __init__(self, a, b=3, c=3):
        self.a = a

class Number:
    def __new__(cls, a, b=3):
        return 3
"""


def peak(body: str, workload: str) -> float:
    names = ", ".join(str(one.name) for one in parse(workload).arguments)
    lines = body.replace("\n", "\n    ")
    found = Trials(f"def run({names}):\n    {lines}\n{_UNITS}").estimate(parse(workload))
    return float(2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] - 1)


_SEVEN = ", ".join(f"{name}=x" for name in "abcdefg")


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # What is given by name is put into a table one by one, by names that the text holds.
        ("return keep(a=x, b=x)", 184),
        (f"return keep({_SEVEN})", 392),
        (f"return drop({_SEVEN})", 248),
        (f"return dict({_SEVEN})", 392),
        ("return hand_on(a=x)", 600),
        # A class is given a tuple, and what it is given by name in a dictionary.
        ("return Slotted(x)", 88),
        ("return Slotted(a=x)", 272),
        ("return Slotted(x, b=x)", 320),
        ("Slotted(x, b=x)\nreturn Slotted(x, b=x)", 320),
        ("return Slotted(a=x, b=x, c=x)", 288),
        ("return Number(3)", 48),
        ("return Number(a=3)", 232),
        ("return partial(int, x=x)", 312),
        pytest.param("return Counter()", 328, marks=OF_PYTHON_3_11),
    ],
)
def test_what_is_given_is_in_places_that_stay(body: str, measured: int) -> None:
    assert peak(body, "x: int = 3") == pytest.approx(measured, abs=2)


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return drop(**x)", "x: dict[str, int] * 3", 432),
        ("drop(**x)\ndrop(**x)\nreturn drop(**x)", "x: dict[str, int] * 3", 672),
        # A list becomes a tuple, a tuple is one; both are put into another one.
        ("return take(*x)", "x: list[int] * 3", 128),
        ("return take(*x)", "x: tuple[int, int, int]", 64),
    ],
)
def test_copies_of_names_take_no_places_that_are_there(body: str, workload: str, measured: int) -> None:
    assert peak(body, workload) == pytest.approx(measured, abs=2)


def display(number: int) -> str:
    return "{" + ", ".join(f'"{chr(97 + place)}": 1' for place in range(number)) + "}"


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # A display has its table at once, and no copy had a smaller one.
        (f"return {display(6)}", 272),
        (f"return {display(11)}", 464),
        (f"return {display(17)}", 648),
        ("return {**d}", 272),
        ('return {**d, "z": 1}', 456),
        ("return d.copy()", 272),
        # Methods get a tuple, and what is named in a dictionary.
        ("r = {}\nr.update(d)\nreturn r", 320),
        ('r = {"zz": 1}\nr.update(d)\nreturn r', 440),
        ("r = {}\nr.update(a=3)\nreturn r", 368),
        ("r = {}\nfor key in d: r[key] = 1\nreturn r", 392),
    ],
)
def test_only_tables_that_grow_leave_small_ones(body: str, measured: int) -> None:
    assert peak(body, "d: dict[str, int] * 8") == pytest.approx(measured, abs=2)
