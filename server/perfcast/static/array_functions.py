"""Functions of NumPy, torch and pandas that make arrays, or take them."""

from __future__ import annotations

import ast
import math
from typing import Final

from perfcast.static.array_methods import method
from perfcast.static.arrays import EXPENSIVE, LINES, as_array, dtype_of, elementwise, result, shape_of
from perfcast.static.costs import count_call
from perfcast.static.counters import Machine
from perfcast.static.values import NOTHING, UNKNOWN, Array, Collection, Known, Nothing, Number, Text, Value

_FILLED: Final = frozenset({"zeros", "ones", "empty", "full", "rand", "randn", "identity", "eye"})
_RANDOM: Final = {"normal": 2, "uniform": 2, "random": 0, "standard_normal": 0, "integers": 2, "randint": 2,
                  "random_sample": 0, "choice": 1, "exponential": 1, "poisson": 1}  # fmt: skip
_GATHERING: Final = frozenset({"concatenate", "hstack", "vstack", "stack", "column_stack", "cat", "concat", "r_", "c_"})
_OUTER: Final = frozenset({"outer", "meshgrid", "subtract.outer", "add.outer", "multiply.outer", "kron"})


def called(machine: Machine, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:  # noqa: PLR0911, PLR0912
    """A function of a library by its dotted name, or one of an array's methods with the array as first argument."""
    library, _, rest = name.partition(".")
    short = rest.rpartition(".")[2]
    first = arguments[0] if arguments else NOTHING
    array = as_array(first) if isinstance(first, Array | Collection) else None
    library = array.library if array is not None and array.library != "numpy" else library
    lines = LINES.get(library, 4.0)
    given = dtype_of(keywords.get("dtype"))
    if rest.endswith(".outer") or short in _OUTER:
        return _outer(machine, arguments, library)
    if short == "einsum" and arguments:
        return _summed(machine, arguments, library)
    if short == "where" and len(arguments) == 3:
        return elementwise(
            machine, ast.Add(), elementwise(machine, ast.Add(), arguments[0], arguments[1]), arguments[2]
        )
    if short == "default_rng" or short in ("RandomState", "Generator"):
        machine.work(300.0, 10.0)
        return Known(f"{library}.random")
    if short in _RANDOM and (".random." in name or not isinstance(first, Array)) and (rest.startswith("random")):
        shape = shape_of(
            keywords.get("size", arguments[_RANDOM[short]] if len(arguments) > _RANDOM[short] else NOTHING)
        )
        return result(machine, shape, 8.0, "f" if short not in ("integers", "randint", "choice") else "i", library, 5.0)
    if short in _FILLED or short.removesuffix("_like") in _FILLED:
        if short.endswith("_like") and array is not None:
            item, kind = given or (array.item, array.kind)
            return result(machine, array.shape, item, kind, library, 0.3)
        given = given or (dtype_of(arguments[1]) if len(arguments) > 1 and short != "full" else None)
        item, kind = given or ((4.0 if library == "torch" else 8.0), "f")
        shape = shape_of(keywords.get("shape", first))
        if all(isinstance(a, Number) for a in arguments) and (library == "torch" or short in ("rand", "randn")):
            shape = tuple(max(0.0, a.mean) for a in arguments if isinstance(a, Number))
        if short in ("eye", "identity"):
            shape = (shape[0], shape[0]) if shape else ()
        return result(machine, shape, item, kind, library, 0.3)
    if short in ("arange", "linspace", "logspace"):
        return _progression(machine, short, arguments, keywords, given, library)
    if short in _GATHERING:
        return _gathered(machine, short, first, keywords, library)
    if short in (
        "array",
        "tensor",
        "fromiter",
        "asarray",
        "DataFrame",
        "Series",
        "from_dict",
        "frombuffer",
        "from_numpy",
    ):
        return _converted(machine, short, first, given, library, keywords)
    if array is None:
        if isinstance(first, Number) and len(arguments) <= 2:
            others = [a for a in arguments if isinstance(a, Array)]
            if others:
                return elementwise(machine, ast.Add(), others[0], first, EXPENSIVE.get(short, 1.0))
            machine.work(1.0, lines)
            return _scalar_of(first)
        machine.guess()
        machine.compute(1.0, lines)
        return UNKNOWN
    return method(machine, array, short, arguments[1:], keywords)


def _summed(machine: Machine, arguments: list[Value], library: str) -> Value:
    """``einsum``: the lengths of all its letters are multiplied."""
    text = arguments[0].literal if isinstance(arguments[0], Text) else None
    inputs, _, output = (text or "").replace(" ", "").replace("...", "").partition("->")
    lengths: dict[str, float] = {}
    for letters, operand in zip(inputs.split(","), arguments[1:], strict=False):
        lengths.update(zip(letters, as_array(operand).shape, strict=False))
    machine.compute(math.prod(lengths.values()))
    item = max([operand.item for operand in arguments if isinstance(operand, Array)], default=8.0)
    return result(machine, tuple(lengths.get(letter, 1.0) for letter in output), item, "f", library)


def _scalar_of(value: Number) -> Number:
    """A scalar function of a number."""
    return Number(value.mean, value.bits, False, "float")


def _outer(machine: Machine, arguments: list[Value], library: str) -> Value:
    counts = [as_array(value).count for value in arguments[:2] if isinstance(value, Array | Collection)]
    if len(counts) < 2:
        return UNKNOWN
    return result(machine, (counts[0], counts[1]), 8.0, "f", library)


def _progression(machine: Machine, name: str, arguments: list[Value], keywords: dict[str, Value],
                 given: tuple[float, str] | None, library: str) -> Value:  # fmt: skip
    numbers = [value.mean if isinstance(value, Number) else 1.0 for value in arguments]
    if name != "arange":
        count = keywords.get("num")
        length = count.mean if isinstance(count, Number) else numbers[2] if len(numbers) > 2 else 50.0
    elif len(numbers) == 1:
        length = numbers[0]
    else:
        length = (
            (numbers[1] - numbers[0]) / (numbers[2] if len(numbers) > 2 and numbers[2] else 1.0) if numbers else 1.0
        )
    is_float = name != "arange" or any(isinstance(a, Number) and a.kind == "float" for a in arguments)
    item, kind = given or (8.0, "f" if is_float else "i")
    return result(machine, (length,), item, kind, library, 0.5)


def _gathered(machine: Machine, name: str, first: Value, keywords: dict[str, Value], library: str) -> Value:
    if not isinstance(first, Collection):
        return UNKNOWN
    parts = list(first.items) if first.items is not None else [first.element]
    times = 1.0 if first.items is not None else first.length
    found = [as_array(part) for part in parts if isinstance(part, Array | Collection)]
    if not found:
        return result(machine, (first.length,), 8.0, "f", library)
    largest = max(found, key=_count)
    count_call(machine, largest, name)
    total = sum(array.count for array in found) * times
    if name in ("stack", "column_stack") or not largest.shape:
        shape: tuple[float, ...] = (max(1.0, total / max(1.0, largest.count)), *largest.shape)
    else:
        axis = keywords.get("axis")
        position = (
            int(axis.mean) if isinstance(axis, Number) else 1 if name == "hstack" and len(largest.shape) > 1 else 0
        )
        position = position if -len(largest.shape) <= position < len(largest.shape) else 0
        lengths = list(largest.shape)
        lengths[position] *= total / max(1.0, largest.count)
        shape = tuple(lengths)
    return result(
        machine, shape, largest.item, largest.kind, largest.library if largest.library != "numpy" else library
    )


def _converted(
    machine: Machine,
    name: str,
    first: Value,
    given: tuple[float, str] | None,
    library: str,
    keywords: dict[str, Value],
) -> Value:
    if name == "DataFrame" and isinstance(first, Nothing):
        columns = keywords.get("columns")
        width = columns.length if isinstance(columns, Collection) else 1.0
        return result(machine, (0.0, width), 8.0, "f", "pandas")
    if isinstance(first, Array):
        item, kind = given or (first.item, first.kind)
        if name in ("asarray", "from_numpy") and item == first.item:
            return Array(first.shape, item, kind, library, fresh=False)
        return result(machine, first.shape, item, kind, library)
    if isinstance(first, Collection):
        if first.kind == "dict":
            column = as_array(first.element)
            shape = (column.shape[0] if column.shape else 1.0, first.length)
            return result(machine, shape, 8.0, "f", library, 2.0)
        array = as_array(first)
        item, kind = given or (array.item, array.kind)
        machine.work(array.count * 4.0)
        return result(machine, array.shape, item, kind, library)
    return result(machine, (), 8.0, "f", library)


def _count(array: Array) -> float:
    return array.count
