"""NumPy, torch and pandas: shapes, bytes and element operations."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, replace
from typing import Final

from perfcast.static.arguments import dtype
from perfcast.static.counters import Machine
from perfcast.static.values import (
    MOST,
    UNKNOWN,
    Array,
    Collection,
    Known,
    Method,
    Nothing,
    Number,
    Text,
    Value,
    number,
    ranged,
)

#: Lines of Python that a library itself runs in a call, roughly.
LINES: Final = {"numpy": 4.0, "torch": 40.0, "pandas": 600.0}
#: How many times as long as an addition it takes to compute these of an element.
EXPENSIVE: Final = {
    **dict.fromkeys(("exp", "log", "sin", "cos", "tanh", "sqrt", "power", "arctan2", "hypot", "logaddexp"), 6.0),
    **dict.fromkeys(("round", "clip", "where"), 2.0),
}


@dataclass(slots=True)
class SliceOf(Value):
    """A slice in an array's index, with its bounds where they are given."""

    start: float | None
    stop: float | None
    step: float


def attribute(machine: Machine, array: Array, name: str) -> Value:  # noqa: PLR0911
    """An attribute of an array; its methods come as `Method`."""
    if name == "shape":
        items = tuple(number(length) for length in array.shape)
        return Collection("tuple", float(len(items)), items[0] if items else UNKNOWN, items=items, fresh=False)
    if name == "size":
        return number(array.count)
    if name in ("ndim", "itemsize", "nbytes"):
        return number({"ndim": float(len(array.shape)), "itemsize": array.item, "nbytes": array.size}[name])
    if name in ("T", "mT"):
        return replace(array, shape=array.shape[::-1], fresh=False)
    if name in ("values", "real", "imag", "loc", "iloc", "index", "at", "iat", "str", "dt", "flat", "data"):
        if name == "index":
            return Array(array.shape[:1], 8.0, "i", array.library, fresh=False)
        library = "numpy" if name in ("values", "flat") else array.library
        return replace(array, fresh=False, library=library)
    if name == "columns" and len(array.shape) == 2:
        return Collection("list", array.shape[1], Text(4.0, fresh=False), fresh=False)
    if name in ("dtype", "device"):
        return Text(
            float(array.item),
            literal=f"{ {'b': 'bool', 'i': 'int', 'c': 'complex'}.get(array.kind, 'float') }{int(array.item * 8)}",
        )
    return Method(array, name)


def like(machine: Machine, array: Array, *, kind: str | None = None, item: float | None = None) -> Value:
    """A new array of that shape, computed from it."""
    kind = array.kind if kind is None else kind
    return result(machine, array.shape, array.item if item is None else item, kind, array.library)


def result(
    machine: Machine, shape: tuple[float, ...], item: float, kind: str, library: str, effort: float = 1.0
) -> Value:
    """A new array; a scalar of the library counts as a number."""
    lines = LINES[library]
    if not shape and library != "torch":
        machine.compute(0.0, lines)
        return ranged(1.0, 1000.0, "float" if kind == "f" else "int")
    array = Array(tuple(min(MOST, max(0.0, length)) for length in shape), item, kind, library)
    machine.compute(array.count * effort, lines)
    return machine.make(array)


def elementwise(machine: Machine, operator: ast.AST, left: Value, right: Value, effort: float = 1.0) -> Value:
    """A binary operator with at least one array: shapes broadcast."""
    first, second = as_array(left), as_array(right)
    if isinstance(operator, ast.MatMult):
        return product(machine, first, second)
    array = first if first.count >= second.count else second
    shape = broadcast(first.shape, second.shape)
    kind, item = array.kind, array.item
    both = isinstance(left, Array) and isinstance(right, Array)
    if both:
        item = max(first.item, second.item)
        kind = "f" if "f" in (first.kind, second.kind) else kind
    if isinstance(operator, ast.cmpop):
        kind, item = "b", 1.0
    elif isinstance(operator, ast.Div) and kind in "ib":
        kind, item = "f", 8.0
    if isinstance(operator, ast.Div | ast.FloorDiv | ast.Mod | ast.Pow):
        effort = max(effort, 3.0)
    library = next((a.library for a in (first, second) if a.library != "numpy"), "numpy")
    if library == "numpy":
        machine.step()
    made = result(machine, shape, item, kind, library, effort)
    if library == "numpy":
        machine.lines -= machine.multiplicity * LINES["numpy"]
    return made


