"""Instances that have room for some elements only, where nobody says how many these hold."""

from __future__ import annotations

import pytest

from perfcast.forecast.receiver import with_receiver_size
from perfcast.source import SourceFile
from perfcast.workload import parse


@pytest.mark.parametrize(
    ("parameters", "grown"),
    [("held: list[int]", "self: items * 100"), ("held: list[int], capacity: int = 100", "")],
)
def test_they_are_not_asked_about_at_sizes_that_they_have_no_room_for(parameters: str, grown: str) -> None:
    text = f"""
class Box:
    def __init__(self, {parameters}): self.held = held
    def total(self): return sum(self.held)
"""
    file = SourceFile.parse(text)
    assert str(with_receiver_size(file, file.unit("Box.total"), parse(""))) == grown
