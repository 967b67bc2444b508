"""Built-in functions that are called in ways that the interpreter's own do not take, or with what makes something else
of what they read: memray's figures of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial.natives import Guarded
from perfcast.trial.stops import Unsupported
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
