"""What a program holds, hands from thread to thread and keeps in shared memory, counted from the source."""

from __future__ import annotations

import pytest

from perfcast.triton import Counts, KernelError, device_named, resources
from perfcast.triton.program.layout import Reduction
from tests.unit.triton.test_counting import counted, kernel_of

ATTENTION = """
import triton
import triton.language as tl

@triton.jit
def k(q_ptr, k_ptr, v_ptr, o_ptr, N, B: tl.constexpr, D: tl.constexpr):
    at = tl.arange(0, B)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + at[:, None] * D + d[None, :])
    acc = tl.zeros((B, D), tl.float32)
    for start in range(0, N, B):
        keys = tl.load(k_ptr + d[:, None] + (start + at)[None, :] * D)
        p = tl.exp(tl.dot(q, keys)).to(tl.float16)
        values = tl.load(v_ptr + (start + at)[:, None] * D + d[None, :])
        acc = tl.dot(p, values, acc)
    tl.store(o_ptr + at[:, None] * D + d[None, :], acc)
"""
ATTENDED = (
    "q_ptr: float16[64, 32]; k_ptr: float16[1024, 32]; v_ptr: float16[1024, 32]; o_ptr: float32[64, 32];"
    "N: int = 1024; B: constexpr = 64; D: constexpr = 32; grid: 1"
)

INT4 = """
import triton
import triton.language as tl

@triton.jit
def k(x_ptr, w_ptr, o_ptr, K, B: tl.constexpr, N: tl.constexpr):
    rows = tl.arange(0, 16)
    cols = tl.arange(0, N)
    inner = tl.arange(0, B)
    acc = tl.zeros((16, N), tl.float32)
    for start in range(0, K, B):
        x = tl.load(x_ptr + rows[:, None] * K + (start + inner)[None, :])
        packed = tl.load(w_ptr + ((start + inner) // 8)[:, None] * N + cols[None, :])
        w = ((packed >> ((inner % 8) * 4)[:, None]) & 0xF).to(tl.float16)
        acc = tl.dot(x, w, acc)
    tl.store(o_ptr + rows[:, None] * N + cols[None, :], acc)
"""
UNPACKED = (
    "x_ptr: float16[16, 1024]; w_ptr: int32[128, 128]; o_ptr: float32[16, 128]; K: int = 1024; B: constexpr = 64;"
    "N: constexpr = 128; grid: 1"
)

VECTORS = "x_ptr: float32[4096]; y_ptr: float32[4096]; n: int = 4096; B: constexpr = 64; grid: 1"
SQUARES = "x_ptr: float32[64, 64]; y_ptr: float32[64, 64]; n: int = 64; B: constexpr = 64; grid: 1"


def counts_of(body: str, workload: str = VECTORS) -> Counts:
    return counted(kernel_of(body), "k", workload)[0]


def shared(text: str, workload: str, device: str) -> int:
    """Bytes a block."""
    counts, launch = counted(text, "k", workload)
    return resources(counts, launch.config, device_named(device)).shared_memory


def test_what_is_needed_later_is_held_by_kind() -> None:
    held = counts_of("""
r = tl.arange(0, B)
p = x_ptr + r
a = tl.load(p)
b = tl.load(y_ptr + r)
tl.store(y_ptr + r, a + b)
tl.store(p, a)
""").held
    assert held == {"data": 2 * 64 * 4, "offsets": 64 * 4, "pointers": 64 * 8}


def test_one_block_under_two_names_is_held_once_and_masks_not_at_all() -> None:
    held = counts_of("""
r = tl.arange(0, B)
mask = r < n
a = tl.load(x_ptr + r, mask=mask)
b = a
tl.store(y_ptr + r, a, mask=mask)
tl.store(x_ptr + r, b, mask=mask)
""").held
    assert held == {"data": 64 * 4, "offsets": 64 * 4, "pointers": 0}


