"""What the standard library shares, leaves behind and holds beside what it gives: figures are memray's of CPython
3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, run

_FLAGS = """

import enum

class Right(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4
"""
_POINTS = """

from typing import NamedTuple

class Point(NamedTuple):
    x: float
    y: float
"""
_NODES = """

import weakref

class Node:
    def __init__(self, parent):
        self.parent = weakref.ref(parent)

class Root:
    pass
"""


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("source", "workload", "measured"),
    [
        # Flags that were joined once are there from then on.
        ("def f(xs):\n    return [Right(x & 7) for x in xs]" + _FLAGS, "xs: list[int] * 400 in 0..100", 3_456),
        (
            "def f(xs):\n    return [Right.READ | Right(x & 6) for x in xs]" + _FLAGS,
            "xs: list[int] * 400 in 0..100",
            3_456,
        ),
        # One weak reference for all who ask.
        ("def f(xs):\n    root = Root()\n    return [Node(root) for x in xs]" + _NODES, "xs: list[int] * 400", 35_704),
        # A plain tuple is made of an iterator each time, and leaves its place.
        (
            "def f(xs):\n    p = Point(1.0, 2.0)\n    return [p._replace(x=x) for x in xs]" + _POINTS,
            "xs: list[float] * 400",
            52_024,
        ),
        ("def f(xs):\n    return array.array('d', xs).tobytes()\n\nimport array\n", "xs: list[float] * 400", 6_369),
        ("def f(n):\n    return len(bytearray(n).hex())\n", "n: int = 4000", 12_010),
        ("def f(xs):\n    return statistics.mode(xs)\n\nimport statistics\n", "xs: list[str] * 400 * 8", 19_968),
    ],
)
def test_what_the_library_holds_is_counted_as_cpython_has_it(source: str, workload: str, measured: int) -> None:
    assert peak_of(source, workload) == pytest.approx(measured, rel=0.03, abs=250)


def test_whole_numbers_are_read_from_views_of_bytes() -> None:
    source = (
        "view = memoryview(bytes(range(9)))\nfound = [int.from_bytes(view[i : i + 3], 'little') for i in (0, 3, 6)]"
    )
    assert interpreted(source) == run(source)
