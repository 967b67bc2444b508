"""What units may be called with that nobody is seen to call: with instances of the project's classes, where their own
file does not tell of which class a parameter is."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode, SourceFile, Unit
from perfcast.source.classes.implied_classes import asked_for
from perfcast.source.locations.place import Place, Stamp, absolute
from perfcast.trial.observing.project_classes import ProjectClasses
from perfcast.workload import Argument, Workload
from perfcast.workload.code.parameters import untold
from perfcast.workload.corrections.corrections import LeftOut
from perfcast.workload.language.workload import OBJECT, TypeExpression
from perfcast.workload.origins.resolution import DEFAULT, optional, resolve
from perfcast.workload.values.unbuildable import is_unknown

#: A type of which nothing is known, and one that tells merely what is asked for.
_TELLING_NOTHING: Final = frozenset({"object", OBJECT})
#: Instances that a parameter holds which holds several.
_SEVERAL: Final = 10


class Supposed(NamedTuple):
    """
    Attributes:
        by_itself: what a unit's own file suggests; with_classes: the same, with classes of other files of the project.
    """

    by_itself: Workload
    with_classes: Workload


class Suppositions:
    """Of one file."""

    def __init__(self, place: Place, file: SourceFile) -> None:
        """
        Args:
            place: of the file.
        """
        self._classes, self._file, self._package = ProjectClasses(place), file, place.package

    @property
    def read(self) -> Mapping[str, Stamp | None]:
        """Files that what was supposed rests on, as they were."""
        return self._classes.read

    def of(self, unit: Unit, size: int) -> Supposed | None:
        """None where more than names and uses say what it is called with.

        Raises:
            SourceError: the unit is not of the file.
        """
        resolved = resolve(unit, self._file, size)
        if resolved.origin != DEFAULT or resolved.ways is not None:
            return None
        node = self._file.node(unit)
        arguments = resolved.workload.arguments
        return Supposed(resolved.workload, Workload(tuple(self._supposed(one, node) for one in arguments)))

    def free(self, unit: Unit) -> frozenset[str]:
        """Parameters of which the unit's own lines tell no type: what they are like is a guess.

        Raises:
            SourceError: the unit is not of the file.
        """
        return untold(self._file.node(unit))

    def optional(self, unit: Unit, size: int) -> LeftOut:
        """As `perfcast.workload.origins.resolution.optional`, with classes of other files of the project.

        Raises:
            SourceError: the unit is not of the file.
        """
        node = self._file.node(unit)
        groups = (tuple(self._supposed(one, node) for one in group) for group in optional(unit, self._file, size))
        return LeftOut(*groups)

    def _supposed(self, argument: Argument, node: FunctionNode) -> Argument:
        if argument.has_value or argument.name is None:
            return argument
        if not _tells_nothing(argument.type):
            return replace(argument, type=self._in_full(argument.type))
        if not _says_nothing(node, argument.name):
            return argument
        found = self._classes.of_parameter(asked_for(node, argument.name))
        if found is None:
            return argument
        one = TypeExpression(found.name)
        several = TypeExpression("list", (one,))
        return Argument(argument.name, several, (_SEVERAL,)) if found.several else Argument(argument.name, one)

    def _in_full(self, type_: TypeExpression) -> TypeExpression:
        """With the modules of classes that it names."""
        if is_unknown(type_) and type_.name.isidentifier():
            found = self._classes.named(type_.name)
            is_meant = found is not None and self._may_mean(type_.name, found.name)
            return TypeExpression(found.name) if found is not None and is_meant else type_
        return replace(type_, arguments=tuple(map(self._in_full, type_.arguments)))

    def _may_mean(self, name: str, dotted: str) -> bool:
        """Whether a name in the file stands for that class: it is imported from there, or from a package above, or is
        no name of the file's own."""
        module = dotted.rpartition(".")[0]
        for node in ast.walk(self._file.tree):
            if isinstance(node, ast.ImportFrom) and any((one.asname or one.name) == name for one in node.names):
                has_own_names = all(one.asname is None for one in node.names)
                return has_own_names and f"{module}.".startswith(f"{absolute(node, self._package)}.")
            if isinstance(node, ast.ClassDef) and node.name == name:
                return False
        return True


def _tells_nothing(type_: TypeExpression) -> bool:
    """Of a value, or of the elements of a list."""
    inner = type_.arguments[0] if type_.name == "list" and type_.arguments else type_
    return inner.name in _TELLING_NOTHING


def _says_nothing(node: FunctionNode, parameter: str) -> bool:
    """Whether a parameter has no annotation."""
    written = (one for one in ast.walk(node.args) if isinstance(one, ast.arg))
    return any(one.arg == parameter and one.annotation is None for one in written)
