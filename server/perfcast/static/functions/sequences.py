"""Built-in functions of sequences and iterators."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from perfcast.static.counters import Machine
from perfcast.static.functions.passes import Handler, Keywords, Spread, count_of, gone_through, pairs, sort_cost
from perfcast.static.values import (
    MOST,
    UNKNOWN,
    Array,
    Collection,
    Function,
    Number,
    Value,
    boolean,
    element_of,
    join,
    length_of,
    number,
    ranged,
)


def _length(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value = arguments[0]
    length = length_of(value)
    if length is None:
        machine.guess()
        return ranged(machine.scale / 2.0, machine.scale)
    certain = not getattr(value, "fresh", True) or (isinstance(value, Collection) and value.items is not None)
    return number(length, known=certain)


def _range(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    numbers = [value if isinstance(value, Number) else ranged(machine.scale / 2, machine.scale) for value in arguments]
    start, stop = (number(0.0), numbers[0]) if len(numbers) < 2 else (numbers[0], numbers[1])
    step = numbers[2] if len(numbers) > 2 else number(1.0)
    span = stop.mean - start.mean
    if step.known or abs(step.mean) < 2.0:
        length = math.ceil(span / step.mean) if step.known and step.mean else span
        if start.known and stop.known is False:
            length = span / (step.mean or 1.0)
    else:
        # The mean of 1 / step over the steps 1 .. high.
        length = span * max(1.0, math.log(step.high + 1.0)) / max(step.high, 1.0)
    length = min(MOST, max(0.0, length))
    element = ranged((start.mean + stop.mean) / 2.0, max(start.high, stop.high) if step.mean < 0 else stop.high)
    return Collection("range", length, element)


def _enumerate(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    return pairs(count, ranged(count / 2.0, count), element_of(arguments[0]))


def _zip(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) == 1 and isinstance(arguments[0], Spread):
        outer = arguments[0].value
        inner = element_of(outer)
        columns = length_of(inner) or 1.0
        # An iterator for each row, and the tuple of them.
        machine.fresh_list(7.0 * count_of(machine, outer), UNKNOWN)
        column = Collection("tuple", count_of(machine, outer), element_of(inner))
        return Collection("iterator", columns, column)
    if not arguments:
        return Collection("iterator", 0.0)
    items = tuple(element_of(value) for value in arguments)
    length = min(count_of(machine, value) for value in arguments)
    return Collection("iterator", length, Collection("tuple", float(len(items)), items[0], items=items))


def _sum(machine: Machine, value: Value, count: float) -> Value:
    element = element_of(value)
    if isinstance(element, Number):
        kind = "int" if element.kind == "bool" else element.kind
        result = ranged(element.mean * count, element.high * max(count, 1.0), kind)
        if element.bits > 60:
            result.bits = element.bits
        return result
    return element if isinstance(element, Array) else ranged(count, count)


def _extreme(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) > 1:
        result: Value = arguments[0]
        for other in arguments[1:]:
            result = join(result, other)
        return result
    return gone_through(lambda _, value, count: element_of(value))(machine, arguments, keywords)


def _end(choose: Callable[..., Any], *, largest: bool) -> Handler:
    """The least or largest of several numbers, or of what is gone through."""

    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        numbers = [value for value in arguments if isinstance(value, Number)]
        if len(arguments) > 1 and len(numbers) == len(arguments):
            end = choose(numbers, key=lambda value: value.mean)
            known = all(value.known for value in numbers)
            return Number(end.mean, choose(value.bits for value in numbers), known, end.kind, end.fresh)
        return _at_end(_extreme(machine, arguments, keywords), arguments, largest=largest)

    return handler


def _at_end(value: Value, arguments: list[Value], *, largest: bool) -> Value:
    """The least or largest of many values lies near the end of their range."""
    count = length_of(arguments[0]) if len(arguments) == 1 else None
    if not isinstance(value, Number) or count is None or value.mean <= 0:
        return value
    share = 1.0 / (count + 1.0)
    mean = max(value.mean, value.high * (1.0 - share)) if largest else value.mean * min(1.0, 2.0 * share)
    return Number(mean, value.bits, False, value.kind, value.fresh)


def _sorted(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    sort_cost(machine, count, element_of(arguments[0]), keywords.get("key"))
    return machine.fresh_list(count, element_of(arguments[0]))


def _map(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) < 2:
        return UNKNOWN
    count = min(count_of(machine, value) for value in arguments[1:])
    machine.work(count)
    element = machine.call(arguments[0], [element_of(value) for value in arguments[1:]], count)
    return Collection("iterator", count, _unfixed(element))


def _filter(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[-1])
    machine.work(count)
    chance = 0.5
    if isinstance(arguments[0], Function):
        test = machine.call(arguments[0], [element_of(arguments[-1])], count)
        chance = test.mean if isinstance(test, Number) and 0.0 < test.mean < 1.0 else 0.5
    return Collection("iterator", count * chance, element_of(arguments[-1]))


def _unfixed(value: Value) -> Value:
    return Number(value.mean, value.bits, False, value.kind, value.fresh) if isinstance(value, Number) else value


def _truth_of(machine: Machine, value: Value, count: float) -> Value:
    return boolean(None)


def _next(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return element_of(arguments[0]) if arguments else UNKNOWN


def _iterator(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value = arguments[0]
    return Collection("iterator", count_of(machine, value), element_of(value))


FUNCTIONS: Final[dict[str, Handler]] = {
    "len": _length,
    "range": _range,
    "enumerate": _enumerate,
    "zip": _zip,
    "zip_longest": _zip,
    "sum": gone_through(_sum),
    "fsum": gone_through(_sum),
    "min": _end(min, largest=False),
    "max": _end(max, largest=True),
    "all": gone_through(_truth_of),
    "any": gone_through(_truth_of),
    "sorted": _sorted,
    "reversed": _iterator,
    "iter": _iterator,
    "map": _map,
    "starmap": _map,
    "filter": _filter,
    "filterfalse": _filter,
    "next": _next,
    "choice": _next,
    **dict.fromkeys(("fmean", "mean", "median", "pstdev", "stdev", "pvariance", "variance"), gone_through(_sum)),
}
