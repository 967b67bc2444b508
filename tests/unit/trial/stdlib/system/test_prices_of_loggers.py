"""What it takes to tell a logger something: what is below its level, and what is written down."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_UNIT = """
import logging
logger = logging.getLogger(__name__)

def run(n):
    for i in range(n):
        {told}
"""


@pytest.mark.parametrize(
    ("told", "measured"),
    [("logger.debug('name %s', i)", 112.0), ("logger.isEnabledFor(logging.DEBUG)", 52.0)],
)
def test_a_call_takes_as_long_as_measured(told: str, measured: float) -> None:
    found = dict(zip(NAMES, Trials(_UNIT.format(told=told)).estimate(parse("n: int = 1000")), strict=True))
    assert 2.0 ** found["trial_time"] / 1000 == pytest.approx(measured, rel=0.4)


_CAUGHT = "try:\n            1 / 0\n        except ZeroDivisionError:\n            {told}"


@pytest.mark.parametrize(
    ("told", "measured"),
    [
        ("logger.warning('row %s', i)", 1_410),
        ("logger.log(logging.ERROR, 'row %s', i)", 1_410),
        ("logger.warning('%s', text)", 31_370),
        (_CAUGHT.format(told="logger.exception('no')"), 15_732),
    ],
)
def test_what_is_not_below_the_level_is_written_down(told: str, measured: int) -> None:
    unit = _UNIT.replace("    for", "    text = 'r' * 10_000\n    for").format(told=told)
    found = dict(zip(NAMES, Trials(unit).estimate(parse("n: int = 1000")), strict=True))
    text = 10_049
    assert 2.0 ** found["trial_peak"] - text == pytest.approx(measured, rel=0.1)


def test_a_record_takes_as_many_times_a_call_below_the_level_as_measured() -> None:
    def time(told: str) -> float:
        found = Trials(_UNIT.format(told=told)).estimate(parse("n: int = 1000"))
        return float(2.0 ** dict(zip(NAMES, found, strict=True))["trial_time"])

    ignored = time("logger.debug('row %s', i)")
    assert time("logger.warning('row %s', i)") / ignored == pytest.approx(80.0, rel=0.3)


def test_what_is_told_from_some_size_on_is_not_taken_for_explosive() -> None:
    unit = _UNIT.format(told="if i > 10:\n            logger.warning('row %s', i)")
    few, many = (
        2.0 ** dict(zip(NAMES, Trials(unit).estimate(parse(f"n: int = {n}")), strict=True))["trial_time"]
        for n in (100, 1000)
    )
    assert many / few == pytest.approx(989 / 89, rel=0.1)
