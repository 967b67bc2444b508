"""Built-in functions and methods that interpreted code may use, and what they cost.

A built-in function runs to its end once it is called, so what could take long is looked at before: iterators and ranges
that are given to it are paid for element by element, containers by their length, numbers that become lengths are
bounded. Functions that it calls back are called by these same rules.
"""

from __future__ import annotations

import bisect
import heapq
import itertools
import math
import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.machine import Machine
from perfcast.trial.objects import Class, Function, Instance, Method
from perfcast.trial.operators import MOST_CELLS, MOST_ELEMENTS, MOST_WIDTH, check_power
from perfcast.trial.prices import OPERATOR
from perfcast.trial.stops import Unsupported


class Guarded:
    """A built-in function that keeps the rules by itself.

    Attributes:
        attributes: what interpreted code may reach behind a dot.
        nbytes: of the object.
    """

    __slots__ = ("attributes", "nbytes", "run")

    def __init__(self, run: Callable[..., Any], attributes: dict[str, Any] | None = None, *, nbytes: int = 56) -> None:
        self.run = run
        self.nbytes = nbytes
        self.attributes = attributes or {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.run(*args, **kwargs)


def nothing(*args: Any, **_: Any) -> Any:
    """A decorator that leaves things as they are, with arguments and without."""
    return args[0] if args else Guarded(nothing)


_OWN: Final = (Function, Method, Class, Instance, Guarded)
_CONTAINERS: Final = (list, tuple, set, frozenset, dict, deque, str, bytes, bytearray)
#: Looked at, not gone through.
_WHOLE: Final = frozenset(
    {len, isinstance, issubclass, iter, next, reversed, bool, callable, hash, range, slice, abs, ord, chr, divmod}
)
#: Their first argument is a type or a factory.
_TYPED: Final = frozenset({isinstance, issubclass, defaultdict})
_LENGTHS: Final = frozenset({bytes, bytearray})
_SMALL_ONLY: Final = frozenset({math.factorial, math.comb, math.perm})
#: They look at the logarithm of a list's elements.
_SEARCHING: Final = frozenset(
    {heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop}
    | {bisect.bisect, bisect.bisect_left, bisect.bisect_right, bisect.insort, bisect.insort_left, bisect.insort_right}
)
_INSERTING: Final = frozenset({bisect.insort, bisect.insort_left, bisect.insort_right})
#: Elements that are moved while one is looked at.
_MOVED: Final = 200
#: They keep a tuple, an order and an element for each that is asked for; bytes.
_CHOOSING: Final = frozenset({heapq.nlargest, heapq.nsmallest})
_KEPT: Final = 136
_MOST_FACTORIAL: Final = 1_000
_MOST_POOL: Final = 5_000


def called(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls a built-in function of the closed world."""
    if isinstance(function, type) and issubclass(function, np.number | np.bool_):
        machine.array(sum(int(np.size(arg)) for arg in args))
        return function(*args)
    try:
        is_known = function in ALLOWED
    except TypeError:
        is_known = False
    if not is_known:
        raise Unsupported(f"calling {getattr(function, '__name__', type(function).__name__)}")
    before = machine.call(getattr(function, "__name__", ""))
    try:
        return _run(machine, function, args, kwargs)
    finally:
        machine.price = before


def _run(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if function in _WHOLE:
        return function(*args, **kwargs)
    _check(function, args, kwargs)
    if function is sorted and args and hasattr(args[0], "__len__"):
        given = [fed(machine, args[0])]
        return noted(machine, _sorted(machine, function, given, kwargs, len(args[0])))
    if function in _SEARCHING:
        return _search(machine, function, args, kwargs)
    if function in _CHOOSING:
        kept = args[0] if args and isinstance(args[0], int) else 0
        machine.briefly(_KEPT * min(kept, MOST_ELEMENTS))
    if function is min and len(args) == 2 and type(args[0]) is type(args[1]) is int:
        machine.bounded(min(args), max(args))
    if function is sum and len(args) == 2 and isinstance(args[1], list | tuple):
        return noted(machine, _joined(machine, fed(machine, args[0]), args[1]))
    is_typed = function in _TYPED
    given = [value if is_typed else fed(machine, value) for value in args]
    named = {name: value if is_typed else fed(machine, value) for name, value in kwargs.items()}
    return noted(machine, function(*given, **named))


def _search(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Of a heap or a sorted list only a few elements are looked at, and what is put in is moved to its place."""
    length = max((len(value) for value in args if isinstance(value, list)), default=0)
    machine.pass_over(length.bit_length() + (length // _MOVED if function in _INSERTING else 0))
    for value in args:
        if isinstance(value, list):
            machine.changes(value)
    return noted(machine, function(*args, **{name: fed(machine, value) for name, value in kwargs.items()}))


def _sorted(machine: Machine, sort: Any, args: Sequence[Any], kwargs: dict[str, Any], length: int) -> Any:
    """Sorts, with half of the list aside for merging, and all the keys where there are any."""
    before = machine.counts.allocated
    found = sort(*args, **{key: fed(machine, item) for key, item in kwargs.items()})
    has_keys = kwargs.get("key") is not None
    machine.briefly(4 * length + (8 * length + machine.counts.allocated - before if has_keys else 0))
    return found


def _joined(machine: Machine, parts: Iterable[Any], start: Any) -> Any:
    """Lists or tuples added up by `sum`, which copies what it has for each of them."""
    total = start
    machine.price = OPERATOR
    for part in parts:
        if type(part) is not type(total):
            raise TypeError("only sequences of one kind can be added")
        joined = total + part
        machine.pass_over(len(joined))
        machine.briefly(sys.getsizeof(total) + sys.getsizeof(joined))
        total = joined
    return total


def noted(machine: Machine, value: Any) -> Any:
    """The result of a built-in function, whose size is paid for."""
    if isinstance(value, _CONTAINERS):
        machine.pass_over(len(value) // 4)
        return machine.made(value)
    if type(value) is float or (type(value) is int and value.bit_length() > 30):
        machine.counts.allocated += 32
    return value


def fed(machine: Machine, value: Any) -> Any:  # noqa: PLR0911
    """An argument for a built-in function: paid for, callbacks guarded."""
    kind = type(value)
    if kind in {int, float, bool, type(None)}:
        return value
    if isinstance(value, _CONTAINERS):
        machine.pass_over(len(value))
        return value
    if kind is range or isinstance(value, Iterator):
        return counted(machine, value)
    if isinstance(value, _OWN):
        return value
    if isinstance(value, np.ndarray):
        machine.array(value.size)
        return value
    if callable(value):
        return Guarded(lambda *args, **kwargs: called(machine, value, args, kwargs))
    return value


def counted(machine: Machine, value: Any) -> Iterator[Any]:
    """The elements one by one, each paid for."""
    for item in value:
        machine.pass_over(1)
        yield item


def _check(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    if function in _LENGTHS and args and isinstance(args[0], int) and args[0] > MOST_ELEMENTS:
        raise Unsupported("objects too large")
    if function in _SMALL_ONLY and any(isinstance(value, int) and abs(value) > _MOST_FACTORIAL for value in args):
        raise Unsupported("whole numbers too large")
    if function in _POOLS:
        counts = [value for value in (*args, *kwargs.values()) if isinstance(value, int)]
        if any(count > _MOST_FACTORIAL for count in counts):
            raise Unsupported("pools too large")
    if function in {math.prod, math.lcm}:
        numbers = args[0] if function is math.prod and args else args
        if not isinstance(numbers, list | tuple) or sum(_bits(number) for number in numbers) > _MOST_POOL * 10:
            raise Unsupported("a product")
    if function is pow and len(args) == 2 and all(isinstance(value, int) for value in args):
        check_power(*args)
    if function is format and len(args) > 1:
        check_width(str(args[1]))


def _bits(value: Any) -> int:
    return value.bit_length() if isinstance(value, int) else 64


def check_width(spec: str) -> None:
    """Refuses wide fields in the text of a format."""
    digits = "".join(c if c.isdigit() else " " for c in spec).split()
    if any(len(run) > 4 or int(run) > MOST_WIDTH for run in digits):
        raise Unsupported("a wide field")


def _public(kind: type, *without: str) -> frozenset[str]:
    return frozenset(name for name in dir(kind) if not name.startswith("_")) - frozenset(without)


_POINTER: Final = 8
_WIDE: Final = frozenset({"ljust", "rjust", "center", "zfill", "expandtabs", "to_bytes"})
_TEXT: Final = _public(str, "format_map")
#: Type -> the methods that its values have in the closed world.
METHODS: Final[dict[type, frozenset[str]]] = {
    int: _public(int),
    bool: _public(int),
    float: _public(float),
    complex: _public(complex),
    str: _TEXT,
    bytes: _public(bytes),
    bytearray: _public(bytearray),
    list: _public(list),
    tuple: _public(tuple),
    dict: _public(dict),
    set: _public(set),
    frozenset: _public(frozenset),
    deque: _public(deque),
    defaultdict: _public(dict) | {"default_factory"},
    Counter: _public(dict) | {"most_common", "elements", "subtract", "total"},
    OrderedDict: _public(OrderedDict),
    range: _public(range),
    re.Match: frozenset({"group", "groups", "start", "end", "span"}),
}
for _kind in (list, dict, set, str, tuple, defaultdict, Counter):
    METHODS[_kind] |= {"__contains__", "__getitem__"} - ({"__getitem__"} if _kind is set else set())
_WHOLE_METHODS: Final = frozenset(
    {"sort", "reverse", "copy", "count", "index", "remove", "insert", "most_common", "replace", "split", "rsplit"}
    | {"lower", "upper", "strip", "lstrip", "rstrip", "translate", "find", "rfind", "title", "swapcase", "splitlines"}
    | {"encode", "decode", "capitalize", "casefold", "partition", "rpartition", "issubset", "issuperset", "isdisjoint"}
    | {"difference", "intersection", "union", "symmetric_difference", "isalpha", "isdigit", "isalnum", "elements"}
)
_GROWING: Final = frozenset({"append", "appendleft", "extend", "insert", "add", "update", "setdefault"})
_LOOKUPS: Final = frozenset({"get", "pop", "setdefault", "add", "discard", "append", "appendleft", "insert", "remove"})


def guarded_method(machine: Machine, value: Any, name: str) -> Any:
    """A method of a built-in value, or an attribute that is no method."""
    method = getattr(value, name)
    if not callable(method):
        return method

    priced = f"{type(value).__name__}.{name}"

    def run(*args: Any, **kwargs: Any) -> Any:
        before = machine.call(priced)
        try:
            return call(args, kwargs)
        finally:
            machine.price = before

    def call(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if name in _GROWING:
            machine.changes(value)
        machine.pass_over(len(value) // 4 if name in _WHOLE_METHODS and hasattr(value, "__len__") else 0)
        _check_method(machine, value, name, args)
        if name == "format" and isinstance(value, str):
            _check_template(value, args, kwargs)
        if name == "sort" and isinstance(value, list):
            machine.pass_over(len(value) * max(1, len(value).bit_length() // 2))
            return _sorted(machine, method, args, kwargs, len(value))
        if name in _LOOKUPS:
            return noted(machine, method(*args, **kwargs))
        if name == "join" and args and isinstance(args[0], Iterator):
            # It makes a list of what it is given.
            parts = list(counted(machine, args[0]))
            machine.briefly(sum(machine.outside.shallow(part) + _POINTER for part in parts))
            return noted(machine, method(parts))
        given = [fed(machine, item) for item in args]
        return noted(machine, method(*given, **{key: fed(machine, item) for key, item in kwargs.items()}))

    return Guarded(run)


def _check_method(machine: Machine, value: Any, name: str, args: tuple[Any, ...]) -> None:
    if name in _WIDE and any(isinstance(arg, int) and arg > MOST_WIDTH for arg in args):
        raise Unsupported("a wide field")
    if name == "replace" and len(args) > 1 and isinstance(value, str | bytes):
        machine.pass_over(len(value) * max(1, len(args[1]) - len(args[0])) // 4)
        if (len(value) + 1) * (1 + len(args[1])) > MOST_CELLS:
            raise Unsupported("objects too large")
    if name == "join" and args and isinstance(args[0], list | tuple) and len(value) * len(args[0]) > MOST_CELLS:
        raise Unsupported("objects too large")
    if name == "translate" and args and isinstance(args[0], dict):
        longest = max((len(item) for item in args[0].values() if isinstance(item, str)), default=1)
        if longest * len(value) > MOST_CELLS:
            raise Unsupported("objects too large")
    if name == "elements":
        for count in value.values():
            if isinstance(count, int) and count > MOST_ELEMENTS:
                raise Unsupported("objects too large")


def _check_template(template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    # Fields may reach into what they print; numbers and texts have nothing there that could be called.
    check_width(template)
    if not all(isinstance(item, str | int | float) for item in (*args, *kwargs.values())):
        raise Unsupported("str.format")


def _maker(function: Callable[..., Any]) -> Callable[[Machine], Guarded]:
    def make(machine: Machine) -> Guarded:
        return Guarded(lambda *args: noted(machine, function(*[fed(machine, arg) for arg in args])))

    return make


#: Type -> functions that stand behind its name, such as ``dict.fromkeys``.
TYPE_METHODS: Final[dict[Any, dict[str, Callable[[Machine], Guarded]]]] = {
    dict: {"fromkeys": _maker(dict.fromkeys)},
    int: {"from_bytes": lambda machine: Guarded(int.from_bytes)},
    str: {"maketrans": _maker(str.maketrans)},
    bytes: {"fromhex": _maker(bytes.fromhex), "maketrans": _maker(bytes.maketrans)},
    itertools.chain: {"from_iterable": _maker(itertools.chain.from_iterable)},
}

_POOLS: Final = frozenset(
    {itertools.product, itertools.permutations, itertools.combinations, itertools.combinations_with_replacement}
)

#: Every built-in function that interpreted code may call; the world adds those of modules.
ALLOWED: Final[set[Any]] = {
    *(len, isinstance, issubclass, iter, next, reversed, bool, callable, hash, range, slice, abs, ord, chr, divmod),
    *(
        int,
        float,
        complex,
        str,
        bytes,
        bytearray,
        list,
        tuple,
        dict,
        set,
        frozenset,
        object,
        enumerate,
        zip,
        map,
        filter,
    ),
    *(sum, min, max, sorted, any, all, round, pow, bin, hex, oct, repr, ascii, format, memoryview),
    *(Counter, OrderedDict, defaultdict, deque),
}
