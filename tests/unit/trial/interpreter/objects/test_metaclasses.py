"""Metaclasses of the unit's own: what they add, refuse and answer."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

NODES = """
class NodeType(type):
    def __new__(mcs, name, bases, d):
        d.setdefault("abstract", False)
        d["fields"] = [n for b in bases for n in getattr(b, "fields", [])] + list(d.get("own", ()))
        return type.__new__(mcs, name, bases, d)

class Node(metaclass=NodeType):
    abstract = True
    own = ("line",)
    def __init__(self, *values):
        if self.abstract:
            raise TypeError("abstract")
        self.values = dict(zip(self.fields, values))
    def total(self):
        return sum(self.values.values())

class Pair(Node):
    own = ("left", "right")
    def total(self):
        return super().total() * 2
"""
REGISTERED = """
class Registry(type):
    known = {}
    def __init__(cls, name, bases, attributes, **options):
        super().__init__(name, bases, attributes)
        Registry.known[name] = cls
    def named(cls, name):
        return Registry.known[name]
    @property
    def count(cls):
        return len(Registry.known)

class Plugin(metaclass=Registry):
    size = 3

class Other(Plugin):
    size = 4
"""
ALONE = """
class Alone(type):
    made = {}
    def __call__(cls, *args):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*args)
        return cls.made[cls]

class Settings(metaclass=Alone):
    def __init__(self, value):
        self.value = value
"""
HOOKS = """
import inspect
from abc import ABCMeta

def hook(function):
    function.is_hook = True
    return function

class Meta(ABCMeta):
    def __init__(cls, name, bases, attributes):
        super().__init__(name, bases, attributes)
        cls.hooks = sorted(
            key for base in inspect.getmro(cls) for key, value in base.__dict__.items() if getattr(value, "is_hook", 0)
        )

class Schema(metaclass=Meta):
    @hook
    def before(self):
        yield 1
    @property
    def size(self):
        return 1

class Album(Schema):
    @hook
    def after(self):
        return 2
"""


@pytest.mark.parametrize(
    ("code", "expression", "expected"),
    [
        (NODES, "Pair(1, 2, 3).total()", 12),
        (NODES, "Pair.fields", ["line", "left", "right"]),
        (NODES, "isinstance(Pair, NodeType) and type(Pair) is NodeType and isinstance(Pair, type)", True),
        (NODES, "isinstance(Pair(1), Node) and not isinstance(Pair(1), NodeType)", True),
        (REGISTERED, "sorted(Registry.known)", ["Other", "Plugin"]),
        (REGISTERED, "Plugin.named('Other').size", 4),
        (REGISTERED, "Other.count", 2),
        (HOOKS, "Album.hooks", ["after", "before"]),
        (HOOKS, "Album().before.is_hook and Album.__bases__ == (Schema,)", True),
        (HOOKS, "[inspect.isgeneratorfunction(getattr(Album, name)) for name in Album.hooks]", [False, True]),
        (ALONE, "Settings(3) is Settings(4) and Settings(5).value", 3),
        ("class M(type): pass", "M('X', (), {'a': 2}).a", 2),
        ("class M(type): pass\nclass X(dict, metaclass=M): pass", "X(a=1)['a']", 1),
    ],
)
def test_they_do_as_they_are_written(code: str, expression: str, expected: object) -> None:
    text = f"def f():\n    if ({expression}) != {expected!r}:\n        raise ValueError({expression})\n{code}"
    row = dict(zip(NAMES, Trials(text).estimate(parse("")), strict=True))
    assert (row["trial_runs"], row["trial_raised"]) == (1, 0)


def test_what_a_metaclass_that_cannot_be_followed_would_add_is_not_known() -> None:
    code = """
class Meta(type):
    def __new__(mcs, name, bases, d):
        d["extra"] = open("x").read()
        return type.__new__(mcs, name, bases, d)
class X(metaclass=Meta):
    size = 3
