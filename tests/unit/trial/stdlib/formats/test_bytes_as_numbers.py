"""Bytes that are taken for numbers: views of another format, and arrays whose bytes are exchanged."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run, time_of


@pytest.mark.parametrize(
    "source",
    [
        "found = memoryview(bytes(range(8))).cast('H').tolist()",
        "found = sum(memoryview(bytearray(16)).cast('I')), len(memoryview(bytes(16)).cast('d'))",
        "import array\nfound = array.array('H', [1, 256])\nfound.byteswap()\nfound = found.tolist()",
    ],
)
def test_they_are_the_numbers_of_python(source: str) -> None:
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    ("code", "other", "times"),
    [("sum(memoryview(data).cast('I'))", "sum(data)", 0.35), ("sum(memoryview(data))", "sum(data)", 1.41)],
)
def test_they_take_as_long_as_there_are_numbers(code: str, other: str, times: float) -> None:
    one, another = (time_of(f"def f(data):\n    return {body}\n", "data: bytes * 80000") for body in (code, other))
    # Measured: so many times as long.
    assert times / 1.6 < one / another < 1.6 * times