def as_array(value: Value) -> Array:
    """The array that a library makes of a value."""
    if isinstance(value, Array):
        return value
    if isinstance(value, Collection):
        inner = as_array(value.element) if isinstance(value.element, Collection | Array) else Array(())
        is_float = isinstance(value.element, Number) and value.element.kind == "float"
        kind = inner.kind if inner.shape else "f" if is_float else "i"
        return Array((value.length, *inner.shape), inner.item if inner.shape else 8.0, kind)
    return Array((), 0.0, "f" if isinstance(value, Number) and value.kind == "float" else "b")


def broadcast(left: tuple[float, ...], right: tuple[float, ...]) -> tuple[float, ...]:
    """The shape of an elementwise result."""
    length = max(len(left), len(right))
    left, right = (1.0,) * (length - len(left)) + left, (1.0,) * (length - len(right)) + right
    return tuple(b if a == 1.0 else a if b == 1.0 else max(a, b) for a, b in zip(left, right, strict=True))


def product(machine: Machine, first: Array, second: Array) -> Value:
    """A matrix product."""
    inner = first.shape[-1] if first.shape else 1.0
    if len(second.shape) >= 2:
        shape = (*(first.shape[:-1] if first.shape else ()), second.shape[-1])
        if len(first.shape) > 2 or len(second.shape) > 2:
            shape = (*broadcast(first.shape[:-2], second.shape[:-2]), *first.shape[-2:-1], second.shape[-1])
    else:
        shape = first.shape[:-1]
    operations = inner
    for length in shape:
        operations *= length
    machine.compute(operations / (8.0 if first.kind == "f" else 0.5))
    return result(machine, shape, max(first.item, second.item), first.kind, first.library)


def indexed(machine: Machine, array: Array, index: list[Value]) -> Value:  # noqa: PLR0912
    """``array[index]``: slices are views, masks and index arrays copy."""
    if array.library == "pandas" and len(array.shape) == 2 and not isinstance(index[0], Array):
        if isinstance(index[0], Text):
            return Array(array.shape[:1], array.item, array.kind, "pandas", fresh=False, grouped=array.grouped)
        if isinstance(index[0], Collection):
            return result(machine, (array.shape[0], index[0].length), array.item, array.kind, "pandas")
    shape: list[float] = []
    axes = list(array.shape)
    copies, advanced = False, False
    given = sum(not isinstance(part, Nothing) for part in index if not _is_ellipsis(part))
    for part in index:
        if isinstance(part, Nothing):
            shape.append(1.0)
        elif _is_ellipsis(part):
            kept = max(0, len(axes) - (given - 1))
            shape.extend(axes[:kept])
            del axes[:kept]
        elif isinstance(part, SliceOf):
            if axes:
                shape.append(_taken(part, axes.pop(0)))
        elif isinstance(part, Array | Collection) and (as_array(part).shape):
            other = as_array(part)
            copies = True
            if other.kind == "b":
                taken = axes[: len(other.shape)]
                del axes[: len(other.shape)]
                shape.append(math.prod(taken) / 2.0 if taken else 1.0)
            else:
                if axes:
                    axes.pop(0)
                if not advanced:
                    shape.extend(other.shape)
                advanced = True
        elif axes:
            axes.pop(0)
    shape.extend(axes)
    if copies:
        return result(machine, tuple(shape), array.item, array.kind, array.library, 2.0)
    if not shape and array.library != "torch":
        machine.allocate(32.0)
        high = 2.0**8 if array.item == 1 else 1000.0
        return ranged(high / 2, high, "float" if array.kind == "f" else "int")
    return Array(tuple(shape), array.item, array.kind, array.library, fresh=False)


def dtype_of(value: Value | None) -> tuple[float, str] | None:
    """Bytes and kind of ``np.float32``, ``float`` or ``'int8'``; None where none is given."""
    if isinstance(value, Known):
        return {"int": (8.0, "i"), "float": (8.0, "f"), "bool": (1.0, "b")}.get(value.name) or dtype(value.name)
    if isinstance(value, Text) and value.literal:
        return dtype(value.literal)
    return None


def shape_of(value: Value) -> tuple[float, ...]:
    """A shape given as a number or as a tuple."""
    if isinstance(value, Number):
        return (max(0.0, value.mean),)
    if isinstance(value, Collection):
        items = value.items if value.items is not None else [value.element] * int(min(value.length, 4.0))
        return tuple(max(0.0, item.mean) if isinstance(item, Number) else 1.0 for item in items)
    return ()


def _is_ellipsis(part: Value) -> bool:
    # `...` is the one literal that stands for nothing known.
    return part is UNKNOWN


def _taken(part: SliceOf, length: float) -> float:
    first = 0.0 if part.start is None else part.start + length if part.start < 0 else part.start
    last = length if part.stop is None else part.stop + length if part.stop < 0 else part.stop
    return max(0.0, min(last, length) - max(first, 0.0)) / max(1.0, abs(part.step)) if part.step > 0 else length
