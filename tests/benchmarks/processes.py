"""What a process takes, with the processes that it has started: trial runs are made in one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from tests.endurance.servers import resident_mib

TICK = 1 / os.sysconf("SC_CLK_TCK")
"""Seconds; CPU times are whole ticks of the kernel's clock."""


def family(process: int) -> list[int]:
    """The process and all that descend from it."""
    found = [process]
    for member in found:
        for children in Path(f"/proc/{member}/task").glob("*/children"):
            # A thread may end while it is looked at.
            with suppress(OSError):
                found.extend(map(int, children.read_text().split()))
    return found


def resident(process: int) -> float:
    """MiB in RAM of the whole family; what two of them share counts twice."""
    found = 0.0
    for member in family(process):
        # One may end while the others are looked at.
        with suppress(OSError):
            found += resident_mib(member)
    return found


def cpu_seconds(process: int) -> float:
    """Of all threads of the whole family, in user and in kernel mode."""
    ticks = 0
    for member in family(process):
        fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks * TICK
