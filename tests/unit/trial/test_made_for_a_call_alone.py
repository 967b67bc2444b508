"""What is made for one call or display alone is there until that is done: memray's figures of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

_NUMBERS = "a: list[int] * 400 in 257..100000"
_FLOATS = "b: list[float] * 500"
_MATRIX = "x: float64[300, 20]; m: float64[20]; s: float64[20]"
_IMPORTS = """
import copy
import csv
import io
import json
from collections import Counter

import numpy as np
import pandas as pd
"""


@pytest.mark.parametrize(
    ("expression", "workload", "measured"),
    [
        # Beside what is given by name, too.
        ("sorted([-x for x in a], key=abs)", _NUMBERS, 38_408),
        ("[x - y for x, y in zip(a[:-1], a[1:], strict=True)]", _NUMBERS, 22_920),
        # Of an iterator that has none left, until nobody has it.
        ("list(zip(a, a[1:], a[2:]))", _NUMBERS, 35_408),
        ("list(zip(*[a[i:] for i in range(3)]))", _NUMBERS, 38_808),
        # A table grows beside what it has so far, which it alone holds.
        ("Counter(zip(a, a[1:]))", _NUMBERS, 50_544),
        ("{**dict.fromkeys(a), **{x * 2: x for x in a}}", _NUMBERS, 86_568),
        ("dict.fromkeys(a) | {x * 2: x for x in a}", _NUMBERS, 105_080),
        ("dict.fromkeys(a).update({x * 2: x for x in a})", _NUMBERS, 86_616),
        ("[*a, *[x * 2 for x in a]]", _NUMBERS, 22_368),
        ("copy.deepcopy([[x] for x in a])", _NUMBERS, 103_272),
        # Of both operands, one of which is made while the other one waits.
        ("(x - m) / (s + 1e-9)", _MATRIX, 145_248),
        # Of an array that is gone through.
        ("[float(v) for v in np.array(b)]", _FLOATS, 20_593),
        ("list(np.array(b))", _FLOATS, 20_257),
        # Of data that become a table.
        ('pd.DataFrame({"a": b, "b": [v * 2 for v in b]})', _FLOATS, 54_450),
        ('pd.DataFrame([{"a": v, "b": v * 2} for v in b])', _FLOATS, 150_237),
        ('pd.DataFrame([[v, v * 2] for v in b], columns=["a", "b"])', _FLOATS, 90_221),
        ("pd.Series([v * 2 for v in b])", _FLOATS, 47_665),
        ("np.percentile(x, [25, 50, 75], axis=0)", "x: float64[20, 300]", 95_200),
        ("np.convolve(x[:, 0], np.ones(5) / 5, mode='same')", "x: float64[300, 20]", 5_320),
    ],
)
def test_what_is_made_for_one_call_is_held_until_it_is_done(expression: str, workload: str, measured: int) -> None:
    assert peak(f"return {expression}", workload, _IMPORTS) == pytest.approx(measured, rel=0.04)


@pytest.mark.parametrize(
    ("expression", "workload", "measured"),
    [
        # Texts are shorter from Python 3.12 on.
        ("set(map(str, a))", _NUMBERS, 57_763),
        ("dict(zip(map(str, a), a[1:]), total=5)", _NUMBERS, 41_634),
        # A tuple that is put together is a list first.
        ("(*a, *a)", _NUMBERS, 12_752),
        ("list(zip(y * 2, y * 3))", "y: float64[500]", 64_905),
        ("json.dumps(d, indent=2)", "d: dict[str, int] * 200 in 257..100000", 36_731),
        ('t.apply(lambda row: row["c0"] + row["c1"], axis=1)', "t: DataFrame[500, 4]", 75_140),
        ('t.apply(lambda row: row["c0"] + row["c1"], axis=1)', "t: DataFrame[500, 8]", 75_052),
    ],
)
def test_parts_are_held_until_all_are_there(expression: str, workload: str, measured: int) -> None:
    assert peak(f"return {expression}", workload, _IMPORTS) == pytest.approx(measured, rel=0.1)


def test_a_reader_of_rows_is_there_while_a_list_is_made_of_them() -> None:
    expression = "list(csv.reader(io.StringIO(s.replace(' ', chr(10)))))"
    assert peak(f"return {expression}", "s: str * 1000 in ' abcdefghij'", _IMPORTS) == pytest.approx(34_045, rel=0.17)
