"""Calls that hold little: figures are memray's of CPython 3.11, in warm calls."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11

_UNITS = """
import argparse
import copy
import dataclasses
import hashlib
import json
import sys
import threading
import warnings
from collections import namedtuple
from datetime import date, datetime
from itertools import chain
from pathlib import Path

import numpy as np

Four = namedtuple("Four", "a b c d")

@dataclasses.dataclass
class Data:
    a: int = 0
    b: int = 0
    c: int = 0

class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b

class Names:
    def __init__(self, **names):
        self.__dict__.update(names)

class Table(dict):
    def __init__(self, a):
        super().__init__()
        self.a = a

class Error(Exception):
    def __init__(self, a):
        super().__init__(a)
        self.a = a
        self.b = 4

class Called:
    def __call__(self, *rest, last=None, **names): return take(*rest, **names)

CALLED = Called()

def take(n): return n
def take_all(n, **names): return n
def hand_on(*rest, **names): return take(*rest, **names)
def hand_all_on(*rest, **names): return take_all(*rest, **names)
def hand_on_twice(*rest, **names): return hand_on(*rest, **names)
"""


def peak(body: str, workload: str) -> float:
    names = ", ".join(str(one.name) for one in parse(workload).arguments)
    lines = body.replace("\n", "\n    ")
    found = Trials(f"def run({names}):\n    {lines}\n{_UNITS}").estimate(parse(workload))
    return float(2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] - 1)


def attempt(value: str, error: str = "ValueError") -> str:
    return f"try:\n    return {value}\nexcept {error}:\n    return 0"


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # Dictionaries of what is given by name, of calls within one another.
        ("return hand_on(n)", 176),
        ("return hand_all_on(n)", 240),
        ("return hand_on_twice(n)", 352),
        ("return CALLED(n)", 224),
        # Attributes of instances of several kinds.
        ("return [Table(3) for _ in range(10)]", 4632),
        ("return [Error(3) for _ in range(10)]", 3568),
        pytest.param("return Names(a=1, b=2)", 656, marks=OF_PYTHON_3_11),
        pytest.param("return [Names(a=1, b=2) for _ in range(10)]", 3104, marks=OF_PYTHON_3_11),
        ("pair = Pair(1, 2)\npair.__dict__.update({'c': 3, 'd': 4})\nreturn pair", 424),
        ("pair = Pair(1, 2)\nreturn copy.deepcopy(pair)", 1816),
        ("return [copy.copy(Pair(1, 2)) for _ in range(10)]", 2392),
        # What is given to classes whose objects hold fields, and what is made of these.
        ("return Four(1, 2, 3, 4)", 272),
        ("return Four(1, 2, c=3, d=4)", 496),
        ("return Four(1, 2, 3, 4)._replace(a=4)", 736),
        ("return dataclasses.asdict(Data(1, 2))", 632),
        ("return dataclasses.replace(Data(1, 2), a=3)", 528),
        ("return date(2020, 1, n)", 96),
        ("return date(2020, 1, 1).replace(day=n)", 280),
        ("return datetime(2020, 1, 1).replace(day=n, hour=4)", 424),
        ("return datetime.strptime('2020-01-01', '%Y-%m-%d')", 1414),
        ("return argparse.ArgumentParser(description='of a script')", 6492),
        ("return threading.Lock()", 88),
        ("return threading.Condition()", 1480),
        pytest.param("return threading.local()", 708, marks=OF_PYTHON_3_11),
        ("return np.random.uniform(size=n)", 576),
        ("return np.random.randint(0, n)", 240),
        # Errors.
        (f"try:\n    raise KeyError\nexcept KeyError:\n    return n\n{attempt('3')}", 176),
        (attempt("n['name']", "TypeError"), 306),
        ("warnings.warn('it is so', DeprecationWarning)\nreturn n", 1518),
        ("warnings.warn('it is so', FutureWarning)\nreturn n", 232),
    ],
)
def test_what_calls_hold_is_as_measured(body: str, measured: float) -> None:
    assert peak(body, "n: int = 10") == pytest.approx(measured, rel=0.12, abs=16)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # What iterators give, of which nobody knows how much it will be.
        ("return tuple(x for x in v[0])", 376),
        ("return list(x for x in v[0][:0])", 376),
        ("return list(chain.from_iterable(x for x in v))", 536),
    ],
)
def test_room_for_what_iterators_give_is_counted(body: str, measured: float) -> None:
    assert peak(body, "v: list[list[int]] * 4 * 3") == pytest.approx(measured, rel=0.12, abs=16)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        (attempt("float(s)"), 1993),
        (attempt("int(s)"), 1244),
        ("return hashlib.sha256(s.encode()).digest()", 1105),
        ("data = s.encode()\nreturn hashlib.sha256(data).digest()", 1233),
        ("sys.stderr.write(s)\nreturn 1", 917),
        ("print(s)\nreturn 1", 1037),
        ("return Path(s[:10])", 563),
    ],
)
def test_texts_that_are_written_elsewhere_are_counted(body: str, measured: float) -> None:
    assert peak(body, "s: str * 1000 in 'a'..'z'") == pytest.approx(measured, rel=0.12)


@pytest.mark.parametrize(
    ("workload", "measured"),
    [("s: json[dict[str, int]] * 3", 1794), ("s: json[list[int]] * 100", 4426)],
)
def test_reading_json_searches_for_what_stands_behind(workload: str, measured: float) -> None:
    assert peak("return json.loads(s)", workload) == pytest.approx(measured, rel=0.12)


def test_a_table_of_attributes_is_its_instances_own() -> None:
    assert peak("return vars(pair)", "pair: Pair") <= 64


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        # What is converted is an array of NumPy's cache if it is small, but where there are several axes.
        ("return v / 20.0", "v: int64[70]", 144),
        ("return v / 20.0", "v: int64[700]", 11_344),
        ("return v * (v > 0.5)", "v: float64[5, 5]", 1352),
        ("return v / 3.0", "v: int64[20, 30]", 10_752),
    ],
)
def test_what_is_converted_on_the_way_may_come_from_a_cache(body: str, workload: str, measured: float) -> None:
    assert peak(body, workload) == pytest.approx(measured, rel=0.12, abs=60)
