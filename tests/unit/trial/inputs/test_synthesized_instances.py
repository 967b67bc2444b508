"""Instances of the unit's own classes, made up to be called with and to be held."""

from __future__ import annotations

import ast

import pytest

from perfcast.source import SourceFile
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from perfcast.workload.defaults.assembly import default_workload
from tests.unit.measure.test_measured_units import CLASSES, MEMBERS, OF_MEMBERS, OF_SOUGHT, SOUGHT

_RAISED, _RUNS, _WHOLE, _TIME = (NAMES.index(f"trial_{name}") for name in ("raised", "runs", "whole", "time"))


def ends(source: str, workload: str) -> bool:
    """Whether the call comes to an end, as large as it is and without an error."""
    found = Trials(source).estimate(parse(workload))
    return found[_RUNS] > 0 and found[_RAISED] == 0 and found[_WHOLE] == 1


@pytest.mark.parametrize(
    ("workload", "made"),
    [
        ("of: list[Item] * 40", "of[39].price < 1 and of[1].kind is Kind.SMALL and of[0].name != of[1].name"),
        ("of: dict[str, Point] * 40", "all(one.x != 0 and one.y == 0 for one in of.values())"),
        ("of: list[Row] * 40", "of[39].keys() == {'user', 'amount'}"),
        ("of: list[Holder] * 40", "all(isinstance(one, Item) for holder in of for one in holder.items)"),
        ("of: Item", "of.price < 1"),
        ("of: Row", "of['amount'] < 1"),
        ("of: Kind", "of is Kind.LARGE"),
        ("of: Point", "of.x < 1"),
        ("of: Shape", "of.area() > 2"),
        ("of: list[Angular] * 40", "of[39].area() != of[0].area() and of[1].sides() == 4"),
        ("of: list[Edged] * 40", "of[39].side != of[0].side and of[1].sides() == 4"),
        ("of: list[{a: float}] * 40", "of[39]['a'] < 1"),
        ("of: list[{.a: float, .of: {.b: int}}] * 40", "of[39].a < 1 and of[0].of.b >= 0"),
    ],
)
def test_values_are_made_of_the_units_own_classes(workload: str, made: str) -> None:
    source = f"def f(of):\n    assert {made}\n{CLASSES}"
    assert ends(source, workload)
    assert not ends(source.replace("assert", "assert not"), workload)


@pytest.mark.parametrize(("name", "workload"), OF_MEMBERS)
def test_several_members_of_one_enumeration_differ(name: str, workload: str) -> None:
    file = SourceFile.parse(MEMBERS)
    form = file.normal_form(file.unit(name))
    assert ends(form, workload)
    assert not ends(form.replace("assert ", "assert not "), workload)


@pytest.mark.parametrize(("name", "workload"), OF_SOUGHT)
def test_methods_are_given_what_they_look_for(name: str, workload: str) -> None:
    file = SourceFile.parse(SOUGHT)
    form = file.normal_form(file.unit(name))
    assert ends(form, workload)
    assert not ends(form, f"{workload.partition(':')[0]}: str = 'nobody'")


def test_tuples_that_are_extended_are_made_of_their_fields() -> None:
    file = SourceFile.parse(
        "from collections import namedtuple\n\n\nclass Basket(namedtuple('Basket', 'prices, owner')):\n"
        "    def cheaper(self, rate):\n        assert len(self.prices) > 2 and self.owner.strip()\n"
        "        return Basket([price * rate for price in self.prices], self.owner)\n"
    )
    assert ends(file.normal_form(file.unit("Basket.cheaper")), "rate: float")


@pytest.mark.parametrize("kind", ["Exception", "BaseException", "ValueError"])
def test_errors_are_made(kind: str) -> None:
    assert ends("def f(of): return 1 // (isinstance(of, Exception) and len(str(of)) > 0)", f"of: {kind}")


