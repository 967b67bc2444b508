"""Parameters that are nothing but what numbers are divided by: ``mod: int = 10**9 + 7``.

Such a number says how large others get, not how much there is to do. Shrunk beside sizes as if it were one, it would be
the largest of them by far, beside which the others hardly grow from one run to the next. One by which a loop ends is
none of them: the period of 1/d is as long as d has it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import children, walk
from perfcast.trial.runs.loop_conditions import bounds_loop
from perfcast.trial.scaling import FEW, largest
from perfcast.workload import Workload
from perfcast.workload.code.parameters import parameters

#: Functions that hand a number on, one to the next, at most.
_DEEPEST: Final = 4
#: How many times as large as all else it is: what is about as large as a size may be meant by that.
_FAR_LARGER: Final = 8
#: The place among what ``pow`` is given.
_OF_POW: Final = 2


class _Module(NamedTuple):
    """
    Attributes:
        functions: by their names; texts: names of texts.
    """

    functions: Mapping[str, FunctionNode]
    texts: frozenset[str]


def divisors_of(tree: ast.Module, unit: FunctionNode, *, drop_first: bool) -> frozenset[str]:
    """Those of a unit.

    Args:
        tree: of the module, whose functions may be handed them.
        drop_first: the first parameter is the receiver.
    """
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    module = _Module(functions, frozenset(_texts(tree.body)))
    names = [one.arg for one, _ in parameters(unit, drop_first=drop_first)]
    return frozenset(name for name in names if _divides(unit, name, module, _DEEPEST))


def with_divisors(workload: Workload, names: Set[str]) -> Workload:
    """The workload with those of its numbers marked as such that are far larger than all else, if anything else is
    large enough to shrink."""
    most = largest(Workload(tuple(one for one in workload.arguments if one.name not in names)))
    if most <= FEW:
        return workload
    marked = (
        replace(one, kept=(0,))
        if one.name in names and type(one.value) is int and one.value > _FAR_LARGER * most
        else one
        for one in workload.arguments
    )
    return Workload(tuple(marked))


def _divides(function: FunctionNode, name: str, module: _Module, deepest: int) -> bool:
    """Whether a function divides by its parameter, and does nothing else with it that may take longer by it."""
    nodes = walk(function)
    above = {id(child): node for node in nodes for child in children(node)}
    typed = (one.arg for one, _ in parameters(function, drop_first=False) if _is_of_text(one.annotation))
    inner = module._replace(texts=module.texts.union(_texts(nodes), typed))
    does = False
    for node in nodes:
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        if not isinstance(node.ctx, ast.Load):
            return False
        if _is_divisor(node, above[id(node)], inner, deepest):
            does = True
        elif not _is_added(node, above):
            return False
    return does and not bounds_loop(function, name)


def _is_divisor(node: ast.Name, around: ast.AST, module: _Module, deepest: int) -> bool:
    match around:
        case ast.BinOp(op=ast.Mod(), left=left, right=right):
            return right is node and not _is_text(left, module.texts)
        case ast.AugAssign(op=ast.Mod(), target=target):
            return not _is_text(target, module.texts)
        case ast.Call(func=ast.Name(id="pow"), args=args):
            return len(args) > _OF_POW and args[_OF_POW] is node
        case ast.Call(func=ast.Name(id=called), args=args) if called in module.functions and node in args and deepest:
            taking = [one.arg for one, _ in parameters(module.functions[called], drop_first=False)]
            place = args.index(node)
            return place < len(taking) and _divides(module.functions[called], taking[place], module, deepest - 1)
    return False


def _texts(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Names that texts are assigned to."""
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_text(value, frozenset()):
                yield name


def _is_of_text(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in {"str", "bytes"}


def _is_text(node: ast.AST, texts: Set[str]) -> bool:
    """Whether it is a text, in which ``%`` puts what follows.

    Args:
        texts: names of some.
    """
    match node:
        case ast.Constant(value=str() | bytes()) | ast.JoinedStr():
            return True
        case ast.Name(id=name):
            return name in texts
        case ast.BinOp(op=ast.Add() | ast.Mult(), left=left, right=right):
            return _is_text(left, texts) or _is_text(right, texts)
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
