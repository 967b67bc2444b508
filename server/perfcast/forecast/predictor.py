"""The predictor: files in, forecasts out, nothing computed twice."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from perfcast.forecast.budgets import Budget, BudgetError, parse_budgets
from perfcast.forecast.cache.bounded_cache import BoundedCache
from perfcast.forecast.cache.kept_calls import KeptCalls
from perfcast.forecast.cache.kept_forecasts import KeptForecasts
from perfcast.forecast.forecast import LEVELS, Forecast
from perfcast.forecast.measurements.recalibration import Recalibration
from perfcast.forecast.measurements.store import MeasurementStore
from perfcast.forecast.metrics import CPU_TIME, GPU_TIME, KERNEL_METRICS, METRICS
from perfcast.forecast.project_calls import ProjectCalls, Question, is_guessed, is_made_up
from perfcast.forecast.receiver import made_up_receiver
from perfcast.forecast.refusals import unguessed
from perfcast.forecast.refusals.effects import effect_of_stop
from perfcast.forecast.refusals.outside import IN_VAIN, USES, outside_reasons
from perfcast.forecast.sweeping import FEW, swept
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.source.locations.place import NOWHERE, Stamp, are_unchanged, stamp_of
from perfcast.workload import Workload, parse, resized
from perfcast.workload.origins.comments import Directive, Misreading
from perfcast.workload.origins.resolution import (
    COMMENT,
    DEFAULT_SIZE,
    Resolved,
    Ways,
    completed,
    fitting,
    resolve,
    unknown_names,
)
from perfcast.workload.values.unbuildable import holds_unknown, names_module

if TYPE_CHECKING:
    from perfcast.forecast.cache.kept_answers import KeptAnswers
    from perfcast.forecast.kernels import ChosenLaunch
    from perfcast.rlm import Reading, RegressionModel
    from perfcast.trial.process.worker import Followed
    from perfcast.triton import Device

_READING_BYTES = 32 * 2**20
_FORECASTS = 20_000
_REASONS = 10_000
#: Of a few files, each with some hundreds of functions.
_CORRECTED = 4_000

_UNFIT = "takes what could not be found out"
_ON_MADE_UP = " on what was made up"
_AS_SAID = " on small inputs like these"
_ENDLESS = "would not end"
#: Elements of what grows exponentially, where nothing says how many there are.
_BEARABLE_SIZE = 10
_COULD_BE_ANYTHING = "could cost anything"
#: Texts in what may need more than itself: other modules, or what a normal form leaves out of its own.
_RESTING_ON_PLACE = ("import ", "...", "class ")
#: Ranges whose ends are this far apart say nothing.
_WIDEST = 1e4

_DEFAULT_GPU = "H100"
_NO_BUDGETS = "budgets are for functions, not for kernels"

GIVEN = "given"
"""Origin of a workload that came with the question."""


class UnknownDeviceError(ValueError):
    """A device that the model knows nothing of."""


class UnknownGpuError(UnknownDeviceError):
    """A GPU of which nothing is known."""


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
        detail: of a reason that something cannot be guessed, the error that says so.
    """

    unit: Unit
    workload: str
    workload_origin: str
    device: str
    forecasts: Mapping[str, Forecast]
    outside: tuple[str, ...] = ()
    default_size: int | None = None
    notes: tuple[Misreading, ...] = ()
    budgets: tuple[Budget, ...] = ()
    ignored: bool = False
    measured: Mapping[str, float] = field(default_factory=dict)
    bound: float | None = None
    receiver: str = ""
    detail: str = ""

    @property
    def supported_forecasts(self) -> Mapping[str, Forecast]:
        """Those of the forecasts that the model has grounds for: all or none."""
        return {} if self.outside else self.forecasts


