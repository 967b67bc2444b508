"""Decorators of classes that take longer than may be spent on making a class."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of

_SOURCE = """
def run(numbers):
    return Kept(numbers).made()
def costly(of):
    total = 0
    for number in range({turns}):
        total += number
    of.total = total
    return of
@costly
class Kept:
    def __init__(self, numbers):
        self.numbers = numbers
    def made(self):
        return [number + 1000 for number in self.numbers]
"""


def test_a_class_is_there_without_what_a_costly_decorator_gives_it() -> None:
    costly, quick = (peak_of(_SOURCE.format(turns=turns), "numbers: list[int] * 1000") for turns in (3_000_000, 3))
    assert quick > 1000
    assert costly == pytest.approx(quick)
