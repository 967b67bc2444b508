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
    family, model = cpuinfo.get("cpu family"), cpuinfo.get("model")
    if any(character.isdigit() for character in name) or not name or family is None or model is None:
        return name
    return f"{name} (family {family}, model {model})"


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
