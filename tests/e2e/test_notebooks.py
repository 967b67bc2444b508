"""Notebooks: their cells are one program."""

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from perfcast.lsp.features import hint_refresh
from tests.e2e.session import plain, session
from tests.unit.triton.sources import ADD

NOTEBOOK = "file:///project/a%20b/book.ipynb"
CODE, MARKUP = types.NotebookCellKind.Code, types.NotebookCellKind.Markup


def cell(name: str) -> str:
    return f"vscode-notebook-cell:/work/a%20b/book.ipynb#{name}"


def item(name: str, text: str, language: str = "python") -> types.TextDocumentItem:
    return types.TextDocumentItem(uri=cell(name), language_id=language, version=1, text=text)


CELLS = {
    "one": "%matplotlib inline\n!pip install x\nimport os",
    "two": "def helper(nums):\n    return [n for n in nums]",
    "text": "# def not_code(): pass",
    "three": "helper([1, 2, 3])\ndef main(nums): return helper(nums)",
    "magic": "%%bash\ndef nothing(",
    "four": "def last(nums): return max(nums)\nmain([0] * 50)",
}


def open_notebook(editor, texts: dict[str, str] = CELLS) -> None:
    cells = [types.NotebookCell(kind=MARKUP if name == "text" else CODE, document=cell(name)) for name in texts]
    editor.client.notebook_document_did_open(
        types.DidOpenNotebookDocumentParams(
            notebook_document=types.NotebookDocument(
                uri=NOTEBOOK, notebook_type="jupyter-notebook", version=1, cells=cells
            ),
            cell_text_documents=[
                item(name, text, "markdown" if name == "text" else "python") for name, text in texts.items()
            ],
        )
    )


def change(editor, cells: types.NotebookDocumentCellChanges) -> None:
    editor.client.notebook_document_did_change(
        types.DidChangeNotebookDocumentParams(
            notebook_document=types.VersionedNotebookDocumentIdentifier(version=2, uri=NOTEBOOK),
            change=types.NotebookDocumentChangeEvent(cells=cells),
        )
    )


async def all_places(editor) -> dict[str, list[tuple[int, int, str]]]:
    return {name: await editor.places(cell(name)) for name in CELLS}


async def test_cells_see_each_other():
    async with session() as editor:
        open_notebook(editor)
        await editor.until(lambda: editor.refreshes)
        places = await all_places(editor)
        assert {name: [place[:2] for place in found] for name, found in places.items() if found} == {
            "two": [(0, 17)],
            "three": [(1, 35)],
            "four": [(0, 32)],
        }
        # The call in another cell gives the workload: 3 elements, and 2 for the loop.
        assert places["two"][0][2].startswith("29–81 B")
        assert "from the call on line 1 of code cell 3." in (await editor.hover(cell("three"), 0, 3))
        [hint] = await editor.hints(cell("two"))
        resolved = await editor.client.inlay_hint_resolve_async(hint)
        assert "from the call on line 1 of code cell 3  \n" in resolved.tooltip.value


async def test_a_kernels_launch_is_named_by_its_cell():
    launch = "n = 1000\nadd_kernel[(4,)](torch.empty(n), torch.empty(n), torch.empty(n), n, BLOCK=256)\n"
    kernel = ADD.split("def add(")[0].strip()
    async with session() as editor:
        open_notebook(editor, {"kernel": kernel, "launch": launch})
        await editor.until(lambda: editor.refreshes)
        [line] = [at for at, text in enumerate(kernel.split("\n")) if text.startswith("def add_kernel")]
        text = await editor.hover(cell("kernel"), line, 6)
        assert "from the launch on line 2 of code cell 2" in text


