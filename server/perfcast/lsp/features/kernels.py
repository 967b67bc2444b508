"""Triton kernels in the editor: what a hover says of one, the title of its lens, and the answer to who ranks.

Registers and shared memory are the model's forecasts on the architectures that it knows, and estimates from the source
elsewhere. Times are bounds and estimates, and say so, but on devices that the model knows times of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from perfcast.forecast import Forecast, Predictor
from perfcast.forecast.presentation.markdown import code_span, escaped
from perfcast.forecast.presentation.text import range_text
from perfcast.forecast.refusals.outside import HELPER
from perfcast.lsp.failures import request_failed
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.triton import (
    DEVICES,
    Device,
    Kernel,
    KernelError,
    KernelFile,
    Launch,
    LaunchPlan,
    Occupancy,
    Scored,
    device_named,
    occupancy,
    plan,
    rank,
)
from perfcast.triton.ranking.payload import ranking_payload
from perfcast.triton.text import bound_text, origin_text, seconds_text, sizes_text
from perfcast.workload import WorkloadError, parse

#: The devices that a hover shows side by side, behind the one that the settings name.
SHOWN: Final = ("T4", "L4", "A100-80GB", "H100", "H200", "B200")
_ESTIMATES: Final = (
    "Times are a roofline bound (at least) and an estimate, no forecasts: the source's counts at the paces of an H100"
    " and an H200, and at the device's public figures. Shared memory and registers are estimated from the source."
)
_RANKED_BY_FORECASTS: Final = (
    "Forecast times were learned from launches measured on this device; bounds (at least) are the roofline's. Shared"
    " memory and registers are estimated from the source."
)
_FORECASTS: Final = (
    "Shared memory, registers and what stands under 'forecast' are forecasts, but for those marked 'est.', which are"
    " estimated from the source. Bounds (at least) are the roofline's, estimates the source's counts at the paces of an"
    " H100 and an H200, and at each device's public figures."
)
_TIMES: Final = "Times are forecast for the GPUs that launches were measured on."


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
        file = KernelFile(SourceFile.parse_tolerant(text), device)
        planned = plan(file, file.kernel(str(request["name"]), request.get("line")), sizes=sizes, workload=workload)
        found = rank(planned, device)
    except (KernelError, SourceError, WorkloadError) as error:
        raise request_failed(str(error)) from None
    payload = ranking_payload(planned, found, device.name, top)
    rows = [[str(one.config), *_of_launch(one), *_taken(one, _Forecasts())] for one in found.ranked[:top]]
    table = _table(["configuration", "bound", "forecast" if found.is_forecast else "estimate", *_RESOURCES], rows)
    launch = found.ranked[0].launch
    assert launch is not None
    about = _RANKED_BY_FORECASTS if found.is_forecast else _ESTIMATES
    return {**payload, "markdown": "\n\n".join([_heading(planned, launch, about), table])}


def kernel_markdown(
    source: SourceFile, unit: Unit, predictor: Predictor, interval: float, gpu: Device | None = None
) -> str | None:
    """What a hover says of a kernel: for each device the most promising configuration, its resources and its bound.

    Args:
        interval: the coverage of forecast ranges.
        gpu: shown before the usual ones.

    None for a unit that is no kernel.
    """
    if unit.kind != "kernel":
        return None
    devices = {device.name: device for device in (gpu, *(DEVICES[name] for name in SHOWN)) if device is not None}
    rows: list[list[str]] = []
    notes: dict[str, None] = {}
    heading = reason = ""
    for device in devices.values():
        try:
            chosen, by_metric = predictor.kernels.launch(source, unit, device)
        except KernelError as error:
            reason = str(error)
            continue
        best, forecasts = chosen.scored, _Forecasts(by_metric, interval, device)
        assert best.launch is not None
        heading = heading or _heading(chosen.plan, best.launch, _FORECASTS)
        time = forecasts.cell("gpu_time")
        known, estimate = _of_launch(best)
        # What is forecast needs no estimate.
        rows.append(
            [device.name, str(best.config), time or "–", known, "–" if time else estimate, *_taken(best, forecasts)]
        )
        notes |= dict.fromkeys(f"{note}." for note in (best.counts.notes if best.counts is not None else ()))
        if "gpu_time" in by_metric:
            notes[_TIMES] = None
    if not rows:
        said = "It is called by other kernels." if reason == HELPER else f"Nothing can be counted: {reason}."
        return f"**{escaped(unit.name)}**: a Triton kernel\n\n{said}"
    table = _table(["device", "most promising", "forecast", *_BOUNDS, *_RESOURCES], rows)
    return "\n\n".join([heading, table, *(f"Note: {note}" for note in notes)])


def rank_lens_title(kernel: Kernel) -> str | None:
    """The title of the lens that ranks: 'rank 36 configurations'; None where there are no two to choose from."""
    count = len(kernel.configs or ())
    return f"rank {count} configurations" if count > 1 else None


@dataclass(frozen=True)
class _Forecasts:
    """What the model says of one launch, in cells of a table; nothing where it was not asked."""

    by_metric: Mapping[str, Forecast] | None = None
    interval: float = 0.8
    device: Device | None = None

    def cell(self, metric: str) -> str | None:
        """The range; None where the model does not know the metric of such a device."""
        forecast = (self.by_metric or {}).get(metric)
        return None if forecast is None else range_text(*forecast.interval(self.interval), forecast.unit)

    def occupancy(self, warps: int) -> Occupancy | None:
        """What fits on an SM by the medians."""
        known = self.by_metric or {}
        held, shared = known.get("registers"), known.get("shared_memory")
        if held is None or shared is None or self.device is None:
            return None
        return occupancy(self.device, warps=warps, registers=round(held.p50), shared_memory=round(shared.p50))


_BOUNDS: Final = ("bound", "estimate")
_RESOURCES: Final = ("shared memory", "registers", "occupancy")


def _of_launch(one: Scored) -> list[str]:
    """Cells of `_BOUNDS`; they are not known without a grid."""
    return ["–", "–"] if one.bound is None else [bound_text(one.bound), seconds_text(one.score)]


def _taken(one: Scored, forecasts: _Forecasts) -> list[str]:
    """Cells of `_RESOURCES`."""
    assert one.resources is not None and one.occupancy is not None
    spills = ", spills" if one.resources.spills else ""
    fits = forecasts.occupancy(one.config.num_warps) or one.occupancy
    return [
        forecasts.cell("shared_memory") or f"est. {one.resources.shared_memory / 1024:.0f} KiB",
        forecasts.cell("registers") or f"est. {one.resources.registers}{spills}",
        f"{fits.share:.0%} ({fits.limited_by})",
    ]


def _heading(planned: LaunchPlan, launch: Launch, about: str) -> str:
    sizes = sizes_text(planned, launch)
    shown = f"For {code_span(sizes)}, {origin_text(planned)}. " if sizes else ""
    return f"**{escaped(planned.kernel.name)}**: a Triton kernel\n\n{shown}{about}"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, [":--"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
