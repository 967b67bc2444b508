"""Columns multiplied by columns and arrays, as one row of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.unit.trial.interpreting import interpreted

_BEGIN = """
import numpy as np
import pandas as pd
first = pd.Series([1.0, 2.0, 4.0], index=["a", "b", "c"])
second = pd.Series([3.0, 5.0, 7.0], index=["c", "b", "a"])
row = np.array([1.0, 0.5, 2.0])
matrix = np.arange(6.0).reshape(2, 3)
table = pd.DataFrame({"a": [1.0, 2.0, 4.0], "b": [2.0, 1.0, 0.0], "t": ["x", "y", "z"]})
"""


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("first @ second", 29.0),
        ("first.dot(second)", 29.0),
        ("first @ row", 10.0),
        ("row @ first", 10.0),
        ("first.dot(row)", 10.0),
        ("matrix @ first", [10.0, 31.0]),
        ("first @ matrix.T", [10.0, 31.0]),
        ("table.cov(numeric_only=True).to_numpy()", [[7 / 3, -1.5], [-1.5, 1.0]]),
    ],
)
def test_products(expression: str, expected: Any) -> None:
    assert np.allclose(interpreted(f"{_BEGIN}\nfound = {expression}\n", 1e9), expected)
