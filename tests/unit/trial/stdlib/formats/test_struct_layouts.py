"""Layouts of bytes that are read once, and views of bytes as bytes: as Python has them."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run

_BEGIN = "import struct\nlayout = struct.Struct('>2H')\n"


@pytest.mark.parametrize(
    "expression",
    [
        "layout.pack(3, 4), layout.unpack(b'abcd'), layout.size, layout.format",
        "list(layout.iter_unpack(b'abcdefgh')), layout.unpack_from(b'abcdefgh', 4)",
        "layout.unpack_from(buffer=b'abcde', offset=1), struct.unpack_from('>H', buffer=b'abc', offset=1)",
        "isinstance(layout, struct.Struct), isinstance('>H', struct.Struct), isinstance(3, struct.Struct | int)",
        "struct.Struct(format='>H').pack(3), struct.Struct(b'>H').format, struct.calcsize(b'>H')",
        "memoryview(b'abc').tobytes(), memoryview(bytearray(b'abc')).tobytes()",
    ],
)
def test_they_are_as_in_python(expression: str) -> None:
    source = f"{_BEGIN}found = ({expression},)"
    assert interpreted(source) == run(source)
