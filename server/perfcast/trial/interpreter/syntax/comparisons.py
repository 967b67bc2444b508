"""Comparisons of two values: what they say, and what going through these takes."""

from __future__ import annotations

import ast
import operator
from array import array
from collections.abc import Callable, Iterator, ValuesView
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.comparison_costs import comparing
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.accounting.prices import (
    COMPARED,
    COMPARED_KEY,
    KEY,
    OPERATOR,
    PLACED,
    SEEN,
    SEEN_FLOAT,
    SEEN_TEXT,
    SEEN_UNLIKE,
    SEEN_WITHIN,
    TEXTS_IN_ORDER,
)
from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.syntax.operators import NUMPY
from perfcast.trial.libraries.numpy.library import compared
from perfcast.trial.libraries.pandas.elementwise import operated
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.sortedcontainers import SortedList, pay
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.trial.stdlib.regular_expressions.substring_search import seeking
from perfcast.workload.code.evaluation import COMPARISONS

#: What is compared at no cost of its own.
_NUMBERS = frozenset({int, float, bool, type(None)})
_TEXTS = (str, bytes)
_IDENTITY = frozenset({ast.Is, ast.IsNot})
SEARCHING = frozenset({ast.In, ast.NotIn})
_ORDERING = frozenset({ast.Lt, ast.LtE, ast.Gt, ast.GtE})
_SEARCHED = (list, tuple, np.ndarray, array, ValuesView)
_WITH_PARTS = (tuple, list, Instance)
_LOOKED_INTO = (dict, set, frozenset)
#: What is gone through where it is compared.
CONTAINERS = (str, bytes, bytearray, list, tuple, set, frozenset, dict, np.ndarray, array)
#: Containers that a text was looked for in vain in which are known.
_MOST_SOUGHT: Final = 100


def comparison(machine: Machine, kind: type) -> Callable[[Any, Any], Any]:
    """By an operator of that kind."""
    if kind in SEARCHING:
        wanted = kind is ast.In
        return lambda item, container: _holds(machine, item, container) is wanted
    plain = COMPARISONS[kind]
    if kind in _IDENTITY:
        return plain
    tells_order = kind in _ORDERING

    def compare(left: Any, right: Any) -> Any:
        if type(left) in _NUMBERS and type(right) in _NUMBERS:
            return plain(left, right)
        if isinstance(left, Instance):
            check_nesting(left)
            if left.of.container is not None:
                machine.pass_over(len(left) // 4)
        if isinstance(left, Tabular) or isinstance(right, Tabular):
            return operated(plain, left, right)
        if isinstance(left, Tensor) or isinstance(right, Tensor):
            return plain(left, right)
        if isinstance(left, NUMPY) or isinstance(right, NUMPY):
            return compared(machine, plain, left, right)
        if isinstance(left, CONTAINERS) and isinstance(right, CONTAINERS):
            are_texts = isinstance(left, _TEXTS)
            if are_texts and tells_order:
                machine.counts.native += TEXTS_IN_ORDER
            if not are_texts:
                check_nesting(left)
            machine.pass_over(min(len(left), len(right)) // (32 if are_texts else 4))
            found = plain(left, right)
            if found and not are_texts:
                machine.pay(_compared(left, right))
            return found
        dearer = comparing(left, right)
        if dearer:
            machine.pay(dearer)
        return plain(left, right)

    return compare


def _holds(machine: Machine, item: Any, container: Any) -> bool:
    if isinstance(item, _WITH_PARTS):
        check_nesting(item)
    if isinstance(container, Instance) and container.of.find("__contains__") is MISSING:
        container = contained(container)
    if type(container) is SortedList:
        pay(machine, container)
        return container.find(item) >= 0
    if isinstance(container, _SEARCHED):
        found = item in container
        sought = machine.sought
        if not found and sought is not None and type(item) is str and len(sought) < _MOST_SOUGHT:
            sought.append(container)
        is_in_order = isinstance(container, list | ValuesView)
        seen = operator.indexOf(container, item) if found and is_in_order else len(container)
        machine.pay(_seen(item, container) * seen)
        return bool(found)
    if isinstance(container, _TEXTS):
        where = container.find(item)
        machine.pay(seeking(item, len(container) if where < 0 else where, container))
        return where >= 0
    if isinstance(container, Iterator) and type(container) is not Instance:
        return item in machine.counted(container)
    machine.pay(PLACED + (KEY * len(item) if type(item) is tuple else 0.0))
    if isinstance(container, _LOOKED_INTO):
        machine.counts.scattered.found(container, item)
    return item in container


def _seen(item: Any, container: Any) -> float:
    """Nanoseconds of holding what is looked for against an element; the first one tells of which type all are."""
    if isinstance(item, _WITH_PARTS):
        return SEEN_WITHIN
    kind = type(item)
    if not container or kind is not type(next(iter(container))):
        return SEEN_UNLIKE
    return SEEN_TEXT if kind is str else SEEN_FLOAT if kind is float else SEEN


def _compared(left: Any, right: Any) -> float:
    """Nanoseconds of what holding equal containers against each other takes besides going through them."""
    if isinstance(left, dict | set | frozenset):
        return (COMPARED if isinstance(left, dict) else COMPARED_KEY) * min(len(left), len(right))
    if isinstance(left, list | tuple) and left and isinstance(left[0], CONTAINERS):
        # Their elements are compared too; those within these are few as a rule.
        return OPERATOR * sum(len(part) for part in left if isinstance(part, CONTAINERS))
    return 0.0
