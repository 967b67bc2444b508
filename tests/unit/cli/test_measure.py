"""`perfcast measure` of functions: what it says where nothing is measured."""

import pytest

from perfcast.forecast import measuring


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
