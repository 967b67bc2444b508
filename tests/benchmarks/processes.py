"""What a process takes, with the processes that it has started: trial runs are made in one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

TICK = 1 / os.sysconf("SC_CLK_TCK")
"""Seconds; CPU times are whole ticks of the kernel's clock."""
_KIB_OF_A_MIB = 1024


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
    """MiB in RAM of the whole family; of what several processes share, each counts for its part (proc(5), ``Pss``)."""
    found = 0.0
    for member in family(process):
        # One may end while the others are looked at.
        with suppress(OSError):
            lines = Path(f"/proc/{member}/smaps_rollup").read_text().splitlines()
            found += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / _KIB_OF_A_MIB
    return found


def cpu_seconds(process: int) -> float:
    """Of all threads of the whole family, in user and in kernel mode."""
    ticks = 0
    for member in family(process):
        fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks * TICK
