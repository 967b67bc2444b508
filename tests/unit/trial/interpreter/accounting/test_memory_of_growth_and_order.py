"""What grows, is merged or is gone through: by memray, of CPython 3.11, NumPy 2, pandas 3 and PyTorch 2.13."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.peaks import peak

_IMPORTS = """
import heapq
import re
from collections import Counter

import numpy as np
import pandas as pd
import torch
from numpy.lib.stride_tricks import sliding_window_view
"""
_NUMBERS = "v: list[int] * 300 in 0..10000"
_TABLE = "d: DataFrame[1440, 4]"
_SERIES = "d: Series[790]"


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        # Old places beside the new ones.
        ("d = {}\nd.update((x, 1) for x in v)\nreturn d", _NUMBERS, 14_240),
        ("d = set()\nd.update(v)\nreturn d", _NUMBERS, 10_408),
        ("return set().union(*[[x, x + 1] for x in v])", _NUMBERS, 74_808),
        ("t = {k: sum(w) for k, w in g.items()}\nc = t.copy()\nc.update(i)\nreturn c",
         "g: dict[int, list[int]] * 23 * 7 in 0..128; i: dict[int, int] * 128 in 0..1000", 7_600),
        # The places of another dictionary, as they are.
        ("c = Counter(v)\nreturn dict(c)", "v: list[int] * 104 in 0..50", 4_696),
        # A heap that nobody hands on.
        ("h = []\nfor x in v:\n    heapq.heappush(h, (-x, x))\nreturn len(h)", _NUMBERS, 28_768),
        ("h = []\nfor x in v:\n    heapq.heappush(h, x)\n    if len(h) > 10:\n        heapq.heappop(h)\nreturn h",
         _NUMBERS, 184),
        # What says how much it gives.
        ("return list(reversed(v))", _NUMBERS, 2_456),
        # A list or a set of constants.
        ("return sum(x % 50 not in {1, 2} for x in v)", "v: list[int] * 800 in -1000..1000", 264),
        ("return sum(x % 50 in [1, 2] for x in v)", "v: list[int] * 800 in -1000..1000", 264),
        # The first of what is added up is there beside the sum.
        ("return sum(x * 2.0 for x in v)", "v: list[float] * 600", 312),
        ("return sum(x for x in s)", "s: set[int] * 600 in 0..100000", 272),
    ],
)  # fmt: skip
def test_what_grows_or_is_given_on(body: str, workload: str, measured: float) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.1, abs=48)


def test_one_text_alone_is_given_as_it_is() -> None:
    body = "labels = re.compile('[.,]').split(s)\nreturn '' + '.'.join(f for f in labels)"
    assert peak(body, "s: str * 800 in 'a'..'z'", _IMPORTS) < 528


@pytest.mark.parametrize(
    ("values", "measured"),
    # Where few values recur, most stay where they are.
    [("800 in 0..3", 6_408), ("12303 in 0..1", 148_128), ("2080 in 0..3", 20_984)],
)
def test_what_is_in_order_already_is_not_merged(values: str, measured: float) -> None:
    body = "v.sort(key=lambda x: x == 0)"
    assert peak(body, f"v: list[int] * {values}", _IMPORTS) == pytest.approx(measured, rel=0.05)


def test_numbers_that_calls_within_calls_hold_are_counted() -> None:
    body = (
        "def search(low, high):\n    if high < low:\n        return -1\n    middle = (low + high) // 2\n"
        "    if (middle == 0 or x > v[middle - 1]) and v[middle] == x:\n        return middle\n"
        "    return search(middle + 1, high) if x > v[middle] else search(low, middle - 1)\n"
        "return search(0, len(v) - 1)"
    )
    assert peak(body, "v: list[int] * 1980 in 1..10 sorted; x: int = 4", _IMPORTS) > 400


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        # One element that has axes, and what does not lie side by side, without anything to gather.
        ("return a * a[0]", "a: float32[13, 1]", 1_152),
        ("return 0.5 * a[..., 1]", "a: float32[7, 9, 3]", 1_248),
        ("return sliding_window_view(a, (2, 2))", "a: float64[8, 15]", 1_809),
        ("return np.mgrid[0:n, 0:3]", "n: int = 706", 69_144),
        ("return np.unique(a)", "a: int64[11000] in 0..80", 98_664),
        ("return np.unique(a)", "a: int64[1100] in 0..80000", 61_520),
        ("return np.unique(a)", "a: int64[29] in 0..9", 3_072),
        ("return np.unique(a)", "a: float64[11000]", 187_856),
        ("return np.unique(a)", "a: float64[110]", 2_976),
        ("return np.unique(a, return_inverse=True)", "a: int64[11000] in 0..80", 452_827),
    ],
)
def test_arrays(body: str, workload: str, measured: float) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.1)


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        # Keys that follow each other need no table.
        ("return d.groupby(np.arange(len(d)) // 24).mean()", "d: DataFrame[1110, 3]", 31_219),
        ("return d.groupby(np.arange(len(d)) % 40)['c0'].mean()", "d: DataFrame[1110, 3]", 60_965),
        # All rows in the order of the groups, each of which is a part of them.
        ("n = 0\nfor _, part in d.groupby((d['c0'] * 20).astype(int)):\n    n += len(part)\nreturn n", _TABLE, 126_033),
        ("n = 0\nfor _, part in d.groupby((d['c0'] * 2).astype(int)):\n    n += len(part)\nreturn n", _TABLE, 129_186),
        ("g = d.groupby((d['c1'] * 10).astype(int), group_keys=False)[list(d.columns)]\n"
         "return g.apply(lambda part: part - part.mean())", "d: DataFrame[980, 3]", 233_090),
        # Labels that are there again.
        ("d = d.assign(u=(d['c0'] * len(e)).astype(int)).set_index('u')\nreturn d.join(e.add_suffix('_e'))",
         f"{_TABLE}; e: DataFrame[300, 3]", 128_984),
        ("return d.join(e.add_suffix('_e'))", f"{_TABLE}; e: DataFrame[300, 3]", 61_150),
        # What a function gives for each value is there beside what is made of it.
        ("return d.map(lambda x: x * 2)", _SERIES, 83_980),
        ("return d.map(lambda x: 'abc' if x > 0.5 else 'd')", _SERIES, 65_020),
        ("return d.map(str)", _SERIES, 117_989),
        # Labels that are texts are made anew for each row.
        ("return [dict(row) for _, row in d.iterrows()]", "d: DataFrame[897, 3]", 405_271),
        ("return d['c0'].round(1).astype('category')", "d: DataFrame[1460, 3]", 62_906),
        ("return d.corr(numeric_only=True)", "d: DataFrame[1000, 3]", 9_834),
    ],
)  # fmt: skip
def test_tables(body: str, workload: str, measured: float) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.12)


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return torch.sort(x)", "x: torch.float32[5000]", 101_008),
        ("return torch.sort(x, dim=1)", "x: torch.float64[10, 500]", 85_024),
        ("return x.argsort(dim=1)", "x: torch.float64[150, 150]", 362_360),
        ("return x[x > 0.5]", "x: torch.float32[64, 100]", 71_476),
        ("return x[x > 0.5]", "x: torch.float32[8, 8, 100]", 98_548),
        ("with torch.autocast('cpu', dtype=torch.bfloat16):\n    return x @ x", "x: torch.float32[50, 50]", 16_398),
    ],
)
def test_tensors(body: str, workload: str, measured: float) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.15)


@pytest.mark.parametrize(
    "body",
    [
        # What stands before another comparison takes part in it as what it is.
        "assert 1 in [1, 2] == [1, 2]\nassert 3 in [3] != (3,)\nassert 2 in {1, 2}",
        "assert np.mgrid[()].size == 0",
        "h = [n]\ntry:\n    heapq.heappush(h, 'a')\nexcept TypeError:\n    assert len(h) == 2",
        "d = pd.DataFrame({'a': [1, 2, 3, 4]})\nassert d.groupby(d.index // 2).sum()['a'].tolist() == [3, 7]",
        "d = pd.DataFrame({'k': ['x', None, 'x'], 'a': [1, 2, 3]})\nassert d.groupby('k').sum()['a'].tolist() == [4]",
        "d = pd.DataFrame({'k': ['x', 1, 'x'], 'a': [1, 2, 3]})\nassert d.groupby('k').sum()['a'].tolist() == [2, 4]",
        "d = pd.DataFrame({'k': [1, 1, 2], 'a': [1, 2, 3]})\n"
        "assert [len(part) for _, part in d.groupby('k')] == [2, 1] == [len(part) for _, part in d.groupby('k')]",
    ],
)
def test_results_are_pythons(body: str) -> None:
    source = "\n    ".join(f"{body}\nreturn n".split("\n"))
    trials = Trials(f"def run(n):\n    {source}\n\n{_IMPORTS}")
    row = dict(zip(NAMES, trials.estimate(parse("n: int = 3")), strict=True))
    assert trials.error == "" and row["trial_refused"] == 0 and row["trial_runs"] > 0, (trials.error, trials.stopped_at)


def test_a_frozen_set_is_merged_at_once() -> None:
    frozen, plain = (f"d = set()\nf = {kind}(v)\nd.update(f)\nreturn d" for kind in ("frozenset", "set"))
    assert peak(frozen, _NUMBERS, _IMPORTS) == pytest.approx(peak(plain, _NUMBERS, _IMPORTS), rel=0.02)
