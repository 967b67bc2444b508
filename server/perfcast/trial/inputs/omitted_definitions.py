"""What a normal form leaves out, as the unit's file says it: constants for their length, and methods of its classes
that nothing in it calls, while a base from another file may, or a decorator, or who sets a property."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from operator import itemgetter, methodcaller
from typing import Any, Final

from perfcast.source.classes.implied_classes import Asked, Implied, class_attributes, class_of, words_of_parameter
from perfcast.source.locations.place import ModuleFile, Place
from perfcast.trial.inputs.annotations import for_checkers
from perfcast.trial.inputs.bound_classes import bound_class
from perfcast.trial.interpreter.imports.followed_modules import Followed
from perfcast.trial.interpreter.imports.sources import at, source_of
from perfcast.trial.interpreter.imports.toplevel import assigned
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.metaclasses import is_ordinary
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import Property, StaticMethod, left_out_getter
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.interpreter.syntax.compiler import Compiler
from perfcast.trial.libraries.attrs.classes import FIELDS

#: What asking for attributes, and setting them, asks without a name.
_BEHIND_DOTS: Final = frozenset({"__getattr__", "__getattribute__", "__setattr__", "__delattr__"})
#: What no code names that asks it, or is called before another one, see `perfcast.trial.inputs.preparing_calls`.
_UNNAMED: Final = _BEHIND_DOTS | {"__enter__", "__iter__"}
#: What no code of the form calls of a class that others extend.
_TOLD_SUBCLASSES: Final = "__init_subclass__"
#: What may be filled after it was made.
_CONTAINERS: Final = (dict, list, set)
#: What cannot be.
_FIXED: Final = (str, bytes, int, float, tuple, frozenset)
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
        self._found, self._package = at(place), place.package
        self._of_form: list[Class] = []
        self.is_asked = False

    def of_module(self, node: ast.stmt) -> dict[str, Any]:
        """By the name, what a statement stands for that is left out, see `is_left_out`."""
        return {name: self._told(itemgetter(name), Unknown()) for name in _left_out(node)}

    def of_statement(self, node: ast.stmt) -> dict[str, Any]:
        """What the file makes of names that an assignment binds which needs statements that the form has no part of, as
        where a name is bound anew to what is made of its first value."""
        found = {name: self._told(itemgetter(name), MISSING) for name in assigned(node)}
        return {name: value for name, value in found.items() if value is not MISSING}

    def augmented(self, node: ast.stmt) -> dict[str, Any]:
        """What the file makes of names that an assignment binds to a value that cannot be changed in its place, where
        others bind them anew to what is made of that: a loop that adds to a text."""
        source = None if self._found is None else source_of(self._found)
        names = [name for name in assigned(node) if isinstance(self._names.get(name), _FIXED)]
        if source is None or not any(map(source.augments, names)):
            return {}
        return {name: self._told(itemgetter(name), Unknown()) for name in names if source.augments(name)}

    def fill(self, name: str, value: Any) -> Any:
        """A value of the form, in its place: what the file's further statements put into it is there from now on, as in
        a register. Where they cannot be followed, nobody knows what is in it."""
        empty = _empty_of(value) if is_ordinary(value) else []
        may_be_filled = bool(empty) or isinstance(value, _CONTAINERS)
        if not may_be_filled or self._found is None or not source_of(self._found).top.filling(name):
            return value
        made = {one for one, value in self._names.items() if isinstance(value, Class | Function)}
        if isinstance(value, Class) and _TOLD_SUBCLASSES not in value.attributes:
            method = self._told(partial(self._method, value, _TOLD_SUBCLASSES), MISSING)
            if method is not MISSING:
                value.attributes[_TOLD_SUBCLASSES] = method
        try:
            if self.file is not None:
                self.file.fill(name, value, made)
        except (Stop, Exception):
            if not isinstance(value, Class):
                return Unknown()
            value.attributes |= dict.fromkeys(empty, Unknown())
        return value

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
        made.making_subclasses = lambda: [] if self.file is None else self.file.subclasses_of(made.name)
        self._complete(made)
        above = [one for one in made.order if one is not made and one.node is not None]
        bases = [one for one in above if one not in self._of_form]
        if not above or self._found is None:
            return
        asked: set[str] = set()
        has_taken = False

        def overriding(name: str) -> Any:
            nonlocal has_taken
            if name in asked:
                return MISSING
            # A base of the form has what the class has of its own in the file, which nothing in the form calls of it.
            theirs = bases if name.startswith("__") and name not in _BEHIND_DOTS else above
            is_theirs = any(isinstance(base.attributes.get(name), _METHODS) for base in theirs)
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

    def class_for(self, asked: Asked) -> tuple[Implied, Class] | None:
        """The class that a parameter is of by its name and by what it is asked for, among those of the file that the
        form has no part of, and then those that it imports; None where none is."""
        source = None if self._found is None else source_of(self._found)
        words = [word for word, _ in words_of_parameter(asked.parameter)]
        if source is None or not (asked.itself or asked.elements):
            return None
        classes: dict[str, ast.ClassDef] = {}
        if source.may_define(words):
            classes = {node.name: node for node in source.tree.body if isinstance(node, ast.ClassDef)}
        implied = class_of(asked, lambda word: classes.items(), class_attributes)
        if implied is None:
            # In an order: making one may make others.
            names = sorted(source.bound - classes.keys())
            return bound_class(asked, names, lambda name: self._told(itemgetter(name), None))
        found = self._told(itemgetter(implied.name), None)
        return (implied, found) if isinstance(found, Class) else None

    def class_named(self, name: str) -> Class | None:
        """The class that a name of the file stands for, which the form has no part of; None for other names."""
        source = None if self._found is None else source_of(self._found)
        if self._found is None or source is None or not source.may_bind(name):
            return None
        found = self._told(itemgetter(name), None)
        if found is None:
            # Imported for type checkers alone.
            found = next(map(self._compiler.world.told, for_checkers(source.tree, name, self._package)), None)
        return found if isinstance(found, Class) else None

    def _complete(self, made: Class) -> None:
        """From now on a class of the form that lacks something is asked for it in the file, as where a decorator calls
        it by name; properties can be set that can be there."""
        source = None if self._found is None else source_of(self._found)
        if source is None:
            return
        asked: set[str] = set()

        def completing(name: str) -> Any:
            is_special = name.startswith("__") and name not in _UNNAMED
            if name in asked or is_special or not source.may_bind(name):
                return MISSING
            asked.add(name)
            own = self._told(partial(self._method, made, name), MISSING)
            if own is MISSING and not _is_field(made, name):
                own = self._told(methodcaller("of_class", made.name, name), MISSING)
            if own is not MISSING:
                made.attributes[name] = own
            return own

        made.completing = completing
        for name, found in list(made.attributes.items()):
            lacks_one = type(found) is Property and (found.setting is None or found.getter is left_out_getter)
            if lacks_one and source.may_set(name):
                own = self._told(partial(self._method, made, name), MISSING)
                made.attributes[name] = found if own is MISSING else own

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
        file = self.file
        with suppress(Stop, Exception):
            if file is not None:
                return ask(file)
        return otherwise

    @property
    def tree(self) -> ast.Module:
        """Of the unit's file, which what comes of it rests on; empty where it lies in none."""
        if self._found is None:
            return ast.Module([], [])
        self._rest_on(self._found)
        return source_of(self._found).tree

    def nesting(self, name: str) -> ast.Module | None:
        """The unit's file, where that may define a function of that name within another one."""
        source = None if self._found is None else source_of(self._found)
        return source.tree if source is not None and source.may_nest(name) else None

    @cached_property
    def file(self) -> Followed | None:
        """The unit's file as a module, with the form's classes and functions; None where it lies in none."""
        if self._found is None:
            return None
        self._rest_on(self._found)
        file = self._compiler.follow(self._found)
        file.update({name: value for name, value in self._names.items() if isinstance(value, Class | Function)})
        return file

    def _rest_on(self, found: ModuleFile) -> None:
        self.is_asked = True
        self._compiler.world.read[found.path] = found.stamp


def _empty_of(made: Class) -> list[str]:
    """Names of a class's containers that have nothing in them yet."""
    return [name for name, held in made.attributes.items() if isinstance(held, _CONTAINERS) and not held]


def _is_field(made: Class, name: str) -> bool:
    """Whether instances have it by themselves: what the body says of it is taken out of the class."""
    return any(field.name == name for one in made.order for field in one.attributes.get(FIELDS, ()))


def _left_out(node: ast.stmt) -> list[str]:
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    return assigned(node) if isinstance(value, ast.Constant) and value.value is ... else []


def is_left_out(node: ast.stmt) -> bool:
    """Whether it assigns a constant without the value."""
    return bool(_left_out(node))
