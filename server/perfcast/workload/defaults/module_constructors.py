"""What constructors of neural networks' modules are given."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.defaults.annotations import said_type
from perfcast.workload.defaults.guessed_types import NUMBERS
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.layer_sizes import is_shape, module_list
from perfcast.workload.naming.names import ARRAY, INTS, MATRIX
from perfcast.workload.uses.parameter_uses import type_from_uses

_LISTS: Final = (INTS, MATRIX, ARRAY)


def is_of_several(node: FunctionNode, name: str) -> bool:
    """Whether several numbers are meant."""
    return is_shape(name) or type_from_uses(node, name) in _LISTS


def several_numbers(name: str) -> Argument:
    """What a neural network's constructor goes through."""
    count, each = module_list(name)
    return Argument(name, INTS, (count,), low=each, high=each)


def of_few_numbers(argument: Argument) -> Argument:
    """Several numbers that a neural network's constructor is given: as large as numbers there usually are."""
    if argument.type.name not in {"list", "tuple"} or {leaf.name for leaf in argument.type.leaves()} != {"int"}:
        return argument
    count, each = module_list(argument.name or "")
    return replace(argument, sizes=tuple(count for _ in argument.sizes), low=each, high=each)


def may_be_number(parameter: ast.arg) -> bool:
    return parameter.annotation is None or said_type(parameter.annotation) in NUMBERS
