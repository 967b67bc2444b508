"""A function of a module -> the part of the module that defines it, which runs on its own.

What is read by the model and what is run is one text: the function, and the imports, constants, functions and classes
of its module that it needs. Prints, ``main`` and pages of other code are gone, and so is what replaces a function by
its C twin at the end of a module. Relative imports become absolute ones, so the package must be installed.
"""

from __future__ import annotations

import ast
import builtins
import copy
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from perfcast.source import FunctionNode
from perfcast.source.definitions.bindings import Bindings
from perfcast.source.definitions.references import references

#: Characters of an extract; a model reads less.
LONGEST = 80_000
_GIVEN = frozenset(dir(builtins))
#: Decorators that enter a function into its library's registry, which has it already, or only dispatch and document.
_REGISTERING = frozenset({"_dispatchable", "array_function_dispatch", "set_module", "xp_capabilities"})


class ExtractionError(ValueError):
    """The function cannot be taken out of its module; the message says why."""


@dataclass(frozen=True)
class Function:
    """A function of a module, or a method of one of its classes.

    Attributes:
        name: ``f`` or ``Class.method``.
        is_method: it takes an instance, or a class, as its first parameter.
    """

    name: str
    node: FunctionNode
    is_method: bool = False


@dataclass(frozen=True, eq=False)
class _Statement:
    """A statement of the module's top level, and what it has to do with names."""

    node: ast.stmt
    binds: frozenset[str]
    uses: frozenset[str]
    changes: frozenset[str]

    @property
    def defines(self) -> str:
        """The name of the function or class that it is; empty for other statements."""
        return _defined(self.node)


class Module:
    """One module's text; nothing of it is imported or run.

    Args:
        text: of the file.
        package: dotted name that relative imports start from; empty where there are none.
    """

    def __init__(self, text: str, package: str = "") -> None:
        """Raises SyntaxError, or another error of the parser's on strange files."""
        self.tree = ast.parse(text)
        _drop_decorators(self.tree)
        # Not `splitlines`: a form feed ends no line.
        self._lines = io.StringIO(text).readlines()
        self._package = package
        self._texts: dict[_Statement, str] = {}
        self._statements = [_statement(node) for node in self.tree.body if not _is_main_guard(node)]
        self._bringing = self._by_name()
        self._always = {index for index, one in enumerate(self._statements) if _is_future(one.node)}
        self._stars = {index for index, one in enumerate(self._statements) if _is_star(one.node)}

    @classmethod
    def read(cls, path: Path, package: str = "") -> Module | None:
        """The module of a file; None where it is no Python that this interpreter reads."""
        try:
            return cls(path.read_text(encoding="utf-8"), package)
        except (SyntaxError, ValueError, RecursionError, OSError):
            return None

    def functions(self) -> Iterator[Function]:
        """Functions of the top level, and methods of classes that are made without arguments, as far as one can see.

        Special methods are left out, and functions that others replace further down.
        """
        last = {_defined(node): node for node in self.tree.body}
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef) and last[node.name] is node:
                yield Function(node.name, node)
            elif isinstance(node, ast.ClassDef) and last[node.name] is node and _is_made_bare(node):
                yield from _methods(node)

    def extract(self, name: str) -> str:
        """The text of a module with that function, or class, and what it needs.

        Raises:
            ExtractionError: it would be too long, or a relative import leaves the package.
        """
        wanted, pending, taken = {name}, {name}, set(self._always)
        while pending:
            more = {index for one in pending for index in self._bringing.get(one, ())} - taken
            taken |= more
            pending = {used for index in more for used in self._statements[index].uses} - wanted
            wanted |= pending
        if wanted - self._bringing.keys() - _GIVEN:
            taken |= self._stars
        texts = [self._text(self._statements[index], wanted) for index in sorted(taken)]
        text = "\n\n".join(part.strip("\n") for part in texts if part) + "\n"
        if len(text) > LONGEST:
            raise ExtractionError(f"{name} needs {len(text)} characters of its module")
        return text

    def _by_name(self) -> dict[str, list[int]]:
        """Name -> the statements that it takes: what binds it, and what changes its value in place.

        What else binds a function's name is often its C twin, or a name kept for old callers, and is left out.
        """
        defined = {statement.defines for statement in self._statements}
        imports = [one for one in self._statements if isinstance(one.node, ast.Import | ast.ImportFrom)]
        imported = {name for one in imports for name in one.binds}
        found: dict[str, list[int]] = {}
        for index, statement in enumerate(self._statements):
            binds = {statement.defines} if statement.defines else statement.binds - defined
            for name in binds | (statement.changes - imported):
                found.setdefault(name, []).append(index)
        return found

    def _text(self, statement: _Statement, wanted: set[str]) -> str:
        node = statement.node
        if isinstance(node, ast.Import | ast.ImportFrom) and not _is_star(node):
            aliases = [alias for alias in node.names if _is_future(node) or _bound_by(alias, node) & wanted]
            node = copy.copy(node)
            node.names = aliases
            return ast.unparse(self._absolute(node))
        # Many functions of a module share much of it.
        if statement not in self._texts:
            self._texts[statement] = self._whole_text(node)
        return self._texts[statement]

    def _whole_text(self, node: ast.stmt) -> str:
        if any(_has_changed(part) for part in ast.walk(node)):
            return ast.unparse(self._absolute(copy.deepcopy(node)))
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
        return "".join(self._lines[first - 1 : node.end_lineno])

    def _absolute(self, node: ast.stmt) -> ast.stmt:
        for part in ast.walk(node):
            if isinstance(part, ast.ImportFrom) and part.level:
                parents = self._package.split(".")
                base = parents[: len(parents) - part.level + 1]
                if not base or not base[0]:
                    raise ExtractionError("a relative import leaves the package")
                part.module = ".".join([*base, *([part.module] if part.module else [])])
                part.level = 0
        return node


