"""Bytes that a view of them is unpacked from."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak


@pytest.mark.parametrize("given", ["data", "memoryview(data)", "bytearray(data)"])
def test_numbers_are_taken_from_whatever_holds_bytes(given: str) -> None:
    body = f"view = {given}\nreturn [struct.unpack_from('<I', view, i)[0] for i in range(0, len(view) - 3, 4)]"
    assert peak(body, "data: bytes * 1000", "import struct\n") == pytest.approx(10_240, rel=0.15)
