"""Functions of numbers, and random ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.functions.passes import Handler, Keywords, gone_through
from perfcast.static.values import UNKNOWN, Array, Collection, Number, Text, Value, big, element_of, number, ranged


def _number(kind: str) -> Handler:
    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        value = arguments[0] if arguments else number(0.0, kind)
        if isinstance(value, Number):
            mean = float(math.trunc(value.mean)) if kind == "int" else value.mean
            if kind == "float":
                machine.allocate(24.0)
            return Number(mean, value.bits, value.known, kind, value.fresh)
        if isinstance(value, Text):
            base = 1.0 if len(arguments) > 1 else 3.32
            machine.work(value.length)
            return big(min(1e9, value.length * base)) if kind == "int" else ranged(1.0, 1000.0, "float")
        return ranged(0.0 if kind == "bool" else machine.scale / 2, machine.scale, kind)

    return handler


def _like_first(kind: str | None = None) -> Handler:
    """abs, round: a number of the same magnitude; of an array, a new one."""

    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        value = arguments[0] if arguments else UNKNOWN
        if isinstance(value, Number):
            mean = abs(value.mean) if kind is None else value.mean
            return Number(mean, value.bits, value.known and kind is None, kind or value.kind)
        return machine.make(value) if isinstance(value, Array) else value

    return handler


def _float_of(function: Callable[[float], float]) -> Handler:
    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        value = arguments[0] if arguments else UNKNOWN
        machine.allocate(24.0)
        if isinstance(value, Number):
            mean = function(max(abs(value.mean), 1e-9))
            return Number(mean, math.log2(abs(function(max(value.high, 1.0))) + 1.0), value.known, "float")
        return ranged(1.0, 1000.0, "float")

    return handler


def _integer_root(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value = arguments[0]
    if not isinstance(value, Number):
        return UNKNOWN
    return Number(float(math.floor(math.sqrt(abs(value.mean)))), value.bits / 2.0, value.known)


def _rounded(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value = arguments[0] if arguments else UNKNOWN
    return Number(value.mean, value.bits, value.known, "int") if isinstance(value, Number) else UNKNOWN


def _factorial(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value = arguments[0]
    if not isinstance(value, Number):
        return UNKNOWN
    n = max(0.0, min(abs(value.mean), 1e8))
    bits = math.lgamma(n + 1.0) / math.log(2.0)
    machine.work(n + bits**1.5 / 900.0)
    return big(bits)


def _binomial(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    numbers = [max(0.0, value.mean) for value in arguments if isinstance(value, Number)]
    if len(numbers) < 2:
        return UNKNOWN
    n, k = numbers[0], min(numbers[1], numbers[0])
    bits = (math.lgamma(n + 1.0) - math.lgamma(k + 1.0) - math.lgamma(max(n - k, 0.0) + 1.0)) / math.log(2.0)
    machine.work(min(k, n - k) * (1.0 + bits / 60.0))
    return big(max(1.0, bits))


def _gcd(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    numbers = [value for value in arguments if isinstance(value, Number)]
    machine.work(3.0 + sum(value.bits for value in numbers) / 10.0)
    return ranged(2.0, min((value.high for value in numbers), default=10.0))


def _lcm(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return big(sum(value.bits for value in arguments if isinstance(value, Number)))


def _power(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    numbers = [value for value in arguments if isinstance(value, Number)]
    if len(numbers) > 2:
        machine.work(numbers[1].bits * 2.0)
        return ranged(numbers[2].mean / 2.0, numbers[2].high)
    if len(numbers) == 2 and numbers[0].kind == "int":
        bits = min(1e9, math.log2(abs(numbers[0].mean) + 1e-9 + 1.0) * max(0.0, numbers[1].mean))
        machine.work(bits**1.58 / 900.0)
        return big(bits)
    return ranged(1.0, 1000.0, "float")


def _divmod(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    first, second = (*arguments, UNKNOWN, UNKNOWN)[:2]
    if not (isinstance(first, Number) and isinstance(second, Number)):
        return Collection("tuple", 2.0, UNKNOWN, items=(UNKNOWN, UNKNOWN))
    divisor = max(1.0, abs(second.mean))
    items = (
        Number(first.mean / divisor, max(0.0, first.bits - math.log2(divisor))),
        Number(divisor / 2.0, min(first.bits, second.bits)),
    )
    machine.allocate(56.0)
    return Collection("tuple", 2.0, items[0], items=items)


def _random_number(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    high = max([value.high for value in arguments if isinstance(value, Number)], default=1.0)
    machine.work(3.0, 4.0 if arguments else 0.0)
    return ranged(high / 2.0, high, "int" if arguments else "float")


def _exact_number(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    """Decimal and Fraction: numbers whose arithmetic is Python code."""
    machine.work(20.0, 20.0)
    machine.allocate(104.0)
    value = arguments[0] if arguments else UNKNOWN
    return Number(value.mean, value.bits, False, "float") if isinstance(value, Number) else ranged(1.0, 1000.0, "float")


def _drawn(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = keywords.get("k", arguments[1] if len(arguments) > 1 else None)
    length = count.mean if isinstance(count, Number) else 1.0
    machine.work(2.0 * length, length)
    return machine.fresh_list(length, element_of(arguments[0]))


def bits(value: Value) -> float:
    """Of a number; of anything else, some."""
    return value.bits if isinstance(value, Number) else 8.0


FUNCTIONS: Final[dict[str, Handler]] = {
    "prod": gone_through(lambda machine, value, count: big(min(1e6, count * bits(element_of(value))))),
    "int": _number("int"),
    "float": _number("float"),
    "bool": _number("bool"),
    "abs": _like_first(),
    "round": _like_first("int"),
    "ceil": _rounded,
    "floor": _rounded,
    "isqrt": _integer_root,
    "sqrt": _float_of(math.sqrt),
    "log": _float_of(math.log),
    "log2": _float_of(math.log2),
    "log10": _float_of(math.log10),
    **{
        name: _float_of(lambda x: min(x, 1e3))
        for name in ("exp", "sin", "cos", "tan", "atan2", "hypot", "dist", "tanh")
    },
    "factorial": _factorial,
    "comb": _binomial,
    "perm": _binomial,
    "gcd": _gcd,
    "lcm": _lcm,
    "pow": _power,
    "divmod": _divmod,
    "random": _random_number,
    "randint": _random_number,
    "randrange": _random_number,
    "uniform": _random_number,
    "gauss": _random_number,
    "choices": _drawn,
    "sample": _drawn,
    "Decimal": _exact_number,
    "Fraction": _exact_number,
    "mul": lambda machine, arguments, keywords: big(sum(map(bits, arguments))),
}
