"""What the parts of a launch add up to."""

from __future__ import annotations

import pytest

from perfcast.triton import DEVICES, Bound, Counts, KernelFile, Launch, bound, count
from perfcast.triton.pace import PACES, amounts, paced_seconds
from perfcast.workload import parse
from tests.unit.triton.sources import ADD
from tests.unit.triton.test_counting import kernel_of

H200 = DEVICES["H200"]


def parts_of(text: str, workload: str, resident: int = 16) -> dict[str, float]:
    launch = Launch.of(parse(workload))
    counts = count(KernelFile.parse(text).kernels[0], launch)
    least = bound(counts, launch, H200)
    assert least is not None
    return amounts(counts, launch, H200, resident, least)


def added(elements: int) -> dict[str, float]:
    tensors = "; ".join(f"{name}: float32[{elements}]" for name in ("x_ptr", "y_ptr", "out_ptr"))
    return parts_of(
        ADD, f"{tensors}; n_elements: int = {elements}; BLOCK: constexpr = 1024; grid: {elements // 1024}; num_warps: 8"
    )


def test_every_part_has_a_pace() -> None:
    assert set(added(4096)) == set(PACES)


def test_memory_is_at_the_public_bandwidth_and_waves_are_of_resident_blocks() -> None:
    parts = added(1 << 24)
    assert parts["memory"] == pytest.approx(3 * 4 * (1 << 24) / H200.bandwidth)
    # 16,384 blocks, 16 at once on each of 132 SMs.
    assert parts["waves"] == 8
    # Two loads in each wave; on the busiest SM two in each of its 125 blocks.
    assert parts["reads"] == 16
    assert parts["reads_in_turn"] == 250
    assert parts["pipelined_reads"] == parts["products"] == parts["atomics"] == parts["collisions"] == 0


def test_a_loop_that_waits_for_each_load_costs_its_rounds() -> None:
    text = kernel_of("total = 0.0\nfor i in range(n):\n    total += tl.sum(tl.load(x_ptr + tl.arange(0, B)), 0)")
    few, many = (
        parts_of(text, f"x_ptr: float32[64]; y_ptr: float32[1]; n: int = {n}; B: constexpr = 64; grid: 1")
        for n in (10, 1000)
    )
    assert (few["reads"], many["reads"]) == (10, 1000)
    assert many["exchanges"] == 100 * few["exchanges"] > 0


def test_atomics_in_one_place_collide() -> None:
    text = kernel_of("tl.atomic_add(y_ptr, 1.0)")
    parts = parts_of(text, "x_ptr: float32[64]; y_ptr: float32[1]; n: int = 1; B: constexpr = 64; grid: 10000")
    # Four bytes, changed by each of 10,000 programs.
    assert parts["collisions"] == 10000


def test_atomics_collide_where_they_change_something_and_not_what_is_stored_beside() -> None:
    at = "tl.program_id(0) * B + tl.arange(0, B)"
    text = kernel_of(f"tl.store(x_ptr + {at}, 0.0)\ntl.atomic_add(y_ptr, 1.0)")
    parts = parts_of(text, "x_ptr: float32[640000]; y_ptr: float32[2]; n: int = 1; B: constexpr = 64; grid: 10000")
    assert parts["collisions"] == 5000
    # As many bytes as the tensor has, once each.
    spread = kernel_of(f"tl.atomic_add(x_ptr + {at}, 1.0)")
    parts = parts_of(spread, "x_ptr: float32[640000]; y_ptr: float32[2]; n: int = 1; B: constexpr = 64; grid: 10000")
    assert parts["collisions"] == 1


def test_nothing_takes_less_than_the_start_of_a_launch() -> None:
    nothing = Bound(2e-6, "launch", 0.0, 0.0, 0.0, 0.0)
    assert paced_seconds(Counts(), Launch(grid=(1,)), H200, 1, nothing) > PACES["launch"] > 3e-6
