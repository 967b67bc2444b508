"""What it takes to evaluate the hints of a function that is defined by a call: a decorator's wrapper, for one."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.parameters import every_parameter
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, POINTER
from perfcast.trial.interpreter.accounting.prices import (
    HINTED,
    HINTED_BY_CALLABLE,
    HINTED_BY_CHOICE,
    HINTED_BY_TYPING,
    HINTED_WITHIN,
    HINTED_WITHIN_TYPING,
)
from perfcast.trial.interpreter.objects.hints import RETURNED

#: Bytes of an alias of a built-in class, ``list[int]``, and of what ``|`` joins. Those of `typing` are remembered, and
#: only looked for anew, in places that stay: by the tuple of what is within, and by that of a callable's parameters.
_ALIAS: Final = 104
_CHOICE: Final = 76
_LOOKUP: Final = 128
_LOOKUP_OF_CALLABLE: Final = 184
_PARAMETERS: Final = 104


@dataclass(frozen=True)
class HintCosts:
    """Of all hints of a function.

    Attributes:
        time: nanoseconds.
        held: bytes of what hints are evaluated to; looked_up: those of the places that one leaves for the next.
    """

    time: float = 0.0
    held: int = 0
    looked_up: int = 0

    @property
    def nbytes(self) -> int:
        return self.held + self.looked_up


def hints_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> dict[str, ast.expr]:
    """What a function's definition says of its parameters and its result, by their names."""
    said = {one.arg: one.annotation for one in every_parameter(node.args) if one.annotation is not None}
    if not isinstance(node, ast.Lambda) and node.returns is not None:
        said[RETURNED] = node.returns
    return said


def hint_costs(node: ast.FunctionDef | ast.AsyncFunctionDef) -> HintCosts:
    """Of what a function's definition says of its parameters and its result."""
    hints = list(hints_of(node).values())
    if not hints:
        return HintCosts()
    parts = [_cost(hint) for hint in hints]
    return HintCosts(
        HINTED * len(hints) + sum(part.time for part in parts),
        EMPTY_TUPLE + 2 * POINTER * len(hints) + sum(part.held for part in parts),
        max(part.looked_up for part in parts),
    )


def _cost(hint: ast.expr) -> HintCosts:
    """Of one, or of what is within one, beyond what a name alone costs."""
    match hint:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _together(HintCosts(HINTED_BY_CHOICE, _CHOICE), [_cost(left), _cost(right)])
        case ast.Subscript(value=of, slice=within):
            inner = list(_within(within))
            parts = [_cost(one) for one in inner]
            name = last_name(of)
            if name == "Callable":
                is_listed = any(isinstance(one, ast.List) for one in inner)
                own = HintCosts(HINTED_BY_CALLABLE, 0, _LOOKUP_OF_CALLABLE + (_PARAMETERS if is_listed else 0))
            elif hasattr(builtins, name):
                return _together(HintCosts(HINTED_WITHIN, _ALIAS), parts)
            else:
                own = HintCosts(HINTED_BY_TYPING, 0, _LOOKUP)
            # What is remembered is found by the hash of what is within, which those of `typing` tell by Python code.
            hashed = HINTED_WITHIN_TYPING * sum(_is_of_typing(one) for one in inner)
            return _together(HintCosts(own.time + hashed, 0, own.looked_up), parts)
        case ast.List(elts=parts_of_list):
            return _together(HintCosts(), [_cost(one) for one in parts_of_list])
    return HintCosts()


def _within(within: ast.expr) -> Iterator[ast.expr]:
    yield from within.elts if isinstance(within, ast.Tuple) else [within]


def _is_of_typing(hint: ast.expr) -> bool:
    return isinstance(hint, ast.Subscript) and not hasattr(builtins, last_name(hint.value))


def _together(own: HintCosts, parts: Sequence[HintCosts]) -> HintCosts:
    return HintCosts(
        own.time + sum(part.time for part in parts),
        own.held + sum(part.held for part in parts),
        max([own.looked_up, *(part.looked_up for part in parts)]),
    )
