"""What the names of a file and of its definitions stand for."""

from __future__ import annotations

import ast

from perfcast.source.definitions.bindings import Bindings, Definition
from perfcast.source.definitions.generics import NamedType
from perfcast.source.definitions.options import as_namespace, parsed
from perfcast.source.normal_forms.names import Names


class Meanings:
    """Those of one file. What a definition binds is found once."""

    def __init__(self, module: Names) -> None:
        self._module = module
        self._scopes: dict[Definition, Bindings] = {}

    def of(self, name: str) -> Definition | NamedType | ast.expr | None:
        """The definition, type or constant's value that a name of the module stands for; None for what is none."""
        bound = self._module.of(name)
        for definition in bound.definitions.get(name, ()):
            return definition
        if name in bound.types:
            return bound.types[name]
        value = bound.constants[name].value if name in bound.constants else None
        parser = parsed(value)
        return value if parser is None else as_namespace(self._module.of(parser).told.get(parser, ()))

    def class_of(self, name: str) -> ast.ClassDef | None:
        """The class of the module that a name stands for, if it does."""
        found = self.of(name)
        return found if isinstance(found, ast.ClassDef) else None

    def within(self, node: Definition) -> Bindings:
        """What a definition's own names stand for."""
        if node not in self._scopes:
            self._scopes[node] = (
                Bindings.of_body(node.body) if isinstance(node, ast.ClassDef) else Bindings.of_function(node)
            )
        return self._scopes[node]
