"""Keys made out of passwords take as long as their rounds, which are not gone through here."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_KEYS = "from hashlib import pbkdf2_hmac\npassword, salt = b'password', b'salt'\n"


@pytest.mark.parametrize(
    "asked",
    [
        "[len(pbkdf2_hmac(name, password, salt, 9)) for name in ('sha1', 'sha256', 'sha512')]",
        "[len(pbkdf2_hmac('sha256', password, salt, 9, dklen=size)) for size in (1, 32, 100)]",
        "pbkdf2_hmac('sha256', password, salt, 9) == pbkdf2_hmac('sha256', b'password', b'salt', 9)",
        "pbkdf2_hmac('sha256', password, salt, 9) == pbkdf2_hmac('sha256', password, salt, 8)",
        "pbkdf2_hmac('sha256', password, salt, 9) == pbkdf2_hmac('sha256', password, b'other', 9)",
        "pbkdf2_hmac('sha256', password, salt, 9) == pbkdf2_hmac('sha256', b'other', salt, 9)",
    ],
)
def test_they_are_as_long_and_as_much_alike_as_pythons(asked: str) -> None:
    assert interpreted(f"{_KEYS}found = {asked}") == run(f"{_KEYS}found = {asked}")


@pytest.mark.parametrize("call", ["'sha256', 'text', salt, 9", "'sha256', password, salt, 0"])
def test_what_python_turns_down_is_turned_down(call: str) -> None:
    statements = (
        f"{_KEYS}try:\n    pbkdf2_hmac({call})\nexcept (TypeError, ValueError) as error:\n    found = type(error)"
    )
    assert interpreted(statements) == run(statements)


def test_rounds_by_other_digests_have_no_price() -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_KEYS}found = pbkdf2_hmac('md5', password, salt, 9)")


def _time(call: str) -> float:
    unit = f"import hashlib\ndef f(n):\n    return hashlib.{call}\n"
    return float(2.0 ** dict(zip(NAMES, Trials(unit).estimate(parse("n: int = 1000")), strict=True))["trial_time"])


@pytest.mark.parametrize(
    ("call", "times"),
    [
        ("pbkdf2_hmac('sha256', b'password', b'salt', 1_000)", 1.58),
        ("pbkdf2_hmac('sha256', b'password', b'salt', 600_000)", 945),
        ("pbkdf2_hmac('sha256', b'password', b'salt', 1_000, dklen=64)", 3.15),
        ("pbkdf2_hmac('sha512', b'password', b'salt', 1_000)", 3.6),
    ],
)
def test_they_take_as_many_times_a_thousand_digests_as_measured(call: str, times: float) -> None:
    digests = "sha256 and [hashlib.sha256(b'password') for _ in range(1_000)]"
    assert _time(call) / _time(digests) == pytest.approx(times, rel=0.25)