def test_attention_holds_its_queries_and_accumulator_beside_what_a_round_needs() -> None:
    counts, _ = counted(ATTENTION, "k", ATTENDED)
    q = values = 64 * 32 * 2
    p, acc = 64 * 64 * 2, 64 * 32 * 4
    assert counts.held["data"] == q + acc + p + values


def test_queries_that_are_loaded_before_the_loop_are_resident_once() -> None:
    counts, _ = counted(ATTENTION, "k", ATTENDED)
    assert counts.resident == 64 * 32 * 2
    assert counts.staged == 2 * 64 * 32 * 2


def test_a_product_of_fewer_rows_than_columns_is_handed_to_the_next_one_by_way_of_shared_memory() -> None:
    assert counted(ATTENTION, "k", ATTENDED)[0].handed == 0
    wide = ATTENDED.replace(", 32]", ", 128]").replace("D: constexpr = 32", "D: constexpr = 128")
    p, q, both = 64 * 64 * 2, 64 * 128 * 2, 2 * 64 * 128 * 2
    assert counted(ATTENTION, "k", wide)[0].handed == p
    assert shared(ATTENTION, f"{wide}; num_stages: 3", "A100") == 2 * both + q + p
    # Warps that multiply together have it in registers.
    assert shared(ATTENTION, f"{wide}; num_stages: 3", "H100") == 3 * both + q


@pytest.mark.parametrize(("device", "stages", "buffers"), [("A100", 3, 2), ("A100", 1, 1), ("H100", 3, 3)])
def test_a_stage_is_held_once_a_buffer_and_what_is_resident_once_in_all(device: str, stages: int, buffers: int) -> None:
    workload = f"{ATTENDED}; num_stages: {stages}"
    assert shared(ATTENTION, workload, device) == buffers * 8192 + 4096


def test_of_unpacked_weights_the_packed_words_are_staged() -> None:
    counts, _ = counted(INT4, "k", UNPACKED)
    assert counts.staged == 64 * 128 * 4 + 16 * 64 * 2
    assert counts.resident == 64 * 128 * 2
    assert shared(INT4, UNPACKED, "A100") == 2 * (32768 + 2048) + 16384


@pytest.mark.parametrize(("dtype", "buffers"), [("float16", 1), ("float32", 2)])
def test_operands_that_lie_apart_are_staged_where_each_element_can_be_copied_by_itself(
    dtype: str, buffers: int
) -> None:
    # As Triton 3.9 compiles convolutions of such weights with three stages: copies are of four bytes at least.
    at = "at[:, None] * 2 * B + at[None, :] * 2"
    body = (
        f"at = tl.arange(0, B)\ntotal = tl.zeros((B, B), tl.float32)\nfor i in range(n):\n    a = tl.load(x_ptr + {at})"
    )
    body += "\n    total = tl.dot(a, a, total)\ntl.store(y_ptr + at, tl.sum(total, 0))"
    size = 32 * 32 * (2 if dtype == "float16" else 4)
    workload = f"x_ptr: {dtype}[32, 64]; y_ptr: float32[32]; n: int = 32; B: constexpr = 32; grid: 1; num_stages: 3"
    assert shared(kernel_of(body), workload, "A100") == buffers * size


def test_operands_that_are_cast_are_resident_where_they_get_narrower() -> None:
    cast = INT4.replace("((packed >> ((inner % 8) * 4)[:, None]) & 0xF).to(tl.float16)", "packed.to(tl.float16)")
    wider, _ = counted(cast, "k", UNPACKED.replace("int32[128, 128]", "int8[128, 128]"))
    assert (wider.staged, wider.resident) == (64 * 128 + 16 * 64 * 2, 0)
    narrower, _ = counted(cast, "k", UNPACKED.replace("int32[128, 128]", "float32[128, 128]"))
    assert (narrower.staged, narrower.resident) == (64 * 128 * 4 + 16 * 64 * 2, 64 * 128 * 2)
    same, _ = counted(cast, "k", UNPACKED.replace("int32[128, 128]", "float16[128, 128]"))
    assert (same.staged, same.resident) == ((64 * 128 + 16 * 64) * 2, 0)


