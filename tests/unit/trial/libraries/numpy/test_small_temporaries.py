"""What NumPy's functions hold for a moment, of small arrays too, as memray counts it on NumPy 2.4."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

#: Bodies -> bytes measured with 20 elements, and with 400.
MEASURED = {
    "return np.packbits(b).tobytes()": (5_312, 5_312),
    "return np.unpackbits(i.astype(np.uint8))": (5_408, 8_608),
    "return np.nan_to_num(a)": (804, 4_004),
    "return np.broadcast_to(a, (10, len(a)))": (953, 981),
    "return i.astype(str)": (14_179, 46_099),
    "return a.astype(str)": (20_677, 69_318),
    "x = g\n    x += a": (1_216, 7_456),
    "return np.cov(a, a)": (2_560, 15_072),
    "return np.corrcoef(a.reshape(-1, 4).T)": (2_592, 8_792),
    "return np.interp(a, a, a)": (216, 6_456),
    "return np.convolve(a, [1.0, 2.0])": (312, 3_520),
    "return np.abs(a - 0.5).sum()": (888, 6_496),
    "t = 0.0\n    for x in a:\n        t += np.abs(a - x).sum()\n    return t": (984, 6_592),
    "return np.sqrt(((a - 0.2) ** 2).sum())": (888, 6_496),
    "return np.moveaxis(a.reshape(-1, 4), 0, -1)": (872, 872),
    "return round(a.max(), 2)": (1_638, 1_638),
    "return np.cumsum(a)": (627, 3_827),
}


@pytest.mark.parametrize("body", MEASURED)
def test_functions_hold_what_was_measured(body: str) -> None:
    trials = Trials(f"import numpy as np\ndef f(a, i, b, g):\n    {body}\n")
    for rows, measured in zip((20, 400), MEASURED[body], strict=True):
        given = f"a: float64[{rows}]; i: int64[{rows}] in 0..49; b: bool[{rows}]; g: float32[{rows}]"
        found = 2 ** trials.estimate(parse(given))[NAMES.index("trial_peak")]
        assert abs(found - measured) < 0.08 * measured + 160, (rows, found)
