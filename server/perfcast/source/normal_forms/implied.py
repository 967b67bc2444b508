"""Classes of a file that parameters without annotations are of by their names."""

from __future__ import annotations

import ast

from perfcast.source.classes.implied_classes import (
    Classes,
    Implied,
    asked_for,
    class_among,
    class_attributes,
    class_of,
    mark,
    marks_of_parameter,
    stem_of_parameter,
)
from perfcast.source.normal_forms.names import Names
from perfcast.source.normal_forms.piece import Piece


class ImpliedClasses:
    """Those of one file. What a class has is looked up once."""

    def __init__(self, module: Names) -> None:
        self._module = module
        self._attributes: dict[ast.ClassDef, frozenset[str]] = {}

    def of(self, parameter: str, function: ast.AST) -> Implied | None:
        """The module's class that a parameter without an annotation is of; None where none is."""
        stem = stem_of_parameter(parameter)
        if stem is not None:
            found = self._of_stem(stem)
            return None if found is None else Implied(found)
        if not self.may_be(parameter):
            return None
        return class_of(asked_for(function, parameter), self._classes, self._attributes_of)

    def may_be(self, parameter: str) -> bool:
        """Whether the module has a class that the parameter may be of by its name."""
        stem = stem_of_parameter(parameter)
        marks = marks_of_parameter(parameter) if stem is None else (mark(stem),)
        return any(self._module.binds(one) for one in marks)

    def of_parameters(self, piece: Piece) -> frozenset[str]:
        """Classes of the module that its parameters are of."""
        found = map(self._of_stem, piece.stems)
        return frozenset(name for name in found if name is not None)

    def _of_stem(self, stem: str) -> str | None:
        bound = self._module.of(mark(stem))
        return class_among((*bound.definitions, *bound.imports), stem)

    def _classes(self, word: str) -> Classes:
        """Those that a word may mean."""
        found = self._module.of(mark(word)).definitions.items()
        return ((name, nodes[0]) for name, nodes in found if isinstance(nodes[0], ast.ClassDef))

    def _attributes_of(self, node: ast.ClassDef) -> frozenset[str]:
        if node not in self._attributes:
            self._attributes[node] = class_attributes(node)
        return self._attributes[node]