class Predictor:
    """Forecasts by one model. Safe to use from several threads, one of which computes at a time.

    With a store of measurements, forecasts for this machine are corrected by what was measured on it; with answers that
    were kept, those of earlier processes need not be found again.

    Attributes:
        kernels: of the files that were asked about.
        calls: of their units, as far as one has looked, see `pending_question`.
    """

    def __init__(
        self,
        model: RegressionModel,
        store: MeasurementStore | None = None,
        ahead: int = 1,
        kept: KeptAnswers | None = None,
    ) -> None:
        """
        Args:
            ahead: units whose trial runs are begun before a forecast asks for them, where several are to be forecast.
        """
        self._model = model
        self._store = store
        self._ahead = ahead
        self._corrections: Mapping[str, Recalibration] = {}
        self.read_measurements()
        self._lock = threading.Lock()
        # Digests of units that were asked about with instances of classes that only their place tells.
        self._placed: set[str] = set()
        self._readings: BoundedCache[str, Reading] = BoundedCache(_READING_BYTES, lambda reading: reading.nbytes)
        self._forecasts: BoundedCache[tuple[str, str, str], Mapping[str, Forecast]] = BoundedCache(_FORECASTS)
        self._fits: BoundedCache[tuple[str, Ways], tuple[int | Workload | None]] = BoundedCache(_REASONS)
        # What corrections made of forecasts, which are the same objects as long as they are remembered.
        self._applied: BoundedCache[Forecast, tuple[Recalibration, Forecast]] = BoundedCache(_CORRECTED)
        # How the trial runs went that a forecast rests on, by unit and workload.
        self._ran: BoundedCache[tuple[str, str], Followed | None] = BoundedCache(_FORECASTS)
        self._reasons: BoundedCache[tuple[str, bool | None], tuple[str, ...]] = BoundedCache(_REASONS)
        # No more than dictionaries: they are asked beside a forecast under way, too.
        self._followed: dict[str, Followed] = {}
        self._by_themselves: dict[str, bool] = {}
        # Kernels are imported when the model is: an editor's first answer does not wait for them.
        from perfcast.forecast.kernels import KernelFiles

        self.kernels = KernelFiles()
        self._kept = None if kept is None else KeptForecasts(kept, str(model.metadata["sha256"]))
        self.calls = ProjectCalls(None if kept is None else KeptCalls(kept))

    @property
    def model(self) -> dict[str, object]:
        """The model's name, version, devices, metrics and SHA-256."""
        return dict(self._model.metadata)

    @property
    def devices(self) -> list[str]:
        """The devices that times can be forecast for; the first is the default: this machine, once it is known."""
        known = self._model.metadata["devices"]
        devices = [str(device) for device in known] if isinstance(known, Sequence) else []
        if self._store is not None and self._corrections:
            return [self._store.device, *(device for device in devices if device != self._store.device)]
        return devices

    @property
    def model_device(self) -> str:
        """The device that the model's corpus was measured on."""
        return self._known_to_model("")

    def slowness(self, device: str) -> float | None:
        """How many times as long a call takes on a device as on the model's; None where that is not known."""
        correction = self._corrections.get(CPU_TIME.name)
        if correction is None or self._store is None or device != self._store.device:
            return None
        return math.exp(correction.shift)

    def device(self, name: str | None) -> str:
        """The device of that name, the default for None or ''.

        Raises:
            UnknownDeviceError: the model has no such device.
        """
        if not name:
            return self.devices[0]
        if name not in self.devices:
            raise UnknownDeviceError(f"no device named {name!r}; the model knows {', '.join(map(repr, self.devices))}")
        return name

    def gpu(self, name: str | None) -> Device:
        """The GPU of that name; for None or '' one that times of launches can be forecast for, if there is any.

        Raises:
            UnknownGpuError: no such GPU; says which is near, and how to give one by its figures.
        """
        from perfcast.triton import KernelError, device_named

        timed = self._kernel_devices("gpu_time")
        try:
            return device_named(name or (timed[0] if timed else _DEFAULT_GPU))
        except KernelError as error:
            raise UnknownGpuError(str(error)) from None

    @property
    def trial_runs_enabled(self) -> bool:
        """Whether units are tried out on small made-up inputs (`perfcast.trial`), as they are by default."""
        return self._model.trial_runs_enabled

    def set_trial_runs(self, trial_runs_enabled: bool) -> None:
        """Begins or ends to try units out; waits for the forecast under way."""
        with self._lock:
            if self._model.trial_runs_enabled != trial_runs_enabled:
                self._model.trial_runs_enabled = trial_runs_enabled
                self._readings.clear()
                self._forecasts.clear()
                self._fits.clear()
                self._followed.clear()

    def read_measurements(self) -> None:
        """Take note of what was measured since."""
        if self._store is None:
            return
        residuals, log_slowness = self._store.residuals(str(self._model.metadata["sha256"])), self._store.log_slowness()
        fitted = {
            # Of memory a measurement tells how far off the forecast of that function was, and nothing of others.
            metric: Recalibration.fit(residuals.get(metric, ()), log_slowness)
            for metric, about in METRICS.items()
            if about.is_of_machine
        }
        self._corrections = {metric: one for metric, one in fitted.items() if one is not None}

    def forecast(
        self,
        source: str,
        name: str | None = None,
        workload: str | None = None,
        device: str | None = None,
        gpu: str | None = None,
    ) -> Mapping[str, Forecast]:
        """Forecasts by metric for one unit of a source text.

        Args:
            source: Python source; it is read and never run.
            name: of the unit; without one, the last of the units that are not defined within another.
            workload: what it is called with; without one, what the source says.
            device: the model's default without one.
            gpu: that kernels run on; see `gpu`.

        Raises:
            SourceError: the source does not parse, or has no such unit.
            WorkloadError: the workload does not parse.
            UnknownDeviceError: the model has no such device.
        """
        return self.forecast_source(source, name, workload, device, gpu).forecasts

    def forecast_source(
        self,
        source: str,
        name: str | None = None,
        workload: str | None = None,
        device: str | None = None,
        gpu: str | None = None,
    ) -> UnitForecast:
        """As `forecast`, with the unit and its workload."""
        file = SourceFile.parse(source)
        unit = main_unit(file) if name is None else file.unit(name)
        resolved = self.resolve(file, unit) if workload is None else given(parse(workload), unit, file)
        return self.forecast_unit(file, unit, resolved, self.device(device), self.gpu(gpu))

    def forecast_file(
        self,
        file: SourceFile,
        *,
        names: Collection[str] | None = None,
        workload: str | None = None,
        size: int = DEFAULT_SIZE,
        resize: int | None = None,
        device: str | None = None,
        gpu: str | None = None,
    ) -> list[UnitForecast]:
        """Forecasts for the units of a file, in source order.

        Args:
            file: parsed.
            names: only the units of these names.
            workload: for all of them, in place of what the file says.
            size: of workloads that rest on a default.
            resize: the size that every function's workload is scaled to, whatever it rests on.
            device: the model's default without one.
            gpu: that kernels run on; see `gpu`.

        Raises:
            SourceError: no unit has one of the names.
            WorkloadError: the workload does not parse.
            UnknownDeviceError: the model has no such device.
            Cancelled: `cancel` was called meanwhile.
        """
        known_device, known_gpu = self.device(device), self.gpu(gpu)
        said = None if workload is None else parse(workload)
        units = list(file.units) if names is None else sorted({file.unit(name) for name in names}, key=lambda u: u.line)
        asked = (
            (
                unit,
                self._resolved(file, unit, resize or size, resize) if said is None else given(said, unit, file, size),
            )
            for unit in units
        )
        forecasts = []
        for unit, resolved in self.expecting(file, asked, known_device):
            # A size that somebody asked for stays as it is.
            forecast = self.forecast_unit if resize is None else self._forecast_at
            forecasts.append(forecast(file, unit, resolved, known_device, known_gpu))
        self.keep()
        return forecasts

    def keep(self) -> None:
        """Has what was found so far kept for later processes, where there are any."""
        if self._kept is not None:
            self._kept.flush()

    def resolve(self, file: SourceFile, unit: Unit, size: int = DEFAULT_SIZE) -> Resolved:
        """A unit's workload: what its file says; where that does not say what a neural network's module takes, tensors
        with which trial runs come to an end.

        Args:
            size: of each sized argument where nothing but the default says.

        Raises:
            SourceError: the unit is not of the file.
        """
        resolved = resolve(unit, file, size)
        if self._model.trial_runs_enabled:
            self.calls.recall(file)
        if resolved.ways is None:
            return self.calls.resolved(file, unit, resolved, size)
        try:
            normal_form, key = file.normal_form(unit), (self._identity(file, unit), resolved.ways)
        except SourceError:
            return resolved
        with self._lock:
            fit = self._fits.get(key)
            if fit is None:
                fit = (self._model.fitted(normal_form, resolved.ways.own, resolved.ways.outer, file.home),)
                self._fits.put(key, fit)
            is_unfit = fit[0] is None and self._model.trial_runs_enabled
        return replace(fitting(resolved, fit[0], size), is_unfit=is_unfit)

    def pending_question(
        self, file: SourceFile, size: int = DEFAULT_SIZE, names: Collection[str] | None = None
    ) -> Question | None:
        """What the code of the project may show of a file's units, that nobody has looked for yet.

        The answer takes seconds and needs no model; `calls` is told it, and forecasts rest on it from then on.
        """
        return self.calls.question(file, size, names) if self._model.trial_runs_enabled else None

    def observe_project_calls(
        self, file: SourceFile, size: int = DEFAULT_SIZE, names: Collection[str] | None = None
    ) -> None:
        """Looks now, for the units of these names where some are given."""
        question = self.pending_question(file, size, names)
        if question is not None:
            self.calls.note(question, question.answered())

    def _resolved(self, file: SourceFile, unit: Unit, size: int, resize: int | None) -> Resolved:
        resolved = self.resolve(file, unit, size)
        return resolved if resize is None else replace(resolved, workload=resized(resolved.workload, resize))

    def forecast_unit(
        self, file: SourceFile, unit: Unit, resolved: Resolved, device: str, gpu: Device | None = None
    ) -> UnitForecast:
        """The forecast of one unit at one workload; at few elements where nothing but a default says how many, and with
        so many it would not end.

        Args:
            resolved: the workload; of a kernel it holds where it was given, else the launch that its file says.
            gpu: that kernels run on; the default one without.

        Raises:
            SourceError: the unit is not of the file.
            Cancelled: `cancel` was called meanwhile.
        """
        found = self._forecast_at(file, unit, resolved, device, gpu)
        if found.outside != (_ENDLESS,) or not is_guessed(resolved) or (resolved.default_size or 0) <= _BEARABLE_SIZE:
            return found
        small = self._forecast_at(file, unit, self.resolve(file, unit, _BEARABLE_SIZE), device, gpu)
        return found if small.outside else small

    def forecast_workload(self, file: SourceFile, unit: Unit, resolved: Resolved, device: str) -> Resolved:
        """The workload at which `forecast_unit` forecasts.

        Raises:
            SourceError: the unit is not of the file.
            Cancelled: `cancel` was called meanwhile.
        """
        size = self.forecast_unit(file, unit, resolved, device).default_size
        return resolved if size is None or size == resolved.default_size else self.resolve(file, unit, size)

    def _forecast_at(
        self, file: SourceFile, unit: Unit, resolved: Resolved, device: str, gpu: Device | None = None
    ) -> UnitForecast:
        if unit.kind == "kernel":
            return self._forecast_kernel(file, unit, resolved, gpu or self.gpu(None))
        budgets, misread = _commented_budgets(resolved.directives)
        ignored = any(directive.is_ignore for directive in resolved.directives)
        text = str(resolved.workload)
        measured: Mapping[str, float] = {}
        try:
            if self._store is not None and device == self.device(None):
                known = self._store.find(file.digest(unit), text)
                measured = {metric: known[metric] for metric in METRICS if metric in known}
            forecasts = self.sweep(file, unit, [resolved.workload], device)[0]
            outside = self.reasons(file, unit, resolved) or _unsayable(resolved, forecasts)
            detail = self.raised(file, unit, resolved)
        except SourceError as error:
            forecasts, outside, detail = {}, (error.reason,), ""
        return UnitForecast(
            unit,
            text,
            resolved.origin,
            device,
            forecasts,
            outside,
            resolved.default_size,
            (*resolved.misread, *misread),
            budgets,
            ignored,
            measured,
            receiver=self.receiver(file, unit, resolved.workload),
            detail=detail if outside else "",
        )

    def _forecast_kernel(self, file: SourceFile, unit: Unit, resolved: Resolved, gpu: Device) -> UnitForecast:
        from perfcast.triton import KernelError
        from perfcast.triton.finding.plans import DEFAULT_SIZE as KERNEL_SIZE

        ignored = any(directive.is_ignore for directive in resolved.directives)
        notes = [Misreading(one.line, one.column, _NO_BUDGETS) for one in resolved.directives if one.is_budget]
        asked = resolved.workload if resolved.origin == GIVEN else None
        workload, origin, bound, size = str(asked or ""), resolved.origin, None, None
        forecasts: Mapping[str, Forecast] = {}
        outside: tuple[str, ...] = ()
        try:
            chosen, forecasts = self.launch(file, unit, gpu, asked)
            workload, origin, bound = str(chosen.workload), chosen.plan.origin, chosen.bound
            size = KERNEL_SIZE if origin == "default" else None
            if not forecasts and bound is None:
                outside = (f"not known of {gpu.name}",)
        except (KernelError, SourceError) as error:
            outside = (str(error),)
        notes = [*resolved.misread, *notes]
        return UnitForecast(
            unit, workload, origin, gpu.name, forecasts, outside, size, tuple(notes), ignored=ignored, bound=bound
        )

    def launch(
        self, file: SourceFile, unit: Unit, gpu: Device, workload: Workload | None = None
    ) -> tuple[ChosenLaunch, Mapping[str, Forecast]]:
        """The launch of a kernel that is forecast, and what it takes, by metric: those metrics that the model knows of
        such a device.

        Raises:
            KernelError: why no launch can be told.
            SourceError: the unit is nested too deeply to be read.
            Cancelled: `cancel` was called meanwhile.
        """
        chosen = self.kernels.chosen(file, unit, gpu, workload)
        asked = {
            metric: device
            for metric in KERNEL_METRICS
            for device in (gpu.architecture, gpu.name)
            if device in self._kernel_devices(metric) and self._knows(metric, gpu, chosen)
        }
        if not asked:
            return chosen, {}
        [forecasts] = self._known(file, unit, [chosen.workload], repr(gpu), asked)
        timed = forecasts.get(GPU_TIME.name)
        if timed is not None and chosen.bound is not None:
            forecasts = {**forecasts, GPU_TIME.name: timed.at_least(chosen.bound)}
        return chosen, forecasts

    @staticmethod
    def _knows(metric: str, gpu: Device, chosen: ChosenLaunch) -> bool:
        """Times are of devices as they are known, not of others by their names, and of launches with a grid."""
        from perfcast.triton import DEVICES

        return metric != GPU_TIME.name or (DEVICES.get(gpu.name) == gpu and chosen.bound is not None)

    def _kernel_devices(self, metric: str) -> Sequence[str]:
        """The devices that the model knows the metric of."""
        known = self._model.metadata.get("kernel_devices")
        return known.get(metric, ()) if isinstance(known, Mapping) else ()

    def outside(self, file: SourceFile, unit: Unit, workload: Workload | None = None) -> tuple[str, ...]:
        """Why the model has no grounds for forecasts of the unit; empty where it has.

        Args:
            workload: that was forecast; without, as the last trial runs of the unit went.

        Raises:
            SourceError: the unit is nested too deeply to be read.
        """
        base = self._base(file, unit)
        with self._lock:
            followed = self._followed.get(base) if workload is None else self._ran.get((base, str(workload)))
            key = base, None if followed is None else followed.was_tried
            reasons = self._reasons.get(key)
            if reasons is None:
                reasons = outside_reasons(
                    file.normal_form(unit),
                    is_kernel=unit.kind == "kernel",
                    has_ended=key[1],
                    home=file.home or NOWHERE,
                )
                self._reasons.put(key, reasons)
        return reasons if followed is None else _told_instead(reasons, followed)

    def reasons(self, file: SourceFile, unit: Unit, resolved: Resolved) -> tuple[str, ...]:
        """Why a forecast at a workload has no grounds: what the unit does, then what it was tried with."""
        told = (*self.outside(file, unit, resolved.workload), *self._unfit(file, unit, resolved))
        return tuple(dict.fromkeys(told))

    def _unfit(self, file: SourceFile, unit: Unit, resolved: Resolved) -> tuple[str, ...]:
        """Why a workload tells nothing of what the unit costs; empty where it does."""
        if resolved.is_unfit:
            return (_UNFIT,)
        if resolved.origin in (GIVEN, COMMENT):
            unknown = unknown_names(unit, file, resolved.workload)
            if unknown:
                return tuple(f"has no parameter {name}" for name in unknown)
        with self._lock:
            ran = self._ran.get((self._base(file, unit), str(resolved.workload)))
        if ran is None or ran.was_tried:
            return ()
        if ran.has_raised:
            return (self._raising(file, unit, resolved, ran.error),)
        if not is_guessed(resolved):
            return ()
        unknown_to_all = [
            one.name or "" for one in resolved.workload.arguments if not one.has_value and holds_unknown(one.type)
        ]
        # What was made up was good enough to come to where no run can go on.
        told = effect_of_stop(ran.stopped_at) or f"{_UNFIT}: {', '.join(unknown_to_all)}"
        return (told,) if unknown_to_all else ()

    def receiver(self, file: SourceFile, unit: Unit, workload: Workload) -> str:
        """What a method is called for where that is made up; '' where a call was seen, or an instance is lent."""
        found = self.calls.of(file, unit)
        if found is not None and (found.caller is not None or not is_made_up(found)):
            return ""
        told, prepared = made_up_receiver(file, unit, workload), self.prepared(file, unit, workload)
        return f"self: {prepared}" if told and prepared else told

    def prepared(self, file: SourceFile, unit: Unit, workload: Workload) -> str:
        """What trial runs called a method on that its own file does not say, such as "Queue after put()"; '' where they
        did not, or the workload was not forecast."""
        with self._lock:
            ran = self._ran.get((self._base(file, unit), str(workload)))
        return "" if ran is None else ran.receiver

    def raised(self, file: SourceFile, unit: Unit, resolved: Resolved) -> str:
        """The error behind a reason that something cannot be guessed, such as "raises KeyError 'price'"; '' without.

        Raises:
            SourceError: the unit is nested too deeply to be read.
        """
        with self._lock:
            ran = self._ran.get((self._base(file, unit), str(resolved.workload)))
        if ran is None or not ran.has_raised or not self._raises_on_guess(file, unit, resolved):
            return ""
        return f"raises {ran.error or 'an error'}{_ON_MADE_UP}"

    def _raising(self, file: SourceFile, unit: Unit, resolved: Resolved, error: str) -> str:
        """Why there is no forecast of what raises: the error itself where somebody says what it was tried with."""
        workload = resolved.workload
        if not self._raises_on_guess(file, unit, resolved):
            return f"raises {error}".rstrip() + (_AS_SAID if workload.arguments else "")
        names = [one.name for one in workload.arguments if one.name and is_guessed(resolved)]
        return unguessed.reason(file.node(unit), names, str(workload), self.receiver(file, unit, workload), error)

    def _raises_on_guess(self, file: SourceFile, unit: Unit, resolved: Resolved) -> bool:
        """Whether something that a unit is tried with is made up, where it raises."""
        is_made_up = is_guessed(resolved) and bool(resolved.workload.arguments)
        return is_made_up or bool(self.receiver(file, unit, resolved.workload))

    def is_current(self, file: SourceFile, unit: Unit) -> bool:
        """Whether the modules that a unit imports are what they were when it was forecast. Waits for no forecast."""
        try:
            followed = self._followed.get(self._base(file, unit))
        except SourceError:
            return True
        return followed is None or are_unchanged(followed.files)

    def _place(self, file: SourceFile, unit: Unit, workloads: Iterable[Workload]) -> None:
        """From now on what a unit is rests on its place, where a workload names classes by their modules."""
        if any(names_module(one.type) for workload in workloads for one in workload.arguments if not one.has_value):
            self._placed.add(file.digest(unit))

    def _base(self, file: SourceFile, unit: Unit) -> str:
        """Equal for units whose text is the same, and whose imports mean the same."""
        digest, place = file.digest(unit), self.calls.place(file, unit)
        if place is None:
            return digest
        is_by_itself = place.caller is None and digest not in self._placed
        return (
            digest
            if is_by_itself and self._is_by_itself(file, unit, digest)
            else f"{digest}\n{place.key}\n{place.file}"
        )

    def _is_by_itself(self, file: SourceFile, unit: Unit, digest: str) -> bool:
        """Whether nothing in a unit's normal form may need more than that."""
        known = self._by_themselves.get(digest)
        if known is None:
            form = file.normal_form(unit)
            if len(self._by_themselves) >= _REASONS:
                self._by_themselves.clear()
            known = self._by_themselves[digest] = not any(one in form for one in _RESTING_ON_PLACE)
        return known

    def _identity(self, file: SourceFile, unit: Unit) -> str:
        """Equal as long as forecasts for a unit hold, as far as one knows what it imports."""
        base = self._base(file, unit)
        followed = self._followed.get(base)
        return base if followed is None else _at(base, map(stamp_of, followed.files))

    def sweep(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], device: str
    ) -> list[Mapping[str, Forecast]]:
        """Forecasts by metric of one unit at several workloads: one encoding, rows of the decoder alone. Of many sizes
        of one workload some are told by those around them (`sweeping`).

        Raises:
            SourceError: the unit is nested too deeply to be read.
            Cancelled: `cancel` was called meanwhile.
        """
        known_device = self._known_to_model(device)
        found = swept(workloads, lambda some: self.uncorrected(file, unit, some, known_device))
        if self._store is None or device != self._store.device:
            return found
        with self._lock:
            return [{metric: self._corrected(forecast) for metric, forecast in one.items()} for one in found]

    def uncorrected(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], device: str
    ) -> list[Mapping[str, Forecast]]:
        """As `sweep`, by the model alone, for one of its devices."""
        return self._known(file, unit, workloads, device, dict.fromkeys(METRICS, device))

    def _known(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], device: str, asked: Mapping[str, str]
    ) -> list[Mapping[str, Forecast]]:
        """Forecasts from the cache, those that it lacks computed.

        Args:
            device: by which they are kept.
            asked: metric -> device to ask the model for.
        """
        texts = [str(workload) for workload in workloads]
        with self._lock:
            self._place(file, unit, workloads)
            known = self._found_before(file, unit, texts, device)
            missing = {text: workload for text, workload in zip(texts, workloads, strict=True) if known[text] is None}
            if missing:
                computed = self._compute(file, unit, list(missing.values()), asked)
                base, place = self._base(file, unit), self.calls.place(file, unit)
                is_kernel = unit.kind == "kernel"
                followed = None if is_kernel else self._model.followed(file.normal_form(unit), place)
                # What took too long now, on a busy machine, may not the next time.
                is_sure = is_kernel or (followed is not None and followed.is_sure)
                is_kept = self._kept is not None and self._model.trial_runs_enabled and is_sure
                for text, forecasts in zip(missing, computed, strict=True):
                    self._note(base, text, device, forecasts, followed)
                    known[text] = forecasts
                    if self._kept is not None and is_kept:
                        self._kept.keep(base, place, text, device, forecasts, followed)
        return [known[text] or {} for text in texts]

    def _found_before(
        self, file: SourceFile, unit: Unit, texts: Sequence[str], device: str
    ) -> dict[str, Mapping[str, Forecast] | None]:
        """Forecasts by the workload's text that this process or an earlier one has found; None for others."""
        identity = self._identity(file, unit)
        known = {text: self._forecasts.get((identity, text, device)) for text in texts}
        if self._kept is None or not self._model.trial_runs_enabled or None not in known.values():
            return known
        base, place = self._base(file, unit), self.calls.place(file, unit)
        for text in texts:
            found = self._kept.find(base, place, text, device) if known[text] is None else None
            if found is not None:
                forecasts, followed = found
                self._note(base, text, device, forecasts, followed)
                known[text] = forecasts
        return known

    def _note(
        self, base: str, text: str, device: str, forecasts: Mapping[str, Forecast], followed: Followed | None
    ) -> None:
        """Remembers forecasts, with what they rest on, as it was then."""
        if followed is not None:
            if len(self._followed) >= _REASONS:
                self._followed.clear()
            self._followed[base] = followed
        self._ran.put((base, text), self._followed.get(base))
        identity = base if followed is None else _at(base, followed.files.values())
        self._forecasts.put((identity, text, device), forecasts)

    def expecting(
        self, file: SourceFile, asked: Iterable[tuple[Unit, Resolved]], device: str
    ) -> Iterator[tuple[Unit, Resolved]]:
        """Each of what will be asked for in turn; what can be done beside its forecast for the next ones is begun."""
        waiting: deque[tuple[Unit, Resolved]] = deque()
        for following in asked:
            self.expect(file, following[0], [following[1].workload], device)
            waiting.append(following)
            if len(waiting) > self._ahead:
                yield waiting.popleft()
        yield from waiting

    def expect(self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], device: str) -> None:
        """Begins what can be done beside other things for workloads that a sweep will be asked about."""
        try:
            normal_form = file.normal_form(unit)
        except SourceError:
            return
        if unit.kind == "kernel" or len(workloads) > FEW:
            return
        with self._lock:
            self._place(file, unit, workloads)
            texts = {str(one): one for one in workloads}
            known = self._found_before(file, unit, list(texts), self._known_to_model(device))
            missing = [one for text, one in texts.items() if known[text] is None]
            if missing:
                self._model.expect(normal_form, missing, self.calls.place(file, unit))

    def cancel(self) -> None:
        """From another thread: stops the computation under way, which raises Cancelled."""
        self._model.cancel()

    def _known_to_model(self, device: str) -> str:
        """The device to ask the model for: the one that its corpus comes from stands for this machine."""
        known = self._model.metadata["devices"]
        assert isinstance(known, Sequence)
        return device if device in known else str(known[0])

    def _corrected(self, forecast: Forecast) -> Forecast:
        correction = self._corrections.get(forecast.metric)
        if correction is None:
            return forecast
        known = self._applied.get(forecast)
        if known is None or known[0] != correction:
            known = correction, correction.applied(forecast)
            self._applied.put(forecast, known)
        return known[1]

    def _compute(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], asked: Mapping[str, str]
    ) -> list[Mapping[str, Forecast]]:
        from perfcast.rlm import Prompt

        normal_form, base = file.normal_form(unit), self._base(file, unit)
        reading, place = self._readings.get(base), self.calls.place(file, unit)
        self._model.expect(normal_form, workloads, place)
        if reading is None:
            reading = self._model.read(normal_form, place)
            self._readings.put(base, reading)
        prompts = [Prompt(workload, device, metric) for workload in workloads for metric, device in asked.items()]
        rows = self._model.quantiles(reading, prompts, LEVELS)
        forecasts = [Forecast(prompt.metric, LEVELS, row) for prompt, row in zip(prompts, rows, strict=True)]
        each = len(asked)
        return [
            {forecast.metric: forecast for forecast in forecasts[start : start + each]}
            for start in range(0, len(forecasts), each)
        ]


