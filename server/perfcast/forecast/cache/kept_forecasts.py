"""Forecasts that earlier processes made, as long as all that they rest on is what it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from perfcast.forecast.cache.kept_answers import KeptAnswers
from perfcast.forecast.cache.kept_keys import key_of
from perfcast.forecast.forecast import LEVELS, Forecast
from perfcast.source.locations.place import Place, are_unchanged
from perfcast.trial.process.worker import Followed

_KIND: Final = "forecast"


class KeptForecasts:
    """Forecasts of one model, by unit, workload and device."""

    def __init__(self, answers: KeptAnswers, model: str) -> None:
        """
        Args:
            model: its SHA-256.
        """
        self._answers, self._model = answers, model

    def find(
        self, base: str, place: Place | None, workload: str, device: str
    ) -> tuple[Mapping[str, Forecast], Followed | None] | None:
        """The forecasts by metric, and how the trial runs went that they rest on.

        Args:
            base: equal for units whose text is the same, and whose imports mean the same.
        """
        text = self._answers.find(self._key(base, place, workload, device))
        if text is None:
            return None
        try:
            said = json.loads(text)
            followed = None if said["followed"] is None else Followed.from_json(said["followed"])
            forecasts = {metric: Forecast(metric, LEVELS, values) for metric, values in said["forecasts"].items()}
        except (LookupError, ValueError, TypeError, AttributeError):
            # Somebody else has written there.
            return None
        return None if followed is not None and not are_unchanged(followed.files) else (forecasts, followed)

    def keep(
        self,
        base: str,
        place: Place | None,
        workload: str,
        device: str,
        forecasts: Mapping[str, Forecast],
        followed: Followed | None,
    ) -> None:
        """Keep forecasts for the next process."""
        said = {
            "forecasts": {metric: forecast.values for metric, forecast in forecasts.items()},
            "followed": None if followed is None else asdict(followed),
        }
        self._answers.keep(self._key(base, place, workload, device), json.dumps(said))

    def flush(self) -> None:
        """Write what waits to be written."""
        self._answers.flush()

    def _key(self, base: str, place: Place | None, workload: str, device: str) -> str:
        return key_of(_KIND, place, self._model, base, workload, device)
