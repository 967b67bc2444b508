"""Whole numbers that a loop's statements make for a moment: parts of what is computed, and the next value of a name
that still has the one before. Nothing refers to them where the machine looks, and where little is held, they are a good
part of it.

They are told once the loop has ended, by what its names have come to: numbers grow as a rule, so the last are the
largest. Nothing of the unit's code is run again.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from perfcast.source.parsing.walking import walk
from perfcast.trial.interpreter.accounting.heap_walk import BITS
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import LARGEST_SMALL, NUMBER, shallow

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.frames import Frame, Names

#: Bits of the longest number that is computed to find out how long another one is.
_LONGEST: Final = 512
#: How many times as much as they may be is held at least where they are not looked for.
_FEW_AMONG: Final = 50
#: How many times as much as at the last time has been done when they are looked for again.
_LATER: Final = 1.25
#: Smaller numbers may stay small however large a workload is.
_LEAST_GROWING: Final = 8
#: What is left of long numbers is no longer than they are, and most often is not short.
_AS_LONG: Final = (ast.Add, ast.Sub, ast.Mult)
_OPERATORS: Final[dict[type, Callable[[Any, Any], Any]]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul},
    **{ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Div: operator.truediv},
    **{ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.RShift: operator.rshift},
}


class _Made(NamedTuple):
    """What an expression makes.

    Attributes:
        most: bytes of all numbers that it holds at once; size: of its value, where that is a new one.
        most_grown: the same if small numbers, which CPython shares, were objects, as larger runs have them; size_grown.
        bits: of the smallest of these.
        value: None where nobody knows it.
    """

    most: int = 0
    size: int = 0
    most_grown: int = 0
    size_grown: int = 0
    bits: int = BITS
    value: int | float | None = None


class PassingNumbers:
    """Those of one loop."""

    def __init__(self, expressions: Sequence[ast.expr], machine: Machine) -> None:
        self._expressions, self._machine = expressions, machine
        self._most = NUMBER * max(map(_operators, expressions))
        self._run, self._again = 0, 0.0

    def note(self, frame: Frame) -> None:
        """Notes them where the loop has ended that the frame is in, if that matters."""
        machine = self._machine
        if machine.counts.peak > _FEW_AMONG * self._most:
            return
        if machine.number != self._run:
            self._run, self._again = machine.number, 0.0
        if machine.spent < self._again:
            return
        made = [_made(one, frame.names) for one in self._expressions]
        most, grown = max(one.most for one in made), max(made, key=lambda one: one.most_grown)
        if grown.most_grown:
            machine.look()
            machine.briefly(most)
            machine.numbered(most, (grown.most_grown - most) // NUMBER, min(grown.bits, BITS - 1))
        self._again = _LATER * machine.spent


def passing_numbers(loop: ast.For | ast.While, machine: Machine) -> PassingNumbers | None:
    """Those that a loop's own statements make, not those of loops within; None where it computes nothing."""
    tests = [loop.test] if isinstance(loop, ast.While) else []
    found = [one for one in (*tests, *_computed(loop.body)) if _operators(one)]
    return PassingNumbers(found, machine) if found else None


def _computed(body: Sequence[ast.stmt]) -> Iterator[ast.expr]:
    for statement in body:
        match statement:
            case ast.AugAssign(target, kind, value):
                yield ast.BinOp(target, kind, value)
            case ast.Assign(value=value) | ast.Expr(value=value):
                yield value
            case ast.AnnAssign(value=ast.expr() as value) | ast.Return(value=ast.expr() as value):
                yield value
            case ast.If(test, inner, other):
                yield test
                yield from _computed([*inner, *other])
            case ast.With(body=inner) | ast.Try(body=inner):
                yield from _computed(inner)


def _operators(node: ast.expr) -> int:
    return sum(isinstance(one, ast.BinOp) for one in walk(node))


def _made(node: ast.expr, names: Names) -> _Made:  # noqa: PLR0911
    match node:
        case ast.Constant(value=int() | float() as value):
            return _Made(value=value)
        case ast.Name(name):
            return _Made(value=_plain(names.there(name)))
        case ast.BinOp(left, kind, right):
            return _operated(type(kind), _made(left, names), _made(right, names))
        case ast.Subscript(value, place):
            of, at = _read(value, names), _made(place, names)
            return at._replace(size=0, size_grown=0, value=_plain(_item(of, at.value)))
        case ast.IfExp() | ast.BoolOp():
            return _one_of(node, names)
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return _Made()
    return _one_after_another(node, names)


def _plain(value: Any) -> int | float | None:
    return value if type(value) in (int, float) else None


def _read(node: ast.expr, names: Names) -> Any:
    """What has elements, where it lies; None of what would have to be made."""
    match node:
        case ast.Name(name):
            return names.there(name)
        case ast.Subscript(value, place):
            return _item(_read(value, names), _made(place, names).value)
    return None


def _item(of: Any, place: Any) -> Any:
    is_there = type(of) in (list, tuple) and type(place) is int and -len(of) <= place < len(of)
    return of[place] if is_there else None


def _operated(kind: type, left: _Made, right: _Made) -> _Made:
    value = _value(kind, left.value, right.value)
    size = shallow(value) if type(value) is int else 0
    if value is None and kind in _AS_LONG and (_is_long(left.value) or _is_long(right.value)):
        size = NUMBER
    grows = type(value) is int and _LEAST_GROWING <= value <= LARGEST_SMALL
    size_grown = NUMBER if grows else size
    bits = int(value).bit_length() if value is not None and grows else BITS
    return _Made(
        max(left.most, left.size + right.most, left.size + right.size + size),
        size,
        max(left.most_grown, left.size_grown + right.most_grown, left.size_grown + right.size_grown + size_grown),
        size_grown,
        min(bits, left.bits, right.bits),
        value,
    )


def _value(kind: type, left: int | float | None, right: int | float | None) -> int | float | None:
    if left is None or right is None or kind not in _OPERATORS:
        return None
    if any(type(one) is int and one.bit_length() > _LONGEST for one in (left, right)):
        return None
    try:
        found: int | float = _OPERATORS[kind](left, right)
    except (ArithmeticError, TypeError, ValueError):
        return None
    return found


def _is_long(value: int | float | None) -> bool:
    return type(value) is int and abs(value) > LARGEST_SMALL


def _one_of(node: ast.IfExp | ast.BoolOp, names: Names) -> _Made:
    """What is made where the value is that of one of several parts: none of the others is there with it."""
    parts = [_made(part, names) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    return _Made(
        max(one.most for one in parts),
        max(one.size for one in parts),
        max(one.most_grown for one in parts),
        max(one.size_grown for one in parts),
        min(one.bits for one in parts),
    )


def _one_after_another(node: ast.expr, names: Names) -> _Made:
    """What its parts hold at once: each is there until all are."""
    most = there = most_grown = there_grown = 0
    bits = BITS
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr):
            made = _made(part, names)
            most, there = max(most, there + made.most), there + made.size
            most_grown, there_grown = max(most_grown, there_grown + made.most_grown), there_grown + made.size_grown
            bits = min(bits, made.bits)
    return _Made(most, most_grown=most_grown, bits=bits)
