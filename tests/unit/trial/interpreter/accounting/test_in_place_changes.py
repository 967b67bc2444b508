"""Sets that are changed in place, long numbers that are divided, arrays that only a call holds, moments that are taken
from each other: by memray, of CPython 3.11, NumPy 2 and pandas 3."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

_IMPORTS = """
import numpy as np
import pandas as pd
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO
"""
_SETS = "a: set[int] * 1000; b: list[int] * 1000"
_BOTH = "a: set[int] * 1000; b: set[int] * 1000"
_CELLS = "z: float64[1000, 252]"
_ARRAY = 1000 * 252 * 8
_EVENTS = "e: DataFrame[1000, 2]"


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        # What both have is put into another set.
        ("r = set(a)\nr &= set(b)\nreturn r", _SETS, 107_000),
        ("a &= b", _BOTH, 41_032),
        ("r = set(a[0])\nfor other in a[1:]:\n    r &= other\nreturn r", "a: list[set[int]] * 20 * 300", 27_168),
        # It moves to more places, or to fewer.
        ("r = set(a)\nr |= set(b)\nreturn r", _SETS, 131_360),
        ("r = set(a)\nr -= set(b)\nreturn r", _SETS, 98_592),
        ("r = set(a)\nr ^= set(b)\nreturn r", _SETS, 74_064),
        # Both results of a division are made.
        ("f = 1 << n\nt = 0\nwhile f:\n    f, r = divmod(f, 10)\n    t += r\nreturn t", "n: int = 2000", 444),
        # Bytes are those that were given, until something is written.
        ("return BytesIO(d).read()", "d: bytes * 1000", 48),
        ("s = BytesIO(d)\ns.write(b'abc')\nreturn s.getvalue()", "d: bytes * 1000", 1_081),
        # Arrays that only a call holds are gone after it, whatever it is given by name.
        ("return np.exp(np.cumsum(0.3 * z, axis=1))", _CELLS, 2 * _ARRAY),
        ("a = np.cumsum(0.3 * z, axis=1)\nreturn np.exp(a)", _CELLS, 2 * _ARRAY),
        ("a = np.sort(0.3 * z, axis=0)\nreturn np.exp(a)", _CELLS, 2 * _ARRAY),
        ("a = np.cumsum(z, axis=1)\nreturn np.exp(z)", _CELLS, 2 * _ARRAY),
        ("a = 0.3 * z\nb = np.cumsum(a, axis=1)\nreturn np.exp(b)", _CELLS, 3 * _ARRAY),
        # Spans between moments.
        ("return e['timestamp'].diff() > pd.Timedelta(minutes=30)", _EVENTS, 36_825),
        ("return e['timestamp'].shift(1)", _EVENTS, 18_617),
        ("return e.groupby('user_id')['timestamp'].diff()", _EVENTS, 52_088),
    ],
)  # fmt: skip
def test_what_is_there_beside_what_changes(body: str, workload: str, measured: float) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.1, abs=48)


def test_rounding_to_the_places_of_another_number_takes_some_bytes() -> None:
    plain = peak("a = Decimal(n)\nreturn a.quantize(Decimal('0.01'))", "n: int = 1000", _IMPORTS)
    named = peak(
        "a = Decimal(n)\nreturn a.quantize(Decimal('0.01'), rounding=ROUND_HALF_UP)", "n: int = 1000", _IMPORTS
    )
    assert named > plain + 80