@pytest.mark.parametrize(("stages", "staged", "pipelined"), [(1, 8192, 0), (2, 0, 8192), (4, 0, 3 * 8192)])
def test_operands_in_a_loop_that_asks_for_a_pipeline_are_held_as_it_asks(
    stages: int, staged: int, pipelined: int
) -> None:
    asking = ATTENTION.replace("in range(0, N, B)", f"in tl.range(0, N, B, num_stages={stages})")
    counts, _ = counted(asking, "k", ATTENDED)
    assert (counts.staged, counts.pipelined) == (staged, pipelined)


PIPELINED = """
r = tl.arange(0, B)
total = tl.zeros([B], tl.float32)
for i in tl.range(0, n, B, num_stages=3):
    total += tl.load(x_ptr + i + r)
tl.store(y_ptr + r, total)
"""


@pytest.mark.parametrize(("stages", "size"), [(3, 2 * 64 * 4), (4, 3 * 64 * 4), (1, 0)])
def test_a_loop_that_asks_for_a_pipeline_holds_all_but_one_of_its_stages(stages: int, size: int) -> None:
    body = PIPELINED.replace("num_stages=3", f"num_stages={stages}")
    assert counts_of(body).pipelined == size
    assert shared(kernel_of(body), VECTORS, "H100") == size


def test_a_loop_that_asks_for_none_is_not_pipelined_without_a_product() -> None:
    body = PIPELINED.replace(", num_stages=3", "")
    assert counts_of(body).pipelined == 0
    assert shared(kernel_of(body), VECTORS, "H100") == 0


COPY = """
r = tl.arange(0, B)
x = tl.load(x_ptr + r[:, None] * n + r[None, :])
tl.store(y_ptr + r[:, None] * n + r[None, :], x)
"""
TRANSPOSE = COPY.replace("y_ptr + r[:, None] * n + r[None, :]", "y_ptr + r[:, None] + r[None, :] * n")


def test_what_is_written_along_another_axis_than_it_was_read_is_turned_in_shared_memory() -> None:
    assert counts_of(TRANSPOSE, SQUARES).exchanged["turned"] == 64 * 64 * 4
    assert shared(kernel_of(TRANSPOSE), SQUARES, "A100") == 64 * 64 * 4
    computed = TRANSPOSE.replace("n, x)", "n, x * 2.0)")
    assert counts_of(computed, SQUARES).exchanged["turned"] == 64 * 64 * 4


def test_a_copy_turns_nothing() -> None:
    assert "turned" not in counts_of(COPY, SQUARES).exchanged
    assert shared(kernel_of(COPY), SQUARES, "A100") == 0


@pytest.mark.parametrize("op", ["x + y", "tl.maximum(x, y)", "tl.where(x > 0, x, y)"])
def test_blocks_that_were_read_along_different_axes_are_brought_together_in_shared_memory(op: str) -> None:
    both = COPY.replace("tl.store(", "y = tl.load(x_ptr + r[:, None] + r[None, :] * n)\ntl.store(", 1)
    assert (
        shared(kernel_of(both.replace("n + r[None, :], x)", f"n + r[None, :], {op})")), SQUARES, "A100") == 64 * 64 * 4
    )


def test_of_blocks_that_meet_what_is_turned_is_so_before_it_is_made_wider() -> None:
    both = COPY.replace("tl.store(", "y = tl.load(x_ptr + r[:, None] + r[None, :] * n).to(tl.float32)\ntl.store(", 1)
    text = kernel_of(both.replace("n + r[None, :], x)", "n + r[None, :], x + y)"))
    assert shared(text, SQUARES.replace("float32", "float16"), "A100") == 64 * 64 * 2


def test_what_lies_side_by_side_nowhere_lies_along_the_last_axis() -> None:
    turns = COPY.replace("r[:, None] * n + r[None, :])\n", "(r[:, None] % 3) + r[None, :] * n)\n", 1)
    assert "turned" not in counts_of(turns, SQUARES).exchanged
    turns = turns.replace("% 3", "% 8")
    assert counts_of(turns, SQUARES).exchanged["turned"] == 64 * 64 * 4


