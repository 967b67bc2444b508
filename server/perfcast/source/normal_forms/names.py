"""What names of a file stand for, as normal forms ask for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Protocol

from perfcast.source.definitions.bindings import Bindings


class Names(Protocol):
    """What the names of a scope stand for: `Bindings`, or what makes them when asked."""

    @property
    def star_imports(self) -> list[ast.ImportFrom]: ...
    def binds(self, name: str) -> bool: ...
    def of(self, name: str) -> Bindings: ...
    @property
    def classes(self) -> Iterator[str]: ...

    @property
    def all_classes(self) -> Iterator[str]: ...
    def bases_of(self, name: str) -> tuple[str, ...]: ...
