"""Models of pydantic's are made, checked and told as the library does it: version 2.14 gave what is written here."""

from __future__ import annotations

from typing import Any

import pytest
from interpreting import OF_PYTHON_3_11, interpreted, peak_of

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_MODELS = """
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, Optional, Union
from uuid import UUID
from pydantic import (
    BaseModel, ConfigDict, Field, PrivateAttr, TypeAdapter, ValidationError, computed_field, field_serializer,
    field_validator, model_validator, PositiveInt,
)
class Status(str, Enum):
    new = "new"
    paid = "paid"
class Item(BaseModel):
    sku: str
    price: float = Field(gt=0)
    quantity: int = 1
class Order(BaseModel):
    id: int
    items: list[Item]
    status: Status = Status.new
    created: Optional[datetime] = None
    tags: list[str] = Field(default_factory=list)
    @field_validator("tags")
    @classmethod
    def lower(cls, value):
        return [tag.lower() for tag in value]
    @property
    def total(self):
        return sum(item.price * item.quantity for item in self.items)
def wrong(make):
    try:
        make()
    except ValidationError as error:
        return [(one["type"], one["loc"], one["msg"]) for one in error.errors()]
"""
_ROW = '{"id": "7", "items": [{"sku": "a", "price": 2, "quantity": 3.0}], "status": "paid", "tags": ["X"]}'
_PRICE = ("greater_than", ("items", 0, "price"), "Input should be greater than 0")
_TEXT = "Input should be a valid integer, unable to parse string as an integer"


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        (f"(lambda o: (o.id, o.items[0].price, o.items[0].quantity, o.total))(Order(**{_ROW}))", (7, 2.0, 3, 6.0)),
        (f"Order.model_validate({_ROW}).status is Status.paid", True),
        (f"Order(**{_ROW}).tags", ["x"]),
        (f"repr(Order(**{_ROW}).items)", "[Item(sku='a', price=2.0, quantity=3)]"),
        ("str(Item(sku='a', price=1))", "sku='a' price=1.0 quantity=1"),
        ("Item(sku='a', price=1) == Item(sku='a', price=1, quantity=1)", True),
        ("Item(sku='a', price=1).model_dump()", {"sku": "a", "price": 1.0, "quantity": 1}),
        ("Item(sku='a', price=1).model_dump(exclude_unset=True)", {"sku": "a", "price": 1.0}),
        ("Item(sku='a', price=1).model_dump(include={'sku'})", {"sku": "a"}),
        ("sorted(Item(sku='a', price=1).model_fields_set)", ["price", "sku"]),
        ("Item(sku='é', price=1).model_dump_json()", '{"sku":"é","price":1.0,"quantity":1}'),
        ("Item(sku='a', price=1).model_copy(update={'quantity': 4}).quantity", 4),
        ("Item.model_validate_json('{\"sku\": \"a\", \"price\": 3}').price", 3.0),
        ("dict(Item(sku='a', price=1))", {"sku": "a", "price": 1.0, "quantity": 1}),
        ("list(Item.model_fields)", ["sku", "price", "quantity"]),
        ("Item.model_construct(sku=1, price=-1).price", -1),
        ("TypeAdapter(list[Item]).validate_python([{'sku': 'a', 'price': '1.5'}])[0].price", 1.5),
        ("TypeAdapter(dict[str, int]).validate_json('{\"a\": 1}')", {"a": 1}),
        ("TypeAdapter(list[Item]).dump_json([Item(sku='a', price=1)])", b'[{"sku":"a","price":1.0,"quantity":1}]'),
        (f"Order(**{_ROW}).model_dump(mode='json')['status']", "paid"),
        ("wrong(lambda: Order(id=1, items=[{'sku': 'a', 'price': -1}]))", [_PRICE]),
        ("wrong(lambda: Item(price=1, quantity='x'))", [
            ("missing", ("sku",), "Field required"), ("int_parsing", ("quantity",), _TEXT),
        ]),
        ("wrong(lambda: Item(sku=3, price=1))", [("string_type", ("sku",), "Input should be a valid string")]),
        ("wrong(lambda: Order(id=1.5, items=[]))", [
            ("int_from_float", ("id",), "Input should be a valid integer, got a number with a fractional part"),
        ]),
        ("wrong(lambda: Order(id=1, items=[], status='old'))", [
            ("enum", ("status",), "Input should be 'new' or 'paid'"),
        ]),
    ],
)  # fmt: skip
def test_models_are_made_checked_and_told(asked: str, known: Any) -> None:
    assert interpreted(f"{_MODELS}\nfound = {asked}") == known