async def test_edits_reordering_and_deleting_cells():
    async with session() as editor:
        open_notebook(editor)
        await editor.until(lambda: editor.refreshes)
        before = await all_places(editor)
        text = types.NotebookDocumentCellContentChanges(
            document=types.VersionedTextDocumentIdentifier(uri=cell("one"), version=2),
            changes=[types.TextDocumentContentChangeWholeDocument(text="x = 1\n" * 5)],
        )
        change(editor, types.NotebookDocumentCellChanges(text_content=[text]))
        assert await all_places(editor) == before, "typing in one cell moves nothing in the others"
        moved = types.NotebookCellArrayChange(
            start=0, delete_count=2, cells=[types.NotebookCell(kind=CODE, document=cell("two"))]
        )
        refreshes = editor.refreshes
        structure = types.NotebookDocumentCellChangeStructure(
            array=moved, did_close=[types.TextDocumentIdentifier(cell("one"))]
        )
        change(editor, types.NotebookDocumentCellChanges(structure=structure))
        assert await all_places(editor) == before
        await editor.until(lambda: editor.refreshes > refreshes)
        assert await all_places(editor) == before


async def test_a_closed_notebook_is_forgotten():
    async with session() as editor:
        open_notebook(editor)
        await editor.until(lambda: editor.refreshes)
        editor.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(
                notebook_document=types.NotebookDocumentIdentifier(uri=NOTEBOOK),
                cell_text_documents=[types.TextDocumentIdentifier(cell(name)) for name in CELLS],
            )
        )
        await editor.until(lambda: editor.statuses[-1].get("units") == 0)
        assert await editor.hints(cell("two")) == []


async def test_a_refresh_is_repeated_until_every_cell_has_been_asked_about(monkeypatch):
    monkeypatch.setattr(hint_refresh, "SECONDS_UNTIL_REPEATED", (0.1,) * 600)
    async with session(seconds=600) as editor:
        open_notebook(editor)
        asked = [cell("two"), cell("three")]
        for uri in asked:
            assert await editor.hints(uri) == []
        editor.local.model.finish()
        await editor.until(lambda: editor.refreshes >= 1)
        await editor.ready()
        refreshes = editor.refreshes
        assert await editor.hints(asked[0])
        await editor.until(lambda: editor.refreshes > refreshes)


async def test_units_of_one_name_are_told_apart_by_their_lines():
    cells = {
        "first": "import os\ndef f(nums: list[int]): return sum(nums)",
        "second": "def f(nums: list[int]):\n    for _ in nums: pass",
    }
    async with session() as editor:
        editor.client.notebook_document_did_open(
            types.DidOpenNotebookDocumentParams(
                notebook_document=types.NotebookDocument(
                    uri=NOTEBOOK,
                    notebook_type="jupyter-notebook",
                    version=1,
                    cells=[types.NotebookCell(kind=CODE, document=cell(name)) for name in cells],
                ),
                cell_text_documents=[item(name, text) for name, text in cells.items()],
            )
        )
        await editor.ready()
        sides = {
            "a": {"uri": cell("first"), "name": "f", "line": 2},
            "b": {"uri": cell("second"), "name": "f", "line": 1},
        }
        answer = plain(await editor.command("perfcast.server.compare", sides))
        ratio = answer["metrics"]["cpu_time"]["ratio"]
        assert ratio["p50"] == pytest.approx(0.5), "the second loops"
        with pytest.raises(JsonRpcException, match="stands for another function once the file has run"):
            await editor.command("perfcast.server.measure", sides["a"])


async def test_functions_beside_ipythons_own_syntax_have_hints():
    texts = {
        "one": "!pip install a \\\n    b\ndef first(nums): return len(nums)",
        "two": "def second(name, n):\n    return ('%s %d'\n            % (name, n))",
        "three": "%%time\ndef third(nums): return len(nums)",
        "magic": "%%bash\ndef nothing(nums): return len(nums)",
        "four": "def fourth(nums):\n    %time s = sum(nums)\n    return s",
    }
    async with session() as editor:
        open_notebook(editor, texts)
        await editor.ready()
        lines = {name: [line for line, _, _ in await editor.places(cell(name))] for name in texts}
    assert lines == {"one": [2], "two": [0], "three": [1], "magic": [], "four": [0]}