def test_a_class_that_nobody_knows_is_not_made() -> None:
    assert not ends("def f(of): return of[0].price", "of: list[Item] * 40")


@pytest.mark.parametrize(
    "source",
    [
        "@dataclass\nclass P:\n    def f(self): return self.n + len(self.of)\n    n: int\n    of: list[int]\n"
        "from dataclasses import dataclass",
        "@dataclass\nclass P(Q):\n    def f(self): return self.n + self.m\n    n: int\n"
        "@dataclass\nclass Q:\n    m: int\nfrom dataclasses import dataclass",
        "class P:\n    def f(self): return sum(one.price for one in self.of)\n"
        f"    def __init__(self, of: list[Item]): self.of = of\n{CLASSES}",
        "class P:\n    def f(self): return self.best + 1\n"
        f"    def __init__(self, old_items): self.best = max(one.price for one in old_items)\n{CLASSES}",
        # What its methods do with what it only keeps.
        "class P:\n    def f(self): return [one * 2 for one in self._of]\n    def __init__(self, of): self._of = of",
        "class P:\n    def f(self): return self.of['price'] * 2\n    def __init__(self, of): self.of = of",
        "class P:\n    def f(self): return self.g() + 1\n    def g(self): return sum(one * 2 for one in self.of)\n"
        "    def __init__(self, of): self.of = of",
    ],
)
def test_methods_have_an_instance(source: str) -> None:
    assert ends(source, "")


_KEPT = "def __init__(self, held: dict[str, float]): self.held = held"


@pytest.mark.parametrize(
    ("method", "workload"),
    [
        (
            "def f(self, prices: dict[str, float]): return sum(q * prices[s] for s, q in self.held.items())",
            "prices: dict[label, float] * 100",
        ),
        (
            "def f(self, prices: dict[str, float]): return sum(self.held[s] * prices[s] for s in self.held)",
            "prices: dict[label, float] * 100",
        ),
        (
            "def f(self, prices: dict[str, float]): return [q - self.held[s] for s, q in prices.items()]",
            "prices: dict[label, float] * 100",
        ),
        ("def f(self, names: list[str]): return [self.held[s] for s in names]", "names: list[label] * 100"),
    ],
)
@pytest.mark.parametrize("head", [f"class P:\n    {_KEPT}\n", "@dataclass\nclass P:\n    held: dict[str, float]\n"])
def test_what_a_method_asks_for_keys_of_its_instance_has_them(head: str, method: str, workload: str) -> None:
    source = f"{head}    {method}\nfrom dataclasses import dataclass"
    file = SourceFile.parse(source)
    assert str(default_workload(file.node(file.unit("P.f")), 100, drop_first=True)) == workload
    assert ends(file.normal_form(file.unit("P.f")), workload)


def test_what_a_method_puts_into_its_instance_may_be_any_text() -> None:
    source = (
        f"class P:\n    {_KEPT}\n    def f(self, names: list[str]):\n"
        "        for s in names: self.held[s] = self.held[s] + 1 if s in self.held else 0"
    )
    file = SourceFile.parse(source)
    workload = str(default_workload(file.node(file.unit("P.f")), 100, drop_first=True))
    assert workload == "names: list[str] * 100 * 8 in 'a'..'z'"


def test_a_class_of_dictionaries_makes_them() -> None:
    source = (
        f"def f(n):\n    row = Row(user='a', amount=1.5)\n    assert row == {{'user': 'a', 'amount': 1.5}}\n{CLASSES}"
    )
    assert ends(source, "n: int = 4")


def test_containers_that_instances_come_to_fill_are_filled() -> None:
    source = """@dataclass
class Order:
    def f(self): assert len(self.items) == 100 and len(self.by) == 100
    items: list[int] = field(default_factory=list)
    by: dict[str, int] = field(default_factory=dict)
    limit: int = 3
from dataclasses import dataclass, field
"""
    assert ends(source, "")