@pytest.mark.parametrize(
    ("kind", "given", "known"),
    [
        ("int", "'12'", 12),
        ("int", "True", 1),
        ("float", "3", 3.0),
        ("bool", "'yes'", True),
        ("str", "b'ab'", "ab"),
        ("Optional[int]", "None", None),
        ("int | None", "'3'", 3),
        ("Union[int, str]", "'3'", "3"),
        ("Literal['a', 'b']", "'b'", "b"),
        ("set[int]", "['1', 1, 2]", {1, 2}),
        ("tuple[int, str]", "['1', 'a']", (1, "a")),
        ("tuple[int, ...]", "['1', 2]", (1, 2)),
        ("dict[str, list[int]]", "{'a': ['1']}", {"a": [1]}),
        ("Any", "[1, 'a']", [1, "a"]),
        ("PositiveInt", "'4'", 4),
        ("Annotated[str, Field(min_length=2)]", "'ab'", "ab"),
    ],
)
def test_values_become_those_of_the_fields_types(kind: str, given: str, known: Any) -> None:
    found = interpreted(f"{_MODELS}\nclass Model(BaseModel):\n    x: {kind}\nfound = Model(x={given}).x")

    assert found == known
    assert type(found) is type(known)


@pytest.mark.parametrize(
    ("kind", "given", "known"),
    [
        ("datetime", "'2024-01-02T03:04:05'", "2024-01-02 03:04:05"),
        ("date", "'2024-01-02'", "2024-01-02"),
        ("Decimal", "'1.50'", "1.50"),
        ("UUID", "'12345678-1234-5678-1234-567812345678'", "12345678-1234-5678-1234-567812345678"),
    ],
)
def test_texts_become_moments_and_numbers(kind: str, given: str, known: str) -> None:
    body = f"class Model(BaseModel):\n    x: {kind}\nfound = str(Model(x={given}).x)"

    assert interpreted(f"{_MODELS}\n{body}", place=here()) == known


_WHOLE = """
class Base(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str = Field(alias="fullName", max_length=5)
class Account(Base):
    pin: str = Field(pattern=r"^[0-9]{4}$", exclude=True)
    limits: dict[str, int] = {}
    @model_validator(mode="before")
    @classmethod
    def stripped(cls, data):
        return {**data, "pin": data["pin"].strip()}
    @model_validator(mode="after")
    def checked(self):
        if self.name == self.pin:
            raise ValueError("too easy")
        return self
    @computed_field
    @property
    def label(self) -> str:
        return self.name.upper()
def changed():
    account = Account(fullName="ann", pin="1234")
    account.pin = "1"
"""


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("Account(fullName='ann', pin=' 1234 ').model_dump()", {"name": "ann", "limits": {}, "label": "ANN"}),
        ("list(Account(fullName='ann', pin='1234').model_dump(by_alias=True))", ["fullName", "limits", "label"]),
        ("hash(Base(fullName='ann')) == hash(Base(fullName='ann'))", True),
        ("wrong(changed)", [("frozen_instance", ("pin",), "Instance is frozen")]),
        ("wrong(lambda: Account(fullName='1234', pin='1234'))", [("value_error", (), "Value error, too easy")]),
        ("wrong(lambda: Base(fullName='anneke'))", [
            ("string_too_long", ("fullName",), "String should have at most 5 characters"),
        ]),
        ("wrong(lambda: Base(fullName='ann', age=3))", [
            ("extra_forbidden", ("age",), "Extra inputs are not permitted"),
        ]),
        ("wrong(lambda: Account(fullName='ann', pin='x'))", [
            ("string_pattern_mismatch", ("pin",), "String should match pattern '^[0-9]{4}$'"),
        ]),
    ],
)  # fmt: skip
def test_classes_say_how_models_are_checked_and_told(asked: str, known: Any) -> None:
    assert interpreted(f"{_MODELS}{_WHOLE}\nfound = {asked}") == known


