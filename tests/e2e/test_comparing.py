"""The command that compares."""

import pytest
from pygls.exceptions import JsonRpcException

from tests.e2e.session import session

URI = "file:///project/code.py"
SOURCE = """\
def plain(nums: list[int]): return sum(nums)
def looping(values: list[int]):
    for value in values: pass
"""


async def test_two_functions_of_an_open_file():
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        answer = await editor.command(
            "perfcast.server.compare", {"a": {"uri": URI, "name": "plain"}, "b": {"uri": URI, "name": "looping"}}
        )
        answer = answer if isinstance(answer, dict) else answer._asdict()
        assert answer["a"] == f"{URI}::plain"
        assert "| n | peak A/B | A cheaper | time A/B | A cheaper |" in answer["markdown"]
        assert "| - | 0.5 [0.24-1] | 89% | 0.5 [0.24-1] | 89% |" in answer["markdown"]


async def test_a_text_that_is_sent_along_and_a_file_on_disk(tmp_path):
    path = tmp_path / "disk.py"
    path.write_text(SOURCE)
    async with session() as editor:
        await editor.ready()
        answer = await editor.command(
            "perfcast.server.compare",
            {
                "a": {"text": "def f(x): return x", "label": "clipboard"},
                "b": {"uri": path.as_uri(), "name": "looping"},
                "workload": "x: list[int] * 7",
                "sizes": [10, 20],
            },
        )
        assert "A = `clipboard::f`" in str(answer)
        assert "| 20 |" in str(answer)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nothing"], "an object with a and b"),
        ([{"a": {}, "b": {}}], "a: an object with uri or text"),
        ([{"a": {"uri": URI}, "b": {"uri": "file:///nowhere.py"}}], "file:///nowhere.py: "),
        ([{"a": {"uri": URI}, "b": {"uri": URI, "name": "none"}}], "no unit named 'none'"),
        ([{"a": {"uri": URI}, "b": {"uri": URI}, "workload": "x: list["}], "column"),
        ([{"a": {"uri": URI}, "b": {"uri": URI}, "sizes": [0]}], "sizes: "),
        ([], ""),
    ],
)
async def test_bad_requests(arguments, reason):
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        with pytest.raises(JsonRpcException, match=reason):
            await editor.command("perfcast.server.compare", *arguments)
