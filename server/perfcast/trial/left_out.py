"""What a normal form leaves out, as the unit's file says it: constants for their length, and methods of its classes
that nothing in it calls, while a base from another file may."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from operator import itemgetter, methodcaller
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
        return {name: self._told(itemgetter(name), Unknown()) for name in _left_out(node)}

    def of_class(self, node: ast.ClassDef) -> dict[str, Any]:
        """Those of a class, which from now on takes them from names of its module that no other has."""
        found: dict[str, Any] = {}
        for part in node.body:
            for name in _left_out(part):
                value = self._told(methodcaller("of_class", node.name, name), Unknown())
                found[key := f"{node.name}.{name}"] = value
                part.value = ast.copy_location(ast.Name(key, ast.Load()), part)  # type: ignore[attr-defined]
        return found

    def watch(self, made: Class) -> None:
        """From now on a class of the form is asked for methods of its own before those of bases from elsewhere."""
        self._of_form.append(made)
        bases = [one for one in made.order if one.node is not None and one not in self._of_form]
        if not bases or self._found is None:
            return
        asked: set[str] = set()
        has_taken = False

        def overriding(name: str) -> Any:
            nonlocal has_taken
            if name in asked:
                return MISSING
            is_theirs = any(isinstance(base.attributes.get(name), _METHODS) for base in bases)
            # What was taken from the file may need whatever its class has there.
            if not (is_theirs or (has_taken and not name.startswith("__"))):
                return MISSING
            asked.add(name)
            own = self._told(partial(self._method, made, name), MISSING)
            if own is MISSING and has_taken:
                own = self._told(methodcaller("of_class", made.name, name), MISSING)
            if own is not MISSING:
                has_taken = True
                made.attributes[name] = own
            return own

        made.overriding = overriding

    def _method(self, made: Class, name: str, file: Followed) -> Any:
        """Of a class of the form, as the file has it; `MISSING` where it has none."""
        # Those that were made since.
        file.update({one.name: one for one in self._of_form})
        own = file.method_of(made.name, name)
        function = own.function if isinstance(own, StaticMethod) else own
        for part in function.functions if isinstance(function, Property) else (function,):
            if isinstance(part, Function):
                part.owner = made
        return own

    def _told(self, ask: Callable[[Followed], Any], otherwise: Any) -> Any:
        """What the file gives; something else where there is none, or that cannot be made."""
        file = self._file
        with suppress(Stop, Exception):
            if file is not None:
                return ask(file)
        return otherwise

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