def test_weights_that_warps_share_are_handed_around_if_there_are_as_many_as_threads() -> None:
    text = kernel_of("""
rows = tl.arange(0, B)[:, None] * 512
columns = tl.arange(0, 512)
weights = tl.load(y_ptr + columns)
x = tl.load(x_ptr + rows + columns)
tl.store(x_ptr + rows + columns, x * weights[None, :])
""")
    workload = "x_ptr: float16[64, 512]; y_ptr: float32[512]; n: int = 64; B: constexpr = 64; grid: 1"
    assert shared(text, f"{workload}; num_warps: 8", "A100") == 512 * 4
    assert shared(text, f"{workload}; num_warps: 32", "A100") == 0


def test_sums_of_rows_change_threads_to_be_written_side_by_side() -> None:
    summed = COPY.replace("tl.store(y_ptr + r[:, None] * n + r[None, :], x)", "tl.store(y_ptr + r, tl.sum(x, 1))")
    assert shared(kernel_of(summed), SQUARES, "A100") == 64 * 4
    kept = summed.replace("tl.sum(x, 1)", "tl.sum(x, 1, keep_dims=True)").replace("y_ptr + r,", "y_ptr + r[:, None],")
    assert shared(kernel_of(kept), SQUARES, "A100") == 64 * 4


def test_what_is_written_wider_than_other_blocks_are_read_changes_threads() -> None:
    workload = "x_ptr: float16[64, 64]; y_ptr: float32[64, 64]; n: int = 64; B: constexpr = 64; grid: 1"
    assert shared(kernel_of(COPY), workload, "A100") == 64 * 64 * 4
    assert shared(kernel_of(COPY), workload.replace("float32", "float16"), "A100") == 0


@pytest.mark.parametrize("store", ["tl.store(y_ptr + {at}, value=x)", "tl.store(y_ptr + {at}, x, mask=r[:, None] < 3)"])
def test_a_store_says_what_it_writes_by_name_and_where_by_a_mask_too(store: str) -> None:
    body = TRANSPOSE.split("tl.store")[0] + store.format(at="r[:, None] + r[None, :] * n")
    assert counts_of(body, SQUARES).exchanged["turned"] == 64 * 64 * 4


def test_a_mask_that_makes_a_block_of_a_row_turns_nothing() -> None:
    body = "r = tl.arange(0, B)\nx = tl.load(x_ptr + r, mask=(r < 3)[:, None])\n"
    body += "tl.store(y_ptr + r[:, None] * n + r[None, :], x)"
    assert "turned" not in counts_of(body, SQUARES).exchanged


@pytest.mark.parametrize("offsets", ["x_ptr - r", "x_ptr + -r", "x_ptr + 2 * r"])
def test_of_what_lies_apart_a_thread_reads_one_at_once(offsets: str) -> None:
    body = f"r = tl.arange(0, B)\ny = tl.sum(tl.load({offsets}), 0)"
    assert {one.each for one in counts_of(body).reductions} == {1}


def test_a_block_of_no_elements_is_none() -> None:
    with pytest.raises(KernelError, match="no elements"):
        counts_of(
            "y = tl.sum(tl.zeros((B, 4), tl.float32), 0)", VECTORS.replace("B: constexpr = 64", "B: constexpr = 0")
        )


@pytest.mark.parametrize("scan", ["tl.cumsum(x, 0)", "tl.cumsum(x, -1)", "tl.cumprod(x, axis=0)"])
def test_a_scan_hands_sums_from_warp_to_warp(scan: str) -> None:
    text = kernel_of(f"r = tl.arange(0, B)\nx = tl.load(x_ptr + r)\ntl.store(y_ptr + r, {scan})")
    workload = VECTORS.replace("B: constexpr = 64", "B: constexpr = 1024")
    assert shared(text, f"{workload}; num_warps: 8", "A100") == 8 * 4
    assert shared(text, f"{workload}; num_warps: 1", "A100") == 0


