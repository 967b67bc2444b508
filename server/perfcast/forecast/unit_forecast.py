"""What is forecast for one unit of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace

from perfcast.forecast.budgets import Budget
from perfcast.forecast.forecast import Forecast
from perfcast.source import Unit
from perfcast.workload.origins.comments import Misreading


@dataclass(frozen=True)
class UnitForecast:
    """What is forecast for one unit of a file.

    Attributes:
        workload: its canonical text.
        workload_origin: as `Resolved.origin`, or 'given'; of a kernel 'launch on line N'.
        device: a CPU, of a kernel a GPU.
        forecasts: by the metric's name; empty for a unit that cannot be read, and of kernels on GPUs that the model
            does not know.
        outside: why the model has no grounds for the forecasts; empty where it has.
        default_size: the size that the workload rests on where nothing but the default says it.
        notes: what is wrong with the unit's comments, each with its place.
        budgets: that its comments set.
        ignored: its comments ask not to be shown forecasts.
        measured: what was measured of it at this workload on this machine, by metric, in the metric's unit.
        bound: of a kernel, seconds that the launch takes at least, by the roofline of the device; no forecast.
        receiver: of a method, what stands before the dot where that is made up, such as 'self: Company()'.
        sleeps: it sleeps somewhere, which no forecast counts.
        detail: of a reason that something cannot be guessed, the error that says so.
    """

    unit: Unit
    workload: str
    workload_origin: str
    device: str
    forecasts: Mapping[str, Forecast]
    _: KW_ONLY
    outside: tuple[str, ...] = ()
    default_size: int | None = None
    notes: tuple[Misreading, ...] = ()
    budgets: tuple[Budget, ...] = ()
    ignored: bool = False
    measured: Mapping[str, float] = field(default_factory=dict)
    bound: float | None = None
    receiver: str = ""
    sleeps: bool = False
    detail: str = ""

    @property
    def supported_forecasts(self) -> Mapping[str, Forecast]:
        """Those of the forecasts that the model has grounds for: all or none."""
        return {} if self.outside else self.forecasts

    def says_the_same_as(self, other: UnitForecast) -> bool:
        """Whether nothing shown differs, wherever in its file the unit lies; not told of forecasts made anew."""
        return self.unit.name == other.unit.name and replace(self, unit=other.unit) == other
