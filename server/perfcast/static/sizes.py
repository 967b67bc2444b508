"""Bytes of objects as CPython 3.11 has them on 64 bits."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from perfcast.static.values import (
    Array,
    Collection,
    Frame,
    Instance,
    Layer,
    Linked,
    Number,
    Text,
    Value,
    distinct_values,
)

_SMALL_INTEGERS: Final = 8.0
"""log2 of the integers that exist once for all."""
_DEEPEST: Final = 6
#: An array without its data; a table has an index, blocks and a manager of them.
_OBJECT: Final = {"numpy": 112.0, "torch": 450.0, "pandas": 2300.0}
_LAYER: Final = 2500.0
NODE: Final = 48.0 + 104.0
"""An object with a dictionary of its own for a few fields."""


def own_size(value: Value) -> float:  # noqa: PLR0911
    """Bytes of the object without what it refers to."""
    if isinstance(value, Number):
        if value.kind != "int":
            return {"float": 24.0, "complex": 32.0}.get(value.kind, 0.0)
        return 24.0 + 4.0 * max(1.0, math.ceil(value.bits / 30.0))
    if isinstance(value, Text):
        return {"str": 49.0, "bytes": 33.0}.get(value.kind, 57.0) + value.length
    if isinstance(value, Collection):
        return collection_size(value.kind, value.length)
    if isinstance(value, Array):
        return _OBJECT[value.library] + value.size
    if isinstance(value, Linked):
        return NODE * value.count
    if isinstance(value, Instance):
        return NODE + 16.0 * len(value.fields)
    return 0.0


def collection_size(kind: str, length: float) -> float:  # noqa: PLR0911
    """Bytes of a container of so many elements, the elements themselves left out."""
    if kind == "list":
        return 56.0 + 8.0 * length
    if kind == "tuple":
        return 40.0 + 8.0 * length
    if kind == "set":
        # The table grows when three fifths are full, fourfold at first.
        return 216.0 if length < 5 else 200.0 + 16.0 * _power_of_two(length * (10 / 3 if length < 50_000 else 5 / 3))
    if kind == "dict":
        if length < 6:
            return 64.0 if length < 1 else 232.0
        slots = _power_of_two(length * 1.5)
        return 104.0 + slots * (1.0 if slots <= 256 else 2.0 if slots <= 65536 else 4.0) + 16.0 * slots
    if kind == "deque":
        return 760.0 + 528.0 * math.floor(length / 64.0)
    return 48.0 if kind == "range" else 112.0


def retained(value: Value, seen: set[int], level: int = 0) -> float:  # noqa: PLR0911, PLR0912
    """Bytes that exist only since the function runs and that the value keeps alive."""
    if isinstance(value, Number):
        return own_size(value) if value.fresh and (value.kind != "int" or value.bits > _SMALL_INTEGERS) else 0.0
    if isinstance(value, Text):
        return own_size(value) if value.fresh and value.length > 1 else 0.0
    if id(value) in seen or level > _DEEPEST:
        return 0.0
    seen.add(id(value))
    if isinstance(value, Collection):
        added = max(0.0, value.length - value.borrowed)
        own = collection_size(value.kind, value.length) if value.fresh else 8.0 * added
        if value.kind == "range":
            return own
        if value.kind == "iterator":
            return own
        if value.items is not None:
            return own + sum(retained(item, seen, level + 1) for item in value.items)
        each = retained(value.element, seen, level + 1)
        parts = each * min(added, value.distinct)
        if value.kind == "dict":
            parts += retained(value.key, seen, level + 1) * added
        return own + parts
    if isinstance(value, Array):
        if value.fresh:
            return own_size(value)
        return _OBJECT[value.library] if value.library == "pandas" else 0.0
    if isinstance(value, Layer):
        return _LAYER + 4.0 * value.parameters + sum(retained(part, seen, level + 1) for part in value.parts)
    if isinstance(value, Linked):
        return NODE * value.made
    if isinstance(value, Instance):
        return own_size(value) + sum(retained(field, seen, level + 1) for field in value.fields.values())
    return 0.0


def held(values: Iterable[Value], seen: set[int]) -> float:
    """Bytes that all of the values keep alive; `seen` are those counted already, and gets them."""
    return sum(retained(value, seen) for value in values)


def held_by(frame: Frame, seen: set[int]) -> float:
    """Bytes that the names of a frame keep alive."""
    return held(frame.names.values(), seen)


def whole(value: Value, level: int = 0) -> float:
    """Bytes of a result, all that it refers to included."""
    if isinstance(value, Number):
        return 28.0 if value.kind == "bool" else own_size(value)
    if not isinstance(value, Collection) or level > _DEEPEST:
        return max(16.0, own_size(value)) + (28.0 * value.count if isinstance(value, Linked) else 0.0)
    own = collection_size(value.kind, value.length)
    if value.kind in ("range", "iterator"):
        return own
    if value.items is not None:
        return own + sum(whole(item, level + 1) for item in value.items)
    parts = _distinct_objects(value.element, min(value.length, value.distinct)) * whole(value.element, level + 1)
    if value.kind == "dict":
        parts += whole(value.key, level + 1) * value.length
    return own + parts


def _distinct_objects(element: Value, count: float) -> float:
    """Small integers and single characters exist once."""
    if isinstance(element, Number) and element.kind != "float" and element.bits <= _SMALL_INTEGERS:
        return min(count, distinct_values(element))
    if isinstance(element, Text) and element.length <= 1:
        return min(count, element.alphabet)
    return count


def _power_of_two(value: float) -> float:
    return float(2.0 ** math.ceil(math.log2(max(value, 8.0))))
