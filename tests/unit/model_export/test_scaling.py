"""From a typical workload to those that a program is measured at."""

from __future__ import annotations

import random

import pytest

from model_export.corpus.scaling import LARGEST, scaled_workloads
from perfcast.workload import parse

TYPICAL = [
    "nums: list[int] * 5 in 0..9",
    "n: int = 12",
    "n: int = 100; edges: list[list[int]] * 100 * 2 in 0..99",
    "a: str * 4 in 'a'..'z'; b: str * 6 in 'a'..'z'; k: int = 2",
    "x: float32[64, 32]",
    "df: DataFrame[100, 3]",
]


@pytest.mark.parametrize("text", TYPICAL)
def test_a_program_meets_different_sizes_over_the_whole_scale(text: str) -> None:
    found = scaled_workloads(parse(text), 10, random.Random(1))
    assert 5 <= len(found) <= 10
    assert len({str(workload) for workload in found}) == len(found)
    sizes = sorted(workload.size for workload in found)
    assert sizes[0] <= 1000
    assert sizes[-1] >= 50_000
    assert sizes[-1] <= 60 * LARGEST
    for workload in found:
        assert parse(str(workload)) == workload


def test_each_argument_grows_alone_too() -> None:
    typical = parse("a: list[int] * 20; b: list[int] * 20")
    found = [workload for seed in range(8) for workload in scaled_workloads(typical, 10, random.Random(seed))]
    ratios = {round(w.arguments[0].count / w.arguments[1].count, 2) for w in found}
    assert any(ratio > 1.5 for ratio in ratios)
    assert any(ratio < 0.7 for ratio in ratios)


def test_required_order_and_types_stay() -> None:
    for workload in scaled_workloads(parse("a: list[int] * 20 in 1..50 sorted; k: int = 3"), 10, random.Random(2)):
        assert workload.arguments[0].qualifiers == ("sorted",)
        assert str(workload.arguments[0].type) == "list[int]"


def test_the_same_seed_gives_the_same_workloads() -> None:
    first, second = (scaled_workloads(parse(TYPICAL[2]), 8, random.Random(5)) for _ in range(2))
    assert first == second
