"""Kernels as torch's Inductor writes them: held as text, launched by `run`, configured by its launcher."""

from __future__ import annotations

import pytest

from perfcast.forecast import Predictor, UnitForecast
from perfcast.lsp.documents.relocation import Block, relocated, split_lines
from perfcast.lsp.features.kernels import kernel_markdown
from perfcast.source import SourceFile
from perfcast.triton import Config, KernelFile, Role, plan
from tests.engine import StandInModel
from tests.unit.triton.inductor_sources import MODULE, ROWS, SCALE
from tests.unit.triton.sources import INDUCTOR

SUM, MUL = "triton_per_fused_sum_0", "triton_poi_fused_mul_1"


def forecasts(text: str) -> dict[str, UnitForecast]:
    predictor = Predictor(StandInModel())  # type: ignore[arg-type]
    return {found.unit.name: found for found in predictor.forecast_file(SourceFile.parse(text))}


def test_kernels_held_as_text_are_units_of_the_file_at_their_lines() -> None:
    file, lines = SourceFile.parse(MODULE), MODULE.split("\n")
    kernels = [unit for unit in file.units if unit.kind == "kernel"]
    assert [unit.name for unit in kernels] == ["_triton_helper_fn_add0", SUM, MUL]
    for unit in kernels:
        assert lines[unit.line - 1].startswith(f"def {unit.name}(") and lines[unit.header_end_line - 1].endswith(":")
        assert lines[unit.end_line - 1].strip().startswith(("return tmp0", "tl.store("))
    assert list(file.units) == sorted(file.units, key=lambda unit: unit.line)
    assert {"Runner.call", "get_args"} < {unit.name for unit in file.units}


def test_the_kernel_is_called_as_its_file_calls_it() -> None:
    text = MODULE.replace(f"async_compile.triton('{MUL}'", "async_compile.triton('triton_'")
    assert "triton_" in {unit.name for unit in SourceFile.parse(text).units}


def test_a_text_that_is_spelled_with_escapes_stands_at_the_line_of_its_call() -> None:
    text = f"import async_compile\n\nkernel = async_compile.triton(\n    '{MUL}', {SCALE!r})\n"
    file = SourceFile.parse(text)
    (unit,) = file.units
    assert (unit.name, unit.kind, unit.line, unit.header_end_line, unit.end_line) == (MUL, "kernel", 3, 3, 3)
    assert file.node(unit).lineno == 3
    assert file.normal_form(unit).startswith("@triton.jit\ndef triton_poi_fused_mul_1(")


def test_a_text_that_does_not_parse_hides_nothing_else() -> None:
    text = MODULE.replace("tmp4 = tl.reduce(", "tmp4 = = tl.reduce(")
    assert [unit.name for unit in SourceFile.parse(text).units if unit.kind == "kernel"] == [MUL]


def test_lines_that_end_as_on_windows_are_the_same_lines() -> None:
    units = SourceFile.parse(MODULE.replace("\n", "\r\n")).units
    assert [unit.line for unit in units] == [unit.line for unit in SourceFile.parse(MODULE).units]


def test_what_tunes_a_kernel_is_no_part_of_what_the_model_reads() -> None:
    file = SourceFile.parse(MODULE)
    text = file.normal_form(file.unit(SUM))
    assert text.startswith("@triton.jit\ndef triton_per_fused_sum_0(")
    assert "triton_heuristics" not in text and "DeviceProperties" not in text and "Runner" not in text


@pytest.mark.parametrize(
    ("name", "workload"),
    [
        (
            SUM,
            "in_ptr0: float16[100, 400]; out_ptr0: float32[100]; xnumel: int = 100; r0_numel: int = 400; "
            "XBLOCK: constexpr = 1; grid: 100; num_warps: 4; num_stages: 1",
        ),
        (
            MUL,
            "in_ptr0: float32[120, 300]; out_ptr0: bfloat16[120, 300]; xnumel: int = 36000; "
            "XBLOCK: constexpr = 256; grid: 141; num_warps: 4; num_stages: 1",
        ),
    ],
)  # fmt: skip
def test_a_launch_is_followed_to_its_shapes_types_and_configuration(name: str, workload: str) -> None:
    found = forecasts(MODULE)[name]
    assert found.workload == workload
    line = int(found.workload_origin.removeprefix("launch on line "))
    assert MODULE.split("\n")[line - 1].strip().startswith(f"{name}.run(")
    assert {"registers", "shared_memory"} <= set(found.forecasts) and not found.outside


def test_a_helper_of_a_kernel_has_no_forecast_of_its_own() -> None:
    assert forecasts(MODULE)["_triton_helper_fn_add0"].outside == ("called by kernels",)


def test_a_kernel_by_itself_is_launched_as_its_size_hints_say() -> None:
    found = forecasts(SCALE)[MUL]
    assert found.workload_origin == "size hints"
    assert found.workload == (
        "in_ptr0: float32[65536]; out_ptr0: bfloat16[65536]; xnumel: int = 65536; XBLOCK: constexpr = 256; grid: 256; "
        "num_warps: 4; num_stages: 1"
    )
    assert forecasts(ROWS)[SUM].workload.count("r0_numel: int = 512") == 1


