"""Type parameters (PEP 695): ``def f[T: int](x: T)``, ``type Pair[T] = tuple[T, T]``. In ast from Python 3.12 on."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_Kinds = tuple[type[ast.AST], ...]
_ALIAS: Final[_Kinds] = tuple(getattr(ast, name) for name in ("TypeAlias",) if hasattr(ast, name))
#: All kinds of type parameters.
TYPE_PARAMETERS: Final[_Kinds] = tuple(
    getattr(ast, name) for name in ("TypeVar", "TypeVarTuple", "ParamSpec") if hasattr(ast, name)
)


@dataclass(frozen=True)
class NamedType:
    """What a ``type`` statement says.

    Attributes:
        parameters: see `type_parameters`.
    """

    value: ast.expr
    parameters: Mapping[str, ast.expr | None]


def named_type(node: ast.AST) -> tuple[str, NamedType] | None:
    """The name that a ``type`` statement binds, and what it stands for; None for any other statement."""
    if not isinstance(node, _ALIAS):
        return None
    said: Any = node
    return said.name.id, NamedType(said.value, type_parameters(node))


def type_parameters(node: ast.AST) -> dict[str, ast.expr | None]:
    """Of a function, a class or a ``type`` statement: by name the bound, or the first of several types that a parameter
    may stand for; None where it says neither."""
    return {one.name: _first(getattr(one, "bound", None)) for one in getattr(node, "type_params", ())}


def _first(bound: ast.expr | None) -> ast.expr | None:
    return bound.elts[0] if isinstance(bound, ast.Tuple) and bound.elts else bound
