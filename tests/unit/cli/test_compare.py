"""`perfcast compare`."""

import json
import subprocess
from pathlib import Path

import pytest

SOURCE = """\
def plain(nums: list[int]) -> int:
    return sum(nums)

def looping(values: list[int]) -> int:
    total = 0
    for value in values:
        total += value
    return total

def reading(path): return open(path).read()

def capped(nums: list[int], limit: int) -> list[int]:
    return nums[:limit]

def constant(): return 1

plain(list(range(500)))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "code.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_json_is_the_contract(run, file):
    result = run("compare", f"{file}::plain", "::looping", "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert (answer["a"], answer["b"]) == (f"{file}::plain", f"{file}::looping")
    assert set(answer["metrics"]) == {"peak_memory", "cpu_time"}
    memory = answer["metrics"]["peak_memory"]
    assert memory["ratio"]["p50"] == pytest.approx(0.5, rel=1e-3)
    assert memory["ratio"]["p10"] < 0.5 < memory["ratio"]["p90"]
    # ln 2 / (sqrt 2 ln 1.5) = 1.209 standard deviations.
    assert memory["probability_a_less"] == pytest.approx(0.8867, abs=0.002)
    assert [size["size"] for size in answer["sizes"]] == [100, 1000, 10_000, 100_000, 1_000_000]
    assert answer["sizes"][0]["metrics"]["cpu_time"]["ratio"]["p50"] == pytest.approx(0.5, rel=1e-3)


def test_both_get_the_better_founded_workload_in_their_own_words(run, file):
    answer = json.loads(run("compare", f"{file}::looping", "::plain", "--json").stdout)
    assert answer["workload"] == {
        "text": "values: list[int] * 500 in 0..499 sorted distinct",
        "origin": "call on line 17",
    }


def test_a_given_workload_and_sizes(run, file):
    result = run(
        "compare", f"{file}::plain", f"{file}::looping", "--workload", "list[int] * 7", "--sizes", "1e3,50", "--json"
    )
    answer = json.loads(result.stdout)
    assert answer["workload"] == {"text": "nums: list[int] * 7", "origin": "given"}
    assert [size["size"] for size in answer["sizes"]] == [50, 1000]


def test_a_function_compared_with_itself_is_the_same(run, file):
    result = run("compare", f"{file}::plain", "::plain", "--sizes", "100")
    *_, own, hundred, _, same = result.stdout.splitlines()
    assert own.split() == ["-", "1", "-", "1", "-"]
    assert hundred.split() == ["100", "1", "-", "1", "-"]
    assert same == "Both are the same code: what one costs, the other does."
    answer = json.loads(run("compare", f"{file}::plain", "::plain", "--json").stdout)
    assert answer["same"] is True
    assert answer["metrics"]["cpu_time"]["ratio"] == {"p10": 1, "p50": 1, "p90": 1}
    assert answer["metrics"]["cpu_time"]["probability_a_less"] == 0.5
    other = json.loads(run("compare", f"{file}::plain", "::looping", "--json").stdout)
    assert other["same"] is False


def test_sides_by_places(run, file):
    answer = json.loads(run("compare", f"{file}:2", f"{file}:6:9", "--json").stdout)
    assert (answer["a"], answer["b"]) == (f"{file}::plain", f"{file}::looping")


def test_the_table(run, file):
    lines = run("compare", f"{file}::plain", "::looping", "--sizes", "100").stdout.splitlines()
    assert lines == [
        f"A  {file}::plain",
        f"B  {file}::looping",
        "for nums: list[int] * 500 in 0..499 sorted distinct, from the call on line 17, on Test CPU",
        "",
        "  n      peak A/B  A cheaper      time A/B  A cheaper",
        "  -  0.5 [0.24-1]        89%  0.5 [0.24-1]        89%",
        "100  0.5 [0.24-1]        89%  0.5 [0.24-1]        89%",
    ]


def test_what_cannot_grow_has_no_sizes_and_what_has_no_grounds_says_so(run, file):
    answer = json.loads(run("compare", f"{file}::constant", "::reading", "--workload", "", "--json").stdout)
    assert answer["sizes"] == []
    assert answer["outside"] == {f"{file}::reading": ["opens files"]}
    shown = run("compare", f"{file}::constant", "::reading").stdout
    assert shown.endswith(f"no grounds for a forecast of {file}::reading: opens files\n")
    assert "A/B" not in shown, "there is nothing to compare"


def test_parameters_of_one_name_go_together(run, tmp_path):
    path = tmp_path / "code.py"
    path.write_text("def a(nums, k): return nums[:k]\ndef b(k, values): return values[:k]\n", encoding="utf-8")
    given = "nums: list[int] * 50; k: int = 7"
    answer = json.loads(run("compare", f"{path}::a", "::b", "--workload", given, "--sizes", "100", "--json").stdout)
    assert answer["workload"] == {"text": given, "origin": "given"}
    other = json.loads(run("compare", f"{path}::b", "::a", "--workload", given, "--sizes", "100", "--json").stdout)
    assert other["workload"]["text"] == "values: list[int] * 50; k: int = 7"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["{}::plain", "::nothing"], "no unit named 'nothing'"),
        (["{}::plain", "missing.py"], "missing.py: no such file"),
        (["{}::plain", "::looping", "--sizes", "1,x"], "--sizes: whole numbers"),
        (["{}::plain", "::looping", "--sizes", "0"], "--sizes: whole numbers"),
        (["{}::plain", "::looping", "--sizes", "1.5"], "--sizes: whole numbers"),
        (["{}:3", "::looping"], "no function at line 3"),
        (["{}::plain", "::looping", "--workload", "list["], "--workload: "),
        (["{}::plain", "::looping", "--device", "Abacus"], "--device: no device"),
        (["{}::capped", "::looping"], "compare: {}::looping has no parameter limit"),
        (["{}::plain", "::looping", "--workload", "n: int = 3; m: int = 4"], "::plain has no parameter m"),
    ],
)
def test_bad_input(run, file, arguments, reason):
    result = run("compare", *(argument.format(file) for argument in arguments))
    assert result.exit_code == 2
    assert reason.format(file) in result.stderr and result.stdout == ""


def test_what_b_alone_takes_is_shown_by_its_default(run, file):
    given = "nums: list[int] * 50"
    answer = json.loads(run("compare", f"{file}::plain", "::capped", "--workload", given, "--json").stdout)
    assert answer["workload"] == {"text": f"{given}; limit: int = 1000", "origin": "given"}


def test_both_sides_forecasts_come_along(run, file):
    answer = json.loads(run("compare", f"{file}::plain", "::looping", "--json").stdout)
    for metrics in (answer["metrics"], *(size["metrics"] for size in answer["sizes"])):
        for metric in metrics.values():
            a, b = metric["a"], metric["b"]
            assert a["levels"] == b["levels"] == sorted(a["levels"]) and 0 < a["levels"][0] < a["levels"][-1] < 1
            assert len(a["values"]) == len(a["levels"]) and a["values"] == sorted(a["values"])
            assert b["values"] == pytest.approx([2 * value for value in a["values"]])
    middle = answer["metrics"]["peak_memory"]["a"]["levels"].index(0.5)
    assert answer["metrics"]["peak_memory"]["a"]["values"][middle] == pytest.approx(500 * 8)


@pytest.fixture
def repository(file: Path) -> Path:
    """The file in a git repository, and changed since."""
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=file.parent, check=True)
    file.write_text(SOURCE.replace("return sum(nums)", "return [n for n in nums]"), encoding="utf-8")
    return file


def test_with_what_git_has(run, repository):
    answer = json.loads(run("compare", f"{repository}::plain", "--at", "HEAD", "--json").stdout)
    assert (answer["a"], answer["b"]) == (f"{repository}::plain", f"{repository}@HEAD::plain")
    assert answer["metrics"]["cpu_time"]["ratio"]["p50"] == pytest.approx(2, rel=1e-3)
    other = json.loads(run("compare", f"{repository}::plain", "::looping", "--at", "HEAD", "--json").stdout)
    assert other["b"] == f"{repository}@HEAD::looping"


def test_what_is_at_a_line_now_has_its_name_in_git(run, repository):
    moved = "# moved\n" * 3 + repository.read_text()
    repository.write_text(moved)
    answer = json.loads(run("compare", f"{repository}:4", "--at", "HEAD", "--json").stdout)
    assert (answer["a"], answer["b"]) == (f"{repository}::plain", f"{repository}@HEAD::plain")
    unchanged = json.loads(run("compare", f"{repository}:7", "--at", "HEAD", "--json").stdout)
    assert (unchanged["b"], unchanged["same"]) == (f"{repository}@HEAD::looping", True)


def test_what_git_does_not_have(run, repository):
    new = repository.with_name("new.py")
    new.write_text(SOURCE)
    for arguments, reason in [
        ([f"{new}::plain", "--at", "HEAD"], "new.py is not in HEAD"),
        ([f"{repository}::plain", "--at=-x"], "'-x' is no revision"),
        ([f"{repository}::plain", "::none", "--at", "HEAD"], "no unit named 'none'"),
        ([f"{repository}::plain"], "a second function is expected, or --at REVISION"),
    ]:
        result = run("compare", *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert reason in result.stderr


def test_what_the_projects_tests_call_both_with(run, tmp_path):
    (tmp_path / "shop.py").write_text(
        "class Cart: pass\ndef a(cart):\n    return cart\ndef b(cart):\n    return [cart]\n", encoding="utf-8"
    )
    (tmp_path / "test_shop.py").write_text("from shop import *\ndef test_it():\n    a(Cart())\n", encoding="utf-8")
    answer = json.loads(run("compare", f"{tmp_path / 'shop.py'}::a", "::b", "--json").stdout)
    assert answer["workload"] == {"text": "cart: Cart", "origin": "call in test_shop.py:2"}
    assert answer["sizes"] == []
