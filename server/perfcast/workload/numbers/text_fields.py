"""What numbers are like that a function reads from a field of a text: by the bounds beyond which it fails, else by the
field's name. ``day, month = map(int, text.split("/"))`` has no month 865."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import assigned
from perfcast.workload.naming.usual_numbers import usual

#: Any.
NUMBER: Final = "000"
NUMBERS: Final = frozenset({"int", "float", "Decimal"})
_ORDER: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_GREATER: Final = (ast.Gt, ast.GtE)
_STRICT: Final = (ast.Lt, ast.Gt)
_TENS: Final = 10
_HUNDREDS: Final = 100


def number_field(body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool], name: str) -> str:
    """A pattern, see `perfcast.workload.Argument.like`.

    Args:
        is_it: whether an expression is the field; name: of the field, or of the number; else empty.
    """
    names = [*([name] if name else []), *_read_from(body, is_it)]
    bounds = [bound for one in names for bound in _bounds(body, one)]
    high = min((number for number, is_upper in bounds if is_upper), default=0)
    low = max((number for number, is_upper in bounds if not is_upper and (high <= 0 or number <= high)), default=0)
    low = max(low, 0)
    if high > 0:
        return _about((low + high + 1) // 2, low, high)
    few = next((found for one in names if (found := usual(one)) is not None and found >= low), None)
    if few is not None:
        tens = few // _TENS * _TENS
        return _about(few, max(low, tens), tens + _TENS)
    return f"`{low // _HUNDREDS + 1}`00" if low else NUMBER


def _about(number: int, low: int, high: int) -> str:
    """Some numbers near one, where these lie within the bounds: those with another last digit."""
    tens = number // _TENS
    return f"`{tens}`0" if tens and low <= tens * _TENS and (tens + 1) * _TENS <= high else f"`{number}`"


def _read_from(body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool]) -> Iterator[str]:
    """Names of numbers that are read from a field."""
    for target, value in assigned(body):
        match target, value:
            case ast.Name(id=name), ast.Call(func=function, args=[given]) if last_name(function) in NUMBERS:
                if is_it(given):
                    yield name


def _bounds(body: Sequence[ast.AST], name: str) -> Iterator[tuple[int, bool]]:
    """The least and the largest numbers, written down, that it, or how large it is, may be without an error; of each
    whether it is the largest."""
    for part in body:
        if isinstance(part, ast.If) and isinstance(part.body[-1], ast.Raise):
            yield from _asked(part.test, name, is_error=True)


def _asked(node: ast.AST, name: str, *, is_error: bool) -> Iterator[tuple[int, bool]]:
    """Those within a test.

    Args:
        is_error: where it is true, that ends with an error, not where it is false.
    """
    if isinstance(node, ast.Compare):
        yield from _compared(node, name, is_error=is_error)
    is_negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    for child in ast.iter_child_nodes(node):
        yield from _asked(child, name, is_error=is_error != is_negated)


def _compared(asked: ast.Compare, name: str, *, is_error: bool) -> Iterator[tuple[int, bool]]:
    sides = [asked.left, *asked.comparators]
    for one, operation, other in zip(sides, asked.ops, sides[1:], strict=False):
        for side, against in ((one, other), (other, one)):
            match side, against:
                case ast.Name(id=of) | ast.Call(ast.Name("abs"), [ast.Name(id=of)]), ast.Constant(int(bound)):
                    if of == name and isinstance(operation, _ORDER):
                        is_upper = (isinstance(operation, _GREATER) == (side is one)) == is_error
                        # The bound itself is an error, too: ``n <= 0``.
                        beyond = isinstance(operation, _STRICT) != is_error
                        yield bound + (beyond and (-1 if is_upper else 1)), is_upper
