"""Parameters without annotations that are tensors, as a file tells that has PyTorch and no NumPy."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.arrays.tensors import TENSOR, is_tensor
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.naming.names import A_TENSOR, ANYTHING, ARRAY, BY_ATTRIBUTE, FLOAT, INT
from perfcast.workload.uses.name_uses import attributes_of

#: What tensors are asked for, and neither numbers nor Python's own containers.
_OF_TENSORS: Final = frozenset(
    {"abs", "add", "amax", "amin", "argmax", "argmin", "backward", "bmm", "bool", "chunk", "clamp", "clip", "clone"}
    | {"contiguous", "cos", "cpu", "cuda", "cumsum", "detach", "diag", "dim", "div", "double", "exp"}
    | {"expand", "flatten", "flip", "float", "gather", "half", "int", "log", "long", "masked_select", "matmul", "max"}
    | {"mean", "min", "mm", "mul", "ndim", "norm", "numel", "permute", "pow", "prod", "repeat", "requires_grad"}
    | {"reshape", "round", "rsqrt", "scatter", "sigmoid", "sign", "sin", "size", "softmax", "sort", "split", "sqrt"}
    | {"square", "squeeze", "std", "sub", "sum", "t", "tanh", "tolist", "topk", "transpose", "tril", "triu"}
    | {"unbind", "unfold", "unsqueeze", "var", "view"}
)
#: What they have as others do.
_BESIDES: Final = frozenset({"device", "dtype", "grad", "type"}) | {
    name for name, type_ in BY_ATTRIBUTE.items() if type_ in (ARRAY, A_TENSOR)
}
_IMPORTED: Final = re.compile(r"^[ \t]*(?:import|from)[ \t]+(\w+)", re.MULTILINE)
_RECKONING: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.MatMult, ast.Pow)


@lru_cache(16)
def has_tensors_alone(text: str) -> bool:
    """Whether a file imports PyTorch, and not NumPy."""
    found = set(_IMPORTED.findall(text))
    return "torch" in found and "numpy" not in found


def with_tensors(node: FunctionNode, arguments: list[Argument], open_: Collection[str]) -> list[Argument]:
    """With tensors in the place of arrays, of what is asked for what tensors have, and of lists that are reckoned with.

    Args:
        open_: parameters of which nobody says what they are.
    """
    return [_as_tensor(node, one) if one.name in open_ else one for one in arguments]


def _as_tensor(node: FunctionNode, argument: Argument) -> Argument:
    type_, name = argument.type, argument.name or ""
    if is_tensor(type_):
        return argument
    if type_.name == ARRAY.name:
        return replace(argument, type=replace(type_, name=TENSOR))
    asked = set(attributes_of(node, name))
    is_asked = bool(_called(node, name) & _OF_TENSORS) and asked <= _OF_TENSORS | _BESIDES
    is_list = type_.name == "list" and {leaf.name for leaf in type_.leaves()} <= {INT.name, FLOAT.name}
    if (is_asked and (is_list or type_ in (ANYTHING, FLOAT, INT))) or (is_list and _is_reckoned(node, name)):
        return Argument(name, A_TENSOR)
    if is_list and _fills_tensors(node, name):
        return Argument(name, TypeExpression("list", (A_TENSOR,)), argument.sizes[:1] or (10,))
    return argument


def _called(node: FunctionNode, name: str) -> set[str]:
    """Its methods that are called."""
    return {
        part.func.attr
        for part in parts_of(node, ast.Call)
        if isinstance(part.func, ast.Attribute) and isinstance(part.func.value, ast.Name) and part.func.value.id == name
    }


def _is_reckoned(node: FunctionNode, name: str) -> bool:
    """Whether it is an operand itself, with a number or the like."""
    return any(
        isinstance(part.op, _RECKONING)
        and any(isinstance(side, ast.Name) and side.id == name for side in (part.left, part.right))
        and not any(isinstance(side, ast.List | ast.JoinedStr) for side in (part.left, part.right))
        for part in parts_of(node, ast.BinOp)
    )


def _fills_tensors(node: FunctionNode, name: str) -> bool:
    """Whether each of its elements is put into a part of something: ``out[i, : len(one)] = one``."""
    elements = {
        target.id
        for loop in parts_of(node, ast.For)
        if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(loop.iter))
        for target in ast.walk(loop.target)
        if isinstance(target, ast.Name)
    }
    return any(
        isinstance(part.value, ast.Name)
        and part.value.id in elements
        and any(isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Tuple) for target in part.targets)
        for part in parts_of(node, ast.Assign)
    )
