"""How units of every kind are found and called, and what is counted of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from perfcast.measure import Job, Limits, Measurement, Sandbox

Measure = Callable[..., list[Measurement]]
Cost = Callable[..., float]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("f", "def f(n): return bytearray(n)"),
        ("f", "f = lambda n: bytearray(n)"),
        ("f", "import functools\nf = functools.partial(lambda a, n: bytearray(n), 1)"),
        ("C.m", "class C:\n    def __init__(self): self.kept = [0] * 10000\n    def m(self, n): return bytearray(n)"),
        ("C.m", "class C:\n    @staticmethod\n    def m(n): return bytearray(n)"),
        ("C.m", "class C:\n    def m(self, n, /, **others): return bytearray(n)"),
        ("C.m", "class C:\n    def __init__(self, x): pass\n    @classmethod\n    def m(cls, n): return bytearray(n)"),
        ("D.m", "class C:\n    def m(self, n): return bytearray(n)\nclass D(C): pass"),
        ("O.I.m", "class O:\n    class I:\n        def m(self, n): return bytearray(n)"),
        ("O.__I.m", "class O:\n    class __I:\n        def m(self, n): return bytearray(n)"),
        ("E.__init__", "class E(Exception):\n    def __init__(self, n): self.kept = bytearray(n)"),
        ("D.__init__", "class D(dict):\n    def __init__(self, n): self.kept = bytearray(n)"),
        ("C.m", "class C:\n    @property\n    def m(self): return bytearray(1_000_000)"),
        (
            "C.m",
            "import functools\nclass C:\n    @functools.cached_property\n    def m(self): return bytearray(1_000_000)",
        ),
        # A stand-in for click's commands.
        (
            "f",
            "class Command:\n    def __init__(self, f): self.callback = f\n    def __call__(self, *_): exit(2)\n"
            "@Command\ndef f(n): return bytearray(n)",
        ),
        ("f", "import typer\ndef f(size: int = typer.Option(1_000_000)): return bytearray(size)"),
        (
            "f",
            "import typer\ndef f(size: int = typer.Option(default_factory=lambda: 10**6)): return bytearray(size)",
        ),
        ("_C.__m", "class _C:\n    def __m(self, n): return bytearray(n)"),
        ("f", "async def f(n): return bytearray(n)"),
        ("f", "def f(n):\n    yield 1\n    a = bytearray(n)\n    yield 2"),
        ("f", "async def f(n):\n    yield 1\n    a = bytearray(n)\n    yield 2"),
        ("f", "import contextlib\n@contextlib.contextmanager\ndef f(n):\n    yield bytearray(n)"),
        ("f", "import contextlib\n@contextlib.contextmanager\ndef f(n):\n    yield\n    a = bytearray(n)"),
        ("f", "import contextlib\n@contextlib.asynccontextmanager\nasync def f(n):\n    yield\n    a = bytearray(n)"),
        (
            "C.f",
            "from contextlib import asynccontextmanager as made\nclass C:\n"
            "    @made\n    async def f(self, n):\n        yield bytearray(n)",
        ),
        (
            "f",
            "from dataclasses import dataclass\n@dataclass\nclass P:\n    b: bytearray\n"
            "def f(n): return P(bytearray(n))",
        ),
    ],
)
def test_every_kind_of_unit_is_measured(cost: Cost, name: str, source: str) -> None:
    workload = "n: int = 1000000" if "n)" in source else ""
    assert cost("peak_memory", source, workload, name) == pytest.approx(1_000_000, rel=0.02)


def test_a_generator_that_a_plain_function_returns_is_not_run(cost: Cost) -> None:
    assert cost("work", "def f(n): return (i for i in range(n))", "n: int = 1000") == 1


@pytest.mark.parametrize("start", ["def f(n):\n    from tqdm import tqdm\n", "from tqdm import tqdm\ndef f(n):\n"])
def test_a_progress_bar_leaves_no_thread_behind(cost: Cost, start: str) -> None:
    pytest.importorskip("tqdm")
    source = start + "    return [None for k in tqdm(range(n))]\n"
    assert 8 * 1000 < cost("peak_memory", source, "n: int = 1000") < 100_000


def test_lines_are_counted_in_all_that_is_called(cost: Cost) -> None:
    source = "def g(x):\n    y = x\n    return y\n\ndef f(n):\n    for i in range(n):\n        g(i)\n"
    small, large = (cost("work", source, f"n: int = {n}") for n in (10, 110))
    assert large - small == 100 * 4


def test_a_generator_counts_its_own_lines_only(cost: Cost) -> None:
    source = "def f(n):\n    for i in range(n):\n        yield i\n"
    small, large = (cost("work", source, f"n: int = {n}") for n in (10, 110))
    assert large - small == 100 * 2


def test_the_size_of_a_result_is_that_of_all_it_holds(cost: Cost) -> None:
    assert cost("result_size", "def f(n): return ['%08d' % i for i in range(n)]", "n: int = 100") == pytest.approx(
        100 * sys.getsizeof("12345678") + 56 + 8 * 100, rel=0.05
    )


@pytest.mark.parametrize(
    ("source", "name", "workload", "error"),
    [
        ("def g(): pass", "f", "", "source: no unit named f"),
        ("def f():\n    def g(): pass", "f.g", "", "source: no unit named f.g"),
        ("f = 3", "f", "", "source: f cannot be called"),
        ("def f(:", "f", "", "source: SyntaxError"),
        ("import no_such_module_anywhere\ndef f(): pass", "f", "", "source: ModuleNotFoundError"),
        ("def f(x): pass", "f", "", "inputs: missing a required argument"),
        ("def f(x): pass", "f", "x: NoSuchType * 3", "inputs: "),
        ("def f(x): pass", "f", "x: list[", "inputs: "),
        ("class C:\n    def __init__(self, x): None + 1\n    def m(self): pass", "C.m", "", "raised TypeError"),
        ("def f(): raise ValueError('what ' * 100)", "f", "", "raised ValueError: what what"),
        ("def f(): raise ValueError('\\udcff')", "f", "", "raised ValueError: ?"),
    ],
)
def test_an_error_says_what_is_wrong(measure: Measure, source: str, name: str, workload: str, error: str) -> None:
    (measurement,) = measure(source, workload, name=name)
    assert measurement.error is not None
    assert measurement.error.startswith(error)
    assert len(measurement.error) <= 120
    assert measurement.metrics == {}


def test_an_exception_at_one_workload_does_not_stop_the_next(measure: Measure) -> None:
    source = "def f(n):\n    if n == 2:\n        raise ValueError('two')\n    return n\n"
    errors = [measurement.error for measurement in measure(source, "n: int = 1", "n: int = 2", "n: int = 3")]
    assert errors == [None, "raised ValueError: two", None]


def test_the_seed_makes_the_inputs_and_the_program_repeatable(measure: Measure) -> None:
    source = "import random\ndef f(s): return bytearray(hash(s) % 100_000 + random.Random(len(s)).randrange(1000))"
    first, second = (measure(source, "s: str * 50")[0].metrics["peak_memory"] for _ in range(2))
    assert first == second


def test_tables_have_the_columns_that_the_unit_asks_for(cost: Cost) -> None:
    source = "def f(df):\n    return df[df['kind'] == 'x'].groupby('city')['price'].mean()"
    assert cost("peak_memory", source, "df: DataFrame[1000, 3]") > 1000


def test_instances_are_made_as_the_file_makes_them_or_with_usual_arguments(cost: Cost) -> None:
    pytest.importorskip("torch")
    source = """
