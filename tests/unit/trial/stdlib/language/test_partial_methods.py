"""``partialmethod``, the registries of ``singledispatch``, and what only classes of classes have."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run

GIVEN = """
from functools import partialmethod, singledispatch
class Cell:
    def set(self, state, scale=1):
        self.state = state, scale
        return self
    on = partialmethod(set, True)
    off = partialmethod(set, False, scale=2)
class Inner(Cell):
    half = partialmethod(Cell.set, 0.5)
@singledispatch
def shown(value): return "any"
@shown.register
def _(value: int): return "int"
@shown.register(list)
def of_list(value): return "list"
"""


@pytest.mark.parametrize(
    "expression",
    [
        "Cell().on().state, Cell().off().state, Cell().on(scale=3).state, Cell().on(4).state",
        "Cell.on(Cell()).state, Inner().half().state, Inner().on().state",
        "len(shown.registry), shown.registry[list] is of_list, shown.registry[int](3), shown.registry[object](3)",
    ],
)
def test_they_are_as_in_python(expression):
    source = f"{GIVEN}found = {expression}\n"
    assert interpreted(source) == run(source)
