"""What a measured time holds for."""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def device_name() -> str:
    """The CPU's model name, as in ``AMD EPYC 7B13``; the architecture where the system does not tell it.

    Virtual machines may hide the model, ``AMD EPYC``: its numbers follow then, for generations differ by far.
    """
    if sys.platform == "darwin":
        command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
        name = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    else:
        name = named(_cpuinfo(Path("/proc/cpuinfo")))
    return " ".join(name.split()) or platform.processor() or platform.machine()


def named(cpuinfo: Mapping[str, str]) -> str:
    """The name by what Linux tells of a core; '' where that is nothing."""
    name = cpuinfo.get("model name", cpuinfo.get("Model", ""))
    # The clock's rate is no name.
    tells_model = any(character.isdigit() for character in name.partition("@")[0])
    if not name and "CPU part" in cpuinfo:
        return f"{platform.machine()} (implementer {cpuinfo.get('CPU implementer')}, part {cpuinfo['CPU part']})"
    if tells_model or not name or "cpu family" not in cpuinfo or "model" not in cpuinfo:
        return name
    return f"{name} (family {cpuinfo['cpu family']}, model {cpuinfo['model']})"


def _cpuinfo(path: Path) -> dict[str, str]:
    """What is said of the first core."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    found: dict[str, str] = {}
    for line in text.splitlines():
        label, _, value = line.partition(":")
        found.setdefault(label.strip(), value.strip())
    return found
