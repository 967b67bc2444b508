"""Spans of several days that code compares moments with: ``if now - order.created > timedelta(days=30)``. Over the few
days of a small run no moment would be so long ago."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.workload import Workload

#: How many days each is.
_LENGTHS: Final = {"days": 1, "weeks": 7}


def has_lasting_spans(tree: ast.Module) -> bool:
    """Whether code makes one of more than a day, forwards or back, as it is written down."""
    return any(isinstance(part, ast.Call) and abs(_days(part)) > 1 for part in walk(tree))


def _days(call: ast.Call) -> float:
    if last_name(call.func) != "timedelta":
        return 0.0
    given = [("days", one) for one in call.args[:1]] + [(one.arg or "", one.value) for one in call.keywords]
    return sum(_LENGTHS[name] * _number(one) for name, one in given if name in _LENGTHS)


def _number(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.UnaryOp(op=ast.USub(), operand=number):
            return -_number(number)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _number(left) * _number(right)
    return 0.0


def with_days_kept(workload: Workload) -> Workload:
    """The workload with its moments spread as far in small runs."""
    return Workload(tuple(replace(one, keeps_days=True) for one in workload.arguments))
