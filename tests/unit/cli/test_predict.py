"""`perfcast predict`."""

import json
import math
from pathlib import Path

import pytest

from perfcast.cli.model import machine_store
from perfcast.measure import device_name
from tests.unit.triton.sources import ADD, SOFTMAX

SOURCE = """\
import os

def total(nums: list[int]) -> int:
    return sum(nums)

class Box:
    def area(self, grid):
        return [row[:] for row in grid]

async def wait(x): return await x

def read(path):
    return open(path).read()

if __name__ == "__main__":
    total(list(range(2000)))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "code.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def _names(shown: str) -> list[str]:
    """What a forecast's line begins with, without the line about the device at the end."""
    *lines, _ = shown.splitlines()
    return [line.split("  ")[0] for line in lines]


def test_a_line_for_every_unit(run, file):
    result = run("predict", file)
    assert result.exit_code == 0
    *lines, device = result.stdout.splitlines()
    assert device == "CPU times hold for Test CPU."
    assert [line.split("  ")[0] for line in lines] == ["def total", "def Box.area", "def wait", "def read"]
    assert lines[0] == (
        "def total  peak 15.6 KiB [9.3-26]  time 20 µs [12-34]  "
        "(nums: list[int] * 2000 in 0..1999 sorted distinct, from the call on line 16)"
    )
    assert lines[3] == "def read  no forecast: opens files"


def test_an_instance_that_was_made_up_stands_before_the_workload(run, tmp_path):
    path = tmp_path / "code.py"
    path.write_text("class A:\n    def f(self): return 1\n    def g(self, nums: list[int]): return sum(nums)\n")
    first, second, _ = run("predict", path).stdout.splitlines()
    assert first.endswith("(self: A(), by default)")
    assert second.endswith("(self: A(); nums: list[int] * 1000 in 0..1000, by default)")
    first, _ = json.loads(run("predict", path, "--json").stdout)["units"]
    assert first["workload"] == {"text": "", "origin": "default"}


def test_json_is_the_contract_and_alone_on_stdout(run, file):
    result = run("predict", file, "--json")
    answer = json.loads(result.stdout)
    assert answer["model"]["name"] == "stand-in"
    unit = answer["units"][0]
    assert (unit["name"], unit["line"], unit["kind"]) == ("total", 3, "function")
    assert unit["workload"]["origin"] == "call on line 16"
    assert set(unit["forecasts"]) == {"peak_memory", "cpu_time"}
    memory = unit["forecasts"]["peak_memory"]
    assert memory["unit"] == "B"
    assert memory["p50"] == pytest.approx(16_000)
    assert memory["p10"] < memory["p50"] < memory["p90"]
    assert unit["forecasts"]["cpu_time"]["unit"] == "s"
    assert [unit["kind"] for unit in answer["units"]] == ["function", "method", "function", "function"]


