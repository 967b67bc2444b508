"""Flags: several at once have the names of theirs, and are gone through one by one."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run

_FLAGS = """
import enum

class Access(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()
    RUN = enum.auto()
    BOTH = READ | WRITE

class Late(enum.Flag):
    C = 4
    A = 1
    B = 2
    ALSO = 1
    NONE = 0
"""


@pytest.mark.parametrize(
    "expression",
    [
        "[[one.name for one in Access(value)] for value in range(8)]",
        "[(Access(value).name, str(Access(value)), repr(Access(value))) for value in range(8)]",
        "[len(Access(value)) for value in range(8)]",
        "[(~Access(value)).value for value in range(8)]",
        "[one.name for one in Late.A | Late.B | Late.C], (Late.A | Late.C).name",
        "[one.name for one in Access], len(Access), [one.name for one in Late], len(Late), Access['BOTH'].value",
    ],
)
def test_several_at_once(expression: str) -> None:
    source = f"{_FLAGS}\nfound = {expression}"
    assert interpreted(source) == run(source)
