"""What the editor is told of kernels."""

from __future__ import annotations

import pytest
from pygls.exceptions import JsonRpcException

from perfcast.forecast import Predictor
from perfcast.lsp.features.kernels import SHOWN, kernel_markdown, rank_lens_title, ranking_answer
from perfcast.source import SourceFile
from perfcast.triton import KernelFile
from tests.engine import StandInModel
from tests.unit.triton.sources import ADD, MATMUL, SOFTMAX


def hovered(text: str, name: str) -> str | None:
    file = SourceFile.parse(text)
    return kernel_markdown(file, file.unit(name), Predictor(StandInModel()), 0.8)  # type: ignore[arg-type]


def test_a_hover_shows_devices_side_by_side_and_that_times_are_bounds() -> None:
    text = hovered(SOFTMAX, "softmax_kernel") or ""
    assert "For `out_ptr: float16[1823, 781];" in text and "from the launch on line" in text
    assert "Bounds (at least) are the roofline's, estimates the source's counts" in text
    rows = {line.split(" | ")[0].strip("| "): line for line in text.splitlines() if line.startswith("| ")}
    assert set(SHOWN) < set(rows)
    # 2 * 2 * 1823 * 781 bytes at 4.8 TB/s, and the launch.
    assert "at least 3.19 µs (roofline bound: launch" in rows["H200"]
    assert "at least 19.8 µs (roofline bound: memory" in rows["T4"]


def test_a_hover_says_why_nothing_can_be_counted() -> None:
    text = MATMUL.replace("tl.cdiv(K, BLOCK_K)", "float(K)")
    assert "Nothing can be counted:" in (hovered(text, "matmul_kernel") or "")
    assert "a loop whose rounds depend on what is not known" in (hovered(text, "matmul_kernel") or "")


def test_a_hover_forecasts_what_the_model_knows_of_a_device_and_estimates_the_rest() -> None:
    text = hovered(SOFTMAX, "softmax_kernel") or ""
    rows = {
        cells[0]: cells[2:]
        for line in text.splitlines()
        if line.startswith("| ") and (cells := [cell.strip() for cell in line.strip("|").split("|")])
    }
    assert rows["device"] == ["forecast", "bound", "estimate", "shared memory", "registers", "occupancy"]
    assert (rows["T4"][0], rows["H100"][0], rows["A100-80GB"][0]) == ("–", "–", "12–34 µs")
    assert (rows["H100"][3], rows["H100"][4]) == ("4.8–13 KiB", "38–108 regs")
    assert rows["T4"][3] == "est. 0 KiB" and rows["T4"][4].startswith("est. ") and "regs" not in rows["T4"][4]
    # 64 registers of 128 threads leave room for 8 blocks of 4 warps, half of what an SM has.
    assert rows["H100"][5] == "50% (registers)"


def test_what_is_not_certain_about_the_counts_is_noted_below_the_table() -> None:
    text = hovered(MATMUL.replace("tl.cdiv(K, BLOCK_K)", "tl.load(a_ptr)"), "matmul_kernel") or ""
    assert "\n\nNote: loops whose rounds are not known are taken to read what there is once." in text


def test_a_python_function_has_no_such_hover() -> None:
    assert hovered(ADD, "add") is None


def test_a_lens_names_how_many_configurations_there_are() -> None:
    assert rank_lens_title(KernelFile.parse(MATMUL).kernel("matmul")) == "rank 24 configurations"
    assert rank_lens_title(KernelFile.parse(ADD).kernel("add")) is None


def test_the_command_answers_as_the_command_line_does() -> None:
    request = {"name": "matmul", "device": "L40S", "sizes": {"M": 4096, "N": 4096, "K": 4096}, "top": 2}
    answer = ranking_answer(MATMUL, request)
    assert len(answer["ranked"]) == 2 and answer["is_forecast"] is False
    assert "| configuration | bound | estimate |" in answer["markdown"]
    assert answer["markdown"].count("| BLOCK_M=") == 2


def test_times_are_forecasts_where_launches_were_measured_on_the_device() -> None:
    sizes = {"M": 4096, "N": 4096, "K": 4096}
    answer = ranking_answer(MATMUL, {"name": "matmul", "device": "H200", "sizes": sizes, "top": 2})
    assert answer["is_forecast"] is True and "learned from launches" in answer["about"]
    assert "| configuration | bound | forecast |" in answer["markdown"]
    assert "Forecast times were learned from launches measured on this device" in answer["markdown"]


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        ({"name": "matmul", "device": "H300"}, "unknown device"),
        ({"name": "nothing", "device": "H200"}, "no kernel named"),
        ({"name": "matmul", "device": "H200", "sizes": {"M": "many"}}, "an object of numbers by name"),
        ({"name": "matmul", "device": "H200", "top": 0}, "top:"),
        ({"name": "matmul", "device": "H200", "workload": "M: ["}, "a type is expected"),
    ],
)
def test_a_request_that_is_wrong_is_refused_with_the_reason(request_: dict[str, object], problem: str) -> None:
    with pytest.raises(JsonRpcException, match=problem):
        ranking_answer(MATMUL, request_)
