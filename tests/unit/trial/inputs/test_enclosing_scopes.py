"""What a unit finds in the functions around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import NOWHERE, Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

TEXT = """
import functools

class Rows:
    def __init__(self, kept: int): self.kept = kept
    def each(self):
        def one(n): return [self.kept + k for k in range(n)]
        return one
    @classmethod
    def of_class(cls):
        def one(n): return [cls(k).kept for k in range(n)]
        return one
    @staticmethod
    def static(limit: int):
        def one(n): return [limit + k for k in range(n)]
        return one

def timed(function):
    @functools.wraps(function)
    def one(n): return [function(k) for k in range(n)]
    return one

def counted(start: int = 3, *rest, **named):
    total = start + len(rest) + len(named)
    def add(k):
        nonlocal total
        total += k
    def one(n):
        for k in range(n): add(k)
        return [total] * n
    return one

def outer(rows: Rows):
    def inner(words: list[str]):
        def one(n): return [rows.kept + len(words) for k in range(n)]
        return one
    return inner

class Kept:
    def __init__(self, of): self.of = of

def held(start: int = 3):
    kept = Kept(start)
    def one(n): return [kept.of for k in range(n)]
    return one

def opened(path):
    text = open(path).read()
    def one(n): return [text for k in range(n)]
    return one
"""
NAMED = ("Rows.each", "Rows.of_class", "Rows.static", "timed", "counted", "outer.inner", "held")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "a.py").write_text(TEXT)
    return Place.of(tmp_path / "a.py")


def row(name: str, place: Place) -> list[float]:
    file = SourceFile.parse(TEXT)
    return Trials(file.normal_form(file.unit(f"{name}.one")), place).estimate(parse("n: int = 50"))


@pytest.mark.parametrize("name", NAMED)
def test_they_are_called_with_made_up_arguments(name, place):
    tried = row(name, place)
    assert tried[NAMES.index("trial_runs")] >= 1 and not tried[NAMES.index("trial_raised")]


@pytest.mark.parametrize("name", NAMED)
def test_nothing_is_known_of_them_where_there_is_no_file(name):
    assert row(name, NOWHERE)[NAMES.index("trial_runs")] < 1


def test_what_cannot_be_made_stays_unknown(place):
    assert row("opened", place)[NAMES.index("trial_runs")] < 1


def test_each_call_begins_with_what_they_bind(place):
    file = SourceFile.parse(TEXT)
    tried = Trials(file.normal_form(file.unit("counted.add")), place)
    first, second = (tried.estimate(parse(f"k: int = {k}")) for k in (10, 12))
    assert first[NAMES.index("trial_runs")] >= 1 and second[NAMES.index("trial_runs")] >= 1
    assert tried._unit.module.names["total"] == 15


def test_the_file_counts_among_what_was_read(place):
    file = SourceFile.parse(TEXT)
    tried = Trials(file.normal_form(file.unit("timed.one")), place)
    tried.estimate(parse("n: int = 5"))
    assert place.file in tried.followed
