"""Triton kernels in the editor: what a hover says of one, the title of its lens, and the command that ranks.

All of it is read from the source and computed from public figures; no model is asked, and times are bounds that say so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from perfcast.lsp.failures import request_failed
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.triton import (
    DEVICES,
    Kernel,
    KernelError,
    KernelFile,
    LaunchPlan,
    RooflineScorer,
    Scored,
    device_named,
    plan,
    rank,
)
from perfcast.triton.payload import ranking_payload
from perfcast.triton.text import bound_text, origin_text, seconds_text
from perfcast.workload import WorkloadError, parse

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer

COMMAND: Final = "perfcast.server.rank"
#: The devices that a hover shows side by side.
SHOWN: Final = ("T4", "L4", "A100-80GB", "H100", "H200", "B200")
#: Configurations that a hover looks at; a ranking looks at all.
_MOST: Final = 100


def register(server: PerfcastServer) -> None:
    """Offer the command that ranks the configurations of a kernel.

    Its argument is ``{uri, name, device, sizes?, workload?, top?}``, sizes an object of numbers by name; the answer is
    that of ``perfcast rank --json`` with ``markdown`` beside it.
    """

    @server.command(COMMAND)
    async def rank_kernel(request: Any) -> dict[str, Any]:
        if not isinstance(request, Mapping) or not isinstance(request.get("uri"), str) or not request.get("name"):
            raise request_failed("an object with uri, name and device is expected")
        program = server.programs.at(request["uri"])
        if program is None:
            raise request_failed(f"{request['uri']}: it is not open")
        return await asyncio.to_thread(ranking_answer, program.text, request)


def ranking_answer(text: str, request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a request for a ranking. Raises the protocol's error for what is wrong with it."""
    sizes, top = request.get("sizes") or {}, request.get("top", 10)
    if not isinstance(sizes, Mapping) or not all(isinstance(size, int | float) for size in sizes.values()):
        raise request_failed("sizes: an object of numbers by name is expected")
    if type(top) is not int or top < 1:
        raise request_failed("top: a whole number from 1 on is expected")
    try:
        device = device_named(str(request.get("device") or ""))
        workload = parse(str(request["workload"])) if request.get("workload") else None
        file = KernelFile(SourceFile.parse_tolerant(text))
        planned = plan(file, file.kernel(str(request["name"])), sizes=sizes, workload=workload)
        found = rank(planned, device)
    except (KernelError, SourceError, WorkloadError) as error:
        raise request_failed(str(error)) from None
    payload = ranking_payload(planned, found, device.name, top)
    rows = [_row(str(one.config), one) for one in found.ranked[:top]]
    return {**payload, "markdown": "\n\n".join([_heading(planned), _table("configuration", rows)])}


def kernel_markdown(source: SourceFile, unit: Unit) -> str | None:
    """What a hover says of a kernel: for each device the best configuration by estimate, its resources and its bound.

    None for a unit that is no kernel.
    """
    if unit.kind != "kernel":
        return None
    file = KernelFile(source)
    kernel = next((kernel for kernel in file.kernels if kernel.unit == unit), None)
    if kernel is None:
        return None
    rows: list[tuple[str, Scored]] = []
    reason = ""
    try:
        planned = plan(file, replace(kernel, configs=kernel.configs and kernel.configs[:_MOST]))
    except KernelError as error:
        return _uncounted(kernel, str(error))
    scorer = RooflineScorer()
    for name in SHOWN:
        try:
            rows.append((name, rank(planned, DEVICES[name], scorer).ranked[0]))
        except KernelError as error:
            reason = str(error)
    if not rows:
        return _uncounted(kernel, reason)
    table = _table("device", [_row(name, one, with_config=True) for name, one in rows], with_config=True)
    first = rows[0][1]
    notes = [f"Note: {note}." for note in (first.counts.notes if first.counts is not None else ())]
    return "\n\n".join([_heading(planned), table, *notes])


def _uncounted(kernel: Kernel, reason: str) -> str:
    return f"**{kernel.name}**: a Triton kernel\n\nNothing can be counted: {reason}."


def rank_lens_title(kernel: Kernel) -> str | None:
    """The title of the lens that ranks: 'rank 36 configurations'; None where there are no two to choose from."""
    count = len(kernel.configs or ())
    return f"rank {count} configurations" if count > 1 else None


def _heading(planned: LaunchPlan) -> str:
    best_known = planned.kernel.configs[0] if planned.kernel.configs else planned.own_config()
    try:
        workload = str(planned.launch(best_known).workload(tuple(planned.kernel.roles)))
    except KernelError:
        workload = ""
    shown = f"For `{workload}`, {origin_text(planned)}. " if workload else ""
    return (
        f"**{planned.kernel.name}**: a Triton kernel\n\n{shown}Times are a roofline bound (at least) and an analytic"
        " estimate from public figures, no forecasts; registers are estimates."
    )


def _row(name: str, one: Scored, *, with_config: bool = False) -> str:
    assert one.bound is not None and one.resources is not None and one.occupancy is not None
    spills = ", spills" if one.resources.spills else ""
    cells = [
        name,
        *([str(one.config)] if with_config else []),
        bound_text(one.bound),
        seconds_text(one.score),
        f"{one.resources.shared_memory / 1024:.0f} KiB",
        f"≈{one.resources.registers}{spills}",
        f"{one.occupancy.share:.0%} ({one.occupancy.limited_by})",
    ]
    return f"| {' | '.join(cells)} |"


def _table(first: str, rows: list[str], *, with_config: bool = False) -> str:
    columns = [first, *(["best by estimate"] if with_config else []), "bound", "estimate", "shared memory", "registers"]
    columns.append("occupancy")
    return "\n".join([f"| {' | '.join(columns)} |", "| :-- " * len(columns) + "|", *rows])
