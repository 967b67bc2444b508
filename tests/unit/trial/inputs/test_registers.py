"""Registers: containers of a file that its further statements fill, by decorators, subclasses or in their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

TEXT = """
from beside import refused

HANDLERS: dict[str, list] = {}
FAILING = {}
SIZES = {}
UNTOUCHED = []

def register(name):
    def note(function):
        HANDLERS.setdefault(name, []).append(function)
        return function
    return note

@register("repeat")
def repeat(x): return [x] * 9

@register("repeat")
def again(x): return [x] * 90

LISTED = []
LISTED.append(repeat)
for size in range(5): SIZES[size] = "x" * size
FAILING["a"] = refused()

class Shape:
    kinds = {}
    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        Shape.kinds[cls.__name__] = cls
    @classmethod
    def made(cls, n): return [cls.kinds["Square"](k).area() for k in range(n)]

class Square(Shape):
    def __init__(self, side): self.side = side
    def area(self): return [self.side] * 9

class Router:
    routes = {}
    @classmethod
    def on(cls, path):
        def note(function):
            cls.routes[path] = function
            return function
        return note
    def run(self, n): return [self.routes["home"](k) for k in range(n)]

@Router.on("home")
def home(x): return [x] * 9

def decorated(n): return [f(k)[8] for k in range(n) for f in HANDLERS["repeat"]][2 * n - 1]
def appended(n): return [LISTED[0](k)[8] for k in range(n)]
def in_place(n): return [SIZES[k % 5] for k in range(n)]
def by_subclass(n): return [Shape.kinds["Square"](k).area() for k in range(n)]
def by_method(n): return Router().run(n)
def failing(n): return [FAILING.get("a") for k in range(n)]
def untouched(n): return [1 // len(UNTOUCHED + [k]) for k in range(n)]
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "a.py").write_text(TEXT)
    (tmp_path / "beside.py").write_text("import socket\ndef refused(): return socket.create_connection(('a', 1))\n")
    return Place.of(tmp_path / "a.py")


def runs(name: str, place: Place) -> tuple[float, float]:
    file = SourceFile.parse(TEXT)
    row = Trials(file.normal_form(file.unit(name)), place).estimate(parse("n: int = 50"))
    return row[NAMES.index("trial_runs")], row[NAMES.index("trial_raised")]


@pytest.mark.parametrize(
    "name", ["decorated", "appended", "in_place", "by_subclass", "Shape.made", "by_method", "Router.run", "untouched"]
)
def test_what_the_file_puts_into_them_is_there(place, name):
    number, raised = runs(name, place)
    assert number >= 1 and not raised


def test_what_puts_something_into_them_that_cannot_be_followed_leaves_them_unknown(place):
    assert runs("failing", place)[0] < 1, "it would be empty"


def test_a_unit_that_enters_itself_is_entered_once(place):
    text = TEXT + "@register('own')\ndef own(n): return [1 // (len(HANDLERS['own']) == 1) for k in range(n)]\n"
    Path(place.file).write_text(text)
    file = SourceFile.parse(text)
    row = Trials(file.normal_form(file.unit("own")), place).estimate(parse("n: int = 50"))
    assert row[NAMES.index("trial_runs")] >= 1 and not row[NAMES.index("trial_raised")]


def test_registers_of_modules_that_are_imported_are_filled_by_their_classes(tmp_path):
    (tmp_path / "shapes.py").write_text(TEXT.replace("from beside import refused\n", "def refused(): pass\n"))
    text = "from shapes import Shape, Router\ndef unit(n): return Shape.made(n), Router().run(n)\n"
    (tmp_path / "a.py").write_text(text)
    file = SourceFile.parse(text)
    tried = Trials(file.normal_form(file.unit("unit")), Place.of(tmp_path / "a.py"))
    row = tried.estimate(parse("n: int = 50"))
    assert row[NAMES.index("trial_runs")] >= 1 and not row[NAMES.index("trial_raised")]
