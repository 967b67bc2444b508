"""decode_source: bytes of a file -> text, or an error that names the line."""

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfcast.source import SourceError, decode_source


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"x = 1\n", "x = 1\n"),
        ("x = 'é😀'\n".encode(), "x = 'é😀'\n"),
        (codecs.BOM_UTF8 + "x = 'é'\n".encode(), "x = 'é'\n"),
        (codecs.BOM_UTF8 + b"# -*- coding: utf-8 -*-\nx = 1\n", "# -*- coding: utf-8 -*-\nx = 1\n"),
        (b"# coding: latin-1\nx = '\xe9'\n", "# coding: latin-1\nx = 'é'\n"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1251 :\nx = '\xe9'\n", None),
        (b"# na\xefve, coding: latin-1\nx = '\xe9'\n", "# naïve, coding: latin-1\nx = 'é'\n"),
        ("# coding: shift_jis\nx = '日本'\n".encode("shift_jis"), "# coding: shift_jis\nx = '日本'\n"),
        # The cookie counts in the first two lines only, and only in a comment.
        ("\n\n# coding: latin-1\nx = 'é'\n".encode(), "\n\n# coding: latin-1\nx = 'é'\n"),
        (b"# note\rcoding=3\r", "# note\rcoding=3\r"),
    ],
)
def test_text_is_decoded_as_python_would(data: bytes, text: str | None) -> None:
    assert decode_source(data) == (data.decode("cp1251") if text is None else text)


def test_line_breaks_and_form_feeds_are_left_as_they_are() -> None:
    text = "a = 1\r\nb = 2\rc = 3\n\fd = 4\x0b\u2028e\x85"
    assert decode_source(text.encode()) == text


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"x = 1\r\ny = 2\rz = '\xe9'\n", 3, "0xe9"),
        (b"\xe9", 1, "UTF-8"),
        (b"x = 1\n" * 5 + b"\x00\x01", 6, "binary"),
        (b"\x7fELF\x02\x01\x01\x00", 1, "binary"),
        ("x = 1\n".encode("utf-16"), 1, "binary"),
        (b"# coding: no-such-encoding\nx = 1\n", 1, "no-such-encoding"),
        (b"#!/usr/bin/python\n# coding: no-such-encoding\nx = 1\n", 2, "no-such-encoding"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", 1, "utf-8"),
        (codecs.BOM_UTF8 + b"#!/usr/bin/python\n# coding: latin-1\n", 2, "utf-8"),
        (b"# coding: rot13\nk = 1\n", 1, "rot13"),
        (b"# coding: undefined\nk = 1\n", 1, "undefined"),
        (b"# coding: ascii\n\nx = '\xe9'\n", 3, "ascii"),
    ],
)
def test_what_cannot_be_decoded_is_one_error_that_names_the_line(data: bytes, line: int, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        decode_source(data)
    assert caught.value.line == line
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"line {line}")


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        text = decode_source(data)
    except SourceError as error:
        assert error.line is not None and error.line >= 1
    else:
        assert isinstance(text, str)


@settings(deadline=None)
@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_utf8_is_given_back_unless_it_declares_otherwise(text: str) -> None:
    assert decode_source(("# 1\n# 2\n" + text).encode()) == "# 1\n# 2\n" + text
