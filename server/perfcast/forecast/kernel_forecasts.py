"""Forecasts of kernels' launches, on GPUs that the model knows and, as far as counts tell, on others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from perfcast.forecast.devices import UnknownDeviceError
from perfcast.forecast.forecast import Forecast
from perfcast.forecast.metrics import GPU_TIME, KERNEL_METRICS
from perfcast.forecast.questions import GIVEN
from perfcast.forecast.unit_forecast import UnitForecast
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.workload import Workload
from perfcast.workload.origins.comments import Misreading
from perfcast.workload.origins.resolution import Resolved

if TYPE_CHECKING:
    from perfcast.forecast.kernels import ChosenLaunch
    from perfcast.triton import Device

_DEFAULT_GPU: Final = "H100"
_NO_BUDGETS: Final = "budgets are for functions, not for kernels"

#: (file, kernel, launch, device that it is kept by, metric -> device to ask the model for) -> forecasts by metric.
Ask = Callable[[SourceFile, Unit, Workload, str, Mapping[str, str]], Mapping[str, Forecast]]


class UnknownGpuError(UnknownDeviceError):
    """A GPU of which nothing is known."""


class KernelForecasts:
    """Forecasts for kernels.

    Attributes:
        files: the kernels of the files that were asked about.
    """

    def __init__(self, devices: Mapping[str, Sequence[str]], ask: Ask) -> None:
        """
        Args:
            devices: metric -> devices that the model knows it of.
            ask: the model.
        """
        # Kernels are imported when the model is: an editor's first answer does not wait for them.
        from perfcast.forecast.kernels import KernelFiles

        self.files = KernelFiles()
        self._devices, self._ask = devices, ask

    def gpu(self, name: str | None) -> Device:
        """The GPU of that name; for None or '' one that times of launches can be forecast for, if there is any.

        Raises:
            UnknownGpuError: no such GPU; says which is near, and how to give one by its figures.
        """
        from perfcast.triton import KernelError, device_named

        timed = self._devices.get(GPU_TIME.name, ())
        try:
            return device_named(name or (timed[0] if timed else _DEFAULT_GPU))
        except KernelError as error:
            raise UnknownGpuError(str(error)) from None

    def launch(
        self, file: SourceFile, unit: Unit, gpu: Device, workload: Workload | None = None
    ) -> tuple[ChosenLaunch, Mapping[str, Forecast]]:
        """The launch of a kernel that is forecast, and what it takes, by metric: those metrics that the model knows of
        such a device.

        Raises:
            KernelError: why no launch can be told.
            SourceError: the unit is nested too deeply to be read.
            Cancelled: the computation was cancelled meanwhile.
        """
        chosen = self.files.chosen(file, unit, gpu, workload)
        asked = {
            metric: device
            for metric in KERNEL_METRICS
            for device in (gpu.architecture, gpu.name)
            if device in self._devices.get(metric, ()) and _is_known(metric, gpu, chosen)
        }
        if not asked:
            return chosen, {}
        forecasts = self._ask(file, unit, chosen.workload, repr(gpu), asked)
        timed = forecasts.get(GPU_TIME.name)
        if timed is not None and chosen.bound is not None:
            forecasts = {**forecasts, GPU_TIME.name: timed.at_least(chosen.bound)}
        return chosen, forecasts

    def forecast(self, file: SourceFile, unit: Unit, resolved: Resolved, gpu: Device) -> UnitForecast:
        """As `Predictor.forecast_unit`."""
        from perfcast.triton import KernelError
        from perfcast.triton.finding.plans import DEFAULT_SIZE

        asked = resolved.workload if resolved.origin == GIVEN else None
        workload, origin, bound, size = str(asked or ""), resolved.origin, None, None
        forecasts: Mapping[str, Forecast] = {}
        outside: tuple[str, ...] = ()
        try:
            chosen, forecasts = self.launch(file, unit, gpu, asked)
            workload, origin, bound = str(chosen.workload), chosen.plan.origin, chosen.bound
            size = DEFAULT_SIZE if origin == "default" else None
            if not forecasts and bound is None:
                outside = (f"not known of {gpu.name}",)
        except (KernelError, SourceError) as error:
            outside = (str(error),)
        budgets = [Misreading(one.line, one.column, _NO_BUDGETS) for one in resolved.directives if one.is_budget]
        return UnitForecast(
            unit=unit,
            workload=workload,
            workload_origin=origin,
            device=gpu.name,
            forecasts=forecasts,
            outside=outside,
            default_size=size,
            notes=(*resolved.misread, *budgets),
            ignored=any(directive.is_ignore for directive in resolved.directives),
            bound=bound,
        )


def _is_known(metric: str, gpu: Device, chosen: ChosenLaunch) -> bool:
    """Times are of devices as they are known, not of others by their names, and of launches with a grid."""
    from perfcast.triton import DEVICES

    return metric != GPU_TIME.name or (DEVICES.get(gpu.name) == gpu and chosen.bound is not None)
