"""Digests are those of Python."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_NAMES = "import hashlib, hmac\nfrom hashlib import sha256\nkey, text = b'key', b'a message' * 9\n"

EXPRESSIONS = [
    "[hashlib.md5(text).hexdigest(), sha256(text).digest(), hashlib.sha3_256().hexdigest()]",
    "[hashlib.new('sha1', text).hexdigest(), hashlib.new('SHA256').name, sha256().digest_size, sha256().block_size]",
    "hmac.new(key, text, hashlib.sha256).hexdigest()",
    "[hmac.new(key, text, 'sha1').digest(), hmac.new(key, digestmod=sha256).name, hmac.digest(key, text, 'md5')]",
    "[hashlib.blake2b(text, digest_size=16).hexdigest(), hashlib.blake2s(key=b'k', salt=b's').digest()]",
    "hashlib.new('blake2b', text, digest_size=9).hexdigest()",
    "[hashlib.md5(memoryview(text)[::2].tobytes()).digest(), hashlib.md5(memoryview(text)[3:]).digest()]",
    "hmac.new(key, text, 'md5').copy().hexdigest()",
    "[hmac.compare_digest('a', 'a'), hmac.compare_digest(text, key), hmac.compare_digest(text, text)]",
]
STATEMENTS = [
    "one = hmac.new(key, digestmod='sha256')\none.update(text)\nfound = one.hexdigest()",
    "one = sha256(text)\nother = one.copy()\nother.update(b'x')\nfound = [one.hexdigest(), other.hexdigest()]",
    "try:\n    hashlib.blake2b(digest_size=99)\nexcept ValueError as error:\n    found = str(error)",
    "try:\n    sha256('text')\nexcept TypeError:\n    found = 1",
    "try:\n    hmac.new(key, 'text', 'md5')\nexcept TypeError:\n    found = 1",
]


@pytest.mark.parametrize(
    "statements", [*[f"found = {one}" for one in EXPRESSIONS], *STATEMENTS], ids=lambda one: one[:50]
)
def test_digests_are_those_of_python(statements: str) -> None:
    assert interpreted(_NAMES + statements) == run(_NAMES + statements)


def test_arrays_are_not_known_to_have_bytes() -> None:
    for made in ("array.array('q', [1])", "numpy.zeros(3)"):
        with pytest.raises(Unsupported):
            interpreted(f"import array, hashlib, numpy\nfound = hashlib.md5({made}).digest()")


def test_other_options_are_not_known() -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_NAMES}found = sha256(text, digest_size=16)")


def test_other_digests_are_not_known() -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_NAMES}found = hashlib.new('ripemd160')")