def _statement(node: ast.stmt) -> _Statement:
    bindings = Bindings.of_body([node])
    binds = frozenset({*bindings.definitions, *bindings.imports, *bindings.constants, *bindings.opaque})
    if isinstance(node, ast.Import | ast.ImportFrom):
        return _Statement(node, binds, frozenset(), frozenset())
    return _Statement(node, binds, references(node).names, frozenset() if _defined(node) else _changed(node))


def _changed(node: ast.stmt) -> frozenset[str]:
    """Names whose values a statement of the top level changes in place: tables that are filled, attributes set."""
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(part, ast.Subscript | ast.Attribute) and isinstance(part.ctx, ast.Store | ast.Del):
            found.add(_root(part))
        elif isinstance(part, ast.AugAssign):
            found.add(_root(part.target))
        elif (
            isinstance(part, ast.Expr)
            and isinstance(part.value, ast.Call)
            and not isinstance(part.value.func, ast.Name)
        ):
            found.add(_root(part.value.func))
    return frozenset(name for name in found if name)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _defined(node: ast.stmt) -> str:
    return node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else ""


def _bound_by(alias: ast.alias, node: ast.Import | ast.ImportFrom) -> set[str]:
    return {alias.asname or (alias.name.partition(".")[0] if isinstance(node, ast.Import) else alias.name)}


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _is_star(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.names[0].name == "*"


def _is_main_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test)
    )


def _drop_decorators(tree: ast.Module) -> None:
    """Takes away those that register; what had one is marked, since its lines are no more what it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            kept = [one for one in node.decorator_list if _decorator_name(one) not in _REGISTERING]
            if len(kept) < len(node.decorator_list):
                node.decorator_list = kept
                node.had_decorators = True  # type: ignore[union-attr]


def _has_changed(node: ast.AST) -> bool:
    """Whether its lines are not what will run."""
    return (isinstance(node, ast.ImportFrom) and bool(node.level)) or hasattr(node, "had_decorators")


def _decorator_name(node: ast.expr) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_made_bare(node: ast.ClassDef) -> bool:
    """Whether the class itself asks for no argument; its bases may."""
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and member.name in {"__init__", "__new__"}:
            arguments = member.args
            positional = [*arguments.posonlyargs, *arguments.args][1:]
            if len(positional) > len(arguments.defaults) or None in arguments.kw_defaults:
                return False
    return True


def _methods(node: ast.ClassDef) -> Iterator[Function]:
    last = {_defined(member): member for member in node.body}
    for member in node.body:
        if not isinstance(member, ast.FunctionDef) or last[member.name] is not member or member.name.startswith("__"):
            continue
        decorators = {decorator.id for decorator in member.decorator_list if isinstance(decorator, ast.Name)}
        if not decorators & {"property", "cached_property", "abstractmethod"}:
            yield Function(f"{node.name}.{member.name}", member, is_method="staticmethod" not in decorators)
