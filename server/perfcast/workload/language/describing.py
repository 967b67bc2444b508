"""Real values -> `Workload`: the way back from `build`."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice, pairwise
from typing import Any, Final

from perfcast.workload.language.workload import (
    DTYPES,
    PICTURE,
    RECORD,
    SPARSE,
    TORCH_DTYPES,
    Argument,
    TypeExpression,
    Workload,
)

#: Values looked at for types and ranges; more would make describing as slow as the call.
_LOOKED_AT: Final = 10_000
_MAX_DEPTH: Final = 8
#: Longest tuple that is a record of columns and not a sequence.
_RECORD: Final = 6
#: Keys of the largest dictionary that is a record of many.
_MOST_KEYS: Final = 12
_FEW_AT_LEAST: Final = 16
_ORDER_AT_LEAST: Final = 4


def describe(*args: object, **kwargs: object) -> Workload:
    """The workload of a call with these arguments.

    ``str(describe([3, 1, 2], k=6))`` is ``list[int] * 3 in 1..3; k: int = 6``. Sizes of inner containers are means,
    ranges and order are read off the first 10,000 values. Objects of unknown classes keep only their class's name.
    """
    return Workload(
        tuple(
            [describe_value(None, value) for value in args]
            + [describe_value(name, value) for name, value in kwargs.items()]
        )
    )


def describe_value(name: str | None, value: object) -> Argument:
    """The argument of a workload that stands for this value."""
    if value is None or (isinstance(value, bool | int | float) and type(value).__name__ in {"int", "float", "bool"}):
        type_ = TypeExpression("None" if value is None else type(value).__name__)
        if isinstance(value, float) and not math.isfinite(value):
            return Argument(name, type_)
        if value is None:
            return Argument(name, type_)
        return Argument(name, type_, value=value, has_value=True)
    array = _array_type(value)
    if array is not None:
        return Argument(name, array)
    type_ = _type([value], 0)
    levels = _levels([value], type_)
    numbers = list(islice(_leaves([value], (int, float), 0), _LOOKED_AT))
    finite = [number for number in numbers if math.isfinite(number) and not isinstance(number, bool)]
    texts = list(islice(_leaves([value], (str,), 0), _LOOKED_AT))
    low, high = (_rounded(min(finite), down=True), _rounded(max(finite), down=False)) if finite else (None, None)
    return Argument(
        name,
        type_,
        tuple(levels),
        low,
        high,
        _alphabet(texts),
        _qualifiers(value),
        in_utc=any(moment.tzinfo is not None for moment in islice(_leaves([value], (datetime,), 0), _LOOKED_AT)),
    )


def _type(values: Sequence[object], depth: int) -> TypeExpression:
    """The type of all the values together; a union where they differ."""
    by_name: dict[str, list[object]] = {}
    for value in values:
        by_name.setdefault(type(value).__name__, []).append(value)
    if set(by_name) == {"int", "float"}:
        return TypeExpression("float")
    members = tuple(_single_type(name, group, depth) for name, group in sorted(by_name.items()))
    if not members:
        return TypeExpression("int")
    return members[0] if len(members) == 1 else TypeExpression("|", members)


def _single_type(name: str, values: list[object], depth: int) -> TypeExpression:
    """The type of values of one class."""
    first = values[0]
    array = _array_type(first)
    if array is not None:
        return array
    if first is None or depth >= _MAX_DEPTH:
        return TypeExpression("None" if first is None else name)
    if isinstance(first, tuple):
        return _tuple_type([value for value in values if isinstance(value, tuple)], depth)
    inner: tuple[TypeExpression, ...] = ()
    keys = tuple(first) if isinstance(first, dict) and depth and len(values) > 1 else ()
    if 0 < len(keys) <= _MOST_KEYS and all(type(key) is str for key in keys) and _have(values, keys):
        columns = [[_dict(value)[key] for value in values] for key in keys]
        return TypeExpression(RECORD, tuple(_type(column, depth + 1) for column in columns), keys=keys)
    if isinstance(first, dict):
        name = "dict"
        all_keys = [key for value in values for key in islice(_dict(value), _LOOKED_AT)]
        items = [item for value in values for item in islice(_dict(value).values(), _LOOKED_AT)]
        inner = (_type(all_keys, depth + 1), _type(items, depth + 1))
    elif isinstance(first, list | set | frozenset | deque):
        elements = [item for value in values for item in islice(_iterable(value), _LOOKED_AT)]
        inner = (_type(elements[:_LOOKED_AT], depth + 1),)
    elif name in {"ListNode", "TreeNode"}:
        inner = (_type([getattr(first, "val", 0)], depth + 1),)
    return TypeExpression(name, inner)


def _have(values: Sequence[object], keys: tuple[str, ...]) -> bool:
    """Whether all are dictionaries of these keys."""
    return all(isinstance(value, dict) and tuple(value) == keys for value in values)


def _tuple_type(values: list[tuple[object, ...]], depth: int) -> TypeExpression:
    """A record where all tuples are short and of one length, else a sequence."""
    lengths = {len(value) for value in values}
    longest = max(lengths)
    if len(lengths) == 1 and 0 < longest <= _RECORD and (depth > 0 or not _is_uniform(values[0])):
        columns = [[value[column] for value in values] for column in range(longest)]
        return TypeExpression("tuple", tuple(_type(column, depth + 1) for column in columns))
    elements = [item for value in values for item in islice(value, _LOOKED_AT)]
    return TypeExpression("tuple", (_type(elements, depth + 1), TypeExpression("...")))


def _levels(values: Sequence[object], type_: TypeExpression) -> list[int]:
    """The mean length at every sized level, in the order of `TypeExpression.sized`."""
    sizes = []
    if type_.is_sized:
        lengths = [_length(value) for value in values]
        sizes.append(round(sum(lengths) / len(lengths)) if lengths else 0)
    for index, element in enumerate(type_.elements):
        if not any(element.sized()):
            continue
        if type_.name == RECORD:
            inner = [_dict(value)[type_.keys[index]] for value in values if isinstance(value, dict)]
        elif type_.name == "tuple" and not type_.is_sized:
            inner = [value[index] for value in values if isinstance(value, tuple)]
        elif type_.name == "|":
            inner = [value for value in values if type(value).__name__ == element.name]
        elif type_.name == "dict":
            inner = [item for value in values for item in islice(_dict(value).values(), _LOOKED_AT)]
        else:
            inner = [item for value in values for item in islice(_iterable(value), _LOOKED_AT)]
        sizes.extend(_levels(inner[:_LOOKED_AT], element))
    return sizes


def _leaves(values: Iterable[object], kinds: tuple[type, ...], depth: int) -> Iterable[Any]:
    """The innermost values of these kinds, dictionary keys left out, as the sizes leave them out."""
    for value in values:
        if isinstance(value, kinds):
            yield value
        elif depth < _MAX_DEPTH:
            if isinstance(value, dict):
                yield from _leaves(value.values(), kinds, depth + 1)
            elif isinstance(value, list | tuple | set | frozenset | deque):
                yield from _leaves(value, kinds, depth + 1)


def _array_type(value: object) -> TypeExpression | None:
    """Arrays are told by their attributes, so that neither torch nor pandas is imported."""
    module = type(value).__module__.partition(".")[0]
    shape = getattr(value, "shape", None)
    if module == "pandas" and shape is not None and type(value).__name__ in {"DataFrame", "Series"}:
        return TypeExpression(type(value).__name__, shape=tuple(int(size) for size in shape))
    dtype = str(getattr(value, "dtype", "")).removeprefix("torch.")
    if module == "torch" and dtype in TORCH_DTYPES and shape is not None:
        return TypeExpression(f"torch.{dtype}", shape=tuple(int(size) for size in shape) or (1,))
    if module == "PIL" and getattr(value, "size", None):
        return TypeExpression(PICTURE, shape=tuple(int(length) for length in getattr(value, "size", ())))
    if module == "scipy" and type(value).__name__ in SPARSE and shape is not None:
        return TypeExpression(type(value).__name__, shape=tuple(int(size) for size in shape))
    if module == "numpy" and dtype in DTYPES and shape:
        return TypeExpression(dtype, shape=tuple(int(size) for size in shape))
    return None


def _alphabet(texts: list[str]) -> tuple[str, str] | str | None:
    characters = set("".join(text[:_LOOKED_AT] for text in texts[:1000]))
    if not characters:
        return None
    for first, last in (("a", "z"), ("A", "Z"), ("0", "9")):
        inside = all(first <= character <= last for character in characters)
        if inside and len(characters) > 4:
            return first, last
        if inside:
            return min(characters), max(characters)
    if len(characters) <= 12:
        return "".join(sorted(characters))
    return (" ", "~") if all(" " <= character <= "~" for character in characters) else (" ", max(characters))


def _qualifiers(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple | deque) or len(value) < _ORDER_AT_LEAST:
        return ()
    values = list(islice(value, _LOOKED_AT))
    if not (all(type(item) in (int, float) for item in values) or all(type(item) is str for item in values)):
        return ()
    found = []
    distinct = len(set(values))
    if distinct == 1:
        return ("equal",)
    if all(left <= right for left, right in pairwise(values)):
        found.append("sorted")
    elif all(left >= right for left, right in pairwise(values)):
        found.append("reversed")
    if distinct == len(values):
        found.append("distinct")
    elif len(values) >= _FEW_AT_LEAST and distinct <= 5:
        found.append("few")
    return tuple(found)


def _rounded(number: float, *, down: bool) -> float | int:
    """Whole numbers below a billion as they are, all else to three digits, outwards."""
    if type(number) is int and abs(number) < 10**9:
        return number
    if number == 0:
        return 0.0
    if isinstance(number, int) and abs(number) >= 10**15:
        # Beyond what a float holds exactly: outwards to a power of ten.
        power = 10 ** len(str(abs(number)))
        return (-power if down else 0) if number < 0 else (0 if down else power)
    unit = 10.0 ** (math.floor(math.log10(abs(number))) - 2)
    rounded = (math.floor if down else math.ceil)(number / unit) * unit
    if isinstance(number, int):
        return round(rounded)
    return float(f"{rounded:.3g}")


def _is_uniform(value: tuple[object, ...]) -> bool:
    return len({type(item) for item in value}) == 1


def _length(value: object) -> int:
    if type(value).__name__ == "ListNode":
        length, seen = 0, value
        while seen is not None and length < 10**7:
            length, seen = length + 1, getattr(seen, "next", None)
        return length
    if type(value).__name__ == "TreeNode":
        stack, length = [value], 0
        while stack:
            node = stack.pop()
            length += 1
            stack.extend(child for child in (getattr(node, "left", None), getattr(node, "right", None)) if child)
        return length
    return len(value) if hasattr(value, "__len__") else 0


def _iterable(value: object) -> Iterable[object]:
    return value if isinstance(value, Iterable) else ()


def _dict(value: object) -> dict[object, object]:
    return value if isinstance(value, dict) else {}
