"""Bytes put behind others, or copied from a view, are moved at once; what else gives numbers is gone through."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_COUNT = 100_000
_GROWN = {
    "+=": "def f(x):\n    held = bytearray()\n    held += {}\n    return held\n",
    "extend": "def f(x):\n    held = bytearray()\n    held.extend({})\n    return held\n",
}
_RAW = ("bytes", "bytearray")
_USING = """
import io
from array import array
def frombytes(x):
    held = array("B")
    held.frombytes(x)
    return held
def extended(x):
    held = array("B", x)
    held.extend(held)
    return held
def written(x):
    held = io.BytesIO()
    held.write(x)
    return held.getvalue()
def f(x):
    return {}
"""


def _found(text: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(text).estimate(parse(f"x: bytes * {_COUNT}")), strict=True))


@pytest.mark.parametrize("way", _GROWN)
@pytest.mark.parametrize("given", ["x", "memoryview(x)", "bytearray(x)"])
def test_bytes_are_put_behind_others_at_once(way: str, given: str) -> None:
    found, plain = _found(_GROWN[way].format(given)), _found("def f(x):\n    return bytearray(x)\n")
    assert 2 ** found["trial_time"] < 3 * 2 ** plain["trial_time"]
    assert 2 ** found["trial_result"] == pytest.approx(_COUNT, rel=0.2)


@pytest.mark.parametrize(
    "does",
    [
        "bytearray(x).copy()", "bytearray(x).decode('latin-1')", "array('B', x) + array('B', x)", "array('B', x)[1:]",
        "array('B', x).tobytes()", "io.BytesIO(x).read()", "str(x, 'latin-1').center(120_000)", "frombytes(x)",
        "extended(x)", "written(x)",
    ],
)  # fmt: skip
def test_what_is_but_copied_takes_as_long_as_bytes_do(does: str) -> None:
    found, plain = _found(_USING.format(does)), _found(_USING.format("bytearray(bytearray(x))"))
    assert 2 ** found["trial_time"] < 4 * 2 ** plain["trial_time"]


def test_bytes_are_looked_for_in_those_that_change_as_in_others() -> None:
    one, other = (2 ** _found(f"def f(x):\n    return {kind}(x).count(b'a')\n")["trial_time"] for kind in _RAW)
    assert one == pytest.approx(other, rel=0.2)
    one, other = (2 ** _found(f"def f(x):\n    return {kind}(x).find(b'zzz')\n")["trial_time"] for kind in _RAW)
    assert one == pytest.approx(other, rel=0.2)


def test_numbers_that_are_no_bytes_yet_are_gone_through() -> None:
    found, plain = (_found(_GROWN["extend"].format(given)) for given in ("list(x)", "x"))
    assert 2 ** found["trial_time"] > 30 * 2 ** plain["trial_time"]


def test_a_part_of_a_view_takes_as_much_however_long_it_is() -> None:
    found = _found("def f(x):\n    return len(memoryview(x)[10:])\n")
    assert 2 ** found["trial_time"] < 1000


def test_a_part_of_a_view_is_copied_as_bytes_are() -> None:
    found, plain = (
        _found(f"def f(x):\n    return bytes({given})\n") for given in ("memoryview(x)[10:]", "bytearray(x)")
    )
    assert 2 ** found["trial_time"] < 2 * 2 ** plain["trial_time"]


def test_what_cannot_be_put_behind_bytes_fails_as_in_python() -> None:
    trials = Trials("def f(x):\n    held = bytearray()\n    held.extend(x, x)\n")
    trials.estimate(parse(f"x: bytes * {_COUNT}"))
    assert trials.error.startswith("TypeError")


@pytest.mark.parametrize(
    ("kind", "other", "way"),
    [
        ("bytearray(x)", "array('q', x)", "held += other"),
        ("bytearray(x)", "memoryview(array('q', x))", "held += other"),
        ("bytearray(x)", "None", "held.extend(held)"),
        ("array('B', x)", "None", "held.extend(held)"),
    ],
)
def test_as_many_bytes_are_allocated_as_are_put_behind(kind: str, other: str, way: str) -> None:
    text = "from array import array\ndef f(x):\n    held = {}\n    other = {}\n    {}\n    return held\n"
    found, before = (_found(text.format(kind, other, does))["trial_allocated"] for does in (way, "pass"))
    assert 2**found - 2**before == pytest.approx(_COUNT, rel=0.02)


def test_what_is_not_bytes_cannot_be_put_behind_them_as_in_python() -> None:
    source = """
def told(does):
    try:
        return does()
    except TypeError as error:
        return str(error)
def added(other):
    held = bytearray(b"ab")
    held += other
    return held
found = [told(lambda: added(other)) for other in (5, [1, 2], "ab", b"c")]
"""
    assert interpreted(source) == run(source)
