"""First guesses at launches of kernels."""

from __future__ import annotations

import numpy as np
import pytest

from perfcast.prior import KERNEL_METRICS, corrected, estimated, kernel_rows, read_kernel
from perfcast.prior.kernels import KernelPrior
from perfcast.rlm.bundle import PACKAGED
from perfcast.source import SourceFile
from perfcast.triton import DEVICES, KernelFile, Launch, bound, count, occupancy, resources
from perfcast.triton.bounds.pace import paced_seconds
from perfcast.triton.bounds.placement import placed
from perfcast.triton.features import KERNEL_FLOORS, features_of, is_kernel, launch_rows
from perfcast.workload import parse
from tests.unit.triton.sources import ADD, MATMUL, SOFTMAX
from tests.unit.triton.test_counting import kernel_of
from tests.unit.triton.test_shared_memory import ATTENDED, ATTENTION, INT4, UNPACKED

H100 = DEVICES["H100"]
ADDED = (
    "x_ptr: float32[4096]; y_ptr: float32[4096]; out_ptr: float32[4096]; n_elements: int = 4096;"
    "BLOCK: constexpr = 1024; grid: 4"
)
#: Of features, that of a launch that was counted.
COUNTED = len(KERNEL_METRICS)


def normal_form(text: str) -> str:
    """Of the first kernel."""
    file = SourceFile.parse(text)
    return file.normal_form(next(unit for unit in file.units if unit.kind == "kernel"))


def row_of(text: str, workload: str) -> list[float]:
    [row] = kernel_rows(read_kernel(text), [parse(workload)], H100)
    return row.tolist()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ADD, True),
        (MATMUL, True),
        ("import triton\n\ndef f(x):\n    return triton.cdiv(x, 2)", False),
        ("def triton(x): return x", False),
        ("def f(x): return x", False),
        ("import triton\n\ndef f(x:", False),
        ("", False),
    ],
)
def test_a_normal_form_says_whether_it_is_a_kernels(text: str, found: bool) -> None:
    form = normal_form(text) if "jit" in text else text
    assert is_kernel(form) is found


def test_every_kernel_and_launch_has_as_many_features() -> None:
    launches = [(ADD, ADDED), (ATTENTION, ATTENDED), (INT4, UNPACKED), (SOFTMAX, "grid: 4"), (MATMUL, "n: int = 3")]
    rows = [row_of(normal_form(text), workload) for text, workload in launches]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert np.isfinite(rows).all()


@pytest.mark.parametrize("text", ["", "def (", "def f(): pass", "(" * 3000, kernel_of("x = mine(n)")])
@pytest.mark.parametrize("workload", ["", "grid: 0", ADDED, "num_stages: 0", "x: dict[str, int] * 5"])
def test_what_cannot_be_followed_is_no_error_and_looks_like_nothing(text: str, workload: str) -> None:
    row = row_of(text, workload)
    assert len(row) == len(row_of(ADD, ADDED))
    assert row[COUNTED] == 0
    # An estimate is made all the same, of a program that holds nothing.
    assert row[KERNEL_METRICS.index("shared_memory")] == np.log2(KERNEL_FLOORS["shared_memory"])


def test_a_kernel_that_is_counted_is_marked_as_such() -> None:
    assert row_of(normal_form(ADD), ADDED)[COUNTED] == 1


def test_estimates_are_those_of_the_counts_and_of_the_parts_of_a_launch() -> None:
    kernel, launch = KernelFile.parse(ATTENTION).kernel("k"), Launch.of(parse(ATTENDED))
    counts = count(kernel, launch)
    taken, least = resources(counts, launch.config, H100), bound(counts, launch, H100)
    assert least is not None
    warps, shared = launch.config.num_warps, taken.shared_memory
    resident = occupancy(H100, warps=warps, registers=taken.registers, shared_memory=shared).blocks
    seconds = paced_seconds(counts, launch, H100, resident, least)
    assert seconds > least.seconds
    [found] = 2 ** estimated(kernel_rows(read_kernel(normal_form(ATTENTION)), [parse(ATTENDED)], H100))
    assert found == pytest.approx([taken.wanted, taken.shared_memory, seconds])


