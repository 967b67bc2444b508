"""Parameters whose elements become bytes are bytes."""

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    "body",
    [
        "out = bytearray()\n    for i in range(len(data)):\n        out.append(data[i])\n    return out",
        "return b''.join(bytes([data[i + 1]]) * data[i] for i in range(0, len(data) - 1, 2))",
        "return bytes(b ^ 0x55 for b in data)",
        "total = 0\n    for byte in data:\n        total = (total + byte) % 65521\n    return total",
    ],
)
def test_what_is_made_bytes_is_bytes(body: str) -> None:
    assert default(f"def f(data):\n    {body}") == "data: bytes * 1000"


def test_what_bytes_are_combined_with_is_bytes() -> None:
    source = "def f(data, key):\n    return bytes(b ^ key[i % len(key)] for i, b in enumerate(data))"
    assert default(source).startswith("data: bytes * 1000; key: bytes")


@pytest.mark.parametrize(
    "body",
    [
        # What is shifted meanwhile was larger than a byte.
        "out = bytearray()\n    for n in data:\n        while n >= 128:\n            n >>= 7\n        out.append(n)",
        "out = bytearray()\n    for n in data:\n        while n >= 128:\n            n = n >> 7\n        out.append(n)",
        "return bytes(n % 256 for n in data)",
        "for i in range(len(data)):\n        data[i] = bytes([data[i]])",
    ],
)
def test_what_may_be_larger_is_no_bytes(body: str) -> None:
    assert default(f"def f(data):\n    {body}") == "data: list[int] * 1000 in 0..1000"
