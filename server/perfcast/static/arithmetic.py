"""Operators on numbers, and how likely a comparison holds."""

from __future__ import annotations

import ast
import math

from perfcast.static.values import MOST, Collection, Nothing, Number, Text, Value, boolean, distinct_values

_MOST_BITS = 1e9


def arithmetic(operator: ast.operator, left: Number, right: Number) -> Number:  # noqa: PLR0912
    """The result of an operator on two numbers."""
    a, b = left.mean, right.mean
    kind = left.kind if left.kind in ("float", "complex") else right.kind
    kind = "int" if kind == "bool" else kind
    known = left.known and right.known
    bits = max(left.bits, right.bits)
    match operator:
        case ast.Add():
            mean, bits = a + b, bits + 1.0 if bits < 53.0 and not known else bits
        case ast.Sub():
            mean = a - b
            if not known and abs(mean) < 1e-3 * max(abs(a), abs(b)):
                # Two values of one range: not their mean difference, but how far apart they are.
                mean = max(abs(a), abs(b)) / 3.0
        case ast.Mult():
            mean, bits = a * b, left.bits + right.bits
        case ast.Div():
            mean, kind = a / b if b else a, "float" if kind != "complex" else kind
        case ast.FloorDiv():
            mean = math.floor(a / b) if known and b else a / b if b else a
            bits = max(0.0, left.bits - (math.log2(max(abs(b), 1.0))))
        case ast.Mod():
            mean = a % b if known and b else min(abs(a), abs(b) / 2.0)
            bits = min(left.bits, right.bits)
        case ast.Pow():
            exponent = min(max(b, 0.0), _MOST_BITS)
            bits = min(_MOST_BITS, max(1.0, math.log2(abs(a) + 1e-9)) * exponent) if abs(a) > 1.0 else left.bits
            if b < 1.0:
                bits = left.bits * b if b > 0 else 1.0
            mean = float(abs(a) ** b) if abs(a) > 0 and abs(math.log2(abs(a)) * b) < 59.0 else MOST
            kind = "float" if b < 0 or right.kind == "float" else kind
        case ast.LShift():
            bits = min(_MOST_BITS, left.bits + max(0.0, b))
            mean = a * 2.0 ** min(max(b, 0.0), 60.0)
        case ast.RShift():
            bits = max(0.0, left.bits - max(0.0, b))
            mean = math.floor(a / 2.0 ** min(max(b, 0.0), 1000.0))
        case ast.BitAnd():
            bits = min(left.bits, right.bits)
            mean, known = min(abs(a), abs(b)), False
        case ast.BitOr() | ast.BitXor():
            mean, known = max(abs(a), abs(b)), False
        case _:
            mean, known = a, False
    mean = max(-MOST, min(MOST, mean))
    if known and abs(mean) < 2.0**59:
        bits = math.log2(abs(mean) + 1.0)
    elif kind == "float":
        known = False
    return Number(mean, min(bits, _MOST_BITS), known and abs(mean) < 2.0**59, kind)


def comparison(operator: ast.cmpop, left: Value, right: Value) -> Number:  # noqa: PLR0911
    """A truth value whose mean is the probability that the comparison holds; known where it is certain."""
    if isinstance(operator, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) and isinstance(right, Nothing):
        positive = isinstance(operator, ast.Is | ast.Eq)
        if isinstance(left, Nothing):
            return boolean(positive)
        if isinstance(left, Number | Text | Collection):
            return boolean(not positive)
        return _likely(0.2 if positive else 0.8)
    if isinstance(left, Number) and isinstance(right, Number):
        if left.known and right.known:
            return boolean(_compare(operator, left.mean, right.mean))
        return _of_numbers(operator, left, right)
    if isinstance(operator, ast.Eq | ast.NotEq):
        values = min(distinct_values(left), distinct_values(right))
        chance = 1.0 / max(2.0, values) if values < MOST else 0.3
        return _likely(chance if isinstance(operator, ast.Eq) else 1.0 - chance, sure=values < MOST)
    if isinstance(operator, ast.In | ast.NotIn):
        chance = _membership(left, right)
        return _likely(chance if isinstance(operator, ast.In) else 1.0 - chance)
    return _likely(0.5)


def _of_numbers(operator: ast.cmpop, left: Number, right: Number) -> Number:
    if isinstance(operator, ast.Eq | ast.NotEq):
        values = min(distinct_values(left), distinct_values(right)) if right.known else left.high
        values = left.high if right.known else max(left.high, right.high)
        chance = 1.0 / max(2.0, min(values, 1e6))
        return _likely(chance if isinstance(operator, ast.Eq) else 1.0 - chance, sure=True)
    if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
        # A bound far away from where the values are is hardly ever crossed.
        chance = 0.5
        if right.known and left.mean > 0 and right.mean >= 0:
            chance = right.mean / (2.0 * left.mean)
        elif left.known and right.mean > 0 and left.mean >= 0:
            chance = 1.0 - left.mean / (2.0 * right.mean)
        chance = min(0.95, max(0.05, chance))
        return _likely(chance if isinstance(operator, ast.Lt | ast.LtE) else 1.0 - chance)
    return _likely(0.5)


def _membership(element: Value, container: Value) -> float:
    if isinstance(container, Collection) and not container.fresh:
        values = distinct_values(element)
        return min(0.95, max(0.02, container.length / values)) if values < MOST else 0.5
    if isinstance(container, Text) and isinstance(element, Text):
        return min(0.9, container.length / max(container.length, element.alphabet)) if element.length <= 1 else 0.1
    return 0.5


def _likely(chance: float, *, sure: bool = False) -> Number:
    """A truth value with its probability; bits of 0 say that the probability is more than a guess."""
    return Number(chance, 0.0 if sure else 1.0, False, "bool", False)


def _compare(operator: ast.cmpop, left: float, right: float) -> bool | None:  # noqa: PLR0911
    match operator:
        case ast.Lt():
            return left < right
        case ast.LtE():
            return left <= right
        case ast.Gt():
            return left > right
        case ast.GtE():
            return left >= right
        case ast.Eq():
            return left == right
        case ast.NotEq():
            return left != right
    return None


def truth(value: Value, *, in_loop: bool) -> Number:  # noqa: PLR0911
    """Whether a value counts as true: the mean is the probability."""
    if isinstance(value, Nothing):
        return boolean(False)
    if isinstance(value, Number):
        if value.kind == "bool":
            return value
        if value.known:
            return boolean(value.mean != 0)
        chance = 1.0 - 1.0 / max(2.0, min(value.high, 1e6))
        return _likely(chance, sure=True)
    if isinstance(value, Text | Collection):
        if not value.fresh or not in_loop:
            return boolean(value.length > 0)
        return _likely(0.7)
    return _likely(0.6)


def negated(value: Number) -> Number:
    """``not`` of a truth value."""
    return Number(1.0 - value.mean, value.bits, value.known, "bool", False)
