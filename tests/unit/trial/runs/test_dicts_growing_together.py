"""Tables that grow together: on average they are as full as those that grow each at its own time."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak


@pytest.mark.parametrize(("number", "measured"), [(10_000, 998_000), (50_000, 3_974_000)])
def test_sets_that_grow_at_the_same_time_go_on_growing(number: int, measured: int) -> None:
    body = "out = [set() for _ in range(30)]\nfor i, v in enumerate(values):\n    out[i % 30].add(v)\nreturn out"
    assert measured / 2.1 < peak(body, f"values: list[str] * {number}", "") < 2.1 * measured
