"""What classes take that a call makes, which stay with what they hold: memray's figures of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11
from tests.unit.trial.peaks import peak

_IMPORTS = """
from abc import ABC, abstractmethod
from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypedDict

Made = namedtuple("Made", "x y")
"""
_PAIRS = "p: list[tuple[int, int]] * 200"
_DATA = "class P:\n    x: int\n    y: int\nreturn [P(x, y) for x, y in p]"


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ('return namedtuple("Rec", ["name", "size"])', 17_085),
        ('return namedtuple("Rec", "a b c d e f")', 26_618),
        ('P = namedtuple("P", "x y")\nreturn [P(x, y) for x, y in p]', 22_150),
        # One that was there costs nothing.
        ("return [Made(x, y) for x, y in p]", 14_688),
        (f"@dataclass\n{_DATA}", 38_569),
        (f"@dataclass(slots=True)\n{_DATA}", 38_529),
        (f"@dataclass(frozen=True)\n{_DATA}", 51_791),
        (f"@dataclass(order=True)\n{_DATA}", 42_417),
        (
            "@dataclass\nclass P:\n    a: int\n    b: int\n    c: int\n    d: int\n    e: int\n    f: int\nreturn 1",
            56_795,
        ),
        ("class P:\n    pass\nreturn 1", 2_768),
        (
            "class P:\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n"
            "return [P(x, y) for x, y in p]",
            25_496,
        ),
        ("class C(Enum):\n    A = 1\n    B = 2\nreturn 1", 7_592),
        ("class C(Enum):\n    A = 1\n    B = 2\n    C = 3\n    D = 4\n    E = 5\n    F = 6\nreturn 1", 10_736),
        ("class R(NamedTuple):\n    x: int\n    y: int\nreturn 1", 18_286),
        ("class R(TypedDict):\n    x: int\n    y: int\nreturn 1", 5_389),
    ],
)
def test_a_class_is_made_of_more_than_it_keeps(body: str, measured: int) -> None:
    assert peak(body, _PAIRS, _IMPORTS) == pytest.approx(measured, rel=0.1)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("for row in df.itertuples():\n    pass", "df: DataFrame[2000, 1]", 19_380),
        ("for row in df.itertuples():\n    pass", "df: DataFrame[2000, 3]", 23_413),
        ("for row in df.itertuples():\n    pass", "df: DataFrame[2000, 8]", 43_220),
        ("return [row for row in df.itertuples()]", "df: DataFrame[1000, 3]", 195_534),
    ],
)
def test_rows_as_tuples_are_of_a_class_of_their_own(body: str, workload: str, measured: int) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.1)
