"""Classes that instances are made of: those of the unit's module, and of modules that it has to do with."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from perfcast.source.classes.abstract import standing_for
from perfcast.source.classes.constructors import constructor_of
from perfcast.source.classes.implied_classes import Asked, Implied, asked_for, class_among, class_attributes, class_of
from perfcast.source.classes.node_kinds import NodeKinds, node_kinds
from perfcast.trial.inputs.annotations import module_names, named_for_checkers
from perfcast.trial.inputs.bound_classes import bound_class
from perfcast.trial.interpreter.imports.followed_modules import Followed
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.named_tuples import Written
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import Workload
from perfcast.workload.values.unbuildable import is_unknown


class KnownClasses:
    """Which class a name stands for in the unit's module and beside it, and what makes its instances.

    Attributes:
        names: what the unit's module defines.
        elsewhere: what another module has, by its dotted name; None where there is nothing.
    """

    def __init__(
        self,
        names: Mapping[str, Any],
        meant: Callable[[Class | Written, ast.FunctionDef], ast.FunctionDef] = lambda of, written: written,
        beside: Callable[[Asked], tuple[Implied, Class] | None] = lambda asked: None,
        elsewhere: Callable[[str], Any] = lambda name: None,
        of_file: Callable[[str], Class | None] = lambda name: None,
        united: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        """
        Args:
            meant: a class's constructor without names that stand for other annotations.
            beside: the class that a parameter is of among those of the unit's file that the names lack.
            of_file: the class that a name of the unit's file stands for.
            united: names of unions in the unit's module, with their classes.
        """
        self.names, self.elsewhere = names, elsewhere
        self._meant_there, self._beside, self._of_file = meant, beside, of_file
        self._united = united
        self._taken: dict[str, Class | Written] = {}
        self._meant: dict[ast.FunctionDef, ast.FunctionDef] = {}
        self._kinds: dict[tuple[object, ...], NodeKinds | None] = {}
        self._around: dict[tuple[str, ast.AST], Implied | None] = {}

    def among(self, classes: Mapping[str, Any]) -> KnownClasses:
        """The like of it that has those classes besides."""
        names = {**classes, **self.names}
        return KnownClasses(names, self._meant_there, self._beside, self.elsewhere, self._of_file, self._united)

    def named(self, name: str) -> Any:
        """What instances are made of where one of that name is asked for."""
        if "." in name:
            return self.elsewhere(name)
        names = {**self._taken, **self.names}
        nodes = _nodes(names)
        found = names.get(standing_for(name, lambda: nodes, nodes.get) if name in nodes else name)
        return self._in_modules(name) if found is None and name.isidentifier() else found

    def node_kinds(self, name: str) -> NodeKinds | None:
        """The classes of a tree's nodes, where that one is what they extend, or their union."""
        nodes = _nodes({**self._taken, **self.names})
        united = self._united.get(name, ())
        if name not in nodes and not united:
            return None
        # It is asked for whatever is made, and looks at all classes.
        known = (name, *nodes.items())
        if known not in self._kinds:
            self._kinds[known] = node_kinds(name, lambda: nodes, nodes.get, united)
        return self._kinds[known]

    def _in_modules(self, name: str) -> Any:
        """The class of that name of a module that the unit's module has imported, as ``cards.Card``; None where there
        is none."""
        for module in self.names.values():
            if isinstance(module, Module) and isinstance(module.members, Followed) and name in module.members:
                with suppress(Unsupported, Exception):
                    found = module.get(name)
                    if isinstance(found, Class | Written):
                        return found
        return self._of_file(name)

    def class_for(self, parameter: str, function: ast.AST) -> Implied | None:
        """The class that a parameter of a function is of by its name."""
        classes = {name: value.node for name, value in self.names.items() if isinstance(value, Class)}
        found = class_among(classes, parameter)
        if found is not None:
            return Implied(found)
        written = [(name, node) for name, node in classes.items() if node is not None]
        asked = asked_for(function, parameter)
        told = class_of(asked, lambda word: written, class_attributes)
        beside = self._beside(asked) if told is None else None
        if beside is None:
            return told
        implied, self._taken[implied.name] = beside
        return implied

    def class_for_maker(self, of: Any) -> Callable[[str, ast.AST], Implied | None]:
        """As `class_for`, of parameters of a class's constructor: of the classes, too, that the module has in which
        that is written."""

        def class_for(parameter: str, function: ast.AST) -> Implied | None:
            found, key = self.class_for(parameter, function), (parameter, function)
            if found is None and key not in self._around:
                self._around[key] = self._class_around(of, asked_for(function, parameter))
            return found or self._around[key]

        return class_for

    def _class_around(self, of: Any, asked: Asked) -> Implied | None:
        names = module_names(of) if isinstance(of, Class | Written) and (asked.itself or asked.elements) else None
        members = None if names is None else names.members
        if members is None:
            return None

        def meant(name: str) -> object:
            with suppress(Unsupported, Exception):
                return members[name]
            return None

        found = bound_class(asked, members, meant)
        if found is None:
            return None
        implied, self._taken[implied.name] = found
        return implied

    def take(self, of: Any, made: Workload) -> None:
        """From now on, classes of the file that a constructor is written in are known that it is called with."""
        held = [leaf for one in made.arguments if not one.has_value for leaf in one.type.leaves() if is_unknown(leaf)]
        lacking = [leaf.name for leaf in held if leaf.name.isidentifier() and self.named(leaf.name) is None]
        names = module_names(of) if lacking and isinstance(of, Class | Written) else None
        if names is None:
            return
        for name in lacking:
            found = None
            with suppress(Unsupported, Exception):
                found = names[name]
            with suppress(Unsupported, Exception):
                found = found or next(filter(None, map(self.elsewhere, named_for_checkers(names, name))), None)
            if isinstance(found, Class | Written):
                self._taken[name] = found

    def maker(self, of: Any) -> ast.FunctionDef | None:
        """The definition of its ``__init__``, where that is the unit's own, or its fields make it."""
        nodes = [one.node for one in of.order] if isinstance(of, Class) else []
        nodes += [of.written] if isinstance(of, Written) else []
        written = constructor_of([node for node in nodes if node is not None])
        if written is None or not isinstance(of, Class | Written):
            return written
        if written not in self._meant:
            self._meant[written] = self._meant_there(of, written)
        return self._meant[written]


def _nodes(names: Mapping[str, Any]) -> dict[str, ast.ClassDef]:
    """Definitions of the classes among what names mean."""
    return {one: of.node for one, of in names.items() if isinstance(of, Class) and of.node is not None}
