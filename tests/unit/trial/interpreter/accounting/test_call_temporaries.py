"""What is made for one call or display alone is there until that is done: memray's figures of CPython 3.11."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from perfcast.source.locations.place import Place
from tests.unit.trial.peaks import peak

_NUMBERS = "a: list[int] * 400 in 257..100000"
_FLOATS = "b: list[float] * 500"
_MATRIX = "x: float64[300, 20]; m: float64[20]; s: float64[20]"
_IMPORTS = """
import copy
import csv
import heapq
import io
import json
import pickle
import shlex
import urllib.parse
from collections import Counter, OrderedDict
from datetime import datetime

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
        # A text alone is not put together of parts.
        ("json.dumps(s)", "s: str * 3000 in 'a'..'z'", 3_275),
        ('t.apply(lambda row: row["c0"] + row["c1"], axis=1)', "t: DataFrame[500, 4]", 75_140),
        ('t.apply(lambda row: row["c0"] + row["c1"], axis=1)', "t: DataFrame[500, 8]", 75_052),
    ],
)
def test_parts_are_held_until_all_are_there(expression: str, workload: str, measured: int) -> None:
    assert peak(f"return {expression}", workload, _IMPORTS) == pytest.approx(measured, rel=0.1)


@pytest.mark.parametrize("made", ["zip(*rows)", "map(list, zip(*rows))"])
def test_what_is_unpacked_is_there_until_it_has_no_more(made: str) -> None:
    body = f"a, b, c = {made}\nreturn a"
    assert peak(body, "rows: list[tuple[int, str, float]] * 1500", _IMPORTS) == pytest.approx(132_096, rel=0.03)


@pytest.mark.parametrize(
    ("expression", "workload", "measured"),
    [
        ("pickle.dumps(rows)", "rows: list[{a: int, b: label}] * 1000", 47_206),
        ("pickle.dumps(rows)", "rows: list[str] * 3000", 184_320),
        ("pickle.dumps(rows)", "rows: list[list[float]] * 200 * 20", 55_091),
        ("pickle.loads(pickle.dumps(rows))", "rows: list[{a: int, b: label}] * 1000", 265_216),
    ],
)
def test_what_is_written_is_remembered_until_all_is(expression: str, workload: str, measured: int) -> None:
    assert peak(f"return {expression}", workload, _IMPORTS) == pytest.approx(measured, rel=0.06)


@pytest.mark.parametrize(
    ("expression", "measured"),
    [("urllib.parse.quote(s)", 32_666), ("shlex.split(s)", 30_925)],
)
def test_characters_are_listed_while_they_are_read(expression: str, measured: int) -> None:
    found = peak(f"return {expression}", "s: str * 3000 in ' abcdefghij'", _IMPORTS, Place.of(Path(__file__)))
    # Texts are shorter from Python 3.12 on.
    assert found == pytest.approx(measured, rel=0.04 if sys.version_info < (3, 12) else 0.1)


@pytest.mark.parametrize(("count", "measured"), [(16, 2_939), (300, 16_589), (1000, 50_995)])
def test_what_it_takes_to_read_a_moment_is_not_taken_again(count: int, measured: int) -> None:
    body = 'return [datetime.strptime(s, "%Y-%m-%d") for s in stamps]'
    workload = f"stamps: list['2024-01-02' | '2023-05-06' | '2022-12-11'] * {count}"
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.04)


_LAST = "c = {}\nfor v in a:\n    c[v] = v\n    if len(c) > {}:\n        {}\nreturn len(c)"


@pytest.mark.parametrize(
    ("made", "kept", "taken", "count", "measured"),
    [
        ("OrderedDict()", 50, "c.popitem(last=False)", 300, 12_902),
        ("OrderedDict()", 50, "c.popitem(last=False)", 3000, 12_902),
        ("OrderedDict()", 200, "c.popitem(last=False)", 3000, 51_507),
        ("OrderedDict()", 200, "c.popitem(last=False)", 300, 21_402),
        ("{}", 50, "del c[next(iter(c))]", 3000, 9_216),
    ],
)
def test_a_table_that_entries_are_taken_out_of_is_made_anew(
    made: str, kept: int, taken: str, count: int, measured: int
) -> None:
    body = _LAST.format(made, kept, taken)
    assert peak(body, f"a: list[int] * {count} in 257..1000000", _IMPORTS) == pytest.approx(measured, rel=0.05)


