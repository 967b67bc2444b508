"""Bytes and operations counted from the source, and what follows from them."""

from __future__ import annotations

import pytest

from perfcast.triton import Config, Counts, KernelError, KernelFile, Launch, bound, count, device_named, plan, resources
from perfcast.workload import parse
from tests.unit.triton.sources import ADD, INDUCTOR, MATMUL, SOFTMAX

H200 = device_named("H200")


def counted(text: str, name: str, workload: str) -> tuple[Counts, Launch]:
    kernel = KernelFile.parse(text).kernel(name)
    launch = Launch.of(parse(workload))
    return count(kernel, launch), launch


def kernel_of(body: str, parameters: str = "x_ptr, y_ptr, n, B: tl.constexpr") -> str:
    return f"import triton\nimport triton.language as tl\n@triton.jit\ndef k({parameters}):\n" + "".join(
        f"    {line}\n" for line in body.strip().split("\n")
    )


def test_an_addition_moves_three_vectors() -> None:
    counts, launch = counted(ADD, "add_kernel", "x_ptr: float32[4096]; y_ptr: float32[4096]; out_ptr: float32[4096];"
                             "n_elements: int = 4096; BLOCK: constexpr = 1024; grid: 4")  # fmt: skip
    assert counts.loaded == {"x_ptr": 4096, "y_ptr": 4096}
    assert counts.stored == {"out_ptr": 4096}
    assert counts.flops == 1024
    found = bound(counts, launch, H200)
    assert found is not None
    assert (found.bytes, found.operations) == (3 * 4096 * 4, 4096)
    assert found.memory == pytest.approx(3 * 4096 * 4 / 4.8e12)
    assert found.limited_by == "launch"


def test_what_a_mask_leaves_out_is_not_counted() -> None:
    counts, launch = counted(ADD, "add_kernel", "x_ptr: float32[1500]; y_ptr: float32[1500]; out_ptr: float32[1500];"
                             "n_elements: int = 1500; BLOCK: constexpr = 1024; grid: 2")  # fmt: skip
    assert counts.loaded["x_ptr"] * 2 == 1500 * 4
    assert launch.programs == 2


def test_a_softmax_reads_and_writes_each_row_once() -> None:
    file = KernelFile.parse(SOFTMAX)
    kernel = file.kernel("softmax")
    planned = plan(file, kernel)
    launch = planned.launch(planned.own_config())
    counts = count(kernel, launch)
    assert counts.loaded == {"in_ptr": 781 * 2}
    assert counts.stored == {"out_ptr": 781 * 2}
    # Maximum, difference, exponential, sum and quotient of each of the 1,024 lanes.
    assert counts.flops == 5 * 1024
    found = bound(counts, launch, H200)
    assert found is not None and found.bytes == 2 * 2 * 1823 * 781


def test_a_matrix_product_counts_its_loop_and_memory_each_matrix_once() -> None:
    file = KernelFile.parse(MATMUL)
    kernel = file.kernel("matmul")
    planned = plan(file, kernel, sizes={"M": 1024, "N": 2048, "K": 4096})
    launch = planned.launch(Config.of({"BLOCK_M": 128, "BLOCK_N": 256, "BLOCK_K": 64}, {"num_warps": 8}))
    counts = count(kernel, launch)
    assert launch.grid == (8, 8)
    assert counts.products == {"fp16": 2 * 128 * 256 * 4096}
    assert counts.loaded == {"a_ptr": 128 * 4096 * 2, "b_ptr": 256 * 4096 * 2}
    assert counts.staged == (128 + 256) * 64 * 2
    assert counts.accumulated == 128 * 256 * 4
    found = bound(counts, launch, H200)
    assert found is not None
    assert found.bytes == 2 * (1024 * 4096 + 4096 * 2048 + 1024 * 2048)
    assert found.operations == 2 * 1024 * 2048 * 4096
    assert found.limited_by == "compute"
    assert found.compute == pytest.approx(2 * 1024 * 2048 * 4096 / 989.4e12)


