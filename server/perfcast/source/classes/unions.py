"""Names of several classes at once: ``Expr = Union[Number, Sum]``, ``type Shape = Circle | Square``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

from perfcast.source.definitions.generics import NamedType, named_type
from perfcast.source.definitions.union_annotations import alternatives


def united_classes(said: ast.AST | NamedType | None, is_class: Callable[[str], bool]) -> tuple[str, ...]:
    """The classes that a union is of, which may be None besides; none where it is of something else, too, or of one.

    Args:
        is_class: whether a name is a class of the file.
    """
    names = tuple(dict.fromkeys(_members(said.value if isinstance(said, NamedType) else said)))
    return names if len(names) > 1 and all(map(is_class, names)) else ()


def unions(body: Iterable[ast.stmt], is_class: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    """Those that a module's statements give names to, with their classes."""
    found = ((name, united_classes(said, is_class)) for name, said in _named(body))
    return {name: classes for name, classes in found if classes}


def _named(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.AST | NamedType]]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case _:
                named = named_type(node)
                if named is not None:
                    yield named


def _members(said: ast.AST | None) -> Iterator[str]:
    """Names of what a union is of, but for None; '' for what has no such name."""
    for one in alternatives(said) if isinstance(said, ast.expr) else ():
        match one:
            case ast.Constant(value=None):
                pass
            case ast.Name(id=name):
                yield name
            case _:
                yield ""