@pytest.mark.parametrize(
    ("members", "called"),
    [
        ("def f(self): return self.of[0] + self.x", ""),
        ("@property\n    def f(self): return self.of[0] + self.x", ""),
        ("def f(self, other: P): return P(self.x + other.x, self.of + other.of)", "other: P"),
        ("def f(self): return self.of[0] + self.x\n    def __add__(self, other): return self", ""),
        ("@classmethod\n    def f(cls): return cls(1, [2])", ""),
    ],
)
def test_methods_of_tuples_with_named_fields_have_one(members: str, called: str) -> None:
    head = "from typing import NamedTuple\nfrom __future__ import annotations\n"
    assert ends(f"class P(NamedTuple):\n    {members}\n    x: int\n    of: list[int]\n{head}", called)


def test_such_a_tuple_is_as_large_as_what_the_method_takes() -> None:
    source = "class P(NamedTuple):\n    def f(self, more): assert len(self.of) == len(more)\n    of: list[int]\n"
    assert ends(source + "from typing import NamedTuple", "more: list[int] * 200")


_FILLED = """
class Store:
    def f({given}):
        assert {holds}
    def __init__(self):
        self.of = []
    def add(self, {taken}):
        self.of.append({kept})
"""


@pytest.mark.parametrize(
    ("given", "taken", "kept", "workload", "holds"),
    [
        ("self", "value", "value", "", "sorted(self.of) == list(range(100))"),
        ("self, value", "value", "value", "value: int = 10", "self.of.count(value) == 1"),
        ("self, n", "value", "value", "n: int = 1000", "self.of.count(n) == 1 and len(self.of) == 100"),
        ("self, name", "name", "name", "name: str * 10", "self.of.count(name) == 1 and len(set(self.of)) == 100"),
        ("self, word", "name", "name", "word: str * 10", "self.of.count(word) == 1"),
        ("self, more", "item", "item", "more: list[int] * 400", "len(self.of) == 400"),
        ("self, price, size", "size, price, k=3", "(price, k)", "price: float; size: int = 3", "(price, 3) in self.of"),
    ],
)
def test_what_a_method_is_called_on_is_filled(given: str, taken: str, kept: str, workload: str, holds: str) -> None:
    source = _FILLED.format(given=given, taken=taken, kept=kept, holds=holds)
    assert ends(source, workload)
    assert not ends(source.replace("assert", "assert not"), workload)


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        # What is put there is new.
        (
            "class A:\n    def add(self, value):\n        if value in self.of: raise KeyError(value)\n"
            "        self.of.add(value)\n    def __init__(self): self.of = set()",
            "value: int = 10",
        ),
        # What takes no more than some is half full.
        (
            "class A:\n    def push(self, key):\n        if len(self.of) == self.capacity: raise OverflowError\n"
            "        self.of.append(key)\n    def __init__(self, capacity): self.of, self.capacity = [], capacity",
            "key: int = 10",
        ),
        # What cannot be filled is empty.
        (
            "class A:\n    def f(self): assert self.of == []\n    def __init__(self): self.of = []\n"
            "    def add(self, key):\n        self.of.append(key)\n        raise ValueError",
            "",
        ),
        # What it holds is asked for more than numbers have.
        (
            "class A:\n    def f(self):\n        assert sum(one.weigh() for one in self.of) == 0\n"
            "    def add(self, key): self.of.append(key)\n    def __init__(self): self.of = []",
            "",
        ),
        (
            "class A:\n    def f(self):\n        assert len(self.of) > 1 and self.of[0].price == self.of[0].price\n"
            "    def g(self): return [one.price for one in self.of]\n"
            "    def add(self, key): self.of.append(key)\n    def __init__(self): self.of = []",
            "",
        ),
        # What takes too long is left out.
        (
            "class A:\n    def f(self): assert self.of == []\n"
            "    def add(self, key):\n        for _ in range(100_000): pass\n        self.of.append(key)\n"
            "    def __init__(self): self.of = []",
            "",
        ),
        # What was not fitted yet can do nothing.
        (
            "class A:\n    def f(self, X):\n        assert self.of == len(X) == 32 and X.shape == (32, 32)\n"
            "    def fit(self, X, y): self.of = len(X) if len(X) == len(y) else 0",
            "X: float64[32, 32]",
        ),
        # It learns from as many columns as it is asked about.
        (
            "class A:\n    def f(self, x):\n        assert self.columns == x.shape[1] == 7\n"
            "    def fit(self, X, y): self.columns = X.shape[1]",
            "x: float64[1, 7]",
        ),
        # With tables, too, of the columns that the method asks for.
        (
            "class A:\n    def f(self, X: pd.DataFrame):\n        assert self.of == list(X) and len(X['price']) == 50\n"
            "    def fit(self, X: pd.DataFrame, y: pd.Series): self.of = list(X.columns)\n\nimport pandas as pd",
            "X: DataFrame[50, 3]",
        ),
        # What cannot be followed while it learns leaves the rest as it is.
        (
            "class A:\n    def f(self): assert self.by == 2\n    def __init__(self): self.by = 2\n"
            "    def fit(self, X, y): self.of = open('a')",
            "",
        ),
        # What holds something from the start is left as it is.
        (
            "class A:\n    def f(self): assert len(self.of) == 100\n    def add(self, key): self.of.append(key)\n"
            "    def __init__(self, of: list[int]): self.of = of",
            "",
        ),
        (
            "class A:\n    def f(self, node): assert len(self.of) == 100 and len(self.of[node]) == 2\n"
            "    def add_edge(self, one, other): self.of[one].append(other)\n"
            "    def add_node(self, node): self.of[node] = []\n    def __init__(self): self.of = {}",
            "node: int = 10",
        ),
    ],
)
def test_how_far_it_is_filled(source: str, workload: str) -> None:
    assert ends(source, workload)


