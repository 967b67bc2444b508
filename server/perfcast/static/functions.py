"""What the builtins and the standard library's functions cost and give."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.expressions import printed_length
from perfcast.static.values import (
    MOST,
    NOTHING,
    UNKNOWN,
    Array,
    Collection,
    Function,
    Known,
    Linked,
    Nothing,
    Number,
    Partial,
    Text,
    Value,
    big,
    boolean,
    different,
    distinct_values,
    element_of,
    join,
    length_of,
    number,
    ranged,
)

Keywords = dict[str, Value]
Handler = Callable[[Machine, list[Value], Keywords], Value]


def count_of(machine: Machine, value: Value) -> float:
    """Elements that going through a value gives; the largest known size where that is unknown."""
    if isinstance(value, Linked):
        return value.count
    length = length_of(value)
    return machine.scale if length is None else length


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
    return _pairs(count, ranged(count / 2.0, count), element_of(arguments[0]))


def _zip(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) == 1 and isinstance(arguments[0], _Spread):
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


class _Spread(Value):
    """``*values`` in a call."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


def spread(value: Value) -> Value:
    """``*value`` as an argument."""
    return _Spread(value)


def _pairs(length: float, first: Value, second: Value, kind: str = "iterator") -> Collection:
    return Collection(kind, length, Collection("tuple", 2.0, first, items=(first, second)))


def _gone_through(give: Callable[[Machine, Value, float], Value]) -> Handler:
    """A function that goes through its first argument once; a lazy one is computed on the way."""

    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        value = arguments[0].value if isinstance(arguments[0], _Spread) else arguments[0]
        count = count_of(machine, value)
        machine.work(count)
        if "key" in keywords:
            machine.call(keywords["key"], [element_of(value)], count)
        return give(machine, value, count)

    return handler


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
    return _gone_through(lambda _, value, count: element_of(value))(machine, arguments, keywords)


