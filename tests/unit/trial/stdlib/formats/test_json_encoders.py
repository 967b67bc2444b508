"""JSON that is written by encoders of the unit's own."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_ENCODERS = """
import json

class Point:
    def __init__(self, x):
        self.x = x

class Encoder(json.JSONEncoder):
    def default(self, value):
        return {"x": value.x} if isinstance(value, Point) else super().default(value)

class Lines(json.JSONEncoder):
    def iterencode(self, value, one_shot=False):
        return super().iterencode(value, one_shot)

def failing():
    try:
        return json.dumps([b"bytes"], cls=Encoder)
    except TypeError as error:
        return str(error)
"""


@pytest.mark.parametrize(
    "expression",
    [
        "json.dumps([Point(1), {'a': Point(2)}], cls=Encoder)",
        "json.dumps([Point(1)], cls=Encoder, default=lambda value: value.x + 1)",
        "json.dumps([1, 'a'], cls=json.JSONEncoder)",
        "failing()",
    ],
)
def test_what_encoders_write_instead(expression: str) -> None:
    source = f"{_ENCODERS}\nfound = {expression}"
    assert interpreted(source, place=here()) == run(source)


@pytest.mark.parametrize("options", ["cls=Lines", "cls=Lines, default=str"])
def test_encoders_that_write_otherwise_are_refused(options: str) -> None:
    with pytest.raises(Unsupported, match="encoder"):
        interpreted(f"{_ENCODERS}\nfound = json.dumps([1], {options})", place=here())


def test_what_is_written_is_held() -> None:
    text = "def f(n):\n    return json.dumps([Point(k) for k in range(n)], cls=Encoder)\n" + _ENCODERS
    told = dict(zip(NAMES, Trials(text, here()).estimate(parse("n: int = 1000")), strict=True))
    # The figure of CPython 3.11: what is written instead is in pieces, too.
    assert 2 ** told["trial_peak"] == pytest.approx(283_000, rel=0.35)
