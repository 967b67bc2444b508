"""Memory of results that grow fast beside what has one size in all runs: bytes of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

_PAIRS_WITHOUT_REMAINDER = """
table = [0] * 100_000
found = []
for i in range(n):
    for j in range(i):
        if table[i * j % 100_000] == 0:
            found.append((i, j))
return found
"""
_ALIKE = """
seen = bytearray(60_000)
found = []
for i, a in enumerate(words):
    for b in words[i + 1:]:
        if a[0] == b[0]:
            found.append((a, b))
return found
"""
_SPARSE_TABLE = """
logarithms = [0] * 4096
table = [list(xs)]
step = 1
while 2 * step <= len(xs):
    last = table[-1]
    table.append([min(last[i], last[i + step]) for i in range(len(last) - step)])
    step *= 2
return table
"""


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        (_PAIRS_WITHOUT_REMAINDER, "n: int = 600", 14.2e6),
        (_PAIRS_WITHOUT_REMAINDER, "n: int = 2000", 179e6),
        (_ALIKE, "words: list[str] * 1000 * 8 in 'a'..'z'", 1.29e6),
        (_ALIKE, "words: list[str] * 3000 * 8 in 'a'..'z'", 11.1e6),
        (_SPARSE_TABLE, "xs: list[int] * 50000 in 0..1000000", 6.4e6),
    ],
)
def test_what_is_given_back_is_extrapolated_by_itself(body: str, workload: str, measured: float) -> None:
    assert measured / 1.6 < peak(body.strip(), workload, "") < 1.6 * measured
