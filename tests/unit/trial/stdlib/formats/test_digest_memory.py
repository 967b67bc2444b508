"""Bytes of digests with a key: figures are memray's of CPython 3.11 with OpenSSL 3."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("name", "held", "given", "at_once"),
    [
        ("md5", 692, 1_072, 605),
        ("sha1", 704, 1_096, 617),
        ("sha256", 752, 1_192, 665),
        ("sha512", 1_064, 1_816, 977),
        ("sha3_256", 1_664, 3_016, 1_577),
        ("blake2b", 1_136, 1_960, 1_049),
    ],
)
def test_a_digest_with_a_key_has_three_states(name: str, held: int, given: int, at_once: int) -> None:
    def peak(expression: str) -> float:
        return peak_of(f"def f(key):\n    return {expression}\n\nimport hmac\n", "key: bytes * 9")

    assert peak(f"hmac.new(key, b'value', {name!r})") == pytest.approx(held, rel=0.05)
    assert peak(f"hmac.new(key, b'value', {name!r}).digest()") == pytest.approx(given, rel=0.05)
    assert peak(f"hmac.digest(key, b'value', {name!r})") == pytest.approx(at_once, rel=0.05)
