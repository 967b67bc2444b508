"""Keyword arguments of a class, by the annotations of its fields: what a dictionary holds that it is called with,
``Order(**row)``, ``Order.model_validate(row)``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from perfcast.source.classes.constructors import constructor_of
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.sequence_types import SEQUENCES, SETS
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import FLOAT, INT, STR, by_name
from perfcast.workload.structures.shapes import TIMESTAMP

#: Methods of models that take a dictionary for the whole.
VALIDATING: Final = frozenset({"model_validate", "parse_obj"})
_LISTS: Final = SEQUENCES | SETS
_TYPES: Final = {
    "int": INT, "PositiveInt": INT, "NonNegativeInt": INT, "float": FLOAT, "Decimal": FLOAT, "PositiveFloat": FLOAT,
    "str": STR, "bool": TypeExpression("bool"), "datetime": TIMESTAMP,
}  # fmt: skip
_PLAIN: Final = (INT, FLOAT, STR)
#: Classes within classes that are looked into.
_DEEPEST: Final = 3
_MOST_FIELDS: Final = 40
_DAY: Final = "2024-01-15"
_IDENTIFIER: Final = "12345678-1234-4234-8234-1234567890ab"


class Taken(NamedTuple):
    """A part of what a class is made of.

    Attributes:
        type: None where nothing tells it, or the part has parts of its own: inner.
        among: all that it may be; is_several: it is a list of such.
    """

    name: str
    type: TypeExpression | None = None
    among: tuple[str | int, ...] = ()
    inner: tuple[Taken, ...] = ()
    is_several: bool = False


def taken_by_name(
    node: ast.ClassDef, meaning: Callable[[str], object], members: Callable[[ast.ClassDef], tuple[str | int, ...]]
) -> tuple[Taken, ...]:
    """Those of a class.

    Args:
        meaning: the definition that a name stands for; members: values of an enumeration's.
    """
    return tuple(_parts(node, meaning, members, 0))


def _parts(
    node: ast.ClassDef,
    meaning: Callable[[str], object],
    members: Callable[[ast.ClassDef], tuple[str | int, ...]],
    depth: int,
) -> Iterator[Taken]:
    order: list[ast.ClassDef] = []
    waiting = [node]
    while waiting and len(order) < _MOST_FIELDS:
        order.append(waiting.pop(0))
        bases = (meaning(last_name(base)) for base in order[-1].bases)
        waiting += [base for base in bases if isinstance(base, ast.ClassDef) and base not in order]
    init = constructor_of(order)
    for parameter, default in [] if init is None else _taken_by_name(init)[:_MOST_FIELDS]:
        found = _part(parameter.arg, parameter.annotation, meaning, members, depth)
        if found is None and default is None:
            # Without it the class cannot be called.
            found = _named(parameter.arg) if parameter.annotation is None else Taken(parameter.arg)
        if found is not None and (default is None or not (found.inner or found.is_several)):
            yield found


def _taken_by_name(init: ast.FunctionDef) -> list[tuple[ast.arg, ast.expr | None]]:
    """What a constructor takes by name, each with its default."""
    arguments = init.args
    # Those without a name have their defaults in the same list; the instance itself is the first of all.
    placed = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(placed) - len(arguments.defaults)) + arguments.defaults
    named = list(zip(placed, defaults, strict=True))[max(1, len(arguments.posonlyargs)) :]
    return [*named, *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]


def _named(name: str) -> Taken:
    """A part by its name alone."""
    told = by_name(name)
    if told in _PLAIN:
        return Taken(name, told)
    if told is not None and told.name == "list" and told.arguments[0] in _PLAIN:
        return Taken(name, told.arguments[0], is_several=True)
    return Taken(name)


def _part(  # noqa: PLR0911
    name: str,
    annotation: ast.expr | None,
    meaning: Callable[[str], object],
    members: Callable[[ast.ClassDef], tuple[str | int, ...]],
    depth: int,
) -> Taken | None:
    match annotation:
        case ast.Constant(value=str(text)):
            return _part(name, ast.Name(text), meaning, members, depth) if text.isidentifier() else None
        case ast.BinOp(inner, ast.BitOr(), _) | ast.Subscript(ast.Name("Optional" | "Final"), inner):
            return _part(name, inner, meaning, members, depth)
        case ast.Subscript(ast.Name("Union" | "Annotated"), ast.Tuple([inner, *_])):
            return _part(name, inner, meaning, members, depth)
        case ast.Subscript(ast.Name("Literal"), values):
            listed = values.elts if isinstance(values, ast.Tuple) else [values]
            among = tuple(one.value for one in listed if isinstance(one, ast.Constant))
            return Taken(name, among=tuple(one for one in among if isinstance(one, str | int)))
        case ast.Subscript(of, inner) if last_name(of) in _LISTS:
            element = inner.elts[0] if isinstance(inner, ast.Tuple) else inner
            found = _part(name, element, meaning, members, depth)
            return None if found is None or found.is_several else found._replace(is_several=True)
        case ast.Name() | ast.Attribute():
            return _plain(name, last_name(annotation), meaning, members, depth)
    return None


def _plain(
    name: str,
    kind: str,
    meaning: Callable[[str], object],
    members: Callable[[ast.ClassDef], tuple[str | int, ...]],
    depth: int,
) -> Taken | None:
    if kind in _TYPES:
        return Taken(name, _TYPES[kind])
    if kind == "date":
        return Taken(name, among=(_DAY,))
    if kind == "UUID":
        return Taken(name, among=(_IDENTIFIER,))
    of = meaning(kind)
    if not isinstance(of, ast.ClassDef) or depth >= _DEEPEST:
        return None
    if among := members(of):
        return Taken(name, among=among)
    inner = tuple(_parts(of, meaning, members, depth + 1))
    return Taken(name, inner=inner) if inner else None
