"""Classes of a tree's nodes are told from others that extend each other."""

from __future__ import annotations

import ast

import pytest

from perfcast.source.classes.node_kinds import NodeKinds, node_kinds
from perfcast.source.classes.unions import unions

_CLASSES = """
class Node: pass
class Leaf(Node):
    value: int
class Inverse(Node):
    of: Node
class Sum(Node):
    left: "Node | None"
    right: Leaf
class Open(Node):
    def value(self): raise NotImplementedError
class Whole(Open):
    def value(self): return 1
class Shape: pass
class Square(Shape):
    side: int
class Event:
    'What happened.'
    at: float
class Paid(Event):
    cents: int
class Closed(Event): pass
class Animal:
    def legs(self): return 4
class Bird(Animal):
    def legs(self): return 2
class Fish(Animal):
    def legs(self): return 0
class Block(nn.Module): pass
class Wrapped(Block):
    def __init__(self, inner: Block): self.inner = inner
class Plain(Block): pass
"""


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Node", NodeKinds(("Sum", "Inverse"), ("Leaf", "Whole"))),
        ("Sum", None),
        ("Shape", None),
        # Kinds of mere records are told apart; what has methods may be asked for these.
        ("Event", NodeKinds((), ("Closed", "Paid"))),
        ("Animal", None),
        ("Block", None),
        ("int", None),
    ],
)
def test_they_extend_one_class_and_some_are_made_of_others(name: str, kinds: NodeKinds | None) -> None:
    classes = {node.name: node for node in ast.parse(_CLASSES).body if isinstance(node, ast.ClassDef)}
    assert node_kinds(name, lambda: classes, classes.get) == kinds


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("Union[Leaf, Inverse, 'Sum']", NodeKinds(("Sum",), ("Leaf", "Inverse"))),
        ("Leaf | Square | None", NodeKinds((), ("Leaf", "Square"))),
        ("Optional[Leaf]", None),
        ("Leaf | Square | int", None),
    ],
)
def test_unions_of_classes_are_such_trees(said: str, kinds: NodeKinds | None) -> None:
    body = ast.parse(f"{_CLASSES}\nPart = {said}\n").body
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    united = unions(body, classes.__contains__).get("Part", ())
    assert node_kinds("Part", lambda: classes, classes.get, united) == kinds


@pytest.mark.parametrize(
    ("other", "kinds"),
    [
        ("class Leaf: pass", NodeKinds(("Called",), ("Leaf",))),
        ("class Listed:\n    of: tuple", NodeKinds((), ("Called", "Listed"))),
    ],
)
def test_sequences_of_anything_are_of_others_where_nodes_are_left_without_any(other: str, kinds: NodeKinds) -> None:
    called = "class Called:\n    given: list\n"
    classes = {node.name: node for node in ast.parse(f"{called}{other}").body if isinstance(node, ast.ClassDef)}
    assert node_kinds("Part", lambda: classes, classes.get, tuple(classes)) == kinds


def test_what_is_declared_of_instances_is_not_what_they_are_made_with() -> None:
    body = ast.parse("""
class Base:
    parent: Optional["Branch"] = None
    children: list[Part]

class Branch(Base):
    def __init__(self, children: list[Part]) -> None: ...

class Leaf(Base):
    def __init__(self, value: str) -> None: ...

Part = Union[Branch, Leaf]
""").body
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    assert node_kinds("Part", lambda: classes, classes.get, ("Branch", "Leaf")) == NodeKinds(("Branch",), ("Leaf",))
