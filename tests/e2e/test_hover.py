"""Hovers over the protocol."""

import asyncio
from base64 import b64decode
from xml.etree import ElementTree

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from perfcast.forecast.presentation.markdown import plain
from tests.e2e.session import session

URI = "file:///project/code.py"
SOURCE = """\
def total(nums: list[int]) -> int:
    return sum(nums)

class Box:
    def __init__(self, size): self.size = size
    def area(self, nums):
        return self.double(nums)
    def double(self, nums):
        return [2 * n for n in nums]

def read(path): return open(path).read()

box = Box(5)
print(total([1, 2, 3]), box.area([4, 5]), len([1]))
# perfcast: nums: list[int
def noted(nums): return nums
def nothing(): return 1
"""


async def test_all_of_a_forecast():
    async with session(profile="neovim") as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.refreshes)
        text = await editor.hover(URI, 0, 6)
    assert text.splitlines() == [
        "**total**: forecast, not measured",
        "",
        "| | 10% | median | 90% | |",
        "| :-- | --: | --: | --: | :-- |",
        "| Peak memory | 14 B | 24 B | 40 B | `▂▃▄▅▇██▇▅▄▃▂` |",
        "| CPU time | 18 ns | 30 ns | 50 ns | `▂▃▄▅▇██▇▅▄▃▂` |",
        "",
        "For `nums: list[int] * 3 in 1..3`, from the call on line 14.",
        "",
        "| n | 100 | 1k | 10k | 100k | 1M | 10M | grows as |",
        "| :-- | --: | --: | --: | --: | --: | --: | :-- |",
        "| Peak memory | 800 B | 7.8 KiB | 78 KiB | 780 KiB | 7.6 MiB | 76 MiB | n |",
        "| CPU time | 1 µs | 10 µs | 100 µs | 1 ms | 10 ms | 100 ms | n |",
        "",
        "On Test CPU; model stand-in 1.",
    ]


@pytest.mark.parametrize(
    ("line", "column", "unit"),
    [
        (0, 4, "total"),
        (0, 9, "total"),
        (5, 9, "Box.area"),
        (6, 22, "Box.double"),
        (12, 7, "Box.__init__"),
        (13, 8, "total"),
        (13, 30, "Box.area"),
        (0, 2, None),
        (0, 20, None),
        (1, 12, None),
        (13, 45, None),
        (12, 1, None),
        (999, 0, None),
        (0, 999, None),
    ],
)
async def test_what_stands_under_the_cursor(line, column, unit):
    async with session(profile="neovim") as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.refreshes)
        text = await editor.hover(URI, line, column)
        assert (text and plain(text).split(":")[0]) == unit


async def test_no_grounds_notes_and_functions_that_cannot_grow():
    async with session(profile="neovim") as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.refreshes)
        read, noted, nothing = [await editor.hover(URI, line, 6) for line in (10, 15, 16)]
    assert read.splitlines() == [
        "**read**: no forecast",
        "",
        "No grounds for a forecast: opens files.",
        "",
        "For `path: str * 10 in 'a'..'z'`, by default.",
        "",
        "Model stand-in 1.",
    ]
    assert "Comment passed over: line 15, column 27: ']' is expected, not 'the end'." in noted
    assert "grows as" not in nothing


async def test_names_and_workloads_are_seen_as_they_are_written():
    source = """\
class Box:
    # perfcast: links: list[str] * 10 like '`https`://a'
    def __init__(self, links): self.links = links
"""
    async with session(profile="neovim") as editor:
        editor.open(URI, source)
        await editor.until(lambda: editor.refreshes)
        text = await editor.hover(URI, 2, 10)
    assert text.startswith(r"**Box.\_\_init\_\_**: ")
    assert "``" in text and "like '`https`://a'" in text


async def test_clients_without_markdown_get_plain_text():
    async with session(profile="bare") as editor:
        editor.open(URI, SOURCE)
        await editor.hints(URI)
        text = await editor.hover(URI, 0, 6)
    assert "**" not in text and "`" not in text and "| " not in text
    assert "Peak memory   14 B   24 B   40 B" in text


async def test_a_hover_sees_the_text_as_it_is_typed():
    async with session(profile="neovim") as editor:
        editor.open(URI, "def f(nums): return nums\n")
        await editor.until(lambda: editor.refreshes)
        editor.edit(URI, ((0, 0, 0, 0), "x = (\ndef g(s): return s\n\n"))
        assert (await editor.hover(URI, 3, 5)).startswith("**f**")


