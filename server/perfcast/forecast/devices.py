"""The processors that times of functions are forecast for: those of the model, and this machine once it is known."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from typing import Final

from perfcast.forecast.cache.bounded_cache import BoundedCache
from perfcast.forecast.forecast import Forecast
from perfcast.forecast.measurements.recalibration import Recalibration
from perfcast.forecast.measurements.store import MeasurementStore
from perfcast.forecast.metrics import CPU_TIME, METRICS

#: Forecasts of a few files, each with some hundreds of functions.
_MAX_CORRECTED: Final = 4_000


class UnknownDeviceError(ValueError):
    """A device that the model knows nothing of."""


class Devices:
    """Names of devices, and forecasts for this machine as what was measured on it corrects them."""

    def __init__(self, of_model: Sequence[str], model: str, store: MeasurementStore | None) -> None:
        """
        Args:
            of_model: devices that the model knows; the first is that of its corpus.
            model: its SHA-256.
            store: of measurements on this machine.
        """
        self._of_model = list(of_model)
        self._model = model
        self._store = store
        self._corrections: Mapping[str, Recalibration] = {}
        self._lock = threading.Lock()
        # What they made of forecasts, which are the same objects as long as they are remembered.
        self._corrected: BoundedCache[Forecast, tuple[Recalibration, Forecast]] = BoundedCache(_MAX_CORRECTED)
        self.read_measurements()

    @property
    def names(self) -> list[str]:
        """The first is the default: this machine, once it is known."""
        if self._store is not None and self._corrections:
            return [self._store.device, *(device for device in self._of_model if device != self._store.device)]
        return list(self._of_model)

    def named(self, name: str | None) -> str:
        """The device of that name, the default for None or ''.

        Raises:
            UnknownDeviceError: there is no such device.
        """
        names = self.names
        if not name:
            return names[0]
        if name not in names:
            raise UnknownDeviceError(f"no device named {name!r}; the model knows {', '.join(map(repr, names))}")
        return name

    @property
    def of_corpus(self) -> str:
        """The device that the model's corpus was measured on."""
        return self._of_model[0]

    def in_model(self, device: str) -> str:
        """The device to ask the model for: the one that its corpus comes from stands for this machine."""
        return device if device in self._of_model else self.of_corpus

    def slowness(self, device: str) -> float | None:
        """How many times as long a call takes on a device as on the model's; None where that is not known."""
        correction = self._corrections.get(CPU_TIME.name)
        return None if correction is None or not self._is_this_machine(device) else math.exp(correction.shift)

    def read_measurements(self) -> None:
        """Take note of what was measured since."""
        if self._store is None:
            return
        residuals, log_slowness = self._store.residuals(self._model), self._store.log_slowness()
        fitted = {
            # Of memory a measurement tells how far off the forecast of that function was, and nothing of others.
            metric: Recalibration.fit(residuals.get(metric, ()), log_slowness)
            for metric, about in METRICS.items()
            if about.is_of_machine
        }
        self._corrections = {metric: one for metric, one in fitted.items() if one is not None}

    def measured(self, device: str, digest: str, workload: str) -> Mapping[str, float]:
        """What was measured of a unit on a device, by metric, in the metric's unit.

        Args:
            digest: of the unit.
        """
        if self._store is None or device != self.named(None):
            return {}
        known = self._store.find(digest, workload)
        return {metric: known[metric] for metric in METRICS if metric in known}

    def corrected(self, device: str, forecasts: Mapping[str, Forecast]) -> Mapping[str, Forecast]:
        """The model's forecasts as they hold for a device."""
        if not self._is_this_machine(device):
            return forecasts
        corrections = self._corrections
        with self._lock:
            return {
                metric: self._applied(corrections[metric], forecast) if metric in corrections else forecast
                for metric, forecast in forecasts.items()
            }

    def _applied(self, correction: Recalibration, forecast: Forecast) -> Forecast:
        known = self._corrected.get(forecast)
        if known is None or known[0] != correction:
            known = correction, correction.applied(forecast)
            self._corrected.put(forecast, known)
        return known[1]

    def _is_this_machine(self, device: str) -> bool:
        return self._store is not None and device == self._store.device
