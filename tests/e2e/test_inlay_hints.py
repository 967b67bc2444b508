"""Inlay hints over the protocol."""

import asyncio

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from perfcast.lsp import forecasting
from perfcast.lsp.features import hint_refresh
from tests.e2e.session import PROFILES, session
from tests.unit.triton.inductor_sources import MODULE
from tests.unit.triton.sources import SOFTMAX

URI = "file:///project/code.py"
TOTAL = "def total(nums: list[int]) -> int:\n    return sum(nums)\n"
DOUBLE = "def double(nums: list[int]) -> list[int]:\n    return [2 * n for n in nums]\n"


@pytest.mark.parametrize("profile", PROFILES)
async def test_hints_on_open_without_any_edit(profile):
    async with session(profile=profile) as editor:
        editor.open(URI, TOTAL + "\n" + DOUBLE)
        if editor.client.capabilities.workspace and editor.client.capabilities.workspace.inlay_hint:
            hints = await editor.hints_after_refresh(URI)
        else:
            hints = await editor.places(URI)
        assert [hint[:2] for hint in hints] == [(0, 34), (3, 41)]
        assert all(hint[2].endswith("@1k") and len(hint[2]) <= 25 for hint in hints)


async def test_what_a_hint_is():
    async with session() as editor:
        editor.open(URI, "# perfcast: nums: list[int] * 2000\n" + TOTAL)
        await editor.until(lambda: editor.refreshes)
        [hint] = await editor.hints(URI)
        assert hint.label == "9.3–26 KiB · 12–34 µs"
        assert hint.position == types.Position(1, 34)
        assert hint.kind == types.InlayHintKind.Type
        assert hint.padding_left
        assert hint.tooltip is None
        resolved = await editor.client.inlay_hint_resolve_async(hint)
        assert resolved.tooltip.value.splitlines() == [
            "**total**: forecast, not measured  ",
            "Peak memory: 9.3–26 KiB (80% range)  ",
            "CPU time: 12–34 µs (80% range)  ",
            "For `nums: list[int] * 2000`, from its comment  ",
            "On Test CPU",
        ]


async def test_kernels_that_a_file_holds_as_text_have_hints_at_their_def_lines():
    async with session(settings={"gpu": "H100"}) as editor:
        editor.open(URI, MODULE)
        await editor.until(lambda: editor.refreshes)
        lines = MODULE.split("\n")
        hinted = {lines[hint.position.line]: hint for hint in await editor.hints(URI)}
        hint = hinted["def triton_poi_fused_mul_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):"]
        assert hint.label.startswith("≥2") and "38–108" in hint.label
        resolved = await editor.client.inlay_hint_resolve_async(hint)
        assert "For `in_ptr0: float32[120, 300]; out_ptr0: bfloat16[120, 300];" in resolved.tooltip.value


async def test_what_a_kernels_hint_is():
    async with session(settings={"gpu": "H100"}) as editor:
        editor.open(URI, SOFTMAX)
        await editor.until(lambda: editor.refreshes)
        hint = (await editor.hints(URI))[0]
        assert hint.label.startswith("≥3.7") and "38–108" in hint.label and len(hint.label) <= 25
        resolved = await editor.client.inlay_hint_resolve_async(hint)
        lines = [line.rstrip() for line in resolved.tooltip.value.splitlines()]
        assert lines[1:4] == [
            "Registers a thread: 38–108 regs (80% range)",
            "Shared memory a block: 4.8–13 KiB (80% range)",
            "Time: at least 3.7 µs, a roofline bound and no forecast",
        ]
        assert lines[4].startswith("For `out_ptr: float16[1823, 781];") and "from the launch on line 20" in lines[4]
        assert lines[5] == "On H100"


async def test_a_tooltip_of_an_older_analysis_stays_away():
    async with session() as editor:
        editor.open(URI, TOTAL)
        await editor.until(lambda: editor.refreshes)
        [hint] = await editor.hints(URI)
        editor.edit(URI, ((0, 0, 0, 0), "# new\n"))
        editor.save(URI)
        await editor.until(lambda: editor.refreshes > 1)
        assert (await editor.client.inlay_hint_resolve_async(hint)).tooltip is None


