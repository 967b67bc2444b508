"""How functions of OpenCV's are called: NumPy computes the values, the prices are those of OpenCV."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.array_bytes import allocated
from perfcast.trial.libraries.numpy.library import array_call
from perfcast.trial.libraries.opencv.prices import PRICES, Price

Array = np.ndarray[Any, Any]

#: What OpenCV has a type for, by number.
DEPTHS: Final = (np.uint8, np.int8, np.uint16, np.int16, np.int32, np.float32, np.float64)
#: Whole numbers that are read as 32 bits.
_WIDE_WHOLE: Final = frozenset({"int64", "uint32", "uint64"})
#: Elements of a picture that is made or looked at.
MOST_ELEMENTS: Final = 4_000_000
#: Beyond so many, what they are is told more roughly.
MANY: Final = 30_000
#: Nanoseconds that an element takes in the closed world itself, of each step over all; and how much of that is paid
#: for: as with NumPy's own operations, elements are nearly free beside interpreted syntax.
_HERE: Final = 3.0
_COUNTED: Final = 0.1
_LONGEST_TEXT: Final = 1_000
_LARGEST: Final = 2**31
#: Bytes of the small objects of a call.
_CALL_BYTES: Final = 200.0


class error(Exception):
    """As ``cv2.error``: what is given does not go together."""


class Work:
    """What a call does beside giving its value: time that it takes, and bytes that it holds meanwhile."""

    def __init__(self, machine: Machine, price: Price) -> None:
        self.machine, self.price = machine, price
        self.aside = _CALL_BYTES

    def takes(self, count: float, nanoseconds: float, here: float = _HERE) -> None:
        """Pays for so many steps.

        Args:
            here: nanoseconds that a step takes in the closed world itself.
        """
        self.machine.array(int(count), 0.0, nanoseconds * count)
        self.machine.allows(_COUNTED * here * count)

    def elements(self, array: Array, times: float = 1.0) -> None:
        """Pays for an array's elements by the price of their type."""
        self.takes(array.size * times, self.price.of(array.dtype))

    def holds(self, nbytes: float) -> None:
        self.aside += nbytes


Run = Callable[..., Any]


def natives(machine: Machine, functions: Mapping[str, Run]) -> dict[str, Guarded]:
    """The functions of a module as interpreted code calls them."""
    return {name: _guarded(machine, name, run) for name, run in functions.items()}


def _guarded(machine: Machine, name: str, run: Run) -> Guarded:
    return Guarded(lambda *args, **kwargs: called(machine, name, run, args, kwargs))


def called(machine: Machine, name: str, run: Run, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Pays for a function and calls it.

    Args:
        run: is given a `Work`, then the arguments. What is told by ``dst`` takes the place of a new array.

    Raises:
        Unsupported: arguments that are not known, or too large.
    """
    given = [taken(machine, value) for value in args]
    named = {key: taken(machine, value) for key, value in kwargs.items()}
    price = PRICES[name]
    work = Work(machine, price)
    try:
        bound = _signature(run).bind(work, *given, **named)
    except TypeError:
        raise Unsupported(f"arguments of cv2.{name}") from None
    arrays = list(_arrays(bound.arguments.values()))
    if any(array.size > MOST_ELEMENTS for array in arrays):
        raise Unsupported("arrays too large")
    machine.array(max((array.size for array in arrays), default=1), price.call * 1e3, 0.0)
    if price.is_of_elements and arrays:
        work.elements(arrays[0])
    with np.errstate(all="ignore"):
        found = run(*bound.args, **bound.kwargs)
    return _noted(work, found, bound.arguments.get("dst"), arrays)


def _noted(work: Work, found: Any, instead: Any, arrays: list[Array]) -> Any:
    """A result that counts among what is held, in the array that was given for it where it fits there."""
    machine = work.machine
    if isinstance(found, np.ndarray):
        if isinstance(instead, np.ndarray) and instead.shape == found.shape and instead.dtype == found.dtype:
            instead[...] = found
            found = instead
        elif not any(found is array for array in arrays):
            found = np.ascontiguousarray(found)
    is_new = [part for part in _arrays([found]) if not any(part is array for array in arrays)]
    machine.briefly(int(sum(map(allocated, is_new)) + work.aside))
    if isinstance(found, np.ndarray):
        return machine.made_of(found, arrays) if is_new else found
    return machine.made_of(found, arrays) if is_new else machine.made(found)


@cache
def _signature(run: Run) -> inspect.Signature:
    return inspect.signature(run)


def taken(machine: Machine, value: Any) -> Any:
    """An argument: an array, numbers, a text, or a sequence of such. Raises Unsupported for others."""
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, np.number | np.bool_):
        return value.item()
    if isinstance(value, list | tuple):
        check_nesting(value)
        machine.pass_over(len(value))
        return type(value)([taken(machine, part) for part in value])
    is_number = type(value) in {int, float, bool} and abs(value) < _LARGEST
    if value is None or is_number or (isinstance(value, str) and len(value) <= _LONGEST_TEXT):
        return value
    raise Unsupported(f"{type(value).__name__} given to a function of OpenCV's")


def _array(value: Array) -> Array:
    if value.dtype.type in DEPTHS:
        return value
    if value.dtype.name in _WIDE_WHOLE:
        return value.astype(np.int32)
    raise Unsupported(f"an array of {value.dtype} given to a function of OpenCV's")


def points_of(work: Work, value: Any) -> Array:
    """Points, one a row, of a contour or of a sequence of pairs. Raises error for what are none."""
    found = value if isinstance(value, np.ndarray) else array_call(work.machine, np.asarray, (value,), {}, "asarray")
    if found.size % 2 or not found.size or found.shape[-1] != 2:
        raise error("points are expected")
    return found.reshape(-1, 2)


def _arrays(values: Any) -> Iterator[Array]:
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, list | tuple):
            yield from _arrays(value)