_SCORES = "scores: dict[str, float] * 2000"


@pytest.mark.parametrize(
    ("expression", "workload", "measured"),
    [
        ("list(heapq.merge(*lists))", "lists: list[list[int]] * 50 * 50 sorted", 30_925),
        ("list(heapq.merge(*lists))", "lists: list[list[int]] * 10 * 10 sorted", 3_635),
        ("heapq.nlargest(100, a)", "a: list[int] * 2000", 10_854),
        ("heapq.nsmallest(100, a)", "a: list[int] * 2000", 10_004),
        ("heapq.nlargest(100, a, key=abs)", "a: list[int] * 2000", 11_878),
        # What the key is, and the pairs that are taken from a table, are there beside.
        ("heapq.nlargest(100, a, key=lambda v: -v)", "a: list[int] * 2000", 14_746),
        ("heapq.nlargest(100, scores.items(), key=lambda pair: pair[1])", _SCORES, 17_613),
    ],
)
def test_what_is_merged_or_chosen_among_waits_until_all_are(expression: str, workload: str, measured: int) -> None:
    assert peak(f"return {expression}", workload, _IMPORTS) == pytest.approx(measured, rel=0.08)


_ROWS = "text: csv[{name: label, age: int}] * 1500"


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return list(csv.reader(io.StringIO(text)))", 401_408),
        ("return list(csv.reader(text.splitlines()))", 428_032),
        ("return list(csv.DictReader(io.StringIO(text)))", 545_792),
        ("return sum(1 for row in csv.reader(io.StringIO(text)))", 94_822),
        ("return [line for line in io.StringIO(text)]", 183_296),
        ("return io.StringIO(text).readlines()", 183_296),
        ("n = 0\nfor line in io.StringIO(text):\n    n += len(line)\nreturn n", 77_517),
    ],
)
def test_what_is_read_like_a_file_is_there_until_all_is_read(body: str, measured: int) -> None:
    # Texts are shorter from Python 3.12 on.
    rel = 0.03 if sys.version_info < (3, 12) else 0.12
    assert peak(body, _ROWS, _IMPORTS, Place.of(Path(__file__))) == pytest.approx(measured, rel=rel)


@pytest.mark.parametrize(
    ("body", "given", "measured"),
    [
        ("json.dump(given, out)", "list[dict[str, int]] * 32 * 32 in 0..1000", 73_516),
        ("json.dump(obj=given, fp=out, indent='\\t')", "list[dict[str, int]] * 32 * 32 in 0..1000", 82_607),
        ("for one in given:\n    print(one, file=out)", "list[int] * 1000 in 0..1000", 16_960),
        ("out.write('\\n'.join(given))", "list[str] * 1000 * 8 in 'a'..'z'", 45_224),
        (
            "w = csv.writer(out)\nfor row in given:\n    w.writerow([row['a'], row['b']])",
            "list[{a: int, b: int}] * 1000",
            170_319,
        ),
    ],
)
def test_a_file_that_is_handed_on_counts_for_what_it_grows_by(body: str, given: str, measured: int) -> None:
    assert peak(body, f"out: TextIO; given: {given}", _IMPORTS) == pytest.approx(measured, rel=0.08)


def test_a_reader_of_rows_is_there_while_a_list_is_made_of_them() -> None:
    expression = "list(csv.reader(io.StringIO(s.replace(' ', chr(10)))))"
    assert peak(f"return {expression}", "s: str * 1000 in ' abcdefghij'", _IMPORTS) == pytest.approx(34_045, rel=0.17)
