"""What loops, generators and built-in functions hold for a moment: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of


def peak(body: str, workload: str) -> float:
    lines = body.replace("\n", "\n    ")
    return peak_of(f"from collections import defaultdict\n\ndef run(s):\n    {lines}\n", workload)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return sum(1 for i in range(len(s)) if s[i] > 3)", 424),
        # Three tuples that pairs are made with, two of which stay.
        ("for x, y in zip(s, s):\n    pass", 128),
        # A generator that is dropped before its end has an error raised in it.
        ("return next((e for e in range(len(s) + 1) if e > 600), None) is None", 528),
        # A generator is there until the call returns that has gone through it.
        ("return len(set(v for v in s))", 984),
        ("return len(dict((v, 1) for v in s))", 776),
        ("return list(zip(s, s[1:]))[0][0]", 72_920),
        # A default is put in by the method that is asked for what is missing.
        ("d = defaultdict(int)\nfor v in s:\n    d[v] += 1\nreturn len(d)", 544),
        # What was made for an operation alone is there until it is done.
        ("return s[1:][::-1]", 15_952),
        ("return set(s) & set(s)", 2_040),
        ("return set(s).union(s)", 1_152),
        ("h = list(s)\nout = []\nwhile h:\n    out.append(h.pop())\nreturn out", 12_128),
        ("return dict.fromkeys('0123456789abcdef', 0)", 768),
    ],
)
def test_what_is_held_for_a_moment(body: str, measured: int) -> None:
    assert peak(body, "s: list[int] * 1000 in 0..6") == pytest.approx(measured, abs=max(50, 0.2 * measured))


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # A range with its ends and its length beside its iterator; the next number beside the one before.
        ("c = 0\nfor i in range(len(s)):\n    c = i\nreturn c > 5", 12),
        ("c = 0\nfor i in range(len(s) - 1, -1, -1):\n    c = i\nreturn c > 5", 16),
        ("for i, x in enumerate(s):\n    pass", 32),
        ("m = 0\nfor i in range(1, len(s)):\n    m = max(m, s[i] - s[i - 1])\nreturn m", 16),
    ],
)
def test_loops_over_numbers(body: str, measured: int) -> None:
    assert peak(body, "s: list[int] * 1000 in 0..6") == pytest.approx(measured, abs=10)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return s.count('a') > 5", 48),
        ("return s.startswith('a', 1)", 0),
        ("return s[1:][::-1]", 1_952),
    ],
)
def test_methods_of_texts(body: str, measured: int) -> None:
    assert peak(body, "s: str * 1000") == pytest.approx(measured, abs=max(10, 0.1 * measured))


@pytest.mark.parametrize("body", ["s.extend(b'end')\nreturn s", "s += b'end'\nreturn s"])
def test_bytes_that_grow_are_moved(body: str) -> None:
    assert peak(body, "s: bytearray * 300") == pytest.approx(346, abs=10)


def test_long_numbers_are_there_beside_what_is_made_of_them() -> None:
    body = "return int.from_bytes(s, 'big') ^ int.from_bytes(s, 'little')"
    assert peak(body, "s: bytes * 500") == pytest.approx(1_536, abs=60)


def test_a_list_in_a_text_takes_as_long_as_its_own_text() -> None:
    times = []
    for body in ('return f"{s}"', "return str(s)"):
        found = Trials(f"def run(s):\n    {body}\n").estimate(parse("s: list[int] * 200"))
        times.append(dict(zip(NAMES, found, strict=True))["trial_time"])
    assert times[0] == pytest.approx(times[1], abs=0.3)
