"""What values' texts take: of containers, of arrays, tensors and tables, put into other texts and printed."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import soon

_IMPORTS = """
import numpy as np
import torch
import pandas as pd
from dataclasses import dataclass

@dataclass
class P:
    x: float
    y: float

@dataclass
class Q:
    name: str
    tags: list[int]
"""


def _costs(body: str, workload: str) -> tuple[float, float]:
    """Bytes of the peak, and nanoseconds, of a function with that body, whose parameters are those of the workload."""
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    text = f"def run({names}):\n    {body}\n{_IMPORTS}"
    found = dict(zip(NAMES, Trials(text).estimate(parsed), strict=True))
    assert found["trial_whole"] == 1.0 and not found["trial_refused"], body
    return float(2.0 ** found["trial_peak"] - 1), float(2.0 ** found["trial_time"])


#: As they were measured in the sandbox, with CPython 3.11 on an AMD EPYC (family 25).
@pytest.mark.parametrize(
    ("body", "workload", "peak", "time"),
    [
        ("return str(x)", "x: list[int] * 1000 in 0..1000", 5_890, 53_600),
        ("return str(x)", "x: list[float] * 1000", 22_700, 402_000),
        ("return str(x)", "x: list[str] * 1000 * 8 in 'a'..'z'", 14_300, 46_600),
        ("return str(x)", "x: list[list[int]] * 32 * 32 in 0..1000", 6_480, 57_300),
        ("return str(x)", "x: dict[str, int] * 1000 in 0..1000", 18_400, 101_000),
        ("return str(x)", "x: list[tuple[int, float]] * 1000 in 0..1000", 28_600, 587_000),
        ("return str(x)", "x: set[int] * 1000 in 0..1000", 13_900, 57_400),
        ("return str(x)", "x: list[bool] * 1000", 7_270, 22_300),
        ("return f'{x}'", "x: list[float] * 1000", 22_800, 399_000),
        ("return '%s' % x", "x: dict[str, int] * 1000 in 0..1000", 18_400, 102_000),
        ("return '{}'.format(x)", "x: list[float] * 1000", 22_800, 400_000),
        ("return ''.join(repr(P(a, a)) for a in x)", "x: list[float] * 300", 44_000, 520_000),
        ("return ', '.join(str(v) for v in x)", "x: float64[300]", 29_000, 198_000),
        ("return ', '.join(f'{v:.3f}' for v in x)", "x: float64[1000]", 70_000, 312_000),
        ("return str(list(x))", "x: float64[1000]", 68_700, 765_000),
    ],
)
def test_texts_of_containers(body: str, workload: str, peak: float, time: float) -> None:
    bytes_held, nanoseconds = _costs(body, workload)
    assert 0.8 < bytes_held / peak < 1.3
    assert 0.6 < nanoseconds / time < 1.5


#: The same, as medians outside of the sandbox.
@pytest.mark.parametrize(
    ("body", "workload", "peak", "time"),
    [
        ("return str(x)", "x: float64[7, 7]", 21_500, 166_000),
        ("return '%s' % x[:5]", "x: float64[300]", 7_000, 36_000),
        ("return f'mean {x.mean(axis=0)}'", "x: float64[300, 3]", 7_500, 40_700),
        ("return repr(x)", "x: int64[500] in 0..1000", 7_700, 700_000),
        ("return str(x > 0.5)", "x: float64[100]", 4_900, 74_000),
        # The edges alone are shown.
        ("return str(x)", "x: float64[2000]", 7_000, 41_000),
        ("return str(x)", "x: float64[100, 100]", 14_400, 138_000),
        ("return np.array2string(x, precision=3, separator=', ')", "x: float64[50]", 17_000, 162_000),
    ],
)
def test_texts_of_arrays(body: str, workload: str, peak: float, time: float) -> None:
    bytes_held, nanoseconds = _costs(body, workload)
    assert 0.7 < bytes_held / peak < 1.5
    assert 0.6 < nanoseconds / time < 1.6


@pytest.mark.parametrize(
    ("body", "workload", "peak", "time"),
    [
        ("return str(x)", "x: torch.float32[100]", 62_000, 444_000),
        ("return f'x = {x}'", "x: torch.int64[100] in 0..1000", 58_000, 209_000),
        ("return repr(x)", "x: torch.float32[30, 30]", 510_000, 4_000_000),
        ("print('loss', x.mean())", "x: torch.float32[100]", 5_800, 100_000),
        ("return f'{x.mean():.4f}'", "x: torch.float32[100]", 600, 5_000),
    ],
)
def test_texts_of_tensors(body: str, workload: str, peak: float, time: float) -> None:
    bytes_held, nanoseconds = _costs(body, workload)
    assert 0.6 < bytes_held / peak < 1.6
    assert 0.5 < nanoseconds / time < 2.0


@pytest.mark.parametrize(
    ("body", "workload", "peak", "time"),
    [
        ("print(df.head())", "df: DataFrame[1000, 3]", 18_000, 468_000),
        ("return str(df)", "df: DataFrame[1000, 3]", 18_000, 562_000),
        ("return df.to_string()", "df: DataFrame[60, 8]", 84_000, 1_920_000),
        ("return str(df[df.columns[0]])", "df: DataFrame[1000, 3]", 9_500, 190_000),
    ],
)
def test_texts_of_tables(body: str, workload: str, peak: float, time: float) -> None:
    bytes_held, nanoseconds = _costs(body, workload)
    assert 0.6 < bytes_held / peak < 1.6
    assert 0.6 < nanoseconds / time < 1.6


@pytest.mark.parametrize(
    ("body", "workload", "peak", "time"),
    [
        ("print(x)", "x: list[int] * 1000 in 0..1000", 9_870, 55_200),
        ("print('got', x)", "x: dict[str, int] * 1000 in 0..1000", 35_600, 109_000),
        ("print(x)", "x: float64[50]", 18_000, 165_000),
    ],
)
def test_what_is_printed_is_written_down_first(body: str, workload: str, peak: float, time: float) -> None:
    bytes_held, nanoseconds = _costs(body, workload)
    assert 0.8 < bytes_held / peak < 1.3
    assert 0.6 < nanoseconds / time < 1.5


def test_what_is_printed_by_its_own_class_is_asked_for_its_text() -> None:
    text = """
