"""Measuring for real: by the command line, and by the editor's command."""

import asyncio
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.e2e.session import ENVIRONMENT, SECONDS, plain, session
from tests.unit.measure.processes import descendants, is_alive

URI = "file:///project/code.py"
SOURCE = textwrap.dedent("""
    def ordered(nums: list[int]) -> list[int]:
        return sorted(nums)

    def failing(nums: list[int]) -> None:
        raise ValueError("not today")

    def waiting(nums: list[int]) -> None:
        while True:
            nums.append(1) or nums.pop()
""")
KERNELS = textwrap.dedent("""
    import torch, triton
    import triton.language as tl

    @triton.jit
    def fill(out_ptr, n, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(out_ptr + at, 1.0, mask=at < n)

    fill[(4,)](torch.empty(4000, device="cuda"), 4000, BLOCK=1024)
""")
SERVE = [sys.executable, "-m", "perfcast", "serve"]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh folder for the store of measurements."""
    monkeypatch.setitem(ENVIRONMENT, "XDG_STATE_HOME", os.fspath(tmp_path / "state"))
    return tmp_path / "state"


def perfcast(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perfcast", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, env=ENVIRONMENT, timeout=3 * SECONDS, check=False, input=SOURCE
    )


def test_what_is_measured_is_shown_from_then_on(state, tmp_path):
    path = tmp_path / "code.py"
    path.write_text(SOURCE)
    workload = ["--workload", "nums: list[int] * 5000"]
    done = perfcast("measure", f"{path}::ordered", *workload, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["forecast_device"] == "AMD EPYC", "nobody has found out how fast this machine is"
    measured = answer["measured"]
    assert measured["peak_memory"]["value"] == pytest.approx(8 * 5000, rel=0.5)
    assert 0 < measured["cpu_time"]["value"] < 1
    unit = json.loads(perfcast("predict", f"{path}::ordered", *workload, "--json").stdout)["units"][0]
    assert unit["measured"]["peak_memory"] == measured["peak_memory"]
    assert perfcast("predict", f"{path}::ordered", *workload).stdout.count(" measured ") == 2
    other = json.loads(perfcast("predict", f"{path}::ordered", "--json").stdout)["units"][0]
    assert "measured" not in other, "another workload was not measured"
    line = perfcast("measure", f"{path}::ordered", *workload).stdout
    assert ("for AMD EPYC  (" in line) == (answer["device"] != "AMD EPYC"), "whose time it is, where not this machine's"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--", "-::failing"], "raised ValueError: not today"),
        (["--", "-::none"], "no unit named 'none'"),
        (["--workload", "nums: Unheard", "--", "-::ordered"], "inputs: "),
        (["--workload", "nums: list[", "--", "-::ordered"], "--workload: "),
    ],
)
def test_what_cannot_be_measured(state, arguments, reason):
    done = perfcast("measure", *arguments)
    assert done.returncode == 2
    assert reason in done.stderr and "Traceback" not in done.stderr
    assert not state.exists()


async def test_the_editors_command(state):
    async with session(command=SERVE) as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        before = await editor.places(URI)
        assert not any("✓" in place[2] for place in before)
        refreshes = editor.refreshes
        answer = plain(await editor.command("perfcast.server.measure", {"uri": URI, "name": "ordered"}))
        assert answer["measured"]["peak_memory"]["value"] > 0
        await editor.until(lambda: editor.refreshes > refreshes)
        await editor.ready()
        shown = [place[2] for place in await editor.places(URI) if place[0] == 1]
        assert shown[0].startswith("✓ ") and len(shown[0]) <= 25
        hover = await editor.hover(URI, 1, 6)
        assert hover.startswith("**ordered**: measured on this machine\n\nMeasured: peak memory ")
        [reports] = editor.client.progress_reports.values()
        assert reports[0].title == "Measuring ordered" and isinstance(reports[-1], types.WorkDoneProgressEnd)
        with pytest.raises(JsonRpcException, match="raised ValueError: not today"):
            await editor.command("perfcast.server.measure", {"uri": URI, "name": "failing"})


async def test_what_a_function_imports_of_its_project_is_found(state, tmp_path):
    (tmp_path / "helping.py").write_text("def doubled(nums): return [2 * n for n in nums]\n")
    (tmp_path / "scripts").mkdir()
    source = "from helping import doubled\n\ndef use(nums: list[int]): return doubled(nums)\n"
    uri = (tmp_path / "scripts" / "run.py").as_uri()
    async with session(command=SERVE, folders=[tmp_path.as_uri()]) as editor:
        # Not saved yet.
        editor.open(uri, source)
        await editor.ready()
        answer = plain(await editor.command("perfcast.server.measure", {"uri": uri, "name": "use"}))
        assert answer["measured"]["peak_memory"]["value"] > 8 * 1000


async def test_the_size_of_the_settings_is_measured(state):
    async with session(command=SERVE, settings={"defaultSize": 50}) as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        answer = plain(await editor.command("perfcast.server.measure", {"uri": URI, "name": "ordered"}))
        assert answer["workload"]["text"] == "nums: list[int] * 50 in 0..1000"
        await editor.ready()
        [shown] = [place[2] for place in await editor.places(URI) if place[0] == 1]
        assert shown.startswith("✓ ")


async def test_a_kernel_needs_a_gpu(state, monkeypatch):
    monkeypatch.setitem(ENVIRONMENT, "CUDA_VISIBLE_DEVICES", "")
    async with session(command=SERVE) as editor:
        editor.open(URI, KERNELS)
        await editor.ready()
        with pytest.raises(JsonRpcException, match=r"^PyTorch sees no GPU on this machine$"):
            await editor.command("perfcast.server.measure", {"uri": URI, "name": "fill"})


async def start_waiting(editor) -> tuple[asyncio.Future, set[int]]:
    """Ask for a measurement that takes as long as the sandbox allows, and see it begin: its answer, its processes."""
    editor.open(URI, SOURCE)
    await editor.ready()
    before = descendants(editor.process.pid)
    params = types.ExecuteCommandParams("perfcast.server.measure", [{"uri": URI, "name": "waiting"}])
    command = editor.client.protocol.send_request("workspace/executeCommand", params, msg_id="measure")
    # The command's process, the sandbox's and the one that runs the function.
    await editor.until(lambda: len(descendants(editor.process.pid) - before) >= 3)
    return asyncio.wrap_future(command), descendants(editor.process.pid) - before


@pytest.mark.parametrize("way", ["request", "progress"])
async def test_measuring_can_be_cancelled(state, way):
    async with session(command=SERVE) as editor:
        command, started = await start_waiting(editor)
        if way == "request":
            editor.client.protocol.notify("$/cancelRequest", types.CancelParams(id="measure"))
        else:
            await editor.until(lambda: editor.client.progress_reports)
            [token] = editor.client.progress_reports
            editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token=token))
        with pytest.raises(JsonRpcException) as raised:
            await asyncio.wait_for(command, SECONDS)
        assert raised.value.code == types.LSPErrorCodes.RequestCancelled
        await editor.until(lambda: not any(map(is_alive, started)))
        # The next one is free to begin.
        answer = plain(await editor.command("perfcast.server.measure", {"uri": URI, "name": "ordered"}))
        assert answer["measured"]


async def test_measuring_is_refused_in_an_untrusted_workspace(state):
    async with session(trusted=False) as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        with pytest.raises(JsonRpcException, match="trust this workspace first"):
            await editor.command("perfcast.server.measure", {"uri": URI, "name": "ordered"})


@pytest.mark.parametrize("argument", [None, {}, {"uri": URI}, {"uri": "file:///other.py", "name": "f"}])
async def test_bad_requests(argument):
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        with pytest.raises(JsonRpcException, match=r"expected|not open"):
            await editor.command("perfcast.server.measure", argument)
