"""Lenses over the protocol."""

import pytest
from lsprotocol import types

from tests.e2e.session import session

URI = "file:///project/code.py"
SOURCE = "x = 1\n\nclass C:\n    def f(self, nums): return nums\n\n# perfcast: ignore\ndef g(nums): return nums\n"
ON = {"codeLens": True}


async def lenses(editor) -> list[types.CodeLens]:
    params = types.CodeLensParams(text_document=types.TextDocumentIdentifier(uri=URI))
    return list(await editor.client.text_document_code_lens_async(params) or [])


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
        assert [(lens.command.title, lens.command.command, list(lens.command.arguments)) for lens in found] == [
            ("compare with…", "perfcast.compareWith", [URI, "C.f"]),
            ("measure", "perfcast.measure", [URI, "C.f"]),
        ]
        assert {(lens.range.start.line, lens.range.start.character) for lens in found} == {(3, 4)}


@pytest.mark.parametrize("profile", ["neovim", "emacs", "bare"])
async def test_other_clients_are_offered_what_the_server_itself_does(profile):
    async with session(profile=profile, settings=ON) as editor:
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({"perfcast": ON}))
        await editor.until(lambda: editor.local.server.configuration.general.code_lens)
        editor.open(URI, SOURCE)
        await editor.hints(URI)
        await editor.until(lambda: editor.local.server.forecasting.analysis(URI))
        [lens] = await lenses(editor)
        assert lens.command.command == "perfcast.server.measure"
        assert "perfcast.server.measure" in editor.result.capabilities.execute_command_provider.commands


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
