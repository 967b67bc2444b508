"""Functions of NumPy that are imported one by one."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve


def _default(source: str) -> str:
    file = SourceFile.parse(source)
    return str(resolve(file.unit("f"), file).workload)


@pytest.mark.parametrize(
    ("imports", "workload"),
    [
        ("from numpy import cumsum, sqrt", "values: float64[1000]"),
        ("from numpy import cumsum as running\nfrom numpy import sqrt", "values: float64[1000]"),
        ("from itertools import accumulate as cumsum\nfrom math import sqrt", "values: list[int] * 1000 in 0..1000"),
        ("def cumsum(values):\n    return [sqrt(v) for v in values]", "values: list[int] * 1000 in 0..1000"),
    ],
)
def test_they_tell_what_they_are_given(imports: str, workload: str) -> None:
    name = "running" if "running" in imports else "cumsum"
    assert _default(f"{imports}\ndef f(values):\n    return sqrt(sum({name}(values)))\n") == workload


def test_a_name_of_the_functions_own_is_none_of_them() -> None:
    source = "from numpy import exp\ndef f(n):\n    exp = lambda k: 2**k\n    return [exp(n)] * n\n"
    assert _default(source) == "n: int = 1000"


def test_what_is_imported_later_is_told() -> None:
    body = "def f(n):\n    return exp(n)\n"
    assert _default(f"from math import exp\n{body}") != _default(f"from numpy import exp\n{body}") == "n: float64[1000]"


def test_the_linear_algebra_of_numpy_takes_arrays() -> None:
    assert _default("from numpy.linalg import norm\ndef f(v):\n    return norm(v)\n") == "v: float64[1000]"
