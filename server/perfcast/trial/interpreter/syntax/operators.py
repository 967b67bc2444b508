"""Operators; operands that would take too long or too much memory are refused before."""

from __future__ import annotations

import ast
import operator
import re
import sys
from array import array
from collections import Counter, deque
from collections.abc import Callable, ItemsView, Iterator, KeysView
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from math import prod
from pathlib import PurePath
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LIST, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_SET, POINTER, SET_PLACE, shallow
from perfcast.trial.interpreter.accounting.prices import (
    ADDED,
    ADDED_UP,
    BYTES_PUT_BEHIND,
    COMPLEX,
    COPIED,
    DATES_COUNTED,
    DIGIT_BITWISE,
    DIGIT_MOVED,
    DIGIT_RAISED,
    DIGIT_TURNED,
    DIGITS,
    DIVIDED,
    DIVIDED_BY_ONE,
    EXPONENT,
    FILLED,
    FILLED_BY_NAME,
    FLOAT_FILLED,
    FRACTION,
    LONG_BITWISE,
    LONG_DIVIDED,
    LONG_MULTIPLIED,
    MERGED,
    MULTIPLIED_IN_PARTS,
    POWER,
    POWER_IN_PARTS,
    RAISED,
    REAL_DIVIDED,
    REAL_POWER,
    REAL_REMAINDER,
    REPEATED,
    REPEATED_IN_TURN,
    SPAN_MULTIPLIED,
    TAKEN_IN,
    UNITED,
    WHOLE_FILLED,
    WIDENED,
)
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.spending import LONGEST
from perfcast.trial.interpreter.objects.classes import Class, Either
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import OutOfSteps, TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.container_operands import is_reflected, left_as_container, right_as_container
from perfcast.trial.libraries.numpy.array_bytes import allocated
from perfcast.trial.libraries.numpy.buffers import narrowing, operating
from perfcast.trial.libraries.numpy.operation_costs import function_work, operator_work
from perfcast.trial.libraries.numpy.prices import NUMBER_OPERATOR
from perfcast.trial.libraries.numpy.temporaries import written_over
from perfcast.trial.libraries.numpy.temporary_bytes import MULTIPLYING, converting
from perfcast.trial.libraries.pandas.elementwise import operated
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.trial.stdlib.numbers import decimal_costs
from perfcast.trial.stdlib.system import paths
from perfcast.trial.stdlib.text.formatting_times import note_text, pay_for_text, shown
from perfcast.trial.stdlib.text.joining_memory import while_filled_by_percent

#: A field of a text that ``%`` fills, and within it its width and precision, which a value may give.
_FIELD: Final = re.compile(r"%(?:\([^)]*\))?([-+ #0-9.*]*)[hlL]?[a-zA-Z%]")
#: Bits of the largest whole number, elements of the largest object, elements of the largest array.
MOST_BITS: Final = 64_000
MOST_ELEMENTS: Final = 200_000
MOST_CELLS: Final = 1_000_000
#: Bytes of one as a rule.
_CELL: Final = 8
_LETTER: Final = 4
#: Characters that a number may be padded to.
MOST_WIDTH: Final = 1_000

#: Bits from which on a whole number's memory counts.
_LONG: Final = 256

#: What is taken modulo a smaller number is rarely a size.
_LEAST_MODULUS: Final = 32

#: Elements of a container that is part of a formatted text.
_MOST_PRINTED: Final = 2_000
#: Written out soon, or by their own class.
_PRINTED: Final = (
    *(str, int, float, bytes, Decimal, Fraction, PurePath, date, time, timedelta, timezone, Instance, Exception),
    *(Unknown, np.ndarray, np.generic, np.dtype, Tensor, Tabular, type, Class),
)
_DATED: Final = (date, timedelta)
_MOMENTS: Final = (np.datetime64, np.timedelta64)
_EXACT: Final = (Decimal, Fraction)
#: NumPy's arrays and numbers.
NUMPY: Final = (np.ndarray, np.generic)
Binary = Callable[[Any, Any], Any]

