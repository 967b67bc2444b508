"""The command that tells what the units of an open document cost, for clients that mark them by it."""

import pytest
from pygls.exceptions import JsonRpcException

from tests.e2e.session import plain, session

COMMAND = "perfcast.server.documentForecasts"
URI = "file:///project/code.py"
SOURCE = """\
# perfcast: peak < 1 KiB
def budgeted(nums: list[int]): return sum(nums)

def plain(nums: list[int]): return sum(nums)

def outside(path): return open(path)

# perfcast: ignore
def ignored(nums: list[int]): return sum(nums)
"""


async def test_what_units_cost_and_may_cost():
    # Hints that are switched off take nothing from the marks.
    settings = {"hints": {"memory": False, "time": False}, "budgets": [{"files": "**", "budget": "time < 1 s"}]}
    async with session(settings=settings) as editor:
        editor.open(URI, SOURCE)
        assert await editor.settled(URI) == []
        first, second = plain(await editor.command(COMMAND, {"uri": URI}))
        assert (first["line"], second["line"]) == (2, 4)
        assert first["budgets"] == [{"metric": "peak_memory", "limit": 1024}]
        assert second["budgets"] == [{"metric": "cpu_time", "limit": 1}]
        memory = first["forecasts"]["peak_memory"]
        assert memory["unit"] == "B" and memory["p10"] < memory["p50"] < memory["p90"]
        editor.edit(URI, ((2, 0, 2, 0), "\n"))
        assert [unit["line"] for unit in plain(await editor.command(COMMAND, {"uri": URI}))] == [2, 5]


async def test_bad_requests():
    async with session() as editor:
        assert plain(await editor.command(COMMAND, {"uri": "file:///nothing.py"})) == []
        with pytest.raises(JsonRpcException, match="an object with uri is expected"):
            await editor.command(COMMAND, {"name": "f"})
