"""What annotations mean that stand for others: ``FileTypes``, below ``FileTypes = Union[IO[bytes], bytes]``."""

from __future__ import annotations

import ast
import builtins
import copy
import sys
import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from perfcast.source.classes.abstract import call_described, left_open
from perfcast.source.classes.constructors import is_enumeration
from perfcast.source.classes.node_kinds import node_kinds
from perfcast.source.classes.unions import united_classes
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.generics import NamedType, type_parameters
from perfcast.source.definitions.units import FunctionNode
from perfcast.source.file import SourceFile

from .imported_names import imported_value

#: Names that files give no other meaning.
_KNOWN: Final = frozenset({*dir(builtins), *typing.__all__})
#: Of aliases within aliases, and of all that an annotation is made of: each of ten may name the others.
_DEEPEST: Final = 5
_MOST: Final = 200
#: Of types that may be anything, those that are named as what they are meant to be.
_TELLING: Final = frozenset({"Tensor", "Array", "ArrayLike", "DataFrame", "Series"})
_ANYTHING: Final = ast.Name("Any", ast.Load())
#: What protocols of functions stand for.
_CALLED: Final = ast.parse("Callable[..., Any]", mode="eval").body
_AWAITED: Final = ast.parse("Callable[..., Awaitable[Any]]", mode="eval").body
#: What containers hold of which nothing says it.
_HELD: Final = ast.Name("int", ast.Load())


def annotated_names(node: FunctionNode, owner: ast.ClassDef | None = None) -> tuple[str, ...]:
    """Names in the annotations of a function's parameters that may be aliases: ``types.FileTypes`` for one.

    Args:
        owner: the class whose method it is.
    """
    own = _type_parameters(node, owner)
    said = (*(one.annotation for one in _parameters(node)), *own.values())
    found = (name for one in said if one is not None for name in _names_in(one) if name not in own)
    return tuple(dict.fromkeys(found))


def is_alias(name: str, file: SourceFile) -> bool:
    """Whether a name of the file stands for another annotation, there or in a file that it is imported from."""
    return _meaning(name, file) is not None


def without_aliases(node: FunctionNode, file: SourceFile, owner: ast.ClassDef | None = None) -> FunctionNode:
    """A function of the file with what its parameters' annotations stand for; itself where they stand for nothing.

    Args:
        owner: the class whose method it is.
    """
    own = _type_parameters(node, owner)
    if not own and not any(is_alias(name, file) for name in annotated_names(node)):
        return node
    own = own | dict.fromkeys(_shared(node, own, file), _HELD)
    made, arguments = copy.copy(node), copy.copy(node.args)
    for group in ("posonlyargs", "args", "kwonlyargs"):
        setattr(arguments, group, [_parameter(one, own, file) for one in getattr(arguments, group)])
    made.args = arguments
    return made


def _shared(node: FunctionNode, own: Mapping[str, ast.expr | None], file: SourceFile) -> set[str]:
    """Type variables that may be anything, of which one parameter is and others hold some: ``key: K, table: dict[K,
    V]``."""
    said = [one.annotation for one in _parameters(node) if one.annotation is not None]
    alone = {one.id for one in said if isinstance(one, ast.Name)}
    held = {
        part.id
        for one in said
        if isinstance(one, ast.Subscript) and last_name(one.value) != "Callable"
        for part in ast.walk(one.slice)
        if isinstance(part, ast.Name)
    }
    return {name for name in alone & held if (own[name] is None if name in own else _is_anything(name, file))}


def _is_anything(name: str, file: SourceFile) -> bool:
    meaning = _meaning(name, file)
    return meaning is not None and meaning[1].value is _ANYTHING


def class_without_aliases(owner: ast.ClassDef, file: SourceFile) -> ast.ClassDef:
    """A class of the file, with what the annotations of its methods' parameters stand for."""
    made = copy.copy(owner)
    made.body = [without_aliases(one, file, owner) if isinstance(one, FunctionNode) else one for one in owner.body]
    return made


def _parameter(parameter: ast.arg, own: Mapping[str, ast.expr | None], file: SourceFile) -> ast.arg:
    if parameter.annotation is None:
        return parameter
    made, left = copy.copy(parameter), iter(range(_MOST))
    given = {name: _Meant(file, (), left, {}).bound(name, bound) for name, bound in own.items()}
    made.annotation = _Meant(file, (), left, given).visit(copy.deepcopy(parameter.annotation))
    return made


def _type_parameters(node: FunctionNode, owner: ast.ClassDef | None) -> dict[str, ast.expr | None]:
    return ({} if owner is None else type_parameters(owner)) | type_parameters(node)


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


def _meaning(name: str, file: SourceFile) -> tuple[SourceFile | None, NamedType] | None:
    known = file.meanings
    if name not in known:
        value = file.meaning(name) if "." not in name else None
        other, said = (None, value) if value is not None else imported_value(file, name) or (None, None)
        said = _renamed(file, name) if said is None and "." not in name else said
        # One that is of several such classes of the file stays: instances of it are of each of these, or of the class
        # that implements it.
        is_of_classes = other is None and (_is_of_nodes(name, said, file) or _is_implemented(name, said, file))
        meant = None if said is None or is_of_classes else _annotation(said)
        known[name] = None if meant is None else (other, meant)
    return known[name]


