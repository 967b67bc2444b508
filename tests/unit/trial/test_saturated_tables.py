"""Tables that have nearly all entries that there may be: runs with as much fewer kinds of things show it."""

from __future__ import annotations

import pytest

from perfcast.trial.scaling import shrunk
from perfcast.workload import parse
from tests.unit.trial.peaks import peak


@pytest.mark.parametrize(
    ("body", "workload", "measured", "times"),
    [
        ("return {t[i : i + 3] for i in range(len(t) - 2)}", "t: str * 60000 in 'a'..'z'", 1_408_244, 1.4),
        ("return {t[i : i + 2] for i in range(len(t) - 1)}", "t: str * 6000 in 'a'..'z'", 67_719, 1.15),
        # Those that small runs fill, and those of numbers that are all different, are carried as before.
        ("return {x: x for x in xs}", "xs: list[int] * 40000 in 0..40", 1_792, 1.1),
        ("return list({x for x in xs})", "xs: list[int] * 9000 in 0..1000000000", 655_000, 1.2),
        # Places for each value are there whatever is drawn.
        ("c = [0] * (max(xs) + 1)\nreturn c", "xs: list[int] * 8000 in 0..5000", 40_064, 1.1),
    ],
)
def test_the_peak_of_a_table(body: str, workload: str, measured: int, times: float) -> None:
    assert measured / times < peak(body, workload, "") < measured * times


@pytest.mark.parametrize(
    ("whole", "small"),
    [
        # Sizes are raised to the power that makes five letters of 26.
        ("t: str * 10000 in 'a'..'z'", "t: str * 95 in 'abcde'"),
        ("cells: set[tuple[int, int]] * 4000 in 0..30", "cells: set[tuple[int, int]] * 49 in 0..4"),
        ("x: list[int] * 10000 in 0..3000", "x: list[int] * 100 in 0..54"),
        ("x: list[int] * 1600", "x: list[int] * 40 in 0..31"),
        ("t: str * 10000 in '01'", "t: str * 100 in '01'"),
        ("t: str * 10000 in 'abcde'; n: int = 100", "t: str * 53 in 'ab'; n: int = 7"),
    ],
)
def test_kinds_go_with_the_sizes(whole: str, small: str) -> None:
    found = shrunk(parse(whole), 0.5, kinds=True)
    assert str(found) == small
