"""Texts of which parts at certain places are read as numbers: ``int(color[1:3], 16)``, ``int(date[:4])``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import body_of
from perfcast.workload.code.separators import constants
from perfcast.workload.numbers.text_fields import NUMBERS, number_field
from perfcast.workload.texts.line_patterns import is_text_named

#: Digits of a number that goes on to the end of the text.
_OPEN: Final = 2
#: What stands before the first number, and between others.
_FIRST: Final = "#"
_BETWEEN: Final = "-"
#: Places in a text, and thus fields that do not lie on each other.
_LONGEST: Final = 40
_DIGIT: Final = "0"


def sliced_pattern(node: FunctionNode, name: str) -> str | None:
    """A pattern, see `perfcast.workload.Argument.like`, of a parameter that is such a text; None of others."""
    body = body_of(node)
    loops = _loops(body)
    fields: dict[tuple[int, int], str] = {}
    for part in body:
        match part:
            case ast.Call(func, [ast.Subscript(of, ast.Slice(lower, upper, None)) as read, *base]) if last_name(
                func
            ) in NUMBERS and is_text_named(of, name):
                places = {place for place in _places(lower, upper, loops) if place not in fields}
                if len(fields) + len(places) > _LONGEST or not all(map(_is_in_text, places)):
                    return None
                if places:
                    said = number_field(body, partial(_is_alike, ast.dump(read)), "") if not base else ""
                    fields.update({(first, last): _of_width(said, last - first) for first, last in places})
    return _put_together(fields)


def _is_in_text(place: tuple[int, int]) -> bool:
    first, last = place
    return 0 <= first < last <= _LONGEST


def _is_alike(dumped: str, node: ast.expr) -> bool:
    return ast.dump(node) == dumped


def _of_width(field: str, width: int) -> str:
    """A number with zeros before it, or any of so many digits where it has more."""
    lacking = width - len(field.replace("`", ""))
    if not field or lacking < 0:
        return _DIGIT * width
    return f"`{_DIGIT * lacking}`{field}" if lacking else field


def _put_together(fields: Mapping[tuple[int, int], str]) -> str | None:
    """None of those that lie on each other."""
    found, end = "", 0
    for (first, last), field in sorted(fields.items()):
        if first < end:
            return None
        gap = _BETWEEN * (first - end)
        found, end = f"{found}{gap if end else gap.replace(_BETWEEN, _FIRST)}{field}", last
    return found.replace("``", "") or None


def _loops(body: Sequence[ast.AST]) -> dict[str, list[int]]:
    """Names of numbers that loops go through which are written down."""
    found: dict[str, list[int]] = {}
    for part in body:
        match part:
            case ast.For(target=ast.Name(id=name), iter=over) | ast.comprehension(target=ast.Name(id=name), iter=over):
                bounds = over.args if isinstance(over, ast.Call) and last_name(over.func) == "range" else [over]
                numbers = [one for bound in bounds for one in constants(bound) if isinstance(one, int)]
                is_range = over is not bounds[0] if bounds else False
                if is_range and len(numbers) == len(bounds):
                    found[name] = _beginning(numbers)
                elif not is_range:
                    found[name] = numbers
    return found


def _beginning(bounds: Sequence[int]) -> list[int]:
    """The first numbers of a range, which may be as long as one likes; none of what is no range."""
    try:
        return list(range(*bounds)[: _LONGEST + 1])
    except (TypeError, ValueError):
        # Too many bounds, or a step of 0.
        return []


def _places(
    lower: ast.expr | None, upper: ast.expr | None, loops: Mapping[str, Sequence[int]]
) -> Iterator[tuple[int, int]]:
    """The first place, and that behind the last one, of a part that is asked for; of each in a loop."""
    names = {part.id for bound in (lower, upper) if bound for part in ast.walk(bound) if isinstance(part, ast.Name)}
    if len(names) > 1 or any(name not in loops for name in names):
        return
    for number in loops[names.pop()] if names else [0]:
        first = 0 if lower is None else _value(lower, number)
        last = (
            first + _OPEN if upper is None and first is not None else None if upper is None else _value(upper, number)
        )
        if first is not None and last is not None:
            yield first, last


def _value(bound: ast.expr, number: int) -> int | None:
    """A bound, where the name in it stands for a number."""
    match bound:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name():
            return number
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            one, other = _value(left, number), _value(right, number)
            return None if one is None or other is None else one + other
    return None
