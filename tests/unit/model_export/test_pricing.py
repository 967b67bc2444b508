"""Costs of trial runs told apart by what they are paid for, and the factors by which these are off."""

from __future__ import annotations

import numpy as np
import pytest

from model_export.pricing.auditing import audit
from model_export.pricing.factors import Paid, Table
from model_export.pricing.paces import amounts_of, fitted
from perfcast.source import SourceFile
from perfcast.source.locations.place import NOWHERE
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.prices import MEASURED
from perfcast.triton.bounds.pace import PACES
from perfcast.workload import parse
from tests.unit.triton.sources import ADD

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


def test_paces_are_found_again_in_times_that_they_add_up_to() -> None:
    draw = np.random.default_rng(0)
    true = {name: pace * draw.uniform(0.5, 2.0) for name, pace in PACES.items()}
    # Of each part so much that it takes up to some microseconds.
    parts = draw.exponential(3e-6, size=(800, len(PACES))) / np.array([*PACES.values()])
    parts[:, 0] = 1.0
    seconds = parts @ np.array([*true.values()])
    parts[:10] = np.nan
    found = fitted(parts, seconds, [f"family {number % 40}" for number in range(len(parts))])
    assert found == pytest.approx(true, rel=0.1)


def test_what_a_launch_has_of_each_part_is_counted_where_it_can_be() -> None:
    file = SourceFile.parse(ADD)
    texts = {"add": file.normal_form(next(unit for unit in file.units if unit.kind == "kernel")), "other": "x = 1\n"}
    tensors = "; ".join(f"{name}: float32[4096]" for name in ("x_ptr", "y_ptr", "out_ptr"))
    workload = f"{tensors}; n_elements: int = 4096; BLOCK: constexpr = 1024; grid: 4; num_warps: 8"
    rows = [{"program": program, "workload": workload, "device": "H200"} for program in texts]
    counted, not_counted = amounts_of(texts, rows)
    parts = dict(zip(PACES, counted, strict=True))
    assert (parts["launch"], parts["waves"], parts["reads_in_turn"]) == (1, 1, 2)
    assert np.isnan(not_counted).all()
