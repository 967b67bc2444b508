"""What is analysed as one program: a document, or the code cells of a notebook one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.uris import to_fs_path
from pygls.workspace import Workspace

from perfcast.lsp.configuration.settings import Settings
from perfcast.lsp.documents.ipython import plain_python
from perfcast.lsp.documents.open_documents import Document
from perfcast.source.locations.globs import matches

_LANGUAGES = {"python", "", None}
# As origins of workloads and notes about comments name them.
_LINE = re.compile(r"\bline (\d+)")


@dataclass(frozen=True)
class Part:
    """A document in a program.

    Attributes:
        first_line: of the document in the program, 1-based.
        line_count: of the document.
    """

    document: Document
    first_line: int
    line_count: int


@dataclass(frozen=True)
class Program:
    """One text made of one document or several.

    Attributes:
        key: the URI of the document, or of the notebook, as the client spells it.
    """

    key: str
    text: str
    parts: tuple[Part, ...]

    def place(self, line: int) -> tuple[Document, int] | None:
        """The document that a line (1-based) comes from, and which of its lines it is."""
        for part in self.parts:
            if part.first_line <= line < part.first_line + part.line_count:
                return part.document, line - part.first_line + 1
        return None

    def in_cells(self, text: str) -> str:
        """A text that names lines of the program, as the reader of a notebook counts them: cell by cell."""
        if not self._is_notebook:
            return text
        return _LINE.sub(lambda named: self._line_in_cell(int(named[1])) or named[0], text)

    @property
    def _is_notebook(self) -> bool:
        return any(part.document.uri != self.key for part in self.parts)

    def _line_in_cell(self, line: int) -> str:
        for number, part in enumerate(self.parts, 1):
            if part.first_line <= line < part.first_line + part.line_count:
                return f"line {line - part.first_line + 1} of code cell {number}"
        return ""

    def asked_line(self, request: Mapping[str, Any]) -> int | None:
        """As the function `asked_line`, of the document in the request's `uri`: the line that it is here."""
        line, part = asked_line(request), self.part(str(request["uri"]))
        return line if line is None or part is None else part.first_line + line - 1

    def part(self, uri: str) -> Part | None:
        """The part that comes from a document."""
        return next((part for part in self.parts if unquote(part.document.uri) == unquote(uri)), None)


class Programs:
    """The programs of a workspace's open documents."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def at(self, uri: str) -> Program | None:
        """The program that an open document, cell or notebook belongs to; None for what is no open Python code."""
        notebook = self._workspace.get_notebook_document(notebook_uri=uri)
        if notebook is None:
            notebook = self._workspace.get_notebook_document(cell_uri=uri)
        if notebook is not None:
            return self._of_notebook(notebook)
        document = self._workspace.text_documents.get(unquote(uri))
        return self._of_document(document) if isinstance(document, Document) else None

    def all(self) -> Iterator[Program]:
        """Every open program once."""
        seen: set[str] = set()
        for document in list(self._workspace.text_documents.values()):
            program = self.at(document.uri)
            if program is not None and program.key not in seen:
                seen.add(program.key)
                yield program

    @staticmethod
    def _of_document(document: Document) -> Program | None:
        if document.language_id not in _LANGUAGES:
            return None
        return Program(document.uri, document.source, (Part(document, 1, document.index.count),))

    def _of_notebook(self, notebook: types.NotebookDocument) -> Program:
        parts = []
        texts = []
        line = 1
        for cell in notebook.cells:
            document = self._workspace.text_documents.get(unquote(cell.document))
            if cell.kind != types.NotebookCellKind.Code or not isinstance(document, Document):
                continue
            if document.language_id not in _LANGUAGES:
                continue
            parts.append(Part(document, line, document.index.count))
            texts.append(plain_python(document.source))
            line += document.index.count
        return Program(notebook.uri, "\n".join(texts), tuple(parts))


def asked_line(request: Mapping[str, Any]) -> int | None:
    """The line (1-based) that a request names; None where it names none."""
    line = request.get("line")
    return line if type(line) is int else None


def is_excluded(program: Program, settings: Settings) -> bool:
    """Whether the settings, or its kind, keep a program from being forecast."""
    if not settings.enable or len(program.text.encode("utf-8", "surrogatepass")) > settings.max_file_size:
        return True
    path = path_of(program.key)
    return path.endswith(".pyi") or any(matches(pattern, path) for pattern in settings.exclude)


def path_of(uri: str) -> str:
    """The path in a URI, with '/' between its parts."""
    try:
        path = urlsplit(uri).path
    except ValueError:
        path = ""
    return unquote(path or uri)


def file_path(uri: str) -> str | None:
    """The path on disk that a URI stands for; None for one that stands for none, or is none itself."""
    try:
        path = to_fs_path(uri)
    except ValueError:
        return None
    return None if path is None or "\0" in path else path
