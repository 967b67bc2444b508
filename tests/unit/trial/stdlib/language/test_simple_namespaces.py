"""``types.SimpleNamespace``: memory as measured with CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11
from tests.unit.trial.peaks import peak


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("made", "measured"),
    [
        ("SimpleNamespace(i=k)", 257_000),
        ("SimpleNamespace(i=k, j=2, k=3)", 257_000),
        ("SimpleNamespace(a=1, b=2, c=3, d=4, e=5, f=6, g=7)", 321_000),
    ],
)
def test_each_has_a_table_of_its_own(made: str, measured: int) -> None:
    body = f"return [{made} for k in range(n)]"
    assert peak(body, "n: int = 1000", "from types import SimpleNamespace") == pytest.approx(measured, rel=0.1)
