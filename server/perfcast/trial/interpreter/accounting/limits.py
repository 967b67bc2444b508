"""Calls that would take too long, or too much memory, refused beforehand."""

from __future__ import annotations

import itertools
import math
import operator
import re
import string
from fractions import Fraction
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.accounting.prices import NEAREST, NEAREST_BY_BIT
from perfcast.trial.interpreter.accounting.spending import LONGEST
from perfcast.trial.interpreter.stops import OutOfSteps, TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.operators import (
    MOST_BITS,
    MOST_CELLS,
    MOST_ELEMENTS,
    MOST_WIDTH,
    check_cells,
    check_power,
    digit_runs,
    is_printable,
)

_TEXTS: Final = (str, bytes, bytearray)
_LENGTHS: Final = frozenset({bytes, bytearray})
_OPERATORS: Final = frozenset(
    {operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.contains, operator.getitem}
)
_SMALL_ONLY: Final = frozenset({math.factorial, math.comb, math.perm})
_POOLS: Final = frozenset(
    {itertools.product, itertools.permutations, itertools.combinations, itertools.combinations_with_replacement}
)
_MOST_FACTORIAL: Final = 4_000
#: Places of a pool, and digits that a number is rounded to.
_MOST_PLACES: Final = 1_000
#: Bits of all factors of a product.
_MOST_PRODUCT: Final = 50_000
#: Within a fraction's text.
_LARGE_EXPONENT: Final = re.compile(r"[eE][-+]?[\d_]{4}")
#: Methods whose result is as wide as they are told.
_WIDE: Final = frozenset({"ljust", "rjust", "center", "zfill", "expandtabs", "to_bytes"})


def whole(value: Any) -> int:
    """What a value is taken for where a whole number is asked for, NumPy's numbers too; 0 for others."""
    if isinstance(value, int) or not hasattr(type(value), "__index__"):
        return value if isinstance(value, int) else 0
    try:
        return operator.index(value)
    except TypeError:
        return 0


def check_call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    if function in _LENGTHS and any(whole(value) > MOST_ELEMENTS for value in (*args[:1], *kwargs.values())):
        raise TooLarge("objects too large")
    if function is int and len(args) + len(kwargs) > 1 and isinstance(args[0], _TEXTS) and len(args[0]) > MOST_BITS:
        raise Unsupported("whole numbers too large")
    if function in _OPERATORS:
        _check_operator(args)
    if function is Fraction and any(isinstance(value, str) and not _is_short(value) for value in args):
        raise Unsupported("a fraction's text")
    if function in _SMALL_ONLY and any(abs(whole(value)) > _MOST_FACTORIAL for value in args):
        raise Unsupported("whole numbers too large")
    if function in _POOLS and any(whole(value) > _MOST_PLACES for value in (*args, *kwargs.values())):
        raise Unsupported("pools too large")
    if function in {math.prod, math.lcm}:
        numbers = args[0] if function is math.prod and args else args
        if not isinstance(numbers, list | tuple) or sum(bits(number) for number in numbers) > _MOST_PRODUCT:
            raise Unsupported("a product")
    if function is pow:
        named = dict(zip(("base", "exp", "mod"), args, strict=False)) | kwargs
        if named.get("mod") is None:
            check_power(whole(named.get("base")), whole(named.get("exp")))
    if function is round and any(abs(whole(value)) > _MOST_PLACES for value in (*args[1:], *kwargs.values())):
        raise Unsupported("whole numbers too large")
    if function is format and len(args) > 1:
        check_width(str(args[1]))


def _is_short(text: str) -> bool:
    """Whether the number that a fraction's text is of is not much longer than the text."""
    return text.isdecimal() or (len(text) <= MOST_WIDTH and not _LARGE_EXPONENT.search(text))


def _check_operator(args: tuple[Any, ...]) -> None:
    """Of what is compared, or looked into, by a function of ``operator``."""
    check_nesting(args)
    if any(isinstance(value, np.ndarray) for value in args):
        check_cells(*args)
        check_place(*args[1:])


def check_place(*places: Any) -> None:
    """Refuses places within an array that are arrays, or many: what lies there may be much more."""
    for place in places:
        if isinstance(place, tuple) and any(isinstance(one, list | tuple | np.ndarray) for one in place):
            raise Unsupported("places in an array")


def check_length(characters: int) -> None:
    """Raises OutOfSteps for a text that no run may spend."""
    if characters > LONGEST:
        raise OutOfSteps


def bits(value: Any) -> int:
    return value.bit_length() if isinstance(value, int) else 64


def check_width(spec: str) -> None:
    """Refuses wide fields in the text of a format."""
    digits = digit_runs(spec)
    if any(len(run) > 4 or int(run) > MOST_WIDTH for run in digits):
        raise Unsupported("a wide field")


def check_method(machine: Machine, value: Any, name: str, args: tuple[Any, ...]) -> None:
    if name in _WIDE and any(whole(arg) > MOST_WIDTH for arg in args):
        raise Unsupported("a wide field")
    if name == "replace" and len(args) > 1 and isinstance(value, str | bytes):
        machine.pass_over(len(value) * max(1, len(args[1]) - len(args[0])) // 4)
        if (len(value) + 1) * (1 + len(args[1])) > MOST_CELLS:
            raise TooLarge("objects too large")
    if name == "join" and args and isinstance(args[0], list | tuple):
        if len(value) * len(args[0]) > MOST_CELLS:
            raise TooLarge("objects too large")
        check_length(sum(len(part) for part in args[0] if isinstance(part, _TEXTS)))
    if name == "expandtabs":
        check_length(value.count("\t" if isinstance(value, str) else b"\t") * (whole(args[0]) if args else 8))
    if name == "translate" and args and isinstance(args[0], dict):
        longest = max((len(item) for item in args[0].values() if isinstance(item, str)), default=1)
        if longest * len(value) > MOST_CELLS:
            raise TooLarge("objects too large")
    if name == "limit_denominator":
        machine.pay(NEAREST + NEAREST_BY_BIT * min(map(bits, (value.denominator, *args))))
    if name == "elements":
        for count in value.values():
            if whole(count) > MOST_ELEMENTS:
                raise TooLarge("objects too large")


def check_template(template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    # Fields may reach into what they print; numbers and texts have nothing there that could be called.
    check_width(" ".join(_nested(template)))
    values = (*args, *kwargs.values())
    check_length(template.count("{") * max(map(text_length, values), default=0))
    if all(isinstance(item, str | int | float) for item in values):
        if "{" in "".join(_nested(template)):
            _Checking().vformat(template, args, kwargs)
        return
    fields = [field for _, field, _, _ in string.Formatter().parse(template) if field]
    if any(not field.isidentifier() and not field.isdecimal() for field in fields):
        raise Unsupported("str.format")
    if not all(map(is_printable, values)) or "{" in "".join(_nested(template)):
        raise Unsupported("str.format")


class _Checking(string.Formatter):
    """Looks at how wide fields are before they are filled."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        check_width(format_spec)
        return format(value, format_spec)


def _nested(template: str) -> list[str]:
    """What fields say of their format, which may hold fields of its own."""
    return [spec for _, _, spec, _ in string.Formatter().parse(template) if spec]