def test_what_is_learnt_in_a_way_that_cannot_be_followed_is_not_known() -> None:
    source = "class A:\n    def f(self): return hasattr(self, 'of')\n    def fit(self, X, y): self.of = open('a')"
    assert not ends(source, "")


def test_a_part_of_what_is_too_large_is_made_by_itself() -> None:
    source = (
        "class Module:\n    def parameters(self):\n        return []\n\n\n"
        "class Part(Module):\n    def __init__(self, nin):\n        self.w = [[] for _ in range(nin)]\n"
        "    def f(self):\n        assert len(self.w) == 16\n        return [*self.w]\n\n\n"
        "class Whole(Module):\n    def __init__(self, nin, nouts):\n"
        "        self.parts = [Part(nin) for _ in range(100_000)]\n"
    )
    file = SourceFile.parse(source)
    unit = file.unit("Part.f")
    found = Trials(file.normal_form(unit)).estimate(parse(""))
    assert found[_RUNS] > 0 and found[_RAISED] == 0


def test_filling_costs_the_method_nothing() -> None:
    source = _FILLED.format(given="self", taken="key", kept="key", holds="self.of")
    full, empty = (
        dict(zip(NAMES, Trials(text).estimate(parse("")), strict=True))
        for text in (source, source.replace("def add", "def other").replace("holds", "not holds"))
    )
    assert full["trial_time"] <= empty["trial_time"]
    assert full["trial_peak"] <= empty["trial_peak"]


