"""``catch_warnings``: no warning is recorded without saying so."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_RECORDED = """
import warnings

def f(is_warned):
    with warnings.catch_warnings(record=True) as kept:
        warnings.simplefilter("always")
        if is_warned:
            warnings.warn("old", DeprecationWarning)
    return len(kept)

def ignored():
    with warnings.catch_warnings() as kept:
        warnings.simplefilter("ignore")
        warnings.warn("old")
    return kept
"""


def test_nothing_is_recorded_where_nobody_warns() -> None:
    source = f"{_RECORDED}\nfound = f(False), ignored()"
    assert interpreted(source) == run(source)


def test_what_would_be_recorded_stops() -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_RECORDED}\nfound = f(True)")
