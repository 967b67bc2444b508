"""What is known of a table's places is not taken for that of another one, which is where it was."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.accounting.dict_entries import Entries
from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of

_SOURCE = """
import collections, copy, json
def named(**given): return given
class Part:
    def __init__(self): self.a = self.b = self.c = 1
source = {{1: 1, 2: 2, 3: 3}}
def run():
    for _ in range(40):
        gone = {empty}
        gone[1] = gone[2] = gone[3] = gone[4] = 1
        del gone[1], gone[2]
        gone = None
        made = {made}
        made["x"], made["y"], made["z"] = 1, 2, 3
        made = None
run()
found = 1
"""


@pytest.mark.parametrize(
    ("made", "empty"),
    [
        ("{1: 1, 2: 2, 3: 3}", "{}"),
        ("{**source}", "{}"),
        ("source | {4: 4}", "{}"),
        ("dict(a=1, b=2, c=3)", "{}"),
        ("dict(zip('abc', 'def'))", "{}"),
        ("dict.fromkeys('abc')", "{}"),
        ('json.loads(\'{"a": 1, "b": 2, "c": 3}\')', "{}"),
        ("named(a=1, b=2, c=3)", "{}"),
        ("source.copy()", "{}"),
        ("vars(Part())", "{}"),
        ("copy.deepcopy(source)", "{}"),
        ("collections.OrderedDict(source)", "collections.OrderedDict()"),
        ("collections.Counter('abc')", "collections.Counter()"),
        ("collections.defaultdict(int, source)", "collections.defaultdict()"),
    ],
)
def test_new_tables_are_no_old_ones(made: str, empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them has places of entries that are gone, wherever it is."""
    found = []
    renewed = Entries.renewed

    def noted(entries: Entries, table: dict[object, object], before: int) -> int:
        old = renewed(entries, table, before)
        if before >= 3 and "x" in table:
            found.append(old)
        return old

    monkeypatch.setattr(Entries, "renewed", noted)
    interpreted(_SOURCE.format(made=made, empty=empty))
    assert len(found) >= 120 and not any(found)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("held", "take", "measured"),
    [
        ("plain", "del held[next(iter(held))]", 11_230),
        ("plain", "held.pop(next(iter(held)))", 11_230),
        ("ordered", "held.popitem(last=False)", 15_330),
    ],
)
def test_tables_that_were_full_before_get_new_places(held: str, take: str, measured: int) -> None:
    source = f"""
def f(n):
    held = {held}
    for i in range(n):
        held[i] = i
        if len(held) > 64:
            {take}

from collections import OrderedDict
plain, ordered = {{}}, OrderedDict()
"""
    assert peak_of(source, "n: int = 1000") == pytest.approx(measured, rel=0.05)


@OF_PYTHON_3_11
@pytest.mark.parametrize(("words", "measured"), [(60, 0), (200, 6_512)])
def test_places_last_until_as_many_were_taken(words: int, measured: int) -> None:
    source = """
def f(held: dict[str, int], words: list[str]):
    for word in words:
        held[word] = 1
        held.pop(next(iter(held)))
"""
    found = peak_of(source, f"held: dict[str, int] * 100; words: list[str] * {words} * 6")
    assert found == pytest.approx(measured, rel=0.05, abs=150)


def test_a_table_that_was_emptied_has_no_places_of_before_the_call() -> None:
    entries, table = Entries(), dict.fromkeys(range(4))
    entries.was_there(table, 4)
    table.clear()
    found = []
    for key in range(20):
        before = len(table)
        table[key] = None
        found.append(entries.renewed(table, before))
        if len(table) > 3:
            del table[key - 3]
    renewed = [old for old in found if old is not None]
    assert len(renewed) > 1 and all(renewed)
