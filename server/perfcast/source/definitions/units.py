"""Finds the units of a module: functions, methods and Triton kernels, wherever they are defined."""

import ast
import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, TypeGuard

from perfcast.source.parsing.lines import LineIndex

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
UnitKind = Literal["function", "method", "kernel"]

_BODIES = ("body", "handlers", "cases", "orelse", "finalbody")
#: The fields with bodies of what has some, the last one first.
_INNER: dict[type, tuple[str, ...]] = {
    kind: tuple(field for field in reversed(_BODIES) if field in kind._fields)
    for kind in (
        *(ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If, ast.For, ast.AsyncFor, ast.While),
        *(ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.ExceptHandler, ast.Match, ast.match_case),
    )
}
_YIELD = re.compile("yield")
_INNER_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def own_name(method: FunctionNode) -> str:
    """What a method calls the instance: its first parameter; empty where it has none."""
    places = [*method.args.posonlyargs, *method.args.args]
    return places[0].arg if places else ""


def is_attribute_of(node: ast.AST, own: str) -> TypeGuard[ast.Attribute]:
    """Whether an attribute is asked for, set or deleted of what has that name, as a method calls the instance."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own


@dataclass(frozen=True)
class Unit:
    """One function, method or kernel of a file. Lines are 1-based, `column` counts characters from 0."""

    name: str
    """'f', 'Class.method', 'outer.inner'. Several units may share one: overloads, a property and its setter."""
    kind: UnitKind
    line: int
    """Line of the `def` (of the `async` before it), below any decorators."""
    column: int
    header_end_line: int
    """Line of the ':' that ends the header."""
    first_line: int
    """Line of the first decorator, of the `def` where there is none."""
    end_line: int
    is_async: bool
    is_generator: bool

    def moved(self, by: int) -> "Unit":
        """The same so many lines further down."""
        # `dataclasses.replace` takes three times as long, and half of a file may have moved.
        return Unit(
            self.name,
            self.kind,
            self.line + by,
            self.column,
            self.header_end_line + by,
            self.first_line + by,
            self.end_line + by,
            self.is_async,
            self.is_generator,
        )

    def __hash__(self) -> int:
        # Tells the units of a file apart, and is cheap: every save looks all of them up.
        return self.line


@dataclass(frozen=True)
class FoundUnit:
    """A unit, its node, and where it is defined."""

    unit: Unit
    node: FunctionNode
    owner: ast.ClassDef | None
    """The class whose body directly holds it."""
    enclosing: tuple[FunctionNode, ...]
    """The functions around it, innermost first."""


def find_units(tree: ast.Module, lines: LineIndex, jit_names: Collection[str]) -> list[FoundUnit]:
    """All units in source order.

    Args:
        tree: of the text, or some of its statements.
        lines: of the text.
        jit_names: under which the text reaches `triton.jit`.
    """
    if not tree.body:
        return []
    start, end = lines.start(tree.body[0].lineno), lines.start(tree.body[-1].end_lineno or tree.body[-1].lineno)
    end += lines.width(lines.position(end)[0])
    yield_lines = [lines.position(found.start())[0] for found in _YIELD.finditer(lines.text, start, end)]
    units: list[FoundUnit] = []
    # (node, prefix of names, class directly around, functions around); a stack, since elif chains nest without limit.
    pending: list[tuple[ast.AST, str, ast.ClassDef | None, tuple[FunctionNode, ...]]] = [(tree, "", None, ())]
    while pending:
        node, prefix, owner, enclosing = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            unit = Unit(
                name=prefix + node.name,
                kind=_kind(node, owner, jit_names),
                line=node.lineno,
                column=lines.from_ast(node.lineno, node.col_offset) if node.col_offset else 0,
                header_end_line=_header_end_line(node, lines),
                first_line=min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]),
                end_line=node.end_lineno or node.lineno,
                is_async=isinstance(node, ast.AsyncFunctionDef),
                is_generator=_may_yield(node, yield_lines) and _yields(node),
            )
            units.append(FoundUnit(unit, node, owner, enclosing))
            prefix, owner, enclosing = f"{prefix}{node.name}.", None, (node, *enclosing)
        elif isinstance(node, ast.ClassDef):
            prefix, owner = f"{prefix}{node.name}.", node
        for field in _INNER[type(node)]:
            children = [child for child in reversed(getattr(node, field)) if type(child) in _INNER]
            pending += [(child, prefix, owner, enclosing) for child in children]
    return units


def _kind(node: FunctionNode, owner: ast.ClassDef | None, jit_names: Collection[str]) -> UnitKind:
    if jit_names and any(_dotted(decorator) in jit_names for decorator in node.decorator_list):
        return "kernel"
    return "function" if owner is None else "method"


def jit_names(tree: ast.Module, text: str) -> set[str]:
    """The dotted names under which this file, a text with these statements, can reach `triton.jit`."""
    # Of letters beyond ASCII, Python takes some for those that they look like.
    if "triton" not in text and text.isascii():
        return set()
    names: set[str] = set()
    aliases: list[tuple[ast.expr, ast.Attribute]] = []
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "triton":
                    root = alias.asname or "triton"
                    names.update(f"{root}.{path}" for path in ("jit", "runtime.jit", "runtime.jit.jit"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "triton" and not node.level:
            for alias in node.names:
                name = alias.asname or alias.name
                names.add(name if alias.name == "jit" else "jit" if name == "*" else f"{name}.jit")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
            aliases.extend((target, node.value) for target in node.targets)
    names.update(target.id for target, value in aliases if isinstance(target, ast.Name) and _dotted(value) in names)
    return names


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        yield node
        for field in _INNER.get(type(node), ()):
            pending += getattr(node, field)


def _dotted(node: ast.expr) -> str:
    """'a.b' of `a.b` or `a.b(...)`; empty for anything else."""
    if isinstance(node, ast.Call):
        node = node.func
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _header_end_line(node: FunctionNode, lines: LineIndex) -> int:
    """The ':' is the first one outside comments after the last thing of the header that may hold one itself."""
    arguments = node.args
    parts: list[ast.AST | None] = [
        *getattr(node, "type_params", ()),
        *arguments.posonlyargs,
        *arguments.args,
        arguments.vararg,
        *arguments.kwonlyargs,
        arguments.kwarg,
        *arguments.defaults,
        *arguments.kw_defaults,
        node.returns,
    ]
    line, col_offset = max(
        ((part.end_lineno, part.end_col_offset) for part in parts if part is not None),  # type: ignore[attr-defined]
        default=(node.lineno, node.col_offset),
    )
    column = lines.from_ast(line, col_offset)
    while line < node.body[0].lineno:
        if ":" in lines.line(line)[column:].partition("#")[0]:
            return line
        line, column = line + 1, 0
    return line


def _may_yield(node: FunctionNode, yield_lines: list[int]) -> bool:
    following = bisect_left(yield_lines, node.lineno)
    return following < len(yield_lines) and yield_lines[following] <= (node.end_lineno or node.lineno)


def _yields(node: FunctionNode) -> bool:
    pending: list[ast.AST] = list(node.body)
    while pending:
        inner = pending.pop()
        if isinstance(inner, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(inner, _INNER_SCOPE):
            pending.extend(ast.iter_child_nodes(inner))
    return False