@pytest.mark.parametrize(
    ("address", "size"),
    [
        ("x_ptr + r", 0),
        ("x_ptr + r + n", 0),
        ("x_ptr + r * 2", 64 * 4),
        ("x_ptr + tl.load(y_ptr + r).to(tl.int32)", 64 * 4),
        ("x_ptr + n", 0),
    ],
)
def test_bytes_whose_neighbours_lie_elsewhere_are_scattered(address: str, size: float) -> None:
    assert counts_of(f"r = tl.arange(0, B)\nx = tl.load({address})").scattered == size


@pytest.mark.parametrize(
    ("reduced", "warps", "size"),
    [
        ("tl.sum(x)", 4, 4 * 4),
        ("tl.sum(x)", 1, 0),
        ("tl.sum(x, 1)", 4, 0),
        ("tl.sum(x, 0)", 4, 4 * 64 * 4),
        ("tl.max(x, axis=-2)", 4, 4 * 64 * 4),
        ("tl.sum(x, 0) + tl.sum(x)", 4, 4 * 64 * 4),
    ],
)
def test_warps_hand_each_other_the_parts_of_a_reduction(reduced: str, warps: int, size: int) -> None:
    body = COPY.replace("tl.store(y_ptr + r[:, None] * n + r[None, :], x)", f"y = {reduced}")
    assert shared(kernel_of(body), f"{SQUARES}; num_warps: {warps}", "H100") == size


def test_a_reduction_knows_along_which_axis_its_block_was_read() -> None:
    body = "r = tl.arange(0, B)\ny = tl.sum(tl.load(x_ptr + r[:, None] + r[None, :] * n) * 2.0, 0)"
    assert counts_of(body, SQUARES).reductions == {Reduction((64, 64), axis=0, fast=0, width=4, each=4)}


@pytest.mark.parametrize(
    "read",
    [
        "tl.broadcast_to(tl.load(x_ptr + r[:, None] + r[None, :] * n), [B, B])",
        "tl.load(y_ptr + r)[None, :] * tl.load(x_ptr + r[:, None] + r[None, :] * n)",
        "tl.where(r[None, :] < 3, tl.load(x_ptr + r[:, None] + r[None, :] * n), 0.0)",
    ],
)
def test_elements_lie_as_those_of_the_largest_block_that_they_come_from(read: str) -> None:
    body = f"r = tl.arange(0, B)\ny = tl.sum({read}, 1)"
    assert counts_of(body, SQUARES).reductions == {Reduction((64, 64), axis=1, fast=0, width=4, each=4)}


def test_reductions_beside_a_product_take_none() -> None:
    summed = ATTENTION.replace(
        "        acc = tl.dot(p, values, acc)", "        acc = tl.dot(p, values, acc) + tl.sum(p)"
    )
    assert counted(summed, "k", ATTENDED)[0].reductions
    assert shared(summed, ATTENDED, "A100") == shared(ATTENTION, ATTENDED, "A100")


@pytest.mark.parametrize("turn", ["tl.trans(x)", "x.T"])
def test_a_block_that_is_turned_before_it_is_written_row_by_row_changes_threads(turn: str) -> None:
    text = kernel_of(
        f"""
rows = tl.arange(0, 32)
x = tl.load(x_ptr + rows[:, None] * 32 + rows[None, :])
tl.store(y_ptr + rows[:, None] * 32 + rows[None, :], {turn})
""",
        "x_ptr, y_ptr",
    )
    counts, _ = counted(text, "k", "x_ptr: float32[32, 32]; y_ptr: float32[32, 32]; grid: 1")
    assert counts.exchanged["turned"] == 32 * 32 * 4


