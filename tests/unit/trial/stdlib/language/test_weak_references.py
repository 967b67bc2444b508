"""Weak references to objects and methods: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, interpreted, peak_of, run

_LISTENER = """
import weakref

class Listener:
    def hear(self, words="nothing"):
        return words.upper()
"""


def test_a_weak_reference_is_the_same_while_one_is_there() -> None:
    source = """
import weakref

class Node:
    pass

node = Node()
one = weakref.ref(node)
found = one is weakref.ref(node), one is weakref.ref(node, print), one() is node
"""
    assert interpreted(source) == run(source)


def test_a_method_is_referred_to_as_its_object_is() -> None:
    source = f"""{_LISTENER}
listener, other = Listener(), Listener()
one, again = weakref.WeakMethod(listener.hear), weakref.WeakMethod(listener.hear, print)
found = [one()(), one()("Hark"), one is again, one == again, one == weakref.WeakMethod(other.hear), len({{one, again}})]
"""
    assert interpreted(source) == run(source)


def test_what_is_no_method_has_no_reference_to_one() -> None:
    source = f"""{_LISTENER}
try:
    weakref.WeakMethod(Listener.hear)
    found = "referred to"
except TypeError:
    found = "no method"
"""
    assert interpreted(source) == run(source)


@OF_PYTHON_3_11
def test_references_to_methods_are_held() -> None:
    source = f"def f(of: list[Listener]):\n    return [weakref.WeakMethod(one.hear) for one in of]\n{_LISTENER}"
    assert peak_of(source, "of: list[Listener] * 400") == pytest.approx(227_536, rel=0.03)
