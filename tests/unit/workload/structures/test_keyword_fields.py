"""What fields say of what their class is made of, and of dictionaries that it is made of whole."""

from __future__ import annotations

import ast

import pytest

from perfcast.source import SourceFile
from perfcast.source.classes.constructors import constructor_of
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.origins.resolution import resolve

MODELS = """
from pydantic import BaseModel, Field
class Item(BaseModel):
    sku: str
    price: float = Field(gt=0)
class Animal(BaseModel):
    legs: int = Field(ge=2, le=8)
class Dog(Animal):
    breed: str
    size: int = Field(alias="dogSize")
class Order(BaseModel):
    id: int
    items: list[Item]
def spread(rows: list[dict]) -> list[Order]:
    return [Order(**row) for row in rows]
def validated(rows: list[dict]) -> list[Order]:
    return [Order.model_validate(row) for row in rows]
"""


@pytest.mark.parametrize("name", ["spread", "validated"])
def test_dictionaries_hold_what_the_model_is_made_of(name: str) -> None:
    file = SourceFile.parse(MODELS)

    found = str(resolve(file.unit(name), file).workload)

    assert found.startswith("rows: list[{id: int, items: list[{sku: str, price: float}]}]")


def test_models_are_made_of_the_fields_of_all_classes_within_their_bounds() -> None:
    nodes = {one.name: one for one in ast.parse(MODELS).body if isinstance(one, ast.ClassDef)}
    init = constructor_of([nodes["Dog"], nodes["Animal"]])

    assert init is not None
    made = {one.name: one.value for one in default_workload(init, 100, drop_first=True).arguments}

    assert list(made) == ["legs", "breed", "dogSize"]
    assert isinstance(made["legs"], int)
    assert 2 <= made["legs"] <= 8


_SPREAD = """
from dataclasses import dataclass

@dataclass
class Job:
    name: str
    size: int
    tags: list
    trigger: Trigger
    parts: list[int] = ()

    @classmethod
    def read(cls, data: dict) -> "Job":
        return cls(**data)

    @classmethod
    def converted(cls, data: dict):
        data["size"] = int(data["size"])
        return cls(**data)

    @classmethod
    def replaced(cls, data: dict):
        cls = dict
        return cls(**data)

class Cart:
    def __init__(self, name, items, *, limit: int, owner=None):
        self.name, self.items, self.limit, self.owner = name, items, limit, owner

    @classmethod
    def read(cls, data):
        return cls(**data)

class Point:
    def __init__(self, scale=1, /, unit="m", *, depth: int):
        self.scale, self.unit, self.depth = scale, unit, depth

def spread(data: dict):
    return Cart(**data)

def placed(data: dict):
    return Point(**data)
"""


@pytest.mark.parametrize(
    ("unit", "keys"),
    [
        ("Job.read", ["name: str", "size: int", "tags: ", "trigger: "]),
        ("Job.converted", ["size: digits", "name: str", "tags: ", "trigger: "]),
        ("Cart.read", ["name: str", "items: list[int]", "limit: int"]),
        ("spread", ["name: str", "items: list[int]", "limit: int"]),
        ("placed", ["depth: int"]),
    ],
)
def test_dictionaries_hold_all_that_a_constructor_needs(unit: str, keys: list[str]) -> None:
    file = SourceFile.parse(_SPREAD)

    found = str(resolve(file.unit(unit), file).workload)

    assert found.startswith("data: {")
    assert all(key in found for key in keys)
    assert "owner" not in found and "parts" not in found and "scale" not in found


def test_what_else_is_called_cls_tells_nothing() -> None:
    file = SourceFile.parse(_SPREAD)

    assert "trigger" not in str(resolve(file.unit("Job.replaced"), file).workload)