"""
    known, unknown = (
        Trials(f"def f():\n    return X.{name}\n{code}").estimate(parse("")) for name in ("size", "extra")
    )
    assert known[NAMES.index("trial_runs")] == 1
    assert unknown[NAMES.index("trial_runs")] <= 0


@pytest.mark.parametrize(
    "code",
    [
        "import itertools\nclass M(type):\n    def __new__(m, n, b, d):\n"
        "        return type.__new__(m, n, b, itertools.repeat(('a', 1)))\nclass X(metaclass=M):\n    pass",
        "class M(type):\n    def __new__(m, n, b, d):\n        d['__matmul__'] = pow\n"
        "        return type.__new__(m, n, b, d)\nclass X(int, metaclass=M):\n    pass",
        "def g(*a):\n    return 7\nclass M(type):\n    pass\nM.__mro__[1].__call__ = g\n"
        "class X(metaclass=M):\n    pass",
        "class M(type):\n    def __getattr__(cls, name):\n        return 1\nclass X(metaclass=M):\n    pass",
    ],
)
def test_no_metaclass_leads_out_of_the_closed_world(code: str) -> None:
    Trials(f"def f():\n    return X.foo, (X(7) @ 10**8)\n{code}").estimate(parse(""))
    kept = Trials("def f():\n    return len(X().a)\nclass M(type):\n    pass\nclass X(metaclass=M):\n    a = [1]\n")
    assert kept.estimate(parse(""))[NAMES.index("trial_raised")] == 0, "nothing is left of it"


@pytest.mark.parametrize(("method", "is_followed"), [("__getattr__", True), ("__getattribute__", False)])
def test_what_a_metaclass_answers_for_what_is_not_there(method: str, is_followed: bool) -> None:
    code = f"class M(type):\n    def {method}(cls, name):\n        return 1\nclass X(metaclass=M):\n    pass\n"
    row = Trials(f"def f():\n    return X.foo\n{code}").estimate(parse(""))
    assert (row[NAMES.index("trial_runs")] > 0) is is_followed


def test_the_class_of_a_class_is_what_made_it() -> None:
    source = """
class Made(type): pass
class Plain: pass
class Special(metaclass=Made): pass
found = Plain.__class__ is type, Special.__class__ is Made, type(Plain) is Plain.__class__, Made.__class__ is type
"""
    assert interpreted(source) == (True, True, True, True)


TABLES = """
class TableType(type):
    def __iter__(cls):
        return iter(cls.rows)
    def __len__(cls):
        return len(cls.rows)
    def __bool__(cls):
        return True
    def __getitem__(cls, place):
        return cls.rows[place]
    def __contains__(cls, row):
        return row in cls.rows
    def __repr__(cls):
        return f"<{cls.__name__}>"
    def __sql__(cls, prefix):
        return prefix + cls.__name__
    def __getattr__(cls, name):
        if name == "columns":
            return ("id",)
        raise AttributeError(name)
class Table(metaclass=TableType):
    rows = [1, 2, 3]
class Empty(Table):
    rows = []
"""


@pytest.mark.parametrize(
    "asked",
    [
        "[sum(Table), list(Empty), [row * 2 for row in Table]]",
        "[len(Table), len(Empty), bool(Empty)]",
        "[Table[1], Table[:2], 2 in Table, 2 in Empty]",
        "[repr(Table), str(Empty), f'{Table}', Table.__sql__('a')]",
        "[Table.columns, hasattr(Table, 'keys'), hasattr(Table(), 'columns')]",
        "[isinstance(Table, TableType), type(Table) is TableType, issubclass(Empty, Table)]",
        "[type('Made', (Table,), {'rows': [7]})[0], len(type('Other', (Empty,), {}))]",
    ],
)
def test_operators_of_a_class_are_those_of_its_metaclass(asked: str) -> None:
    source = f"{TABLES}\nfound = {asked}"
    assert interpreted(source) == run(source)


def test_what_a_class_lacks_whose_metaclass_has_operators_is_no_attribute() -> None:
    source = f"{TABLES}\nfound = [hasattr(Table, 'missing'), getattr(Empty, 'missing', 3)]"
    assert interpreted(source) == run(source)


def test_what_is_behind_the_class_of_a_type_is_type() -> None:
    source = """
class Plain: pass
kinds = int, str, ValueError, Plain
found = [kind.__class__ is type for kind in kinds], [kind.__class__.__name__ for kind in kinds], type.__qualname__
found += (3).__class__ is int, "a".__class__.__class__ is type
"""
    assert interpreted(source) == run(source)


def test_names_that_a_metaclass_tells_are_not_followed_and_the_rest_of_its_classes_is() -> None:
    source = """
class Told(type):
    def __dir__(cls):
        return ["a"]
class Check(metaclass=Told):
    limit = 3
"""
    assert interpreted(f"{source}\nfound = [Check.limit, hasattr(Check, 'other')]") == [3, False]
    with pytest.raises(Unsupported):
        interpreted(f"{source}\nfound = dir(Check)")
