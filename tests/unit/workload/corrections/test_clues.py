"""What a unit's text tells of what it takes."""

from __future__ import annotations

import ast
import textwrap

from perfcast.workload.corrections.clues import clues_in


def clues(text, held=()):
    return clues_in(ast.parse(textwrap.dedent(text)), held)


def test_formats_that_times_are_read_by_may_stand_elsewhere():
    text = "def f(x):\n    for one in ('%Y-%m-%d', '%d.%m.%Y', '%', 'a'):\n        strptime.strptime(x, one)\n"
    assert clues_in(ast.parse(text)).formats == ("%Y-%m-%d", "%d.%m.%Y")
    assert clues_in(ast.parse(text.replace(".strptime", ".other"))).formats == ()


def test_texts_of_which_one_is_meant():
    found = clues(
        """
        def f(kind):
            if kind == "plain":
                return 1
            return {"red": 1, "blue": 2}[kind]
        """
    )
    assert found.texts == (("red", "blue"), ("plain",))
    assert found.compared == {"kind": ("plain",)}


def test_texts_are_of_what_is_compared_with_them():
    found = clues(
        """
        def f(kind, one, mode):
            if kind == "plain" or "round" != kind or one.kind == "thick" or one.kind == "":
                return 1
            return mode.lower() == "fast" or mode == other
        """
    )
    assert found.compared == {"kind": ("plain", "round", "thick"), "mode.lower()": ("fast",)}
    assert found.texts == (("plain", "round", "thick"), ("fast",))


def test_texts_that_names_stand_for():
    assert clues("def f(kind): return KINDS[kind]", [{"a": 1, "b": 2}]).texts == (("a", "b"),)


def test_values_that_are_no_texts_are_no_group():
    assert clues("def f(x): return [1, 'a'], ('one',), {1: 2, **x}").texts == ()


def test_separators_keys_formats_and_calls():
    found = clues(
        """
        def f(text, row):
            if "=" not in text:
                raise ValueError(text)
            one, other = text.split("::")
            return row["price"], datetime.strptime(other, "%d/%m"), row.name
        """
    )
    assert found.separators == ("=", "::")
    assert found.keys == ("price",)
    assert found.formats == ("%d/%m",)
    assert found.called == {"split", "strptime"}
    assert "price" in found.constants


def test_attributes_by_the_names_that_are_asked():
    found = clues("def f(x, y): return x.price + y.size() + y.size + x.tags[0].name + x.__dict__")
    assert {name: set(held) for name, held in found.of_names.items()} == {"x": {"price", "tags"}}


def test_types_that_something_may_be_of():
    assert clues("def f(x): return isinstance(x, str) or isinstance(x, (bytes, Path))").types == (
        "str",
        "bytes",
        "Path",
    )


def test_what_is_merely_tested():
    found = clues(
        """
        class Handler:
            def __init__(self, quick, rows, name, level):
                self._quick = quick
                self._rows = rows
                self.name = name
                if not level or name:
                    self.log(level)

            def run(self):
                if self._quick and self._rows:
                    return len(self._rows) if self.name else self.name.upper()
        """
    )
    assert found.tested == {"quick", "_quick", "level"}


def test_how_texts_begin_and_end():
    found = clues(
        """
        def f(path, name):
            assert path.startswith("/")
            if name.startswith(("http", "ftp")) or name.endswith("`"):
                return name.endswith(".gz")
        """
    )
    assert found.edges == {"path": ("/aaaaaa",), "name": ("`http`aaaaaa", "`ftp`aaaaaa", "aaaaaa`.gz`")}
