"""The command that forecasts a whole workspace."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.e2e.session import SECONDS, plain, session

COMMAND = "perfcast.server.workspaceForecasts"
FILES = {
    "a.py": "def f(nums: list[int]): return sum(nums)\n",
    "pkg/b c.py": "class C:\n    def g(self, path): return open(path)\n\n# perfcast: ignore\ndef h(): return 1\n",
    "pkg/broken.py": "def k(nums): return nums\n\ndef (:\n",
    "node_modules/x.py": "def x(): return 1\n",
    "binary.py": "\0",
    "stub.pyi": "def s(): ...\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def many(folder: Path, count: int) -> None:
    for index in range(count):
        (folder / f"m{index}.py").write_text(f"def m{index}(nums): return sum(nums) + {index}\n")


async def test_every_unit_of_the_workspace(folder):
    async with session(folders=[folder.as_uri()]) as editor:
        await editor.ready()
        answer = plain(await editor.command(COMMAND, {}))
        assert [(unit["uri"], unit["name"], unit["kind"], unit["line"]) for unit in answer["units"]] == [
            (f"{folder.as_uri()}/a.py", "f", "function", 1),
            (f"{folder.as_uri()}/pkg/b%20c.py", "C.g", "method", 2),
            (f"{folder.as_uri()}/pkg/broken.py", "k", "function", 1),
        ]
        first, second, _ = answer["units"]
        assert first["workload"] == {"text": "nums: list[int] * 1000 in 0..1000", "origin": "default"}
        assert first["device"] == "Test CPU" and first["outside"] == [] and second["outside"] == ["opens files"]
        memory = first["forecasts"]["peak_memory"]
        assert memory["unit"] == "B" and memory["p50"] == pytest.approx(8000)
        assert memory["p10"] < memory["p50"] < memory["p90"]
        assert answer["files"] == 3
        assert answer["skipped"] == [
            {"uri": f"{folder.as_uri()}/binary.py", "reason": "line 1: binary file: it holds NUL bytes"}
        ]


async def test_some_folders_and_their_settings(folder):
    scopes = {"": {"perfcast": {}}, f"{folder.as_uri()}/pkg": {"perfcast": {"maxUnits": 1, "maxFileSize": 60}}}
    async with session(folders=[folder.as_uri(), f"{folder.as_uri()}/pkg"], configuration=scopes) as editor:
        await editor.until(lambda: len(editor.local.server.configuration._of_folder) == 2)
        await editor.ready()
        answer = plain(await editor.command(COMMAND, {"folders": [f"{folder.as_uri()}/pkg"]}))
        assert [unit["name"] for unit in answer["units"]] == ["k"]
        assert answer["skipped"] == [
            {"uri": f"{folder.as_uri()}/pkg/b%20c.py", "reason": "88 bytes are more than maxFileSize allows"}
        ]
        whole = plain(await editor.command(COMMAND, {}))
        assert whole["files"] == 2, "a file in two folders counts once"


async def test_what_is_open_goes_before_what_is_on_disk(folder):
    uri = f"{folder.as_uri()}/a.py"
    async with session(folders=[folder.as_uri()]) as editor:
        editor.open(uri, "def unsaved(nums): return nums\n")
        await editor.ready()
        answer = plain(await editor.command(COMMAND))
        assert [unit["name"] for unit in answer["units"] if unit["uri"] == uri] == ["unsaved"]


async def test_progress_under_the_clients_token(folder):
    async with session(folders=[folder.as_uri()]) as editor:
        await editor.ready()
        params = types.ExecuteCommandParams(COMMAND, [{}], work_done_token="mine")
        await editor.client.workspace_execute_command_async(params)
        begin, *reports, end = editor.client.progress_reports["mine"]
        assert (begin.title, begin.cancellable, begin.percentage) == ("Forecasting the workspace", True, 0)
        assert [report.message for report in reports][-1] == "3 of 4 files: broken.py"
        assert [report.percentage for report in reports] == sorted(report.percentage for report in reports)
        assert isinstance(end, types.WorkDoneProgressEnd)
        assert editor.local.server.work_done_progress.tokens == {}


@pytest.mark.parametrize("way", ["request", "progress"])
async def test_it_can_be_cancelled(folder, way):
    async with session(folders=[folder.as_uri()], seconds=600) as editor:
        await editor.until(lambda: editor.local.server.engine.predictor)
        params = types.ExecuteCommandParams(COMMAND, [{}], work_done_token="mine")
        command = editor.client.protocol.send_request("workspace/executeCommand", params, msg_id="all")
        await editor.until(lambda: editor.local.model.runs)
        if way == "request":
            editor.client.protocol.notify("$/cancelRequest", types.CancelParams(id="all"))
        else:
            editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token="mine"))
        answer = plain(await asyncio.wait_for(asyncio.wrap_future(command), SECONDS))
        assert (answer["stopped"], answer["files"], answer["units"]) == (True, 0, [])
        editor.local.model.seconds = 0
        editor.open("file:///other.py", "def g(nums): return nums\n")
        await editor.hints_after_refresh("file:///other.py")


async def test_the_editor_never_waits_for_it(folder):
    """A run in the background that would take ten minutes gives way, and the work is done in the end."""
    async with session(folders=[folder.as_uri()], seconds=600) as editor:
        await editor.until(lambda: editor.local.server.engine.predictor)
        model = editor.local.model
        command = asyncio.create_task(
            editor.client.workspace_execute_command_async(types.ExecuteCommandParams(COMMAND, [{}]))
        )
        await editor.until(lambda: model.runs)
        model.seconds = 0
        editor.open("file:///other.py", "def g(nums): return nums\n")
        assert await editor.hints_after_refresh("file:///other.py")
        answer = plain(await asyncio.wait_for(command, SECONDS))
        assert len(answer["units"]) == 3


async def test_what_is_open_comes_first(folder):
    many(folder, 200)
    async with session(folders=[folder.as_uri()], seconds=0.005) as editor:
        await editor.until(lambda: editor.local.server.engine.predictor)
        model = editor.local.model
        command = asyncio.create_task(
            editor.client.workspace_execute_command_async(types.ExecuteCommandParams(COMMAND, [{}]))
        )
        await editor.until(lambda: len(model.encoded) > 3)
        editor.open("file:///other.py", "".join(f"def other{i}(nums): return {i}\n" for i in range(50)))
        await editor.hints_after_refresh("file:///other.py")
        others = [index for index, text in enumerate(model.encoded) if "other" in text]
        assert len(others) == 50 and others == list(range(others[0], others[0] + 50)), "without a break"
        command.cancel()


@pytest.mark.parametrize("argument", [5, {"folders": "x"}, {"folders": [1]}])
async def test_bad_requests(argument):
    async with session() as editor:
        await editor.ready()
        with pytest.raises(JsonRpcException, match="expected"):
            await editor.command(COMMAND, argument)


async def test_without_folders_there_is_nothing():
    async with session() as editor:
        await editor.ready()
        assert plain(await editor.command(COMMAND, {})) == {"units": [], "files": 0, "skipped": [], "stopped": False}
