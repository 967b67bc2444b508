"""The predictor: files in, forecasts out, nothing computed twice."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from perfcast.forecast.budgets import Budget, BudgetError, parse_budgets
from perfcast.forecast.cache.bounded_cache import BoundedCache
from perfcast.forecast.cache.kept_calls import KeptCalls
from perfcast.forecast.cache.kept_forecasts import KeptForecasts
from perfcast.forecast.devices import Devices
from perfcast.forecast.forecast import LEVELS, Forecast
from perfcast.forecast.grounds import ENDLESS, FAILED, Grounds, unsayable
from perfcast.forecast.kernel_forecasts import KernelForecasts
from perfcast.forecast.known_forecasts import KnownForecasts
from perfcast.forecast.measurements.store import MeasurementStore
from perfcast.forecast.metrics import METRICS
from perfcast.forecast.project_calls import ProjectCalls, Question, is_guessed
from perfcast.forecast.questions import given, main_unit
from perfcast.forecast.refusals.outside import sleeps
from perfcast.forecast.sweeping import FEW, swept
from perfcast.forecast.unit_forecast import UnitForecast
from perfcast.rlm import Cancelled
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.workload import Workload, parse, resized
from perfcast.workload.origins.comments import Directive, Misreading
from perfcast.workload.origins.resolution import DEFAULT_SIZE, Resolved, Ways, fitting, resolve, unresolved

if TYPE_CHECKING:
    from perfcast.forecast.cache.kept_answers import KeptAnswers
    from perfcast.rlm import Reading, RegressionModel
    from perfcast.triton import Device

logger = logging.getLogger(__name__)

_READING_BYTES: Final = 32 * 2**20
_MAX_FITS: Final = 10_000
#: Elements of what grows exponentially, where nothing says how many there are.
_BEARABLE_SIZE: Final = 10


class Predictor:
    """Forecasts by one model. Safe to use from several threads, one of which computes at a time.

    With a store of measurements, forecasts for this machine are corrected by what was measured on it; with answers that
    were kept, those of earlier processes need not be found again.

    Attributes:
        devices: that times of functions can be forecast for.
        calls: of the units of files by their projects, as far as one has looked, see `pending_question`.
        grounds: why units have no forecasts, and what those rest on that they have.
        kernels: forecasts of Triton kernels.
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
        self._ahead = ahead
        sha256 = str(model.metadata["sha256"])
        self.devices = Devices(_strings(model.metadata["devices"]), sha256, store)
        self.calls = ProjectCalls(None if kept is None else KeptCalls(kept))
        self._lock = threading.Lock()
        self._readings: BoundedCache[str, Reading] = BoundedCache(_READING_BYTES, lambda reading: reading.nbytes)
        self._fits: BoundedCache[tuple[str, Ways], tuple[int | Workload | None]] = BoundedCache(_MAX_FITS)
        self._known = KnownForecasts(self.calls, None if kept is None else KeptForecasts(kept, sha256))
        self.grounds = Grounds(self._known, self.calls)
        of_kernels = model.metadata.get("kernel_devices")
        self.kernels = KernelForecasts(
            {metric: _strings(known) for metric, known in of_kernels.items()}
            if isinstance(of_kernels, Mapping)
            else {},
            lambda file, unit, launch, device, asked: self._forecasts(file, unit, [launch], device, asked)[0],
        )

    @property
    def model(self) -> dict[str, object]:
        """The model's name, version, devices, metrics and SHA-256."""
        return dict(self._model.metadata)

    @property
    def trial_runs_enabled(self) -> bool:
        """Whether units are tried out on small made-up inputs (`perfcast.trial`), as they are by default."""
        return self._model.trials.enabled

    def set_trial_runs(self, trial_runs_enabled: bool) -> None:
        """Begins or ends to try units out; waits for the forecast under way."""
        with self._lock:
            if self._model.trials.enabled != trial_runs_enabled:
                self._model.trials.enabled = trial_runs_enabled
                self._readings.clear()
                self._fits.clear()
                self._known.clear()

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
            gpu: that kernels run on; see `KernelForecasts.gpu`.

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
        return self.forecast_unit(file, unit, resolved, self.devices.named(device), self.kernels.gpu(gpu))

    def forecast_file(
        self,
        file: SourceFile,
        *,
        names: Collection[str] | None = None,
        units: Collection[Unit] | None = None,
        workload: str | None = None,
        size: int = DEFAULT_SIZE,
        resize: int | None = None,
        device: str | None = None,
        gpu: str | None = None,
    ) -> list[UnitForecast]:
        """Forecasts for the units of a file, in source order.

        Args:
            file: parsed.
            names: only the units of these names; units: only these.
            workload: for all of them, in place of what the file says.
            size: of workloads that rest on a default.
            resize: the size that every function's workload is scaled to, be it the given one.
            device: the model's default without one.
            gpu: that kernels run on; see `KernelForecasts.gpu`.

        Raises:
            SourceError: no unit has one of the names.
            WorkloadError: the workload does not parse.
            UnknownDeviceError: the model has no such device.
            Cancelled: `cancel` was called meanwhile.
        """
        known_device, known_gpu = self.devices.named(device), self.kernels.gpu(gpu)
        said = None if workload is None else parse(workload)
        chosen = file.units if units is None else units
        if names is not None:
            chosen = sorted({file.unit(name) for name in names}, key=lambda unit: unit.line)
        asked = ((unit, self._asked(file, unit, said, resize or size, resize)) for unit in chosen)
        forecasts = []
        for unit, resolved in self.expecting(file, asked, known_device):
            # A size that somebody asked for stays as it is.
            forecast = self.forecast_unit if resize is None else self._forecast_at
            forecasts.append(forecast(file, unit, resolved, known_device, known_gpu))
        self.keep()
        return forecasts

    def keep(self) -> None:
        """Has what was found so far kept for later processes, where there are any."""
        self._known.flush()

    def is_current(self, file: SourceFile, unit: Unit) -> bool:
        """Whether the modules that a unit imports are what they were when it was forecast. Waits for no forecast."""
        return self._known.is_current(file, unit)

    def resolve(self, file: SourceFile, unit: Unit, size: int = DEFAULT_SIZE) -> Resolved:
        """A unit's workload: what its file says; where that does not say what a neural network's module takes, tensors
        with which trial runs come to an end.

        Args:
            size: of each sized argument where nothing but the default says.

        Raises:
            SourceError: the unit is not of the file.
        """
        resolved = _resolved_if_possible(file, unit, size)
        if self._model.trials.enabled:
            self.calls.recall(file)
        if resolved.ways is None:
            return self.calls.resolved(file, unit, resolved, size)
        try:
            normal_form, key = file.normal_form(unit), (self._known.identity(file, unit), resolved.ways)
        except SourceError:
            return resolved
        with self._lock:
            fit = self._fits.get(key)
            if fit is None:
                fit = (self._model.trials.fitted(normal_form, resolved.ways.own, resolved.ways.outer, file.home),)
                self._fits.put(key, fit)
            is_unfit = fit[0] is None and self._model.trials.enabled
        return replace(fitting(resolved, fit[0], size), is_unfit=is_unfit)

    def pending_question(
        self, file: SourceFile, size: int = DEFAULT_SIZE, names: Collection[str] | None = None
    ) -> Question | None:
        """What the code of the project may show of a file's units, that nobody has looked for yet.

        The answer takes seconds and needs no model; `calls` is told it, and forecasts rest on it from then on.
        """
        return self.calls.question(file, size, names) if self._model.trials.enabled else None

    def observe_project_calls(
        self, file: SourceFile, size: int = DEFAULT_SIZE, names: Collection[str] | None = None
    ) -> None:
        """Looks now, for the units of these names where some are given."""
        question = self.pending_question(file, size, names)
        if question is not None:
            self.calls.note(question, question.answered())

    def _asked(self, file: SourceFile, unit: Unit, said: Workload | None, size: int, resize: int | None) -> Resolved:
        """What a unit is asked about at: what somebody said, or what its file does, scaled where a size is wanted."""
        resolved = self.resolve(file, unit, size) if said is None else given(said, unit, file, size)
        if resize is None or (said is not None and unit.kind == "kernel"):
            return resolved
        return replace(resolved, workload=resized(self.grounds.growing(file, unit, resolved.workload), resize))

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
        try:
            return self._bearable(file, unit, resolved, device, gpu)
        except (SourceError, Cancelled):
            raise
        except Exception:
            # Whatever one unit holds, the rest of its file goes on.
            logger.exception("the forecast of %s failed", unit.name)
            return UnitForecast(unit, str(resolved.workload), resolved.origin, device, {}, outside=(FAILED,))

    def _bearable(
        self, file: SourceFile, unit: Unit, resolved: Resolved, device: str, gpu: Device | None
    ) -> UnitForecast:
        found = self._forecast_at(file, unit, resolved, device, gpu)
        if found.outside != (ENDLESS,) or not is_guessed(resolved) or (resolved.default_size or 0) <= _BEARABLE_SIZE:
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
            return self.kernels.forecast(file, unit, resolved, gpu or self.kernels.gpu(None))
        budgets, misread = _commented_budgets(resolved.directives)
        text = str(resolved.workload)
        measured: Mapping[str, float] = {}
        try:
            measured = self.devices.measured(device, file.digest(unit), text)
            forecasts = self.sweep(file, unit, [resolved.workload], device)[0]
            outside = self.grounds.missing(file, unit, resolved) or unsayable(resolved, forecasts)
            detail = self.grounds.raised(file, unit, resolved)
        except SourceError as error:
            forecasts, outside, detail = {}, (error.reason,), ""
        return UnitForecast(
            unit=unit,
            workload=text,
            workload_origin=resolved.origin,
            device=device,
            forecasts=forecasts,
            outside=outside,
            default_size=resolved.default_size,
            notes=(*resolved.misread, *misread),
            budgets=budgets,
            ignored=any(directive.is_ignore for directive in resolved.directives),
            measured=measured,
            receiver=self.grounds.receiver(file, unit, resolved.workload),
            sleeps=(not outside or bool(measured)) and sleeps(file.normal_form(unit)),
            detail=detail if outside else "",
        )

    def sweep(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], device: str
    ) -> list[Mapping[str, Forecast]]:
        """Forecasts by metric of one unit at several workloads: one encoding, rows of the decoder alone. Of many sizes
        of one workload some are told by those around them (`sweeping`).

        Raises:
            SourceError: the unit is nested too deeply to be read.
            Cancelled: `cancel` was called meanwhile.
        """
        in_model = self.devices.in_model(device)
        found = swept(workloads, lambda some: self.uncorrected(file, unit, some, in_model))
        return [self.devices.corrected(device, one) for one in found]

    def uncorrected(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], device: str
    ) -> list[Mapping[str, Forecast]]:
        """As `sweep`, by the model alone, for one of its devices."""
        return self._forecasts(file, unit, workloads, device, dict.fromkeys(METRICS, device))

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
            missing = self._missing(file, unit, workloads, self.devices.in_model(device))[1]
            if missing:
                self._model.trials.expect(normal_form, list(missing.values()), self.calls.place(file, unit))

    def is_same(self, file: SourceFile, unit: Unit, other_file: SourceFile, other: Unit) -> bool:
        """Whether two units are the same code, with the same behind what they import.

        Raises:
            SourceError: one of them is nested too deeply to be read.
        """
        return self._known.base(file, unit) == self._known.base(other_file, other)

    def cancel(self) -> None:
        """From another thread: stops the computation under way, which raises Cancelled."""
        self._model.cancel()

    def _forecasts(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], device: str, asked: Mapping[str, str]
    ) -> list[Mapping[str, Forecast]]:
        """Known forecasts, and those that are not known computed.

        Args:
            device: by which they are kept.
            asked: metric -> device to ask the model for.
        """
        with self._lock:
            known, missing = self._missing(file, unit, workloads, device)
            if missing:
                computed = dict(zip(missing, self._compute(file, unit, list(missing.values()), asked), strict=True))
                is_kernel = unit.kind == "kernel"
                followed = None
                if not is_kernel:
                    followed = self._model.trials.followed(file.normal_form(unit), self.calls.place(file, unit))
                # What took too long now, on a busy machine, may not the next time.
                is_sure = is_kernel or (followed is not None and followed.is_sure)
                is_kept = self._model.trials.enabled and is_sure
                self._known.note(file, unit, device, computed, followed, kept=is_kept)
                known |= computed
        return [known[str(workload)] or {} for workload in workloads]

    def _missing(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], device: str
    ) -> tuple[dict[str, Mapping[str, Forecast] | None], dict[str, Workload]]:
        """Forecasts by the workload's text, as far as they are known, and the workloads that they are not known of."""
        texts = {str(workload): workload for workload in workloads}
        self._known.place(file, unit, workloads)
        known = self._known.find(file, unit, list(texts), device, earlier=self._model.trials.enabled)
        return known, {text: workload for text, workload in texts.items() if known[text] is None}

    def _compute(
        self, file: SourceFile, unit: Unit, workloads: Sequence[Workload], asked: Mapping[str, str]
    ) -> list[Mapping[str, Forecast]]:
        from perfcast.rlm import Prompt

        normal_form, base = file.normal_form(unit), self._known.base(file, unit)
        reading, place = self._readings.get(base), self.calls.place(file, unit)
        self._model.trials.expect(normal_form, workloads, place)
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


def _resolved_if_possible(file: SourceFile, unit: Unit, size: int) -> Resolved:
    """As `resolve`; what nothing is known of where that meets an error of its own."""
    try:
        return resolve(unit, file, size)
    except SourceError:
        raise
    except Exception:
        # Whatever one unit holds, the rest of its file goes on.
        logger.exception("no workload of %s was found", unit.name)
        return unresolved(unit, file)


def _strings(values: object) -> list[str]:
    """Of the model's metadata, which is what its file says."""
    return [str(value) for value in values] if isinstance(values, Sequence) else []


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
