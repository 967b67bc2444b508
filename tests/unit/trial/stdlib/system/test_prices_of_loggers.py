"""What it takes to tell a logger what is below its level."""

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