def _minimum(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    numbers = [value for value in arguments if isinstance(value, Number)]
    if len(arguments) > 1 and len(numbers) == len(arguments):
        least = min(numbers, key=lambda value: value.mean)
        known = all(value.known for value in numbers)
        return Number(least.mean, min(value.bits for value in numbers), known, least.kind, least.fresh)
    return _at_end(_extreme(machine, arguments, keywords), arguments, largest=False)


def _at_end(value: Value, arguments: list[Value], *, largest: bool) -> Value:
    """The least or largest of many values lies near the end of their range."""
    count = length_of(arguments[0]) if len(arguments) == 1 else None
    if not isinstance(value, Number) or count is None or value.mean <= 0:
        return value
    share = 1.0 / (count + 1.0)
    mean = max(value.mean, value.high * (1.0 - share)) if largest else value.mean * min(1.0, 2.0 * share)
    return Number(mean, value.bits, False, value.kind, value.fresh)


def _maximum(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    numbers = [value for value in arguments if isinstance(value, Number)]
    if len(arguments) > 1 and len(numbers) == len(arguments):
        largest = max(numbers, key=lambda value: value.mean)
        known = all(value.known for value in numbers)
        return Number(largest.mean, max(value.bits for value in numbers), known, largest.kind, largest.fresh)
    return _at_end(_extreme(machine, arguments, keywords), arguments, largest=True)


def _sorted(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    sort_cost(machine, count, element_of(arguments[0]), keywords.get("key"))
    return machine.fresh_list(count, element_of(arguments[0]))


def sort_cost(machine: Machine, count: float, element: Value, key: Value | None) -> None:
    """Comparisons of a sort, and its calls of the key."""
    machine.work(count * math.log2(count + 2.0) * (1.0 if isinstance(element, Number) else 2.0))
    if key is not None and not isinstance(key, Nothing):
        machine.call(key, [element], count)
        machine.allocate(8.0 * count)


def _container(kind: str) -> Handler:
    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        if not arguments:
            return machine.make(Collection(kind))
        source = arguments[0]
        count = count_of(machine, source)
        element = element_of(source)
        machine.work(count)
        distinct = source.distinct if isinstance(source, Collection) else math.inf
        if kind == "set":
            count = min(different(count, distinct_values(element)), distinct)
        if isinstance(source, Collection) and source.items is not None and kind == "tuple":
            return machine.make(Collection(kind, count, element, items=source.items))
        return machine.make(Collection(kind, count, element, distinct=distinct))

    return handler


def _dict(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if not arguments:
        length = float(len(keywords))
        return machine.make(Collection("dict", length, next(iter(keywords.values()), UNKNOWN), Text(6.0)))
    source = arguments[0]
    count = count_of(machine, source)
    machine.work(count)
    if isinstance(source, Collection) and source.kind == "dict":
        return machine.make(Collection("dict", count, source.element, source.key))
    pair = element_of(source)
    key = value = UNKNOWN
    if isinstance(pair, Collection) and pair.items is not None and len(pair.items) == 2:
        key, value = pair.items  # type: ignore[assignment]
    count = different(count, distinct_values(key))
    return machine.make(Collection("dict", count, value, key))


def _counter(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if not arguments:
        return machine.make(Collection("dict", default=Known("int"), element=ranged(1.0, 2.0)))
    source = arguments[0]
    element, draws = element_of(source), count_of(machine, source)
    machine.work(2.0 * draws, 10.0)
    count = different(draws, distinct_values(element))
    if isinstance(source, Collection):
        count = min(count, source.distinct)
    each = draws / max(count, 1.0)
    return machine.make(Collection("dict", count, ranged(each, 2.0 * each), element, default=Known("int")))


def _defaultdict(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return machine.make(Collection("dict", default=arguments[0] if arguments else None))


def _text(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    length = printed_length(arguments[0]) if arguments else 0.0
    machine.work(length)
    return machine.make(Text(length, 10.0 if arguments and isinstance(arguments[0], Number) else 40.0))


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


def _chosen(ordered: bool, repeated: bool) -> Handler:
    """combinations and permutations."""

    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        count = count_of(machine, arguments[0])
        second = arguments[1] if len(arguments) > 1 else None
        chosen = max(0.0, min(count, second.mean)) if isinstance(second, Number) else count
        upper = count + chosen - 1 if repeated else count
        try:
            log = math.lgamma(upper + 1) - math.lgamma(max(upper - chosen, 0.0) + 1)
            log -= 0.0 if ordered else math.lgamma(chosen + 1)
        except (OverflowError, ValueError):
            log = 41.0
        length = math.exp(min(log, 41.0))
        machine.work(length)
        machine.allocate(length * (40.0 + 8.0 * chosen) / 4.0)
        element = element_of(arguments[0])
        items = (element,) * int(chosen) if chosen <= 6 else None
        return Collection("iterator", length, Collection("tuple", chosen, element, items=items))

    return handler


def _product(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    repeat = keywords.get("repeat")
    times = repeat.mean if isinstance(repeat, Number) else 1.0
    length = 1.0
    for value in arguments:
        inner = value.value if isinstance(value, _Spread) else value
        if isinstance(value, _Spread):
            times = count_of(machine, inner)
            inner = element_of(inner)
        length *= max(1.0, count_of(machine, inner))
    length = min(MOST, length ** min(times, 60.0 / max(0.1, math.log2(length + 1.0)))) if length > 1 else length
    items = tuple(element_of(value) for value in arguments) * int(min(times, 6.0) or 1)
    machine.work(length)
    return Collection(
        "iterator", length, Collection("tuple", float(len(items)), items[0] if items else UNKNOWN, items=items)
    )


def _chain(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    length = 0.0
    element: Value = UNKNOWN
    for value in arguments:
        if isinstance(value, _Spread):
            inner = element_of(value.value)
            length += count_of(machine, value.value) * count_of(machine, inner)
            element = join(element, element_of(inner))
        else:
            length += count_of(machine, value)
            element = join(element, element_of(value))
    machine.work(length)
    return Collection("iterator", length, element)


def _flattened(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return _chain(machine, [_Spread(arguments[0])], keywords)


def _accumulate(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    machine.work(count)
    element = element_of(arguments[0])
    function = keywords.get("func", arguments[1] if len(arguments) > 1 else None)
    if isinstance(function, Function):
        machine.call(function, [element, element], count)
        return Collection("iterator", count, element)
    if isinstance(element, Number) and function is None:
        element = ranged(element.mean * count / 2.0, element.high * max(count, 1.0), element.kind)
    return Collection("iterator", count + float("initial" in keywords), element)


def _reduce(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[1]) if len(arguments) > 1 else 1.0
    machine.work(count)
    element = element_of(arguments[1]) if len(arguments) > 1 else UNKNOWN
    return machine.call(arguments[0], [arguments[2] if len(arguments) > 2 else element, element], count)


def _lazily(factor: float = 1.0) -> Handler:
    """Goes through its last argument, and gives so much of it."""

    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        count = count_of(machine, arguments[-1])
        machine.work(count)
        if isinstance(arguments[0], Function):
            machine.call(arguments[0], [element_of(arguments[-1])], count)
        return Collection("iterator", count * factor, element_of(arguments[-1]))

    return handler


def _islice(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    bounds = [value.mean for value in arguments[1:] if isinstance(value, Number)]
    taken = bounds[0] if len(bounds) == 1 else bounds[1] - bounds[0] if len(bounds) > 1 else count
    return Collection("iterator", max(0.0, min(count, taken)), element_of(arguments[0]))


def _pairwise(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    element = element_of(arguments[0])
    return _pairs(max(0.0, count_of(machine, arguments[0]) - 1.0), element, element)


def _grouped(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    element = element_of(arguments[0])
    machine.work(count)
    key: Value = element
    function = keywords.get("key", arguments[1] if len(arguments) > 1 else None)
    if function is not None:
        key = machine.call(function, [element], count)
    groups = max(1.0, count * (1.0 - 1.0 / max(1.5, distinct_values(key))))
    return _pairs(groups, key, Collection("iterator", count / groups, element))


def _repeat(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    times = arguments[1].mean if len(arguments) > 1 and isinstance(arguments[1], Number) else machine.scale
    return Collection("iterator", max(0.0, times), arguments[0])


def _counted(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return Collection("iterator", machine.scale, ranged(machine.scale / 2, machine.scale))


def _tee(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return Collection("tuple", 2.0, arguments[0], items=(arguments[0], arguments[0]))


def _push(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) > 1 and isinstance(arguments[0], Collection):
        machine.grow(arguments[0], arguments[1])
        machine.work(2.0)
    return NOTHING


def _popped(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(math.log2(count_of(machine, arguments[0]) + 2.0))
    return element_of(arguments[0])


def _heapify(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work(2.0 * count_of(machine, arguments[0]))
    return NOTHING


def _largest(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[-1])
    first = arguments[0]
    taken = min(count, first.mean) if isinstance(first, Number) else count
    machine.work(count * math.log2(taken + 2.0), 0.5 * count)
    return machine.fresh_list(taken, element_of(arguments[-1]))


def _bisect(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = count_of(machine, arguments[0])
    steps = math.log2(count + 2.0)
    machine.work(steps)
    if "key" in keywords:
        machine.call(keywords["key"], [element_of(arguments[0])], steps)
    return ranged(count / 2.0, count)


def _insort(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    if len(arguments) > 1 and isinstance(arguments[0], Collection):
        machine.work(arguments[0].length / 16.0)
        machine.grow(arguments[0], arguments[1])
    return NOTHING


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


def _code_point(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return ranged(110.0, 127.0)


def _character(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return Text(1.0, 26.0)


def _truth_of(machine: Machine, value: Value, count: float) -> Value:
    return boolean(None)


def _kind_of(value: Value) -> str | None:
    """The name of the builtin type of a value; None where that is not known."""
    if isinstance(value, Number | Collection):
        return value.kind
    if isinstance(value, Text):
        return value.kind
    return "NoneType" if isinstance(value, Nothing) else None


def _is_instance(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value, of = (*arguments, UNKNOWN, UNKNOWN)[:2]
    options = of.items or () if isinstance(of, Collection) else (of,)
    names = {option.name for option in options if isinstance(option, Known)}
    kind = _kind_of(value)
    if kind is None or len(names) < len(options) or not names <= _BUILTIN_TYPES:
        return boolean(None)
    return boolean(kind in names or (kind == "bool" and "int" in names))


_BUILTIN_TYPES: Final = frozenset({"int", "float", "bool", "complex", "str", "bytes", "list", "tuple", "set", "dict"})


def _next(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return element_of(arguments[0]) if arguments else UNKNOWN


def _same(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return arguments[0] if arguments else UNKNOWN


def _iterator(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value = arguments[0]
    return Collection("iterator", count_of(machine, value), element_of(value))


def _copied_deeply(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    value = arguments[0]
    count = count_of(machine, value)
    machine.work(count, 12.0 * count)
    return machine.fresh_list(count, element_of(value)) if isinstance(value, Collection) else value


def _partial(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return Partial(arguments[0], arguments[1:])


def _bytes(kind: str) -> Handler:
    def handler(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
        source = arguments[0] if arguments else number(0.0)
        length = max(0.0, source.mean) if isinstance(source, Number) else count_of(machine, source)
        machine.work(length)
        return machine.make(Text(length, 256.0, kind))

    return handler


def _void(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    return NOTHING


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


def _keyed(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    """``dict.fromkeys``."""
    count = count_of(machine, arguments[0])
    machine.work(count)
    key = element_of(arguments[0])
    value = arguments[1] if len(arguments) > 1 else NOTHING
    return machine.make(Collection("dict", different(count, distinct_values(key)), value, key))


def _loaded(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    """``json.loads``: a list of things of a few dozen characters."""
    length = length_of(arguments[0]) or 1.0
    machine.work(5.0 * length, 10.0)
    return machine.fresh_list(length / 32.0, Collection("dict", 3.0, Text(8.0), Text(8.0)))


def _drawn(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    count = keywords.get("k", arguments[1] if len(arguments) > 1 else None)
    length = count.mean if isinstance(count, Number) else 1.0
    machine.work(2.0 * length, length)
    return machine.fresh_list(length, element_of(arguments[0]))


def _hashed(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    machine.work((length_of(arguments[0]) or 1.0) / 8.0 if arguments else 1.0)
    return Number(2.0**31, 32.0)


def _compressed(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    length = length_of(arguments[0]) or 1.0 if arguments else 1.0
    machine.work(40.0 * length)
    machine.make(Text(268_000.0, 256.0, "bytes"))
    return machine.make(Text(length * 0.6, 256.0, "bytes"))


def _found(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    text = next((value for value in reversed(arguments) if isinstance(value, Text)), Text(1.0))
    machine.work(text.length * 10.0, 10.0)
    return machine.fresh_list(text.length / 4.0, Text(3.0))


def _substituted(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    text = next((value for value in reversed(arguments) if isinstance(value, Text)), Text(1.0))
    machine.work(text.length * 10.0, 10.0)
    return machine.make(Text(text.length, text.alphabet))


def _dumped(machine: Machine, arguments: list[Value], keywords: Keywords) -> Value:
    length = printed_length(arguments[0]) if arguments else 1.0
    machine.work(3.0 * length, 10.0)
    return machine.make(Text(length))


FUNCTIONS: Final[dict[str, Handler]] = {
    "len": _length,
    "range": _range,
    "enumerate": _enumerate,
    "zip": _zip,
    "zip_longest": _zip,
    "sum": _gone_through(_sum),
    "fsum": _gone_through(_sum),
    "prod": _gone_through(lambda machine, value, count: big(min(1e6, count * _bits(element_of(value))))),
    "min": _minimum,
    "max": _maximum,
    "all": _gone_through(_truth_of),
    "any": _gone_through(_truth_of),
    "sorted": _sorted,
    "reversed": _iterator,
    "iter": _iterator,
    "list": _container("list"),
    "tuple": _container("tuple"),
    "set": _container("set"),
    "frozenset": _container("set"),
    "deque": _container("deque"),
    "dict": _dict,
    "OrderedDict": _dict,
    "Counter": _counter,
    "defaultdict": _defaultdict,
    "str": _text,
    "repr": _text,
    "bin": lambda machine, arguments, keywords: machine.make(Text(_bits(arguments[0]) + 2.0, 2.0)),
    "hex": lambda machine, arguments, keywords: machine.make(Text(_bits(arguments[0]) / 4.0 + 2.0, 16.0)),
    "format": _text,
    "int": _number("int"),
    "float": _number("float"),
    "bool": _number("bool"),
    "map": _map,
    "starmap": _map,
    "filter": _filter,
    "filterfalse": _filter,
    "takewhile": _lazily(0.5),
    "dropwhile": _lazily(0.5),
    "compress": lambda machine, arguments, keywords: (
        _compressed(machine, arguments, keywords)
        if isinstance(arguments[0], Text)
        else _lazily(0.5)(machine, arguments, keywords)
    ),
    "cycle": _counted,
    "count": _counted,
    "combinations": _chosen(False, False),
    "combinations_with_replacement": _chosen(False, True),
    "permutations": _chosen(True, False),
    "product": _product,
    "chain": _chain,
    "from_iterable": _flattened,
    "accumulate": _accumulate,
    "reduce": _reduce,
    "islice": _islice,
    "pairwise": _pairwise,
    "groupby": _grouped,
    "repeat": _repeat,
    "tee": _tee,
    "heappush": _push,
    "heappop": _popped,
    "heappushpop": _popped,
    "heapreplace": _popped,
    "heapify": _heapify,
    "nlargest": _largest,
    "nsmallest": _largest,
    "bisect": _bisect,
    "bisect_left": _bisect,
    "bisect_right": _bisect,
    "insort": _insort,
    "insort_left": _insort,
    "insort_right": _insort,
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
    "ord": _code_point,
    "chr": _character,
    "isinstance": _is_instance,
    "next": _next,
    "cmp_to_key": _same,
    "wraps": _same,
    "lru_cache": _same,
    "cache": _same,
    "copy": _container("list"),
    "deepcopy": _copied_deeply,
    "partial": _partial,
    "bytes": _bytes("bytes"),
    "bytearray": _bytes("bytearray"),
    "print": _void,
    "seed": _void,
    "hash": _hashed,
    "crc32": _hashed,
    "adler32": _hashed,
    "random": _random_number,
    "randint": _random_number,
    "randrange": _random_number,
    "uniform": _random_number,
    "gauss": _random_number,
    "choice": _next,
    "choices": _drawn,
    "sample": _drawn,
    "decompress": _compressed,
    "findall": _found,
    "finditer": _found,
    "search": _found,
    "match": _found,
    "sub": _substituted,
    "dumps": _dumped,
    "loads": _loaded,
    "fromkeys": _keyed,
    "Decimal": _exact_number,
    "Fraction": _exact_number,
    **dict.fromkeys(("xor", "add", "or_", "and_"), _same),
    "mul": lambda machine, arguments, keywords: big(sum(map(_bits, arguments))),
    **dict.fromkeys(("fmean", "mean", "median", "pstdev", "stdev", "pvariance", "variance"), _gone_through(_sum)),
    "Random": lambda machine, arguments, keywords: Known("random"),
    "itemgetter": lambda machine, arguments, keywords: Known("next"),
}


def _bits(value: Value) -> float:
    return value.bits if isinstance(value, Number) else 8.0
