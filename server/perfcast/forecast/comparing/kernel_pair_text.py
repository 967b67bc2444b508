"""A comparison of two kernels as JSON, as rows of a table and as Markdown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from perfcast.forecast.comparing.kernel_pair import KernelComparison, LaunchedKernel
from perfcast.forecast.comparing.pair import metrics_payload
from perfcast.forecast.metrics import GPU_TIME, REGISTERS, SHARED_MEMORY, Metric
from perfcast.forecast.presentation.markdown import code_span, escaped
from perfcast.forecast.presentation.text import amount_text, bracketed_text, origin_phrase, time_text
from perfcast.forecast.probability import probability_text

BOUNDS = "Times are the roofline's bounds (at least), no forecasts."
TIMES = "Forecast times were learned from launches measured on this GPU."
ESTIMATES = "What is marked 'est.' is estimated from the source."
OTHER_WORK = "The two are launched on tensors of different shapes: their bounds are of different work."

#: Amounts closer than this, of the greater one, are told as alike: to two digits they mostly are.
_ALIKE: Final = 0.01


def kernel_pair_payload(found: KernelComparison) -> dict[str, Any]:
    """The comparison as JSON, alike for the CLI and for editors.

    As `pair_payload` says, with the metrics of kernels that are forecast for the GPU, and no sizes; `workload` is A's.
    Besides::

        {"kind": "kernel",
         "launches": {"a": LAUNCH, "b": LAUNCH},
         "less": {"gpu_time": "a", "registers": "a", "shared_memory": null, "occupancy": "b", "roofline_bound": "a"},
         "notes": [TEXT, ...]}

    where LAUNCH is ::

        {"workload": {"text": TEXT, "origin": ORIGIN},
         "registers_estimate": 24, "shared_memory_estimate": 0,
         "occupancy": {"blocks": 16, "warps": 64, "share": 1.0, "limited_by": "warps", "is_forecast": true},
         "roofline_bound": {"seconds": 3.7e-6, "limited_by": "memory", "bytes": 5.7e6, "operations": 5.7e6}}

    Of ``gpu_time`` there is nothing where no times are known of the GPU. The bound is null where the grid is not known;
    `less` is null where both are alike or one is not known.
    """
    sides = {"a": found.a, "b": found.b}
    return {
        "a": found.a.label,
        "b": found.b.label,
        "kind": "kernel",
        "workload": {"text": found.a.workload, "origin": found.a.origin},
        "device": found.device,
        "launches": {name: _launch_payload(side) for name, side in sides.items()},
        "less": {row.name: row.less(found) for row in _rows(found)},
        "metrics": metrics_payload(found.metrics),
        "sizes": [],
        "outside": {},
        "notes": notes(found),
    }


def _launch_payload(side: LaunchedKernel) -> dict[str, Any]:
    bound, fits = side.bound, side.occupancy
    return {
        "workload": {"text": side.workload, "origin": side.origin},
        "registers_estimate": side.estimated.registers,
        "shared_memory_estimate": side.estimated.shared_memory,
        "occupancy": {
            "blocks": fits.blocks,
            "warps": fits.warps,
            "share": fits.share,
            "limited_by": fits.limited_by,
            "is_forecast": side.is_forecast,
        },
        "roofline_bound": None
        if bound is None
        else {
            "seconds": bound.seconds,
            "limited_by": bound.limited_by,
            "bytes": bound.bytes,
            "operations": bound.operations,
        },
    }


def notes(found: KernelComparison) -> list[str]:
    """What to know about the figures."""
    said = [TIMES if GPU_TIME.name in found.metrics else BOUNDS]
    said += [] if found.a.is_forecast and found.b.is_forecast else [ESTIMATES]
    return said if found.is_same_work else [*said, OTHER_WORK]


def kernel_pair_rows(found: KernelComparison) -> list[list[str]]:
    """The comparison as rows of a table, the header first: what, A's, B's, and whose is less."""
    rows = [[row.title, row.cell(found.a), row.cell(found.b), row.verdict(found)] for row in _rows(found)]
    return [["", "A", "B", "less"], *rows]


def workload_lines(found: KernelComparison) -> list[str]:
    """What each one is launched with, and who says so; one line where that is the same."""
    if found.a.workload == found.b.workload:
        # That of whom it was not taken over from the other.
        side = next((side for side in (found.a, found.b) if not side.is_borrowed), found.a)
        return [f"both for {side.workload}, {origin_phrase(side.origin)}"]
    sides = {"A": found.a, "B": found.b}
    return [f"{name} for {side.workload}, {origin_phrase(side.origin)}" for name, side in sides.items()]


def kernel_pair_markdown(found: KernelComparison) -> str:
    """The comparison for any editor that shows Markdown."""
    header, *rows = kernel_pair_rows(found)
    table = [header, [":--"] * len(header), *rows]
    return "\n\n".join(
        [
            f"A = {code_span(found.a.label)}, B = {code_span(found.b.label)}, on {found.device}",
            "\n".join(f"| {' | '.join(row)} |" for row in table),
            *(escaped(f"{line[0].upper()}{line[1:]}.") for line in workload_lines(found)),
            " ".join(notes(found)),
        ]
    )


def _registers(side: LaunchedKernel) -> float:
    forecast = side.forecasts.get(REGISTERS.name)
    return side.estimated.registers if forecast is None else round(forecast.p50)


def _shared_memory(side: LaunchedKernel) -> float:
    forecast = side.forecasts.get(SHARED_MEMORY.name)
    return side.estimated.shared_memory if forecast is None else round(forecast.p50)


def _forecast_cell(side: LaunchedKernel, metric: Metric, amount: float) -> str:
    forecast = side.forecasts.get(metric.name)
    return f"est. {amount_text(amount, metric.unit)}" if forecast is None else bracketed_text(forecast)


def _occupancy_cell(side: LaunchedKernel) -> str:
    estimated = "" if side.is_forecast else "est. "
    return f"{estimated}{side.occupancy.share:.0%} ({side.occupancy.limited_by})"


def _bound_cell(side: LaunchedKernel) -> str:
    return "not known" if side.bound is None else f"≥{time_text(side.bound.seconds)} ({side.bound.limited_by})"


@dataclass(frozen=True)
class _Row:
    """One figure of both: what it is called, the amount by which they are compared, and how it is shown."""

    name: str
    title: str
    amount: Callable[[LaunchedKernel], float | None]
    cell: Callable[[LaunchedKernel], str]

    def less(self, found: KernelComparison) -> str | None:
        """Whose is less, 'a' or 'b'; None where they are alike or one is not known."""
        a, b = self.amount(found.a), self.amount(found.b)
        if a is None or b is None or math.isclose(a, b, rel_tol=_ALIKE):
            return None
        return "a" if a < b else "b"

    def verdict(self, found: KernelComparison) -> str:
        """Whose is less, and how sure that is where both are forecasts."""
        less, compared = self.less(found), found.metrics.get(self.name)
        if less is None:
            return "-" if None in (self.amount(found.a), self.amount(found.b)) else "alike"
        if compared is None:
            return less.upper()
        sure = compared.ratio.probability_a_less
        return f"{less.upper()}, {probability_text(sure if less == 'a' else 1 - sure)}"


def _rows(found: KernelComparison) -> tuple[_Row, ...]:
    return (_TIME, *_ROWS) if GPU_TIME.name in found.metrics else _ROWS


#: Of a GPU that times are known of.
_TIME: Final = _Row(
    GPU_TIME.name,
    GPU_TIME.title,
    lambda side: side.forecasts[GPU_TIME.name].p50,
    lambda side: bracketed_text(side.forecasts[GPU_TIME.name]),
)
_ROWS: Final = (
    _Row(REGISTERS.name, REGISTERS.title, _registers, lambda side: _forecast_cell(side, REGISTERS, _registers(side))),
    _Row(
        SHARED_MEMORY.name,
        SHARED_MEMORY.title,
        _shared_memory,
        lambda side: _forecast_cell(side, SHARED_MEMORY, _shared_memory(side)),
    ),
    _Row("occupancy", "Occupancy", lambda side: side.occupancy.share, _occupancy_cell),
    _Row(
        "roofline_bound",
        "Time, at least",
        lambda side: None if side.bound is None else side.bound.seconds,
        _bound_cell,
    ),
)
