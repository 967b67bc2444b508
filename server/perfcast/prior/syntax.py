"""What can be counted in a source: kinds of syntax, and how deep in loops each function is called."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from perfcast.source.parsing.walking import children, walk

Floats = npt.NDArray[np.float64]

_NODES = (
    *("For", "While", "If", "Return", "Yield", "ListComp", "SetComp", "DictComp", "GeneratorExp", "Lambda", "Call"),
    *("FunctionDef", "ClassDef", "Subscript", "Slice", "BinOp", "Compare", "BoolOp", "AugAssign", "Assign", "Dict"),
    *("List", "Set", "Tuple", "Constant", "Attribute", "Try", "With", "JoinedStr", "Starred", "Name", "IfExp"),
    *("Pow", "Mult", "Add", "Sub", "FloorDiv", "Mod", "Div", "LShift", "RShift", "BitAnd", "BitXor", "MatMult"),
    *("Break", "Continue", "Raise", "In", "NotIn", "Delete", "YieldFrom", "NamedExpr"),
)
_LOOPS = frozenset({ast.For, ast.While, ast.AsyncFor})
_COMPREHENSIONS = frozenset({ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp})


def common_names(sources: Iterable[str], count: int) -> list[str]:
    """The names that most of the sources use: functions ``f``, attributes ``.f``, keyword arguments ``f=``."""
    counts = Counter(name for source in sources for name in {name for name, _ in _names(_depths(ast.parse(source)))})
    return sorted(counts, key=lambda name: (-counts[name], name))[:count]


def syntax_features(tree: ast.Module, names: Sequence[str]) -> Floats:
    """Counts of the tree's kinds of syntax, outside and inside of loops, and for each of `names` how deep it is used.

    Returns:
        [features]; a name's is 0 where it does not occur, else one more than the number of loops around it at most.
    """
    placed = _depths(tree)
    kinds = Counter((type(node), min(depth, 2)) for node, depth in placed)
    everywhere, in_loops, in_inner_loops = Counter[str](), Counter[str](), Counter[str]()
    for (kind, depth), count in kinds.items():
        for counter in (everywhere, in_loops, in_inner_loops)[: depth + 1]:
            counter[kind.__name__] += count
    deepest: dict[str, int] = {}
    for name, depth in _names(placed):
        deepest[name] = max(deepest.get(name, 0), depth + 1)
    unit = tree.body[0] if tree.body else tree
    # The first statement comes last, and what is within it behind it.
    first = next(place for place, (node, _) in enumerate(placed) if node is unit)
    return np.array(
        [
            float(len(placed)),
            float(max(depth for _, depth in placed)),
            float(max(depth for _, depth in placed[first:])),
            float(_recursive(placed)),
            *(float(everywhere[name]) for name in _NODES),
            *(float(in_loops[name]) for name in _NODES),
            *(float(in_inner_loops[name]) for name in _NODES),
            *(float(deepest.get(name, 0)) for name in names),
        ]
    )


def _depths(tree: ast.AST) -> list[tuple[ast.AST, int]]:
    """Every node with the number of loops around it; what a loop runs over stands outside of it."""
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    found: list[tuple[ast.AST, int]] = []
    while waiting:
        placed = node, depth = waiting.pop()
        found.append(placed)
        kind = type(node)
        if kind not in _LOOPS and kind not in _COMPREHENSIONS:
            waiting += [(child, depth) for child in children(node)]
            continue
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            inside = depth
            for generator in node.generators:
                waiting.append((generator.iter, inside))
                inside += 1
                waiting.extend((part, inside) for part in (generator.target, *generator.ifs))
            results = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
            waiting.extend((result, inside) for result in results)
            continue
        once = node.iter if isinstance(node, ast.For | ast.AsyncFor) else None
        waiting += [(child, depth if child is once else depth + 1) for child in children(node)]
    return found


def _names(placed: Iterable[tuple[ast.AST, int]]) -> Iterator[tuple[str, int]]:
    for node, depth in placed:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, depth
        elif isinstance(node, ast.Attribute):
            yield "." + node.attr, depth
        elif isinstance(node, ast.keyword) and node.arg is not None:
            yield node.arg + "=", depth


def _recursive(placed: Sequence[tuple[ast.AST, int]]) -> bool:
    functions = [node for node, _ in placed if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    # Few names are those of functions at all.
    used = {_used_name(node) for node, _ in placed} if functions else set()
    return any(
        function.name in used and any(_used_name(node) == function.name for node in walk(function))
        for function in functions
    )


def _used_name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
