"""Reading clocks and writing days takes time: how many times as long as a square root, in CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _turn(statement: str) -> float:
    source = f"import math\nimport time\n\ndef run(xs):\n    for x in xs:\n        {statement}\n"
    found = Trials(source).estimate(parse("xs: list[float] * 1000"))
    return float(2.0 ** dict(zip(NAMES, found, strict=True))["trial_time"])


@pytest.mark.parametrize(
    ("statement", "measured"),
    [
        ("time.monotonic()", 41.0 / 17.1),
        ("time.perf_counter()", 41.3 / 17.1),
        ("time.time_ns()", 44.2 / 17.1),
        ("time.localtime()", 153.0 / 17.1),
        ("time.strftime('%Y-%m-%d')", 141.0 / 17.1),
        ("time.ctime()", 306.0 / 17.1),
        ("time.process_time()", 400.0 / 17.1),
    ],
)
def test_clocks_are_not_read_for_nothing(statement: str, measured: float) -> None:
    assert measured / 2 < _turn(statement) / _turn("math.sqrt(2.0)") < 2 * measured
