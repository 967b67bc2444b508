"""Peak memory by trial runs of functions that are made of a body."""

from __future__ import annotations

from perfcast.source.locations.place import NOWHERE, Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def peak(body: str, workload: str, imports: str, place: Place = NOWHERE) -> float:
    """Bytes of a function with that body, whose parameters are those of the workload.

    Args:
        place: where modules are looked for that are interpreted as the function is.
    """
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    lines = body.replace("\n", "\n    ")
    found = Trials(f"def run({names}):\n    {lines}\n\n{imports}", place).estimate(parsed)
    by_name = dict(zip(NAMES, found, strict=True))
    assert by_name["trial_runs"] > 1 and by_name["trial_refused"] == 0, body
    return float(2.0 ** by_name["trial_peak"] - 1)
