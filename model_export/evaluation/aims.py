"""What the forecasts are to be like one day, beside what they are."""

from __future__ import annotations

from typing import Final

from model_export.corpus.tables import markdown
from model_export.evaluation.report import MODEL, Report

#: Figure -> label and aims for memory and time. Errors are to be at most, all else at least what stands here.
_POINTS: Final = {
    "rho": ("Spearman, all", 0.97, 0.95),
    "rho_at_size": ("Spearman at one size", 0.92, 0.88),
    "rho_within": ("Spearman within a function", 0.97, 0.97),
    "median_error": ("median error", 0.30, 0.45),
    "p90_error": ("90th percentile", 1.5, 1.8),
    "cheaper": ("cheaper of two named", 0.88, 0.85),
}
_ERRORS: Final = ("median_error", "p90_error")
_HOLDS: Final = (0.78, 0.82)
_METRICS: Final = ("peak_memory", "cpu_time")


def aims(report: Report) -> str:
    """A table: each aim, what was found, and whether it is met."""
    lines = [["", "peak memory", "aim", "", "CPU time", "aim", ""]]
    for figure, (label, *wanted) in _POINTS.items():
        line = [label]
        for metric, aim in zip(_METRICS, wanted, strict=True):
            found = round(report.points[metric][MODEL][figure], 2)
            is_met = found <= aim if figure in _ERRORS else found >= aim
            line += [f"{found:.2f}", f"{'at most' if figure in _ERRORS else 'at least'} {aim:.2f}", _mark(is_met)]
        lines.append(line)
    ends = {"coverage": "80 % range holds", "coverage_least_decile": "in the worst decile of size"}
    for figure, label in (ends | {"coverage_most_decile": "in the best decile of size"}).items():
        line = [label]
        for metric in _METRICS:
            found = round(report.ranges[metric][MODEL][figure], 2)
            line += [f"{found:.2f}", f"{_HOLDS[0]} to {_HOLDS[1]}", _mark(_HOLDS[0] <= found <= _HOLDS[1])]
        lines.append(line)
    line = ["median width of the range"]
    for metric in _METRICS:
        mine, theirs = (report.ranges[metric][name]["width"] for name in (MODEL, "boosted trees"))
        line += [f"{mine:.2f}", f"below {theirs:.2f} (boosted trees)", _mark(mine < theirs)]
    return markdown([*lines, line])


def _mark(is_met: bool) -> str:
    return "met" if is_met else "missed"
