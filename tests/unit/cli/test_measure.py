"""`perfcast measure` of functions: what it says where nothing is measured."""

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
