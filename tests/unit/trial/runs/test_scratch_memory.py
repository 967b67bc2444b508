"""Memory that an operation works with beside what has one size in all runs: bytes of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

_COUNTED = """
values.sort()
table = [0] * 4000
for value in values:
    table[value % 4000] += 1
return max(table)
"""
_BY_KEY = """
values.sort(key=abs)
table = bytearray(60_000)
for value in values:
    table[value % 60_000] = 1
return sum(table)
"""


@pytest.mark.parametrize(
    ("body", "size", "measured"),
    [
        (_COUNTED, 30_000, 119_888),
        (_COUNTED, 300_000, 1_199_960),
        (_BY_KEY, 30_000, 479_776),
        (_BY_KEY, 300_000, 4_799_920),
    ],
)
def test_what_an_operation_works_with_is_extrapolated_by_itself(body: str, size: int, measured: float) -> None:
    found = peak(body.strip(), f"values: list[int] * {size} in 0..1000000", "")
    assert measured / 1.5 < found < 1.5 * measured
