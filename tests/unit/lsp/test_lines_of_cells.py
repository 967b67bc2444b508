"""Lines that messages about notebooks name."""

from lsprotocol import types
from pygls.workspace import PositionCodec

from perfcast.forecast import UnitForecast
from perfcast.forecast.budgets import parse_budgets
from perfcast.lsp.documents.open_documents import Document
from perfcast.lsp.documents.programs import Part, Program
from perfcast.lsp.documents.relocation import Block
from perfcast.lsp.features.diagnostics import _of_unit
from perfcast.lsp.forecasting import Entry
from perfcast.source import SourceFile

CELLS = ["def f(xs): return list(xs)\n", "import os\nf([1, 2, 3])\n"]


def document(uri: str, text: str) -> Document:
    return Document(uri, text, position_codec=PositionCodec(types.PositionEncodingKind.Utf16))


def program(key: str, uris: list[str]) -> Program:
    parts, first = [], 1
    for uri, text in zip(uris, CELLS, strict=True):
        parts.append(Part(document(uri, text), first, text.count("\n")))
        first += text.count("\n")
    return Program(key, "".join(CELLS), tuple(parts))


def test_lines_are_counted_in_their_cells():
    notebook = program("file:///n.ipynb", ["cell:1", "cell:2"])
    assert notebook.in_cells("as in the call on line 3") == "as in the call on line 2 of code cell 2"
    assert notebook.in_cells("line 9") == "line 9", "there is no such line"


def test_a_budgets_message_names_the_cell():
    notebook = program("file:///n.ipynb", ["cell:1", "cell:2"])
    file = SourceFile.parse(notebook.text)
    [unit] = file.units
    forecast = UnitForecast(
        unit,
        "xs: list[int] * 1000",
        "default as call on line 3",
        "CPU",
        {},
        measured={"peak_memory": 8e3},
        budgets=parse_budgets("peak < 1 KiB"),
    )
    entry = Entry(unit, Block.of(unit, file, notebook.text.split("\n")), forecast)
    [found] = _of_unit(notebook, notebook.parts[0].document, 1, entry, forecast, ())
    assert found.message.endswith("(for xs: list[int] * 1000, by default, as in the call on line 2 of code cell 2)")
