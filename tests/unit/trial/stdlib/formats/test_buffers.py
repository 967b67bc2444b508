"""Buffers begin with, and are written, whatever Python's take."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, peak_of, run

_NAMES = """
import io
from array import array

def written(content):
    file = io.BytesIO(b"ab")
    file.seek(1)
    return file.write(content), file.getvalue()

def told(does):
    try:
        return does()
    except TypeError:
        return TypeError
"""


@pytest.mark.parametrize(
    "expression",
    [
        "[io.BytesIO(given).read() for given in (None, b'ab', bytearray(b'a'), memoryview(b'a'), array('h', [7]))]",
        "[written(given) for given in (b'', bytearray(b'abc'), memoryview(b'abc')[1:], array('h', [7, 8]))]",
        "[io.StringIO(given).getvalue() for given in (None, '', 'abc')]",
        "[told(lambda: io.BytesIO('abc')), told(lambda: io.StringIO(b'abc')), told(lambda: written('abc'))]",
        "io.text_encoding(None), io.text_encoding('ascii', 3)",
        "[io.StringIO('a\\r\\nb\\rc', *ends).readlines() for ends in ((), ('\\n',), ('',), (None,))]",
    ],
)
def test_buffers_are_those_of_python(expression: str) -> None:
    source = f"{_NAMES}found = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("given", ["memoryview(xs)", "array('q', xs)"])
def test_what_is_written_into_them_is_counted_by_its_bytes(given: str) -> None:
    text = "import io\nfrom array import array\ndef f(xs):\n    file = io.BytesIO()\n    {}\n    return file\n"
    written, plain = (peak_of(text.format(f"file.write({one})"), "xs: bytes * 80000") for one in (given, "xs"))
    assert 0.9 * plain < written < 2.2 * plain