_PLAIN: Final[dict[type, Binary]] = {
    ast.Sub: operator.sub,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
_IN_PLACE: Final[dict[type, Binary]] = {
    ast.Add: operator.iadd,
    ast.Sub: operator.isub,
    ast.Mult: operator.imul,
    ast.Div: operator.itruediv,
    ast.FloorDiv: operator.ifloordiv,
    ast.Mod: operator.imod,
    ast.Pow: operator.ipow,
    ast.BitOr: operator.ior,
    ast.BitAnd: operator.iand,
    ast.BitXor: operator.ixor,
    ast.LShift: operator.ilshift,
    ast.RShift: operator.irshift,
}
#: Whole numbers of more digits than one.
_DIGIT: Final = 2**30
_SEQUENCES = (str, bytes, bytearray, list, tuple, deque, array)
_SETS = (set, frozenset, dict, KeysView, ItemsView)
_UNCHANGING: Final = frozenset({str, bytes, tuple})
#: They take what is added to them.
_GROWN = (list, deque, bytearray)
_NUMBERS = frozenset({int, float})


#: How often an operand is referred to that was made for an operator alone, and a whole number made for one.
_ALONE: Final = counted(7, lent=3)
_NUMBER_ALONE: Final = counted(5, lent=3)
#: Bits of numbers whose powers are not multiplied by schoolbook, and how often their bytes are held on the way.
_SCHOOLBOOK: Final = 8_000
_POWERS: Final = 1.5
_POWERS_LARGE: Final = 3.3

#: Digits of products of plain numbers, which are divided soon.
_FEW_DIGITS: Final = 2
#: Operators that add whole numbers, and those of their bits; those whose result may have more digits than both
#: operands.
_ADDING: Final = frozenset({ast.Add, ast.Sub})
_BITWISE: Final = frozenset({ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift})
_MOVING: Final = frozenset({ast.LShift, ast.RShift})
_LENGTHENING: Final = frozenset({ast.Pow, ast.LShift})
#: What part of a set's places may be left over by elements that are gone.
_MOST_GONE: Final = 4
#: Operators of floats that take longer than others.
_OF_REALS: Final[dict[type, float]] = {
    ast.Pow: REAL_POWER,
    ast.Div: REAL_DIVIDED,
    ast.Mod: REAL_REMAINDER,
    ast.FloorDiv: REAL_REMAINDER,
}

#: Places of what an operator of counts leaves: where it makes a new one, where it changes one.
_OF_COUNTS: Final = (TABLE, TABLE, TABLE, TABLE, 1, 2, 2)
_ADDED_COUNTS: Final = (TABLE, 2, 2)
#: Of names of the module ``typing``.
_TYPING: Final = "typing."


def binary(machine: Machine, kind: type, *, in_place: bool = False) -> Binary:
    """The operator of that kind of syntax, which pays for what it makes."""
    plain = _operation(kind)
    changing = _IN_PLACE.get(kind, plain) if in_place else plain
    # Of small numbers: no larger than what is looked at below.
    is_plain = kind not in {ast.Pow, ast.LShift, ast.Mod}
    real = _OF_REALS.get(kind, 0.0)

    def run(left: Any, right: Any) -> Any:
        left_type, right_type = type(left), type(right)
        if left_type is int and right_type is int:
            if is_plain and -_DIGIT < left < _DIGIT and -_DIGIT < right < _DIGIT:
                return plain(left, right)
            if kind in _GROWING:
                _check_bits(kind, left, right)
            elif kind is ast.Mod and right >= _LEAST_MODULUS:
                machine.bounded(left, right)
            value = plain(left, right)
            if kind in _LENGTHENING or left > _DIGIT or right > _DIGIT:
                machine.pay_for_digits(_digits_time(kind, left, right, value))
            if type(value) is int and value.bit_length() > _LONG:
                if kind in _BITWISE:
                    moved = min(left.bit_length(), value.bit_length()) if kind in _MOVING else 0
                    turned = 0 if moved else sum(one.bit_length() for one in (left, right, value) if one < 0)
                    work = DIGIT_BITWISE * value.bit_length() + DIGIT_MOVED * moved + DIGIT_TURNED * turned
                    machine.pay_for_digits(work / 30)
                elif kind not in _ADDING:
                    machine.pay_for_digits(0.0, value.bit_length() // 64)
                if kind is ast.Pow:
                    # Squares and products on the way.
                    times = _POWERS_LARGE if value.bit_length() > _SCHOOLBOOK else _POWERS
                    machine.briefly(int(times * sys.getsizeof(value)))
                alone = _alone(machine, left, right, _NUMBER_ALONE)
                machine.made(value)
                machine.made_beside(value, alone)
            return value
        if left_type in _NUMBERS and right_type in _NUMBERS:
            if real:
                machine.pay(real)
            return plain(left, right)
        if left_type is complex or right_type is complex:
            machine.pay(COMPLEX)
        return _general(machine, kind, plain, changing, left, right)

    return run


def _general(  # noqa: PLR0911, PLR0912
    machine: Machine, kind: type, plain: Binary, changing: Binary, left: Any, right: Any
) -> Any:
    if type(left) is Instance or type(right) is Instance:
        within = left_as_container(kind, left, in_place=changing is not plain), right_as_container(kind, right)
        if within[0] is not left or within[1] is not right:
            value = _general(machine, kind, plain, changing, *within)
            return left if value is within[0] else value
    if kind is ast.Mult:
        _check_repeated(left, right)
        _check_repeated(right, left)
    if kind is ast.Mod and isinstance(left, str):
        return _of_sequences(machine, kind, plain, changing, left, right)
    if isinstance(left, Tabular) or isinstance(right, Tabular):
        return operated(plain, left, right)
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return _of_tensors(changing, left, right)
    if isinstance(left, Foreign) or isinstance(right, Foreign):
        return plain(left, right)
    if kind is ast.Div and (isinstance(left, PurePath) or isinstance(right, PurePath)):
        return paths.joined(machine, plain, left, right)
    if isinstance(left, NUMPY) or isinstance(right, NUMPY):
        left, right = _as_moment(left, right), _as_moment(right, left)
        return _of_arrays(machine, kind, changing if isinstance(left, np.ndarray) else plain, left, right)
    if isinstance(left, _SEQUENCES) and not (type(right) is Instance and is_reflected(kind, right)):
        return _of_sequences(machine, kind, plain, changing, left, right)
    if isinstance(right, _SEQUENCES) and kind is ast.Mult:
        return _of_sequences(machine, kind, plain, plain, right, left)
    if kind is ast.BitOr and isinstance(left, dict) and not isinstance(left, Counter) and isinstance(right, dict):
        return _merged(machine, changing, left, right)
    if isinstance(left, _SETS) and isinstance(right, _SETS):
        is_changed = type(left) is set and changing is not plain
        if is_changed:
            machine.changes(left)
            machine.pay(TAKEN_IN * (min(len(left), len(right)) if kind is ast.BitAnd else len(right)))
        elif isinstance(left, Counter):
            machine.pay(ADDED_UP * (len(left) + len(right)))
        else:
            machine.pay(UNITED * _gone_through(kind, left, right))
        before, there = sys.getsizeof(left), len(left)
        value = changing(left, right)
        if isinstance(value, Counter):
            # One that is made by a call is given a table for what is given by name at each step; the operator goes
            # through pairs.
            machine.passes(*_OF_COUNTS if value is not left else _ADDED_COUNTS)
            machine.filled(value)
        elif value is not left and isinstance(left, set | frozenset):
            _of_sets(machine, kind, left, right, value)
        elif value is left and type(left) is set:
            _changed_set(machine, kind, left, before, there)
            return value
        return machine.made(value)
    if isinstance(left, _EXACT) or isinstance(right, _EXACT):
        is_decimal = isinstance(left, Decimal) or isinstance(right, Decimal)
        return (decimal_costs.operated if is_decimal else _of_fractions)(machine, kind, plain, left, right)
    if isinstance(left, _DATED) or isinstance(right, _DATED):
        is_counted = isinstance(left, _DATED) and isinstance(right, _DATED)
        machine.pay(DATES_COUNTED if is_counted else SPAN_MULTIPLIED)
    if kind in _GROWING and isinstance(left, int) and isinstance(right, int):
        _check_bits(kind, int(left), int(right))
    if type(left) is Module or type(right) is Module:
        return _of_modules(kind, left, right)
    return changing(left, right) if type(left) is Instance else plain(left, right)


def _as_moment(value: Any, other: Any) -> Any:
    """A moment or a span as NumPy's where the other operand is one: of nanoseconds it goes with no others."""
    if not isinstance(other, _MOMENTS) or not isinstance(value, datetime | timedelta):
        return value
    return np.timedelta64(value) if isinstance(value, timedelta) else np.datetime64(value)


def _gone_through(kind: type, left: Any, right: Any) -> int:
    """Elements that are gone through, as of two sets of one length, for a set that is made of two others: the shorter
    one is asked for in the longer one, and the one in that which is taken from it."""
    if kind is ast.BitAnd:
        return 2 * min(len(left), len(right))
    is_asked_for = isinstance(left, set | frozenset) and isinstance(right, set | frozenset)
    if kind is ast.Sub and is_asked_for and not _is_copied(left, right):
        return 2 * len(left)
    return len(left) + len(right)


def _is_copied(left: Any, right: Any) -> bool:
    """Whether a set that far fewer elements are taken from is copied, and these are deleted there."""
    return len(left) // 4 > len(right)


def _of_sets(machine: Machine, kind: type, left: Any, right: Any, value: Any) -> None:
    """Notes what is there while a set is made of two others."""
    alone = _alone(machine, left, right, _ALONE)
    is_filled = kind is ast.BitAnd or (kind is ast.Sub and not _is_copied(left, right))
    machine.aside += alone
    if is_filled:
        machine.filled(value)
    elif kind is ast.BitOr:
        # A copy of the one takes in the other, and may have to move.
        copied = sys.getsizeof(left.copy())
        machine.briefly(sys.getsizeof(value) + (copied - EMPTY_SET if copied < sys.getsizeof(value) else 0))
    else:
        machine.briefly(sys.getsizeof(value))
    machine.aside -= alone


def _changed_set(machine: Machine, kind: type, values: set[Any], before: int, there: int) -> None:
    """Notes what is there while a set is changed in place.

    Args:
        before: its bytes; there: how many elements it had.
    """
    if kind is ast.BitAnd:
        # What both have is put into another set, whose places it takes then.
        machine.filled(values)
        return
    # Where many places are left over, it moves to fewer of them.
    places = (before - EMPTY_SET) // SET_PLACE
    leaves = kind is ast.Sub and there - len(values) > (places - 1) // _MOST_GONE
    if leaves or sys.getsizeof(values) > before:
        machine.briefly(sys.getsizeof(values) - EMPTY_SET)
    if kind is not ast.Sub:
        machine.grown(values, max(0, sys.getsizeof(values) - before))


def _merged(machine: Machine, operation: Binary, left: dict[Any, Any], right: dict[Any, Any]) -> Any:
    """A copy of the one takes in the other, and may have to move; or the one itself does."""
    machine.pay(MERGED * len(right))
    alone, before = _alone(machine, left, right, _ALONE), sys.getsizeof(left)
    value = operation(left, right)
    if value is not left:
        machine.pay(COPIED * len(left))
        before = sys.getsizeof(left.copy())
    size = sys.getsizeof(value)
    new = size - before if value is left else size
    machine.briefly(alone + new + (before if before < size else 0))
    return machine.made(value)


def _of_modules(kind: type, left: Any, right: Any) -> Either:
    """Types that only annotations mention are joined by ``|``. Raises Unsupported for what else libraries have."""
    if kind is ast.BitOr and all(type(one) is not Module or one.name.startswith(_TYPING) for one in (left, right)):
        return Either.of(left, right)
    raise Unsupported("an operator of a library that is not known")


def _of_tensors(operation: Binary, left: Any, right: Any) -> Any:
    """Python itself would repeat or format other things as often, or as widely, as a tensor's number says."""
    if not all(isinstance(value, Tensor | int | float | complex | np.ndarray | np.generic) for value in (left, right)):
        raise Unsupported("an operator of a tensor and something else")
    return operation(left, right)


def _check_repeated(values: Any, times: Any) -> None:
    """Python repeats texts and the like as often as one of NumPy's numbers says."""
    if isinstance(times, np.integer) and isinstance(values, _SEQUENCES):
        _check_elements(len(values) * int(times))


def _of_sequences(machine: Machine, kind: type, plain: Binary, changing: Binary, left: Any, right: Any) -> Any:
    if kind is ast.Mult:
        _check_elements(len(left) * max(0, right))
    elif kind is ast.Mod:
        widths = _FIELD.findall(left) if isinstance(left, str) else ["*"]
        if any("*" in width or any(len(run) > 3 for run in digit_runs(width)) for width in widths):
            raise Unsupported("formatting with %")
        length = sum(map(text_length, right)) if isinstance(right, tuple) else text_length(right)
        if length * (left.count("%") if isinstance(right, dict) else 1) > LONGEST:
            raise OutOfSteps
        right = _printable(right)
        named = left.count("%(")
        parts = right if isinstance(right, tuple) else tuple(right.values()) if named else (right,)
        machine.pay(FILLED_BY_NAME * named)
        machine.pay(FILLED * left.count("%") + WIDENED * sum(map(bool, widths)) + sum(map(_filled, parts)))
        for part in parts:
            pay_for_text(machine, part)
    elif isinstance(right, Iterator | range):
        right = list(machine.counted(right))
    if kind is ast.Add and changing is not plain and isinstance(left, _GROWN):
        return _put_behind(machine, changing, left, right)
    value = changing(left, right)
    if type(value) in _UNCHANGING and (value is left or value is right):
        # With nothing beside it, it stays itself.
        return value
    _pay_for_elements(machine, kind, left, value)
    alone = _alone(machine, left, right, _ALONE)
    if kind is ast.Mod and type(left) is str:
        is_named = isinstance(right, dict) and "%(" in left
        for part in right if isinstance(right, tuple) else right.values() if is_named else (right,):
            note_text(machine, part, value)
        size = while_filled_by_percent(left, value, right) or (sys.getsizeof(value) if alone else 0)
    else:
        size = sys.getsizeof(value) if alone else 0
    if size:
        machine.briefly(alone + size)
    _leave_place(machine, alone, value)
    return machine.made(value)


def _leave_place(machine: Machine, alone: int, value: Any) -> None:
    """A list that was made for an operation alone is there until the new one is, so that both have places."""
    if alone and type(value) is list:
        machine.passes(LIST, LIST)


def _put_behind(machine: Machine, changing: Binary, left: Any, right: Any) -> Any:
    """What grows where it is, with the elements of the other one behind its own."""
    machine.changes(left)
    if isinstance(left, bytearray):
        before = len(left)
        # Nothing but bytes can be put behind bytes, whatever they are elements of.
        machine.counts.native += BYTES_PUT_BEHIND
        return machine.grown(changing(left, right), len(left) - before)
    machine.pass_over(len(right))
    return machine.grown(changing(left, right), len(right) * POINTER)


def _pay_for_elements(machine: Machine, kind: type, left: Any, value: Any) -> None:
    price = machine.price
    if kind is ast.Mult:
        machine.price = REPEATED if len(left) == 1 else REPEATED_IN_TURN
    machine.copies(value)
    machine.price = price


def _alone(machine: Machine, left: Any, right: Any, references: int) -> int:
    """Bytes of operands that were made for this alone, which are there until it is done.

    Args:
        references: how often such a one is referred to.
    """
    return sum(
        machine.aside_of(part)
        for part in (left, right)
        if sys.getrefcount(part) <= references + machine.references(part)
    )


def _filled(part: Any) -> float:
    """Nanoseconds that ``%`` takes for a number's digits."""
    if isinstance(part, np.generic):
        return shown(part)
    return FLOAT_FILLED if type(part) is float else WHOLE_FILLED if type(part) is int else 0.0


def turned_over(machine: Machine, number: int) -> int:
    """``~number``, which pays for its digits."""
    value = ~number
    if value.bit_length() > _LONG:
        machine.pay_for_digits(DIGIT_TURNED * value.bit_length() / 30)
        machine.made(value)
    return value


def _digits_time(kind: type, left: int, right: int, value: Any) -> float:
    """Nanoseconds of what the digits of whole numbers take, of 30 bits each, beyond the operator itself."""
    ours, theirs = left.bit_length() // 30, right.bit_length() // 30
    if kind is ast.Pow:
        digits = value.bit_length() // 30 if type(value) is int else 0
        return POWER + EXPONENT * right.bit_length() + (DIGIT_RAISED + RAISED * digits) * digits
    if kind is ast.Mult:
        return LONG_MULTIPLIED + _multiplied(*sorted((ours, theirs)))
    if kind is ast.FloorDiv or kind is ast.Mod:
        # What is less than what it is divided by stays as it is.
        by_one = LONG_MULTIPLIED if abs(left) >= abs(right) else 0.0
        further = DIVIDED_BY_ONE * max(0, ours - _FEW_DIGITS) if theirs <= 1 else 0.0
        # As often as the result has digits.
        steps = theirs * max(1, ours - theirs + 1) if ours >= theirs else 0
        return (LONG_DIVIDED if by_one and abs(right) > _DIGIT else by_one) + DIVIDED * steps + further
    if kind in _ADDING:
        return ADDED * max(left.bit_length(), right.bit_length()) / 30
    if kind in _BITWISE:
        return LONG_BITWISE if left > _DIGIT or right > _DIGIT or value > _DIGIT else 0.0
    return DIVIDED * ours * theirs if kind is ast.Div else 0.0


def _multiplied(fewer: int, more: int) -> float:
    """Nanoseconds of multiplying numbers of so many digits."""
    if fewer <= MULTIPLIED_IN_PARTS:
        return DIGITS * max(fewer, 1) * more
    in_parts = DIGITS * MULTIPLIED_IN_PARTS**2 * (fewer / MULTIPLIED_IN_PARTS) ** POWER_IN_PARTS
    return float(in_parts * more / fewer)


def divided(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """As ``divmod``; of long whole numbers both results are made beside them. Raises Unsupported."""
    if Module in map(type, args):
        raise Unsupported("something of a library that is not known")
    if len(args) != 2 or kwargs:
        raise TypeError(f"divmod expected 2 arguments, got {len(args) + len(kwargs)}")
    before, (left, right) = machine.call("divmod"), args
    try:
        found = divmod(left, right)
        if type(left) is int and type(right) is int:
            if max(abs(left), abs(right)) > _DIGIT:
                machine.pay_for_digits(_digits_time(ast.FloorDiv, left, right, found[0]))
            for part in found:
                if part.bit_length() > _LONG:
                    machine.pay_for_digits(0.0, part.bit_length() // 64)
                    machine.made(part)
        return found
    finally:
        machine.price = before


def _of_fractions(machine: Machine, kind: type, plain: Binary, left: Any, right: Any) -> Any:
    if kind is ast.Pow and _fraction_bits(left) * abs(_whole_exponent(right)) > MOST_BITS:
        raise Unsupported("whole numbers too large")
    machine.step(FRACTION)
    value = plain(left, right)
    if isinstance(value, Fraction):
        bits = _fraction_bits(value)
        if bits > MOST_BITS:
            raise Unsupported("whole numbers too large")
        machine.pass_over(bits // 16)
        # What makes it is given something by name.
        machine.passes(TABLE, KEYS, 1, 1)
        machine.briefly(_MAKING_FRACTION + sum(map(shallow, (value, value.numerator, value.denominator))))
        return machine.made(value)
    return value


#: Bytes that are there while a fraction is made.
_MAKING_FRACTION: Final = 40


def _fraction_bits(value: Any) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length() if isinstance(value, int | Fraction) else 0


def _whole_exponent(value: Any) -> int:
    """Of a power that is no float; 0 of others."""
    return int(value) if isinstance(value, int | Fraction) and value.denominator == 1 else 0


#: References to an operand that only the expression holds, as counted where arrays are operated on.
_TEMPORARY: Final = counted(4, lent=2)


def _of_arrays(machine: Machine, kind: type, operation: Binary, left: Any, right: Any) -> Any:
    """Of arrays, or of their numbers."""
    if any(isinstance(value, np.ndarray) and value.dtype.hasobject for value in (left, right)):
        raise Unsupported("an operator of objects")
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        left, right = as_operand(machine, left), as_operand(machine, right)
    check_cells(left, right, multiplies=kind is ast.MatMult)
    value = operation(left, right)
    if not isinstance(left, np.ndarray) and not isinstance(right, np.ndarray):
        machine.scalar(NUMBER_OPERATOR)
        return machine.made(value)
    machine.array(int(np.size(value)), *operator_work(kind, left, right, value))
    held = (
        sys.getrefcount(left) > _TEMPORARY + machine.references(left),
        sys.getrefcount(right) > _TEMPORARY + machine.references(right),
    )
    over = None if kind is ast.MatMult else written_over(machine, kind, (left, right), value, held)
    if kind is ast.MatMult:
        aside = MULTIPLYING + converting(left, right)
    else:
        aside = operating((left, right), value, machine.buffered)
    if value is left and isinstance(right, np.ndarray):
        aside = max(aside, narrowing(left, right, machine.buffered))
    if aside > 0:
        # What only this expression has was made since the last look, which did not come by it.
        alone = [one for one, is_held in zip((left, right), held, strict=True) if not is_held and one is not over]
        aside += sum(allocated(one) for one in alone if isinstance(one, np.ndarray) and not machine.is_known(one))
        machine.briefly(aside + (0 if value is left or over is not None else allocated(value)))
    if over is None:
        machine.made_of(value, (left, right))
    else:
        machine.made_over(value, (right if over is left else left,))
    for operand, is_held in zip((left, right), held, strict=True):
        if not is_held and operand is not value:
            # It is gone before the result is used.
            machine.aside_of(operand, allocated(operand) if isinstance(operand, np.ndarray) else None)
    return value


def as_operand(machine: Machine, value: Any) -> Any:
    """What an operator takes beside an array: a list or a tuple becomes one. Raises Unsupported for one of objects."""
    if not isinstance(value, list | tuple):
        return value
    check_nesting(value)
    found = np.asarray(value)
    if found.dtype.hasobject:
        raise Unsupported("an operator of objects")
    machine.array(found.size, *function_work("asarray", [], [value], {}, [found]))
    return found


_GROWING: Final = frozenset({ast.Mult, ast.Pow, ast.LShift})


def _operation(kind: type) -> Binary:
    if kind in _PLAIN:
        return _PLAIN[kind]
    others: dict[type, Binary] = {
        ast.Add: operator.add,
        ast.Mult: operator.mul,
        ast.Mod: operator.mod,
        ast.Pow: operator.pow,
        ast.LShift: operator.lshift,
        ast.MatMult: operator.matmul,
    }
    return others[kind]


def _check_bits(kind: type, left: int, right: int) -> None:
    if kind is ast.Pow:
        check_power(left, right)
        return
    bits = left.bit_length() + (right.bit_length() if kind is ast.Mult else right)
    if bits > MOST_BITS:
        raise Unsupported("whole numbers too large")


def check_power(base: int, exponent: int) -> None:
    """Refuses powers of too many bits."""
    if base.bit_length() * max(0, exponent) > MOST_BITS:
        raise Unsupported("whole numbers too large")


def _check_elements(count: int) -> None:
    if count > MOST_ELEMENTS:
        raise TooLarge("objects too large")


def check_cells(*operands: Any, multiplies: bool = False) -> None:
    """Refuses what would broadcast or multiply to something huge."""
    shapes = [np.shape(operand) for operand in operands if isinstance(operand, np.ndarray)]
    if multiplies:
        # Of the product, and of the work.
        left, right = (max(1, int(np.size(operand))) for operand in operands)
        inner = max(1, int(np.shape(operands[0])[-1])) if np.ndim(operands[0]) else 1
        if left * right // inner > MOST_CELLS * 20 or left // inner * (right // inner) > MOST_CELLS:
            raise Unsupported("matrices too large")
        return
    try:
        cells = prod(np.broadcast_shapes(*shapes))
    except ValueError:
        return  # NumPy's own error
    texts = [one for one in operands if isinstance(one, np.ndarray) and one.dtype.kind in "US"]
    others = [one for one in operands if isinstance(one, str | bytes)] if texts else []
    size = sum(one.itemsize for one in texts) + _LETTER * sum(map(len, others))
    if cells > MOST_CELLS or cells * size > MOST_CELLS * _CELL:
        raise Unsupported("arrays too large")


def digit_runs(text: str) -> list[str]:
    """The runs of digits in a text, such as a width in a format."""
    return "".join(c if c.isdigit() else " " for c in text).split()


def _printable(value: Any) -> Any:
    parts = value if isinstance(value, tuple) else (value,)
    if not all(is_printable(part) for part in parts):
        raise Unsupported("formatting with %")
    return value


def is_printable(value: Any, depth: int = 3) -> bool:
    """Whether its text is made soon, and of nothing but plain data and the unit's own objects."""
    if value is None or isinstance(value, _PRINTED):
        return True
    if not isinstance(value, list | tuple | dict | set | frozenset) or len(value) > _MOST_PRINTED or not depth:
        return False
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    return all(is_printable(part, depth - 1) for part in parts)
