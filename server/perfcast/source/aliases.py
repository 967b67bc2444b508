"""What annotations mean that stand for others: ``FileTypes``, below ``FileTypes = Union[IO[bytes], bytes]``."""

from __future__ import annotations

import ast
import builtins
import copy
import typing
from collections.abc import Iterator
from typing import Final

from .file import SourceFile
from .imported import imported_value
from .special import last_name
from .units import FunctionNode

#: Names that files give no other meaning.
_KNOWN: Final = frozenset({*dir(builtins), *typing.__all__})
#: Of aliases within aliases, and of all that an annotation is made of: each of ten may name the others.
_DEEPEST: Final = 5
_MOST: Final = 200
#: Of types that may be anything, those that are named as what they are meant to be.
_TELLING: Final = frozenset({"Tensor", "Array", "ArrayLike", "DataFrame", "Series"})
_ANYTHING: Final = ast.Name("Any", ast.Load())


def annotated_names(node: FunctionNode) -> tuple[str, ...]:
    """Names in the annotations of a function's parameters that may be aliases: ``types.FileTypes`` for one."""
    found = (name for one in _parameters(node) if one.annotation is not None for name in _names_in(one.annotation))
    return tuple(dict.fromkeys(found))


def is_alias(name: str, file: SourceFile) -> bool:
    """Whether a name of the file stands for another annotation, there or in a file that it is imported from."""
    return _meaning(name, file) is not None


def without_aliases(node: FunctionNode, file: SourceFile) -> FunctionNode:
    """A function of the file with what its parameters' annotations stand for; itself where they stand for nothing."""
    if not any(is_alias(name, file) for name in annotated_names(node)):
        return node
    made, arguments = copy.copy(node), copy.copy(node.args)
    for group in ("posonlyargs", "args", "kwonlyargs"):
        setattr(arguments, group, [_parameter(one, file) for one in getattr(arguments, group)])
    made.args = arguments
    return made


def _parameter(parameter: ast.arg, file: SourceFile) -> ast.arg:
    if parameter.annotation is None:
        return parameter
    made = copy.copy(parameter)
    made.annotation = _Meant(file, (), iter(range(_MOST))).visit(copy.deepcopy(parameter.annotation))
    return made


def _parameters(node: FunctionNode) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def _names_in(annotation: ast.expr) -> Iterator[str]:
    for part in ast.walk(annotation):
        if isinstance(part, ast.Name | ast.Attribute):
            name = _dotted(part)
            if name and name not in _KNOWN:
                yield name
        elif (said := _said(part)) is not None:
            yield from _names_in(said)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return node.id if isinstance(node, ast.Name) else ""


def _said(node: ast.AST) -> ast.expr | None:
    """The annotation that is written as a text."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return None
    try:
        return ast.parse(node.value, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _meaning(name: str, file: SourceFile) -> tuple[SourceFile | None, ast.expr] | None:
    known = file.meanings
    if name not in known:
        value = file.meaning(name) if "." not in name else None
        other, said = (None, value) if value is not None else imported_value(file, name) or (None, None)
        meant = None if said is None else _annotation(said)
        known[name] = None if meant is None else (other, meant)
    return known[name]


def _annotation(value: ast.AST) -> ast.expr | None:
    """The annotation that a name of such a value stands for."""
    match value:
        case ast.Subscript() | ast.BinOp(op=ast.BitOr()) | ast.Name() | ast.Attribute() | ast.Constant(value=str()):
            return value
        case ast.Call(func=function, args=[name, *constraints], keywords=options) if last_name(function) == "TypeVar":
            bounds = [one.value for one in options if one.arg == "bound"]
            is_telling = isinstance(name, ast.Constant) and name.value in _TELLING
            return next(iter([*bounds, *constraints]), None if is_telling else _ANYTHING)
        case ast.Call(func=function, args=[_, of]) if last_name(function) == "NewType":
            return of
    return None


class _Meant(ast.NodeTransformer):
    """Puts what they stand for in the place of a file's aliases.

    Args:
        within: aliases that the annotation is part of; left: one for each that may still be put in.
    """

    def __init__(self, file: SourceFile, within: tuple[str, ...], left: Iterator[int]) -> None:
        self._file, self._within, self._left = file, within, left

    def visit_Name(self, node: ast.Name | ast.Attribute) -> ast.expr:
        name = _dotted(node)
        found = _meaning(name, self._file) if name and name not in _KNOWN else None
        if found is None:
            return node
        if name in self._within or len(self._within) >= _DEEPEST or next(self._left, None) is None:
            return _ANYTHING
        other, value = found
        inner = _Meant(other or self._file, (*self._within, name), self._left)
        made: ast.expr = inner.visit(copy.deepcopy(value))
        return made

    visit_Attribute = visit_Name

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if last_name(node.value) != "Literal":
            self.generic_visit(node)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        said = _said(node)
        made: ast.expr = node if said is None else self.visit(said)
        return made
