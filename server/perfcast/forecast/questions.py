"""What a question leaves open: which unit of a source is meant, and what a workload that came with it does not say."""

from __future__ import annotations

from typing import Final

from perfcast.source import SourceError, SourceFile, Unit
from perfcast.workload import Workload
from perfcast.workload.origins.resolution import DEFAULT_SIZE, Resolved, completed

#: Origin of a workload that came with the question.
GIVEN: Final = "given"


def given(workload: Workload, unit: Unit, file: SourceFile, size: int = DEFAULT_SIZE) -> Resolved:
    """A workload that came with the question, of a function with defaults for what it leaves out.

    Args:
        size: of the defaults.

    Raises:
        SourceError: the unit is not of the file.
    """
    # A kernel's launch is as it was said.
    return Resolved(workload if unit.kind == "kernel" else completed(workload, unit, file, size), GIVEN)


def main_unit(file: SourceFile) -> Unit:
    """The unit that a source without a name is about: the last one not defined within a function.

    Raises:
        SourceError: the source defines no function.
    """
    outermost: list[Unit] = []
    for unit in file.units:
        if not outermost or unit.line > outermost[-1].end_line:
            outermost.append(unit)
    if not outermost:
        raise SourceError("no unit: the source defines no function")
    return outermost[-1]
