"""Arrays of records with names, and how many results a function remembers: what they take, and for how long."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of, run

SETUP = """
import numpy as np
kind = np.dtype([("id", "i8"), ("value", np.float64)])
made = np.array([(3, 0.5), (1, 2.5), (2, 1.5)], dtype=kind)
"""
#: Bodies -> bytes and microseconds measured of 50,000 pairs.
MEASURED = {
    "return np.array(rows, dtype=[('id', 'i8'), ('value', 'f8')])['value'].mean()": (802_000, 4_900),
    "return np.sort(np.array(rows, dtype=[('id', 'i8'), ('value', 'f8')]), order='value')": (1_605_000, 28_800),
    "kind = np.dtype([('id', 'i8'), ('value', 'f8')])\n    return np.array(rows, dtype=kind)": (802_000, 4_900),
}


@pytest.mark.parametrize(
    "expression",
    [
        "made['value'].tolist(), made.dtype.names, made.dtype.itemsize",
        "np.sort(made, order='id')['value'].tolist()",
        "made[made['value'] > 1.0]['id'].tolist()",
    ],
)
def test_expressions_give_what_numpy_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("body", MEASURED)
def test_tuples_that_become_records_take_nothing_besides(body: str) -> None:
    size, micros = MEASURED[body]
    source, workload = f"import numpy as np\ndef f(rows):\n    {body}\n", "rows: list[tuple[int, float]] * 50000"
    assert size / 1.2 < peak_of(source, workload) < 1.2 * size
    found = dict(zip(NAMES, Trials(source).estimate(parse(workload)), strict=True))
    assert micros / 1.6 < 2.0 ** found["trial_time"] / 1_000 < 1.6 * micros