def test_of_several_files_each_line_says_where(run, tmp_path, file):
    (tmp_path / "tests").mkdir()
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "tests/test_code.py").write_text("def test_f(): pass\n")
    first, *_ = run("predict", tmp_path).stdout.splitlines()
    assert first.startswith(f"{file}:3: def total  peak ")
    result = run("predict", tmp_path, "--exclude", "tests/**", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert {unit["path"] for unit in json.loads(result.stdout)["units"]} == {str(file)}
    result = run("predict", f"{tmp_path}::total")
    assert (result.exit_code, result.stdout) == (2, "")


def test_one_unit_by_name(run, file):
    assert run("predict", f"{file}::Box.area").stdout.startswith("def Box.area  peak ")


@pytest.mark.parametrize(("line", "name"), [("3", "total"), ("4:12", "total"), ("8:", "Box.area")])
def test_one_unit_by_a_place_as_editors_print_it(run, file, line, name):
    shown, _ = run("predict", f"{file}:{line}").stdout.splitlines()
    assert shown.startswith(f"def {name}  peak ")


def test_a_place_tells_units_of_one_name_apart(run, tmp_path):
    path = tmp_path / "code.py"
    path.write_text("def f(a: int): return a\n@cached\ndef f(b: int): return b\n", encoding="utf-8")
    assert "(b: int" in run("predict", f"{path}::f").stdout
    assert "(a: int" in run("predict", f"{path}:1").stdout
    assert "(b: int" in run("predict", f"{path}:2").stdout


def test_a_place_where_no_function_is(run, file):
    for place, reason in [("1", "no function at line 1"), ("99", "no function at line 99")]:
        result = run("predict", f"{file}:{place}")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"perfcast: {file}: {reason}\n"
    assert "nothing.py: no such file" in run("predict", file.with_name("nothing.py:3")).stderr


def test_a_file_whose_name_ends_like_a_place(run, tmp_path):
    path = tmp_path / "code.py:3"
    path.write_text("def f(): return 1\n", encoding="utf-8")
    assert run("predict", path).stdout.startswith("def f  peak ")


def test_a_given_workload_takes_the_place_of_the_files(run, file):
    result = run("predict", f"{file}::total", "--workload", "nums: list[int] * 1e6")
    assert "peak 7.63 MiB" in result.stdout
    assert result.stdout.splitlines()[0].endswith("(nums: list[int] * 1e6, as given)")


def test_what_a_given_workload_leaves_out_is_filled_in(run, tmp_path):
    path = tmp_path / "code.py"
    path.write_text("def f(a: list[int], b: list[int], c=1): return a + b\n")
    completed = run("predict", path, "--workload", "list[int] * 5").stdout.splitlines()[0]
    assert completed.endswith("(a: list[int] * 5; b: list[int] * 1000 in 0..1000, as given)")
    whole = "b: list[int] * 5; a: list[int] * 5"
    assert run("predict", path, "--workload", whole).stdout.splitlines()[0].endswith(f"({whole}, as given)")


def test_size_scales_every_workload(run, file):
    unit = json.loads(run("predict", f"{file}::total", "--size", "50000", "--json").stdout)["units"][0]
    assert "list[int] * 50000" in unit["workload"]["text"]
    assert unit["forecasts"]["peak_memory"]["p50"] == pytest.approx(400_000)


def test_size_scales_a_given_workload_too(run, file):
    shown = run("predict", f"{file}::total", "--workload", "nums: list[int] * 10 in 0..9", "--size", "1e4").stdout
    assert "(nums: list[int] * 10000 in 0..9" in shown


@pytest.mark.parametrize("size", ["1e5", "100_000", "100000"])
def test_sizes_are_written_as_in_workloads(run, file, size):
    assert "list[int] * 1e5" in run("predict", f"{file}::total", "--size", size).stdout


@pytest.mark.parametrize("size", ["0", "1.5", "1e10", "many", "inf", "nan"])
def test_a_size_that_is_none(run, file, size):
    result = run("predict", f"{file}::total", "--size", size)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"a whole number from 1 to 1e9 is expected, not '{size}'" in " ".join(result.stderr.split())


def test_the_device_is_told_where_times_are_shown(run, file, kernels):
    assert run("predict", file, "--device", "Other CPU").stdout.endswith("\nCPU times hold for Other CPU.\n")
    assert "CPU times" not in run("predict", f"{file}::read").stdout, "there is no forecast"
    assert "CPU times" not in run("predict", f"{kernels}::softmax_kernel").stdout


def test_a_machine_that_is_known_is_told_beside_the_models(run, file, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    machine_store().keep_slowness(math.log(2))
    line, device = run("predict", f"{file}::total").stdout.splitlines()
    assert "time 40 µs" in line
    assert device == f"CPU times hold for {device_name()}, 2 times as slow as the model's Test CPU."


def test_device(run, file):
    times = [
        json.loads(run("predict", f"{file}::total", "--json", *device).stdout)["units"][0]["forecasts"]["cpu_time"][
            "p50"
        ]
        for device in ((), ("--device", "Other CPU"))
    ]
    assert times[1] == pytest.approx(3 * times[0])


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    path = tmp_path / "kernels.py"
    path.write_text(SOFTMAX, encoding="utf-8")
    return path


LAUNCH = (
    "out_ptr: float16[1823, 781]; in_ptr: float16[1823, 781]; in_stride: int = 781; out_stride: int = 781; "
    "n_cols: int = 781; BLOCK: constexpr = 1024; grid: 1823; num_warps: 4; num_stages: 3"
)


def test_a_line_for_a_kernel_has_what_it_takes_and_its_least_time(run, kernels):
    result = run("predict", f"{kernels}::softmax_kernel", "--gpu", "H100")
    assert (result.exit_code, result.stderr) == (0, "")
    line = result.stdout.rstrip()
    assert line.startswith("def softmax_kernel  64 regs [38")
    assert "  shared 8 KiB [4.8-13]  at least 3.7 µs on H100 (roofline)  (" in line
    assert line.endswith(f"({LAUNCH}, from the launch on line 20)")


def test_the_time_of_a_kernel_is_forecast_on_a_gpu_that_the_model_knows_times_of(run, kernels):
    assert "time 20 µs [12-34]  at least 4.8 µs on A100-80GB (roofline)" in run("predict", kernels).stdout
    assert "time 20 µs" not in run("predict", f"{kernels}::softmax_kernel", "--gpu", "T4").stdout


def test_json_of_a_kernel_names_the_gpu_and_the_bound(run, kernels):
    answer = json.loads(run("predict", kernels, "--gpu", "h100", "--json").stdout)
    kernel, function = answer["units"]
    assert (kernel["name"], kernel["kind"], kernel["device"]) == ("softmax_kernel", "kernel", "H100")
    assert kernel["workload"] == {"text": LAUNCH, "origin": "launch on line 20"}
    assert {name: forecast["unit"] for name, forecast in kernel["forecasts"].items()} == {
        "registers": "regs", "shared_memory": "B",
    }  # fmt: skip
    assert kernel["forecasts"]["registers"]["p50"] == pytest.approx(64)
    assert kernel["roofline_bound"]["value"] == pytest.approx(3.7e-6, rel=0.01)
    assert function["kind"] == "function" and function["device"] == "Test CPU"
    assert "roofline_bound" not in function


def test_a_launch_may_be_given_and_no_size_changes_it(run, tmp_path):
    path = tmp_path / "add.py"
    path.write_text(ADD)
    given = "x_ptr: float32[4096]; y_ptr: float32[4096]; out_ptr: float32[4096]; n_elements: int = 4096; grid: 4"
    result = run("predict", f"{path}::add_kernel", "--workload", given, "--size", "7", "--gpu", "H100")
    assert result.exit_code == 0
    assert "x_ptr: float32[4096]; y_ptr: float32[4096]" in result.stdout
    assert result.stdout.rstrip().endswith("as given)")


BAD_FILES = {
    "missing.py": (None, "no such file"),
    "empty.py": (b"", "line 1: the file is empty"),
    "binary.py": (b"\x7fELF\0\0\1", "binary"),
    "latin.py": ("x = 'é'\ndef f(): pass\n".encode("latin-1"), "0xe9"),
    "mark.py": (b"\xef\xbb\xbf# coding: latin-1\ndef f(): pass\n", "encoding"),
    "deep.py": (b"x = " + b"(" * 5000 + b")" * 5000, "nested"),
    "comment.py": (b"# perfcast: nums: list[int * 3\ndef f(nums): return nums\n", "line 1, column 28"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_get_one_line_and_exit_code_2(run, tmp_path, file, name):
    content, reason = BAD_FILES[name]
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    result = run("predict", path, file)
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line.startswith(f"perfcast: {path}: ")
    assert reason in line
    assert "def total  peak" in result.stdout, "the other file is answered"


def test_what_parses_of_a_broken_file_is_answered(run, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("def good(nums): return sum(nums)\n\ndef bad(:\n    pass\n\ndef fine(s): return s.lower()\n")
    result = run("predict", path)
    assert result.exit_code == 2
    assert "line 3" in result.stderr and len(result.stderr.splitlines()) == 1
    assert _names(result.stdout) == ["def good", "def fine"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--workload", "nums: list[int"], "--workload: "),
        (["--device", "Abacus"], "--device: no device named 'Abacus'; the model knows 'Test CPU'"),
        (["--gpu", "H300"], "--gpu: unknown device 'H300'; the nearest known is 'H200'"),
        (["--model", "/nowhere"], "model: /nowhere: config.json is missing"),
        (["--size", "0"], "--size"),
        (["--workload", "nums: ..."], "--workload: a type is expected in place of '...' (at column 7"),
    ],
)
def test_bad_options(run, file, arguments, reason):
    result = run("predict", file, *arguments)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_an_unknown_name_suggests_a_known_one(run, file):
    result = run("predict", f"{file}::totl", file)
    assert result.exit_code == 2
    assert "no unit named 'totl'; did you mean 'total'?" in result.stderr
    assert len(_names(result.stdout)) == 4


def test_json_stays_json_when_something_is_wrong(run, tmp_path, file):
    result = run("predict", tmp_path / "missing.py", file, "--json")
    assert result.exit_code == 2
    assert len(json.loads(result.stdout)["units"]) == 4


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfdef f(nums): return sum(nums)\n",
        b"def g(): pass\r\n\x0c\r\ndef f(nums):\r\n    return sum(nums)\r\n",
        b"# coding: latin-1\ndef f(nums): return '\xe9'\n",
        b"@decorated(1)\n@twice\ndef f(nums):\n    def inner(x): return x\n    return inner\n",
        b"f = lambda nums: nums\ndef f(nums): return 1",
    ],
)
def test_unusual_files_are_read(run, tmp_path, content):
    path = tmp_path / "unusual.py"
    path.write_bytes(content)
    result = run("predict", f"{path}::f")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("def f  ")


def test_fifty_thousand_lines(run, tmp_path):
    path = tmp_path / "long.py"
    path.write_text("def f(n): return n\n" + "x = 1\n" * 50_000 + "def g(nums): return sum(nums)\n")
    assert _names(run("predict", path).stdout) == ["def f", "def g"]


def test_an_empty_path_is_not_the_present_folder(run, file, monkeypatch):
    monkeypatch.chdir(file.parent)
    result = run("predict", "")
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", "perfcast: PATH: it is empty\n")
