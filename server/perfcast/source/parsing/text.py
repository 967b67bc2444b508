"""The bytes of a file -> its text, as Python itself would decode it, line breaks left as they are."""

import re
import tokenize

from perfcast.source.errors import SourceError

_LINE_BREAK = re.compile(rb"\r\n|\r|\n")


def decode_source(data: bytes) -> str:
    """Decode by byte order mark or PEP 263 coding cookie, else as UTF-8; the mark is dropped.

    Raises SourceError, with the line, for binary data (NUL bytes), unknown encodings and undecodable bytes.
    """
    if (nul := data.find(b"\0")) >= 0:
        raise SourceError("binary file: it holds NUL bytes", _line_at(data, nul))
    encoding = _detect_encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        bad = data[error.start]
        raise SourceError(
            f"byte 0x{bad:02x} cannot be decoded as {encoding}; save the file as UTF-8 or declare its encoding",
            _line_at(data, error.start),
        ) from None
    except (UnicodeError, LookupError) as error:  # codecs that are not for text, such as rot13 or undefined
        raise SourceError(f"cannot be decoded as {encoding}: {error}", 1) from None


def _detect_encoding(data: bytes) -> str:
    # detect_encoding breaks lines at \n only and gives up on undecodable bytes beside the cookie: so it gets the two
    # lines that may hold a cookie, in ASCII but for the byte order mark.
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    head = _LINE_BREAK.split(data.removeprefix(mark), maxsplit=2)[:2]
    ascii_lines = [line.decode("ascii", "replace").replace("\ufffd", "?").encode("ascii") + b"\n" for line in head]
    ascii_lines[0] = mark + ascii_lines[0]
    remaining = iter(ascii_lines)
    try:
        encoding, _ = tokenize.detect_encoding(lambda: next(remaining, b""))
    except SyntaxError as error:
        raise SourceError(str(error), 1 if b"coding" in head[0] else 2) from None
    return encoding


def _line_at(data: bytes, offset: int) -> int:
    return 1 + sum(1 for _ in _LINE_BREAK.finditer(data, 0, offset))