async def test_a_save_that_changes_nothing_is_no_work():
    async with session() as editor:
        editor.open(URI, TOTAL)
        await editor.until(lambda: editor.refreshes)
        await editor.ready()
        [hint] = await editor.hints(URI)
        runs, refreshes = editor.local.model.runs, editor.refreshes
        editor.save(URI)
        assert (await editor.client.inlay_hint_resolve_async(hint)).tooltip is not None
        assert (editor.local.model.runs, editor.refreshes) == (runs, refreshes)


async def test_clients_that_cannot_resolve_get_tooltips_at_once():
    async with session(profile="bare") as editor:
        editor.open(URI, TOTAL)
        [hint] = await editor.hints(URI)
        assert "Peak memory: " in hint.tooltip.value


async def test_only_the_range_asked_for():
    async with session() as editor:
        editor.open(URI, (TOTAL + "\n") * 1 + DOUBLE)
        await editor.until(lambda: editor.refreshes)
        assert [hint.position.line for hint in await editor.hints(URI, 1, 3)] == [3]
        assert [hint.position.line for hint in await editor.hints(URI, 0, 2)] == [0]


async def test_one_refresh_a_batch():
    async with session() as editor:
        await editor.ready()
        editor.open(URI, "\n".join(TOTAL.replace("total", f"f{i}") for i in range(50)))
        await editor.ready()
        assert editor.refreshes == 1
        assert len(await editor.hints(URI)) == 50


async def test_a_refresh_is_repeated_until_the_client_asks(monkeypatch):
    monkeypatch.setattr(hint_refresh, "SECONDS_UNTIL_REPEATED", (0.1, 0.1, 60.0))
    async with session(seconds=600) as editor:
        editor.open(URI, TOTAL)
        assert await editor.hints(URI) == []
        editor.local.model.finish()
        # As in VS Code, which does not listen while another extension has not answered.
        await editor.until(lambda: editor.refreshes >= 3)
        assert len(await editor.hints(URI)) == 1


async def test_what_is_on_the_screen_is_shown_before_the_rest_is_there(monkeypatch):
    monkeypatch.setattr(forecasting, "_SECONDS_A_TURN", -1.0)
    monkeypatch.setattr(hint_refresh, "SECONDS_UNTIL_REPEATED", (600.0,))
    async with session(seconds=600) as editor:
        await editor.ready()
        model = editor.local.model
        text = "\n".join(TOTAL.replace("total", f"f{i}") for i in range(30))
        last = text.count("\n")
        editor.open(URI, text)
        await editor.until(lambda: model.runs)
        assert await editor.hints(URI, last - 5, last) == []
        model.finish(but="def f1(")
        await editor.until(lambda: editor.refreshes)
        shown = await editor.hints(URI, last - 5, last)
        assert [hint.position.line for hint in shown] == [last - 5, last - 2]
        assert editor.statuses[-1]["state"] != "ready", "the rest is under way"
        model.finish()
        await editor.ready()
        assert editor.refreshes == 2
        assert len(await editor.hints(URI)) == 30


