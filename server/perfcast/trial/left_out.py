"""Constants that a normal form leaves out for their length: what the unit's file says that they are."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from perfcast.source.place import Place
from perfcast.trial.compiler import Compiler
from perfcast.trial.imports.followed import Followed
from perfcast.trial.imports.sources import at
from perfcast.trial.imports.toplevel import assigned
from perfcast.trial.objects import Class, Function, Unknown
from perfcast.trial.stops import Stop


class LeftOut:
    """Those of one normal form. Nobody knows what they are where the unit lies in no file, or that cannot tell.

    Attributes:
        is_asked: what they are rests on what is in the file.
    """

    def __init__(self, compiler: Compiler, place: Place, names: Mapping[str, Any]) -> None:
        """
        Args:
            compiler: of the text; names: of its module, whose classes and functions the file's are.
        """
        self._compiler, self._names = compiler, names
        self._found = at(place)
        self.is_asked = False

    def of_module(self, node: ast.stmt) -> dict[str, Any]:
        """By the name, what a statement stands for that is left out, see `is_left_out`."""
        return {name: self._made(name) for name in _left_out(node)}

    def of_class(self, node: ast.ClassDef) -> dict[str, Any]:
        """Those of a class, which from now on takes them from names of its module that no other has."""
        found: dict[str, Any] = {}
        for part in node.body:
            for name in _left_out(part):
                found[key := f"{node.name}.{name}"] = self._made(name, node.name)
                part.value = ast.copy_location(ast.Name(key, ast.Load()), part)  # type: ignore[attr-defined]
        return found

    def _made(self, name: str, of: str = "") -> Any:
        """Of the module, or of a class."""
        file = self._file
        with suppress(Stop, Exception):
            if file is not None:
                return file.of_class(of, name) if of else file[name]
        return Unknown()

    @cached_property
    def _file(self) -> Followed | None:
        if self._found is None:
            return None
        self.is_asked = True
        self._compiler.world.read[self._found.path] = self._found.stamp
        file = self._compiler.follow(self._found)
        file.update({name: value for name, value in self._names.items() if isinstance(value, Class | Function)})
        return file


def _left_out(node: ast.stmt) -> list[str]:
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    return assigned(node) if isinstance(value, ast.Constant) and value.value is ... else []


def is_left_out(node: ast.stmt) -> bool:
    """Whether it assigns a constant without the value."""
    return bool(_left_out(node))
