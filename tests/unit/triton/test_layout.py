"""Along which axis blocks lie in memory, and how they are spread over warps."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from perfcast.triton.layout import Reduction, at_once, spread
from perfcast.triton.steps import aligned, combined_steps, fast_axis, steps_of


def test_offsets_grow_by_their_stride_along_each_axis() -> None:
    rows, columns = np.arange(8)[:, None], np.arange(4)[None, :]
    assert steps_of(rows * 100 + columns) == (100, 1)
    assert steps_of(np.arange(5) * 3) == (3,)
    assert steps_of(rows) == (1, 0)


@pytest.mark.parametrize(
    ("steps", "shape", "axis"),
    [
        ((4096.0, 1.0), (64, 64), 1),  # row by row
        ((1.0, 4096.0), (64, 64), 0),  # column by column
        ((4096.0, 3.0), (64, 64), 1),  # every third
        ((-64.0, 1.0), (64, 64), 1),  # from the last row to the first
        ((0.0, 64.0), (64, 64), 1),  # one row for all
        ((1.0, 64.0), (1, 64), 1),  # an axis of one element is none
        ((None, 64.0), (64, 64), 1),
        ((None, None), (64, 64), 1),  # nothing tells: the last
        ((2.0, 2.0), (64, 64), 1),
    ],
)
def test_the_fast_axis_is_that_on_which_addresses_lie_closest(
    steps: tuple[float | None, ...], shape: tuple[int, ...], axis: int
) -> None:
    assert fast_axis(steps, shape) == axis


def test_steps_of_sums_and_products_follow_from_those_of_their_parts() -> None:
    assert combined_steps(ast.Add(), (64.0, 0.0), (0.0, 1.0), None) == (64, 1)
    assert combined_steps(ast.Sub(), (64.0, 0.0), (0.0, 1.0), None) == (64, -1)
    assert combined_steps(ast.Mult(), (1.0, 0.0), (0.0, 0.0), 64.0) == (64, 0)
    assert combined_steps(ast.Mod(), (1.0, 0.0), (0.0, 0.0), 64.0) == (1, 0)
    assert combined_steps(ast.Add(), (None, 0.0), (0.0, 1.0), None) == (None, 1)
    assert combined_steps(ast.Mult(), (1.0, 0.0), (0.0, 1.0), None) == (None, None)
    assert combined_steps(ast.FloorDiv(), (1.0, 0.0), (0.0, 0.0), 8.0) == (None, 0)


def test_what_is_broadcast_grows_along_no_new_axis() -> None:
    assert aligned((1.0,), (64,), 2) == (0, 1)
    assert aligned((64.0, 5.0), (64, 1), 2) == (64, 0)
    assert aligned((), (64,), 2) == (0, None)


@pytest.mark.parametrize(
    ("shape", "fast", "width", "warps", "found"),
    [
        # By hand after `BlockedEncodingAttr`: threads of 16 bytes fill the fast axis, then the next; then warps do.
        ((1024,), 0, 4, 4, [4]),
        ((64, 64), 1, 4, 4, [4, 1]),
        ((64, 64), 0, 4, 4, [1, 4]),
        ((16, 256), 1, 2, 8, [8, 1]),
        ((2, 4096), 1, 4, 4, [1, 4]),
        ((4, 256), 1, 4, 4, [2, 2]),
        ((8, 4, 16), 2, 4, 4, [4, 1, 1]),
        ((2, 64, 16), 2, 4, 4, [1, 4, 1]),
    ],
)
def test_warps_lie_as_tritons_rule_for_blocked_layouts_has_them(
    shape: tuple[int, ...], fast: int, width: float, warps: int, found: list[int]
) -> None:
    assert [share.warps for share in spread(shape, fast, at_once(width), warps)] == found


def test_a_reduction_within_a_warp_needs_no_shared_memory() -> None:
    assert Reduction((64, 64), axis=1, fast=1, width=4).scratch(4) == 0
    assert Reduction((1024,), axis=0, fast=0, width=4).scratch(1) == 0
    assert Reduction((64, 64), axis=None, fast=1, width=4).scratch(1) == 0


def test_a_reduction_of_a_whole_vector_needs_an_element_a_warp() -> None:
    assert [Reduction((1024,), axis=0, fast=0, width=4).scratch(warps) for warps in (2, 4, 8)] == [8, 16, 32]
    assert Reduction((64, 64), axis=None, fast=1, width=2).scratch(8) == 16


def test_a_reduction_across_warps_needs_what_is_left_once_a_warp_on_its_axis() -> None:
    # Four warps lie along the rows: each has a part of every one of 64 columns.
    assert Reduction((64, 64), axis=0, fast=1, width=4).scratch(4) == 4 * 64 * 4
    # Read column by column they lie along the columns, and the same reduction needs none.
    assert Reduction((64, 64), axis=0, fast=0, width=4).scratch(4) == 0
    assert Reduction((64, 64), axis=1, fast=0, width=4).scratch(4) == 4 * 64 * 4
