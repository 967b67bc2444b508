"""What instances take, and what of the library goes through them: memray's figures of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11
from tests.unit.trial.peaks import peak

_IMPORTS = """
import copy
from copy import deepcopy
from dataclasses import asdict, astuple, dataclass, field
from functools import cached_property

@dataclass(slots=True)
class Slotted:
    x: float
    y: int

# Nothing extends it, which would be among several of it.
@dataclass(slots=True)
class Alone:
    x: float
    y: int

@dataclass(slots=True)
class Longer(Slotted):
    z: int = 1

@dataclass
class Plain:
    x: float
    y: int

@dataclass(slots=True)
class Mixed(Plain):
    z: int = 1

class Bare(Slotted):
    pass

@dataclass
class Flat:
    a: int
    b: int

@dataclass
class Tagged:
    name: str
    size: int
    tags: list = field(default_factory=list)

@dataclass
class Wide:
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int

@dataclass
class Outer:
    f: Flat
    g: list[int]

class Item:
    def __init__(self, a: float, b: int):
        self.a = a
        self.b = b

    @cached_property
    def total(self):
        return self.a * self.b

    @cached_property
    def other(self):
        return self.a + self.b
"""


@pytest.mark.parametrize(
    ("of", "measured"),
    [
        ("Slotted", 84_816),
        ("Longer", 96_816),
        # A class without slots gives a table, whichever of those extended it is.
        ("Mixed", 156_816),
        ("Bare", 144_816),
        ("Plain", 144_816),
    ],
)
def test_a_dataclass_with_slots_has_no_table(of: str, measured: int) -> None:
    found = peak(f"return [{of}(1.5, 7) for i in range(n)]", "n: int = 1500", _IMPORTS)
    assert found == pytest.approx(measured, rel=0.05)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("workload", "measured"),
    [
        # By number what was copied, and a list of it.
        ("obj: dict[str, list[int]] * 200 * 10", 61_112),
        ("obj: list[list[int]] * 200 * 10", 56_120),
        # The copies grow as they are filled.
        ("obj: dict[str, int] * 1000", 39_360),
        ("obj: list[int] * 1000", 9_520),
        # Sets and objects tell how they are made again.
        ("obj: list[set[int]] * 100 * 10", 128_632),
        ("obj: list[Plain] * 200", 131_480),
        ("obj: list[Alone] * 200", 161_368),
    ],
)
def test_a_deep_copy_keeps_what_it_copied(workload: str, measured: int) -> None:
    assert peak("return deepcopy(obj)", workload, _IMPORTS) == pytest.approx(measured, rel=0.05)


@pytest.mark.parametrize(("of", "measured"), [("Plain", 32_592), ("Alone", 12_144)])
def test_a_copy_has_a_table_unless_it_has_slots(of: str, measured: int) -> None:
    found = peak("return [copy.copy(one) for one in obj]", f"obj: list[{of}] * 200", _IMPORTS)
    assert found == pytest.approx(measured, rel=0.1)


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return [one.total for one in items]", "items: list[Item] * 500", 48_456),
        # Of many instances, names besides the first have no room among their class's.
        ("return [one.total + one.other for one in items]", "items: list[Item] * 500", 176_384),
        ("xs = [Item(1.5, k) for k in range(n)]\nfor x in xs:\n    x.total\nreturn xs", "n: int = 500", 100_080),
    ],
)
def test_what_a_property_keeps_makes_attributes_a_table(body: str, workload: str, measured: int) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.08)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        # Beside each dictionary the place of a tuple of fields stays.
        ("return [asdict(one) for one in items]", "items: list[Flat] * 500", 124_800),
        ("return [asdict(one) for one in items]", "items: list[Tagged] * 500", 189_242),
        ("return [asdict(one) for one in items]", "items: list[Wide] * 500", 189_072),
        ("return [asdict(one) for one in items]", "items: list[Outer] * 200", 122_682),
        # A tuple of values has that place.
        ("return [astuple(one) for one in items]", "items: list[Flat] * 500", 32_928),
        ("return [astuple(one) for one in items]", "items: list[Outer] * 200", 49_210),
    ],
)
def test_what_dataclasses_are_told_as_leaves_tuples_of_fields(body: str, workload: str, measured: int) -> None:
    assert peak(body, workload, _IMPORTS) == pytest.approx(measured, rel=0.1)


def test_what_dataclasses_are_told_as_is_made_by_what_is_given() -> None:
    body = "return [0] * (n * len(asdict(one, dict_factory=list)) * len(astuple(one, tuple_factory=list)[0]))"
    assert peak(body, "one: Outer; n: int = 1000", _IMPORTS) == pytest.approx(4 * 1000 * 8, rel=0.05)


def test_what_tells_a_dataclass_s_fields_leaves_room_behind() -> None:
    event = "@dataclass\nclass Event:\n    name: str\n    user: str\n    n: int\n"
    classes = f"from dataclasses import dataclass, fields\n\n{event}"
    found = peak("return [[f.name for f in fields(e)] for e in evs]", "evs: list[Event] * 1000", classes)
    assert found == pytest.approx(161_800, rel=0.05)
