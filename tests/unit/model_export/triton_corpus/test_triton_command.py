"""The commands start on a machine that lacks what the rest of the training side imports."""

from __future__ import annotations

import subprocess
import sys

BARE = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
sys.argv = ["model_export", "corpus", "triton-{command}", "--help"]
import runpy
runpy.run_module("model_export", run_name="__main__")
"""
MISSING = ("memray", "pygls", "lsprotocol", "datasketch", "optimum", "lightgbm", "transformers", "torch", "triton")


def test_commands_start_without_the_rest() -> None:
    for command in ("bench", "resources", "inductor", "public"):
        code = BARE.format(missing=set(MISSING), command=command)
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        assert ("--journal" if command == "inductor" else "--out") in run.stdout
