"""``warnings.deprecated``, since Python 3.13."""

from __future__ import annotations

import sys

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run, time_of

pytestmark = pytest.mark.skipif(sys.version_info < (3, 13), reason="warnings.deprecated is of Python 3.13")
_SOURCE = """
import asyncio
import warnings
from warnings import deprecated

@deprecated("use other")
def old(x, *, y=1):
    return x + y

@warnings.deprecated("for type checkers", category=None)
def quiet():
    return 5

@deprecated("use New")
class Old:
    def __init__(self, x):
        self.x = x

class Derived(Old):
    pass

@deprecated("no more")
class Bare:
    pass

@deprecated("no error any more")
class Failure(ValueError):
    pass

class Holder:
    def __new__(cls, x):
        made = object.__new__(cls)
        made.x = x
        return made

    @deprecated("no method any more")
    def get(self, y):
        return self.x, y

    @classmethod
    @deprecated("no method any more")
    def of(cls, x):
        return cls(x).x

    @deprecated("no method any more")
    async def later(self):
        return self.x

Holder = deprecated("all of it")(Holder)

def attempt(function, *args):
    try:
        return function(*args)
    except TypeError:
        return "type error"
"""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    "expression",
    [
        "(old(2, y=3), old.__name__, old.__deprecated__, old.__wrapped__(4))",
        "(quiet(), quiet.__deprecated__)",
        "(Old(3).x, Old.__deprecated__, Derived(3).x, isinstance(Old(3), Old))",
        "(type(Bare()).__name__, attempt(Bare, 3))",
        "(Failure('a').args, attempt(deprecated, 3))",
        "(Holder(3).get(4), Holder.of(5), asyncio.run(Holder(6).later()))",
    ],
)
def test_what_is_deprecated_does_what_it_did(expression: str) -> None:
    source = f"{_SOURCE}\nfound = {expression}"
    assert interpreted(source) == run(source)


def test_what_is_recorded_is_not_followed() -> None:
    with pytest.raises(Unsupported, match="recorded"):
        interpreted(f"{_SOURCE}\nwith warnings.catch_warnings(record=True):\n    found = old(1)")


_CALLS = """
import warnings
from warnings import deprecated

def f(n):
    {}

@deprecated("use other")
def old(x):
    return x

@deprecated("use other", category=None)
def quiet(x):
    return x
"""
_BY_ITSELF = "warnings.warn('use other', DeprecationWarning)"
_WORKLOAD = "n: int = 200"


def test_each_call_warns() -> None:
    by_itself, old, quiet = (_CALLS.format(f"return {one}") for one in (_BY_ITSELF, "old(3)", "quiet(3)"))
    assert peak_of(old, _WORKLOAD) > peak_of(by_itself, _WORKLOAD) > 10 * peak_of(quiet, _WORKLOAD)
    by_itself, old, quiet = (
        _CALLS.format(f"return [{one} for _ in range(n)]") for one in (_BY_ITSELF, "old(3)", "quiet(3)")
    )
    assert time_of(old, _WORKLOAD) > time_of(by_itself, _WORKLOAD) > 5 * time_of(quiet, _WORKLOAD)