def _renamed(file: SourceFile, name: str) -> ast.expr | None:
    """The type of the standard library that a file imports under a name of its own: ``datetime as dt``."""
    for node in file.binding(name):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in sys.stdlib_module_names:
            own = next((one.name for one in node.names if one.asname == name), name)
            return None if own == name or node.level or file.meaning(own) is not None else ast.Name(own, ast.Load())
    return None


def _is_of_nodes(name: str, said: ast.AST | NamedType | None, file: SourceFile) -> bool:
    """Whether it is a union of classes that trees are made of."""
    united = united_classes(said, partial(_is_made, file))
    return bool(united) and node_kinds(name, tuple, partial(_class_of, file), united) is not None


def _is_implemented(name: str, said: ast.AST | NamedType | None, file: SourceFile) -> bool:
    """Whether it is a protocol of functions whose instances the file has a class for."""
    return (
        isinstance(said, ast.ClassDef) and call_described(said) is not None and file.stand_in(name) not in (None, name)
    )


def _is_made(file: SourceFile, name: str) -> bool:
    """Whether it is a class of which there may be any number of instances, as there are none of one that leaves methods
    to others, or of one that has members."""
    node = _class_of(file, name)
    return node is not None and not is_enumeration(node) and not left_open(name, partial(_class_of, file))


def _class_of(file: SourceFile, name: str) -> ast.ClassDef | None:
    node = file.meaning(name)
    return node if isinstance(node, ast.ClassDef) else None


def _annotation(value: ast.AST | NamedType) -> NamedType | None:
    """The annotation that a name of such a value stands for."""
    match value:
        case NamedType():
            return value
        case ast.Subscript() | ast.BinOp(op=ast.BitOr()) | ast.Name() | ast.Attribute() | ast.Constant(value=str()):
            return NamedType(value, {})
        case ast.Call(func=function, args=[name, *constraints], keywords=options) if last_name(function) == "TypeVar":
            bounds = [one.value for one in options if one.arg == "bound"]
            is_telling = isinstance(name, ast.Constant) and name.value in _TELLING
            meant = next(iter([*bounds, *constraints]), None if is_telling else _ANYTHING)
            return None if meant is None else NamedType(meant, {})
        case ast.Call(func=function, args=[_, of]) if last_name(function) == "NewType":
            return NamedType(of, {})
        case ast.ClassDef() if (call := call_described(value)) is not None:
            return NamedType(_AWAITED if isinstance(call, ast.AsyncFunctionDef) else _CALLED, {})
    return None


class _Meant(ast.NodeTransformer):
    """Puts what they stand for in the place of a file's aliases.

    Args:
        within: aliases that the annotation is part of; left: one for each that may still be put in.
        given: what type parameters stand for.
    """

    def __init__(
        self, file: SourceFile, within: tuple[str, ...], left: Iterator[int], given: Mapping[str, ast.expr]
    ) -> None:
        self._file, self._within, self._left, self._given = file, within, left, given

    def bound(self, name: str, bound: ast.expr | None) -> ast.expr:
        """What a type parameter stands for that nothing was given for."""
        if bound is not None:
            made: ast.expr = self.visit(copy.deepcopy(bound))
            return made
        return ast.Name(name, ast.Load()) if name in _TELLING else _ANYTHING

    def visit_Name(self, node: ast.Name | ast.Attribute) -> ast.expr:
        name = _dotted(node)
        if name in self._given:
            return copy.deepcopy(self._given[name])
        return self._meant(name, ()) or node

    visit_Attribute = visit_Name

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if last_name(node.value) == "Literal":
            return node
        name, said = _dotted(node.value), node.slice
        found = self._found(name)
        if found is None or not found[1].parameters:
            self.generic_visit(node)
            return node
        arguments = said.elts if isinstance(said, ast.Tuple) else [said]
        return self._meant(name, [self.visit(one) for one in arguments]) or node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        said = _said(node)
        made: ast.expr = node if said is None else self.visit(said)
        return made

    def _found(self, name: str) -> tuple[SourceFile | None, NamedType] | None:
        return _meaning(name, self._file) if name and name not in _KNOWN else None

    def _meant(self, name: str, arguments: Sequence[ast.expr]) -> ast.expr | None:
        """None for what is no alias."""
        found = self._found(name)
        if found is None:
            return None
        if name in self._within or len(self._within) >= _DEEPEST or next(self._left, None) is None:
            return _ANYTHING
        file, within = found[0] or self._file, (*self._within, name)
        unbound = _Meant(file, within, self._left, {})
        given = {one: unbound.bound(one, bound) for one, bound in found[1].parameters.items()}
        given |= dict(zip(given, arguments, strict=False))
        made: ast.expr = _Meant(file, within, self._left, given).visit(copy.deepcopy(found[1].value))
        return made
