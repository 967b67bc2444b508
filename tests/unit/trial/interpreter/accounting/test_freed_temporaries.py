"""What was made for one call, display or loop is gone after it: memray's and tracemalloc's figures of CPython 3.11."""

from __future__ import annotations

import gc

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.exhausted_iterators import Keeping
from perfcast.workload import parse
from tests.unit.trial.peaks import peak

_IMPORTS = "import copy\nfrom collections import OrderedDict\n\nimport numpy as np\nimport pandas as pd\n"
_NUMBERS = "a: list[int] * 400 in 257..100000"
_ARRAY = "y: float64[500]"


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("p = list(zip(a[1:], a[2:], a[3:])); q = [0] * 800; r = [0] * 300\nreturn 1", _NUMBERS, 38_776),
        ("return max(0, *[i * 2 for i in a])", _NUMBERS, 19_448),
        ("x = (*[i * 2 for i in a], 1); y = [0] * 800\nreturn 1", _NUMBERS, 22_624),
        ("x = copy.deepcopy({i: [i * 2] for i in a}); z = [0] * 20000\nreturn 1", _NUMBERS, 231_232),
        ("for v in np.array(a): pass\nz = [0] * 600\nreturn 1", _NUMBERS, 5_024),
        ('t = pd.DataFrame([{"a": float(v), "b": 2.0} for v in y]); z = np.zeros(14000)\nreturn 1', _ARRAY, 150_205),
        ('t = pd.DataFrame.from_records([{"a": float(v), "b": 2.0} for v in y])\nreturn 1', _ARRAY, 150_605),
        # Rows keep their array by themselves.
        ("return list(y * 2)", "y: float64[100, 50]", 52_369),
        # What takes another one of its kind moves once.
        ("d = {}; d.update({x * 2: x for x in a})\nreturn d", _NUMBERS, 49_928),
        ("s = set(); s.update({x * 2 for x in a})\nreturn s", _NUMBERS, 62_488),
        ("return OrderedDict(zip(a, map(str, a)))", _NUMBERS, 61_830),
    ],
)
def test_nothing_is_counted_twice(body: str, workload: str, measured: int) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.06)


@pytest.mark.parametrize(
    ("expression", "workload", "measured"),
    [
        # Truth values become whole numbers a buffer at a time.
        ("(t > 0.5).sum()", "t: DataFrame[20000, 4] in 0..1", 154_512),
        ('(t["c0"] > 0.5).sum()', "t: DataFrame[50000, 4] in 0..1", 123_569),
        # All columns are there before they are put together.
        ("t.rolling(5).mean()", "t: DataFrame[2000, 4]", 135_506),
    ],
)
def test_what_tables_take_beside_their_results(expression: str, workload: str, measured: int) -> None:
    assert peak(f"return {expression}", workload, _IMPORTS) == pytest.approx(measured, rel=0.13)


def test_iterators_that_lead_back_to_themselves_do_not_stay() -> None:
    # Tests before this one may have left theirs, by an error that is still reported.
    before = _iterators()
    trials = Trials("def run(a):\n    k = 1\n    z = zip((x + k for x in a), a, a)\n    return next(z)\n")
    assert trials.estimate(parse(_NUMBERS))[NAMES.index("trial_runs")] > 1
    del trials
    assert len(_iterators()) == len(before)


def _iterators() -> list[Keeping]:
    gc.collect()
    return [one for one in gc.get_objects() if type(one) is Keeping]