class TestTyping:
    """While the user types: no flicker, nothing stale, nothing beyond a line's end."""

    async def test_unchanged_functions_keep_their_hints_on_their_new_lines(self):
        async with session() as editor:
            editor.open(URI, TOTAL + "\n" + DOUBLE)
            before = await editor.hints_after_refresh(URI)
            editor.edit(URI, ((2, 0, 2, 0), "\n\nx = (\n"))
            assert await editor.places(URI) == [before[0], (6, 41, before[1][2])]
            assert editor.refreshes == 1

    async def test_an_edited_function_loses_its_hint_at_once_and_regains_it_on_save(self):
        async with session() as editor:
            editor.open(URI, TOTAL + "\n" + DOUBLE)
            before = await editor.hints_after_refresh(URI)
            editor.edit(URI, ((4, 30, 4, 30), " if n"))
            assert await editor.places(URI) == before[:1]
            editor.save(URI)
            assert await editor.hints_after_refresh(URI) == before

    async def test_undoing_brings_the_hint_back(self):
        async with session() as editor:
            editor.open(URI, TOTAL)
            before = await editor.hints_after_refresh(URI)
            editor.edit(URI, ((1, 4, 1, 4), "x"))
            assert await editor.places(URI) == []
            editor.edit(URI, ((1, 4, 1, 5), ""))
            assert await editor.places(URI) == before

    @pytest.mark.parametrize(
        "change",
        [
            ((2, 0, 2, 0), "    # more\n    print(1)\n"),
            ((0, 0, 0, 0), "@cached\n"),
            ((0, 0, 0, 0), "# perfcast: nums: list[int] * 5\n"),
            ((0, 4, 0, 9), "tot"),
        ],
    )
    async def test_what_changes_a_function(self, change):
        async with session() as editor:
            editor.open(URI, TOTAL + DOUBLE)
            before = await editor.hints_after_refresh(URI)
            assert len(before) == 2
            editor.edit(URI, change)
            assert [hint[2] for hint in await editor.places(URI)] == [before[1][2]]

    async def test_a_shortened_line_has_no_hint_beyond_its_end(self):
        async with session() as editor:
            editor.open(URI, TOTAL)
            await editor.until(lambda: editor.refreshes)
            editor.edit(URI, ((0, 5, 1, 20), ""))
            assert await editor.places(URI) == []

    async def test_the_whole_text_at_once(self):
        async with session() as editor:
            editor.open(URI, TOTAL + "\n" + DOUBLE)
            before = await editor.hints_after_refresh(URI)
            editor.edit(URI, "import os\n" + DOUBLE + "\n" + TOTAL)
            assert [(h[0], h[2]) for h in await editor.places(URI)] == [(4, before[0][2]), (1, before[1][2])]

    async def test_hints_do_not_vanish_while_a_save_is_worked_on(self):
        async with session(seconds=0.2) as editor:
            editor.open(URI, TOTAL + "\n" + DOUBLE)
            before = await editor.hints_after_refresh(URI)
            editor.edit(URI, ((4, 30, 4, 30), " if n"))
            editor.save(URI)
            while editor.refreshes < 2:
                assert before[0] in await editor.places(URI)

    async def test_what_changed_is_shown_before_what_rests_on_it_is_forecast_anew(self):
        async with session() as editor:
            editor.open(URI, TOTAL + "\n" + "def twice(nums):\n    return 2 * total(nums)\n\n" + DOUBLE)
            before = await editor.hints_after_refresh(URI)
            editor.edit(URI, ((1, 15, 1, 19), "[n for n in nums]"))
            editor.save(URI)
            after = await editor.settled(URI)
            assert [new[2] == old[2] for new, old in zip(after, before, strict=True)] == [False, False, True]
            assert editor.refreshes == 3, "for the function itself, and for what calls it"

    async def test_all_on_the_screen_is_shown_before_the_rest_is_forecast_anew(self, monkeypatch):
        monkeypatch.setattr(forecasting, "_SECONDS_A_TURN", 0.0)
        async with session() as editor:
            calling = "def {}(nums):\n    return 2 * total(nums)\n\n"
            text = TOTAL + "\n" + "".join(calling.format(name) for name in "abcdef")
            editor.open(URI, text)
            await editor.hints_after_refresh(URI)
            await editor.ready()
            before = [hint.label for hint in await editor.hints(URI, last=7)]
            editor.edit(URI, ((1, 15, 1, 19), "[n for n in nums]"))
            refreshes, model = editor.refreshes, editor.local.model
            model.seconds = 600
            model.finish(but="def c(")
            editor.save(URI)
            for told in (1, 2):
                await editor.until(lambda least=refreshes + told: editor.refreshes >= least)
                after = [hint.label for hint in await editor.hints(URI, last=7)]
            assert editor.statuses[-1]["state"] == "working"
            assert [new == old for new, old in zip(after, before, strict=True)] == [False, False, False]

    async def test_a_change_that_nothing_rests_on_is_told_once(self):
        async with session() as editor:
            editor.open(URI, TOTAL + "\n" + DOUBLE)
            await editor.hints_after_refresh(URI)
            editor.edit(URI, ((4, 30, 4, 30), " if n"))
            editor.save(URI)
            await editor.settled(URI)
            assert editor.refreshes == 2

    async def test_saving_during_inference_forecasts_the_newer_text(self):
        async with session(seconds=0.3) as editor:
            editor.open(URI, "def a(nums: list[int]):\n    return nums\n")
            editor.edit(URI, "def b(nums: list[int]):\n    return nums\n\ndef c(nums: list[int]):\n    return nums\n")
            editor.save(URI)
            await editor.ready()
            assert [place[0] for place in await editor.places(URI)] == [0, 3]


