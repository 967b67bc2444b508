"""Forecasts of kernels: which launch, on which devices, and in how many characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfcast.forecast import Forecast, Predictor, UnitForecast, UnknownDeviceError
from perfcast.forecast.forecast import LEVELS
from perfcast.forecast.kernels import KernelFiles
from perfcast.forecast.presentation.payload import unit_payload
from perfcast.forecast.presentation.text import MAX_HINT, HintStyle, bracketed_text, hint, range_text
from perfcast.forecast.refusals.outside import HELPER
from perfcast.source import SourceFile
from perfcast.triton import DEVICES, KernelError, KernelFile, Launch, device_named, plan, rank
from perfcast.workload import WorkloadError, parse
from tests.engine import StandInModel
from tests.unit.forecast.test_text import between
from tests.unit.triton.sources import ADD, MATMUL, SOFTMAX

HELPED = """
import triton
import triton.language as tl


@triton.jit
def doubled(x):
    return x * 2


@triton.jit
def double(x_ptr, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x_ptr + at, doubled(tl.load(x_ptr + at, mask=at < n)), mask=at < n)


def run(x):
    double[(4,)](x, 4096, B=1024)
"""


def of_kernel(predictor: Predictor, text: str, name: str, gpu: str | None = None, **more: object) -> UnitForecast:
    [found] = predictor.forecast_file(SourceFile.parse(text), names=[name], gpu=gpu, **more)  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize(
    ("gpu", "metrics"),
    [
        ("H100", {"registers", "shared_memory"}),
        ("H200", {"registers", "shared_memory"}),
        ("A100-40GB", {"registers", "shared_memory"}),
        ("A100-80GB", {"registers", "shared_memory", "gpu_time"}),
        ("T4", set()),
        ("L4", set()),
        ("MyGPU: capability=9.0, sms=10, bandwidth=1e12, fp32=1e13, fp16=1e14", {"registers", "shared_memory"}),
    ],
)
def test_what_the_model_knows_of_a_device_is_forecast_and_nothing_else(
    predictor: Predictor, gpu: str, metrics: set[str]
) -> None:
    found = of_kernel(predictor, SOFTMAX, "softmax_kernel", gpu)
    assert set(found.forecasts) == metrics
    assert found.device == device_named(gpu).name
    assert found.outside == ()
    assert found.bound is not None and found.bound > 0


def test_registers_are_asked_by_architecture_and_times_by_device(predictor: Predictor, model: StandInModel) -> None:
    of_kernel(predictor, SOFTMAX, "softmax_kernel", "A100-80GB")
    assert {prompt.metric: prompt.device for prompt in model.asked} == {
        "registers": "sm_80", "shared_memory": "sm_80", "gpu_time": "A100-80GB",
    }  # fmt: skip


def test_without_a_gpu_it_is_one_that_times_are_known_of(predictor: Predictor) -> None:
    assert of_kernel(predictor, SOFTMAX, "softmax_kernel").device == "A100-80GB"
    assert predictor.kernels.gpu("").name == predictor.kernels.gpu(None).name == "A100-80GB"


def test_a_model_that_knows_no_kernels_leaves_bounds() -> None:
    class OfFunctions(StandInModel):
        @property
        def metadata(self) -> Mapping[str, object]:
            return {name: value for name, value in super().metadata.items() if name != "kernel_devices"}

    found = of_kernel(Predictor(OfFunctions()), SOFTMAX, "softmax_kernel")  # type: ignore[arg-type]
    assert (found.device, found.forecasts) == ("H100", {})
    assert hint(found) == "≥3.7 µs H100"


@pytest.mark.parametrize("gpu", ["H300", "MyGPU: sms=3", "MyGPU: speed=3"])
def test_an_unknown_gpu_is_an_error_even_where_no_kernel_is_asked_about(predictor: Predictor, gpu: str) -> None:
    with pytest.raises(UnknownDeviceError):
        predictor.kernels.gpu(gpu)
    with pytest.raises(UnknownDeviceError):
        predictor.forecast_file(SourceFile.parse("def f(n): return n"), gpu=gpu)


def test_the_launch_is_the_files_own(predictor: Predictor) -> None:
    found = of_kernel(predictor, SOFTMAX, "softmax_kernel", "H100")
    assert found.workload_origin == "launch on line 20"
    assert found.workload == (
        "out_ptr: float16[1823, 781]; in_ptr: float16[1823, 781]; in_stride: int = 781; out_stride: int = 781; "
        "n_cols: int = 781; BLOCK: constexpr = 1024; grid: 1823; num_warps: 4; num_stages: 3"
    )


def test_a_given_launch_takes_the_place_of_the_files(predictor: Predictor) -> None:
    given_ = "in_ptr: float32[64, 256]; out_ptr: float32[64, 256]; n_cols: int = 256"
    found = of_kernel(predictor, SOFTMAX, "softmax_kernel", "H100", workload=given_)
    assert found.workload_origin == "given"
    assert "in_ptr: float32[64, 256]" in found.workload
    with pytest.raises(WorkloadError):
        of_kernel(predictor, SOFTMAX, "softmax_kernel", "H100", workload="in_ptr: float32[")


def test_of_several_configurations_the_most_promising_is_forecast() -> None:
    file = SourceFile.parse(MATMUL)
    chosen = KernelFiles().chosen(file, file.unit("matmul_kernel"), DEVICES["H100"])
    assert (chosen.configurations, chosen.plan.origin) == (24, "default")
    kernels = KernelFile(file)
    kernel = kernels.kernel("matmul_kernel")
    best = rank(plan(kernels, replace(kernel, configs=(kernel.configs or ()))), DEVICES["H100"]).ranked[0]
    assert Launch.of(chosen.workload).config.constants == best.config.constants
    assert best.bound is not None and chosen.bound == best.bound.seconds


def test_a_launch_of_its_own_is_the_only_one() -> None:
    file = SourceFile.parse(SOFTMAX)
    chosen = KernelFiles().chosen(file, file.unit("softmax_kernel"), DEVICES["H100"])
    assert (chosen.configurations, chosen.plan.origin) == (1, "launch on line 20")
    with pytest.raises(KernelError, match="softmax is no kernel that can be followed"):
        KernelFiles().chosen(file, file.unit("softmax"), DEVICES["H100"])


def test_what_other_kernels_call_is_not_forecast_and_has_no_hint(predictor: Predictor) -> None:
    helper = of_kernel(predictor, HELPED, "doubled", "H100")
    assert (helper.outside, helper.forecasts, helper.bound) == ((HELPER,), {}, None)
    assert hint(helper) == ""
    assert hint(of_kernel(predictor, HELPED, "double", "H100")) != ""


def test_what_cannot_be_launched_says_why(predictor: Predictor) -> None:
    text = ADD.replace(", BLOCK=1024", "").replace("BLOCK", "MODE")
    found = of_kernel(predictor, text, "add_kernel", "H100")
    assert found.forecasts == {} and found.bound is None
    assert "the launch on line 21 gives no MODE" in found.outside[0]
    assert hint(found) == "no forecast"


def test_a_comment_may_ask_not_to_be_shown_a_kernel(predictor: Predictor) -> None:
    text = ADD.replace("@triton.jit", "# perfcast: ignore\n@triton.jit")
    assert of_kernel(predictor, text, "add_kernel", "H100").ignored


def test_functions_and_kernels_of_a_file_are_forecast_in_order(predictor: Predictor, model: StandInModel) -> None:
    found = predictor.forecast_file(SourceFile.parse(ADD), gpu="H100")
    assert [(one.unit.name, one.device, set(one.forecasts)) for one in found] == [
        ("add_kernel", "H100", {"registers", "shared_memory"}),
        ("add", "Test CPU", {"peak_memory", "cpu_time"}),
    ]


def test_an_unchanged_kernel_costs_nothing_and_a_changed_configuration_no_reading(
    predictor: Predictor, model: StandInModel
) -> None:
    for text in (MATMUL, MATMUL, MATMUL.replace("for k in (32, 64)", "for k in (32,)")):
        of_kernel(predictor, text, "matmul_kernel", "H100")
    assert len(model.encoded) == 1, "a kernel's normal form has no configurations"
    of_kernel(predictor, MATMUL, "matmul_kernel", "A100")
    assert len(model.encoded) == 1


def test_a_launch_is_forecast_once_and_only_where_something_is_known(predictor: Predictor, model: StandInModel) -> None:
    file = SourceFile.parse(SOFTMAX)
    unit = file.unit("softmax_kernel")
    assert predictor.kernels.launch(file, unit, DEVICES["T4"])[1] == {}
    assert model.runs == 0
    for _ in range(2):
        assert set(predictor.kernels.launch(file, unit, DEVICES["H100"])[1]) == {"registers", "shared_memory"}
    assert (model.runs, len(model.asked)) == (1, 2)


def test_no_time_is_forecast_of_a_launch_without_a_grid_or_below_its_bound(predictor: Predictor) -> None:
    file = SourceFile.parse(ADD.partition("def add(")[0])
    gpu = DEVICES["A100-80GB"]
    assert "gpu_time" not in predictor.kernels.launch(file, file.unit("add_kernel"), gpu)[1]
    tensors = "x_ptr: float32[1e9]; y_ptr: float32[1e9]; out_ptr: float32[1e9]; n_elements: int = 1e9"
    workload = parse(f"{tensors}; BLOCK: constexpr = 1024; grid: 976563")
    chosen, forecasts = predictor.kernels.launch(file, file.unit("add_kernel"), gpu, workload)
    assert chosen.bound is not None and forecasts["gpu_time"].quantile(0.05) >= chosen.bound * 0.999


def test_a_gpu_that_borrows_a_name_gets_none_of_its_times(predictor: Predictor) -> None:
    file = SourceFile.parse(SOFTMAX)
    borrowed = device_named("A100-80GB: capability=8.0, sms=1, bandwidth=1e9, fp32=1e12, fp16=1e12")
    assert set(predictor.kernels.launch(file, file.unit("softmax_kernel"), borrowed)[1]) == {
        "registers",
        "shared_memory",
    }


def test_a_gpu_that_nothing_is_known_of_says_so(predictor: Predictor) -> None:
    text = ADD.partition("def add(")[0]
    found = of_kernel(predictor, text, "add_kernel", "T4")
    assert (found.forecasts, found.outside) == ({}, ("not known of T4",))


def test_budgets_on_kernels_are_noted(predictor: Predictor) -> None:
    found = of_kernel(
        predictor, SOFTMAX.replace("@triton.jit", "# perfcast: time < 5 us\n@triton.jit"), "softmax_kernel"
    )
    assert [note.message for note in found.notes] == ["budgets are for functions, not for kernels"]


def test_a_payload_has_the_bound_beside_the_forecasts(predictor: Predictor) -> None:
    payload = unit_payload(of_kernel(predictor, SOFTMAX, "softmax_kernel", "H100"))
    assert payload["kind"] == "kernel" and payload["device"] == "H100"
    assert payload["forecasts"]["registers"]["unit"] == "regs"
    assert payload["forecasts"]["shared_memory"]["unit"] == "B"
    assert payload["roofline_bound"]["unit"] == "s" and 3e-6 < payload["roofline_bound"]["value"] < 5e-6
    assert "roofline_bound" not in unit_payload(of_kernel(predictor, HELPED, "doubled"))


KERNEL = SourceFile.parse(SOFTMAX).units[0]


def launched(*forecasts: Forecast, bound: float | None = 21e-6, device: str = "H100", **more: object) -> UnitForecast:
    named = {forecast.metric: forecast for forecast in forecasts}
    return UnitForecast(KERNEL, "", "default", device, named, bound=bound, **more)  # type: ignore[arg-type]


REGISTERS = between("registers", 60, 72)
SHARED = between("shared_memory", 30_000, 34_000)
TIME = between("gpu_time", 20e-6, 34e-6)


def test_where_no_time_is_forecast_the_bound_stands_as_such() -> None:
    assert hint(launched()) == "≥21 µs H100"
    assert hint(launched(REGISTERS)) == "≥21 µs H100 · 60–72 regs"
    assert hint(launched(REGISTERS, bound=None)) == "60–72 regs"


def test_a_forecast_time_takes_the_place_of_the_bound() -> None:
    assert hint(launched(TIME)) == "20–34 µs H100"
    both = hint(launched(TIME, REGISTERS))
    assert both.startswith("20–34") and "60–72" in both and "≥" not in both


def test_what_does_not_fit_is_left_out_from_the_end() -> None:
    assert hint(launched(REGISTERS, SHARED, device="A100-80GB")) == "≥21 µs A100 · 60–72 regs"
    assert hint(launched(TIME, between("registers", 100, 255), between("shared_memory", 100, 150_000))).startswith("20")


def test_shared_memory_through_which_warps_reduce_is_not_worth_a_place() -> None:
    few = between("shared_memory", 16, 16)
    assert hint(launched(few)) == "≥21 µs H100"
    assert hint(launched(between("shared_memory", 2048, 2048))) == "≥21 µs H100 · ≈2 KiB"


def test_styles_leave_out_time_and_memory() -> None:
    forecast = launched(TIME, REGISTERS)
    assert hint(forecast, HintStyle(time=False)) == "60–72 regs"
    assert hint(forecast, HintStyle(memory=False)) == "20–34 µs H100"
    assert hint(forecast, HintStyle(memory=False, time=False)) == ""
    assert hint(launched(REGISTERS), HintStyle(points=True)) == "≥21 µs H100 · ≈66 regs"


def test_an_ignored_kernel_has_no_hint() -> None:
    assert hint(launched(TIME, ignored=True)) == ""


registers = st.floats(0, 255)
sizes = st.floats(-1, 6).map(lambda exponent: 10.0**exponent)
times = st.floats(-8, 3).map(lambda exponent: 10.0**exponent)


@given(
    st.none() | st.tuples(times, times),
    st.none() | st.tuples(registers, registers),
    st.none() | st.tuples(sizes, sizes),
    st.none() | times,
    st.sampled_from(["T4", "H100 PCIe", "A100-80GB", "A GPU with quite a long name"]),
    st.booleans(),
)
def test_a_kernels_hint_is_short_and_says_bounds_as_bounds(
    time: tuple[float, float] | None,
    held: tuple[float, float] | None,
    shared: tuple[float, float] | None,
    bound: float | None,
    device: str,
    points: bool,
) -> None:
    forecasts = [
        Forecast(metric, LEVELS, [min(ends)] * 9 + [max(ends)] * 10)
        for metric, ends in (("gpu_time", time), ("registers", held), ("shared_memory", shared))
        if ends is not None
    ]
    text = hint(launched(*forecasts, bound=bound, device=device), HintStyle(points=points))
    assert len(text) <= MAX_HINT
    assert text.startswith("≥") == (time is None and bound is not None)


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(60.4, 71.6, "60–72 regs"), (99.6, 127.7, "100–128 regs"), (64, 64.4, "≈64 regs"), (8, 255, "8–255 regs")],
)
def test_registers_are_counted(low: float, high: float, text: str) -> None:
    assert range_text(low, high, "regs") == text


def test_the_line_of_the_cli_counts_registers() -> None:
    assert bracketed_text(between("registers", 100, 144)) == "120 regs [100-144]"


@pytest.mark.parametrize("options", ["num_warps: 0", "num_warps: 3", "num_warps: 64", "num_ctas: 0", "num_ctas: 2"])
def test_a_launch_that_cannot_run_says_so_in_place_of_a_forecast(options: str) -> None:
    file = SourceFile.parse(ADD)
    workload = (
        "x_ptr: float32[64]; y_ptr: float32[64]; out_ptr: float32[64]; n_elements: int = 64; BLOCK: constexpr = 64"
    )
    given = parse(f"{workload}; grid: 1; {options}")
    with pytest.raises(KernelError, match=r"num_warps|threads a block|num_ctas|clusters"):
        KernelFiles().chosen(file, file.unit("add_kernel"), DEVICES["A100-80GB"], given)


def test_a_launch_that_lacks_a_constant_has_no_forecast_at_another() -> None:
    file = SourceFile.parse(ADD.replace(", BLOCK=1024", ""))
    with pytest.raises(KernelError, match="the launch on line 21 gives no BLOCK"):
        KernelFiles().chosen(file, file.unit("add_kernel"), device_named("H200"))
