"""Trees whose nodes are of several classes: measuring and trial runs make the same, with nodes of each of these."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.source import SourceFile
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_NODES = """
from dataclasses import dataclass

class Node:
    pass

@dataclass
class Number(Node):
    value: float

@dataclass
class Name(Node):
    text: str

@dataclass
class Sum(Node):
    op: str
    left: Node
    right: Node

@dataclass
class Call(Node):
    function: str
    given: list[Node]

    def names(self) -> list[str]:
        return [one for part in self.given for one in kinds(part)]

def kinds(node: Node) -> list[str]:
    if isinstance(node, Sum):
        if node.op not in ("+", "-"):
            raise ValueError(node.op)
        plus = [] if node.op == "+" else ["minus"]
        return [*plus, *kinds(node.left), *kinds(node.right)]
    if isinstance(node, Call):
        return [TABLE[node.function] * 50, *(one for part in node.given for one in kinds(part))]
    if isinstance(node, Number):
        return [f"{node.value:.3f}"]
    if isinstance(node, Name):
        return [node.text * 20]
    raise TypeError(node)

def all_kinds(nodes: list[Node]) -> list[list[str]]:
    return [kinds(node) for node in nodes]

TABLE = {"sin": "sine", "cos": "cosine"}
"""

_CONDITIONS = """
from abc import ABC, abstractmethod

class Condition(ABC):
    @abstractmethod
    def shown(self) -> str: ...

class Equal(Condition):
    def __init__(self, key: str) -> None:
        self.key = key

    def shown(self) -> str:
        return f"{self.key} is so"

class Both(Condition):
    def __init__(self, parts: list[Condition]) -> None:
        self.parts = parts

    def shown(self) -> str:
        return " and ".join(one.shown() for one in self.parts)

class Not(Condition):
    def __init__(self, inner: Condition) -> None:
        self.inner = inner

    def shown(self) -> str:
        return f"not {self.inner.shown()}"

def text(condition: Condition) -> list[str]:
    return condition.shown().split()
"""

_UNION = """
from dataclasses import dataclass
from typing import Union

@dataclass
class Number:
    value: float

@dataclass
class Sum:
    op: str
    left: "Expr"
    right: "Expr"

@dataclass
class Call:
    given: list

Expr = Union[Number, Sum, Call]

def shown(expr: Expr) -> list[str]:
    if isinstance(expr, Sum):
        if expr.op not in ("+", "-"):
            raise ValueError(expr.op)
        sign = ("plus" if expr.op == "+" else "minus") * 20
        return [sign, *shown(expr.left), *shown(expr.right)]
    if isinstance(expr, Call):
        parts = [shown(part) for part in expr.given]
        return [one for part in parts for one in part]
    return [f"{expr.value:.30f}"]
"""

_SHAPES = """
class Circle:
    def __init__(self, radius: float) -> None:
        self.radius = radius

class Square:
    def __init__(self, side: float) -> None:
        self.side = side

Shape = Circle | Square

def names(shapes: list[Shape]) -> list[str]:
    return ["square" * round(one.side + 1) if isinstance(one, Square) else "" for one in shapes]
"""


@pytest.mark.parametrize(
    ("source", "name", "workload", "least"),
    [
        (_UNION, "shown", "expr: Expr", 1500),
        (_SHAPES, "names", "shapes: list[Shape] * 50", 1000),
        (_NODES, "kinds", "node: Node", 1500),
        (_NODES, "all_kinds", "nodes: list[Node] * 50", 8000),
        (_NODES, "Call.names", "", 4000),
        (_CONDITIONS, "text", "condition: Condition", 1500),
    ],
)
def test_nodes_are_of_all_classes(
    cost: Callable[..., float], source: str, name: str, workload: str, least: int
) -> None:
    measured = cost("peak_memory", source, workload, name)
    assert measured > least
    file = SourceFile.parse(source)
    [unit] = [one for one in file.units if one.name == name]
    found = Trials(file.normal_form(unit)).estimate(parse(workload))
    assert 2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] == pytest.approx(measured, rel=0.15)
