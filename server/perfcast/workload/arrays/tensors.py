"""What a tensor parameter holds and how many dimensions it has, where PyTorch's conventions tell."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import TypeExpression

#: Type of tensors of which nothing more is known; of numbers of classes.
TENSOR: Final = "torch.float32"
WHOLE: Final = "torch.int64"
#: Whole numbers below this are classes of any model, and rows of any table.
CLASSES: Final = 10
#: Functions, and which of their arguments are numbers of classes or of rows, by place and by name.
_OF_CLASSES: Final = {
    "cross_entropy": (1, "target"),
    "nll_loss": (1, "target"),
    "one_hot": (0, "tensor"),
    "embedding": (0, "input"),
    "bincount": (0, "input"),
    "gather": (-1, "index"),
    "index_select": (-1, "index"),
    "index_add_": (1, "index"),
    "scatter_add_": (1, "index"),
}
#: Names of what attention is between, as [batch, sequence, features].
_ATTENDING: Final = (frozenset({"q", "k", "v"}), frozenset({"query", "key", "value"}))
_SEQUENCES: Final = 3
_MATRIX: Final = 2


def is_tensor(type_: TypeExpression) -> bool:
    return type_.name.startswith("torch.")


def holds_classes(node: FunctionNode, name: str) -> bool:
    """Whether the parameter's elements are numbers of classes, or of rows of a table."""
    return any(_is_given_as_classes(call, name) for call in parts_of(node, ast.Call))


def _is_given_as_classes(call: ast.Call, name: str) -> bool:
    function = last_name(call.func)
    if function not in _OF_CLASSES:
        return False
    place, keyword = _OF_CLASSES[function]
    given = [one.value for one in call.keywords if one.arg == keyword]
    if -len(call.args) <= place < len(call.args):
        given.append(call.args[place])
    return any(is_made_of(one, name) for one in given)


def is_made_of(node: ast.expr, name: str) -> bool:
    """Whether it is a parameter, or what its methods and indices make of that: ``target.unsqueeze(-1)``."""
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            node = node.func.value
        elif isinstance(node, ast.Subscript):
            node = node.value
        else:
            return False
    return node.id == name


def conventional_ranks(types: Mapping[str, TypeExpression], used: Mapping[str, int]) -> dict[str, int]:
    """Parameter -> dimensions, where conventions ask for more than its uses do.

    Args:
        types: of array parameters; used: dimensions that their uses need.
    """
    tensors = {name for name, type_ in types.items() if is_tensor(type_)}
    found = {}
    if any(types[name].name == WHOLE for name in tensors):
        # A row for each number of a class.
        found = {name: max(_MATRIX, used[name]) for name in tensors if types[name].name != WHOLE}
    for together in _ATTENDING:
        if together <= tensors:
            found |= dict.fromkeys(together, _SEQUENCES)
        elif together <= types.keys():
            found |= {name: max(_MATRIX, used[name]) for name in together}
    return found
