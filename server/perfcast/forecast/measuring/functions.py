"""A unit measured for real, and the measurement kept beside its forecast. Runs the user's code, in a sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from perfcast.forecast.forecast import Forecast
from perfcast.forecast.measurements.recalibration import Residual
from perfcast.forecast.measurements.store import Measured, MeasurementStore, StoreError
from perfcast.forecast.metrics import METRICS
from perfcast.forecast.predictor import Predictor
from perfcast.forecast.questions import given
from perfcast.forecast.refusals.outside import sleeps
from perfcast.measure import Job, Limits, Sandbox
from perfcast.source import SourceFile, Unit
from perfcast.source.locations.place import NOWHERE
from perfcast.workload import Workload
from perfcast.workload.origins.resolution import DEFAULT_SIZE

_LIMITS = Limits(seconds=20.0, memory_bytes=8 << 30)


class MeasuringError(Exception):
    """The unit could not be measured; the message says why."""


@dataclass(frozen=True)
class MeasuredUnit:
    """A unit's measurement beside its forecast.

    Attributes:
        workload: its canonical text; `origin` as in `Resolved`.
        device: the CPU that it ran on; forecast_device: that the forecasts of its time are for.
        measured: by metric, in the metric's unit.
        forecasts: by metric, as they were before.
        note: why the measurement could not be kept; '' where it was.
        receiver, sleeps: as `perfcast.forecast.UnitForecast` has them.
    """

    unit: Unit
    workload: str
    origin: str
    device: str
    measured: Mapping[str, float]
    forecasts: Mapping[str, Forecast]
    note: str
    receiver: str = ""
    forecast_device: str = ""
    sleeps: bool = False


def measure_unit(
    predictor: Predictor,
    store: MeasurementStore,
    file: SourceFile,
    unit: Unit,
    workload: Workload | None = None,
    default_size: int = DEFAULT_SIZE,
) -> MeasuredUnit:
    """Runs a unit at a workload in the sandbox and keeps what it cost.

    Raises:
        MeasuringError: the unit raised, took too long, cannot be given such a workload, or runs on a GPU.
        SandboxError: nothing can be measured on this machine.
        SourceError: the unit is nested too deeply to be read.
    """
    if unit.kind == "kernel":
        raise MeasuringError("it is a Triton kernel, which runs on a GPU")
    around = next((one.name for one in file.units if unit.name.startswith(f"{one.name}.")), None)
    if around is not None:
        raise MeasuringError(f"it is there only while {around} runs: measure that")
    if file.unit(unit.name) != unit:
        raise MeasuringError("its name stands for another function once the file has run")
    forecast_device = predictor.devices.named(None)
    if workload is not None:
        resolved = given(workload, unit, file)
    else:
        resolved = predictor.resolve(file, unit, default_size)
        resolved = predictor.forecast_workload(file, unit, resolved, forecast_device)
    text = str(resolved.workload)
    forecasts = predictor.sweep(file, unit, [resolved.workload], forecast_device)[0]
    prepared = predictor.grounds.prepared(file, unit, resolved.workload)
    if prepared:
        raise MeasuringError(f"it is forecast for {prepared}, which cannot be made for real")
    with Sandbox(_LIMITS) as sandbox:
        home = file.home or NOWHERE
        seen = predictor.calls.of(file, unit) if workload is None else None
        job = Job(
            unit.name,
            file.text,
            unit.name,
            (text,),
            folders=(home.own, home.installed),
            package=home.package,
            path=home.file,
            caller=None if seen is None else seen.caller,
            called_with="" if seen is None else seen.workload,
        )
        [measurement] = list(sandbox.run(job))
    if measurement.error is not None:
        raise MeasuringError(measurement.error)
    measured = {name: measurement.metrics[name] for name in METRICS if name in measurement.metrics}
    by_model = predictor.uncorrected(file, unit, [resolved.workload], predictor.devices.of_corpus)[0]
    sha256 = str(predictor.model["sha256"])
    digest = file.digest(unit)
    note = ""
    try:
        store.add(
            [
                Measured(digest, text, name, value, sha256, Residual.of(value, by_model[name]))
                for name, value in measured.items()
            ]
        )
        predictor.devices.read_measurements()
    except StoreError as error:
        note = f"the measurement is not kept: {error}"
    receiver = predictor.grounds.receiver(file, unit, resolved.workload)
    return MeasuredUnit(
        unit,
        text,
        resolved.origin,
        store.device,
        measured,
        forecasts,
        note,
        receiver,
        forecast_device,
        sleeps(file.normal_form(unit)),
    )
