"""Numbers of records go as far as what they are held against, but for what turns records down."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("test", "bounds"),
    [
        ("row['age'] >= 18", "18..80"),
        ("row['age'] > 90", "18..91"),
        ("95 <= row['age']", "18..95"),
        ("row['age'] < 13", "12..80"),
        ("row['age'] == 7", "7..80"),
        ("row['age'] > 90 and row['month'] != 5", "1..91"),
    ],
)
def test_comparisons_may_hold(test: str, bounds: str) -> None:
    said = default(f"def f(rows: list[dict]):\n    return [row for row in rows if {test}]\n", 100)
    assert said.endswith(f" in {bounds}")


def test_what_turns_records_down_does_not() -> None:
    said = default(
        """
def f(rows: list[dict]):
    for row in rows:
        if row["age"] < 0 or row["age"] > 150:
            raise ValueError(row)
    return sum(row["age"] for row in rows)
""",
        100,
    )
    assert said.endswith(" in 18..80")