@pytest.mark.parametrize(
    ("device", "tile", "warps", "stages", "shared"),
    [
        # As Triton 3.9 compiles this very kernel for 8.0, 8.6 and 9.0.
        ("A100", (128, 256, 64), 8, 3, 98304),
        ("A10", (128, 256, 64), 8, 3, 98304),
        ("H100", (128, 256, 64), 8, 3, 147456),
        ("H100", (128, 256, 64), 8, 4, 196608),
        ("A100", (64, 64, 32), 4, 1, 8192),
        ("A100", (64, 64, 32), 4, 2, 8192),
        ("H100", (64, 64, 32), 4, 5, 40960),
        # Too few rows, or warps, for the products of warp groups.
        ("H100", (32, 64, 64), 4, 4, 36864),
        ("H100", (64, 128, 32), 2, 3, 24576),
    ],
)
def test_shared_memory_is_what_triton_allots(
    device: str, tile: tuple[int, int, int], warps: int, stages: int, shared: int
) -> None:
    file = KernelFile.parse(MATMUL)
    kernel = file.kernel("matmul")
    blocks = dict(zip(("BLOCK_M", "BLOCK_N", "BLOCK_K"), tile, strict=True))
    config = Config.of(blocks, {"num_warps": warps, "num_stages": stages})
    counts = count(kernel, plan(file, kernel, sizes={"M": 512, "N": 512, "K": 512}).launch(config))
    assert resources(counts, config, device_named(device)).shared_memory == shared


def test_accumulators_beyond_the_registers_spill() -> None:
    file = KernelFile.parse(MATMUL)
    kernel = file.kernel("matmul")
    planned = plan(file, kernel, sizes={"M": 512, "N": 512, "K": 512})
    for warps, spills in ((4, True), (8, False)):
        config = Config.of({"BLOCK_M": 128, "BLOCK_N": 256, "BLOCK_K": 32}, {"num_warps": warps})
        assert resources(count(kernel, planned.launch(config)), config, H200).spills is spills


def test_inductors_helpers_count_element_by_element() -> None:
    file = KernelFile.parse(INDUCTOR)
    kernel = file.kernel("triton_poi_fused_relu_0")
    counts = count(kernel, plan(file, kernel).launch(Config.of({"XBLOCK": 256})))
    assert counts.loaded == {"in_ptr0": 512}
    assert counts.stored == {"out_ptr0": 1024}


def test_programs_that_differ_are_averaged() -> None:
    text = kernel_of("""
end = (tl.program_id(0) + 1) * B
for at in range(0, end, B):
    x = tl.load(x_ptr + at + tl.arange(0, B))
tl.store(y_ptr + tl.arange(0, B), x)
""")
    counts, _ = counted(text, "k", "x_ptr: float16[4096]; y_ptr: float16[64]; n: int = 1; B: constexpr = 64; grid: 64")
    # Program i goes through i + 1 blocks: 32.5 in the mean.
    assert counts.loaded["x_ptr"] == pytest.approx(32.5 * 64 * 2, rel=0.02)


def test_a_helper_a_block_pointer_and_a_branch_on_a_constant_are_followed() -> None:
    text = """
import triton
import triton.language as tl

@triton.jit
def scaled(x, FACTOR: tl.constexpr):
    if FACTOR is None:
        return x
    return x * FACTOR

@triton.jit
def k(x_ptr, y_ptr, M, N, B: tl.constexpr, FACTOR: tl.constexpr):
    at = tl.program_id(0)
    x = tl.make_block_ptr(x_ptr, shape=(M, N), strides=(N, 1), offsets=(at * B, 0), block_shape=(B, B), order=(1, 0))
    total = tl.zeros([B], dtype=tl.float32)
    for _ in range(0, N, B):
        total += tl.sum(scaled(tl.load(x, boundary_check=(0, 1)), FACTOR), 1)
        x = tl.advance(x, (0, B))
    tl.store(y_ptr + at * B + tl.arange(0, B), total)
"""
    workload = "x_ptr: float16[256, 512]; y_ptr: float32[256]; M: int = 256; N: int = 512; B: constexpr = 64; grid: 4; "
    plain, _ = counted(text, "k", workload + "FACTOR: constexpr = None")
    scaled, _ = counted(text, "k", workload + "FACTOR: constexpr = 2.0")
    assert plain.loaded == scaled.loaded == {"x_ptr": 64 * 512 * 2}
    assert scaled.flops - plain.flops == 64 * 512


