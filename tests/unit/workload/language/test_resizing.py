"""Workloads at another size."""

from __future__ import annotations

import pytest

from perfcast.workload import parse
from perfcast.workload.language.resizing import resized


@pytest.mark.parametrize("size", [500, 1000, 5000, 20_000, 50_000])
def test_what_is_as_long_as_the_largest_stays_so_when_nothing_is_left_to_grow(size: int) -> None:
    once = resized(parse("X: float64[32, 32]; y: float64[32]"), size)
    again = resized(once, size)
    assert again == once
    assert again.arguments[0].type.shape[0] == again.arguments[1].type.shape[0]
