"""Which sizes a unit is tried at."""

from __future__ import annotations

import math
from collections.abc import Callable

from perfcast.trial.runs.schedule import Schedule

ALLOWANCE = 360_000.0


def sizes(cost: Callable[[float], float], most: float, *, insists: bool = False) -> tuple[list[float], float]:
    """The sizes (not their logarithms) of the runs that ended, and what all runs spent."""
    schedule, ended, spent = Schedule(most, ALLOWANCE, insists=insists), [], 0.0
    goes_on = True
    while goes_on:
        needed = cost(2.0**schedule.size)
        if needed <= schedule.limit:
            ended.append(2.0**schedule.size)
            spent += needed
            goes_on = schedule.ran(needed)
        else:
            spent += schedule.limit
            goes_on = schedule.was_too_much(schedule.limit)
    return ended, spent


def test_sizes_double_as_far_as_the_allowance_lasts() -> None:
    assert sizes(lambda n: 100 * n, 20.0)[0] == [4, 8, 16, 32, 64, 128, 256, 512, 1024]


def test_arrays_are_run_larger() -> None:
    for of_arrays, last in ((False, 11.0), (True, 14.0)):
        schedule = Schedule(20.0, ALLOWANCE, of_arrays=of_arrays)
        while schedule.ran(10.0):
            pass
        assert schedule.size == last


def test_what_is_small_is_run_whole() -> None:
    ended, _ = sizes(lambda n: 50 * n, 6.5)
    assert ended[-1] == 2.0**6.5


def test_where_doubling_is_too_much_the_steps_become_smaller() -> None:
    ended, _ = sizes(lambda n: 10.0 * 2.0**n, 6.0)
    assert len(ended) >= 3
    assert 8 < ended[-1] < 16


def test_where_costs_grow_exponentially_no_run_takes_all_that_is_left_for_nothing() -> None:
    def cost(n: float) -> float:
        return 85.0 * 2.9**n

    ended, spent = sizes(cost, 10.0)
    assert len(ended) >= 3
    assert ended[-1] > 6
    # A run of eight would have taken all of it.
    assert cost(8.0) > ALLOWANCE > spent + cost(4.0)


def test_no_more_is_spent_than_there_is() -> None:
    for base in (1.3, 2.0, 5.0):
        assert sizes(lambda n, base=base: 3.0 * base**n, 10.0)[1] <= ALLOWANCE


def test_a_first_run_that_is_too_long_is_the_only_one() -> None:
    ended, spent = sizes(lambda n: 1e9, 10.0)
    assert ended == []
    assert spent == 5 * ALLOWANCE


def test_where_not_even_the_first_run_ends_more_is_spent() -> None:
    ended, spent = sizes(lambda n: 3 * ALLOWANCE, 10.0)
    assert ended == [4]
    assert spent == 4 * ALLOWANCE


def test_where_two_runs_of_nearly_one_size_grow_steeply_more_is_spent_on_a_third() -> None:
    def cost(n: float) -> float:
        return 400.0 * math.gamma(n + 1)

    ended, spent = sizes(cost, math.log2(10))
    assert len(ended) > 2
    assert ALLOWANCE < spent < 5 * ALLOWANCE


def test_where_nothing_ends_beyond_two_runs_of_nearly_one_size_it_is_left_at_that() -> None:
    ended, _ = sizes(lambda n: 20.0 * n**4 if n < 5.5 else 1e12, math.log2(10))
    assert len(ended) == 2


def test_where_one_run_takes_most_of_all_a_second_one_is_insisted_on() -> None:
    def cost(n: float) -> float:
        return 0.15 * ALLOWANCE * n

    assert sizes(cost, 10.0)[0] == [4]
    ended, spent = sizes(cost, 10.0, insists=True)
    assert ended[0] == 4 < ended[1] < 8
    assert spent < 5 * ALLOWANCE


def test_two_runs_are_followed_by_a_third() -> None:
    # Of eight elements it takes most of what there is.
    ended, _ = sizes(lambda n: 0.012 * ALLOWANCE * n**2, 10.0)
    assert ended[:2] == [4, 8]
    assert len(ended) > 2


def test_what_costs_as_much_whatever_its_size_is_run_large_while_there_is_something_left() -> None:
    assert sizes(lambda _: ALLOWANCE / 4.5, 11.0)[0][-1] == 2.0**11
    assert sizes(lambda n: ALLOWANCE / 4.5 + 10 * n, 11.0)[0][-1] == 2.0**11


def test_what_costs_more_with_each_element_is_not() -> None:
    assert sizes(lambda n: ALLOWANCE / 100 * n, 11.0)[0][-1] < 100


def test_a_long_step_that_was_too_much_is_followed_by_short_ones() -> None:
    ended, spent = sizes(lambda n: ALLOWANCE / 4.6 + n if n < 100 else 10 * ALLOWANCE, 14.0)
    assert ended == [4, 8, 16]
    assert spent <= ALLOWANCE


def test_no_run_is_begun_that_would_take_far_more_than_is_left() -> None:
    schedule, begun = Schedule(20.0, ALLOWANCE), list[float]()
    goes_on = True
    while goes_on:
        if schedule.is_in_vain:
            goes_on = schedule.was_too_much(schedule.limit)
            continue
        begun.append(2.0**schedule.size)
        needed = 0.5 * begun[-1] ** 3
        assert needed <= schedule.limit
        goes_on = schedule.ran(needed)
    # One of 128 would take five times what is left.
    assert begun == [4, 8, 16, 32, 64]


def test_what_grows_evenly_is_run_as_far_as_may_be() -> None:
    schedule, begun = Schedule(20.0, ALLOWANCE), list[float]()
    goes_on = True
    while goes_on:
        needed = 100.0 * 2.0**schedule.size
        # All that could come to its end is begun, and nothing else.
        assert schedule.is_in_vain == (needed > schedule.limit)
        if schedule.is_in_vain:
            goes_on = schedule.was_too_much(schedule.limit)
            continue
        begun.append(2.0**schedule.size)
        goes_on = schedule.ran(needed)
    assert begun[-1] == 2.0**10


def test_what_rose_once_is_tried_again() -> None:
    schedule = Schedule(20.0, ALLOWANCE)
    for spent in (50.0, 60.0, ALLOWANCE / 20):
        assert schedule.ran(spent)
    assert not schedule.is_in_vain
