"""Along which axis blocks lie in memory, and how they are spread over warps."""

from __future__ import annotations

import ast
from dataclasses import replace

import numpy as np
import pytest

from perfcast.triton.program.layout import Conversion, Layout, Reduction, Scan, at_once, spread
from perfcast.triton.program.steps import aligned, combined_steps, fast_axis, steps_of


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


def test_threads_that_find_nothing_new_on_an_axis_have_the_same_again() -> None:
    # Eight warps of which each lane has one of 128 elements: four of them have them all.
    [share] = spread((128,), 0, 1, 8)
    assert (share.warps, share.groups(128)) == (8, 4)
    assert Reduction((128,), axis=0, fast=0, width=4, each=1).scratch(8) == 4 * 4


def test_a_scan_within_a_warp_needs_no_shared_memory() -> None:
    assert Scan((1024,), axis=0, fast=0, width=4, each=4).scratch(1) == 0
    assert Scan((64, 32), axis=1, fast=1, width=4, each=4).scratch(4) == 0


def test_a_scan_across_warps_needs_one_of_each_run_of_elements_that_a_warp_has() -> None:
    # As Triton 3.9 compiles them for 8.0.
    assert Scan((1024,), axis=0, fast=0, width=4, each=4).scratch(8) == 32
    assert Scan((1024,), axis=0, fast=0, width=4, each=1).scratch(4) == 128
    assert Scan((4, 2048), axis=1, fast=1, width=4, each=8).scratch(16) == 128


ROWS = Layout.read((8, 32), fast=1, each=1)


@pytest.mark.parametrize(
    ("before", "after", "shape", "warps", "size"),
    [
        # A sum of each of eight rows, which lanes along the rows all have, written by a lane each.
        (ROWS.without(1), Layout.read((8,), 0, 1), (8,), 1, 32),
        # Of two rows a warp's lanes hand each other what they need.
        (Layout.read((2, 32), 1, 1).without(1), Layout.read((2,), 0, 1), (2,), 1, 0),
        # Two warps have other rows, and their sums are written by the first one.
        (Layout.read((2, 32), 1, 1).without(1), Layout.read((2,), 0, 1), (2,), 2, 8),
        (ROWS.without(1), ROWS.without(1), (8,), 4, 0),
        # Weights of all columns, of which each warp needs all and has read a part.
        (Layout.read((512,), 0, 4), Layout.read((512,), 0, 4), (512,), 8, 0),
        (
            replace(Layout.read((512,), 0, 4), axes=(None, 0)),
            replace(Layout.read((64, 512), 1, 8), axes=(None, 1)),
            (1, 512),
            8,
            2048,
        ),
        # There are fewer of them than threads: they are read once more.
        (
            replace(Layout.read((128,), 0, 4), axes=(None, 0)),
            replace(Layout.read((64, 128), 1, 8), axes=(None, 1)),
            (1, 128),
            8,
            0,
        ),
        # Elements of two bytes were read eight at a time, and of four bytes four are written.
        (Layout.read((2, 1024), 1, 8), Layout.read((2, 1024), 1, 4), (2, 1024), 8, 8192),
    ],
)
def test_what_changes_threads_passes_through_shared_memory_unless_a_warp_can_hand_it_over(
    before: Layout, after: Layout, shape: tuple[int, ...], warps: int, size: float
) -> None:
    assert Conversion(shape, 4, before, after).scratch(warps) == size