async def test_columns_are_the_clients():
    async with session() as editor:
        editor.open(URI, "def f(x): return x\n'😀😀', f(1)\n")
        await editor.until(lambda: editor.refreshes)
        assert await editor.hover(URI, 1, 8) is not None
        assert await editor.hover(URI, 1, 5) is None


async def test_a_line_of_a_megabyte():
    async with session(settings={"maxFileSize": 10_000_000}) as editor:
        editor.open(URI, "x = '" + "a." * 500_000 + "'\n")
        assert await editor.hover(URI, 0, 500_000) is None


async def test_before_the_model_is_loaded_there_is_no_hover():
    async with session(settings={"modelPath": "/nowhere"}) as editor:
        editor.open(URI, SOURCE)
        assert await editor.hover(URI, 0, 6) is None


@pytest.mark.parametrize(("profile", "is_drawn"), [("neovim", True), ("bare", False)])
async def test_a_picture_where_images_are_shown(profile, is_drawn):
    async with session(profile=profile) as editor:
        editor.open(URI, SOURCE)
        await editor.hints(URI)
        before = await editor.hover(URI, 0, 6)
        editor.client.set_configuration({"hover": {"pictures": True}}, section="perfcast")
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"perfcast": {"hover": {"pictures": True}}})
        )
        await editor.until(lambda: editor.local.server.configuration.general.hover_pictures)
        after = await editor.hover(URI, 0, 6)
        if not is_drawn:
            assert after == before
            return
        [added] = set(after.splitlines()) - set(before.splitlines())
        assert added.startswith("![80% ranges](data:image/svg+xml;base64,")
        drawn = ElementTree.fromstring(b64decode(added.partition(",")[2].removesuffix(")")))
        assert drawn.tag.endswith("svg")
        reading = await editor.hover(URI, 10, 6)
        assert "data:image" not in reading, "no grounds, no picture"


async def test_an_answer_about_an_older_text_is_not_given():
    async with session(profile="neovim", seconds=0) as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.refreshes)
        model = editor.local.model
        runs, model.seconds = model.runs, 600
        hover = asyncio.create_task(editor.hover(URI, 0, 6))
        await editor.until(lambda: model.runs > runs)
        editor.edit(URI, ((0, 0, 0, 0), "\n"))
        await editor.heard()
        model.finish()
        with pytest.raises(JsonRpcException) as raised:
            await hover
        assert raised.value.code == types.LSPErrorCodes.ContentModified
        assert (await editor.hover(URI, 1, 6)).startswith("**total**")


KERNEL = """\
import torch
import triton
import triton.language as tl

@triton.autotune(configs=[triton.Config({"BLOCK": 256}), triton.Config({"BLOCK": 1024})], key=["n"])
@triton.jit
def double(source, target, n, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + places, 2 * tl.load(source + places, mask=places < n), mask=places < n)

x = torch.empty(1000000, device="cuda")
double[lambda meta: (triton.cdiv(1000000, meta["BLOCK"]),)](x, x, 1000000)
"""


async def test_a_kernel_has_its_bound_on_several_devices_and_can_be_ranked():
    async with session(profile="neovim") as editor:
        editor.open(URI, KERNEL)
        await editor.until(lambda: editor.refreshes)
        text = await editor.hover(URI, 6, 6)
        request = {"uri": URI, "name": "double", "device": "H200"}
        command = types.ExecuteCommandParams(command="perfcast.server.rank", arguments=[request])
        ranking = await editor.client.workspace_execute_command_async(command)
    assert text.startswith("**double**: a Triton kernel")
    assert "Bounds (at least) are the roofline's" in text
    assert all(device in text for device in ("T4", "A100-80GB", "H200"))
    assert "BLOCK=1024" in ranking["markdown"]


async def test_names_that_python_reads_otherwise_than_they_are_written():
    async with session() as editor:
        editor.open(URI, "def size𝛼(nums: list[int]): return sum(nums)\n\ndef ﬁx(n): return size𝛼([1] * n)\n")
        await editor.ready()
        for line, column in ((0, 5), (2, 5), (2, 22)):
            assert await editor.hover(URI, line, column)
