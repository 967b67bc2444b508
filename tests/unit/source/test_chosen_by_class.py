"""Functions that call others by the class of what they are given, which nothing else names."""

from __future__ import annotations

from perfcast.source import SourceFile

SOURCE = """
import datetime
from functools import singledispatch, singledispatchmethod


@singledispatch
def plain(value):
    return str(value)


@plain.register
def _(value: dict):
    return {key: plain(one) for key, one in value.items()}


@plain.register(datetime.date)
def _(value):
    return stamp(value)


def stamp(value):
    return value.isoformat()


def dump(rows):
    return [plain(row) for row in rows]


class Shown:
    @singledispatchmethod
    def show(self, value):
        return repr(value)

    @show.register
    def _(self, value: float):
        return self.rounded(value)

    def rounded(self, value):
        return f"{value:.2f}"

    def all(self, values):
        return [self.show(value) for value in values]
"""


def _text(name: str, source: str = SOURCE) -> str:
    file = SourceFile.parse(source)
    return file.normal_form(file.unit(name))


def test_what_a_callee_calls_by_class_is_there_once() -> None:
    text = _text("dump")
    assert text.count("def plain(") == 1
    assert text.count("def _(value: dict)") == text.count("@plain.register(datetime.date)") == 1
    # And what these use.
    assert "def stamp(" in text
    assert "import datetime" in text


def test_of_the_function_itself_and_of_methods() -> None:
    assert "def _(value: dict)" in _text("plain")
    assert "def stamp(" in _text("plain")
    for name in ("Shown.show", "Shown.all"):
        text = _text(name)
        assert text.count("def _(self, value: float)") == text.count("def rounded(") == 1


def test_an_edit_of_one_of_them_is_seen_by_who_calls_it() -> None:
    file = SourceFile.parse(SOURCE)
    edited = SourceFile.parse(SOURCE.replace("return stamp(value)", "return [stamp(value)] * 2"), previous=file)
    assert "[stamp(value)] * 2" in edited.normal_form(edited.unit("dump"))
    assert edited.normal_form(edited.unit("stamp")) == file.normal_form(file.unit("stamp"))


def test_other_registers_add_nothing() -> None:
    source = SOURCE.replace("@singledispatch\n", "@registry\n")
    assert "value: dict" not in _text("dump", source)
