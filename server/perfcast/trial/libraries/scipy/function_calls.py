"""How functions of SciPy's are called: NumPy or plain Python computes the values, the prices are those of SciPy."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.numpy.array_bytes import allocated
from perfcast.trial.libraries.numpy.library import array_call
from perfcast.trial.libraries.pandas.elementwise import has_tables, unwrapped
from perfcast.trial.libraries.scipy.prices import OTHER, PRICES

Arguments = Mapping[str, Any]

#: Steps of a call, and elements of what is given to one that takes more steps than it says.
MOST_STEPS: Final = 4_000_000.0
#: What changes no value, only how it is come by.
_UNHEEDED: Final = frozenset({"check_finite", "overwrite_a", "overwrite_b", "overwrite_x", "workers", "lapack_driver"})
#: What ``scipy.stats`` does about values that are missing.
_POLICIES: Final = frozenset({"propagate", "raise", "omit"})
_NUMBERS: Final = "biufc"
_LONGEST_TEXT: Final = 32
_LONGEST_TUPLE: Final = 8
#: Whole numbers that NumPy has a type for.
_LARGEST: Final = 2**62


class Native(NamedTuple):
    """A function of SciPy's.

    Attributes:
        run: gives the value.
        steps: how many steps it takes with these arguments, and no fewer than elements that it makes; none where it
            goes through what the arguments have together.
        here: nanoseconds that a step, or an element, takes in the closed world itself.
        beside: bytes that it takes with these arguments besides those that its price tells.
    """

    run: Callable[..., Any]
    steps: Callable[[Arguments], float] | None = None
    here: float = 4.0
    beside: Callable[[Arguments, Machine], float] | None = None


def natives(machine: Machine, module: str, functions: Mapping[str, Native]) -> dict[str, Guarded]:
    """The functions of a module as interpreted code calls them."""
    return {name: _guarded(machine, f"{module}.{name}", one) for name, one in functions.items()}


def _guarded(machine: Machine, name: str, native: Native) -> Guarded:
    return Guarded(lambda *args, **kwargs: called(machine, name, native, args, kwargs))


def called(machine: Machine, name: str, native: Native, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Pays for a function, then calls it.

    Args:
        name: that it has among the prices.

    Raises:
        Unsupported: arguments that are not known, or too large.
    """
    given = [taken(machine, value) for value in args]
    named = {key: taken(machine, value) for key, value in kwargs.items() if key not in _UNHEEDED}
    if "nan_policy" in named and "nan_policy" not in _signature(native.run).parameters:
        _heed_missing(named.pop("nan_policy"), [*_arrays([*given, *named.values()])])
    try:
        bound = _signature(native.run).bind(*given, **named)
    except TypeError:
        raise Unsupported(f"arguments of scipy.{name}") from None
    bound.apply_defaults()
    arrays = list(_arrays(bound.arguments.values()))
    cells = _together(arrays) if native.steps is None else max((array.size for array in arrays), default=1)
    steps = 0.0 if native.steps is None else float(native.steps(bound.arguments))
    if cells > MOST_CELLS or not steps <= MOST_STEPS:
        raise Unsupported("arrays too large")
    price = PRICES.get(name, OTHER)
    machine.array(int(max(cells, steps)), price.call * 1e3, price.cell * cells + price.step * steps)
    machine.allows(native.here * max(cells, steps))
    with np.errstate(all="ignore"):
        found = native.run(*bound.args, **bound.kwargs)
    parts = [part for part in (found if isinstance(found, tuple) else (found,)) if isinstance(part, np.ndarray)]
    largest = max(cells, *(part.size for part in parts), 0)
    beside = 0.0 if native.beside is None else native.beside(bound.arguments, machine)
    held = sum(allocated(part, [*arrays, *parts[:place]]) for place, part in enumerate(parts))
    machine.briefly(int(max(price.least, held + price.aside * largest + price.held + beside)))
    return machine.made_of(found, arrays) if parts else machine.made(found)


def _heed_missing(policy: Any, arrays: Sequence[Any]) -> None:
    """What is done about values that are missing, where there are any. Raises Unsupported, or ValueError."""
    if policy not in _POLICIES:
        raise ValueError("nan_policy must be one of {'propagate', 'raise', 'omit'}")
    if policy != "propagate" and any(array.dtype.kind in "fc" and np.isnan(array).any() for array in arrays):
        if policy == "raise":
            raise ValueError("The input contains nan values")
        raise Unsupported("leaving out values that are missing")


@cache
def _signature(run: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(run)


def taken(machine: Machine, value: Any) -> Any:
    """An argument: an array of numbers, a number, a short text, or a short tuple of such. Raises Unsupported."""
    if has_tables((value,)):
        value = unwrapped(value)
    if type(value) is range and len(value) <= _LONGEST_TUPLE:
        # Axes, as a rule.
        value = tuple(value)
    elif type(value) is range and len(value) <= MOST_CELLS:
        machine.pass_over(len(value))
        value = np.array(value)
    if isinstance(value, list) or (isinstance(value, tuple) and not _is_plain(value)):
        check_nesting(value)
        value = array_call(machine, np.asarray, (value,), {}, "asarray")
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in _NUMBERS:
            raise Unsupported("an array of other than numbers")
        return value
    if isinstance(value, tuple):
        return tuple([taken(machine, part) for part in value])
    is_known = value is None or (isinstance(value, str) and len(value) <= _LONGEST_TEXT)
    if is_known or _is_number(value):
        return value
    raise Unsupported(f"{type(value).__name__} given to a function of SciPy's")


def _is_plain(value: tuple[Any, ...]) -> bool:
    """Whether it is a few arguments at once, not what becomes an array."""
    return len(value) <= _LONGEST_TUPLE and all(
        part is None or isinstance(part, str | np.ndarray) or _is_number(part) for part in value
    )


def _is_number(value: Any) -> bool:
    if type(value) is int:
        return abs(value) < _LARGEST
    return type(value) in {float, complex, bool} or isinstance(value, np.number | np.bool_)


def _arrays(values: Any) -> Iterator[np.ndarray[Any, Any]]:
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, tuple):
            yield from _arrays(value)


def _together(arrays: list[np.ndarray[Any, Any]]) -> int:
    """Elements of the shape that they have together; of the largest where they have none."""
    try:
        return max(1, prod(np.broadcast_shapes(*(array.shape for array in arrays))))
    except ValueError:
        return max(array.size for array in arrays)


def fractions(value: Any) -> Any:
    """As numbers with a fraction: single ones stay so, halves become such, others become double ones."""
    array = np.asarray(value)
    if array.dtype.kind == "c":
        raise Unsupported("complex numbers")
    if array.dtype.kind == "f":
        return array.astype(np.float32) if array.itemsize == 2 else array
    return array.astype(np.float64)


def plain(array: Any) -> Any:
    """A number instead of an array without dimensions."""
    return array[()] if isinstance(array, np.ndarray) and not array.ndim else array


def each(run: Callable[[float], float], value: Any) -> Any:
    """What plain Python gives for each number."""
    array = fractions(value)
    found = np.fromiter(map(run, array.ravel().tolist()), np.float64, array.size)
    return plain(found.reshape(array.shape).astype(array.dtype))


def window_cells(size: Any, dimensions: int) -> float:
    """Elements of a window, told its length along each axis or along all."""
    return float(np.prod(np.asarray(size, dtype=np.float64))) if np.ndim(size) else abs(float(size)) ** dimensions