def _at(base: str, stamps: Iterable[Stamp | None]) -> str:
    """The identity of a unit while the files that it imports are these."""
    known = tuple(stamps)
    return f"{base}\n{hash(known)}" if known else base


def _commented_budgets(directives: Sequence[Directive]) -> tuple[tuple[Budget, ...], list[Misreading]]:
    budgets: list[Budget] = []
    misread = []
    for directive in directives:
        if directive.is_budget:
            try:
                budgets.extend(parse_budgets(directive.text))
            except BudgetError as error:
                misread.append(Misreading(directive.line, directive.column + error.column, str(error)))
    return tuple(budgets), misread


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


def load(
    bundle: Path | None = None,
    threads: int = 1,
    store: MeasurementStore | None = None,
    kept: KeptAnswers | None = None,
    *,
    alone: bool = True,
) -> Predictor:
    """A predictor with the packaged model, or the one of a bundle's folder.

    Args:
        bundle: the folder; None for the packaged one.
        threads: that read a source; see `RegressionModel.load`.
        store: of measurements on this machine; without one, forecasts are the model's own.
        kept: answers of earlier processes; without them, all is found anew.
        alone: every core may make trial runs for it; else its process is one of several that share them.

    Raises:
        BundleError: what is wrong with the bundle, and what to do.
    """
    from perfcast.rlm import RegressionModel
    from perfcast.trial.process.pool import AHEAD

    return Predictor(RegressionModel.load(bundle, threads), store, AHEAD if alone else 1, kept)


