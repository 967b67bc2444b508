"""Who runs under a process, from /proc, so that a test can tell that nobody is left."""

from __future__ import annotations

from pathlib import Path


def descendants(process: int) -> set[int]:
    """Processes that `process` started, and theirs."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                # The name in parentheses may hold anything; what follows the last one is regular.
                state = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(state[1])
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}


def is_alive(process: int) -> bool:
    """Whether it runs; one that only waits for its parent to read its status does not."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
