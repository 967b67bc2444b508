"""Documents under edits that come in the client's positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from perfcast.lsp.documents.open_documents import Document, position_encoding


def document(text: str, encoding: str = "utf-16") -> Document:
    return Document("file:///x.py", text, position_codec=PositionCodec(types.PositionEncodingKind(encoding)))


def edit(text: str, span: tuple[int, int, int, int], new: str, encoding: str = "utf-16") -> str:
    held = document(text, encoding)
    line, column, end_line, end_column = span
    change = types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(line, column), types.Position(end_line, end_column)), text=new
    )
    held.apply_change(change)
    return held.source


@pytest.mark.parametrize(
    ("text", "span", "new", "expected"),
    [
        ("ab\ncd", (1, 0, 1, 1), "X", "ab\nXd"),
        ("ab", (0, 2, 0, 2), "X", "abX"),
        ("ab", (0, 99, 0, 99), "X", "abX"),
        ("ab\n", (1, 0, 1, 0), "X", "ab\nX"),
        ("ab\n", (9, 0, 9, 0), "X", "ab\nX"),
        ("", (0, 0, 0, 0), "X", "X"),
        ("a\x0cb\nc", (1, 0, 1, 1), "X", "a\x0cb\nX"),
        ("a\u2028b\nc", (1, 0, 1, 1), "X", "a\u2028b\nX"),
        ("a\rb\r\nc", (2, 0, 2, 1), "X", "a\rb\r\nX"),
        ("a\r\nb", (0, 5, 0, 9), "X", "aX\r\nb"),
        ("a\r\nb", (0, 1, 1, 0), "", "ab"),
        ("😀b", (0, 2, 0, 3), "X", "😀X"),
        ("ab\ncd", (1, 1, 0, 1), "X", "aXd"),
    ],
)
def test_edits(text, span, new, expected):
    assert edit(text, span, new) == expected


def test_the_whole_text():
    held = document("a")
    held.apply_change(types.TextDocumentContentChangeWholeDocument(text="b\nc"))
    assert (held.source, held.index.count) == ("b\nc", 2)


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 7), ("utf-16", 3), ("utf-32", 2)])
def test_ends_of_lines(encoding, column):
    held = document("x\n😀漢\n", encoding)
    assert held.end_of_line(2) == types.Position(1, column)
    assert held.end_of_line(99) == types.Position(2, 0)


@given(st.text(alphabet="ab\n\r\x0c\u2028😀é", max_size=30), st.data())
def test_an_edit_replaces_what_lies_between_its_ends(text, data):
    held = document(text, "utf-32")
    first, second = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    splits = [offset for offset in (first, second) if text[offset - 1 : offset + 1] == "\r\n" and offset]
    if splits:
        return
    spans = [held.index.position(offset) for offset in (first, second)]
    span = (spans[0][0] - 1, spans[0][1], spans[1][0] - 1, spans[1][1])
    assert edit(text, span, "X", "utf-32") == text[:first] + "X" + text[second:]


@pytest.mark.parametrize(("name", "expected"), [(None, "utf-16"), ("utf-8", "utf-8"), ("utf-7", "utf-16")])
def test_encodings_unheard_of_are_the_protocols_own(name, expected):
    assert position_encoding(name) == expected
