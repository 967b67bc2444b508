import pytest

from perfcast.trial.interpreter.accounting.operation_recency import Recent
from perfcast.trial.runs.trials import Trials
from perfcast.workload import parse


def test_an_operation_after_itself_takes_what_it_takes_alone() -> None:
    recent = Recent()
    assert [recent.takes("sum", 10.0) for _ in range(3)] == [10.0] * 3


def test_each_other_operation_of_a_run_makes_the_first_calls_dearer() -> None:
    totals = []
    for several in ("a", "ab", "abc"):
        recent = Recent()
        totals.append(sum(recent.takes(one, 10.0) for one in several) / len(several))
    alone, two, three = totals
    assert alone == 10.0
    assert two == pytest.approx(11.0)
    assert three == pytest.approx(12.0)


def test_a_long_call_is_made_dearer_by_as_much_as_others() -> None:
    recent = Recent()
    recent.takes("a", 0.0)
    assert recent.takes("b", 5_000.0) - 5_000.0 == pytest.approx(30.0)


def test_tables_pay_more_for_operations_between_others() -> None:
    def time(body: str) -> float:
        return float(2 ** Trials(f"def f(df):\n    {body}\n").estimate(parse("df: DataFrame[20, 3]"))[0])

    apart = sum(time(f"return df.{one}") for one in ("abs()", "cumsum()", "round(1)", "shift(1)", "isna()", "copy()"))
    together = time("return df.abs(), df.cumsum(), df.round(1), df.shift(1), df.isna(), df.copy()")
    assert together > 1.3 * apart