@pytest.mark.parametrize(
    "source",
    [
        "def f(of: 'Callable'):\n assert of(7, 8) == 7 and of() is None and of.__name__",
        "def f(of: 'TextIO'):\n assert sum(1 for line in of) == 100 and of.readline() == ''",
        "def f(by: 'Pattern', m: 'Match'):\n assert by.search(m[0]) and m.group(2) == '2' and len(m.groups()) == 9",
        "def f(of: nn.Module, x: torch.Tensor):\n"
        " assert len(list(of.parameters())) == 4 and isinstance(next(of.children()), nn.Linear)\n"
        "from torch import nn\nimport torch",
        "def f(of: 'BinaryIO'):\n assert of.read(4) == b'line'\n of.write(b'more')",
    ],
)
def test_functions_and_files_are_made(source: str) -> None:
    workload = str(default_workload(ast.parse(source).body[0], 10, drop_first=False))
    assert ends(source, workload)


def test_a_function_that_is_made_up_costs_what_calling_it_does() -> None:
    called, bare = (
        2 ** Trials(f"def f(of):\n for i in range(1000): {each}").estimate(parse("of: Callable"))[_TIME]
        for each in ("of(i)", "pass")
    )
    # Nanoseconds.
    assert called - bare > 70_000


@pytest.mark.parametrize(
    ("kept", "is_there"),
    [("self.width = width", True), ("width = 2\n  self.width = width", False), ("self.width = width + 1", False)],
)
def test_half_made_instances_have_what_is_kept_as_it_was_given(kept: str, is_there: bool) -> None:
    made = f"def __init__(self, name, width=30):\n  import socket\n  socket.gethostname()\n  {kept}"
    assert ends(f"class Bar:\n def f(self):\n  assert self.width == 30\n {made}", "") is is_there


@pytest.mark.parametrize(
    ("asked", "is_followed"), [("self.file is not None", False), ("self.last", True), ("self.path", True)]
)
def test_an_object_that_could_not_be_made_to_the_end_lacks_what_it_would_get(asked: str, is_followed: bool) -> None:
    source = f"""
class Sink:
    def __init__(self, path: str):
        self.path = path
        self.file = None
        self.last = None
        self.begin()

    def begin(self):
        self.file = open(self.path, "a")

    def tell(self):
        return {asked}
"""
    file = SourceFile.parse(source)
    unit = next(unit for unit in file.units if unit.name == "Sink.tell")
    assert ends(file.normal_form(unit), "") is is_followed


FIELDS = """
from dataclasses import asdict, dataclass, field
from enum import Enum, Flag, auto
from typing import NamedTuple

@dataclass
class Order:
    user: str
    price: float = 0.0
    tags: list[str] = field(default_factory=list)

    @classmethod
    def parsed(cls, text):
        user, price = text.split(":")
        return cls(user, price)

    @classmethod
    def priced(cls, price):
        return Order(user="", price=price)

    def doubled(self):
        return type(self)(self.user, 2.0, ["a"])

    def said(self):
        assert list(asdict(self)) == ["user", "price", "tags"]

class Pair(NamedTuple):
    x: int
    y: int = 0

    @classmethod
    def twice(cls, x):
        return cls(x, x)

class Level(Enum):
    LOW = "low"
    HIGH = "high"

    @classmethod
    def found(cls, text):
        return cls(text)

    @classmethod
    def every(cls):
        assert [one.name for one in cls] == ["LOW", "HIGH"]

    def following(self):
        members = list(type(self))
        assert members[(members.index(self) + 1) % len(members)] is Level.HIGH

    def label(self):
        assert self.value.title() == "Low" and self.name == "LOW"

class Right(Flag):
    READ = auto()
    WRITE = auto()

    def held(self):
        assert [one.name for one in Right if one in self] == ["READ"]
"""


@pytest.mark.parametrize(
    ("unit", "workload"),
    [
        ("Order.parsed", "text: str * 13 like 'aaa:aaa'"),
        ("Order.priced", "price: float = 1.0"),
        ("Order.doubled", ""),
        ("Order.said", ""),
        ("Pair.twice", "x: int = 3"),
        ("Level.found", "text: 'high'"),
        ("Level.every", ""),
        ("Level.following", ""),
        ("Level.label", ""),
        ("Right.held", ""),
    ],
)
def test_classes_keep_the_fields_and_members_that_their_instances_are_made_of(unit: str, workload: str) -> None:
    file = SourceFile.parse(FIELDS)
    assert ends(file.normal_form(file.unit(unit)), workload)


