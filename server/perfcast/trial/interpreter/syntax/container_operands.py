"""Operators of instances whose classes extend a built-in container, and leave the operators to it."""

from __future__ import annotations

import ast
from collections import Counter, deque
from typing import Any, Final

from perfcast.trial.interpreter.objects.elements import says_elements
from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.objects.missing import MISSING

#: Operators by their names within those of the special methods.
_NAMES: Final[dict[type, str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitOr: "or",
    ast.BitAnd: "and",
    ast.BitXor: "xor",
}
#: Containers whose operators make one of their own type, whichever class extends it.
_MAKING_PLAIN: Final = (list, dict, set, Counter)
#: Those that are changed in place.
_CHANGED: Final = (*_MAKING_PLAIN, deque)


def left_as_container(kind: type, value: Any, *, in_place: bool) -> Any:
    """The container that the left operand is, where its operator is called; the operand itself elsewhere."""
    return _container(kind, value, ("i", "") if in_place else ("",), _CHANGED if in_place else _MAKING_PLAIN)


def right_as_container(kind: type, value: Any) -> Any:
    """The same of the right operand."""
    return _container(kind, value, ("r",), _CHANGED)


def is_reflected(kind: type, right: Instance) -> bool:
    """Whether a sequence on the left leaves the operator to an instance on the right."""
    return kind is ast.Mult or (kind is ast.Add and right.of.find("__radd__") is not MISSING)


def _container(kind: type, value: Any, sides: tuple[str, ...], kinds: tuple[type, ...]) -> Any:
    if type(value) is not Instance or value.of.container not in kinds or kind not in _NAMES:
        return value
    asked = (*(f"__{side}{_NAMES[kind]}__" for side in sides), "keys", "__missing__")
    is_its_own = says_elements(value) or any(value.of.find(name) is not MISSING for name in asked)
    return value if is_its_own else contained(value)