def run(xs):
    for x in xs:
        print(P(x))

class P:
    def __init__(self, x):
        self.x = x
    def __str__(self):
        return str(sum(range(self.x)))
"""
    costs = [
        dict(zip(NAMES, Trials(text).estimate(parse(f"xs: list[int] * 20 in {least}..{most}")), strict=True))
        for least, most in ((1, 2), (3000, 3001))
    ]
    assert costs[1]["trial_time"] > costs[0]["trial_time"] + 3


def test_fields_of_any_kind_are_in_the_text_of_a_dataclass() -> None:
    peak, time = _costs("return ''.join(repr(Q('abc', [a, a])) for a in x)", "x: list[int] * 100 in 0..1000")
    assert 9_000 < peak < 20_000
    assert 60_000 < time < 160_000


@pytest.mark.parametrize(
    "body",
    [
        "y = [0] * 64\n    for _ in range(8): y = [y] * 64\n    return len(f'{y}')",
        "y = []\n    y.append(y)\n    return len(f'{y}')",
        "y = {}\n    y['me'] = y\n    return len(f'{y!r}')",
    ],
)
def test_texts_without_an_end_are_refused_soon(body: str) -> None:
    trials = Trials(f"def run(x):\n    {body}\n")
    with soon():
        found = trials.estimate(parse("x: list[int] * 10 in 0..9"))
    assert found[NAMES.index("trial_runs")] <= 0
    assert "Recursion" not in trials.error


@pytest.mark.parametrize(
    ("body", "workload", "peak", "time"),
    [
        # Rows that are shown are few, too.
        ("return str(x)", "x: torch.float32[300, 10]", 40_000, 390_000),
        ("return str(x)", "x: list[complex] * 300", 20_000, 200_000),
        ("return str(x)", "x: list[bytes] * 300 * 80", 40_000, 36_000),
        ("return str([3 ** 2000 + a for a in x])", "x: list[int] * 20 in 0..9", 30_000, 230_000),
        ("return '%(a)s' % {'a': x}", "x: list[float] * 300", 6_700, 120_000),
        ("print(*x)", "x: list[int] * 1000 in 0..1000", 15_700, 1_200_000),
    ],
)
def test_texts_of_parts_of_any_kind(body: str, workload: str, peak: float, time: float) -> None:
    bytes_held, nanoseconds = _costs(body, workload)
    assert 0.4 < bytes_held / peak < 2.5
    assert 0.3 < nanoseconds / time < 3.0


def test_numbers_that_none_of_pythons_is_as_long_as() -> None:
    trials = Trials("def run(x):\n    return f'{np.longdouble(x)}' + str([np.longdouble(x)])\n\nimport numpy as np\n")
    trials.estimate(parse("x: float = 1.5"))
    assert not trials.error


def test_texts_of_arrays_by_other_options_are_refused() -> None:
    trials = Trials("def run(x):\n    return np.array2string(x, threshold=10 ** 9)\n\nimport numpy as np\n")
    assert trials.estimate(parse("x: float64[5000]"))[NAMES.index("trial_runs")] <= 0
