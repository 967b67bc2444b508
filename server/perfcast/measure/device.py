"""What a measured time holds for."""

from __future__ import annotations

import platform
import subprocess
import sys
from functools import cache
from pathlib import Path


@cache
def device_name() -> str:
    """The CPU's model name, as in ``AMD EPYC 7B13``; the architecture where the system does not tell it."""
    if sys.platform == "darwin":
        command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
        name = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    else:
        name = _from_cpuinfo(Path("/proc/cpuinfo"))
    return " ".join(name.split()) or platform.processor() or platform.machine()


def _from_cpuinfo(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    for line in text.splitlines():
        label, _, value = line.partition(":")
        if label.strip() in ("model name", "Model"):
            return value
    return ""
