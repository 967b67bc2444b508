"""A typical workload -> the workloads at which a program is measured.

Cost is learned as a function of the workload, so every program is seen with all arguments grown together, with each
grown alone, with larger numbers, and with values in different orders.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Final

from perfcast.workload import Argument, Workload
from perfcast.workload.language.resizing import grow, growing_count, resized, tied

SMALLEST: Final = 10
LARGEST: Final = 1_000_000
_ORDERS: Final = ("sorted", "reversed", "few", "distinct", "equal")


def scaled_workloads(typical: Workload, count: int, rng: random.Random) -> list[Workload]:
    """At most `count` different workloads in ascending order of size, so that the first one too slow ends the rest."""
    found: dict[str, Workload] = {}
    growing = [index for index, argument in enumerate(typical.arguments) if growing_count(argument) > 1]
    integers = [index for index, argument in enumerate(typical.arguments) if type(argument.value) is int]
    together = max(4, count - 3 * (len(growing) > 1) - 2 * bool(growing and integers) - 2 * bool(growing))
    if growing:
        for size in _sizes(together, rng):
            _add(found, _shuffled(resized(typical, size), rng))
        if len(growing) > 1:
            middle = resized(typical, round(_log_uniform(30, 3000, rng)))
            for index in rng.sample(growing, min(len(growing), 3)):
                _add(found, _one_grown(middle, index, _log_uniform(0.02, 50, rng)))
        for _ in range(2):
            base = resized(typical, round(_log_uniform(100, 30_000, rng)))
            _add(found, _other_numbers(base, rng))
    if integers:
        base = resized(typical, round(_log_uniform(100, 3000, rng))) if growing else typical
        for size in _sizes(2 if growing else together, rng):
            _add(found, _one_integer(base, rng.choice(integers), size))
    if not found:
        _add(found, typical)
    return sorted(found.values(), key=_effort)[:count]


def _add(found: dict[str, Workload], workload: Workload) -> None:
    found.setdefault(str(workload), workload)


def _sizes(count: int, rng: random.Random) -> list[int]:
    """One size in each of `count` equal parts of the logarithmic scale."""
    low, high = math.log(SMALLEST), math.log(LARGEST)
    step = (high - low) / count
    return [_round(math.exp(low + step * (part + rng.random()))) for part in range(count)]


def _round(size: float) -> int:
    """Half of the time a round number, as people write them."""
    digits = 1 if int(size) % 2 else 3
    unit: int = 10 ** max(0, math.floor(math.log10(max(size, 1))) - digits + 1)
    return max(1, round(size / unit) * unit)


def _log_uniform(low: float, high: float, rng: random.Random) -> float:
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def _shuffled(workload: Workload, rng: random.Random) -> Workload:
    """Another order of values now and then, kept as it is where the examples show that an order is required."""
    arguments = []
    for argument in workload.arguments:
        takes_order = argument.sizes and not argument.qualifiers and argument.type.name in {"list", "tuple", "deque"}
        if takes_order and rng.random() < 0.25:
            argument = replace(argument, qualifiers=(rng.choice(_ORDERS),))  # noqa: PLW2901
        arguments.append(argument)
    return Workload(tuple(arguments))


def _one_grown(workload: Workload, index: int, factor: float) -> Workload:
    arguments = list(workload.arguments)
    arguments[index] = grow(arguments[index], factor)
    return tied(workload, Workload(tuple(arguments)))


def _one_integer(workload: Workload, index: int, value: int) -> Workload:
    arguments = list(workload.arguments)
    sign = -1 if isinstance(arguments[index].value, int) and int(arguments[index].value or 0) < 0 else 1
    arguments[index] = replace(arguments[index], value=sign * value)
    return Workload(tuple(arguments))


def _other_numbers(workload: Workload, rng: random.Random) -> Workload:
    """Wider or narrower ranges of the values inside, which decide how many of them differ."""
    arguments = []
    for argument in workload.arguments:
        low, high = argument.low, argument.high
        if type(low) is int and type(high) is int and low >= 0 and argument.count > 1 and high > 1:
            widest = max(low + 1, _round(high * _log_uniform(0.1, 1000, rng)))
            argument = replace(argument, high=widest)  # noqa: PLW2901
        arguments.append(argument)
    return _shuffled(Workload(tuple(arguments)), rng)


def _effort(workload: Workload) -> float:
    total = 1.0
    for argument in workload.arguments:
        total *= max(1.0, _length(argument))
    return total


def _length(argument: Argument) -> float:
    return abs(argument.value) if type(argument.value) is int else argument.count
