"""Which method a call resolves to, as far as the file says what stands before the dot."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from perfcast.source.definitions.calls import CallSite
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import FunctionNode, Unit

if TYPE_CHECKING:
    from perfcast.source.file import SourceFile

#: Methods of Python's own types: a call of one of these is one of them, unless something says otherwise.
_COMMON: Final = frozenset(
    name for kind in (str, bytes, list, dict, set, int, float) for name in dir(kind) if not name.startswith("__")
)
_INSTANCE: Final = frozenset({"self", "cls"})
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def may_mean(file: SourceFile, unit: Unit, site: CallSite) -> bool:
    """Whether a call of the unit's name is one of the unit.

    Args:
        unit: of the file; an ``__init__`` is called by its class's name.
        site: a call in the file of that name, or of an attribute of that name.
    """
    function, name = site.node.func, unit.name.rpartition(".")[2]
    if unit.kind != "method" or name == "__init__":
        return unit.kind != "function" or isinstance(function, ast.Name)
    if not isinstance(function, ast.Attribute) or any(site.node in one.decorator_list for one in site.functions):
        return False
    names = _names_of.get(file)
    if names is None:
        names = _names_of.setdefault(file, _Names(file))
    having = names.having[name]
    meant = names.class_of(function.value, site.functions)
    if meant is not None:
        # What a class does not define it may inherit.
        return _class_in(unit) == meant or meant not in having
    return len(having) == 1 and name not in _COMMON and _root(function.value) not in names.imported


class _Names:
    """What the names of one file stand for.

    Attributes:
        having: name of a method -> the classes that define it.
        imported: names of modules, and of what is theirs.
    """

    def __init__(self, file: SourceFile) -> None:
        methods = [unit for unit in file.units if unit.kind == "method"]
        self.having: Mapping[str, set[str]] = defaultdict(set)
        for unit in methods:
            self.having[unit.name.rpartition(".")[2]].add(_class_in(unit))
        self.imported = {
            alias.asname or alias.name.partition(".")[0]
            for statement in file.tree.body
            if isinstance(statement, ast.Import | ast.ImportFrom)
            for alias in statement.names
        }
        self._module = file.tree
        self._classes = {_class_in(unit) for unit in methods}
        self._owners = {file.node(unit): _class_in(unit) for unit in methods}
        self._said: dict[ast.AST, Mapping[str, str]] = {}

    def class_of(self, value: ast.expr, functions: Sequence[FunctionNode]) -> str | None:
        """The class of the file that an expression is an instance of, or is itself; None where nothing says so.

        Args:
            functions: that it stands in, innermost first.
        """
        if isinstance(value, ast.Call):
            return last_name(value.func) if last_name(value.func) in self._classes else None
        if not isinstance(value, ast.Name):
            return None
        if value.id in _INSTANCE:
            return next((self._owners[one] for one in functions if one in self._owners), None)
        if value.id in self._classes:
            return value.id
        for scope in (*functions, self._module):
            if scope not in self._said:
                self._said[scope] = self._said_in(scope)
            found = self._said[scope].get(value.id)
            if found is not None:
                return found
        return None

    def _said_in(self, scope: FunctionNode | ast.Module) -> Mapping[str, str]:
        """Name -> class, of those that a scope says one of."""
        annotated = {one.arg: one.annotation for one in _parameters(scope) if one.annotation is not None}
        told = [(name, one) for name, annotation in annotated.items() for one in _names_in(annotation)]
        for node in _statements(scope):
            match node:
                case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=function)):
                    told.append((target, last_name(function)))
                case ast.AnnAssign(target=ast.Name(id=target), annotation=annotation):
                    told += [(target, one) for one in _names_in(annotation)]
                case (
                    ast.For(target=ast.Name(id=target), iter=ast.Name(id=source))
                    | ast.comprehension(target=ast.Name(id=target), iter=ast.Name(id=source))
                ) if source in annotated:
                    told += [(target, one) for one in _names_in(annotated[source])]
        return {name: one for name, one in reversed(told) if one in self._classes}


_names_of: WeakKeyDictionary[SourceFile, _Names] = WeakKeyDictionary()


def _class_in(unit: Unit) -> str:
    """The class that a method is of."""
    return unit.name.split(".")[-2]


def _parameters(scope: FunctionNode | ast.Module) -> list[ast.arg]:
    if isinstance(scope, ast.Module):
        return []
    return [*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs]


def _statements(scope: FunctionNode | ast.Module) -> Iterator[ast.AST]:
    for statement in scope.body:
        if not isinstance(statement, _DEFINITIONS):
            yield from ast.walk(statement)


def _names_in(annotation: ast.expr) -> Iterator[str]:
    """``Order`` of ``Order``, ``Order | None``, ``"Order"`` and ``list[Order]``."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name | ast.Attribute):
            yield last_name(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _root(value: ast.expr) -> str:
    while isinstance(value, ast.Attribute):
        value = value.value
    return value.id if isinstance(value, ast.Name) else ""
