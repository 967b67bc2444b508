"""What Python itself hands to special methods."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve

CLASS = """
from typing import Any
class Shelf:
    def __init__(self, width: int): self.width = width
    def {method}: return self
"""


@pytest.mark.parametrize(
    ("method", "workload"),
    [
        (
            "__exit__(self, kind: type[BaseException] | None, e, tb)",
            "kind: None = None; e: None = None; tb: None = None",
        ),
        ("__aexit__(self, kind, error, traceback)", "kind: None = None; error: None = None; traceback: None = None"),
        ("__format__(self, spec)", "spec: str = ''"),
        ("__reduce_ex__(self, protocol)", "protocol: int = 2"),
        ("__deepcopy__(self, memo)", "memo: dict[int, int] * 0"),
        ("__eq__(self, other: object) -> bool", "other: Shelf"),
        ("__lt__(self, them: Any)", "them: Shelf"),
        ("__sub__(self, other: Any): return Shelf(self.width - other.width)\n    def none(self)", "other: Shelf"),
        ("__or__(self, other: object)", "other: Shelf"),
        ("__eq__(self, other: int)", "other: int = 10"),
        ("exit(self, kind: int, e: int)", "kind: int = 10; e: int = 10"),
        ("__format__(self, spec='x')", "spec: str = 'x'"),
    ],
)
def test_what_they_take(method: str, workload: str) -> None:
    file = SourceFile.parse(CLASS.format(method=method))
    assert str(resolve(file.units[1], file).workload) == workload
