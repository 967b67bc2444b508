"""Constants of a file that its further statements bind anew to what is made of their first value."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_TEXT = """
import re
import socket

PATTERN: str = ""
for name, sign in [("days", "d"), ("hours", "h")]:
    PATTERN += rf"((?P<{name}>\\d+?){sign})?"
SIZES = (1, 2)
SIZES += (3,)
REFUSED = 1
REFUSED += socket.create_connection(("a", 1)).fileno()
KEPT = 7

class Span:
    regex = re.compile(PATTERN)
    def days(self, text: str):
        return int(self.regex.match(text)["days"])

def last(n):
    return [SIZES[2] for _ in range(n)]

def refused(n):
    return [REFUSED + 1 for _ in range(n)]

def kept(n):
    KEPT = 0
    KEPT += 1
    return [1 // KEPT for _ in range(n)]

def constant(n):
    return [1 // (KEPT == 7) for _ in range(n)]
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "a.py").write_text(_TEXT)
    return Place.of(tmp_path / "a.py")


def _ended(unit: str, workload: str, place: Place) -> bool:
    file = SourceFile.parse(_TEXT)
    row = dict(zip(NAMES, Trials(file.normal_form(file.unit(unit)), place).estimate(parse(workload)), strict=True))
    return row["trial_runs"] >= 1 and not row["trial_raised"]


@pytest.mark.parametrize(
    ("unit", "workload"),
    [("Span.days", "text: str = '30d'"), ("last", "n: int = 50"), ("kept", "n: int = 50"), ("constant", "n: int = 50")],
)
def test_their_last_value_counts(place, unit, workload):
    assert _ended(unit, workload, place)


def test_what_cannot_be_added_leaves_them_unknown(place):
    assert not _ended("refused", "n: int = 50", place)
