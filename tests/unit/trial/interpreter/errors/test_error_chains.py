"""What errors tell of those that they were raised from, and of those that were handled meanwhile."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_OF_PYTHON = """
try:
    try:
        int("x")
    except ValueError as error:
        raise KeyError("a") from error
except KeyError as error:
    found = type(error.__cause__).__name__, error.__suppress_context__, error.__context__ is error.__cause__
"""
_OF_OWN = """
class Failed(Exception):
    pass
def load():
    try:
        raise Failed("inner")
    except Failed as error:
        raise Failed("outer") from error
def root(error):
    while error.__cause__ is not None:
        error = error.__cause__
    return error
try:
    load()
except Failed as error:
    found = root(error).args, error.args
"""
_FROM_NOTHING = """
try:
    try:
        {}["a"]
    except KeyError:
        raise ValueError("b") from None
except ValueError as error:
    found = error.__cause__, error.__suppress_context__, error.__context__.args
"""
_MEANWHILE = """
def fail():
    raise ValueError("b")
def load():
    try:
        {}["a"]
    except KeyError:
        fail()
try:
    load()
except ValueError as error:
    found = error.__context__.args, error.__cause__, error.__suppress_context__
"""
_AGAIN = """
class Failed(Exception):
    pass
kept = []
try:
    try:
        try:
            raise KeyError("a")
        except KeyError as error:
            raise Failed("b") from error
    except Failed as error:
        kept.append(error)
    raise kept[0]
except Failed as error:
    found = error.__cause__.args
"""
_BY_A_FUNCTION = """
def again():
    raise
def load():
    try:
        {}["a"]
    except KeyError:
        again()
try:
    load()
except KeyError as error:
    found = error.args
"""


_OF_NONE = """
class Failed(Exception):
    pass
found = Failed().__cause__, ValueError().__cause__, Failed().__suppress_context__
"""


@pytest.mark.parametrize("source", [_OF_NONE, _OF_PYTHON, _OF_OWN, _FROM_NOTHING, _MEANWHILE, _AGAIN, _BY_A_FUNCTION])
def test_errors_tell_of_others(source: str) -> None:
    assert interpreted(source) == run(source)


def test_what_was_handled_is_not_guessed() -> None:
    # Nothing notes where an operator raises one.
    source = "try:\n    {}['a']\nexcept KeyError as error:\n    found = error.__context__"
    with pytest.raises(Unsupported, match="__context__"):
        interpreted(source)


def test_a_cause_that_is_no_name_is_not_evaluated() -> None:
    source = """
called = []
def made():
    called.append(1)
    return ValueError()
try:
    raise KeyError("a") from made()
except KeyError as error:
    found = {}
"""
    with pytest.raises(Unsupported, match="__cause__"):
        interpreted(source.format("error.__cause__"))
    assert interpreted(source.format("called, error.__suppress_context__")) == ([], True)


@pytest.mark.parametrize("of", ["ValueError", "Failed"])
def test_code_may_say_what_an_error_is_from(of: str) -> None:
    source = f"""
class Failed(Exception):
    pass
cause = KeyError("a")
def fail(cause, context):
    error = {of}("b")
    error.__context__ = context
    error.__cause__ = cause
    raise error
found = []
for said in ((cause, None), (None, cause), (None, None)):
    try:
        fail(*said)
    except {of} as error:
        found.append((error.__cause__ is cause, error.__context__ is cause, error.__suppress_context__, error.args))
"""
    assert interpreted(source) == run(source)