def _told_instead(reasons: tuple[str, ...], ran: Followed) -> tuple[str, ...]:
    """Where trial runs stopped, or nothing where they came to an error that is told besides, in place of what was
    followed in vain, and of the library alone."""
    if ran.stopped_at:
        named = tuple(_with_stop(reason, ran.stopped_at) for reason in reasons)
        if named == reasons and any(_is_library(reason) for reason in reasons):
            # Another one than is named so far.
            effect = effect_of_stop(ran.stopped_at)
            named = tuple(effect if effect and _is_library(reason) else reason for reason in reasons)
            named = named if effect else (*named, f"stops at {ran.stopped_at}")
        reasons = tuple(dict.fromkeys(named))
    in_vain = [reason for reason in reasons if reason.endswith(IN_VAIN)]
    if not in_vain or not (ran.has_raised or ran.stopped_at):
        return reasons
    stop = effect_of_stop(ran.stopped_at) or f"stops at {ran.stopped_at}"
    instead = {in_vain[0]: stop} if ran.stopped_at else {}
    told = (instead.get(reason, reason) for reason in reasons)
    return tuple(dict.fromkeys(reason for reason in told if not reason.endswith(IN_VAIN)))


def _with_stop(reason: str, stopped_at: str) -> str:
    """A reason that names a library, with what of it trial runs stopped at, if it was that."""
    if not _is_library(reason):
        return reason
    library = reason.removeprefix(USES)
    name = stopped_at.removeprefix("calling ")
    if name.startswith(f"{library}."):
        return f"{USES}{name}, which is not modelled"
    arguments = name.removeprefix("arguments of ")
    if arguments.startswith(f"{library}."):
        return f"{USES}{arguments} with arguments that are not modelled"
    return reason


def _is_library(reason: str) -> bool:
    return reason.startswith(USES) and not reason.endswith(IN_VAIN)


def _unsayable(resolved: Resolved, forecasts: Mapping[str, Forecast]) -> tuple[str, ...]:
    """Why forecasts are not worth telling, at workloads that nobody gave: what grows exponentially, and what
    nothing is known of."""
    if resolved.origin in (GIVEN, COMMENT):
        return ()
    if any(one.p50 > METRICS[metric].most for metric, one in forecasts.items()):
        return (_ENDLESS,)
    return (_COULD_BE_ANYTHING,) * any(one.p90 > _WIDEST * one.p10 for one in forecasts.values())
