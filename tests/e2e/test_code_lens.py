"""Lenses over the protocol."""

import threading

import pytest
from lsprotocol import types

from perfcast.forecast.kernels import KernelFiles
from tests.e2e.session import session

URI = "file:///project/code.py"
SOURCE = "x = 1\n\nclass C:\n    def f(self, nums): return nums\n\n# perfcast: ignore\ndef g(nums): return nums\n"
ON = {"codeLens": True}

KERNELS = """\
import torch
import triton
import triton.language as tl

@triton.jit
def twice(x):
    return 2 * x

@triton.jit
def plain(source, target, n, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + places, twice(tl.load(source + places, mask=places < n)), mask=places < n)

@triton.autotune(
    configs=[triton.Config({"BLOCK": size}, num_warps=warps) for size in (256, 512, 1024) for warps in (2, 4)],
    key=["n"],
)
@triton.jit
def tuned(source, target, n, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + places, twice(tl.load(source + places, mask=places < n)), mask=places < n)

@triton.autotune(configs=found_elsewhere(), key=["n"])
@triton.jit
def unknown(source, target, n, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + places, twice(tl.load(source + places, mask=places < n)), mask=places < n)

def launch(x):
    tuned[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, x, x.numel())
"""
TUNED_LINE = 18


async def forecast_whole(editor) -> None:
    """Wait until all of the document is forecast; for clients that are told no status."""
    forecasting = editor.local.server.forecasting
    await editor.until(lambda: (found := forecasting.analysis(URI)) is not None and found.is_whole)


async def lenses(editor) -> list[types.CodeLens]:
    params = types.CodeLensParams(text_document=types.TextDocumentIdentifier(uri=URI))
    return list(await editor.client.text_document_code_lens_async(params) or [])


def offered(found):
    """Title, command and arguments of lenses."""
    return [(lens.command.title, lens.command.command, list(lens.command.arguments)) for lens in found]


async def test_they_are_off_by_default():
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        assert await lenses(editor) == []


async def test_both_commands_where_the_client_has_them():
    async with session(settings=ON) as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        found = await lenses(editor)
        assert offered(found) == [
            ("compare with…", "perfcast.compareWith", [URI, "C.f", 4]),
            ("measure", "perfcast.measure", [URI, "C.f", 4]),
        ]
        assert {(lens.range.start.line, lens.range.start.character) for lens in found} == {(3, 4)}


@pytest.mark.parametrize("profile", ["neovim", "emacs", "bare"])
async def test_other_clients_are_offered_what_the_server_itself_does(profile):
    async with session(profile=profile, settings=ON) as editor:
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"perfcast": ON}))
        await editor.until(lambda: editor.local.server.configuration.general.code_lens)
        editor.open(URI, SOURCE)
        await forecast_whole(editor)
        [lens] = await lenses(editor)
        assert lens.command.command == "perfcast.server.measure"
        assert "perfcast.server.measure" in editor.result.capabilities.execute_command_provider.commands


async def test_kernels_can_be_compared_and_those_with_several_configurations_ranked():
    async with session(settings=ON) as editor:
        editor.open(URI, KERNELS)
        await editor.ready()
        found = await lenses(editor)
        assert offered(found) == [
            ("compare with…", "perfcast.compareWith", [URI, "plain", 10]),
            ("rank 6 configurations", "perfcast.rank", [URI, "tuned", 19]),
            ("compare with…", "perfcast.compareWith", [URI, "tuned", 19]),
            ("compare with…", "perfcast.compareWith", [URI, "unknown", 25]),
            ("compare with…", "perfcast.compareWith", [URI, "launch", 29]),
            ("measure", "perfcast.measure", [URI, "launch", 29]),
        ]
        assert found[1].range.start.line == TUNED_LINE
        editor.edit(URI, ((0, 0, 0, 0), "\n\n"))
        assert (await lenses(editor))[1].range.start.line == TUNED_LINE + 2
        # The same configurations can be ranked by what the lens says.
        answer = await editor.command("perfcast.server.rank", {"uri": URI, "name": "tuned", "device": "H200"})
        assert answer["count"] == 6


async def test_kernels_are_followed_outside_of_the_event_loop(monkeypatch):
    threads = []
    follow = KernelFiles.of

    def of(self, file):
        threads.append(threading.current_thread().name)
        return follow(self, file)

    async with session(settings=ON) as editor:
        editor.open(URI, KERNELS)
        await editor.ready()
        monkeypatch.setattr(KernelFiles, "of", of)
        await lenses(editor)
    assert len(threads) == 1 and threads[0].startswith("perfcast-model")


@pytest.mark.parametrize("profile", ["neovim", "bare"])
async def test_clients_that_cannot_ask_for_a_device_get_no_lens_above_kernels(profile):
    async with session(profile=profile, settings=ON) as editor:
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"perfcast": ON}))
        await editor.until(lambda: editor.local.server.configuration.general.code_lens)
        editor.open(URI, KERNELS)
        await forecast_whole(editor)
        [lens] = await lenses(editor)
        assert lens.command.arguments[0]["name"] == "launch"


async def test_they_move_with_their_lines():
    async with session(settings=ON) as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        editor.edit(URI, ((0, 0, 0, 0), "y = (\n"))
        assert {lens.range.start.line for lens in await lenses(editor)} == {4}
        editor.edit(URI, ((4, 0, 4, 99), "    pass"))
        assert await lenses(editor) == []


async def test_the_setting_is_heeded_at_once():
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        for settings, count in ((ON, 2), ({}, 0)):
            before = editor.lens_refreshes
            editor.client.set_configuration(settings, section="perfcast")
            editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
            await editor.until(lambda seen=before: editor.lens_refreshes > seen)
            assert len(await lenses(editor)) == count
