"""The tensors that a Python function must be given, by what it does with its parameters."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from perfcast.source import FunctionNode
from perfcast.triton.kernels.launch import Tensor

#: Only tensors have them.
_ATTRIBUTES: Final = frozenset(
    {"shape", "device", "dtype", "is_cuda", "ndim", "T", "numel", "stride", "contiguous", "is_contiguous", "size"}
    | {"element_size", "dim", "view", "data_ptr", "new_empty", "unsqueeze", "permute", "transpose", "flatten"}
)
_LIKE: Final = ("empty_like", "zeros_like", "ones_like", "full_like", "rand_like", "randn_like")


@dataclass
class _Uses:
    """What is seen of one parameter."""

    is_tensor: bool = False
    rank: int = 1
    axes: dict[int, str] = field(default_factory=dict)
    """Names that lengths of axes are assigned to."""

    def axis(self, index: int, name: str | None = None) -> None:
        self.rank = max(self.rank, index + 1 if index >= 0 else -index)
        if name is not None:
            self.axes[index] = name


def tensors_of_parameters(
    node: FunctionNode, length_of: Callable[[str | None], int | None], dtype: str
) -> dict[str, Tensor]:
    """Tensors for the parameters that are used as such.

    ``M, K = a.shape`` and ``n = x.shape[-1]`` name the lengths of axes; ``a.stride(2)`` tells that there are three.

    Args:
        length_of: the length of an axis of that name, or of one without a name; None where that is not known, and
            then the tensor is left out.
        dtype: of all of them.
    """
    arguments = node.args
    uses = {one.arg: _Uses() for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    for inner in ast.walk(node):
        _see(inner, uses)
    found = {}
    for name, seen in uses.items():
        lengths = [length_of(seen.axes.get(axis, seen.axes.get(axis - seen.rank))) for axis in range(seen.rank)]
        whole = tuple(length for length in lengths if length is not None)
        if seen.is_tensor and len(whole) == len(lengths):
            found[name] = Tensor(dtype, whole)
    return found


def _see(node: ast.AST, uses: dict[str, _Uses]) -> None:
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            # (M, K), (_, N) = a.shape, b.shape
            for target, value in zip(targets, values, strict=False):
                _see(ast.Assign([target], value), uses)
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=value) if seen := _sizes_of(value, uses):
            seen.rank = max(seen.rank, len(names))
            named = {at: name.id for at, name in enumerate(names) if isinstance(name, ast.Name)}
            seen.axes.update({at: name for at, name in named.items() if name.strip("_")})
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            _see_length(name, value, uses)
        case ast.Subscript(value=value, slice=index) if seen := _sizes_of(value, uses):
            if (at := _integer(index)) is not None:
                seen.axis(at)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="stride" | "size"), args=[index]):
            if name in uses and (at := _integer(index)) is not None:
                uses[name].axis(at)
        case ast.Call(func=ast.Attribute(attr=attr), args=[ast.Name(id=name), *_]) if attr in _LIKE and name in uses:
            uses[name].is_tensor = True
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in uses:
        uses[node.value.id].is_tensor |= node.attr in _ATTRIBUTES


def _see_length(name: str, value: ast.expr, uses: dict[str, _Uses]) -> None:
    """``n = x.shape[1]``, ``n = x.size(1)``, ``n = x.numel()``."""
    match value:
        case ast.Subscript(value=sizes, slice=index) if seen := _sizes_of(sizes, uses):
            if (at := _integer(index)) is not None:
                seen.axis(at, name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=tensor), attr="size"), args=[index]) if tensor in uses:
            if (at := _integer(index)) is not None:
                uses[tensor].axis(at, name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=tensor), attr="numel"), args=[]) if tensor in uses:
            uses[tensor].axes.setdefault(0, name)


def _sizes_of(value: ast.expr, uses: dict[str, _Uses]) -> _Uses | None:
    """Of ``x.shape`` or ``x.size()``, what is seen of `x`."""
    match value:
        case ast.Attribute(value=ast.Name(id=name), attr="shape"):
            return uses.get(name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="size"), args=[]):
            return uses.get(name)
    return None


def _integer(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None
