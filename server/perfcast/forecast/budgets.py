"""Budgets: what a unit may cost, and how likely it is to cost more."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from perfcast.forecast.forecast import Forecast
from perfcast.forecast.metrics import CPU_TIME, METRICS
from perfcast.forecast.probability import probability_text

_UNITS: Final[Mapping[str, Mapping[str, float]]] = {
    "B": {
        **{"b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12},
        **{"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40},
    },
    "s": {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600},
}
_BUDGET: Final = re.compile(
    r"\s*(?P<label>\w+)\s*<=?\s*(?P<number>[\d_]*\.?\d+(?:e[+-]?\d+)?)\s*(?P<unit>\w+)\s*", re.I
)


class BudgetError(ValueError):
    """A budget that does not parse.

    Attributes:
        column: 0-based position in the text, in characters.
    """

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


@dataclass(frozen=True)
class Budget:
    """The most that one metric may come to.

    Attributes:
        metric: its name.
        limit: in the metric's unit.
        text: as it was written.
    """

    metric: str
    limit: float
    text: str


class Certainty(Enum):
    """How sure a breach is: at least 90 %, 50 % or 10 %."""

    SURE = 0.9
    LIKELY = 0.5
    POSSIBLE = 0.1


@dataclass(frozen=True)
class Breach:
    """A budget that is exceeded with some probability; for sure, where it was measured."""

    budget: Budget
    probability: float
    is_measured: bool = False

    @property
    def certainty(self) -> Certainty:
        return next(level for level in Certainty if self.probability >= level.value)

    def __str__(self) -> str:
        title = METRICS[self.budget.metric].title
        odds = probability_text(self.probability)
        how = "as measured on this machine" if self.is_measured else f"with a probability of {odds}"
        return f"{title} exceeds the budget '{self.budget.text}' {how}"


def parse_budgets(text: str) -> tuple[Budget, ...]:
    """Budgets from a text such as 'peak < 100 MiB, time < 50 ms'.

    Raises:
        BudgetError: names what is wrong and where.
    """
    labels = {metric.label: metric for metric in METRICS.values()}
    budgets = []
    start = 0
    for part in text.split(","):
        match = _BUDGET.fullmatch(part)
        metric = labels.get(match["label"].lower()) if match else None
        if match is None or metric is None:
            expected = "a budget such as 'peak < 100 MiB' or 'time < 50 ms' is expected"
            raise BudgetError(f"{expected}, not {part.strip()!r}", start)
        size = _UNITS[metric.unit].get(match["unit"].lower())
        if size is None:
            known = "KiB, MiB, GiB" if metric.unit == "B" else "µs, ms, s, min"
            reason = f"{match['unit']!r} is no unit of {metric.label}; use {known}"
            raise BudgetError(reason, start + match.start("unit"))
        budgets.append(Budget(metric.name, float(match["number"].replace("_", "")) * size, part.strip()))
        start += len(part) + 1
    return tuple(budgets)


def breaches(
    forecasts: Mapping[str, Forecast], budgets: Sequence[Budget], measured: Mapping[str, float] | None = None
) -> list[Breach]:
    """The budgets that are exceeded with a probability of 10 % or more.

    Args:
        forecasts: of one unit, by metric.
        budgets: of that unit.
        measured: what it really cost, by metric; nothing is said of that but the truth.
    """
    known = measured or {}
    found = []
    for budget in budgets:
        if budget.metric in known:
            found.append(Breach(budget, float(known[budget.metric] > budget.limit), is_measured=True))
        elif budget.metric in forecasts:
            found.append(Breach(budget, 1 - forecasts[budget.metric].probability_below(budget.limit)))
    return [breach for breach in found if breach.probability >= Certainty.POSSIBLE.value]


def without_sleep(
    forecasts: Mapping[str, Forecast],
    budgets: Sequence[Budget],
    measured: Mapping[str, float] | None = None,
    *,
    sleeps: bool,
) -> list[Budget]:
    """The budgets of time that say nothing of what a unit sleeps. The other arguments are those of `breaches`."""
    timed = [one for one in budgets if one.metric == CPU_TIME.name] if sleeps else []
    left = unchecked(forecasts, timed, measured)
    return [one for one in timed if one not in left]


def unchecked(
    forecasts: Mapping[str, Forecast], budgets: Sequence[Budget], measured: Mapping[str, float] | None = None
) -> list[Budget]:
    """The budgets of whose metrics nothing is known. The arguments are those of `breaches`."""
    return [one for one in budgets if one.metric not in forecasts and one.metric not in (measured or {})]
