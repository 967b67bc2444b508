"""Classes that extend lists and other containers: gone through backwards, and filled anew from a slice on."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_SOURCE = """
class Stack(list):
    def __lt__(self, other):
        return self[-1] < other[-1]

class Told(list):
    def __setitem__(self, place, found):
        self.append((place, found))

stack = Stack([1, 2, 3])
backwards = list(reversed(stack))
stack[1:] = (value for value in (7, 8, 9))
told = Told()
told[:1] = [4]
found = backwards, list(stack), list(told), len(stack)
"""


def test_they_do_what_lists_do() -> None:
    assert interpreted(_SOURCE) == run(_SOURCE)


@pytest.mark.parametrize(
    ("kind", "given"),
    [("list", "[1, 2]"), ("dict", "{1: 2, 3: 4}"), ("tuple", "(1, 2)"), ("set", "()"), ("object", "")],
)
def test_what_has_no_order_has_no_way_back(kind: str, given: str) -> None:
    source = f"""
class Kind({kind}):
    pass

try:
    found = list(reversed(Kind({given})))
except TypeError as error:
    found = str(error)
"""
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(("kind", "name"), [("dict", "fromkeys"), ("OrderedDict", "fromkeys"), ("list", "__len__")])
def test_what_they_have_of_the_container_is_not_said_to_be_missing(kind: str, name: str) -> None:
    source = f"from collections import OrderedDict\nclass Kind({kind}):\n    pass\n"
    with pytest.raises(Unsupported):
        interpreted(f"{source}found = Kind.{name}")
    assert not interpreted(f"{source}found = hasattr(Kind, 'none_such')")


def test_a_part_is_asked_for_by_the_base() -> None:
    source = """
class Rows(list):
    def __getitem__(self, place):
        found = super().__getitem__(place)
        return Rows(found) if isinstance(place, slice) else found

class Named(list):
    def __getitem__(self, place):
        return list.__getitem__(self, place)

part = Rows([1, 2, 3])[1:]
found = type(part).__name__, part[0], len(part), Named([1, 2, 3])[::-1]
"""
    assert interpreted(source) == run(source)


def test_one_of_values_of_python_s_own_is_called_as_its_class_says() -> None:
    source = """
from collections import namedtuple
class State(namedtuple("State", ("scope", "settings"))):
    def __new__(cls, scope=1, **settings):
        return super().__new__(cls, scope, settings)
    def __call__(self, **settings):
        return State(self.scope + 1, **{**self.settings, **settings})
class Plain(tuple):
    pass
state = State(quote="'")(width=3)
try:
    Plain()()
except TypeError as error:
    refused = type(error).__name__
found = [state.scope, state.settings, callable(state), callable(Plain()), refused]
"""
    assert interpreted(source) == run(source)
