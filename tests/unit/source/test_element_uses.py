"""What classes do with the elements of what they hold, read behind the method that puts these there."""

from __future__ import annotations

import ast

import pytest

from perfcast.source.classes.constructors import constructor_of
from perfcast.source.classes.element_uses import with_element_uses

BASKET = """
class Basket:
    def __init__(self, {of_init}):
        self.parts = []
        self.rate = rate

    def add(self, {of_add}):
        self.parts.append(part)

    def total(self, {of_total}):
        return sum(part.price for part in self.parts) * self.rate.percent
"""


def class_of(text: str) -> ast.ClassDef:
    [owner] = ast.parse(text).body
    assert isinstance(owner, ast.ClassDef)
    return owner


def method_of(owner: ast.ClassDef, name: str) -> ast.FunctionDef:
    return next(one for one in owner.body if isinstance(one, ast.FunctionDef) and one.name == name)


@pytest.mark.parametrize(
    ("of_init", "of_add", "of_total"), [("rate", "part", ""), ("/, rate", "/, part", "/"), ("rate, /", "part, /", "/")]
)
def test_what_is_done_to_elements_is_asked_of_what_is_put_there(of_init: str, of_add: str, of_total: str) -> None:
    owner = class_of(BASKET.format(of_init=of_init, of_add=of_add, of_total=of_total))
    adding = with_element_uses(owner, method_of(owner, "add"))
    assert "part.price" in ast.unparse(adding)
    made = constructor_of([owner])
    assert made is not None
    assert "rate.percent" in ast.unparse(made)


def test_methods_without_a_name_for_the_instance_are_passed_by() -> None:
    methods = (
        "    def put(*given):\n        own, part = given\n        own.parts = part\n    def none():\n        return 1\n"
    )
    owner = class_of(BASKET.format(of_init="rate", of_add="part", of_total="") + methods)
    for name in ("put", "none"):
        method = method_of(owner, name)
        assert with_element_uses(owner, method) is method
