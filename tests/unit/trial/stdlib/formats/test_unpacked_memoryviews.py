"""Bytes that a view of them is unpacked from."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, time_of
from tests.unit.trial.peaks import peak


@pytest.mark.parametrize("given", ["data", "memoryview(data)", "bytearray(data)"])
def test_numbers_are_taken_from_whatever_holds_bytes(given: str) -> None:
    body = f"view = {given}\nreturn [struct.unpack_from('<I', view, i)[0] for i in range(0, len(view) - 3, 4)]"
    assert peak(body, "data: bytes * 1000", "import struct\n") == pytest.approx(10_240, rel=0.15)


def test_views_are_unpacked_as_a_whole() -> None:
    source = "view = memoryview(b'ab\\x00c')\nfound = view.tolist(), view[1:].hex()\n"
    assert interpreted(source) == ([97, 98, 0, 99], "620063")


@pytest.mark.parametrize(("method", "times"), [("tolist", 0.74), ("hex", 0.24)])
def test_that_takes_less_than_going_through_them(method: str, times: float) -> None:
    whole, by_number = (
        time_of(f"def f(data):\n    return {code}\n", "data: bytes * 3000")
        for code in (f"memoryview(data).{method}()", "list(memoryview(data))")
    )
    # Measured: so many times as long.
    assert times / 1.6 < whole / by_number < 1.6 * times