def test_atomics_read_and_write() -> None:
    text = kernel_of("tl.atomic_add(x_ptr + tl.arange(0, B), 1.0)")
    counts, _ = counted(text, "k", "x_ptr: float32[64]; y_ptr: float32[1]; n: int = 1; B: constexpr = 64; grid: 1")
    assert counts.loaded == counts.stored == {"x_ptr": 256}


def test_what_a_loop_reads_by_indices_is_not_taken_to_be_read_as_a_whole() -> None:
    text = kernel_of(
        "for i in range(tl.load(y_ptr)):\n    at = tl.load(y_ptr + i)\n"
        "    x = tl.load(x_ptr + at * B + tl.arange(0, B))"
    )
    counts, _ = counted(
        text, "k", "x_ptr: float32[1000000, 64]; y_ptr: int32[800]; n: int = 1; B: constexpr = 64; grid: 100"
    )
    # Eight indices for each of 100 programs.
    assert counts.loaded["x_ptr"] == 8 * 256


def test_what_waits_and_what_takes_many_instructions_is_counted_in_every_round() -> None:
    body = "for i in range(8):\n    x = tl.load(x_ptr + tl.arange(0, B) + i * B)\n    y = tl.sum(x / 3.0, 0)\n"
    body += "    tl.atomic_add(y_ptr, y)"
    counts, _ = counted(
        kernel_of(body), "k", "x_ptr: float32[512]; y_ptr: float32[1]; n: int = 1; B: constexpr = 64; grid: 1"
    )
    # Eight loads and as many atomics.
    assert counts.reads == 16
    assert counts.functions == 8 * 64
    assert counts.atomics == {"y_ptr": 8 * 4}
    # A reduction, its result and the atomic, each round.
    assert counts.exchanges == 24


LINES = "x = tl.zeros((B,), tl.float32)\nat = tl.arange(0, B)\n"


@pytest.mark.parametrize(
    ("body", "waits"),
    [
        # All at once, but for what says where to read.
        ("a = tl.load(x_ptr + at)\nb = tl.load(x_ptr + B + at)\ntl.store(y_ptr + at, a + b)", 1),
        ("a = tl.load(y_ptr + at)\nb = tl.load(x_ptr + a)\nc = tl.load(x_ptr + at)\ntl.store(x_ptr + at, b + c)", 2),
        ("a = tl.load(y_ptr + at)\nb = tl.load(x_ptr + at, mask=a > 0, other=0.0)\ntl.store(x_ptr + at, b)", 2),
        # Each round of a loop anew, unless it lies flat.
        ("for i in range(n):\n    x += tl.load(x_ptr + i * B + at)\ntl.store(x_ptr + at, x)", 100),
        ("for i in range(9):\n    x += tl.load(x_ptr + i * B + at)\ntl.store(x_ptr + at, x)", 1),
        ("for i in range(n):\n    for j in range(9):\n        x += tl.load(x_ptr + (i + j) * B + at)", 100),
        ("for i in range(n):\n    for j in tl.static_range(3):\n        x += tl.load(x_ptr + (i + j) * B + at)", 100),
        # What a round has read says where the next one reads.
        ("for i in range(9):\n    at = tl.load(y_ptr + at)\ntl.store(x_ptr + at, x)", 9),
        ("for i in tl.static_range(3):\n    at = tl.load(y_ptr + at)\ntl.store(x_ptr + at, x)", 3),
        ("lo = at * 0\nfor i in range(9):\n    mid = lo + 1\n    lo = tl.where(tl.load(x_ptr + mid) > x, mid, lo)", 9),
        ("for i in range(9):\n    to = tl.load(y_ptr + i * B + at)\n    x += tl.load(x_ptr + to)", 2),
    ],
)
def test_loads_wait_for_those_that_say_where_they_read(body: str, waits: float) -> None:
    workload = "x_ptr: float32[6400]; y_ptr: int32[6400]; n: int = 100; B: constexpr = 64; grid: 1"
    counts, _ = counted(kernel_of(LINES + body), "k", workload)
    assert counts.waits == waits
    assert counts.ahead == 0


