"""Built-in functions that are called in ways that the interpreter's own do not take, or with what makes something else
of what they read: memray's figures of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import Trials
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run
from tests.unit.trial.peaks import peak

_BLOB = "blob: json[list[{price: float, n: int}]] * 1000"
_IMPORTS = """
import json
from collections import OrderedDict
"""


@pytest.mark.parametrize(
    ("hook", "measured"),
    [
        ("object_hook=lambda d: d", 240_640),
        ('object_hook=lambda d: (d["price"], 1)', 91_546),
        ("object_pairs_hook=OrderedDict", 432_128),
        ("object_pairs_hook=dict", 240_640),
        ("parse_float=str", 283_648),
    ],
)
def test_hooks_make_something_else_of_what_a_text_says(hook: str, measured: int) -> None:
    assert peak(f"return json.loads(blob, {hook})", _BLOB, _IMPORTS) == pytest.approx(measured, rel=0.05)


def test_arguments_that_are_not_known_are_no_error_of_the_units() -> None:
    def one(value: object) -> object:
        return value

    def called() -> None:
        raise_own()

    def raise_own() -> None:
        raise TypeError("an unexpected keyword argument of the unit's")

    with pytest.raises(Unsupported, match="one"):
        Guarded(one)(value=1, other=2)
    with pytest.raises(Unsupported, match="one"):
        Guarded(one)(1, 2)
    # The unit's own are raised further within.
    with pytest.raises(TypeError, match="of the unit's"):
        Guarded(called)()


@pytest.mark.parametrize(
    "body",
    [
        # Twice the part before, each time.
        "parts = [0]\ndef hook(found):\n    parts[0] = [parts[0], parts[0]]\n    return parts[0]\n"
        "return json.loads('[' + ','.join(['{}'] * 40) + ']', object_hook=hook)",
        "return np.histogram2d(a, a, bins=np.array([12000, 12000]))",
        "return np.histogram2d(a, a, bins=[np.array(50000), 2])",
        "return np.char.add(np.array(['a'] * 10000), np.array('a' * 2000))",
        "return np.array(['a'] * 10000) + 'a' * 2000",
        "return np.char.upper(['a' * 10000] * 1000)",
    ],
)
def test_what_would_become_huge_stops_the_run(body: str) -> None:
    lines = body.replace("\n", "\n    ")
    text = f"def run(a):\n    {lines}\nimport json\nimport numpy as np\n"
    assert "too" in _stopped(text)


def _stopped(text: str) -> str:
    trials = Trials(text)
    trials.estimate(parse("a: float64[10]"))
    return trials.stopped_at + trials.error


@pytest.mark.parametrize(
    "kind", ["P = namedtuple('P', 'a b')", "class P(NamedTuple):\n    a: int\n    b: int"], ids=["function", "class"]
)
def test_fields_that_do_not_fit_are_an_error_of_the_units(kind: str) -> None:
    source = f"""
from collections import namedtuple
from typing import NamedTuple
{kind}
found = []
for row in [(1, 2), (1, 2, 3), (4, 5)]:
    try:
        found.append(tuple(P(*row)))
    except TypeError:
        found.append("")
"""
    assert interpreted(source) == [(1, 2), "", (4, 5)]


def test_classes_that_nobody_keeps_are_collected() -> None:
    body = "return [len(namedtuple('P', 'a b')._fields) for _ in range(100)]"
    assert peak(body, "a: list[int] * 20", "from collections import namedtuple\n") == pytest.approx(171_315, rel=0.2)


def test_a_slice_says_its_places() -> None:
    source = "found = [slice(*ends).indices(7) for ends in ((1, None), (None, -2), (5, 0, -2), (3, 99))]"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("value", ["'text'", "3", "[1]", "{'a': 1}", "(1, 2)"])
def test_values_that_cannot_be_called_raise_what_code_may_handle(value: str) -> None:
    source = f"""
value = {value}
try:
    found = value(3)
except TypeError as error:
    found = str(error)
"""
    assert interpreted(source) == run(source)