@pytest.mark.parametrize(
    ("taken", "beside"),
    [
        ("y = tl.argmax(x, 0)", {4.0}),
        ("y, at = tl.max(x, 0, return_indices=True)", {4.0}),
        ("y, at = triton_helpers.max_with_index(x, r[:, None] + r[None, :], 0)", {4.0}),
        ("a, b, c = triton_helpers.welford(x, x, x, 0)", {8.0}),
        ("a, b, c = triton_helpers.welford_reduce(x, x, x, x, True)\ny = tl.sum(a + b + c, 0)", {0.0}),
        ("a, b = triton_helpers.online_softmax_reduce(x, x, 0, False)", {0.0}),
        ("a, b = triton_helpers.online_softmax_combine(x, x, x, False)\ny = tl.sum(a + b, 0)", {0.0}),
        ("a, b = triton_helpers.sort_with_index(x, x, 64, 0)\ny = tl.sum(a + b, 0)", {0.0}),
        ("a, b = triton_helpers.maximum_with_index(x, x, x, x)\ny = tl.sum(a + b, 0)", {0.0}),
        ("a, b = triton_helpers.frexp(x)\ny = tl.sum(a, 0)", {0.0}),
    ],
)
def test_what_is_reduced_together_is_handed_over_together(taken: str, beside: set[float]) -> None:
    body = COPY.replace("tl.store(y_ptr + r[:, None] * n + r[None, :], x)", taken)
    source = "from torch._inductor.runtime import triton_helpers\n" + kernel_of(body)
    found = counted(source, "k", SQUARES)[0].reductions
    assert {one.beside for one in found} == beside
    assert {one.scratch(4) for one in found} == {4 * 64 * (4 + next(iter(beside)))}


BY_BLOCKS = """
import triton
import triton.language as tl

@triton.jit
def k(a_ptr, b_ptr, o_ptr, K, B: tl.constexpr):
    {a}
    {b}
    acc = tl.zeros((B, B), tl.float32)
    for at in range(0, K, 64):
        acc = tl.dot({product}, acc)
        {step}
    rows = tl.arange(0, B)
    tl.store(o_ptr + rows[:, None] * B + rows[None, :], acc)
"""
DESCRIBED = "{0} = tl.make_tensor_descriptor({0}_ptr, shape=[{1}], strides=[{2}, 1], block_shape=[{3}])"
POINTED = "{0} = tl.make_block_ptr({0}_ptr, ({1}), ({2}, 1), (0, 0), ({3}), order=(1, 0))"


@pytest.mark.parametrize(
    ("a", "b", "product", "step"),
    [
        (
            DESCRIBED.format("a", "B, K", "K", "B, 64"),
            DESCRIBED.format("b", "K, B", "B", "64, B"),
            "a.load([0, at]), b.load([at, 0])",
            "",
        ),
        (
            DESCRIBED.format("a", "B, K", "K", "B, 64"),
            DESCRIBED.format("b", "B, K", "K", "B, 64"),
            "a.load([0, at]), b.load([0, at]).T",
            "",
        ),
        (
            POINTED.format("a", "B, K", "K", "B, 64"),
            POINTED.format("b", "K, B", "B", "64, B"),
            "tl.load(a), tl.load(b)",
            "a, b = tl.advance(a, (0, 64)), tl.advance(b, (64, 0))",
        ),
    ],
)
def test_operands_that_are_read_in_whole_blocks_are_held_once_a_stage(a: str, b: str, product: str, step: str) -> None:
    text = BY_BLOCKS.format(a=a, b=b, product=product, step=step)
    workload = "a_ptr: float16[64, 1024]; b_ptr: float16[1024, 64]; o_ptr: float32[64, 64]; K: int = 1024;"
    counts, launch = counted(text, "k", workload + "B: constexpr = 64; grid: 1; num_stages: 3")
    # What Triton 3.9 compiles, but for 24 bytes of barriers on the H100.
    assert resources(counts, launch.config, device_named("H100")).shared_memory == 3 * 2 * 64 * 64 * 2
    assert resources(counts, launch.config, device_named("A100-80GB")).shared_memory == 2 * 2 * 64 * 64 * 2
