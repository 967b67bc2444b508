"""What is known of an earlier text says the same as a later text does by itself."""

import gc
import weakref

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve

TEXT = '''
LIMIT = 300


def first(nums):
    return sorted(nums)


# perfcast: words = list[str] * 20 * 5
def second(words):
    return "".join(words)


class Box:
    def __init__(self, items):
        self.items = items

    @property
    def size(self):
        return len(self.items)

    def largest(self, count=3):
        return sorted(self.items)[-count:]


@cached
def third(text):
    """
    >>> third("abc" * 100)
    """
    return text.upper()


def run():
    return first(list(range(LIMIT)))
'''


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LIMIT = 300", "LIMIT = 500"),
        ("first(list(range(LIMIT)))", "first([])"),
        ("first(list(range(LIMIT)))", "second([1, 2])"),
        ("first(list(range(LIMIT)))", "Box(list(range(9))).largest(8)"),
        ("first(list(range(LIMIT)))", "third('a' * 50)"),
        ("first(list(range(LIMIT)))", "None"),
        ("LIMIT = 300\n", "LIMIT = 300\n# moved\n\n"),
        ("words = list[str] * 20 * 5", "words = list[str] * 10 * 5"),
        ("# perfcast: words = list[str] * 20 * 5\n", ""),
        ("# perfcast: words = list[str] * 20 * 5\n", "\n# perfcast: words = what\n"),
        ("@cached\n", "# perfcast: text = str * 7\n@cached\n"),
        ('"abc" * 100', '"abc" * 10'),
        ("def largest(self, count=3)", "def largest(self, numbers, count=3)"),
        ("    @property\n", ""),
        ("def first(nums)", "def first(text: str)"),
        ("def third", "def fourth(x):\n    return third\n\n\ndef third"),
    ],
)
def test_units_are_called_with_the_same_whatever_was_known_before(before: str, after: str) -> None:
    earlier = SourceFile.parse(TEXT)
    for unit in earlier.units:
        resolve(unit, earlier)
    edited = TEXT.replace(before, after)
    assert edited != TEXT
    later, alone = SourceFile.parse(edited, earlier), SourceFile.parse(edited)
    assert later.units == alone.units
    assert [resolve(unit, later) for unit in later.units] == [resolve(unit, alone) for unit in alone.units]
    assert [resolve(unit, later, 50) for unit in later.units] == [resolve(unit, alone, 50) for unit in alone.units]


GRAPH = """
def first(graph):
    return graph.names()


class Graph:
    def names(self):
        return []


def second(graphs):
    return [one.names() for one in graphs]
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("class Graph", "class Tree"),
        ("class Graph", "class NewGraph"),
        ("def names", "def labels"),
        ("graph.names()", "graph.labels()"),
        ("def second", "class OtherGraph:\n    def names(self): pass\n\n\ndef second"),
    ],
)
def test_classes_that_parameters_are_of_come_and_go(before: str, after: str) -> None:
    edited = GRAPH.replace(before, after)
    for one, other in ((GRAPH, edited), (edited, GRAPH)):
        earlier = SourceFile.parse(one)
        for unit in earlier.units:
            resolve(unit, earlier)
            earlier.digest(unit)
        later, alone = SourceFile.parse(other, earlier), SourceFile.parse(other)
        assert [resolve(unit, later) for unit in later.units] == [resolve(unit, alone) for unit in alone.units]
        assert [later.digest(unit) for unit in later.units] == [alone.digest(unit) for unit in alone.units]
    assert str(resolve(SourceFile.parse(GRAPH).unit("second"), SourceFile.parse(GRAPH)).workload) == (
        "graphs: list[Graph] * 1000"
    )


def test_a_unit_that_has_but_moved_is_not_looked_at_again() -> None:
    earlier = SourceFile.parse(TEXT)
    known = {unit.name: resolve(unit, earlier) for unit in earlier.units}
    later = SourceFile.parse(TEXT.replace("LIMIT = 300", "LIMIT = 300\nOTHER = 4"), earlier)
    again = {unit.name: resolve(unit, later) for unit in later.units}
    assert [name for name in known if again[name] is known[name]] == [
        "Box.__init__",
        "Box.size",
        "Box.largest",
        "third",
        "run",
    ]


def test_the_first_line_of_a_unit_is_that_of_its_first_decorator() -> None:
    text = "@one\n@two(\n    3\n)\ndef f():\n    pass\n\n\ndef g():\n    pass\n"
    file = SourceFile.parse(text)
    assert [(unit.first_line, unit.line) for unit in file.units] == [(1, 5), (9, 9)]
    moved = SourceFile.parse("# above\n" + text, file)
    assert [(unit.first_line, unit.line) for unit in moved.units] == [(2, 6), (10, 10)]


def test_nothing_is_kept_of_a_text_that_is_gone() -> None:
    file = SourceFile.parse(TEXT)
    gone = []
    for number in range(5):
        for unit in file.units:
            resolve(unit, file)
        gone.append(weakref.ref(file))
        file = SourceFile.parse(TEXT.replace("300", str(number)), file)
    gc.collect()
    assert [text() for text in gone] == [None] * 5


@pytest.mark.parametrize(
    "pattern", ["True", "None", "1.5", "b'x'", "-1j", "[1, *_]", "{'a': x, **y}", "int(real=3) | str()"]
)
def test_calls_are_found_beside_whatever_a_pattern_holds(pattern: str) -> None:
    text = f"def f(x):\n    match x:\n        case {pattern}:\n            return g(list(range(70)))\n\n"
    text += "def g(items):\n    return items\n"
    file = SourceFile.parse(text)
    assert str(resolve(file.unit("g"), file).workload).startswith("items: list[int] * 70")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"km": 1', '"mile": 2'),
        ("UNITS = {", "OTHERS = {"),
        ("UNITS = {", "# some\nUNITS = {"),
        ("UNITS = {", "\n\nUNITS = {"),
    ],
)
def test_what_constants_tell_comes_and_goes(before: str, after: str) -> None:
    text = 'UNITS = {"km": 1}\n\n\ndef f(unit):\n    return UNITS[unit]\n'
    edited = text.replace(before, after)
    assert edited != text
    for one, other in ((text, edited), (edited, text)):
        earlier = SourceFile.parse(one)
        resolve(earlier.unit("f"), earlier)
        later, alone = SourceFile.parse(other, earlier), SourceFile.parse(other)
        assert resolve(later.unit("f"), later) == resolve(alone.unit("f"), alone)
    file = SourceFile.parse(text)
    assert str(resolve(file.unit("f"), file).workload) == "unit: 'km'"