@pytest.mark.parametrize(
    ("expression", "functions"),
    [
        ("tl.rand(n, at)", 10),
        ("tl.rand(n, at, 7)", 10),
        ("tl.randn(n, offsets=at)", 10),
        ("tl.rand4x(n, at)[1]", 10),
        ("tl.randint4x(n, at, n_rounds=7)[0]", 10),
        ("tl.philox(n, at, at, at, at)[0]", 10),
        ("tl.softmax(tl.load(x_ptr + at))", 2),
        ("tl.exp(tl.load(x_ptr + at))", 1),
        ("tl.load(x_ptr + at) + 1.0", 0),
    ],
)
def test_functions_count_by_the_instructions_that_they_take(expression: str, functions: int) -> None:
    body = f"at = tl.arange(0, B)\ntl.store(y_ptr + at, {expression})"
    counts, _ = counted(
        kernel_of(body), "k", "x_ptr: float32[64]; y_ptr: float32[64]; n: int = 1; B: constexpr = 64; grid: 1"
    )
    assert counts.functions == functions * 64


def test_masks_on_data_are_taken_to_hold_and_it_is_said() -> None:
    text = kernel_of("index = tl.load(x_ptr + tl.arange(0, B))\ntl.store(y_ptr + index, index, mask=index > 0)")
    counts, _ = counted(text, "k", "x_ptr: int32[64]; y_ptr: int32[64]; n: int = 1; B: constexpr = 64; grid: 1")
    assert counts.stored == {"y_ptr": 256}
    assert counts.notes == ("masks that depend on data are taken to hold",)


@pytest.mark.parametrize(("length", "programs", "rounds"), [(64, 1, 1), (640, 1, 10), (640, 2, 5), (64, 8, 1)])
def test_a_loop_whose_rounds_depend_on_data_reads_what_there_is_once_and_it_is_said(
    length: int, programs: int, rounds: int
) -> None:
    text = kernel_of("for i in range(tl.load(y_ptr)):\n    x = tl.exp(tl.load(x_ptr + tl.arange(0, B) + i * B))")
    workload = f"x_ptr: float32[{length}]; y_ptr: int32[1]; n: int = 1; B: constexpr = 64; grid: {programs}"
    counts, _ = counted(text, "k", workload)
    assert counts.loaded == {"x_ptr": rounds * 256, "y_ptr": 4}
    assert counts.flops == counts.functions == rounds * 64
    assert counts.reads == rounds + 1
    assert counts.notes == ("loops whose rounds are not known are taken to read what there is once",)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            "for i in range(B / 2):\n    tl.store(y_ptr + i, 1)",
            "line 5: a loop whose rounds depend on what is not known",
        ),
        ("x = tl.load(x_ptr)\nwhile x > 0:\n    x = x - tl.load(y_ptr)", "a while loop whose rounds depend on data"),
        (
            "a = tl.zeros((32, 16), tl.float16)\ntl.dot(a, a)",
            "the shapes do not fit",
        ),
        ("tl.store(x_ptr + tl.arange(0, n), 1)", "n is not known when the kernel is compiled: declare n: tl.constexpr"),
        ("x = tl.arange(0, 32) + tl.arange(0, 64)", "the shapes do not fit"),
        ("tl.store(x_ptr, unheard_of)", "the value of 'unheard_of' is not known"),
        ("x = mine(n)", "mine is not followed"),
    ],
)
def test_what_cannot_be_counted_says_why_and_where(body: str, reason: str) -> None:
    workload = "x_ptr: int32[64]; y_ptr: int32[64]; B: constexpr = 64; grid: 1"
    with pytest.raises(KernelError, match=reason):
        counted(kernel_of(body), "k", workload)


def test_a_pointer_of_which_nothing_is_known_is_named() -> None:
    with pytest.raises(KernelError, match="what y_ptr points to is not known"):
        counted(ADD, "add_kernel", "x_ptr: float32[4096]; n_elements: int = 4096; BLOCK: constexpr = 1024; grid: 4")


