"""Arrays that instances are made with hold whole numbers where their class's methods count by them."""

from __future__ import annotations

import ast

import pytest

from perfcast.source.classes.constructors import constructor_of
from perfcast.workload.receivers.filling import made_with

_WRITTEN = """
class Stump:
    def __init__(self, xs: np.ndarray, labels_of: np.ndarray):
        self.xs = xs
        self.y = labels_of

    def f(self, rows):
        return {uses}
"""
_FIELDS = """
@dataclass
class Stump:
    xs: np.ndarray
    y: np.ndarray

    def f(self, rows):
        return {uses}
"""


@pytest.mark.parametrize("instance", ["self", "this"])
@pytest.mark.parametrize("source", [_WRITTEN, _FIELDS])
@pytest.mark.parametrize(
    ("uses", "dtypes"),
    [
        ("np.bincount(self.y[rows])", ["float64", "int64"]),
        ("np.bincount(self.y).argmax()", ["float64", "int64"]),
        ("self.xs[self.y]", ["float64", "int64"]),
        ("self.y[rows].mean()", ["float64", "float64"]),
        ("np.bincount(other.y[rows])", ["float64", "float64"]),
    ],
)
def test_arrays_that_methods_count_by_hold_whole_numbers(
    source: str, uses: str, dtypes: list[str], instance: str
) -> None:
    owner = ast.parse(source.format(uses=uses).replace("self", instance)).body[0]
    assert isinstance(owner, ast.ClassDef)
    made = made_with(constructor_of([owner]), 100, lambda parameter, function: None, owner)
    assert [one.type.name for one in made.arguments] == dtypes
