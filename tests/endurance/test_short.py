"""The runs of endurance, cut short: what they see to must hold, however long it takes on a busy machine."""

from __future__ import annotations

import pytest

from tests.e2e.session import ENVIRONMENT, STAND_IN
from tests.endurance.edits import edits
from tests.endurance.endings import endings
from tests.endurance.faults import faults
from tests.endurance.hours import hours
from tests.endurance.large import large
from tests.endurance.report import Row, table

BUSY = [*STAND_IN, "--seconds", "600"]


@pytest.fixture(autouse=True)
def no_measurements(tmp_path, monkeypatch):
    monkeypatch.setitem(ENVIRONMENT, "XDG_STATE_HOME", str(tmp_path / "state"))


async def test_edits():
    rows = [row async for row in edits(STAND_IN, 600)]
    assert [row.what for row in rows] == [f"600 random edits, {name}" for name in ("UTF-16", "UTF-8", "UTF-32")]


async def test_endings():
    rows = [row async for row in endings(BUSY, 1)]
    assert len(rows) == 11


async def test_large_files():
    opened = [row async for row in large(STAND_IN, 200) if row.what.endswith("opened")]
    assert [row.holds for row in opened] == [True, True]


async def test_hours():
    [row] = [row async for row in hours(STAND_IN, 1)]
    assert "60 saves" in row.what


async def test_faults(tmp_path):
    folder = tmp_path / "faults"
    folder.mkdir()
    rows = [row async for row in faults(folder)]
    assert [row for row in rows if not row.holds] == []
    assert len(rows) == 6


def test_the_table():
    assert table([Row("a", "b", True), Row("c", "d", False)]).splitlines() == [
        "| what | found | |",
        "| :-- | :-- | :-- |",
        "| a | b | holds |",
        "| c | d | **does not hold** |",
    ]
