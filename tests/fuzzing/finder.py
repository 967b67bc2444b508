"""`perfcast.source`: whatever a file holds, its units are found, lie within it, and are the same a second time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from perfcast.source import RevisionCommand, SourceError, SourceFile, decode_source
from perfcast.source.parsing.lines import PositionEncoding
from tests.fuzzing.provider import Provider, pick
from tests.fuzzing.python_text import edited, python_text

_ENCODINGS: tuple[PositionEncoding, ...] = ("utf-8", "utf-16", "utf-32")


def one_input(data: Provider) -> None:
    """Reads a text, the text after an edit, and bytes that may be no text."""
    text = python_text(data)
    file = _read(text)
    after = edited(data, text)
    # What is taken from an earlier version is what would be found anew.
    assert _summary(SourceFile.parse_tolerant(after, file)) == _summary(_read(after))
    _convert_positions(data, file)
    _ask_for_names(data, file)
    _decode(data, text)


def _read(text: str) -> SourceFile:
    file = SourceFile.parse_tolerant(text)
    try:
        strict = SourceFile.parse(text)
    except SourceError as error:
        assert file.errors
        for one in (error, *file.errors):
            assert one.line is not None and 1 <= one.line <= file.lines.count, one
            assert str(one)
    else:
        assert not file.errors
        assert _summary(strict) == _summary(file)
    _check_places(file)
    return file


def _check_places(file: SourceFile) -> None:
    for unit in file.units:
        assert 1 <= unit.line <= unit.header_end_line <= unit.end_line <= file.lines.count, unit
        assert 0 <= unit.column <= file.lines.width(unit.line), unit
        assert file.lines.line(unit.line)[unit.column :].startswith(("def", "async")), unit


def _summary(file: SourceFile) -> list[object]:
    """All that is found in a file, with the error in its stead where a normal form cannot be written."""
    found: list[object] = [*map(str, file.errors)]
    for unit in file.units:
        try:
            assert file.normal_form(unit) == file.normal_form(unit)
            found.append((unit, file.digest(unit)))
        except SourceError as error:
            found.append((unit, str(error)))
    return found


def _convert_positions(data: Provider, file: SourceFile) -> None:
    lines, encoding = file.lines, pick(data, _ENCODINGS)
    number, column = data.ConsumeIntInRange(-2, lines.count + 2), data.ConsumeIntInRange(-3, 90)
    units = lines.to_client(number, column, encoding)
    inside = max(0, min(column, lines.width(number)))
    assert lines.from_client(number, units, encoding) == inside
    assert 0 <= lines.from_client(number, column, encoding) <= lines.width(number)
    line, within = lines.position(data.ConsumeIntInRange(-5, len(lines.text) + 5))
    assert 1 <= line <= lines.count and 0 <= within <= lines.width(line)


def _ask_for_names(data: Provider, file: SourceFile) -> None:
    name = data.ConsumeUnicode(6)
    try:
        assert file.unit(name).name == name
    except SourceError:
        assert name not in {unit.name for unit in file.units}
    with suppress(SourceError):
        RevisionCommand.of(Path("code.py"), name).text(data.ConsumeIntInRange(-9, 128), data.ConsumeBytes(9), b"\xff")


def _decode(data: Provider, text: str) -> None:
    cookie = pick(data, ("", "# coding: utf-8\n", "# -*- coding: latin-1 -*-\r", "\n# coding: rot13\n", "# coding: "))
    encoded = (cookie + text).encode(pick(data, ("utf-8", "utf-8-sig", "utf-16")), "surrogatepass")
    try:
        decode_source(encoded + data.ConsumeBytes(20))
    except SourceError as error:
        assert error.line is not None and error.line >= 1
