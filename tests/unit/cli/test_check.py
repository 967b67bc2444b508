"""`perfcast check`."""

import json
import math
from pathlib import Path

import pytest

from perfcast.cli.model import machine_store
from perfcast.measure import device_name
from tests.unit.triton.sources import ADD

SOURCE = """\
# perfcast: nums: list[int] * 1000
# perfcast: peak < 1 KiB
def sure(nums): return sum(nums)

# perfcast: nums: list[int] * 1000
# perfcast: peak < 7 KiB, time < 1 s
def likely(nums): return sum(nums)

# perfcast: nums: list[int] * 1000
def free(nums): return sum(nums)

# perfcast: ignore
# perfcast: peak < 1 B
def ignored(nums): return sum(nums)

# perfcast: peak < 1 B
def reading(path): return open(path).read()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "code.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_text(run, file):
    result = run("check", file)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{file}:3: error: sure: Peak memory exceeds the budget 'peak < 1 KiB' with a probability of 99% "
        "(for nums: list[int] * 1000)",
        f"{file}:7: warning: likely: Peak memory exceeds the budget 'peak < 7 KiB' with a probability of 61% "
        "(for nums: list[int] * 1000)",
        f"{file}:17: note: budget not checked: no forecast: opens files",
        "3 functions with a budget: 1 surely over, 1 perhaps, 1 not checked; CPU times hold for Test CPU",
    ]


def test_what_has_no_forecast_is_noted_and_does_not_fail(run, file):
    result = run("check", f"{file}::reading")
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 2)
    assert run("check", f"{file}::free").stdout.startswith("no function has a budget: ")
    [unchecked] = json.loads(run("check", f"{file}::reading", "--format", "json").stdout)["unchecked"]
    assert unchecked == {
        "path": str(file),
        "line": 17,
        "name": "reading",
        "budgets": ["peak < 1 B"],
        "outside": ["opens files"],
        "workload": {"text": "path: str * 10 in 'a'..'z'", "origin": "default"},
    }


def test_a_general_budget_is_for_what_has_a_body(run, tmp_path):
    path = tmp_path / "code.py"
    path.write_text("class P:\n    def f(self): ...\n    def g(self): return open('x')\n")
    note, summary = run("check", path, "--budget", "time < 1 s").stdout.splitlines()
    assert note == f"{path}:3: note: budget not checked: no forecast: opens files"
    assert summary.startswith("1 function with a budget: 0 surely over, 0 perhaps, 1 not checked")


def test_a_breach_at_a_workload_that_is_made_up_says_so(run, tmp_path):
    path = tmp_path / "code.py"
    path.write_text("# perfcast: peak < 1 B\ndef f(nums: list[int]): return sum(nums)\n")
    assert run("check", path).stdout.splitlines()[0].endswith("(for nums: list[int] * 1000 in 0..1000, by default)")


def test_only_a_sure_breach_fails(run, file):
    assert run("check", f"{file}::likely").exit_code == 0
    assert run("check", f"{file}::sure").exit_code == 1


def test_a_budget_for_units_without_one(run, file):
    result = run("check", f"{file}::free", "--budget", "time < 1 µs")
    assert result.exit_code == 1
    assert "free: CPU time exceeds the budget 'time < 1 µs'" in result.stdout
    assert "(for nums: list[int] * 1000, on Test CPU)" in result.stdout
    assert run("check", f"{file}::likely", "--budget", "peak < 1 B").exit_code == 0, "its own budget counts"


def test_json(run, file):
    report = json.loads(run("check", file, "--format", "json").stdout)
    sure, likely = report["findings"]
    assert report["device"] == "Test CPU"
    assert [one["name"] for one in report["unchecked"]] == ["reading"]
    assert sure["probability"] > 0.99
    assert likely == {
        "path": str(file),
        "line": 7,
        "name": "likely",
        "metric": "peak_memory",
        "budget": "peak < 7 KiB",
        "probability": pytest.approx(0.61, abs=0.01),
        "level": "warning",
        "workload": {"text": "nums: list[int] * 1000", "origin": "comment"},
    }


def test_sarif(run, file):
    report = json.loads(run("check", file, "--format", "sarif").stdout)
    assert report["version"] == "2.1.0"
    [one] = report["runs"]
    assert one["properties"] == {"device": "Test CPU"}
    assert [result["level"] for result in one["results"]] == ["error", "warning", "note"]
    assert {result["ruleId"] for result in one["results"]} <= {rule["id"] for rule in one["tool"]["driver"]["rules"]}
    place = one["results"][0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": file.as_posix()}, "region": {"startLine": 3}}


def test_who_gave_a_budget_is_not_asked_for_one(run, tmp_path):
    done = run("check", tmp_path, "--budget", "peak < 1 KiB")
    assert (done.exit_code, done.stdout) == (0, "no function to hold to the budget\n")


def test_github(run, file):
    first, second, third = run("check", file, "--format", "github").stdout.splitlines()
    assert third.startswith(f"::notice file={file},line=17::budget not checked: ")
    assert first.startswith(f"::error file={file},line=3::sure: Peak memory exceeds")
    assert second.startswith("::warning ")


def test_folders_without_what_is_hidden_or_vendored(run, tmp_path, file):
    for name in ("a/x.py", ".venv/x.py", "node_modules/x.py", "b/site-packages/x.py", "a/x.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SOURCE)
    lines = run("check", tmp_path).stdout.splitlines()[:-1]
    assert {line.split(":")[0] for line in lines} == {str(file), str(tmp_path / "a/x.py")}


def test_times_on_another_device_and_at_another_size(run, file):
    target = f"{file}::free"
    # 10 µs at 1,000 elements on the model's own device.
    assert run("check", target, "--budget", "time < 15 µs").exit_code == 0
    other = run("check", target, "--budget", "time < 15 µs", "--device", "Other CPU")
    assert other.exit_code == 1 and other.stdout.endswith("CPU times hold for Other CPU\n")
    larger = run("check", target, "--budget", "time < 15 µs", "--size", "100000")
    assert larger.exit_code == 1 and "list[int] * 1e5" in larger.stdout


def test_what_is_known_of_this_machine_leaves_a_report_as_it_is(run, file, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    before = run("check", f"{file}::free", "--budget", "time < 15 µs").stdout
    machine_store().keep_slowness(math.log(100))
    assert run("check", f"{file}::free", "--budget", "time < 15 µs").stdout == before
    here = run("check", f"{file}::free", "--budget", "time < 15 µs", "--device", device_name())
    assert here.exit_code == 1
    assert here.stdout.endswith(f"CPU times hold for {device_name()}, 100 times as slow as the model's Test CPU\n")


def test_folders_without_what_is_excluded_and_without_a_word_about_empty_files(run, tmp_path, file):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_x.py").write_text(SOURCE)
    (tmp_path / "__init__.py").write_text("")
    result = run("check", tmp_path, "--exclude", "tests/**", "--exclude", "**/none.py", "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    assert {one["path"] for one in json.loads(result.stdout)["findings"]} == {str(file)}


def test_a_file_without_functions_is_within_every_budget(run, tmp_path):
    path = tmp_path / "constants.py"
    path.write_text("LIMIT = 3\n")
    result = run("check", path, "--budget", "peak < 1 B")
    assert (result.exit_code, result.stderr) == (0, "")
    assert run("check", tmp_path / "missing.py").exit_code == 2


def test_json_by_either_option(run, file):
    assert run("check", file, "--json").stdout == run("check", file, "--format", "json").stdout


def test_a_budget_of_a_kernel_is_reported(run, tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(ADD.replace("@triton.jit", "# perfcast: time < 1 ms\n@triton.jit", 1))
    result = run("check", path)
    assert (result.exit_code, "budgets are for functions, not for kernels" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("content", "arguments", "reason"),
    [
        ("# perfcast: peak < lots\ndef f(): return 1\n", [], "line 1, column 13: a budget such as"),
        ("def f(: pass\ndef g(): return 1\n", [], "line 1"),
        ("def f(): return 1\n", ["--budget", "peak < 1 s"], "--budget: 's' is no unit of peak"),
        ("def f(): return 1\n", ["--format", "xml"], "--format"),
        ("def f(): return 1\n", ["--json", "--format", "sarif"], "--json: --format sarif asks for another form"),
        ("def f(): return 1\n", ["--device", "Abacus"], "--device: no device named 'Abacus'"),
        ("def f(): return 1\n", ["--size", "0"], "--size"),
    ],
)
def test_bad_input(run, tmp_path, content, arguments, reason):
    path = tmp_path / "bad.py"
    path.write_text(content)
    result = run("check", path, *arguments)
    assert result.exit_code == 2
    assert reason in result.stderr
