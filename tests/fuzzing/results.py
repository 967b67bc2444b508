"""What a run came to: read from libFuzzer's words, written into a table that keeps the rows of the other targets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_HEAD = """# Fuzzing

Made by `python -m tests.fuzzing TARGET`: inputs that atheris made on one core, guided by the coverage of `perfcast`.
`cov` counts the branches of perfcast's code that were reached, `ft` libFuzzer's features: branches by how often they
were taken, and comparisons. A run ends with the first crash: an exception, a property that does not hold, or an input
that takes too long.

| target | inputs | seconds | cov | ft | crashes |
| :-- | --: | --: | --: | --: | --: |
"""
_STATUS = re.compile(r"^#\d+\s+\w+\s+cov: (\d+) ft: (\d+)", re.MULTILINE)
_EXECUTED = re.compile(r"^stat::number_of_executed_units: (\d+)", re.MULTILINE)
_CRASH = re.compile(r"Test unit written to (\S+)")


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    target: str
    inputs: int
    seconds: float
    cov: int
    ft: int
    crashes: tuple[str, ...]
    """Files with the inputs."""

    def __str__(self) -> str:
        figures = f"{self.inputs:,} | {self.seconds:.0f} | {self.cov:,} | {self.ft:,} | {len(self.crashes)}"
        return f"| {self.target} | {figures} |"


def row(target: str, said: str, seconds: float) -> Row:
    """The figures of a run, from what libFuzzer said."""
    statuses = _STATUS.findall(said) or [("0", "0")]
    executed = _EXECUTED.findall(said) or ["0"]
    cov, ft = map(int, statuses[-1])
    return Row(target, int(executed[-1]), seconds, cov, ft, tuple(_CRASH.findall(said)))


def write(path: Path, new: Row) -> None:
    """Put a row into the table at `path`, in place of an earlier one of the same target."""
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    rows = {line.split(" | ")[0].removeprefix("| "): line for line in written.splitlines() if line.startswith("| ")}
    rows = {target: line for target, line in rows.items() if target not in ("target", ":--")}
    rows[new.target] = str(new)
    path.write_text(_HEAD + "\n".join(rows[target] for target in sorted(rows)) + "\n", encoding="utf-8")
