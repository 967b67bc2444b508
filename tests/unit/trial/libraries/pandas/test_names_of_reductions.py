"""Reductions of tables that go by two names."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _time(call: str, workload: str) -> float:
    trials = Trials(f"import pandas as pd\n\ndef run(t):\n    return t.{call}\n")
    found = dict(zip(NAMES, trials.estimate(parse(workload)), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    return float(2.0 ** found["trial_time"])


@pytest.mark.parametrize(("name", "other"), [("kurt()", "kurtosis()"), ("prod()", "product()")])
@pytest.mark.parametrize("workload", ["t: Series[1000]", "t: DataFrame[1000, 3]"])
def test_both_names_are_the_same_function(workload: str, name: str, other: str) -> None:
    assert _time(other, workload) == pytest.approx(_time(name, workload))
