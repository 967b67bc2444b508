"""Syntax and workload features for the boosted baseline: what can be counted without a language model."""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from perfcast.workload import Workload

_NODES = (
    *("For", "While", "If", "Return", "Yield", "ListComp", "SetComp", "DictComp", "GeneratorExp", "Lambda", "Call"),
    *("FunctionDef", "ClassDef", "Subscript", "Slice", "BinOp", "Compare", "BoolOp", "AugAssign", "Assign", "Dict"),
    *("List", "Set", "Tuple", "Constant", "Attribute", "Try", "With", "JoinedStr", "Starred", "Name", "IfExp", "Pow"),
)
_KINDS = ("int", "float", "str", "list", "tuple", "set", "dict", "ListNode", "TreeNode", "bool", "DataFrame", "Series")
_COMMON_NAMES = 250


class Features:
    """Turns sources and workloads into vectors; which names are counted is learned from the training sources."""

    def __init__(self, sources: Sequence[str]) -> None:
        counts = Counter(name for source in sources for name in set(_called(ast.parse(source))))
        self.names = [name for name, _ in counts.most_common(_COMMON_NAMES)]

    def of_source(self, source: str) -> npt.NDArray[np.float64]:
        """[features of the source]."""
        tree = ast.parse(source)
        nodes = Counter(type(node).__name__ for node in ast.walk(tree))
        called = Counter(_called(tree))
        return np.array(
            [
                float(len(source)),
                _loop_depth(tree, 0),
                float(_recursive(tree)),
                *(float(nodes[name]) for name in _NODES),
                *(float(called[name]) for name in self.names),
            ]
        )

    def of_workload(self, workload: Workload) -> npt.NDArray[np.float64]:
        """[features of the workload]."""
        counts = sorted((a.count for a in workload.arguments if a.sizes or a.type.shape), reverse=True)
        integers = sorted((abs(a.value) for a in workload.arguments if type(a.value) is int), reverse=True)
        highs = sorted((float(a.high) for a in workload.arguments if a.high is not None), reverse=True)
        kinds = Counter(a.type.name for a in workload.arguments)
        first = [a.sizes[0] if a.sizes else a.type.shape[0] for a in workload.arguments if a.sizes or a.type.shape]
        qualifiers = Counter(q for a in workload.arguments for q in a.qualifiers)
        return np.array(
            [
                *_logs(counts, 3),
                *_logs(integers, 3),
                *_logs(highs, 2),
                *_logs(first, 2),
                _log(sum(counts)),
                float(len(workload.arguments)),
                float(sum(bool(a.type.shape) for a in workload.arguments)),
                *(float(qualifiers[name]) for name in ("sorted", "reversed", "few", "distinct", "equal")),
                *(float(kinds[name]) for name in _KINDS),
            ]
        )


def _called(tree: ast.AST) -> list[str]:
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                names.append(node.func.id)
            elif isinstance(node.func, ast.Attribute):
                names.append("." + node.func.attr)
    return names


def _loop_depth(node: ast.AST, depth: int) -> float:
    is_loop = isinstance(node, ast.For | ast.While | ast.comprehension)
    inner = depth + is_loop
    return max([float(inner), *(_loop_depth(child, inner) for child in ast.iter_child_nodes(node))])


def _recursive(tree: ast.AST) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            names |= {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
            if node.name in names:
                return True
    return False


def _logs(values: Sequence[float], count: int) -> list[float]:
    return [_log(value) for value in values[:count]] + [-1.0] * (count - len(values[:count]))


def _log(value: float) -> float:
    return math.log2(max(float(value), 1e-9)) if value < 10**300 else 1000.0
