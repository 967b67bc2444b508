"""What a normal form leaves out, as the unit's file says it: constants for their length, and methods of its classes
that nothing in it calls, while a base from another file may."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, Final

from perfcast.source.place import Place
from perfcast.trial.compiler import Compiler
from perfcast.trial.imports.followed import Followed
from perfcast.trial.imports.sources import at
from perfcast.trial.imports.toplevel import assigned
from perfcast.trial.missing import MISSING
from perfcast.trial.objects import Class, Function, Property, StaticMethod, Unknown
from perfcast.trial.stops import Stop

_METHODS: Final = Function | Property | StaticMethod


class LeftOut:
    """Of one normal form. Nobody knows what they are where the unit lies in no file, or that cannot tell.

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
        self._of_form: list[Class] = []
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

    def watch(self, made: Class) -> None:
        """From now on a class of the form is asked for methods of its own before those of bases from elsewhere."""
        self._of_form.append(made)
        bases = [one for one in made.order if one.node is not None and one not in self._of_form]
        if not bases or self._found is None:
            return
        asked: set[str] = set()
        taken: list[str] = []

        def overriding(name: str) -> Any:
            # What was taken from the file may need whatever its class has there.
            is_wanted = (taken and not name.startswith("__")) or any(
                isinstance(base.attributes.get(name), _METHODS) for base in bases
            )
            if name in asked or not is_wanted:
                return MISSING
            asked.add(name)
            own = self._method(made, name)
            if own is MISSING and taken:
                own = self._constant(made, name)
            if own is not MISSING:
                taken.append(name)
                made.attributes[name] = own
            return own

        made.overriding = overriding

    def _method(self, made: Class, name: str) -> Any:
        """Of a class of the form; `MISSING` where it has none, or it cannot be made."""
        file = self._file
        with suppress(Stop, Exception):
            if file is not None:
                # Those that were made since.
                file.update({one.name: one for one in self._of_form})
            own = MISSING if file is None else file.method_of(made.name, name)
            function = own.function if isinstance(own, StaticMethod) else own
            for part in (function.getter, function.setting) if isinstance(function, Property) else (function,):
                if isinstance(part, Function):
                    part.owner = made
            return own
        return MISSING

    def _constant(self, made: Class, name: str) -> Any:
        """What a class of the form is assigned by that name; `MISSING` as of methods."""
        file = self._file
        with suppress(Stop, Exception):
            if file is not None:
                return file.of_class(made.name, name)
        return MISSING

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