def test_a_kernel_that_unrolls_without_end_is_given_up() -> None:
    loops = "\n".join("    " * depth + f"for i{depth} in range(0, 4):" for depth in range(10))
    text = kernel_of(f"{loops}\n{'    ' * 10}x = n + 1")
    with pytest.raises(KernelError, match="too long to be counted"):
        counted(text, "k", "x_ptr: int32[64]; y_ptr: int32[64]; n: int = 4; B: constexpr = 64; grid: 1")


@pytest.mark.parametrize(
    ("load", "store"),
    [
        ("source.load([at, 0])", "target.store([at, 0], {x})"),
        ("tl.load_tensor_descriptor(source, [at, 0])", "tl.store_tensor_descriptor(target, [at, 0], {x})"),
        ("source.gather(at + tl.arange(0, B), 0)", "target.scatter({x}, at + tl.arange(0, B), 0)"),
        ("source.load([at, 0])", "target.atomic_add([at, 0], {x})"),
    ],
)
def test_descriptors_read_and_write_whole_blocks(load: str, store: str) -> None:
    make = "tl.make_tensor_descriptor({}, shape=[n, 64], strides=[64, 1], block_shape=[B, 64])"
    body = f"at = tl.program_id(0) * B\nsource = {make.format('x_ptr')}\ntarget = {make.format('y_ptr')}\n"
    text = kernel_of(f"{body}x = {load}\n{store.format(x='x * 2.0')}")
    workload = "x_ptr: float16[256, 64]; y_ptr: float16[256, 64]; n: int = 256; B: constexpr = 32; grid: 8"
    counts, _ = counted(text, "k", workload)
    changed = 32 * 64 * 2
    assert counts.loaded["x_ptr"] == changed
    assert counts.stored == {"y_ptr": changed}
    assert counts.atomics == ({"y_ptr": changed} if "atomic" in store else {})


def test_axes_of_length_one_come_and_go_and_the_largest_are_fewer() -> None:
    body = (
        "x = tl.load(x_ptr + tl.arange(0, B))\ntl.store(y_ptr + tl.arange(0, B), tl.squeeze(tl.unsqueeze(x, 0), 0))\n"
    )
    body += "tl.store(y_ptr + tl.arange(0, 4), tl.topk(x, 4))"
    counts, _ = counted(
        kernel_of(body), "k", "x_ptr: float32[64]; y_ptr: float32[64]; n: int = 1; B: constexpr = 64; grid: 1"
    )
    assert counts.stored == {"y_ptr": 64 * 4 + 4 * 4}


def test_waiting_for_a_lock_is_no_loop_without_end() -> None:
    body = "while tl.atomic_cas(y_ptr, 0, 1) == 1:\n    pass\ntl.store(x_ptr, 1.0)\ntl.atomic_xchg(y_ptr, 0)"
    counts, _ = counted(kernel_of(body), "k", "x_ptr: float32[64]; y_ptr: int32[1]; n: int = 1; B: constexpr = 64")
    assert counts.atomics == {"y_ptr": 2 * 4}
    assert any("lock" in note for note in counts.notes)


@pytest.mark.parametrize(
    ("sort", "passes"),
    # Of 64 elements in 21 passes; runs of four in three, then 32, 16, 8, 4 of 64 twice, behind a pass that halves them.
    [("tl.sort(x)", 21.0), ("tl.topk(x, 4)", 3 + (64 + 32 + 16 + 8) / 64 + 2 * (32 + 16 + 8 + 4) / 64)],
)
def test_a_sort_compares_all_elements_in_each_pass_of_its_network(sort: str, passes: float) -> None:
    body = "x = tl.load(x_ptr + tl.arange(0, 64))\ny = {}\ntl.store(y_ptr + tl.arange(0, 4), tl.sum(y, 0))"
    text = "x_ptr: float32[64]; y_ptr: float32[4]; n: int = 4; B: constexpr = 64; grid: 1"
    plain, _ = counted(kernel_of(body.format("x")), "k", text)
    sorted_, _ = counted(kernel_of(body.format(sort)), "k", text)
    shorter = 60 if "topk" in sort else 0
    assert sorted_.flops + shorter == pytest.approx(plain.flops + 64 * passes)
    assert sorted_.shuffled >= 4 * 64 * passes
    assert sorted_.exchanged["sort"] == 4 * 64
