"""What functions keep alive of the calls that they were defined in: tracemalloc's figures of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11
from tests.unit.trial.peaks import peak

_MAKING = """
def wrap(inner, current):
    def go(value):
        return inner, current, value
    return go


def keep(x):
    made = [x] * 100
    def go(value):
        made = [value]
        return made
    return go


def keep_one(row, place):
    def in_comprehension(values):
        return row[0], [row for row in values]
    def by_parameter(values):
        return row[0], map(lambda row: row + 1, values)
    def as_error(value):
        try:
            return value
        except ValueError as row:
            return row
    def as_function(value):
        def row():
            return value
        return row()
    def as_inner(value):
        row = 1
        def inner():
            nonlocal row
            row += value
            return row
        return inner
    return (in_comprehension, by_parameter, as_error, as_function, as_inner)[place]
"""


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # Each function is held by the next one alone: by a name, by one within a function within it, as a default.
        ("call = None\nfor x in xs:\n    call = wrap(call, x)\nreturn call", 28_848),
        ("call = None\nfor x in xs:\n    call = (lambda one, x: lambda y: (one, x, y))(call, x)\nreturn call", 29_000),
        ("call = None\nfor x in xs:\n    call = (lambda one: lambda: lambda: one)(call)\nreturn call", 24_256),
        ("call = None\nfor x in xs:\n    call = lambda y, one=call: one\nreturn call", 20_104),
        # Cells that functions of one call have in common.
        ("a, b, c = 1, 2, 3\nreturn [lambda y: (a, b, c, y) for x in xs]", 22_656),
        ("return [(lambda one: ((lambda: one), (lambda: one)))(x) for x in xs]", 50_048),
        # Lists that outlast their calls.
        ("return [(lambda row: lambda: row[0])([x] * 100) for x in xs]", 110_984),
        # What a function binds itself is another one's.
        ("return [keep(x) for x in xs]", 17_288),
        # Others that bind the same name within it do not let it go.
        ("return [keep_one([x] * 100, 0) for x in xs]", 107_616),
        ("return [keep_one([x] * 100, 1) for x in xs]", 106_136),
        ("return [keep_one([x] * 100, 2) for x in xs]", 17_712),
        ("return [keep_one([x] * 100, 3) for x in xs]", 17_712),
        ("return [keep_one([x] * 100, 4) for x in xs]", 17_712),
    ],
)
def test_what_functions_close_over_is_held(body: str, measured: int) -> None:
    assert peak(body, "xs: list[int] * 100 in 0..1000", _MAKING) == pytest.approx(measured, rel=0.1)
