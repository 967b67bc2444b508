"""Parameters that are arrays or tensors by what is asked of what is reckoned from them: ``(im * ratio).astype(...)``,
``mixed = a * first + (1 - a) * second; mixed.T``, ``F.hardtanh(x + 3)``."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import TypeExpression
from perfcast.workload.naming.names import A_TENSOR, ARRAY, BY_NAME

#: What tensors can be asked for, and neither numbers, arrays, tables, nor Python's own containers.
OF_TENSORS_ALONE: Final = frozenset(
    {"amax", "amin", "clamp", "clamp_", "clone", "contiguous", "cpu", "cuda", "detach", "dim", "double", "exp"}
    | {"expand_as", "flip", "fliplr", "flipud", "half", "index_select", "logsumexp", "log_softmax", "long"}
    | {"masked_fill", "norm", "numel", "permute", "relu", "sigmoid", "sign", "softmax", "sqrt", "tanh", "topk"}
    | {"type_as", "unsqueeze", "view_as"}
)
#: Functions of PyTorch's whose first argument is a tensor.
_TENSOR_FUNCTIONS: Final = """
    abs argmax argmin argsort bernoulli bmm clamp clip cosine_similarity cumsum cumprod diagonal empty_like erf exp
    expm1 flatten full_like gather isnan log log1p log_softmax logsumexp masked_select matmul max mean min mm
    multinomial nan_to_num norm normalize ones_like permute pow rand_like randn_like relu roll rsqrt sigmoid sign sin
    softmax sort sqrt squeeze std sum tanh topk transpose tril triu unsqueeze var where zeros_like
    """
OF_TENSORS: Final = frozenset(_TENSOR_FUNCTIONS.split())
#: The same of ``torch.nn.functional``, as others' modules that are called ``F`` have none.
_LAYER_FUNCTIONS: Final = """
    relu relu6 gelu silu elu selu leaky_relu softplus mish glu logsigmoid softmax log_softmax gumbel_softmax normalize
    dropout dropout2d layer_norm group_norm batch_norm instance_norm one_hot pad interpolate upsample linear conv1d
    conv2d conv3d conv_transpose2d max_pool1d max_pool2d avg_pool1d avg_pool2d adaptive_avg_pool1d adaptive_avg_pool2d
    adaptive_max_pool2d unfold fold grid_sample pixel_shuffle scaled_dot_product_attention hardtanh hardswish
    hardsigmoid softsign tanhshrink celu
    """
OF_LAYERS: Final = frozenset(_LAYER_FUNCTIONS.split())
#: The same, which others have, too.
_OF_TENSORS_TOO: Final = frozenset(
    {"abs", "add", "add_", "device", "div", "div_", "expand", "float", "grad", "int", "log", "mul", "mul_", "new_zeros"}
    | {"pow", "requires_grad", "sub", "to", "type", "unbind", "new_tensor"}
)
#: What arrays have, and many other things.
_OF_MANY: Final = frozenset(
    {"base", "data", "device", "dump", "dumps", "fill", "flags", "item", "put", "repeat", "size", "sort"}
)
_NUMBERS: Final = (bool, int, float, complex)
_RECKONING: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.FloorDiv, ast.Mod)
#: Locals of locals.
_DEEPEST: Final = 4


def is_of_arrays(attribute: str) -> bool:
    """Whether arrays or tensors can be asked for it, and no number."""
    if attribute.startswith("__") or attribute in _OF_MANY:
        return False
    is_known = hasattr(np.ndarray, attribute) or attribute in OF_TENSORS_ALONE
    return is_known and not any(hasattr(kind, attribute) for kind in _NUMBERS)


@lru_cache(maxsize=8)
def reckoned_into_arrays(node: FunctionNode) -> dict[str, TypeExpression]:
    """By name, what is an array as what is reckoned from it is asked for what no number has; a tensor, where only those
    have it or a function of PyTorch's is given it."""
    reader = _Reader(node)
    found: dict[str, TypeExpression] = {}
    for expression, type_ in _asked(node):
        for name in reader.names(expression):
            if found.get(name) != A_TENSOR:
                found[name] = type_
    others = {
        part.value.id
        for part in parts_of(node, ast.Attribute)
        if isinstance(part.value, ast.Name) and not may_be_of_arrays(part.attr)
    }
    return {name: type_ for name, type_ in found.items() if name not in others}


def may_be_of_arrays(attribute: str) -> bool:
    """Whether arrays or tensors can be asked for it, whoever else can."""
    return hasattr(np.ndarray, attribute) or attribute in OF_TENSORS_ALONE or attribute in _OF_TENSORS_TOO


def _asked(node: FunctionNode) -> Iterator[tuple[ast.expr, TypeExpression]]:
    """Expressions whose values are arrays, and what these are."""
    for part in parts_of(node, ast.Attribute, ast.Call):
        match part:
            case ast.Attribute(value=ast.BinOp() | ast.UnaryOp() | ast.Name() as of, attr=attribute) if is_of_arrays(
                attribute
            ):
                yield of, A_TENSOR if attribute in OF_TENSORS_ALONE else ARRAY
            case ast.Call(ast.Attribute(ast.Name("F"), called), [first, *_]) if called in OF_LAYERS:
                yield first, A_TENSOR
            case ast.Call(ast.Attribute(ast.Name("torch"), called), [first, *_]) if called in OF_TENSORS:
                yield first, A_TENSOR


class _Reader:
    """What expressions of one function are reckoned from."""

    def __init__(self, node: FunctionNode) -> None:
        self._once = _bound_once(node)
        self._shares = frozenset(_shares(node))

    def names(self, expression: ast.expr, depth: int = 0) -> Iterator[str]:
        """Those of what is as large as the expression's value."""
        match expression:
            case ast.Name(name) if name in self._once and depth < _DEEPEST:
                yield from self.names(self._once[name], depth + 1)
            case ast.Name(name) if depth or name not in BY_NAME:
                yield name
            case ast.UnaryOp(operand=operand):
                yield from self.names(operand, depth + 1)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                yield from self.names(left, depth + 1)
                if not (isinstance(right, ast.Name) and right.id in BY_NAME):
                    yield from self.names(right, depth + 1)
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if self._is_share(left) and not self._is_share(right):
                yield from self.names(right, depth + 1)
            case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _RECKONING):
                yield from self.names(right if isinstance(left, ast.Constant) else left, depth + 1)

    def _is_share(self, node: ast.expr) -> bool:
        """Whether it is a number that says how much of something is taken: ``a`` beside ``1 - a``."""
        match node:
            case ast.Constant() | ast.BinOp(left=ast.Constant(), op=ast.Sub(), right=ast.Name()):
                return True
            case ast.Name(name):
                return name in self._shares
        return False


def _shares(node: FunctionNode) -> Iterator[str]:
    for part in parts_of(node, ast.BinOp):
        match part:
            case ast.BinOp(left=ast.Constant(value=1 | 1.0), op=ast.Sub(), right=ast.Name(name)):
                yield name


def _bound_once(node: FunctionNode) -> Mapping[str, ast.expr]:
    """Local names that stand for one thing alone."""
    given: Collection[str] = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
    times = Counter(part.id for part in parts_of(node, ast.Name) if isinstance(part.ctx, ast.Store))
    return {
        target.id: part.value
        for part in parts_of(node, ast.Assign)
        for target in part.targets
        if isinstance(target, ast.Name) and times[target.id] == 1 and target.id not in given
    }
