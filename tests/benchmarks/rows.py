"""What was measured, as rows of a table."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        what: was measured, and at what size.
        unit: of all figures: 's', 'MiB', 'functions/s'; 'x' for a ratio, '' for a count.
        median: of the repeats; NaN where nothing could be measured.
        p95: the 95th percentile, where it was asked for.
        target: what the median is to be at most, or with `at_least` at least; None for what is only watched.
        target_p95: what the 95th percentile is to be at most.
        note: what the figures do not say.
    """

    what: str
    unit: str
    median: float
    p95: float | None = None
    repeats: int = 1
    target: float | None = None
    target_p95: float | None = None
    at_least: bool = False
    note: str = ""

    @classmethod
    def of(
        cls,
        what: str,
        unit: str,
        values: Sequence[float],
        target: float | None = None,
        target_p95: float | None = None,
        *,
        at_least: bool = False,
        note: str = "",
    ) -> Row:
        """The row of repeated measurements, with the 95th percentile from 20 on: of fewer it would be the maximum."""
        p95 = percentile(values, 0.95) if len(values) >= 20 else None
        return cls(what, unit, statistics.median(values), p95, len(values), target, target_p95, at_least, note)

    @classmethod
    def missing(cls, what: str, why: str) -> Row:
        """The row of what could not be measured."""
        return cls(what, "", math.nan, repeats=0, note=why)

    @property
    def holds(self) -> bool | None:
        """Whether the targets are reached; None without one, or without a figure."""
        if self.target is None or math.isnan(self.median):
            return None
        reached = self.median >= self.target if self.at_least else self.median <= self.target
        if self.target_p95 is not None and self.p95 is not None:
            reached = reached and self.p95 <= self.target_p95
        return reached

    def cells(self) -> list[str]:
        """The row as it is printed."""
        what = f"{self.what} ({self.note})" if self.note else self.what
        holds = self.holds
        verdict = "" if holds is None else "yes" if holds else "**no**"
        median = "–" if math.isnan(self.median) else amount(self.median, self.unit)
        p95 = "" if self.p95 is None else amount(self.p95, self.unit)
        return [what, self._target_text(), median, p95, str(self.repeats), verdict]

    def _target_text(self) -> str:
        if self.target is None:
            return ""
        text = ("≥ " if self.at_least else "≤ ") + amount(self.target, self.unit)
        return text if self.target_p95 is None else f"{text}, p95 ≤ {amount(self.target_p95, self.unit)}"


def percentile(values: Sequence[float], level: float) -> float:
    """The smallest value that so large a share of the values, in 0..1, does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(level * len(ordered)) - 1)]


def amount(value: float, unit: str) -> str:
    """A figure with its unit, times below a second in milliseconds or microseconds."""
    if unit == "s" and abs(value) < 1:
        value, unit = (value * 1e3, "ms") if abs(value) >= 1e-3 else (value * 1e6, "µs")
    text = f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
    return f"{text} {unit}".strip()


def table(rows: Iterable[Row]) -> str:
    """The rows in Markdown."""
    lines = ["| what | target | median | p95 | repeats | reached |", "| :-- | --: | --: | --: | --: | :-- |"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row.cells()) + " |" for row in rows]
    return "\n".join(lines)
