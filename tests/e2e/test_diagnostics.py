"""Diagnostics and code actions over the protocol."""

import ast

import pytest
from lsprotocol import types

from tests.e2e.session import session

URI = "file:///project/code.py"
SOURCE = """\
# 😀
# perfcast: nums: list[int] * 1000
# perfcast: peak < 1 KiB
def sure(nums): return sum(nums)

# perfcast: nums: list[int
class C:
    # perfcast: peak < lots
    def method(self, nums): return sum(nums)

# perfcast: ignore;
# perfcast: peak < 1 B
def ignored(nums): return sum(nums)

# perfcast: number: list[int]
def renamed(numbers): return sum(numbers)
"""


async def pull(editor) -> list[types.Diagnostic]:
    report = await editor.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(text_document=types.TextDocumentIdentifier(uri=URI))
    )
    return list(report.items)


def described(diagnostics) -> list[tuple]:
    return [
        (d.range.start.line, d.range.start.character, d.range.end.character, d.severity.name, d.code)
        for d in diagnostics
    ]


async def pulled_in_the_end(editor, expected: list[tuple]) -> None:
    """Pull at each refresh, as editors do, until what is expected comes: which refresh brings it is not told."""
    heeded = 0
    while described(await pull(editor)) != expected:
        await editor.until(lambda seen=heeded: editor.client.diagnostic_refresh_count > seen)
        heeded = editor.client.diagnostic_refresh_count


EXPECTED = [
    (3, 0, 32, "Error", "budget/peak_memory"),
    (7, 16, 27, "Warning", "comment"),
    (14, 12, 29, "Warning", "comment"),
]


async def test_clients_that_pull():
    async with session() as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.client.diagnostic_refresh_count)
        found = await pull(editor)
        assert described(found) == EXPECTED
        assert found[2].message == "renamed has no parameter 'number'; did you mean 'numbers'?"
        assert editor.client.diagnostics == {}
        assert found[0].message == (
            "Peak memory exceeds the budget 'peak < 1 KiB' with a probability of 99% (for nums: list[int] * 1000)"
        )
        # They move with their lines, and go with them.
        editor.edit(URI, ((0, 0, 0, 0), "\n"))
        assert [place[0] for place in described(await pull(editor))] == [4, 8, 15]
        editor.edit(URI, ((3, 20, 3, 20), "0"))
        assert [place[0] for place in described(await pull(editor))] == [8, 15]


# Neovim 0.11 pulls, but not when told to.
@pytest.mark.parametrize("profile", ["neovim", "emacs", "bare"])
async def test_clients_that_do_not_pull_when_told_to_are_sent_them(profile):
    async with session(profile=profile) as editor:
        assert editor.result.capabilities.diagnostic_provider is None
        editor.open(URI, SOURCE)
        await editor.until(lambda: URI in editor.client.diagnostics)
        assert described(editor.client.diagnostics[URI]) == EXPECTED
        editor.edit(URI, "def fine(): return 1\n")
        editor.save(URI)
        await editor.until(lambda: not editor.client.diagnostics[URI])
        editor.edit(URI, SOURCE)
        editor.save(URI)
        await editor.until(lambda: editor.client.diagnostics[URI])
        editor.close(URI)
        await editor.until(lambda: not editor.client.diagnostics[URI])


async def test_those_kept_of_the_text_before_move_with_their_lines():
    async with session() as editor:
        editor.open(URI, "def a(nums): return nums\n\n# perfcast: peak < lots\ndef b(nums): return a(nums)\n")
        await editor.ready()
        assert [place[0] for place in described(await pull(editor))] == [2]
        await editor.places(URI)
        editor.edit(URI, ((0, 0, 0, 24), "x = 1\n" * 20 + "def a(nums): return [nums]"))
        refreshes, model = editor.refreshes, editor.local.model
        model.seconds = 600
        model.finish(but="def b(")
        editor.save(URI)
        await editor.until(lambda: editor.refreshes > refreshes)
        assert editor.statuses[-1]["state"] == "working", "what is below is still to be forecast"
        assert [place[0] for place in described(await pull(editor))] == [22]


async def actions(editor, line: int, only: list[str] | None = None) -> list[types.CodeAction]:
    kinds = [types.CodeActionKind(kind) for kind in only] if only else None
    found = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=types.TextDocumentIdentifier(uri=URI),
            range=types.Range(types.Position(line, 5), types.Position(line, 5)),
            context=types.CodeActionContext(diagnostics=[], only=kinds),
        )
    )
    return list(found)


