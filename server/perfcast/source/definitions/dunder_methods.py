"""Special methods that code calls implicitly: ``a + b`` calls ``__add__``."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

_BY_SYNTAX: Final[dict[type[ast.AST], tuple[str, ...]]] = {
    ast.Add: ("__add__", "__radd__", "__iadd__"),
    ast.Sub: ("__sub__", "__rsub__", "__isub__"),
    ast.Mult: ("__mul__", "__rmul__", "__imul__"),
    ast.MatMult: ("__matmul__",),
    ast.Div: ("__truediv__",),
    ast.FloorDiv: ("__floordiv__",),
    ast.Mod: ("__mod__",),
    ast.Pow: ("__pow__",),
    ast.BitAnd: ("__and__",),
    ast.BitOr: ("__or__",),
    ast.BitXor: ("__xor__",),
    ast.USub: ("__neg__",),
    ast.Invert: ("__invert__",),
    ast.Eq: ("__eq__",),
    ast.NotEq: ("__eq__", "__ne__"),
    ast.Lt: ("__lt__", "__gt__"),
    ast.LtE: ("__le__", "__ge__"),
    ast.Gt: ("__gt__", "__lt__"),
    ast.GtE: ("__ge__", "__le__"),
    ast.In: ("__contains__", "__iter__"),
    ast.NotIn: ("__contains__", "__iter__"),
    ast.Subscript: ("__getitem__", "__setitem__"),
    ast.Delete: ("__delitem__",),
    **dict.fromkeys((ast.For, ast.comprehension, ast.YieldFrom), ("__iter__",)),
    ast.With: ("__enter__", "__exit__"),
    ast.Call: ("__call__",),
    ast.FormattedValue: ("__str__", "__format__"),
}
#: Those of operators, whose other side is most often of the same class.
OF_TWO: Final = frozenset(
    {f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "xor", "add", "sub", "mul", "matmul")}
    | {f"__{name}__" for name in ("truediv", "floordiv", "mod", "iadd", "isub", "imul", "ior", "iand", "ixor")}
)
_BY_FUNCTION: Final[dict[str, tuple[str, ...]]] = {
    "len": ("__len__",),
    "str": ("__str__", "__repr__"),
    "repr": ("__repr__",),
    "hash": ("__hash__",),
    "bool": ("__bool__", "__len__"),
    "abs": ("__abs__",),
    "iter": ("__iter__",),
    "next": ("__next__",),
    "sorted": ("__iter__", "__lt__"),
    "min": ("__iter__", "__lt__"),
    "max": ("__iter__", "__gt__"),
    "sum": ("__iter__", "__add__", "__radd__"),
    **dict.fromkeys(("list", "tuple", "set", "enumerate", "zip", "any", "all"), ("__iter__",)),
    **dict.fromkeys(("frozenset", "deque", "Counter", "map", "filter", "join", "extend", "update"), ("__iter__",)),
    **dict.fromkeys(("chain", "from_iterable", "islice", "accumulate", "product", "starmap"), ("__iter__",)),
    "dict": ("__iter__", "__getitem__"),
    "reversed": ("__reversed__", "__len__", "__getitem__"),
    **dict.fromkeys(("heappush", "heappop", "heapify"), ("__lt__",)),
}


def special_methods(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Names of the special methods that this syntax may call on some object."""
    found: set[str] = set()
    for node in nodes:
        found.update(_BY_SYNTAX.get(type(node), ()))
        if isinstance(node, ast.Call):
            found.update(_BY_FUNCTION.get(called_name(node), ()))
    if "__iter__" in found:
        # What it gives may be the object itself.
        found.add("__next__")
    return frozenset(found)


def called_name(node: ast.expr) -> str:
    """The last name of what a call calls, or of a decorator with or without one; empty where it has none."""
    return last_name(node.func if isinstance(node, ast.Call) else node)


def last_name(node: ast.AST | None) -> str:
    """Of a name, or of one with dots; empty for all else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
