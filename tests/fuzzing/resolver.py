"""`perfcast.workload` and what a receiver is told to be: whatever a unit asks of what it is given, something is chosen,
or the reason is said why nothing is."""

from __future__ import annotations

from perfcast.forecast.receiver import made_up_receiver
from perfcast.source import SourceFile
from perfcast.workload import parse
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.origins.resolution import resolve
from tests.fuzzing.classes import classes
from tests.fuzzing.provider import Provider, pick
from tests.fuzzing.python_text import edited, python_text


def one_input(data: Provider) -> None:
    """Chooses a workload for each unit of a file, which reads back as it was written."""
    text = pick(data, (classes, python_text))(data)
    for _ in range(data.ConsumeIntInRange(0, 2)):
        text = edited(data, text)
    file, size = SourceFile.parse_tolerant(text), pick(data, (0, 1, 10, 1000, 10**6))
    for unit in file.units:
        # By itself, too: who resolves goes on with no more than the names of parameters where this raises.
        chosen = default_workload(file.node(unit), size, drop_first=False)
        assert str(parse(str(chosen))) == str(chosen)
        workload = resolve(unit, file, size).workload
        assert str(parse(str(workload))) == str(workload)
        if unit.kind != "kernel":
            made_up_receiver(file, unit, workload)