WIDE = 'def f(größe, 漢字="😀漢"):'


@pytest.mark.parametrize(
    ("encodings", "chosen", "column"),
    [
        (["utf-16"], "utf-16", len(WIDE.encode("utf-16-le")) // 2),
        (["utf-8", "utf-16", "utf-32"], "utf-8", len(WIDE.encode())),
        (["utf-32", "utf-8"], "utf-32", len(WIDE)),
        (None, "utf-16", len(WIDE.encode("utf-16-le")) // 2),
    ],
)
async def test_position_encodings(encodings, chosen, column):
    kinds = [types.PositionEncodingKind(name) for name in encodings or []]
    async with session(profile="bare", encodings=kinds) as editor:
        assert editor.result.capabilities.position_encoding == chosen
        editor.open(URI, f"# 😀\n{WIDE}\n    return größe\n")
        assert [place[:2] for place in await editor.places(URI)] == [(1, column)]
        # An edit behind the wide characters lands where the client means.
        editor.edit(URI, ((1, column - 2, 1, column - 2), ", k=1"))
        editor.save(URI)
        assert [place[:2] for place in await editor.places(URI)] == [(1, column + 5)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\n\x0c\ndef f(nums): return sum(nums)\n", 2),
        ("x = 'a\u2028b'\ndef f(nums): return sum(nums)\n", 1),
        ("x = 1\rdef f(nums): return sum(nums)\r", 1),
        ("x = 1\r\ndef f(nums): return sum(nums)\r\n", 1),
        ("\ufeffx = 1\ndef f(nums): return sum(nums)\n", 1),
        ("def f(nums): return sum(nums)", 0),
        ("x = 1\x0b\x1c\x85\ndef f(nums): return sum(nums)", 1),
    ],
)
async def test_lines_break_as_in_the_protocol(text, line):
    async with session(profile="bare") as editor:
        editor.open(URI, text)
        assert [place[0] for place in await editor.places(URI)] == [line]
        # An edit below what other tools take for a line break.
        editor.edit(URI, ((line, 0, line, 0), "def g(nums): return max(nums)\n"))
        editor.edit(URI, ((0, 0, line, 0), ""))
        editor.save(URI)
        assert [place[0] for place in await editor.places(URI)] == [0, 1]


@pytest.mark.parametrize(
    "uri",
    [
        "file:///c%3A/Users/me/code.py",
        "file:///C:/Users/me/code.py",
        "file:///tmp/with%20space/a%23b/code.py",
        "file://server/share/code.py",
        "untitled:Untitled-1",
        "vscode-userdata:/x/code.py?a=1#b",
        "file:///tmp/日本/%E6%97%A5.py",
    ],
)
async def test_uris_are_taken_and_told_as_they_come(uri):
    async with session() as editor:
        editor.open(uri, TOTAL)
        await editor.until(lambda: editor.refreshes)
        [hint] = await editor.hints(uri)
        assert (await editor.client.inlay_hint_resolve_async(hint)).tooltip is not None
        assert hint.data["key"] == uri


@pytest.mark.parametrize(
    ("uri", "settings"),
    [
        ("file:///home/me/.venv/lib/x.py", {}),
        ("file:///usr/lib/python3/site-packages/x/y.py", {}),
        ("file:///home/me/code.pyi", {}),
        ("file:///home/me/tests/code.py", {"exclude": ["**/tests/*.py"]}),
        ("file:///home/me/code.py", {"enable": False}),
        ("file:///home/me/code.py", {"maxFileSize": 20}),
    ],
)
async def test_files_that_are_not_forecast(uri, settings):
    async with session(settings=settings) as editor:
        editor.open(uri, TOTAL)
        assert await editor.settled(uri) == []


async def test_documents_in_other_languages_are_left_alone():
    async with session() as editor:
        editor.open(URI, TOTAL, language="markdown")
        assert await editor.settled(URI) == []


async def test_max_units():
    async with session(settings={"maxUnits": 3}) as editor:
        editor.open(URI, TOTAL * 5)
        *hints, notice = await editor.hints_after_refresh(URI)
        assert [line for line, _, _ in hints] == [0, 2, 4]
        assert notice == (6, 34, "no hints from here on")
        assert "Only the first 3 of the 5 functions" in (await editor.hints(URI))[-1].tooltip.value
        # It stays with its function while others are typed above it.
        editor.edit(URI, ((0, 0, 0, 0), "import os\n\n"))
        assert (await editor.places(URI))[-1] == (8, 34, "no hints from here on")
        assert await editor.hints(URI, 0, 7) == (await editor.hints(URI))[:-1]


async def test_hovers_tell_what_has_no_hint():
    async with session(settings={"maxUnits": 1}) as editor:
        editor.open(URI, TOTAL + DOUBLE)
        await editor.ready()
        assert "maxUnits" not in await editor.hover(URI, 0, 5)
        assert "Only the first 1 of the 2 functions" in await editor.hover(URI, 2, 5)


async def test_hints_of_a_file_in_mid_edit():
    async with session() as editor:
        editor.open(URI, TOTAL + "\ndef broken(:\n    pass\n\n" + DOUBLE)
        assert [place[0] for place in await editor.hints_after_refresh(URI)] == [0, 6]


async def test_closed_documents_are_forgotten():
    async with session() as editor:
        editor.open(URI, TOTAL)
        await editor.until(lambda: editor.refreshes)
        editor.close(URI)
        await editor.until(lambda: editor.statuses[-1]["units"] == 0)
        assert await editor.hints(URI) == []


async def test_nothing_of_the_file_is_run(tmp_path):
    mark = tmp_path / "mark"
    async with session() as editor:
        touch = f"pathlib.Path({str(mark)!r}).touch()"
        editor.open(URI, f"import pathlib\n{touch}\ndef f(x={touch}): return x\nf({touch})\n")
        assert len(await editor.hints_after_refresh(URI)) == 1
    assert not mark.exists()


async def test_an_answer_that_waited_is_not_given_about_an_older_text():
    """A client that cannot be told to ask again waits for the forecasts; its text may change meanwhile."""
    async with session(profile="emacs", seconds=600) as editor:
        await editor.until(lambda: editor.local.server.engine.predictor)
        editor.open(URI, TOTAL)
        hints = asyncio.create_task(editor.hints(URI))
        await editor.until(lambda: editor.local.model.runs)
        await editor.heard()
        editor.edit(URI, ((0, 0, 0, 0), "\n"))
        await editor.heard()
        editor.local.model.finish()
        with pytest.raises(JsonRpcException) as raised:
            await hints
        assert raised.value.code == types.LSPErrorCodes.ContentModified
        assert [place[0] for place in await editor.places(URI)] == [1]


async def test_changes_of_what_was_closed_are_passed_over(caplog):
    untitled = "untitled:Untitled-1"
    async with session() as editor:
        editor.open(untitled, TOTAL)
        await editor.ready()
        editor.close(untitled)
        editor.edit(untitled, ((0, 0, 1, 0), ""), "")
        assert await editor.hints(untitled) == []
    assert "KeyError" not in caplog.text
