"""What decoding holds beside the text that comes of it: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, run


def _peak(data: str, *arguments: str) -> float:
    called = f"DATA.decode({', '.join(map(repr, arguments))})"
    return peak_of(f"def f(n):\n    return {called}\n\nDATA = {data}\n", "n: int = 3")


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("data", "arguments", "measured"),
    [
        ("b'a' * 1000", (), 1_049),
        ("b'a' * 1000", ("utf-8", "replace"), 1_049),
        # A place for plain characters, as many as there are bytes, lies beside that for wider ones.
        ("'é'.encode() * 1000", (), 3_978),
        ("'€'.encode() * 1000", (), 8_979),
        ("'a€'.encode() * 500", (), 5_979),
        ("'😀'.encode() * 1000", (), 19_981),
        ("b'\\x81' * 1000", ("utf-8", "replace"), 2_979),
        ("b'\\x81' * 1000", ("ascii", "replace"), 2_979),
        ("b'\\xe9' * 1000", ("latin-1",), 1_073),
        # Other codecs are looked up, and errors are objects with a copy of the data.
        ("b'a' * 1000", ("cp1252",), 1_297),
        ("b'a' * 1000", ("utf-16-le",), 1_839),
        ("b'\\x81' * 1000", ("cp1252", "replace"), 4_854),
        ("b'\\x81' * 1000", ("utf-32-be", "replace"), 2_610),
    ],
)
def test_decoding_holds_what_cpython_does(data: str, arguments: tuple[str, ...], measured: int) -> None:
    assert _peak(data, *arguments) == pytest.approx(measured, rel=0.05, abs=60)


def test_lenient_decoding_gives_what_python_does() -> None:
    source = "data = b'\\x81' * 400\nfound = [data.decode('utf-32-be', 'replace'), data.decode(errors='ignore')]"
    assert interpreted(source) == run(source)


def test_an_unknown_codec_is_the_error_that_it_is() -> None:
    source = "try:\n    b'a'.decode('none such')\nexcept LookupError as error:\n    found = str(error)"
    assert interpreted(source) == run(source)
