"""Classes that attrs completes: version 26.1 gave what is written here."""

from __future__ import annotations

from typing import Any

import pytest
from interpreting import OF_PYTHON_3_11, interpreted, peak_of

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_CLASSES = """
import attr
import attrs
from attrs import Factory, define, evolve, field, frozen, validators
@define
class Point:
    x: int
    y: float = 0.0
@frozen
class Money:
    amount: int = field(converter=int)
    currency: str = "EUR"
@attr.s
class Old(object):
    _name = attr.ib()
    tags = attr.ib(default=attr.Factory(list))
    size = attr.ib(init=False, default=3)
@attr.dataclass
class Plain:
    a: int
    b: list = attr.Factory(list)
@define(kw_only=True, order=True)
class Task:
    title: str = field(validator=validators.instance_of(str))
    rank: int = field(default=1, validator=[validators.ge(0), validators.le(9)])
    parts: list = field(factory=list, eq=False, repr=False)
    @rank.validator
    def even(self, attribute, value):
        if value == 5:
            raise ValueError(f"{attribute.name} is five")
    def __attrs_post_init__(self):
        self.title = self.title.strip()
@define
class Deep(Point):
    z: int = field()
    @z.default
    def _doubled(self):
        return self.x * 2
def refused(make):
    try:
        make()
    except Exception as error:
        return type(error).__name__, error.args[0]
def frozen_changed():
    Money(1).amount = 2
def slot_missing():
    Point(1).z = 2
def rank_changed():
    Task(title="a").rank = -1
"""


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("(Point(1).y, Point(x=1, y=2).y)", (0.0, 2)),
        ("repr(Point(1, 2))", "Point(x=1, y=2)"),
        ("Point(1) == Point(1, 0.0)", True),
        ("Point(1) == Deep(1)", False),
        ("Deep(4).z", 8),
        ("repr(Deep(4, z=1))", "Deep(x=4, y=0.0, z=1)"),
        ("Money('3').amount", 3),
        ("len({Money(1), Money('1'), Money(2)})", 2),
        ("repr(evolve(Money(1), amount='5'))", "Money(amount=5, currency='EUR')"),
        ("repr(Old('a'))", "Old(_name='a', tags=[], size=3)"),
        ("repr(Old(name='b', tags=[1]))", "Old(_name='b', tags=[1], size=3)"),
        ("Old('a') < Old('b')", True),
        ("Plain(1).b", []),
        ("Task(title=' a ').title", "a"),
        ("Task(title='a', rank=2) > Task(title='a')", True),
        ("Task(title='a', parts=[1]) == Task(title='a')", True),
        ("repr(Task(title='a'))", "Task(title='a', rank=1)"),
        ("attrs.asdict(Plain(1, [Point(1)]))", {"a": 1, "b": [{"x": 1, "y": 0.0}]}),
        ("attr.astuple(Point(1))", (1, 0.0)),
        ("[one.name for one in attrs.fields(Money)]", ["amount", "currency"]),
        ("(attrs.has(Point), attrs.has(int))", (True, False)),
        ("refused(frozen_changed)", ("FrozenInstanceError", "can't set attribute")),
        ("refused(slot_missing)", ("AttributeError", "'Point' object has no attribute 'z'")),
        ("refused(rank_changed)", ("ValueError", "'rank' must be >= 0: -1")),
        ("refused(lambda: Task(title=1))[0]", "TypeError"),
        ("refused(lambda: Task(title='a', rank=12))", ("ValueError", "'rank' must be <= 9: 12")),
        ("refused(lambda: Task(title='a', rank=5))", ("ValueError", "rank is five")),
        ("refused(lambda: Task('a'))[0]", "TypeError"),
        ("refused(lambda: Point())[0]", "TypeError"),
        ("refused(lambda: hash(Point(1)))", ("TypeError", "unhashable type: 'Point'")),
    ],
)
def test_instances_begin_are_compared_and_told(asked: str, known: Any) -> None:
    assert interpreted(f"{_CLASSES}\nfound = {asked}") == known


_MAKE = """
def run(n: int) -> list:
    return [Point(i, 2.0) for i in range(n)]

import attrs

@attrs.define
class Point:
    x: int
    y: float = 0.0
"""


@OF_PYTHON_3_11
def test_instances_have_places_for_their_fields() -> None:
    # An instance, a number beyond the small ones, and a place in the list.
    assert peak_of(_MAKE, "n: int = 10000") == pytest.approx(10_000 * (56 + 32 + 8.5), rel=0.05)


def test_making_instances_takes_what_it_was_measured_to() -> None:
    found = dict(zip(NAMES, Trials(_MAKE).estimate(parse("n: int = 1000")), strict=True))

    assert 2 ** found["trial_time"] / 1000 == pytest.approx(130.0, rel=0.3)


_BEGUN_OTHERWISE = """
import attr
import attrs
@attrs.define
class Client:
    name: str
    calls: list = attrs.field(init=False, factory=list)
    def __init__(self, host, port):
        self.__attrs_init__(name=f"{host}:{port}")
@attr.s(init=False)
class Bare:
    size = attr.ib(default=2)
    def __init__(self):
        self.__attrs_init__()
@attr.s
class Plain:
    size = attr.ib()
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("(Client('a', 1).name, Client('a', 1).calls)", ("a:1", [])),
        ("Bare().size", 2),
        ("hasattr(Plain(1), '__attrs_init__')", False),
    ],
)
def test_an_own_constructor_may_leave_the_fields_to_what_attrs_would_have_made(expression: str, value: Any) -> None:
    assert interpreted(f"{_BEGUN_OTHERWISE}\nfound = {expression}") == value
