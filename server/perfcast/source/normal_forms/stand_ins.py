"""Classes of a file whose instances stand for others in what a unit is called with."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from perfcast.source.classes.abstract import is_protocol, stand_in
from perfcast.source.classes.implied_classes import ALL_CLASSES, CLASSES
from perfcast.source.classes.networks import method_of
from perfcast.source.classes.node_kinds import NodeKinds, node_kinds
from perfcast.source.classes.unions import united_classes
from perfcast.source.definitions.references import references
from perfcast.source.definitions.units import FoundUnit, FunctionNode
from perfcast.source.normal_forms.meanings import Meanings
from perfcast.source.normal_forms.names import Names

#: Classes looked at of what a unit is called with, and of what these hold.
_MOST_HELD: Final = 30


class StandIns:
    """Those of one file. What is told of a class is found once."""

    def __init__(self, module: Names, meanings: Meanings) -> None:
        self._module, self._meanings = module, meanings
        self._asked_by: dict[ast.ClassDef, frozenset[str]] = {}
        self._stand_ins: dict[str, str | None] = {}
        self._kinds: dict[str, NodeKinds | None] = {}

    def of(self, found: FoundUnit, implied: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Classes of which instances are made where the unit is called with one of a class that leaves methods to
        others, and what it rests on that there are these.

        Args:
            implied: classes that its parameters are of by their names.
        """
        standing, seen, rests_on = set[str](), set[str](), set[str]()
        waiting = [
            *implied,
            *_annotated(found.node),
            *(() if found.owner is None else self._classes_asked_by(found.owner)),
        ]
        while waiting and len(seen) < _MOST_HELD:
            name = waiting.pop()
            if name in seen or (self._meanings.class_of(name) is None and not self._united(name)):
                continue
            seen.add(name)
            kinds = self.node_kinds(name)
            if kinds is not None:
                rests_on.add(CLASSES)
                standing.update(*kinds)
                waiting += [*kinds.inner, *kinds.leaves]
            stands = self.stand_in(name)
            if stands is not None:
                rests_on.add(ALL_CLASSES if is_protocol(name, self._meanings.class_of) else CLASSES)
                name = stands
                standing.add(name)
            node = self._meanings.class_of(name)
            waiting += () if node is None else self._classes_asked_by(node)
        return frozenset(standing), frozenset(rests_on | (seen if rests_on else set()))

    def node_kinds(self, name: str) -> NodeKinds | None:
        """The classes of nodes of the trees that a class is of; None for one of no such trees."""
        if name not in self._kinds:
            united = self._united(name)
            self._kinds[name] = node_kinds(name, lambda: self._module.classes, self._meanings.class_of, united)
        return self._kinds[name]

    def _united(self, name: str) -> Sequence[str]:
        """The classes that a name is a union of."""
        return united_classes(self._meanings.of(name), lambda one: self._meanings.class_of(one) is not None)

    def stand_in(self, name: str) -> str | None:
        """What stands for a class that leaves methods to others; None for one that leaves none."""
        if name not in self._stand_ins:
            module, is_any = self._module, is_protocol(name, self._meanings.class_of)
            extending = (lambda: module.all_classes) if is_any else (lambda: module.classes)
            self._stand_ins[name] = stand_in(name, extending, self._meanings.class_of)
        return self._stand_ins[name]

    def _classes_asked_by(self, node: ast.ClassDef) -> frozenset[str]:
        """Names in what the parameters of a class's constructor, or its fields, are annotated with."""
        if node not in self._asked_by:
            init = method_of(node, "__init__")
            fields = [one.annotation for one in node.body if isinstance(one, ast.AnnAssign)]
            self._asked_by[node] = _names_in(fields) if init is None else _annotated(init)
        return self._asked_by[node]


def _annotated(function: FunctionNode) -> frozenset[str]:
    """Names in what its parameters are annotated with."""
    arguments = function.args
    given = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return _names_in([one.annotation for one in given if one.annotation is not None])


def _names_in(annotations: Sequence[ast.expr]) -> frozenset[str]:
    said = [ast.AnnAssign(ast.Name("_", ast.Store()), one, None, 1) for one in annotations]
    return references(*said).names - {"_"} if said else frozenset()
