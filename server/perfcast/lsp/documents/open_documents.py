"""Open documents as the editor has them.

pygls breaks lines as `str.splitlines` does, at form feeds and U+2028 too, so edits after one of those land in the wrong
line. Here lines break as in the protocol, and a position beyond a line's end is the line's end.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import pairwise
from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from perfcast.source import LineIndex, PositionEncoding

logger = logging.getLogger(__name__)

_ENCODINGS: dict[str, PositionEncoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


def position_encoding(value: str | None) -> PositionEncoding:
    """The encoding of that name; UTF-16, the protocol's own, for None and names unheard of."""
    return _ENCODINGS.get(str(getattr(value, "value", value)), "utf-16")


class Document(TextDocument):
    """An open document, with its lines at hand."""

    _index: LineIndex | None = None

    @property
    def index(self) -> LineIndex:
        """The lines of the current text."""
        source = self.source
        if self._index is None:
            self._index = LineIndex(source)
        elif self._index.text is not source:
            self._index = self._index.edited(source)
        return self._index

    @property
    def lines(self) -> Sequence[str]:
        """The lines with their line breaks, for pygls."""
        index = self.index
        starts = [index.start(number) for number in range(1, index.count + 1)] + [len(index.text)]
        return tuple(index.text[start:end] for start, end in pairwise(starts))

    @property
    def encoding(self) -> PositionEncoding:
        """What a column in the client's positions counts."""
        return position_encoding(self.position_codec.encoding)

    def offset_of(self, position: types.Position) -> int:
        """Offset in the text of a client's position, clamped to its line and to the text."""
        if position.line >= self.index.count:
            return len(self.index.text)
        number = max(position.line, 0) + 1
        return self.index.start(number) + self.index.from_client(number, position.character, self.encoding)

    def end_of_line(self, number: int) -> types.Position:
        """The client's position behind the last character of a line (1-based), clamped to the text."""
        number = max(1, min(number, self.index.count))
        return types.Position(number - 1, self.index.width(number, self.encoding))

    def _apply_incremental_change(self, change: types.TextDocumentContentChangePartial) -> None:
        text = self.index.text
        start, end = sorted((self.offset_of(change.range.start), self.offset_of(change.range.end)))
        self._source = text[:start] + change.text + text[end:]


class Documents(Workspace):
    """pygls's workspace with `Document`s in it."""

    def update_text_document(
        self, text_doc: types.VersionedTextDocumentIdentifier, change: types.TextDocumentContentChangeEvent
    ) -> None:
        """Applies a change; that of a document which is not open, sent as some clients close it, is passed over."""
        if unquote(text_doc.uri) in self.text_documents:
            super().update_text_document(text_doc, change)

    def update_notebook_document(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Applies a change; that of a notebook which is not open is passed over."""
        if unquote(params.notebook_document.uri) in self._notebook_documents:
            super().update_notebook_document(params)

    def put_text_document(self, text_document: types.TextDocumentItem, notebook_uri: str | None = None) -> None:
        """Adds a document; one whose URI is none, such as ``http://[``, is passed over."""
        try:
            super().put_text_document(text_document, notebook_uri)
        except ValueError:
            logger.warning("passed over: a document whose URI cannot be read")

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> Document:
        return Document(
            doc_uri,
            source=source,
            version=version,
            language_id=language_id,
            sync_kind=self._sync_kind,
            position_codec=self._position_codec,
        )
