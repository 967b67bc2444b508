"""What functions cost that remember so many results and no more."""

from __future__ import annotations

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

DISTANCE = """
from functools import lru_cache

def distance(a, b):
    @lru_cache(maxsize=10_000)
    def rest(i, j):
        if i == 0 or j == 0:
            return i + j
        if a[i - 1] == b[j - 1]:
            return rest(i - 1, j - 1)
        return 1 + min(rest(i - 1, j), rest(i, j - 1), rest(i - 1, j - 1))

    return rest(len(a), len(b))
"""


def _costs(letters: int) -> tuple[float, float]:
    found = Trials(DISTANCE).estimate(parse(f"a: str * {letters} in 'a'..'z'; b: str * {letters} in 'a'..'z'"))
    costs = dict(zip(NAMES, found, strict=True))
    return 2.0 ** costs["trial_time"], 2.0 ** costs["trial_peak"]


def test_time_goes_on_where_they_remember_no_more_and_memory_does_not() -> None:
    (time, held), (longer, more) = _costs(100), _costs(300)
    # Measured: 6.0 and 62 ms, 1.28 and 2.34 MiB.
    assert 6 < longer / time < 14
    assert more < 3 * held
    assert 62e6 / 1.8 < longer < 1.8 * 62e6
    assert 2.34e6 / 1.8 < more < 1.8 * 2.34e6