def test_a_comment_above_the_decorator_says_another_workload() -> None:
    text = MODULE.replace("@triton_heuristics.pointwise(", "# perfcast: xnumel = 64\n@triton_heuristics.pointwise(")
    found = forecasts(text)[MUL]
    assert found.workload_origin == "comment" and "xnumel: int = 64" in found.workload


def configs_of(decorator: str, parameters: str, text: str = SCALE) -> tuple[Config, ...] | None:
    """Of the kernel under a decorator with other hints."""
    start, end = text.index("@triton_heuristics"), text.index("@triton.jit\ndef triton_")
    head = text[start:end]
    changed = text.replace(head, f"@triton_heuristics.{decorator[:-1]}, filename=__file__, triton_meta={{}})\n")
    return KernelFile.parse(changed.replace("XBLOCK : tl.constexpr", parameters)).kernels[-1].configs


@pytest.mark.parametrize(
    ("decorator", "parameters", "expected"),
    [
        ("pointwise(size_hints={'x': 65536})", "XBLOCK : tl.constexpr", [((512,), 4), ((256,), 4)]),
        ("pointwise(size_hints={'x': 1048576})", "XBLOCK : tl.constexpr", [((1024,), 4), ((512,), 8)]),
        ("pointwise(size_hints={'x': 16})", "XBLOCK : tl.constexpr", [((16,), 1)]),
        (
            "pointwise(size_hints={'y': 64, 'x': 64}, tile_hint=TileHint.SQUARE)",
            "YBLOCK: tl.constexpr, XBLOCK: tl.constexpr",
            [((32, 32), 4)],
        ),
        (
            "reduction(size_hints={'x': 4096, 'r0_': 8192}, reduction_hint=ReductionHint.INNER)",
            "XBLOCK: tl.constexpr, R0_BLOCK: tl.constexpr",
            [((1, 2048), 16)],
        ),
        (
            "persistent_reduction(size_hints={'x': 4096, 'r0_': 32}, reduction_hint=ReductionHint.DEFAULT)",
            "XBLOCK: tl.constexpr",
            [((1,), 2), ((8,), 2), ((32,), 8), ((128,), 8)],
        ),
        ("template(num_stages=3, num_warps=8)", "xs", [((), 8)]),
    ],
)  # fmt: skip
def test_configurations_are_those_that_inductor_chooses_among(
    decorator: str, parameters: str, expected: list[tuple[tuple[int, ...], int]]
) -> None:
    configs = configs_of(decorator, parameters)
    assert configs is not None
    assert [(tuple(value for _, value in config.values), config.num_warps) for config in configs] == expected


def test_a_block_that_no_rule_tells_is_tried_with_usual_lengths() -> None:
    assert configs_of("pointwise(size_hints={'x': 64})", "XBLOCK: tl.constexpr, OTHER_BLOCK: tl.constexpr") == ()


def test_a_template_is_launched_on_the_grid_that_follows_its_arguments() -> None:
    head = SCALE[SCALE.index("@triton_heuristics") : SCALE.index("@triton.jit\ndef triton_")]
    template = (
        "@triton_heuristics.template(num_stages=2, num_warps=8, triton_meta={'signature': {'in_ptr0': '*fp16'}})\n"
    )
    text = MODULE.replace(head, template).replace(
        "XBLOCK : tl.constexpr):\n    xoffset", "):\n    XBLOCK = 64\n    xoffset"
    )
    text = text.replace(f"{MUL}.run(arg2_1, buf1, {MUL}_xnumel,", f"{MUL}.run(arg2_1, buf1, {MUL}_xnumel, 32, 4, 1,")
    file = KernelFile.parse(text)
    planned = plan(file, file.kernel(MUL))
    (config,) = file.kernel(MUL).configs or ()
    launch = planned.launch(config)
    assert (launch.grid, launch.config.num_warps, launch.config.num_stages) == ((32, 4, 1), 8, 2)


def test_roles_do_not_depend_on_the_text_around() -> None:
    kernel = KernelFile.parse(INDUCTOR).kernel("triton_poi_fused_relu_0")
    assert kernel.named(Role.POINTER) == ("in_ptr0", "out_ptr0")


def test_a_hover_shows_a_kernel_that_is_held_as_text() -> None:
    file = SourceFile.parse(MODULE)
    text = kernel_markdown(file, file.unit(SUM), Predictor(StandInModel()), 0.8) or ""  # type: ignore[arg-type]
    assert "For `in_ptr0: float16[100, 400];" in text and "from the launch on line" in text


def test_hints_stay_with_kernels_that_move_while_someone_types() -> None:
    file = SourceFile.parse(MODULE)
    kernels = [unit for unit in file.units if unit.kind == "kernel"]
    blocks = [Block.of(unit, file, split_lines(MODULE)) for unit in kernels]
    moved = MODULE.replace("import torch\n", "import torch\nimport math\n\n", 1)
    assert relocated(blocks, split_lines(moved)) == [unit.line + 2 for unit in kernels]
