"""Annotations that type parameters and ``type`` statements are part of (PEP 695)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.workload.origins.resolution import resolve

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")

TYPES = """
type Table = dict[str, list[int]]
type Pair[A, B: (str, bytes)] = tuple[A, B]
type Pairs[A] = list[Pair[A, "str"]]
type Tree = dict[str, Tree]
type Shortened = Pair[
    float
]
type Spread[
    A,
    B,
] = dict[A, B]
"""


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("Table", "value: dict[str, list[int]] * 32 * 32 in 0..1000"),
        ("list['Table']", "value: list[dict[str, list[int]]] * 10 * 10 * 10 in 0..1000"),
        ("Pair[int, bytes]", "value: tuple[int, bytes] * 1000 in 0..1000"),
        ("Pairs[float]", "value: list[tuple[float, str]] * 1000 * 8"),
        ("Shortened", "value: tuple[float, str] * 1000"),
        ("Spread[str, int]", "value: dict[str, int] * 1000 in 0..1000"),
        ("Tree", "value: dict[str, int] * 1000 in 0..1000"),
    ],
)
def test_types_that_stand_for_others(annotation: str, expected: str, tmp_path: Path) -> None:
    source = f"def f(value: {annotation}): pass"
    file = SourceFile.parse(f"{TYPES}\n{source}")
    assert str(resolve(file.unit("f"), file).workload) == expected
    (tmp_path / "kinds.py").write_text(TYPES)
    names = "from kinds import Pair, Pairs, Shortened, Spread, Table, Tree"
    file = SourceFile.parse_tolerant(f"{names}\n{source}", home=Place.of(tmp_path / "of.py"))
    assert str(resolve(file.unit("f"), file).workload) == expected


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("def f[T: int](value: list[T]): pass", "value: list[int] * 1000 in 0..1000"),
        ("def f[T: (bytes, str)](value: T): pass", "value: bytes * 1000"),
        ("def f[T: Table](value: T): pass", "value: dict[str, list[int]] * 32 * 32 in 0..1000"),
        ("def f[T](value: list[T]): pass", "value: list[int] * 1000 in 0..1000"),
        ("def f[Table](value: Table): pass", "value: int = 10"),
        ("class A[T: str]:\n @staticmethod\n def f(value: list[T]): pass", "value: list[str] * 1000 * 8 in 'a'..'z'"),
        ("class A[T]:\n @staticmethod\n def f(value: T): pass", "value: int = 10"),
        ("def f[T, **P](value: Pair[float, T]): pass", "value: tuple[float, int] in 0..1000"),
    ],
)
def test_type_parameters_stand_for_their_bounds(function: str, expected: str) -> None:
    file = SourceFile.parse(f"{TYPES}\n{function}")
    assert str(resolve(file.units[-1], file).workload) == expected
