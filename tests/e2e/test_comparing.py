"""The command that compares."""

import subprocess
from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException

from tests.e2e.session import plain, session

URI = "file:///project/code.py"
SOURCE = """\
def plain(nums: list[int]): return sum(nums)
def looping(values: list[int]):
    for value in values: pass
"""


KERNELS = """\
import torch, triton
import triton.language as tl

@triton.jit
def one(out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 1.0, mask=at < n)

@triton.jit
def two(out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 2.0, mask=at < n)

def fill(): one[(4,)](torch.empty(4000, device="cuda"), 4000, BLOCK=1024)

fill()
"""


async def test_two_kernels_on_the_gpu_of_the_settings():
    async with session(settings={"gpu": "H200"}) as editor:
        editor.open(URI, KERNELS)
        await editor.ready()
        sides = {"a": {"uri": URI, "name": "one"}, "b": {"uri": URI, "name": "two"}}
        answer = plain(await editor.command("perfcast.server.compare", sides))
        assert (answer["kind"], answer["device"], answer["sizes"]) == ("kernel", "H200", [])
        assert set(answer["metrics"]) == {"registers", "shared_memory"}
        assert answer["launches"]["b"]["workload"]["origin"] == "launch of A"
        assert "| Time, at least | ≥2 µs (launch) | ≥2 µs (launch) | alike |" in answer["markdown"]
        assert "Both for out_ptr: float32[4000]; n: int = 4000; " in answer["markdown"]
        assert "no forecasts." in answer["markdown"]
        for name, reason in (("fill", "fill is no Triton kernel"), ("none", "no unit named")):
            with pytest.raises(JsonRpcException, match=reason):
                await editor.command("perfcast.server.compare", {**sides, "b": {"uri": URI, "name": name}})
        with pytest.raises(JsonRpcException, match="one has no parameter for 'x: float32"):
            await editor.command("perfcast.server.compare", {**sides, "workload": "a: float32[4]; x: float32[4]"})


async def test_two_functions_of_an_open_file():
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        answer = await editor.command(
            "perfcast.server.compare", {"a": {"uri": URI, "name": "plain"}, "b": {"uri": URI, "name": "looping"}}
        )
        answer = plain(answer)
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
        ([], "missing a required argument"),
    ],
)
async def test_bad_requests(arguments, reason):
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        with pytest.raises(JsonRpcException, match=reason):
            await editor.command("perfcast.server.compare", *arguments)


async def test_both_sides_forecasts_come_along():
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        sides = {"a": {"uri": URI, "name": "plain"}, "b": {"uri": URI, "name": "looping"}}
        answer = plain(await editor.command("perfcast.server.compare", sides))
        assert [size["size"] for size in answer["sizes"]] == [100, 1000, 10_000, 100_000, 1_000_000]
        for size in answer["sizes"]:
            a, b = (size["metrics"]["cpu_time"][side] for side in ("a", "b"))
            assert a["levels"] == b["levels"] and b["values"] == pytest.approx([2 * value for value in a["values"]])


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A file that git has, and that was changed since."""
    path = tmp_path / "a b.py"
    path.write_text(SOURCE)
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True)
    path.write_text("def plain(nums: list[int]): return [n for n in nums for m in nums]\n")
    return path


async def test_the_working_copy_and_what_git_has(repository):
    uri = repository.as_uri()
    async with session() as editor:
        await editor.ready()
        sides = {"a": {"uri": uri, "name": "plain"}, "b": {"uri": uri, "name": "plain", "revision": "HEAD"}}
        answer = plain(await editor.command("perfcast.server.compare", sides))
        assert (answer["a"], answer["b"]) == (f"{uri}::plain", f"{uri}@HEAD::plain")
        assert answer["metrics"]["cpu_time"]["ratio"]["p50"] == pytest.approx(3, rel=1e-3)


async def test_what_git_does_not_have(repository):
    other = repository.with_name("other.py")
    other.write_text(SOURCE)
    async with session() as editor:
        await editor.ready()
        for side, reason in [
            ({"uri": other.as_uri(), "revision": "HEAD"}, "other.py is not in HEAD"),
            ({"uri": "file:///nowhere/x.py", "revision": "HEAD"}, "it is in no git repository"),
            ({"uri": "untitled:Untitled-1", "revision": "HEAD"}, "it is no file on disk"),
            ({"uri": other.as_uri(), "revision": "--help"}, "'--help' is no revision"),
            ({"uri": other.as_uri(), "revision": 5}, "the revision is to be a text"),
        ]:
            with pytest.raises(JsonRpcException, match=reason):
                await editor.command("perfcast.server.compare", {"a": {"text": SOURCE}, "b": side})


async def test_git_is_not_asked_in_an_untrusted_workspace(repository):
    async with session(trusted=False) as editor:
        await editor.ready()
        sides = {"a": {"uri": repository.as_uri()}, "b": {"uri": repository.as_uri(), "revision": "HEAD"}}
        with pytest.raises(JsonRpcException, match="trust this workspace first"):
            await editor.command("perfcast.server.compare", sides)
