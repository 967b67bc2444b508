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


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return time.strftime('%Y-%m-%d') + name", "name: str * 10 in 'a'..'z'", 4_100),
        ("return f'{day:%Y-%m} {name}'", "day: date; name: str * 10 in 'a'..'z'", 4_700),
        ("return '{:%Y-%m} {}'.format(day, name)", "day: datetime; name: str * 10 in 'a'..'z'", 4_810),
    ],
)
def test_days_are_written_into_more_room_than_their_texts_need(body: str, workload: str, measured: float) -> None:
    names = ", ".join(str(argument.name) for argument in parse(workload).arguments)
    source = f"import time\n\ndef run({names}):\n    {body}\n"
    found = Trials(source).estimate(parse(workload))
    assert 2.0 ** dict(zip(NAMES, found, strict=True))["trial_peak"] == pytest.approx(measured, rel=0.1)
