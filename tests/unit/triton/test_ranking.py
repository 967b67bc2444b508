"""Which configurations come first, which are left out, and `perfcast rank`."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest
from typer.testing import CliRunner

from perfcast.cli.app import app
from perfcast.triton import (
    Config,
    Device,
    Kernel,
    KernelError,
    KernelFile,
    Launch,
    LaunchPlan,
    PacedScorer,
    Scored,
    device_named,
    plan,
    rank,
)
from perfcast.triton.ranking.ranked import candidates
from perfcast.workload import parse
from tests.unit.triton.sources import ADD, MATMUL, SOFTMAX


def planned(text: str, name: str, **sizes: int) -> LaunchPlan:
    file = KernelFile.parse(text)
    return plan(file, file.kernel(name), sizes=sizes)


def test_a_large_product_wants_large_tiles_and_a_small_one_tiles_for_every_sm() -> None:
    large = rank(planned(MATMUL, "matmul", M=8192, N=8192, K=4096), device_named("A100")).ranked
    small = rank(planned(MATMUL, "matmul", M=512, N=512, K=4096), device_named("A100")).ranked

    def area(one: Scored) -> int:
        constants = one.config.constants
        return int(str(constants["BLOCK_M"])) * int(str(constants["BLOCK_N"]))

    assert area(large[0]) >= 128 * 128
    assert area(small[0]) == 64 * 64
    # The largest tile again, which so few warps have no registers for, among the smallest ones.
    spilled = [place for place, one in enumerate(large) if one.resources is not None and one.resources.spills]
    assert {area(large[place]) for place in spilled} == {128 * 256}
    assert min(spilled) >= len(large) / 2
    others = [one for place, one in enumerate(large) if place not in spilled]
    assert fmean(map(area, others[-4:])) < fmean(map(area, large[:4]))


@pytest.mark.parametrize("device", ["H200", "A100", "T4"])
@pytest.mark.parametrize(
    ("text", "name", "sizes"),
    [(MATMUL, "matmul", {"M": 4096, "N": 4096, "K": 4096}), (ADD, "add", {"n_elements": 1 << 26})],
)
def test_no_estimate_is_below_the_bound_and_all_are_in_order(
    text: str, name: str, sizes: dict[str, int], device: str
) -> None:
    ranked = rank(planned(text, name, **sizes), device_named(device)).ranked
    assert ranked
    assert [one.score for one in ranked] == sorted(one.score for one in ranked)
    assert all(one.bound is not None and one.score >= one.bound.seconds for one in ranked)


def tiled(text: str, name: str, warps: int) -> tuple[Kernel, list[Launch]]:
    plan_of = planned(text, name, M=4096, N=4096, K=4096)
    config = Config.of({"BLOCK_M": 128, "BLOCK_N": 256, "BLOCK_K": 64}, {"num_warps": warps, "num_stages": 3})
    return plan_of.kernel, plan_of.launches([config])


def test_what_registers_do_not_suffice_for_takes_longer_but_for_its_start() -> None:
    few, many = (PacedScorer().score(*tiled(MATMUL, "matmul", warps), device_named("A100"))[0] for warps in (4, 8))
    assert few.resources is not None and many.resources is not None
    assert few.resources.spills and not many.resources.spills
    assert few.score > 1.2 * many.score


def test_what_does_not_fit_in_shared_memory_is_left_out_with_the_reason() -> None:
    found = rank(planned(MATMUL, "matmul", M=4096, N=4096, K=4096), device_named("L4"))
    # (128 + 256) * 64 * 2 bytes in three buffers, and (64 + 256) * 64 * 2 in three, of 99 KiB.
    assert [(one.config.constants["BLOCK_M"], one.config.constants["BLOCK_N"]) for one in found.left_out] == [
        (64, 256),
        (128, 256),
    ]
    assert all("of shared memory a block, 99 KiB at most" in (one.invalid or "") for one in found.left_out)


def test_without_autotune_usual_configurations_of_what_nothing_gives_are_tried() -> None:
    file = KernelFile.parse(ADD.replace(", BLOCK=1024, num_warps=8", ""))
    found = rank(plan(file, file.kernel("add"), sizes={"n_elements": 1 << 20}), device_named("T4"))
    assert not found.own
    assert {one.config.constants["BLOCK"] for one in found.ranked} == {256, 512, 1024, 2048, 4096}
    other = KernelFile.parse(ADD.replace(", BLOCK=1024", "").replace("BLOCK", "MODE"))
    with pytest.raises(KernelError, match="the constexpr MODE has no value"):
        rank(plan(other, other.kernel("add")), device_named("T4"))


def test_another_scorer_takes_the_place_of_the_estimate() -> None:
    class FewestWarps:
        about = "warps"
        is_forecast = False

        def score(self, kernel: Kernel, launches: Sequence[Launch], device: Device) -> list[Scored]:
            return [Scored(one.config, one, one.config.num_warps, "no" if not one.grid else None) for one in launches]

    found = rank(planned(MATMUL, "matmul", M=512, N=512, K=512), device_named("H200"), FewestWarps())
    assert found.about == "warps"
    assert found.ranked[0].config.num_warps == 4
    assert found.ranked[-1].config.num_warps == 8


def test_configurations_that_nothing_can_be_told_of_are_an_error_with_the_reason() -> None:
    text = MATMUL.replace("tl.cdiv(K, BLOCK_K)", "float(K)")
    with pytest.raises(KernelError, match="a loop whose rounds depend on what is not known"):
        rank(planned(text, "matmul", M=512, N=512, K=512), device_named("H200"))


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    path = tmp_path / "kernels.py"
    path.write_text(MATMUL)
    return path


SHAPE = ("--shape", "M=4096,N=4096,K=4096")


@pytest.mark.parametrize(
    ("device", "said", "column", "least"),
    [
        ("H200", "Times are forecasts, learned from launches measured on this device", "forecast", "141 µs"),
        ("A100", "No forecast: 'at least' is the roofline's bound", "estimate", "443 µs"),
    ],
)
def test_rank_shows_the_best_and_says_whether_times_are_forecasts(
    kernels: Path, device: str, said: str, column: str, least: str
) -> None:
    found = CliRunner().invoke(app, ["rank", f"{kernels}::matmul", *SHAPE, "--gpu", device, "--top", "3"])
    assert found.exit_code == 0
    assert said in found.stdout and f"  {column}  " in found.stdout
    assert f"at least {least} (roofline bound: compute; 137 GFLOP, 101 MB)" in found.stdout
    assert "24 configurations of the file" in found.stdout
    rows = [line for line in found.stdout.splitlines() if "BLOCK_M=" in line]
    assert len(rows) == 3 and rows[0].startswith("1  BLOCK_M=128, BLOCK_N=")


def test_rank_as_json_has_workloads_that_read_back(kernels: Path) -> None:
    arguments = ["rank", f"{kernels}::matmul_kernel", *SHAPE, "--device", "L4", "--json"]
    answer = json.loads(CliRunner().invoke(app, arguments).stdout)
    assert answer["is_forecast"] is False
    assert answer["count"] == 24 and len(answer["ranked"]) == 10 and len(answer["left_out"]) == 2
    first = answer["ranked"][0]
    launch = Launch.of(parse(first["workload"]))
    assert launch.config.constants == first["values"]
    assert launch.tensors["a_ptr"].shape == (4096, 4096)
    assert math.isfinite(first["estimate"]) and first["estimate"] >= first["roofline_bound"]["seconds"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["::matmul", "--gpu", "H300"], "--gpu: unknown device 'H300'; the nearest known is"),
        (["::matmull", "--gpu", "H200"], "did you mean"),
        (["::configs", "--gpu", "H200"], "is a Python function, not a @triton.jit kernel"),
        (["::matmul", "--gpu", "H200", "--shape", "M=4096,Q=1"], "no parameter 'Q'"),
        (["::matmul", "--gpu", "H200", "--shape", "M"], "--shape: NAME=NUMBER is expected"),
        (["::matmul", "--gpu", "H200", "--shape", "M=-4"], "numbers from 0 to 1e12"),
        (["::matmul", "--gpu", "H200", "--workload", "a_ptr: float16["], "--workload:"),
        (["::matmul", "--gpu", "H200", "--dtype", "fp16"], "--dtype: no element type 'fp16'"),
        (["::matmul", "--gpu", "H200", "--grid", "cdiv(M"], "--grid:"),
    ],
)
def test_rank_says_what_is_wrong_in_one_line(kernels: Path, arguments: list[str], problem: str) -> None:
    place, *rest = arguments
    found = CliRunner().invoke(app, ["rank", f"{kernels}{place}", *rest])
    assert found.exit_code == 2
    assert found.stdout == ""
    assert problem in found.stderr and found.stderr.count("\n") == 1


def test_rank_says_which_shapes_do_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "kernels.py"
    path.write_text(MATMUL.replace("tl.dot(a, b, acc)", "tl.dot(a, tl.zeros((16, 16), tl.float16), acc)"))
    found = CliRunner().invoke(app, ["rank", f"{path}::matmul", *SHAPE, "--gpu", "H200"])
    assert found.exit_code == 2
    assert "the shapes do not fit" in found.stderr


def test_rank_takes_a_launch_as_a_workload(tmp_path: Path) -> None:
    path = tmp_path / "kernels.py"
    path.write_text(SOFTMAX)
    found = CliRunner().invoke(app, ["rank", str(path), "--gpu", "A100", "--workload", "in_ptr: float32[1823, 781]"])
    assert found.exit_code == 0
    assert "in_ptr: float32[1823, 781]" in found.stdout
    # 4 bytes read and 2 written of each element.
    assert "8.54 MB" in found.stdout


def test_config_is_named_by_what_it_sets() -> None:
    config = Config.of({"B": 64}, {"num_warps": 8, "num_stages": 2, "maxnreg": 128})
    assert str(config) == "B=64, num_warps=8, num_stages=2, maxnreg=128"


def test_constants_of_the_files_own_launch_hold_at_other_sizes() -> None:
    text = ADD[: ADD.index("def add(")] + (
        "\ndef run(x, y, width):\n"
        "    out = torch.empty_like(x)\n"
        "    n = x.numel()\n"
        "    add_kernel[(triton.cdiv(n, width),)](x, y, out, n, BLOCK=width)\n"
        "\nrun(torch.rand(4096), torch.rand(4096), 128)\n"
    )
    file = KernelFile.parse(text)
    planned = plan(file, file.kernel("add_kernel"), sizes={"n_elements": 65536})
    assert planned.own_config().constants == {"BLOCK": 128}


def test_a_product_whose_blocks_the_launch_gives_is_ranked_by_its_stages_too() -> None:
    text = MATMUL[: MATMUL.index("def matmul(a, b)")]
    blocks = "BLOCK_M: constexpr = 64; BLOCK_N: constexpr = 64; BLOCK_K: constexpr = 32"
    said = f"a_ptr: float16[512, 512]; b_ptr: float16[512, 512]; c_ptr: float16[512, 512]; {blocks}; grid: 8, 8"
    file = KernelFile.parse(text)
    untuned = replace(file.kernel("matmul_kernel"), configs=())
    planned = plan(file, untuned, workload=parse(said), sizes={"M": 512, "N": 512, "K": 512})
    assert {config.num_stages for config in candidates(planned)[0]} == {2, 3, 4}
