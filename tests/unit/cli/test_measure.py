"""`perfcast measure` of functions: what it says."""

import json

import pytest

from perfcast.forecast.measuring import functions as measuring


def test_the_function_that_was_taken_is_named(run, tmp_path, monkeypatch: pytest.MonkeyPatch):
    def measured(*_):
        raise measuring.MeasuringError("timed out")

    monkeypatch.setattr(measuring, "measure_unit", measured)
    path = tmp_path / "algo.py"
    path.write_text("def helper(n): return n\n\ndef main(): return helper(1)\n")
    for target in (path, f"{path}::main"):
        result = run("measure", target)
        assert (result.exit_code, result.stderr) == (2, f"perfcast: {path}::main: timed out\n")
    assert run("measure", f"{path}::man").stderr.startswith(f"perfcast: {path}::man: no unit named 'man'")


def test_what_a_method_was_called_for_is_told(run, tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "stack.py"
    path.write_text(
        "class Stack:\n"
        "    def __init__(self): self.items = []\n"
        "    def push(self, item: int): self.items.append(item)\n"
        "    def size(self): return len(self.items)\n"
    )
    result = run("measure", f"{path}::Stack.size")
    assert "(self: Stack() with 100 push(int), by default)" in result.stdout


def test_the_size_that_an_editor_assumes_is_measured(run, tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "algo.py"
    path.write_text("def ordered(nums: list[int]): return sorted(nums)\n")
    assert "(nums: list[int] * 50 in 0..1000, by default)" in run("measure", path, "--default-size", 50).stdout
    assert "(nums: list[int] * 1000 in 0..1000, by default)" in run("measure", path).stdout


def test_what_a_function_sleeps_is_told_beside_its_time(run, tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "naps.py"
    path.write_text("import time\n\ndef nap(): time.sleep(0.001)\n")
    assert "s + sleep, forecast " in run("measure", path).stdout
    assert json.loads(run("measure", path, "--json").stdout)["sleeps"] is True