def test_an_error_says_what_was_wrong() -> None:
    making = "try:\n    Item(sku='a', price=0)\n"
    body = f"{making}except ValidationError as error:\n    found = str(error), error.error_count()"

    text, count = interpreted(f"{_MODELS}\n{body}")

    assert count == 1
    assert text.splitlines()[:3] == [
        "1 validation error for Item",
        "price",
        "  Input should be greater than 0 [type=greater_than, input_value=0, input_type=int]",
    ]


def test_what_is_not_followed_is_no_forecast() -> None:
    unit = "def run(n: int):\n    return Model(x='a')\n\n"
    model = "class Model(BaseModel):\n    model_config = ConfigDict(str_strip_whitespace=True)\n    x: str\n"
    trials = Trials(f"{unit}from pydantic import BaseModel, ConfigDict\n\n{model}")

    found = dict(zip(NAMES, trials.estimate(parse("n: int = 3")), strict=True))

    assert found["trial_refused"] == 1
    assert "str_strip_whitespace" in trials.stopped_at


_MAKE = """
def run(n: int) -> list:
    return [Item(sku="a", price=1.5, quantity=2) for _ in range(n)]

from pydantic import BaseModel

class Item(BaseModel):
    sku: str
    price: float
    quantity: int
"""


@OF_PYTHON_3_11
def test_models_hold_a_dictionary_and_the_set_of_what_they_were_given() -> None:
    # A model, its dictionary of three entries, the set of their names, and a place in the list.
    assert peak_of(_MAKE, "n: int = 1000") == pytest.approx(1000 * (80 + 184 + 216 + 8), rel=0.02)


def test_making_models_takes_what_it_was_measured_to() -> None:
    found = dict(zip(NAMES, Trials(_MAKE).estimate(parse("n: int = 1000")), strict=True))

    assert 2 ** found["trial_time"] / 1000 == pytest.approx(850.0, rel=0.25)


def test_a_field_that_checks_its_class_may_be_told_of_others() -> None:
    body = """
class Span(BaseModel):
    begin: int
    end: int
    @field_validator("end", mode="wrap")
    @classmethod
    def later(cls, value, handler, info):
        found = handler(value)
        return max(found, info.data["begin"])
    @field_serializer("end")
    def shown(self, value):
        return f"<{value}>"
found = Span(begin=3, end="1").model_dump()
"""
    assert interpreted(_MODELS + body) == {"begin": 3, "end": "<3>"}


def test_private_attributes_are_no_fields() -> None:
    body = """
class Counter(BaseModel):
    name: str
    _seen: int = PrivateAttr(default=0)
    def see(self):
        self._seen += 1
        return self._seen
one = Counter(name="a")
found = one.see(), one.see(), one.model_dump(), repr(one)
"""
    assert interpreted(_MODELS + body) == (1, 2, {"name": "a"}, "Counter(name='a')")


@pytest.mark.parametrize("call", ["Order(**row)", "Order.model_validate(row)"])
def test_a_method_of_a_model_is_tried_on_what_its_fields_say(call: str) -> None:
    source = f"def run(rows: list):\n    return [{call} for row in rows]\n\n{_MODELS}"
    rows = "rows: list[{id: int, items: list[{sku: str, price: float}]}] * 100 * 3"

    found = dict(zip(NAMES, Trials(source).estimate(parse(rows)), strict=True))

    assert found["trial_runs"] > 0
    assert not found["trial_raised"]


def test_generic_models_are_checked_by_the_types_that_they_are_given() -> None:
    source = """
from typing import Generic, TypeVar
from pydantic import BaseModel, ValidationError
T = TypeVar("T")
class Item(BaseModel):
    n: int
class Page(BaseModel, Generic[T]):
    items: list[T]
    total: int = 0
page = Page[Item](items=[{"n": "3"}], total=1)
try:
    Page[int](items=["x"])
except ValidationError as error:
    wrong = error.error_count()
found = page.items[0].n, isinstance(page, Page), Page[Item] is Page[Item], wrong, Page(items=["x"]).items
"""
    assert interpreted(source) == (3, True, True, 1, ["x"])
