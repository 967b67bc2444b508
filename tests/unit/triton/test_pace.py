"""What the parts of a launch add up to."""

from __future__ import annotations

import pytest

from perfcast.triton import DEVICES, Bound, Counts, KernelFile, Launch, bound, count
from perfcast.triton.bounds.pace import PACES, PRODUCTS, amounts, paced_seconds
from perfcast.triton.gpus.devices import Device
from perfcast.workload import parse
from tests.unit.triton.sources import ADD
from tests.unit.triton.test_counting import kernel_of

H200 = DEVICES["H200"]


def parts_of(text: str, workload: str, resident: int = 16, device: Device = H200) -> dict[str, float]:
    launch = Launch.of(parse(workload))
    counts = count(KernelFile.parse(text).kernels[0], launch)
    least = bound(counts, launch, device)
    assert least is not None
    return amounts(counts, launch, device, resident, least)


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
    # Two loads at once in each wave; on the busiest SM two in each of its 125 blocks.
    assert parts["waits"] == 8
    assert (parts["reads_in_turn"], parts["waits_in_turn"]) == (250, 125)
    assert (
        parts["waits_by_products"]
        == parts["pipelined_waits"]
        == parts["atomics"]
        == parts["scattered_atomics"]
        == parts["collisions"]
        == 0
    )
    assert not any(parts[name] for name in PRODUCTS)


def test_a_loop_that_waits_for_each_load_costs_its_rounds() -> None:
    text = kernel_of("total = 0.0\nfor i in range(n):\n    total += tl.sum(tl.load(x_ptr + tl.arange(0, B)), 0)")
    few, many = (
        parts_of(text, f"x_ptr: float32[64]; y_ptr: float32[1]; n: int = {n}; B: constexpr = 64; grid: 1")
        for n in (10, 1000)
    )
    assert (few["waits"], many["waits"]) == (10, 1000)
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


PRODUCT = kernel_of(
    "at = tl.arange(0, B)[:, None] * B + tl.arange(0, B)[None, :]\n"
    "a = tl.load(x_ptr + at)\n"
    "tl.store(y_ptr + at, tl.dot(a, a))"
)


@pytest.mark.parametrize(
    ("dtype", "block", "warps", "device", "part"),
    [
        ("float16", 64, 4, "H200", "products_by_groups"),
        ("float16", 64, 2, "H200", "products_by_warps"),
        ("float16", 32, 4, "H200", "products_by_warps"),
        ("int8", 64, 4, "H200", "integer_products"),
        # Before groups of warps multiplied together, the public rate was that of one warp by itself.
        ("float16", 32, 4, "A100-80GB", "products_by_groups"),
    ],
)
def test_products_are_made_by_groups_of_warps_where_the_tensor_cores_can(
    dtype: str, block: int, warps: int, device: str, part: str
) -> None:
    size = f"[{block}, {block}]"
    out = "int32" if dtype == "int8" else dtype
    workload = (
        f"x_ptr: {dtype}{size}; y_ptr: {out}{size}; n: int = 1; B: constexpr = {block}; grid: 1; num_warps: {warps}"
    )
    parts = parts_of(PRODUCT, workload, device=DEVICES[device])
    assert [name for name in PRODUCTS if parts[name]] == [part]


LOOP = kernel_of(
    "total = tl.zeros((B, B), tl.float32)\n"
    "at = tl.arange(0, B)[:, None] * B * STEP + tl.arange(0, B)[None, :] * STEP\n"
    "for i in range(n):\n"
    "    total = tl.dot(tl.load(x_ptr + at + i * B * B * STEP), tl.load(y_ptr + at + i * B * B * STEP), total)\n"
    "tl.store(x_ptr + at, total)",
    "x_ptr, y_ptr, n, B: tl.constexpr, STEP: tl.constexpr",
)


@pytest.mark.parametrize(
    ("dtype", "step", "stages", "here", "ahead"),
    [
        ("float16", 1, 3, 0, 5),
        ("float16", 1, 1, 10, 0),
        # Copies to shared memory that go on by themselves are of four bytes at least.
        ("float16", 2, 3, 10, 0),
        ("float32", 2, 3, 0, 5),
    ],
)
def test_operands_are_waited_for_that_cannot_be_loaded_ahead(
    dtype: str, step: int, stages: int, here: float, ahead: float
) -> None:
    tensors = "; ".join(f"{name}: {dtype}[640, {64 * step}]" for name in ("x_ptr", "y_ptr"))
    workload = f"{tensors}; n: int = 10; B: constexpr = 64; STEP: constexpr = {step}; grid: 1; num_stages: {stages}"
    parts = parts_of(LOOP, workload)
    assert (parts["waits_by_products"], parts["pipelined_waits"], parts["waits"]) == (here, ahead, 0)


def test_atomics_side_by_side_are_one_and_those_that_data_scatter_are_many() -> None:
    side_by_side = kernel_of("at = tl.program_id(0) * B + tl.arange(0, B)\ntl.atomic_add(y_ptr + at, 1.0)")
    scattered = kernel_of(
        "at = tl.program_id(0) * B + tl.arange(0, B)\ntl.atomic_add(y_ptr + tl.load(x_ptr + at), 1.0)"
    )
    workload = "x_ptr: int32[64000]; y_ptr: float32[64000]; n: int = 1; B: constexpr = 64; grid: 1000"
    first, second = parts_of(side_by_side, workload), parts_of(scattered, workload)
    # On the busiest of 132 SMs eight programs; of all the bytes of 1,000.
    assert (first["atomics"], first["scattered_atomics"]) == (8 * 64 * 4, 0)
    assert (second["atomics"], second["scattered_atomics"]) == (0, 1000 * 64 * 4)


def test_nothing_takes_less_than_the_start_of_a_launch() -> None:
    nothing = Bound(2e-6, "launch", 0.0, 0.0, 0.0, 0.0)
    assert paced_seconds(Counts(), Launch(grid=(1,)), H200, 1, nothing) > PACES["launch"] > 3e-6
