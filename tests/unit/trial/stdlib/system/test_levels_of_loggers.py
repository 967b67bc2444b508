"""What is told to loggers whose levels a unit sets: nobody is told what is below these."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_UNIT = """
import logging
logger = logging.getLogger('shop.orders')

def run(n):
    {before}
    for i in range(n):
        logger.{told}('row %s', i)
"""


def cost(before: str, told: str, quantity: str = "trial_time") -> float:
    found = Trials(_UNIT.format(before=before, told=told)).estimate(parse("n: int = 1000"))
    return float(2.0 ** dict(zip(NAMES, found, strict=True))[quantity])


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("logging.disable(logging.WARNING)", "warning"),
        ("logging.disable()", "critical"),
        ("logger.setLevel(logging.ERROR)", "warning"),
        ("logger.setLevel('ERROR')", "warning"),
        ("logging.getLogger('shop').setLevel(logging.ERROR)", "warning"),
        ("logging.getLogger().setLevel(logging.ERROR)", "warning"),
        ("logging.basicConfig(level=logging.ERROR)", "warning"),
        ("logger.disabled = True", "error"),
    ],
)
def test_what_is_below_a_level_that_is_set_is_not_written(before: str, told: str) -> None:
    assert cost(before, told) == pytest.approx(cost("", "debug"), rel=0.1)


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("logging.disable(logging.INFO)", "warning"),
        ("logging.disable()\n    logging.disable(logging.NOTSET)", "warning"),
        # The nearest that has a level says it, and others' say nothing.
        ("logging.getLogger('shop').setLevel(50)\n    logger.setLevel(logging.WARNING)", "warning"),
        ("logging.getLogger('shop.orders.lines').setLevel(50)", "warning"),
        ("logging.getLogger('other').disabled = True", "warning"),
        ("logging.basicConfig(level=logging.DEBUG)", "debug"),
        ("logging.basicConfig()\n    logger.setLevel(logging.INFO)", "info"),
        # It is set up once.
        ("logging.basicConfig()\n    logging.basicConfig(level=logging.ERROR)", "warning"),
    ],
)
def test_what_is_not_below_it_is_written(before: str, told: str) -> None:
    assert cost(before, told) == pytest.approx(cost("", "warning"), rel=0.1)


def test_a_record_that_nobody_writes_down_costs_what_was_measured_beside_one_that_is_written() -> None:
    before = "logger.setLevel(logging.INFO)"
    assert cost(before, "info") / cost("", "warning") == pytest.approx(0.61, rel=0.1)
    assert cost(before, "info", "trial_peak") - cost("", "warning", "trial_peak") == pytest.approx(-288, abs=40)


@pytest.mark.parametrize(
    "asked",
    [
        "logger.isEnabledFor(logging.WARNING)",
        "logger.getEffectiveLevel() == logging.WARNING",
        "logger is logging.getLogger('shop').getChild('orders')",
        "logger.hasHandlers() is False and logger.level == 0 and logger.name == 'shop.orders'",
        "not logging.disable() and not logger.isEnabledFor(logging.CRITICAL)",
        "not logger.setLevel(10) and logger.isEnabledFor(10) and logger.level == 10",
        "logging.getLogger('root') is logging.getLogger() is logging.root",
    ],
)
def test_loggers_answer_as_they_do(asked: str) -> None:
    unit = f"import logging\ndef run(n):\n    logger = logging.getLogger('shop.orders')\n    assert {asked}\n"
    found = dict(zip(NAMES, Trials(unit).estimate(parse("n: int = 1")), strict=True))
    assert found["trial_raised"] == 0
    assert found["trial_time"] > 0
