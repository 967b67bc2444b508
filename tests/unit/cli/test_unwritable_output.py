"""Where what a command says can be written no more."""

import subprocess
import sys
from pathlib import Path

import pytest

_FULL = Path("/dev/full")


@pytest.mark.skipif(not _FULL.exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_no_budget_that_is_exceeded():
    with _FULL.open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "perfcast", "--version"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (ended.returncode, ended.stderr) == (2, "perfcast: output: No space left on device\n")
