"""Tuples of iterators leave their places behind, and groups hold what they are of: figures are memray's of CPython
3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of

_IMPORTS = "\n\nimport itertools\n"


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        (
            "i = iter(xs)\nn = 0\nwhile b := tuple(itertools.islice(i, 16)): n += len(b)\nreturn n",
            "xs: list[int] * 500",
            5_432,
        ),
        ("for x in xs: t = tuple(x + i for i in range(6))\nreturn len(t)", "xs: list[int] * 200", 18_456),
        ("return len({tuple(x % 2 for x in r) for r in xs})", "xs: list[list[int]] * 100 * 6 in 0..1000", 11_560),
        # What says how many elements it gives is put into a place that is there.
        ("for r in xs: t = tuple(reversed(r))\nreturn len(t)", "xs: list[list[int]] * 100 * 6", 280),
        ("return sum(1 for k, g in itertools.groupby(sorted(xs)))", "xs: list[int] * 400 in 0..50", 3_752),
        pytest.param(
            "return [(k, len(list(g))) for k, g in itertools.groupby(sorted(xs))]",
            "xs: list[int] * 400 in 0..50",
            9_744,
            marks=OF_PYTHON_3_11,
        ),
    ],
)
def test_what_iterators_are_made_into_is_held_as_cpython_has_it(body: str, workload: str, measured: int) -> None:
    text = "".join(f"    {line}\n" for line in body.splitlines())
    assert peak_of(f"def f(xs):\n{text}{_IMPORTS}", workload) == pytest.approx(measured, abs=300)
