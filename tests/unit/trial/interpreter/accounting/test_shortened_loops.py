"""What tells how often loops go round raises nothing, whatever numbers there are."""

from __future__ import annotations

import math
from typing import Any

import pytest

from perfcast.trial.interpreter.accounting.shortened_loops import Clock, Loops, Turns, plain_number

_PLACE = -2


@pytest.mark.parametrize("value", [10**400, -(10**400), math.inf, math.nan, "3", None, 3j, True])
def test_what_is_no_plain_number_tells_nothing(value: Any) -> None:
    assert plain_number(value) is None


@pytest.mark.parametrize(("above", "below"), [(5e-324, 1e300), (1e308, -1e308), (1.0, 0.0), (-0.0, 0.0)])
def test_clocks_may_show_any_numbers(above: float, below: float) -> None:
    loops = Loops({_PLACE: 0.5}, {_PLACE: Turns(100, 1)})
    goes_on = loops.until(_PLACE, lambda frame: True, [Clock(lambda frame: above, lambda frame: below, is_end=True)])
    assert all(goes_on(None) for _ in range(40))


def test_too_large_numbers_stay_as_they_are() -> None:
    loops = Loops({_PLACE: 0.5}, {_PLACE: Turns(100)})
    assert loops.counted(_PLACE, range(10**30)) == range(10**30)
    assert loops.stepped(_PLACE, 0, 1e308, 1e-300) == (0, 1e308, 1e-300)
    assert loops.number(_PLACE, 10**700) == 10**700
    assert loops.driving(()) is None


def test_a_loop_left_earlier_is_checked_by_its_turns() -> None:
    for step, is_as_known in ((0.01, True), (0.1, False)):
        t = 0.0

        def left(frame: Any) -> float:
            return 1.0 - t  # noqa: B023

        loops = Loops({_PLACE: 0.5}, {_PLACE: Turns(100)})
        goes_on = loops.until(_PLACE, lambda frame: True, [Clock(left, lambda frame: 0.0, is_end=True)])
        while goes_on(None):
            t += step
        assert loops.are_as_known is is_as_known


def test_the_most_turns_of_a_loop_count() -> None:
    loops = Loops({}, {})
    for count in (100, 1000, 3):
        loops.counted(_PLACE, range(count))
    assert loops.driving(()) == (_PLACE, Turns(1000))


@pytest.mark.parametrize(
    ("given", "shortened"),
    [
        ((0, 10**7, 1), (0, 5 * 10**6, 1)),
        ((10, -91, -10), (10, -50, -10)),
        ((0, 1, 1), (0, 1, 1)),
        ((0.0, 100, 1), (0.0, 50.0, 1)),
    ],
)
def test_numbers_between_whole_bounds_stay_whole(given: tuple[Any, ...], shortened: tuple[Any, ...]) -> None:
    found = Loops({_PLACE: 0.5}, {_PLACE: Turns(100)}).stepped(_PLACE, *given)
    assert found == shortened
    assert list(map(type, found)) == list(map(type, shortened))
