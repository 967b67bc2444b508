"""Rows that are told apart, and points that are counted in bins of two axes."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _costs(body: str, workload: str) -> tuple[float, float]:
    """Nanoseconds and bytes."""
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    text = f"def run({names}):\n    return {body}\n\nimport numpy as np\n"
    found = dict(zip(NAMES, Trials(text).estimate(parsed), strict=True))
    assert not found["trial_refused"]
    return 2.0 ** found["trial_time"], 2.0 ** found["trial_peak"]


@pytest.mark.parametrize(
    ("shape", "factor"),
    # Of 250 rows of four numbers, measured at once.
    [((32, 32), 1.0), ((1_000, 4), 3.83), ((10_000, 4), 48.8), ((1_000, 100), 12.8)],
)
def test_rows_are_compared_by_calls(shape: tuple[int, int], factor: float) -> None:
    one, few = (_costs("np.unique(a, axis=0)", f"a: float64{list(of)}")[0] for of in (shape, (250, 4)))
    assert factor / 1.4 < one / few < factor * 1.4


@pytest.mark.parametrize(
    ("body", "shape", "taken"),
    [
        ("np.unique(a, axis=0)", (1_000, 4), 67_988),
        ("np.unique(a, axis=0, return_counts=True)", (1_000, 4), 83_980),
        ("np.unique(a, axis=0, return_inverse=True)", (1_000, 4), 124_191),
        ("np.unique(a, axis=0)", (32, 32), 31_814),
    ],
)
def test_rows_are_told_apart_as_records(body: str, shape: tuple[int, int], taken: int) -> None:
    assert _costs(body, f"a: float64{list(shape)}")[1] == pytest.approx(taken, rel=0.15)


def test_rows_that_begin_alike_are_compared_part_by_part() -> None:
    alike, _ = _costs("np.unique(a, axis=0)", "a: int64[1000, 4] in 0..9")
    different, _ = _costs("np.unique(a, axis=0)", "a: int64[1000, 4] in 0..1000000")
    assert 1.3 < alike / different < 2.0


def test_points_in_bins_of_two_axes_cost_what_there_are_of_them() -> None:
    workload = "x: float64[1000]; y: float64[1000]"
    many, _ = _costs("np.histogram2d(x, y, bins=64)", workload)
    few, _ = _costs("np.histogram2d(x, y, bins=10)", workload)
    assert many < 1.3 * few
