"""What classes are called with: as they write it down, or as their fields say."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from .networks import method_of
from .special import last_name

#: Decorators and bases that make a constructor of the fields that a class's body names.
_DECORATORS: Final = frozenset({"dataclass", "define", "frozen", "mutable", "attrs", "s"})
_BASES: Final = frozenset({"NamedTuple", "TypedDict", "BaseModel", "Struct"})
#: Those of ``dataclasses`` and ``attrs`` that describe a field.
_DESCRIBING: Final = frozenset({"field", "ib", "attrib", "Field"})
_CONTAINERS: Final = frozenset({"list", "dict", "set", "deque"})
_DEFAULTS: Final = frozenset({"default", "default_factory", "factory"})


def constructor_of(order: Sequence[ast.ClassDef]) -> ast.FunctionDef | None:
    """The ``__init__`` of a class; of one that its fields make, without a body and with all parameters by name. None
    where it is called with nothing.

    Args:
        order: the class and those that it extends, as far as they are known, in the order in which Python looks into
            them.
    """
    for place, node in enumerate(order):
        written = method_of(node, "__init__")
        if written is not None:
            return written
        if has_fields(node):
            return _of_fields([one for one in reversed(order[place:]) if has_fields(one)])
    return None


def has_fields(node: ast.ClassDef) -> bool:
    """Whether the fields that a class's body names are what it is called with."""
    decorators = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return any(last_name(one) in _DECORATORS for one in decorators) or is_made_by_base(node)


def is_made_by_base(node: ast.ClassDef, *names: str) -> bool:
    """Whether that is so for one of its bases, or for one of these names."""
    return any(last_name(base) in (names or _BASES) for base in node.bases)


def _of_fields(order: list[ast.ClassDef]) -> ast.FunctionDef:
    fields: dict[str, tuple[ast.arg, ast.expr | None]] = {}
    for node in order:
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and _is_given(one):
                fields[one.target.id] = ast.arg(one.target.id, _type(one.annotation)), _default(one.value)
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg("self")],
        kwonlyargs=[parameter for parameter, _ in fields.values()],
        kw_defaults=[default for _, default in fields.values()],
        defaults=[],
    )
    return ast.FunctionDef("__init__", arguments, body=[], decorator_list=[])


def _is_given(field: ast.AnnAssign) -> bool:
    annotation = field.annotation.value if isinstance(field.annotation, ast.Subscript) else field.annotation
    if last_name(annotation) in {"ClassVar", "KW_ONLY"}:
        return False
    described = _described(field.value)
    told = next((one.value for one in described if one.arg == "init"), None)
    return not (isinstance(told, ast.Constant) and told.value is False)


def _default(value: ast.expr | None) -> ast.expr | None:
    """The expression of a field's default; None for a field without one, and for a container, which instances come to
    fill."""
    if isinstance(value, ast.Call) and last_name(value.func) in _DESCRIBING:
        found = next((one.value for one in _described(value) if one.arg in _DEFAULTS), None)
        return None if last_name(found) in _CONTAINERS else found
    return value


def _described(value: ast.expr | None) -> list[ast.keyword]:
    is_described = isinstance(value, ast.Call) and last_name(value.func) in _DESCRIBING
    return value.keywords if is_described and isinstance(value, ast.Call) else []


def _type(annotation: ast.expr) -> ast.expr:
    """Of a field that is handed on to ``__post_init__``, or may be missing, the type inside."""
    is_around = isinstance(annotation, ast.Subscript) and last_name(annotation.value) in {"InitVar", "NotRequired"}
    return annotation.slice if is_around and isinstance(annotation, ast.Subscript) else annotation