def test_a_kernel_where_it_stands_has_the_features_of_its_normal_form() -> None:
    tuned = """
@triton.autotune(configs=[triton.Config({"B": 64}, num_warps=w) for w in (1, 2)], key=["n"])
@triton.heuristics({"EVEN": lambda args: args["n"] % args["B"] == 0})
@triton.jit
def k(x_ptr, n, B: tl.constexpr, EVEN: tl.constexpr):
    \"\"\"Doubles.\"\"\"
    at = tl.program_id(0) * B + tl.arange(0, B)
    "Where EVEN, a mask would not be needed."
    tl.store(x_ptr + at, twice(tl.load(x_ptr + at, mask=at < n)), mask=at < n)
"""
    helper = '@triton.jit\ndef twice(x):\n    """The double."""\n    return 2 * x\n'
    text = f"import triton\nimport triton.language as tl\n\n{helper}\n{tuned}"
    launch = Launch.of(parse("x_ptr: float32[64]; n: int = 64; B: constexpr = 64; EVEN: constexpr = True; grid: 1"))
    file = SourceFile.parse(text)
    form = file.normal_form(next(unit for unit in file.units if unit.name == "k"))
    kernel, formal = KernelFile.parse(text).kernel("k"), KernelFile.parse(form).kernels[0]
    counts = [count(one, launch) for one in (kernel, formal)]
    rows = [
        launch_rows(features_of(one), [launch], H100, [counted], [placed(counted, launch, H100)])
        for one, counted in zip((kernel, formal), counts, strict=True)
    ]
    assert np.array_equal(rows[0], rows[1])
    assert np.array_equal(read_kernel(form).syntax, features_of(kernel).syntax)


def test_another_device_is_another_row() -> None:
    source, workload = read_kernel(normal_form(ATTENTION)), parse(ATTENDED)
    on_h100, on_a100 = (kernel_rows(source, [workload], DEVICES[name]) for name in ("H100", "A100-80GB"))
    assert on_h100.shape == on_a100.shape
    time = KERNEL_METRICS.index("gpu_time")
    # The same counts, at the pace of a slower device.
    assert 0.1 < estimated(on_a100)[0, time] - estimated(on_h100)[0, time] < 1.0
    syntax = source.syntax.size
    assert np.array_equal(on_h100[:, -syntax:], on_a100[:, -syntax:]), "the source is the same"


def test_small_corrections_of_shared_memory_are_dropped_and_no_others() -> None:
    estimates = np.array([[5.0, 12.0, -17.0]] * 4)
    small, large, least, none = (np.full(3, step) for step in (0.2, 0.5, -0.2, 0.0))
    found = corrected(estimates, np.array([small, large, least, none]))
    assert found[:, KERNEL_METRICS.index("registers")] == pytest.approx([5.2, 5.5, 4.8, 5.0])
    assert found[:, KERNEL_METRICS.index("shared_memory")] == pytest.approx([12.0, 12.5, 12.0, 12.0])
    assert found[:, KERNEL_METRICS.index("gpu_time")] == pytest.approx([-16.8, -16.5, -17.2, -17.0])


def test_corrections_themselves_stay_as_they_were() -> None:
    corrections = np.full((1, 3), 0.2)
    corrected(np.zeros((1, 3)), corrections)
    assert (corrections == 0.2).all()


def test_guesses_are_never_below_what_can_be_told_apart() -> None:
    prior = KernelPrior(PACKAGED)
    costs, _ = prior.guesses(prior.read(normal_form(ADD)), [parse(ADDED), parse("grid: 1")], "sm_90")
    assert costs.shape == (2, len(KERNEL_METRICS))
    assert (costs >= [KERNEL_FLOORS[metric] for metric in KERNEL_METRICS]).all()


def test_guesses_are_doubted_by_some_binary_orders() -> None:
    prior = KernelPrior(PACKAGED)
    _, doubts = prior.guesses(prior.read(normal_form(ADD)), [parse(ADDED), parse("grid: 1")], "H200")
    assert doubts.shape == (2, len(KERNEL_METRICS))
    assert ((doubts > 0) & (doubts < 8)).all()


def test_a_device_that_nothing_is_known_of_cannot_be_asked_about() -> None:
    prior = KernelPrior(PACKAGED)
    with pytest.raises(KeyError, match="sm_70"):
        prior.guesses(prior.read(normal_form(ADD)), [parse(ADDED)], "sm_70")
