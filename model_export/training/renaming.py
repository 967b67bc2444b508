"""Augmentation: the same program under other names.

Names that the program itself binds are replaced consistently, the parameters' also in the workload. Imported names,
builtins, attributes and anything used as a keyword in some call stay, so the program means what it meant.
"""

from __future__ import annotations

import ast
import builtins
import random
from collections.abc import Sequence
from dataclasses import replace

from perfcast.workload import Workload

_KEPT = frozenset(dir(builtins)) | {"self", "cls", "_"}


def renamed(source: str, rng: random.Random, pool: Sequence[str], share: float = 0.9) -> tuple[str, dict[str, str]]:
    """The source with most of its own names drawn anew from `pool`, and what became what.

    Args:
        source: text that parses.
        share: probability that a name is replaced.
    """
    tree = ast.parse(source)
    bound = _bound(tree)
    taken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | bound | _KEPT
    mapping: dict[str, str] = {}
    for name in sorted(bound):
        if rng.random() < share:
            new = rng.choice(pool)
            if new not in taken:
                mapping[name] = new
                taken.add(new)
    return ast.unparse(_Renamer(mapping).visit(tree)), mapping


def renamed_workload(workload: Workload, mapping: dict[str, str]) -> Workload:
    """The workload with the parameters' new names."""
    return Workload(
        tuple(
            replace(argument, name=None if argument.name is None else mapping.get(argument.name, argument.name))
            for argument in workload.arguments
        )
    )


def bound_names(source: str) -> set[str]:
    """What `renamed` could replace: a pool of real names is their union over many sources."""
    return _bound(ast.parse(source))


def _bound(tree: ast.AST) -> set[str]:
    bound: set[str] = set()
    fixed: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            bound.add(node.name)
        elif isinstance(node, ast.ClassDef):
            # Methods and fields are reached by attributes, which are not followed.
            fixed |= {n.name for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
            fixed |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n in _class_level(node)}
        elif isinstance(node, ast.keyword) and node.arg is not None:
            fixed.add(node.arg)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            fixed |= set(node.names)
        elif isinstance(node, ast.alias):
            fixed.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler) and node.name:
            fixed.add(node.name)
    return {name for name in bound - fixed - _KEPT if not name.startswith("__")}


def _class_level(node: ast.ClassDef) -> list[ast.Name]:
    targets = []
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            targets.append(statement.target)
        elif isinstance(statement, ast.Assign):
            targets.extend(target for target in statement.targets if isinstance(target, ast.Name))
    return targets


class _Renamer(ast.NodeTransformer):
    def __init__(self, mapping: dict[str, str]) -> None:
        self.mapping = mapping

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.mapping.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.mapping.get(node.arg, node.arg)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.name = self.mapping.get(node.name, node.name)
        self.generic_visit(node)
        return node
