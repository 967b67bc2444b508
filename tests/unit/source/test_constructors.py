"""Constructors, read with what the other methods ask of what they keep."""

from __future__ import annotations

import ast

import pytest

from perfcast.source.classes.constructors import constructor_of

KEEPING = """
class Shop:
    def __init__(self, rows):
        self.rows = rows
    def total(self):
        return sum(row["price"] for row in self.rows)
"""


def test_a_constructor_is_read_once_for_all_instances() -> None:
    [owner] = ast.parse(KEEPING).body
    assert isinstance(owner, ast.ClassDef)
    made = constructor_of([owner])
    assert made is not None
    assert "row['price'] for row in rows" in ast.unparse(made)
    assert constructor_of([owner]) is made


def test_one_that_fields_make_is_read_with_what_methods_ask_of_them() -> None:
    fields = KEEPING.replace("def __init__(self, rows):\n        self.rows = rows", "rows: list[dict]")
    [owner] = ast.parse("@dataclass" + fields).body
    assert isinstance(owner, ast.ClassDef)
    made = constructor_of([owner])
    assert made is not None
    assert [ast.unparse(one) for one in made.body] == ["return sum((row['price'] for row in rows))"]
    assert constructor_of([owner]) is made


def test_one_is_read_with_what_classes_ask_of_what_a_base_keeps() -> None:
    classes = ast.parse(
        "class Special(Shop):\n    def __init__(self, lines, size):\n        super().__init__(rows=lines)\n"
        "    def first(self):\n        return self.rows[0]\n" + KEEPING
    ).body
    order = [one for one in classes if isinstance(one, ast.ClassDef)]
    made = constructor_of(order)
    assert made is not None
    read = [ast.unparse(one) for one in made.body]
    assert read[1:] == ["return lines[0]", "return sum((row['price'] for row in lines))"]


@pytest.mark.parametrize(
    "base",
    ['namedtuple("Shop", "rows, size")', 'collections.namedtuple("Shop", ["rows", "size"])'],
)
def test_one_of_a_tuple_that_is_extended_takes_its_fields(base: str) -> None:
    extending = KEEPING.replace("Shop", f"Shop({base})").replace(
        "def __init__(self, rows):\n        self.rows = rows", ""
    )
    [owner] = ast.parse(extending).body
    assert isinstance(owner, ast.ClassDef)
    made = constructor_of([owner])
    assert made is not None
    assert [one.arg for one in made.args.kwonlyargs] == ["rows", "size"]
    assert [ast.unparse(one) for one in made.body] == ["return sum((row['price'] for row in rows))"]
    [owner] = ast.parse(f"{extending}    def __new__(cls, rows): return super().__new__(cls, rows, len(rows))\n").body
    assert isinstance(owner, ast.ClassDef)
    taken = constructor_of([owner])
    assert taken is not None
    assert ast.unparse(taken.args) == "self, rows"


def test_one_is_read_off_what_makes_instances() -> None:
    [owner] = ast.parse(
        "class Shop:\n    def __new__(cls, rows, size=3):\n        self = object.__new__(cls)\n"
        "        self.rows = rows\n        return self\n"
        "    def total(self):\n        return sum(row['price'] for row in self.rows)\n"
    ).body
    assert isinstance(owner, ast.ClassDef)
    made = constructor_of([owner])
    assert made is not None
    assert ast.unparse(made.args) == "self, rows, size=3"
    assert ast.unparse(made.body[-1]) == "return sum((row['price'] for row in rows))"


def test_an_initializer_goes_before_what_makes_instances() -> None:
    [single] = ast.parse(
        "class Single:\n    def __new__(cls, *args):\n        return object.__new__(cls)\n"
        "    def __init__(self, names):\n        self.names = names\n"
    ).body
    assert isinstance(single, ast.ClassDef)
    made = constructor_of([single])
    assert made is not None
    assert ast.unparse(made.args) == "self, names"
