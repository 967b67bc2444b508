"""Joining tables by labels in another order: what looking each of them up takes, in time and in bytes."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, time_of

_TABLES = """def f(n):
    order = np.random.default_rng(0).permutation(n)
    labels, others = {labels}
    a = pd.DataFrame({{"x": np.arange(n) * 0.5}}, index=labels)
    b = pd.DataFrame({{"y": np.arange(n) * 0.5}}, index=others)
    return {found}

import numpy as np
import pandas as pd
"""
_NUMBERS = "(order[::-1].copy(), order)"
_TEXTS = '([f"k{i}" for i in range(n)], [f"k{i}" for i in order])'


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("labels", "found", "peak"),
    [
        # Measured with 20,000 rows.
        (_NUMBERS, "a.join(b)", 2_035_000),
        (_TEXTS, "a.join(b)", 9_389_000),
        (_TEXTS, "a.join(b, how='inner')", 9_550_000),
        (_TEXTS, "a.merge(b, left_index=True, right_index=True)", 9_550_000),
    ],
)
def test_a_table_of_labels_is_held_for_a_moment(labels: str, found: str, peak: float) -> None:
    assert peak / 1.25 < peak_of(_TABLES.format(labels=labels, found=found), "n = 20000") < 1.25 * peak


def test_looking_texts_up_takes_as_long_as_was_measured() -> None:
    joined, alone = (time_of(_TABLES.format(labels=_TEXTS, found=found), "n = 20000") for found in ("a.join(b)", "a"))
    sines = time_of("import numpy as np\ndef f(x):\n    return np.sin(x)\n", "x: float64[20000]")
    # Measured: so many times what sines take.
    assert 70 / 1.6 < (joined - alone) / sines < 1.6 * 70


@pytest.mark.parametrize("how", ["outer", "right"])
def test_joins_by_label_that_have_the_other_tables_rows_are_refused(how: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"""
import pandas as pd
left = pd.DataFrame({{"x": [1, 2]}}, index=["a", "b"])
found = left.join(pd.DataFrame({{"y": [1, 2]}}, index=["b", "c"]), how={how!r})
""")