async def test_code_actions_write_comments():
    async with session() as editor:
        editor.open(URI, "class C:\r\n    @cached\r\n    def f(self, nums: list[int]):\r\n        return nums\r\n")
        await editor.until(lambda: editor.refreshes)
        offered = await actions(editor, 2)
        assert [action.title for action in offered] == [
            "Perfcast: Write the workload as a comment",
            "Perfcast: Set a budget",
            "Perfcast: Ignore this function",
        ]
        edits = [action.edit.changes[URI][0] for action in offered]
        assert {(edit.range.start.line, edit.range.start.character) for edit in edits} == {(1, 0)}
        assert [edit.new_text for edit in edits] == [
            "    # perfcast: nums: list[int] * 1000 in 0..1000\r\n",
            "    # perfcast: peak < 26 KiB, time < 34 µs\r\n",
            "    # perfcast: ignore\r\n",
        ]
        assert await actions(editor, 3) == []
        assert await actions(editor, 2, ["quickfix"]) == []
        assert len(await actions(editor, 2, ["refactor"])) == len(await actions(editor, 2, [""])) == 3
        assert await actions(editor, 2, ["refactor.inline"]) == []


async def test_no_budget_is_offered_that_cannot_be_written():
    async with session() as editor:
        editor.local.model.median = lambda text, prompt: 2.0**70 if prompt.metric == "peak_memory" else 1e-3
        editor.open(URI, "# perfcast: n: int = 3\ndef f(n):\n    return n\n")
        await editor.until(lambda: editor.refreshes)
        written = [action.edit.changes[URI][0].new_text for action in await actions(editor, 1)]
        assert written == ["# perfcast: time < 3.4 ms\n", "# perfcast: ignore\n"]


async def test_what_the_actions_write_is_understood():
    async with session() as editor:
        editor.open(URI, "def f(nums: list[int]):\n    return nums\n")
        await editor.until(lambda: editor.refreshes)
        for action, expected in zip(await actions(editor, 0), (True, True, False), strict=True):
            editor.edit(URI, action.edit.changes[URI][0].new_text + "def f(nums: list[int]):\n    return nums\n")
            editor.save(URI)
            await editor.ready()
            assert bool(await editor.places(URI)) is expected
            assert await pull(editor) == []


@pytest.mark.parametrize(
    ("profile", "command", "arguments"),
    [
        ("vscode", "perfcast.measure", [URI, "sure", 4]),
        ("neovim", "perfcast.server.measure", [{"uri": URI, "name": "sure", "line": 4}]),
    ],
)
async def test_what_may_cost_too_much_can_be_measured(profile, command, arguments):
    async with session(profile=profile) as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.refreshes)
        [fix] = await actions(editor, 3, ["quickfix"])
        # lsprotocol takes an action that has a command and no edit for the command itself, and its command for a text.
        asked = ast.literal_eval(fix.command)
        assert (asked["command"], asked["arguments"]) == (command, arguments)
        assert await actions(editor, 8, ["quickfix"]) == []


async def test_a_budget_that_is_not_checked_is_told():
    source = "# perfcast: time < 1 s\ndef f(path): return open(path).read()\n\ndef g(path): return open(path)\n"
    async with session(settings={"budgets": [{"files": "**", "budget": "time < 1 s"}]}) as editor:
        editor.open(URI, source)
        await editor.until(lambda: editor.client.diagnostic_refresh_count)
        found = await pull(editor)
        assert described(found) == [(1, 0, 37, "Information", "budget/unchecked")]
        assert found[0].message == "budget not checked: no forecast: opens files"


async def test_budgets_by_glob_for_what_has_none_of_its_own():
    budgets = [{"files": "other/**", "budget": "peak < 1 B"}, {"files": "*.py", "budget": "time < 1 ns"}]
    source = SOURCE + "\n# perfcast: nums: list[int] * 1000\ndef free(nums): return sum(nums)\n"
    async with session(settings={"budgets": budgets}, folders=["file:///project"]) as editor:
        editor.open(URI, source)
        await editor.until(lambda: editor.client.diagnostic_refresh_count)
        found = await pull(editor)
        assert [place[0] for place in described(found)] == [3, 7, 8, 14, 15, 18]
        assert {d.code for d in found if d.range.start.line in (8, 15, 18)} == {"budget/cpu_time"}
        editor.client.set_configuration({"budgets": []}, section="perfcast")
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await pulled_in_the_end(editor, EXPECTED)


async def test_a_budget_that_does_not_parse_is_told_once():
    async with session(settings={"budgets": [{"files": "**", "budget": "peak < lots"}]}) as editor:
        editor.open(URI, SOURCE)
        await editor.ready()
        assert described(await pull(editor)) == EXPECTED
        [message] = editor.client.messages
        assert message.message.startswith("perfcast.budgets: number 1: a budget such as 'peak < 100 MiB'")
