"""The servers that are put to the test, and how much of the machine they take."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGED = [sys.executable, "-m", "perfcast", "serve"]
"""The command of a server with the model that the package brings."""


def resident_mib(process: int) -> float:
    """The memory of a process that is in RAM, in MiB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
