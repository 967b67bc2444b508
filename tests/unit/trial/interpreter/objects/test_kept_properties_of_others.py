"""Properties that decorators of libraries make which nobody can follow, known by the name of Python's own."""

from __future__ import annotations

from interpreting import interpreted

_SOURCE = """
from unknown_framework.utils import cached_property, registered

class Report:
    def __init__(self):
        self.asked = 0
    @cached_property
    def rows(self):
        self.asked += 1
        return [1, 2]
    @registered
    def total(self):
        return 3

report = Report()
found = report.rows, report.rows, report.asked, report.total()
"""


def test_their_value_is_found_behind_a_dot_and_made_once() -> None:
    assert interpreted(_SOURCE) == ([1, 2], [1, 2], 1, 3)
