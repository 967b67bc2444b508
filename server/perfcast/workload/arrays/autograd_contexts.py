"""The first parameter of an autograd function's ``forward`` and ``backward``, which PyTorch hands on from one."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.arrays.ranks import rank
from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import OBJECT, Argument, TypeExpression
from perfcast.workload.naming.names import A_TENSOR, BOOL, FLOAT, FUNCTION, by_name
from perfcast.workload.uses.name_uses import is_name

_KEPT: Final = "saved_tensors"
#: Whether gradients are wanted, of each argument.
_WANTED: Final = "needs_input_grad"
#: What it is told.
_CALLED: Final = frozenset(
    {"save_for_backward", "save_for_forward", "mark_dirty", "mark_non_differentiable", "set_materialize_grads"}
)
_USUAL: Final = frozenset({"int", "float", "bool", "str"})


def with_contexts(node: FunctionNode, arguments: list[Argument], open_: Collection[str], size: int) -> list[Argument]:
    """With objects that keep tensors, in the place of what is asked to do so or for these; what they keep are tensors,
    and so are gradients, of the shape of those that are kept.

    Args:
        open_: parameters of which nobody says what they are; size: elements of each tensor.
    """
    first = next((one.name for one in arguments if one.name in open_), None)
    if first is None or not (_CALLED | {_KEPT, _WANTED}).intersection(_asked(node, first)):
        return arguments
    gradients = [one.name or "" for one in arguments if one.name in open_ and (one.name or "").startswith("grad")]
    axes = max((rank(node, one) for one in gradients), default=1)
    tensor = replace(A_TENSOR, shape=(max(1, round(size ** (1 / axes))),) * axes)
    context, tensors = Argument(first, _context(node, first, tensor)), {*gradients, *_kept(node, first)} & {*open_}
    return [
        context
        if one.name == first
        else Argument(one.name, tensor)
        if one.name in tensors and not is_tensor(one.type)
        else one
        for one in arguments
    ]


def _kept(node: FunctionNode, name: str) -> Iterator[str]:
    """Names of what it is told to keep."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(ast.Attribute(of, "save_for_backward"), given) if is_name(of, name):
                yield from (one.id for one in given if isinstance(one, ast.Name))


def _asked(node: FunctionNode, name: str) -> Iterator[str]:
    """Attributes that it is asked for."""
    for part in parts_of(node, ast.Attribute):
        if isinstance(part.ctx, ast.Load) and is_name(part.value, name):
            yield part.attr


def _context(node: FunctionNode, name: str, tensor: TypeExpression) -> TypeExpression:
    set_ = {part.attr for part in parts_of(node, ast.Attribute) if isinstance(part.ctx, ast.Store)}
    asked = [one for one in dict.fromkeys(_asked(node, name)) if one in _CALLED or one not in set_]
    several = {_KEPT: tensor, _WANTED: BOOL}
    types = [
        TypeExpression("tuple", (several[one],) * _count(node, name, one)) if one in several else _of_name(one)
        for one in asked
    ]
    return TypeExpression(OBJECT, tuple(types), keys=tuple(asked))


def _of_name(attribute: str) -> TypeExpression:
    """Of what ``forward`` has put there: a number, as a rule."""
    if attribute in _CALLED:
        return FUNCTION
    usual = by_name(attribute)
    return usual if usual is not None and usual.name in _USUAL else FLOAT


def _count(node: FunctionNode, name: str, attribute: str) -> int:
    """How many are taken from it."""
    counts = [1]
    for part in parts_of(node, ast.Assign, ast.Subscript):
        match part:
            case ast.Assign([ast.Tuple(targets)], ast.Attribute(of, asked)):
                counts += [len(targets)] if asked == attribute and is_name(of, name) else []
            case ast.Subscript(ast.Attribute(of, asked), ast.Constant(int(place))):
                counts += [place + 1] if asked == attribute and is_name(of, name) else []
    return max(counts)
