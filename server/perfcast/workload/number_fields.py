"""What numbers are like that a function reads from a field of a text: by the bounds beyond which it fails, else by the
field's name. ``day, month = map(int, text.split("/"))`` has no month 865."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from perfcast.source.special import last_name
from perfcast.workload.usual import usual

#: Any.
NUMBER: Final = "000"
NUMBERS: Final = frozenset({"int", "float", "Decimal"})
_ORDER: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_TENS: Final = 10


def number_field(body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool], name: str) -> str:
    """A pattern, see `perfcast.workload.Argument.like`.

    Args:
        is_it: whether an expression is the field; name: of the field, or of the number; else empty.
    """
    names = [*([name] if name else []), *_read_from(body, is_it)]
    bounds = sorted(bound for one in names for bound in _bounds(body, one))
    if bounds and bounds[-1] > 0:
        low = max(0, bounds[0]) if len(bounds) > 1 else 0
        return _about((low + bounds[-1]) // 2, low, bounds[-1])
    few = next((found for one in names if (found := usual(one)) is not None), None)
    return NUMBER if few is None else _about(few, few // _TENS * _TENS, few // _TENS * _TENS + _TENS)


def _about(number: int, low: int, high: int) -> str:
    """Some numbers near one, where these lie within the bounds: those with another last digit."""
    tens = number // _TENS
    return f"`{tens}`0" if tens and low <= tens * _TENS and (tens + 1) * _TENS <= high else f"`{number}`"


def _read_from(body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool]) -> Iterator[str]:
    """Names of numbers that are read from a field."""
    for part in body:
        match part:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                pairs = list(zip(targets, values, strict=False))
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            match target, value:
                case ast.Name(id=name), ast.Call(func=function, args=[given]) if last_name(function) in NUMBERS:
                    if is_it(given):
                        yield name


def _bounds(body: Sequence[ast.AST], name: str) -> Iterator[int]:
    """Numbers that are written down and that it, or how large it is, is compared with, where that ends with an
    error."""
    for part in body:
        if isinstance(part, ast.If) and isinstance(part.body[-1], ast.Raise):
            for asked in ast.walk(part.test):
                if isinstance(asked, ast.Compare):
                    yield from _compared(asked, name)


def _compared(asked: ast.Compare, name: str) -> Iterator[int]:
    sides = [asked.left, *asked.comparators]
    for one, operation, other in zip(sides, asked.ops, sides[1:], strict=False):
        for side, against in ((one, other), (other, one)):
            match side, against:
                case ast.Name(id=of) | ast.Call(ast.Name("abs"), [ast.Name(id=of)]), ast.Constant(int(bound)):
                    if of == name and isinstance(operation, _ORDER):
                        yield bound
