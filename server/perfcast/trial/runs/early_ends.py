"""Whether a function may be over long before it has seen all that it is given: a search that ends with what it finds.

How early that is depends on values more than on sizes: small runs of ``for a in xs: for b in xs: if a + b == target:
return`` find nothing where the workload itself has the pair among its first elements. Sizes alone do not tell that.
"""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source.parsing.walking import children, walk

_LEAVING: Final = ast.Return | ast.Break
_APART: Final = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
#: Functions that stop asking as soon as they know.
_ASKING: Final = frozenset({"any", "all", "next"})


def may_end_early(tree: ast.Module) -> bool:
    """Whether some loop of the text may be left before its end."""
    return any(_is_left(node) for node in walk(tree))


def _is_left(node: ast.AST) -> bool:
    match node:
        case ast.For() | ast.AsyncFor() | ast.While():
            return any(map(_leaves, node.body))
        case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp(), *_]):
            return name in _ASKING
    return False


def _leaves(node: ast.AST) -> bool:
    """Whether the loop that a statement of its body is in may end with it. An error is the exception."""
    if isinstance(node, _APART):
        return False
    return isinstance(node, _LEAVING) or any(map(_leaves, children(node)))