import torch.nn as nn
class C(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.kept = bytearray(width)
    def forward(self, n): return bytearray(len(self.kept) * n)
"""
    # Nobody makes one: a width is 256.
    assert cost("peak_memory", source, "n: int = 1000", "C.forward") == pytest.approx(256_000, rel=0.02)
    made = source + "WIDTH = 1000\ndef main(): return C(WIDTH * 2)\n"
    assert cost("peak_memory", made, "n: int = 1000", "C.forward") == pytest.approx(2_000_000, rel=0.02)


def test_parts_of_a_module_are_those_that_it_holds(cost: Cost) -> None:
    pytest.importorskip("torch")
    source = """
import torch.nn as nn
class Part(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.kept = bytearray(width)
    def forward(self, n): return bytearray(len(self.kept) * n)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part(len("abc"))
    def forward(self, n): return self.part(n)
"""
    assert cost("peak_memory", source, "n: int = 100000", "Part.forward") == pytest.approx(300_000, rel=0.02)
    # Where the whole cannot be made, a part is made by itself.
    broken = source.replace('Part(len("abc"))', "Part(missing)")
    assert cost("peak_memory", broken, "n: int = 1000", "Part.forward") == pytest.approx(256_000, rel=0.02)
    given = source.replace("class Net", "def whole():\n    return Net(2)\nclass Net").replace("(self):", "(self, w):")
    given = given.replace('len("abc")', "w")
    assert cost("peak_memory", given, "n: int = 100000", "Part.forward") == pytest.approx(200_000, rel=0.02)


def test_arguments_may_be_instances_of_the_files_classes(cost: Cost) -> None:
    source = "class Config:\n    size = 500_000\ndef f(config): return bytearray(config.size)\n"
    assert cost("peak_memory", source, "config: Config") == pytest.approx(500_000, rel=0.02)


def test_instances_that_are_given_are_filled_by_their_classes_methods(cost: Cost) -> None:
    source = (
        "class Store:\n    def __init__(self):\n        self.of = []\n    def save(self, n: int):\n"
        "        self.of.append(n)\nclass Service:\n    def __init__(self, store: Store):\n        self.store = store\n"
        "    def work(self): return bytearray(1000 * len(self.store.of))\n"
        "def f(store: Store): return bytearray(1000 * len(store.of))\n"
    )
    assert cost("peak_memory", source, "store: Store") == pytest.approx(100_000, rel=0.02)
    assert cost("peak_memory", source, "", "Service.work") == pytest.approx(100_000, rel=0.02)


def test_linked_nodes_are_of_the_files_class(cost: Cost) -> None:
    source = (
        "class ListNode:\n    def __init__(self, value):\n        self.next = None\n        self.value = value\n"
        "def f(head):\n    kept = []\n    while head:\n        kept.append(bytearray(head.value * 0 + 10_000))\n"
        "        head = head.next\n    return type(head).__name__, kept\n"
    )
    assert cost("peak_memory", source, "head: ListNode[int] * 100") == pytest.approx(1_006_000, rel=0.02)


def test_making_an_instance_is_measured_where_it_is_asked_for(cost: Cost) -> None:
    source = "class C:\n    def __init__(self, n): self.kept = bytearray(n)\n"
    assert cost("peak_memory", source, "n: int = 300000", "C.__init__") == pytest.approx(300_000, rel=0.02)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_saved_file_is_measured_as_the_module_that_others_import(tmp_path: Path, line_end: str) -> None:
    source = (
        "from pathlib import Path\nTABLE = len(Path(__file__).with_name('data.txt').read_text())\n"
        "from other import made_here\nclass Here: pass\n"
        "def f(n):\n    return bytearray(n * TABLE if made_here() is Here else 1)\n"
    )
    (tmp_path / "data.txt").write_text("x" * 1000)
    (tmp_path / "other.py").write_text("def made_here():\n    import own\n    return own.Here\n")
    saved, source = tmp_path / "own.py", source.replace("\n", line_end)
    saved.write_bytes(source.encode())
    place = {"folders": ((str(tmp_path),), ()), "path": str(saved)}
    with Sandbox(Limits()) as sandbox:
        as_saved, edited = (
            next(iter(sandbox.run(Job("f", text, "f", ("n: int = 1000",), **place)))) for text in (source, f"{source}#")
        )
    assert as_saved.metrics["peak_memory"] == pytest.approx(1_000_000, rel=0.02)
    # Of what is not saved yet, others import what was.
    assert edited.error is None and edited.metrics["peak_memory"] < 10_000


@pytest.mark.parametrize(
    ("name", "end", "encoding"),
    [
        ("code.py", "", "utf-8"),
        ("time.py", "", "utf-8"),
        ("own.py", "import sys\nclass Lazy: f = staticmethod(f)\nsys.modules[__name__] = Lazy()\n", "utf-8"),
        ("own.py", "# \xe9\n", "latin-1"),
    ],
)
def test_a_file_is_measured_whatever_its_module_is(tmp_path: Path, name: str, end: str, encoding: str) -> None:
    """It may have the name of one that is loaded, put something else in its own place, not be UTF-8."""
    saved, text = tmp_path / name, f"# coding: {encoding}\ndef f(n):\n    return bytearray(n)\n{end}"
    saved.write_text(text, encoding=encoding)
    with Sandbox(Limits()) as sandbox:
        job = Job("f", text, "f", ("n: int = 1000000",), folders=((str(tmp_path),), ()), path=str(saved))
        assert next(iter(sandbox.run(job))).metrics["peak_memory"] == pytest.approx(1_000_000, rel=0.02)


CLASSES = """
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Protocol, TypedDict

class Kind(Enum):
    LARGE = 1
    SMALL = 2

@dataclass
class Item:
    name: str
    price: float
    kind: Kind
    tags: list[str] = field(default_factory=list)

class Point(NamedTuple):
    x: float
    y: float = 0.0

class Row(TypedDict):
    user: str
    amount: float

class Holder:
    def __init__(self, items: list[Item]): self.items = items

class Shape(ABC):
    @abstractmethod
    def area(self): ...

class Angular(Shape):
    def sides(self) -> int: raise NotImplementedError(self)

class Square(Angular):
    def __init__(self, side: float): self.side = side
    def area(self): return self.side + 2
    def sides(self): return 4

class Edged(Protocol):
    side: float
    def sides(self) -> int: ...
"""


@pytest.mark.parametrize(
    ("workload", "made"),
    [
        ("of: list[Item] * 40", "of[39].price < 1 and of[1].kind is Kind.SMALL and of[0].name != of[1].name"),
        ("of: dict[str, Point] * 40", "all(one.x != 0 and one.y == 0 for one in of.values())"),
        ("of: list[Row] * 40", "of[39].keys() == {'user', 'amount'}"),
        ("of: list[Holder] * 40", "all(type(one) is Item for holder in of for one in holder.items)"),
        ("of: list[{.a: float, .of: {.b: int}}] * 40", "of[39].a < 1 and of[0].of.b >= 0"),
        ("of: Item", "of.price < 1"),
        ("of: Point", "of.x < 1"),
        ("of: Shape", "of.area() > 2"),
        ("of: list[Angular] * 40", "of[39].area() != of[0].area() and of[1].sides() == 4"),
        ("of: list[Edged] * 40", "of[39].side != of[0].side and of[1].sides() == 4"),
    ],
)
def test_instances_of_the_modules_classes_are_made_to_be_held(cost: Cost, workload: str, made: str) -> None:
    source = f"{CLASSES}\ndef f(of):\n    assert {made}\n    return bytearray(100_000)\n"
    assert cost("peak_memory", source, workload) == pytest.approx(100_000, rel=0.02)


def test_methods_of_dataclasses_have_an_instance(cost: Cost) -> None:
    source = (
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    n: int\n    def f(self): return bytearray(self.n)"
    )
    assert cost("peak_memory", source, "", "P.f") > 0


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(self): return bytearray(10_000 * len(self.of))\n    def __init__(self): self.of = []", ""),
        (
            "def f(self, n): return bytearray(10_000 * self.of.count(n) * len(self.of))\n"
            "    def __init__(self, capacity): self.of = []",
            "n: int = 1234",
        ),
    ],
)
def test_what_a_method_is_called_on_is_filled(cost: Cost, source: str, workload: str) -> None:
    source = f"class C:\n    {source}\n    def add(self, n): self.of.append(n)"
    assert cost("peak_memory", source, workload, "C.f") == pytest.approx(1_000_000, rel=0.02)


def test_methods_of_enumerations_are_called_on_a_member(cost: Cost) -> None:
    source = (
        "from enum import Enum\nclass C(Enum):\n    LONG = 50_000\n    SHORT = 5\n"
        "    def f(self): return bytearray(self.value * len(list(type(self))))"
    )
    assert cost("peak_memory", source, "", "C.f") == pytest.approx(100_000, rel=0.02)


MEMBERS = """
from dataclasses import dataclass
from enum import Enum

class Kind(Enum):
    LARGE = 1
    SMALL = 2

    def f(self, other):
        assert self is Kind.LARGE and other is Kind.SMALL
        return bytearray(100_000)

@dataclass
class Change:
    old: Kind
    new: Kind

    def f(self, to):
        assert self.old is Kind.LARGE and to is Kind.SMALL
        return bytearray(100_000)

def f(one, other, third):
    assert one is Kind.LARGE and other is Kind.SMALL and third is Kind.LARGE
    return bytearray(100_000)

def held(of: list[Change]):
    assert {(one.old, one.new) for one in of} == {(old, new) for old in Kind for new in Kind}
    return bytearray(100_000)
"""
#: Units of that text, with workloads at which each comes to an end only with the members that it should get.
OF_MEMBERS = [
    ("f", "one: Kind; other: Kind; third: Kind"),
    ("held", "of: list[Change] * 40"),
    ("Kind.f", "other: Kind"),
    ("Change.f", "to: Kind"),
]


@pytest.mark.parametrize(("name", "workload"), OF_MEMBERS)
def test_several_members_of_one_enumeration_differ(cost: Cost, name: str, workload: str) -> None:
    assert cost("peak_memory", MEMBERS, workload, name) == pytest.approx(100_000, rel=0.05)


SOUGHT = """
from dataclasses import dataclass

@dataclass
class User:
    email: str

class Users:
    def __init__(self, users: list[User], stock: dict[str, int]):
        self.users, self.stock = users, stock

    def found(self, email: str):
        for one in self.users:
            if one.email == email:
                return bytearray(100_000)
        raise KeyError(email)

    async def taken(self, sku: str):
        self.stock[sku] -= 1
        return bytearray(100_000)
"""
#: Methods of that text, with workloads at which each comes to an end only with what its instance holds.
OF_SOUGHT = [("Users.found", "email: str * 9"), ("Users.taken", "sku: str * 9")]


@pytest.mark.parametrize(("name", "workload"), OF_SOUGHT)
def test_methods_are_given_what_they_look_for(cost: Cost, name: str, workload: str) -> None:
    assert cost("peak_memory", SOUGHT, workload, name) == pytest.approx(100_000, rel=0.05)


@pytest.mark.parametrize(("slow", "held"), [("C.calls == 2", 100), ("True", 0)])
def test_what_takes_long_each_time_fills_nothing(cost: Cost, slow: str, held: int) -> None:
    source = (
        "import time\nclass C:\n    calls = 0\n    def __init__(self): self.of = []\n"
        "    def f(self): return bytearray(10_000 * (1 + len(self.of)))\n"
        "    def add(self, n):\n        C.calls += 1\n        end = time.process_time() + 0.01\n"
        f"        while {slow} and time.process_time() < end: pass\n        self.of.append(n)"
    )
    assert cost("peak_memory", source, "", "C.f") == pytest.approx(10_000 * (1 + held), rel=0.02)


def test_what_a_constructor_keeps_is_what_the_method_takes_it_to_be(cost: Cost) -> None:
    source = (
        "class C:\n    def __init__(self, of): self.of = of\n    def f(self): return [one * 2.5 for one in self.of]"
    )
    assert cost("peak_memory", source, "", "C.f") > 100 * 24


def test_what_a_method_asks_for_keys_of_its_instance_has_them(cost: Cost) -> None:
    source = (
        "class P:\n    def __init__(self, held: dict[str, float]): self.held = held\n"
        "    def f(self, prices: dict[str, float]): return bytearray(len([prices[s] for s, q in self.held.items()]))"
    )
    assert cost("peak_memory", source, "prices: dict[label, float] * 1000", "P.f") > 0


def test_a_dataclass_is_made_of_all_its_fields(cost: Cost) -> None:
    source = "from dataclasses import dataclass\n@dataclass\nclass C:\n    n: int\n    of: list[int]\n"
    assert cost("peak_memory", f"{source}    def f(self): return list(self.of)", "", "C.f") > 100 * 8


def test_a_constructor_is_given_what_its_annotations_stand_for(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "kinds.py").write_text("Several = list[int]\n")
    text = (
        "from kinds import Several\nSize = int\nclass C:\n    def __init__(self, of: Several, size: Size):\n"
        "        self.of = of[:size]\n    def m(self, n): return self.of and bytearray(n)\n"
    )
    saved = tmp_path / "a.py"
    saved.write_text(text)
    job = Job("C.m", text, "C.m", ("n: int = 1000000",), folders=((str(tmp_path),), ()), path=str(saved))
    (measured,) = sandbox.run(job)
    assert measured.error is None
    assert measured.metrics["peak_memory"] == pytest.approx(1_000_000, rel=0.02)


@pytest.mark.parametrize(
    ("workload", "size"),
    [
        ("box: boxes.Box", 1_000),
        ("box: list[boxes.Box] * 3", 1_000),
        ("box: boxes.Kind", 2_000),
        ("box: again.Box", 1_000),
        ("box: boxes.Chest", 100_000),
    ],
    ids=["of another module", "several", "a member of an enumeration", "where it is imported", "filled by its methods"],
)
def test_arguments_may_be_instances_of_other_modules_classes(tmp_path: Path, workload: str, size: int) -> None:
    (tmp_path / "boxes.py").write_text(
        "import enum\nclass Box:\n    def __init__(self, label: str):\n        self.size = 1_000 + 0 * len(label)\n"
        "class Kind(enum.Enum):\n    LARGE = 2_000\n    @property\n    def size(self): return self.value\n"
        "class Chest:\n    def __init__(self):\n        self.held = []\n    def add(self, n: int):\n"
        "        self.held.append(n)\n    @property\n    def size(self): return 1_000 * len(self.held)\n"
    )
    (tmp_path / "again.py").write_text("from boxes import Box\n")
    source = "def f(box):\n    box = box[0] if type(box) is list else box\n    return bytearray(box.size)\n"
    (tmp_path / "unit.py").write_text(source)
    job = Job("f", source, "f", (workload,), folders=((str(tmp_path),), ()), path=str(tmp_path / "unit.py"))
    with Sandbox(Limits()) as sandbox:
        [found] = list(sandbox.run(job))
    assert found.error is None
    assert found.metrics["peak_memory"] == pytest.approx(size, abs=200)
