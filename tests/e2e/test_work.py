"""Work that is cancelled, plentiful or without end."""

import asyncio

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from perfcast.lsp.engine import Engine
from tests.e2e.random_typing import RandomTyping
from tests.e2e.session import SECONDS, session

URI = "file:///project/code.py"
OTHER = "file:///project/other.py"


def functions(count: int) -> str:
    return "\n".join(f"def f{i}(nums):\n    return sum(nums) + {i}\n" for i in range(count))


def start_hover(editor, identity: str, line: int) -> asyncio.Future:
    params = types.HoverParams(text_document=types.TextDocumentIdentifier(uri=URI), position=types.Position(line, 5))
    return asyncio.wrap_future(editor.client.protocol.send_request("textDocument/hover", params, msg_id=identity))


def cancel(editor, identity: str) -> None:
    editor.client.protocol.notify("$/cancelRequest", types.CancelParams(id=identity))


async def test_cancelled_hovers_leave_no_work():
    async with session(profile="neovim") as editor:
        editor.open(URI, functions(70))
        await editor.until(lambda: editor.refreshes)
        model = editor.local.model
        asked, model.seconds = len(model.asked), 600
        hovers = []
        for index in range(70):
            hovers.append(start_hover(editor, f"hover-{index}", 3 * index))
            cancel(editor, f"hover-{index}")
        results = await asyncio.wait_for(asyncio.gather(*hovers, return_exceptions=True), SECONDS)
        assert [getattr(result, "code", result) for result in results] == [-32800] * 70
        # What is asked next is answered at once: of the seventy nothing is still worked on.
        model.seconds = 0
        assert (await editor.hover(URI, 0, 5)).startswith("**f0**")
        assert len(model.asked) - asked == 2 * 5, "one function at the five sizes not known yet"


async def test_what_has_no_forecast_yet_comes_first():
    async with session() as editor:
        called = "f0([1] * 10)\n"
        editor.open(URI, functions(5) + called)
        await editor.until(lambda: editor.refreshes)
        model = editor.local.model
        expected = len(model.trials.expected)
        # The first function keeps its old forecast until there is one for the other call.
        editor.edit(URI, functions(5).replace("+ 3", "- 3") + called.replace("10", "20"))
        editor.save(URI)
        await editor.ready()
        await editor.hints(URI)
        order = [text.split("(")[0] for text in model.trials.expected[expected:]]
        assert list(dict.fromkeys(order)) == ["def f3", "def f0"]


async def test_cancelling_stops_the_run_under_way():
    async with session(profile="neovim") as editor:
        editor.open(URI, functions(1))
        await editor.until(lambda: editor.refreshes)
        model = editor.local.model
        runs, model.seconds = model.runs, 600
        hover = start_hover(editor, "slow", 0)
        await editor.until(lambda: model.runs > runs)
        cancel(editor, "slow")
        with pytest.raises(JsonRpcException):
            await asyncio.wait_for(hover, SECONDS)
        model.seconds = 0
        assert (await editor.hover(URI, 0, 5)).startswith("**f0**")


async def test_work_that_comes_after_the_end_is_dropped():
    engine = Engine(lambda _: None, lambda: None)
    engine.close()
    with pytest.raises(asyncio.CancelledError):
        await engine.run(lambda *_: None)
    with pytest.raises(asyncio.CancelledError):
        await engine.load(None)


async def test_the_event_loop_is_never_blocked():
    async with session(seconds=600) as editor:
        editor.open(URI, functions(20))
        await editor.until(lambda: editor.local.model.runs)
        for _ in range(5):
            assert await editor.hints(URI) == []


async def test_a_hover_need_not_wait_for_a_whole_file():
    async with session(profile="neovim", seconds=0.2) as editor:
        editor.open(URI, functions(400))
        editor.open(OTHER, "def g(nums): return nums\n")
        await editor.until(lambda: len(editor.local.model.asked) > 4)
        assert (await editor.hover(OTHER, 0, 5)).startswith("**g**")
        assert len(editor.local.model.asked) < 2 * 400
        editor.close(URI)


async def test_what_the_user_looks_at_comes_first():
    async with session(seconds=0.1) as editor:
        editor.open(URI, functions(300))
        await editor.until(lambda: editor.statuses and editor.statuses[-1]["state"] == "working")
        await editor.hints(URI, 600, 605)
        await editor.until(lambda: any("+ 200" in text for text in editor.local.model.encoded))
        assert len(editor.local.model.encoded) < 200
        editor.close(URI)


async def test_closing_a_document_stops_the_work_on_it():
    async with session(seconds=600) as editor:
        encoded = editor.local.model.encoded
        editor.open(URI, functions(500))
        await editor.until(lambda: len(encoded) > 0)
        editor.close(URI)
        # Stopped, or else this would wait for the first function.
        editor.open(OTHER, "def g(nums): return nums\n")
        await editor.until(lambda: encoded[-1].startswith("def g("))
        editor.local.model.finish()
        await editor.ready()
        assert len(encoded) == 2


async def test_five_thousand_functions_in_fifty_thousand_lines():
    text = "\n".join(f"def f{i}(nums):\n    return sum(nums) + {i}\n" + "\n" * 7 for i in range(5000))
    async with session(settings={"maxUnits": 10_000, "maxFileSize": 10**7}) as editor:
        editor.open(URI, text)
        await editor.until(lambda: editor.statuses and editor.statuses[-1].get("units") == 5000)
        await editor.ready()
        found = await editor.hints(URI)
        assert [hint.position.line for hint in found] == [10 * i for i in range(5000)]
        editor.edit(URI, ((0, 0, 0, 0), "x = (\n"))
        assert [hint.position.line for hint in await editor.hints(URI)] == [10 * i + 1 for i in range(5000)]


@pytest.mark.parametrize("text", ["x = " + "(" * 3000 + ")" * 3000, "if 1:\n" * 3, "def f(:\n" * 500, "\x00", "\ud800"])
async def test_texts_that_no_parser_reads(text):
    async with session() as editor:
        editor.open(URI, text + "\n")
        editor.open(OTHER, "def g(nums): return nums\n")
        await editor.ready()
        assert len(await editor.places(OTHER)) == 1
        assert await editor.places(URI) == []


@pytest.mark.parametrize("profile", ["vscode", "neovim", "emacs"])
async def test_random_edits_end_where_a_fresh_open_does(profile):
    async with session(profile=profile, with_status=True) as editor:
        typing = RandomTyping(editor, URI, profile)
        typing.type(1000)
        await editor.heard()
        assert editor.local.server.workspace.get_text_document(URI).source == typing.text
        await typing.compare_with_fresh_open(OTHER)


async def test_nothing_is_kept_of_what_was_closed():
    async with session() as editor:
        server = editor.local.server
        for index in range(50):
            uri = f"file:///project/{index}.py"
            editor.open(uri, functions(3))
            await editor.hints(uri)
            editor.close(uri)
        await editor.ready()
        assert not server.forecasting._analyses
        assert not server.forecasting._tasks
        assert not server.forecasting._focus
        assert not server.workspace.text_documents
        assert not server.work_done_progress.tokens
        await editor.until(lambda: len(server.protocol._request_futures) <= 1)
