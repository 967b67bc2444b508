"""What functions of libraries hold while they run, and what CPython keeps of them: memray's figures of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_IMPORTS = "import random\nimport re\nfrom collections import Counter\n\nimport numpy as np\nimport pandas as pd\n"
_TEXTS = "v: list[int] * 100; n: int = 100; s: str * 1000 in 'a'..'z'"


def peak(body: str, workload: str) -> float:
    """Bytes of a function with that body, whose parameters are those of the workload."""
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    lines = body.replace("\n", "\n    ")
    found = Trials(f"def run({names}):\n    {lines}\n\n{_IMPORTS}").estimate(parsed)
    by_name = dict(zip(NAMES, found, strict=True))
    assert by_name["trial_whole"] == 1 and by_name["trial_refused"] == 0, body
    return float(2.0 ** by_name["trial_peak"] - 1)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # Texts that are joined lie beside the one that they become.
        ("return ''.join([c * 1000 for c in s])", 2_057_849),
        # Numbers that an iterator gives, beside those that it was given.
        ("w = [i * 0.3 for i in range(n)]\nreturn list(map(lambda x: x * 2, w))", 6_792),
        ("return random.choices(v, k=n)", 1_512),
        ("return Counter(v).most_common()", 11_120),
        # Few keys lie on the stack.
        ("return sorted(v, key=lambda x: 0)", 848 + 72),
    ],
)
def test_what_calls_hold_is_counted(body: str, measured: int) -> None:
    assert peak(body, _TEXTS) == pytest.approx(measured, rel=0.15)


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return np.hanning(n)", "n: int = 64", 488),
        ("return np.bartlett(n)", "n: int = 64", 1_928),
        ("return np.diff(x, prepend=0)", "x: float64[100]", 1_424),
        ("return np.diag(x)", "x: float64[60, 60]", 376),
        ("return np.linalg.matrix_power(x, 7)", "x: float64[30, 30]", 22_360),
        ("return np.linalg.matrix_power(x, 8)", "x: float32[30, 30]", 7_864),
        # Places in two dimensions are those of one array.
        ("return np.nonzero(x > 0)", "x: float64[200, 100] in -1..1", 181_656),
        # What a function passes on by name is copied, and CPython keeps the places of that.
        ("for row in x:\n    np.cumsum(row)", "x: float64[200, 1]", 10_428),
        ("for row in x:\n    np.clip(row, 0, 1)", "x: float64[200, 1]", 11_040),
        # Values of a table that are there are counted a buffer at a time.
        ("return x.mean()", "x: DataFrame[900, 4]", 37_368),
        ("return x['c0'].max()", "x: DataFrame[900, 4]", 11_735),
        ("return x.mean(axis=1)", "x: DataFrame[900, 4]", 44_504),
    ],
)
def test_what_libraries_hold_is_counted(body: str, workload: str, measured: int) -> None:
    assert peak(body, workload) == pytest.approx(measured, rel=0.2)


def test_sets_that_are_spread_are_held_together() -> None:
    workload = "v: list[list[int]] * 7 * 35 in 0..20"
    assert peak("return set.intersection(*map(set, v))", workload) == pytest.approx(8_176, rel=0.2)
