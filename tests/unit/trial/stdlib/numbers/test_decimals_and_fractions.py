"""Decimal numbers and fractions of the closed world are those of Python."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run, soon

_NAMES = """
import decimal, json, math, operator
from collections import defaultdict
from decimal import *
from fractions import Fraction
f, g = Fraction(3, 7), Fraction(-5, 2)
a, b, c = Decimal("12.345"), Decimal(-3), Decimal(0.5)
"""

DECIMALS = [
    "[a + b, a - b, a * b, a / b, a // b, a % b, b ** 3, a ** c, 1 + a, 2 / a, divmod(a, b), -a, +a, abs(b)]",
    "[a < b, a == 12.345, a > 3, b == -3, c != 0.5, a <= c < 2, not Decimal(0), Decimal('1.0') == Decimal(1)]",
    "[Decimal(), Decimal('1_0.5'), Decimal((1, (1, 2), -1)), Decimal(a), Decimal('nan').is_nan(), Decimal('-inf')]",
    "[int(a), float(a), str(a), repr(a), round(a), round(a, 2), bool(a), hash(b), complex(c), math.floor(a)]",
    "[a.quantize(Decimal('0.1')), a.quantize(Decimal('0.01'), ROUND_HALF_UP), a.quantize(b, rounding=ROUND_DOWN)]",
    "[a.as_tuple(), a.as_tuple().exponent, a.as_tuple().digits[1:], a.adjusted(), a.as_integer_ratio()]",
    "[a.to_integral_value(), a.to_integral(ROUND_UP), a.normalize(), b.copy_abs(), a.sqrt(), c.ln(), c.exp()]",
    "[b.is_signed(), a.is_zero(), a.is_finite(), a.compare(b), a.max(b), a.scaleb(2), Decimal.from_float(2.5)]",
    "[sum([a, b, c]), sum([a], Decimal(1)), min(a, b), max([a, b, c]), sorted([a, b, c]), sorted([a, b], key=abs)]",
    "[f'{a:.1f}', f'{a}', '{:,.2f}'.format(a), '%s' % a, '%.1f' % a, format(a, 'e'), str([a])]",
    "[isinstance(a, Decimal), type(a) is Decimal, type(a).__name__, {a: 1}[Decimal('12.3450')], a in [b, a]]",
    "[getcontext().prec, getcontext().rounding, ROUND_HALF_EVEN, Context(prec=3).divide(a, b), hasattr(a, 'foo')]",
    "[Fraction(a), Fraction(1, 2) == c, defaultdict(Decimal)['x'], list(map(Decimal, '12')), operator.add(a, b)]",
]

FRACTIONS = [
    "[f + g, f - 1, 2 * f, f / g, f // g, f % g, 1 / f, f + 0.5, divmod(g, f), -f, abs(g), f < g, f == 0.5, f > 0]",
    "[f ** 2, g ** -3, f ** 0.5, 2 ** f, f ** g, 2.0 ** f, pow(f, 2), 2 ** Fraction(3), f ** Fraction(2)]",
    "[int(g), float(f), str(f), repr(f), round(g), round(f, 3), math.floor(g), math.ceil(g), hash(f), bool(f)]",
    "[f.numerator, f.limit_denominator(3), f.as_integer_ratio(), f.real, f.imag, f.conjugate()]",
    "[Fraction('3/7'), Fraction('0.125'), Fraction(' -3 '), Fraction('-.5e-2'), Fraction('1_000/3'), Fraction(0.1)]",
    "[Fraction.from_float(0.25), Fraction.from_decimal(a), Fraction(), Fraction(f, g), Fraction(numerator=1)]",
    "[sum([f, g]), sum([1, f]), min(f, g), sorted([f, g]), math.prod([f, g]), f in {f: 1}, list(map(Fraction, [1]))]",
    "[f'{f}', '%s' % f, '{}'.format(f), [f], isinstance(f, Fraction), type(f).__name__, hasattr(f, 'foo')]",
]

STATEMENTS = [
    "getcontext().prec = 6; found = [a / 7, +Decimal('1.23456789'), Decimal(2).sqrt()]",
    "with localcontext() as ctx:\n    ctx.prec = 4\n    inner = a / 7\nfound = [inner, a / 7]",
    "with localcontext(Context(rounding=ROUND_UP, prec=5)):\n    inner = a / 7\nfound = [inner, getcontext().prec]",
    "setcontext(Context(prec=5)); found = a / 7",
    "try:\n    Decimal('x')\nexcept InvalidOperation:\n    found = 1",
    "try:\n    a / 0\nexcept ZeroDivisionError as error:\n    found = isinstance(error, DivisionByZero)",
    "try:\n    a + 0.5\nexcept TypeError:\n    found = 1",
    "try:\n    Decimal(None)\nexcept TypeError:\n    found = 1",
    "try:\n    Decimal('nan') < a\nexcept decimal.InvalidOperation:\n    found = 1",
    "try:\n    Fraction('x')\nexcept ValueError:\n    found = 1",
    "try:\n    a.foo\nexcept AttributeError:\n    found = 1",
]

REFUSED = [
    "Decimal('1e999999999')",
    "Decimal((0, (1,), 10 ** 9))",
    "Decimal('1' * 10 ** 5)",
    "Decimal(10) ** 10 ** 5",
    "pow(Decimal('1.5'), Decimal('2.5'))",
    "Decimal(1).scaleb(10 ** 5)",
    "setattr(getcontext(), 'prec', 10 ** 6)",
    "setattr(getcontext(), 'Emax', 10)",
    "Context(prec=10 ** 6)",
    "Context(traps=[])",
    "getcontext().flags",
    "Decimal.real",
    "a.__reduce__()",
    "f'{a:.100000f}'",
    "Decimal(print)",
    "Fraction('1e1000000000')",
    "Fraction('1e-1_00_000')",
    "f ** 10 ** 6",
    "2 ** Fraction(10 ** 9)",
    "f ** Fraction(-10 ** 6)",
]


@pytest.mark.parametrize(
    "statements",
    [*[f"found = {expression}" for expression in (*DECIMALS, *FRACTIONS)], *STATEMENTS],
    ids=lambda one: one[:60],
)
def test_numbers_are_those_of_python(statements: str) -> None:
    with_context = f"{_NAMES}\nbefore = getcontext()\nsetcontext(Context())\n"
    assert repr(interpreted(_NAMES + statements)) == repr(run(with_context + statements))


@pytest.mark.parametrize("expression", REFUSED)
def test_long_numbers_and_other_settings_are_refused(expression: str) -> None:
    with soon(), pytest.raises(Unsupported):
        interpreted(f"{_NAMES}found = {expression}")


def test_every_unit_has_the_usual_precision_at_first() -> None:
    interpreted("import decimal\ndecimal.getcontext().prec = 5\nfound = 0")
    assert interpreted(f"{_NAMES}found = getcontext().prec") == 28


def test_the_error_of_what_overflows_is_that_of_python() -> None:
    source = f"{_NAMES}try:\n    Decimal(10) ** 10 ** 9\nexcept Overflow:\n    found = 1"
    assert interpreted(source) == 1
