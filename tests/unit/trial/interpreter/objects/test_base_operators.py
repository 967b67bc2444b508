"""Operators of built-in types called by their names, by the type and by the value."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_CLASSES = """
class Name(str):
    def __new__(cls, value): return str.__new__(cls, value)
    def __eq__(self, other): return str.__eq__(self, other)
    def __ne__(self, other): return str.__ne__(self, other)
    def __lt__(self, other): return str.__lt__(self, other)
    def __hash__(self): return str.__hash__(self)
    def __add__(self, other): return Name(str.__add__(self, other))
    def __mod__(self, other): return Name(str.__mod__(self, other))
    def __mul__(self, other): return Name(str.__mul__(self, other))
    def __getitem__(self, place): return Name(str.__getitem__(self, place))
    def __contains__(self, part): return str.__contains__(self, part)
    def __len__(self): return str.__len__(self)
    def __repr__(self): return "Name" + str.__repr__(self)
    def upper(self): return Name(str.upper(self))

class Size(int):
    def __add__(self, other): return Size(int.__add__(self, other))
    def __and__(self, other): return Size(int.__and__(self, other))
    def __repr__(self): return "Size" + int.__repr__(self)

class Span(tuple):
    def __new__(cls, *ends): return tuple.__new__(cls, ends)
    def __add__(self, other): return Span(*tuple.__add__(self, other))
    def __eq__(self, other): return tuple.__eq__(self, other)
    def __hash__(self): return tuple.__hash__(self)
    def __iter__(self): return tuple.__iter__(self)
    def __repr__(self): return "Span" + tuple.__repr__(self)

class Table(dict):
    def __repr__(self): return "Table" + dict.__repr__(self)

class Rows(list):
    def __repr__(self): return "Rows" + list.__repr__(self)

name = Name("ab%s")
"""


@pytest.mark.parametrize(
    "expression",
    [
        "name + 'c', name % 3, name * 2, name.upper()",
        "name == 'ab%s', name != 'ab%s', name < 'b', {name: 1}['ab%s']",
        "name[0], name[1:], 'b' in name, len(name)",
        "Size(2) + 3, Size(6) & 3",
        "Span(1) + (2,), Span(1) == (1,), list(Span(1, 2)), {Span(1): 2}[Span(1)]",
        "Table(a=1), Rows([1])",
        "float.__add__(1.5, 2), str.__len__('abc'), int.__lt__(1, 2)",
        "type({}).__repr__ is dict.__repr__, type(Table()).__repr__ is dict.__repr__",
    ],
)
def test_they_do_what_the_types_do(expression: str) -> None:
    source = f"{_CLASSES}\nfound = repr(({expression}))"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    ("given", "change"),
    [
        ("{1: 2}", "set_ = value.__setitem__\nfor n in range(9): set_(n, n * n)"),
        ("OrderedDict(a=1)", "value.__setitem__('b', 2)\nvalue.__delitem__('a')"),
        ("[1, 2]", "value.__setitem__(0, 3)\nvalue.__delitem__(1)"),
        ("deque([1, 2])", "value.__setitem__(0, 3)"),
    ],
)
def test_values_are_changed_by_them(given: str, change: str) -> None:
    source = f"from collections import OrderedDict, deque\nvalue = {given}\n{change}\nfound = value"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "expression",
    [
        "list(filter({1}.__contains__, [1, 2])), frozenset('ab').__contains__('a')",
        "(1).__eq__(1), 'a'.__lt__('b'), [1].__eq__([1]), {}.__ne__({})",
        "(1).__add__(2), 'a'.__add__('b'), [1].__add__([2]), [1].__mul__(2), {1}.__or__({2}), (2).__pow__(3)",
        "operator.__add__(1, 2), operator.__not__(0), operator.__or__({1}, {2}), operator.__getitem__([3], 0)",
    ],
)
def test_values_have_them(expression: str) -> None:
    source = f"import operator\nfound = {expression}"
    assert interpreted(source) == run(source)


def test_a_dictionary_that_is_filled_by_its_operator_takes_as_much_memory() -> None:
    filling = "def f(n: int):\n    known = {{}}\n    {}\n    return known"
    plain = filling.format("for i in range(n): known[i] = i")
    bound = filling.format("for i in range(n): known.__setitem__(i, i)")
    workload, peak = parse("n = 1000"), NAMES.index("trial_peak")
    assert Trials(bound).estimate(workload)[peak] == pytest.approx(Trials(plain).estimate(workload)[peak], abs=0.05)


@pytest.mark.parametrize("expression", ["str.__len__(3)", "tuple.__hash__([1])", "dict.__repr__([])"])
def test_another_type_is_an_error(expression: str) -> None:
    source = f"try:\n    found = {expression}\nexcept TypeError:\n    found = 'an error'"
    assert interpreted(source) == run(source)


def test_what_is_not_implemented_for_another_type_is_refused() -> None:
    with pytest.raises(Unsupported):
        interpreted("found = int.__add__(1, 1.5)")
