"""Small numbers in runs of what is larger: those that sizes were made of are larger there, others are not."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

_LARGEST_YET = "t = 0\nout = []\nfor x in xs:\n    t = max(t, x)\n    out.append(t + 1)\nreturn out"


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        # Drawn within bounds, and what is read from texts: as large in all runs.
        (_LARGEST_YET, "xs: list[int] * 3000 in 0..200", 26_040),
        (_LARGEST_YET, "xs: list[int] * 3000 in 0..100", 26_040),
        ("return [int(t[i : i + 8], 2) for i in range(0, len(t), 8)]", "t: str * 5000 in '01'", 5_697),
        ("return [x * 2 for x in xs]", "xs: list[int] * 10000 in 0..90", 85_320),
        # Sums of places are larger, and those below twice the last one are not all objects.
        ("return [[i + j for j in range(n)] for i in range(n)]", "n: int = 200", 653_752),
        ("return [[i + j for j in range(n)] for i in range(n)]", "n: int = 400", 5_360_824),
        ("return list(range(n))", "n: int = 3000", 111_960),
    ],
)
def test_numbers_become_objects_where_they_grow(body: str, workload: str, measured: int) -> None:
    assert peak(body, workload, "") == pytest.approx(measured, rel=0.1)