def test_a_method_that_makes_no_instance_stands_without_the_fields_that_it_does_not_use() -> None:
    head = "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n    y: int\n"
    file = SourceFile.parse(f"{head}    def f(self): return self.x\n")
    form = file.normal_form(file.unit("A.f"))
    assert "x: int" in form and "y: int" not in form


HELD = """
class Lexer:
    def __init__(self, text):
        self.text, self.pos = text, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.pos >= len(self.text):
            raise StopIteration
        self.pos += 1
        return self.text[self.pos - 1]

    def tokens(self):
        assert len(list(self)) > 1

class Machine:
    def __init__(self, steps):
        self.steps = list(steps or [])

    def ran(self):
        assert all(isinstance(one.price, float) for one in self.steps) and self.steps

class Groups:
    def __init__(self, elements=()):
        self.parent = {one: one for one in elements}

    def every(self):
        assert len(self.parent) > 1

class Category:
    def __init__(self, name, children=()):
        self.name = name
        self.children = list(children)

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

class Part:
    def __init__(self, price):
        self.price = price

class Stock:
    def __init__(self):
        self.parts = []

    def add(self, part):
        self.parts.append(part)

    def value(self):
        assert len(self.parts) > 1 and sum(one.price for one in self.parts) > 0

class Tree:
    def __init__(self):
        self.ends = []

    def insert(self, span):
        if span < 0:
            self.ends.append(span)
        raise ValueError(span)

    def count(self):
        assert not self.ends

def first(parts: list[Nobody], names: frozenset[Nobody]):
    assert len(parts) > 1 and "a" not in names
"""


@pytest.mark.parametrize(
    ("unit", "workload"),
    [
        ("Lexer.tokens", ""),
        ("Machine.ran", ""),
        ("Groups.every", ""),
        ("Category.walk", ""),
        ("Stock.value", ""),
        ("Tree.count", ""),
        ("first", "parts: list[Nobody] * 9; names: frozenset[Nobody] * 9"),
    ],
)
def test_instances_hold_what_their_class_says(unit: str, workload: str) -> None:
    file = SourceFile.parse(HELD)
    assert ends(file.normal_form(file.unit(unit)), workload)


def test_what_nothing_could_be_put_into_is_told() -> None:
    file = SourceFile.parse(HELD)
    trials = Trials(file.normal_form(file.unit("Tree.count")))
    trials.estimate(parse(""))
    assert trials.receiver == "Tree left empty"
    trials = Trials(file.normal_form(file.unit("Groups.every")))
    trials.estimate(parse(""))
    assert trials.receiver == ""


def test_why_a_unit_cannot_be_made_is_told() -> None:
    base = "class B:\n    def __init_subclass__(cls, **kwargs):\n        os.popen('a')\n\nimport os\n"
    trials = Trials(f"class A(B):\n    def f(self, x): return x\n\n{base}")
    assert trials.estimate(parse("x: int = 3"))[_RUNS] < 0
    assert trials.stopped_at == "os.popen"


CATALOGUE = """
from dataclasses import dataclass

@dataclass
class Product:
    sku: str
    cost: float = 0.0

class Catalogue:
    def __init__(self):
        self._products: dict[str, Product] = {}

    def add(self, product: Product) -> None:
        if product.sku in self._products:
            raise ValueError(product.sku)
        self._products[product.sku] = product
"""


def test_what_is_put_into_an_instance_is_not_there_yet() -> None:
    file = SourceFile.parse(CATALOGUE)
    trials = Trials(file.normal_form(file.unit("Catalogue.add")))
    found = trials.estimate(parse("product: Product"))
    assert found[_RUNS] > 0 and found[_RAISED] == 0
    assert trials.receiver == ""
