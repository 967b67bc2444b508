"""Costs of trial runs told apart by what they are paid for, and the factors by which these are off."""

from __future__ import annotations

import numpy as np
import pytest

from model_export.pricing.auditing import audit
from model_export.pricing.factors import Paid, Table
from perfcast.source.place import NOWHERE
from perfcast.trial import NAMES, Trials
from perfcast.trial.accounting.prices import MEASURED
from perfcast.workload import parse

_SOURCE = """
import numpy as np

def spread(words, v):
    found = {}
    for word in words:
        key = len(word) % 3
        found[key] = found.get(key, 0) + 1
    return sorted(found), sum(found.values()), np.cumsum(v) * 2
"""
_WORKLOAD = parse("words: list[str] * 50; v: float64[100]")


def test_what_is_paid_adds_up_to_what_a_call_costs() -> None:
    found = audit(_SOURCE, _WORKLOAD, NOWHERE)
    assert found is not None
    assert found.total == pytest.approx(2 ** Trials(_SOURCE).estimate(_WORKLOAD)[NAMES.index("trial_time")], rel=0.01)
    assert sum(found.costs.values()) == pytest.approx(found.total - MEASURED, rel=0.03)


def test_costs_are_told_apart_by_what_is_paid_for() -> None:
    found = audit(_SOURCE, _WORKLOAD, NOWHERE)
    assert found is not None
    assert {"call len", "call sorted", "element sum", "syntax turn", "bytes"} <= found.costs.keys()
    assert any("cumsum" in key and key.endswith(", call") for key in found.costs)
    assert any(key.startswith("BinOp at ") for key in found.costs)


def test_who_tries_afterwards_pays_as_before() -> None:
    before = Trials(_SOURCE).estimate(_WORKLOAD)
    audit(_SOURCE, _WORKLOAD, NOWHERE)
    assert Trials(_SOURCE).estimate(_WORKLOAD) == before


def test_a_call_that_is_not_tried_at_its_whole_size_tells_nothing() -> None:
    source = "def f(n):\n    k = 0\n    while k < n:\n        k += 1\n    return k\n"
    assert audit(source, parse("n: int = 1000000000"), NOWHERE) is None


def test_factors_are_those_by_which_costs_are_off() -> None:
    draws = np.random.default_rng(0).uniform(100.0, 2_000.0, (300, 2))
    calls = [
        Paid(str(number), 1e-9 * (2.0 * dear + 0.5 * cheap + 50.0), dear + cheap + 50.0, {"dear": dear, "cheap": cheap})
        for number, (dear, cheap) in enumerate(draws)
    ]
    table, everything = Table(calls, least=10), np.arange(len(calls))
    fitted = table.fitted(everything)
    found = {one.of: one.factor for one in table.factors(fitted)}
    assert found == {"dear": pytest.approx(2.0, rel=0.1), "cheap": pytest.approx(0.5, rel=0.1)}
    as_is = np.abs(table.errors(np.ones(2), everything))
    assert np.abs(table.errors(fitted, everything)).mean() < 0.2 * as_is.mean()


def test_what_few_programs_pay_for_keeps_its_price() -> None:
    calls = [Paid("one", 1e-6, 500.0, {"seldom": 400.0}), Paid("two", 1e-6, 1_000.0, {"often": 900.0})] * 5
    assert Table(calls, least=2).keys == []
