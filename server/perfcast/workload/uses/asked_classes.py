"""Which class a body asks about, or what functions and classes of the standard library alone have."""

from __future__ import annotations

import ast
import re
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import A_TENSOR, ARRAY, BYTES, DEQUE, DICT, FLOAT, INT, INTS, SET, STR, TABLE
from perfcast.workload.uses.name_uses import attributes_of, is_given_at

#: What ``isinstance`` is asked about.
BY_CLASS: Final = {
    "str": STR,
    "bytes": BYTES,
    "int": INT,
    "float": FLOAT,
    "list": INTS,
    "tuple": INTS,
    "dict": DICT,
    "deque": DEQUE,
    "set": SET,
    **dict.fromkeys(("Mapping", "MutableMapping", "OrderedDict", "Counter"), DICT),
    **dict.fromkeys(("Sequence", "MutableSequence", "Iterable", "Iterator", "Collection"), INTS),
    "Set": SET,
    **dict.fromkeys(("Number", "Real"), FLOAT),
    "Integral": INT,
    "DataFrame": TABLE,
    "ndarray": ARRAY,
    "Tensor": A_TENSOR,
}
#: Of no values in particular.
_ABSTRACT: Final = frozenset({"Callable", "Hashable", "Sized", "Enum", "Exception", "BaseException", "Awaitable"})
#: How names of classes are written.
_CLASS_NAME: Final = re.compile(r"_*[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")
#: What functions are asked for, and few others.
_OF_FUNCTIONS: Final = frozenset({"__name__", "__qualname__", "__code__", "__wrapped__"})
#: The same of others of the standard library.
_OF_LIBRARIES: Final = {
    **dict.fromkeys(("add_argument", "add_argument_group", "add_subparsers"), TypeExpression("ArgumentParser")),
    **dict.fromkeys(("debug", "warning", "critical", "isEnabledFor"), TypeExpression("Logger")),
}


def class_asked_about(node: FunctionNode, name: str) -> TypeExpression | None:
    """The first class that the body asks whether it is of; None where it asks about none."""
    calls = parts_of(node, ast.Call)
    return next((told for call in calls if (told := asked_about(call, name)) is not None), None)


def is_asked_as_function(node: FunctionNode, name: str) -> bool:
    """Whether the body asks it for what functions have, or makes another one look like it."""
    return not _OF_FUNCTIONS.isdisjoint(attributes_of(node, name)) or any(
        last_name(call.func) == "wraps" and is_given_at(call.args, 0, name) for call in parts_of(node, ast.Call)
    )


def library_type(node: FunctionNode, name: str) -> TypeExpression | None:
    """The class of the standard library that has what the body asks it for, and few others have; None of others."""
    asked = (_OF_LIBRARIES.get(attribute) for attribute in attributes_of(node, name))
    return next((found for found in asked if found is not None), None)


def asked_about(part: ast.AST, name: str) -> TypeExpression | None:
    match part:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=used), _] as arguments) if used == name:
            found = first_class(arguments)
            is_class = _CLASS_NAME.fullmatch(found) is not None and found not in _ABSTRACT
            return BY_CLASS.get(found) or (TypeExpression(found) if is_class else None)
    return None


def first_class(arguments: list[ast.expr]) -> str:
    """Of those that ``isinstance`` is asked about, the name."""
    several = arguments[-1]
    return last_name(several.elts[0] if isinstance(several, ast.Tuple) and several.elts else several)
