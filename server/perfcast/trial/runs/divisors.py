"""Parameters that are nothing but what numbers are divided by: ``mod: int = 10**9 + 7``.

Such a number says how large others get, not how much there is to do. Shrunk beside sizes as if it were one, it would be
the largest of them by far, beside which the others hardly grow from one run to the next.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import children, walk
from perfcast.trial.scaling import largest
from perfcast.workload import Workload
from perfcast.workload.code.parameters import parameters

#: Functions that hand a number on, one to the next, at most.
_DEEPEST: Final = 4
#: How many times as large as all else it is: what is about as large as a size may be meant by that.
_FAR_LARGER: Final = 8
#: The place among what ``pow`` is given.
_OF_POW: Final = 2


def divisors_of(tree: ast.Module, unit: FunctionNode, *, drop_first: bool) -> frozenset[str]:
    """Those of a unit.

    Args:
        tree: of the module, whose functions may be handed them.
        drop_first: the first parameter is the receiver.
    """
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    names = [one.arg for one, _ in parameters(unit, drop_first=drop_first)]
    return frozenset(name for name in names if _divides(unit, name, functions, _DEEPEST))


def with_divisors(workload: Workload, names: Set[str]) -> Workload:
    """The workload with those of its numbers marked as such that are far larger than all else."""
    for name in names:
        others = Workload(tuple(one for one in workload.arguments if one.name != name))
        most = _FAR_LARGER * largest(others)
        marked = (
            replace(one, kept=(0,)) if one.name == name and type(one.value) is int and one.value > most else one
            for one in workload.arguments
        )
        workload = Workload(tuple(marked))
    return workload


def _divides(function: FunctionNode, name: str, functions: Mapping[str, FunctionNode], deepest: int) -> bool:
    """Whether a function divides by its parameter, and does nothing else with it that may take longer by it."""
    above = {id(child): node for node in walk(function) for child in children(node)}
    does = False
    for node in walk(function):
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        if not isinstance(node.ctx, ast.Load):
            return False
        if _is_divisor(node, above[id(node)], functions, deepest):
            does = True
        elif not _is_added(node, above):
            return False
    return does


def _is_divisor(node: ast.Name, around: ast.AST, functions: Mapping[str, FunctionNode], deepest: int) -> bool:
    match around:
        case ast.BinOp(op=ast.Mod(), right=right):
            return right is node
        case ast.AugAssign(op=ast.Mod()):
            return True
        case ast.Call(func=ast.Name(id="pow"), args=args):
            return len(args) > _OF_POW and args[_OF_POW] is node
        case ast.Call(func=ast.Name(id=called), args=args) if called in functions and node in args and deepest:
            taking = [one.arg for one, _ in parameters(functions[called], drop_first=False)]
            place = args.index(node)
            return place < len(taking) and _divides(functions[called], taking[place], functions, deepest - 1)
    return False


def _is_added(node: ast.AST, above: Mapping[int, ast.AST]) -> bool:
    """Whether it is a part of a sum of which the rest is taken, or that is given to ``pow``."""
    around = above[id(node)]
    while isinstance(around, ast.BinOp) and isinstance(around.op, ast.Add | ast.Sub):
        around = above[id(around)]
    match around:
        case ast.BinOp(op=ast.Mod()) | ast.Call(func=ast.Name(id="pow")):
            return True
    return False
