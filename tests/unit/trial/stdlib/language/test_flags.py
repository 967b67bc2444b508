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
"""


@pytest.mark.parametrize(
    "expression",
    [
        "[[one.name for one in Access(value)] for value in range(8)]",
        "[(Access(value).name, str(Access(value)), repr(Access(value))) for value in range(8)]",
        "[len(Access(value)) for value in range(8)]",
        "[(~Access(value)).value for value in range(8)]",
    ],
)
def test_several_at_once(expression: str) -> None:
    source = f"{_FLAGS}\nfound = {expression}"
    assert interpreted(source) == run(source)
