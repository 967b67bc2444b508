"""Budgets, and how sure it is that they are exceeded."""

import pytest

from perfcast.forecast.budgets import Budget, BudgetError, Certainty, breaches, parse_budgets, without_sleep
from tests.unit.forecast.test_forecast import log_normal


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("peak < 100 MiB", {"peak_memory": 100 * 2**20}),
        ("time<50ms", {"cpu_time": 0.05}),
        ("time <= 50 ms", {"cpu_time": 0.05}),
        ("peak < 1.5 GB, time < 2 min", {"peak_memory": 1.5e9, "cpu_time": 120}),
        ("Peak < 1_000 kb , TIME < 3e2 µs", {"peak_memory": 1e6, "cpu_time": 3e-4}),
    ],
)
def test_parsing(text, limits):
    assert {budget.metric: pytest.approx(budget.limit) for budget in parse_budgets(text)} == limits


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("peak < lots", 0, "is expected, not 'peak < lots'"),
        ("time < 5 s, size < 3 B", 11, "is expected, not 'size < 3 B'"),
        ("peak << 5 ms", 0, "is expected, not 'peak << 5 ms'"),
        ("peak < 5 ms", 9, "'ms' is no unit of peak"),
        ("time < 1 s,", 11, "is expected, not ''"),
        ("peak > 5 B", 0, "is expected"),
    ],
)
def test_what_is_no_budget(text, column, message):
    with pytest.raises(BudgetError, match=message) as raised:
        parse_budgets(text)
    assert raised.value.column == column


@pytest.mark.parametrize(
    ("limit", "certainty"),
    [(10, Certainty.SURE), (90, Certainty.LIKELY), (110, Certainty.POSSIBLE), (1000, None)],
)
def test_certainty_follows_the_probability(limit, certainty):
    found = breaches({"peak_memory": log_normal(100, 2.0)}, [Budget("peak_memory", limit, f"peak < {limit} B")])
    assert [breach.certainty for breach in found] == ([certainty] if certainty else [])


def test_the_message_says_how_sure():
    [breach] = breaches({"cpu_time": log_normal(100, 2.0, "cpu_time")}, parse_budgets("time < 50 s"))
    assert str(breach) == "CPU time exceeds the budget 'time < 50 s' with a probability of 84%"


def test_what_was_measured_goes_before_what_was_forecast():
    forecasts = {"peak_memory": log_normal(1e6, 2.0)}
    budgets = parse_budgets("peak < 1 MB")
    assert breaches(forecasts, budgets, {"peak_memory": 9e5}) == []
    [breach] = breaches(forecasts, budgets, {"peak_memory": 1.1e6, "cpu_time": 1.0})
    assert breach.certainty is Certainty.SURE
    assert str(breach) == "Peak memory exceeds the budget 'peak < 1 MB' as measured on this machine"


def test_budgets_of_time_leave_sleep_out():
    time, peak = budgets = parse_budgets("time < 1 s, peak < 1 GiB")
    forecasts = {budget.metric: log_normal(1.0, 2.0, budget.metric) for budget in budgets}
    assert without_sleep(forecasts, budgets, sleeps=True) == [time]
    assert without_sleep(forecasts, budgets, sleeps=False) == []
    # What is not checked at all leaves nothing out.
    assert without_sleep({}, budgets, sleeps=True) == []
    assert without_sleep({}, budgets, {time.metric: 1.0}, sleeps=True) == [time]
    assert without_sleep(forecasts, [peak], sleeps=True) == []
