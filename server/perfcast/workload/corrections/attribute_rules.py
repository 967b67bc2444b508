"""What errors say of a value that lacks an attribute, and of one of which nothing is known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from perfcast.workload.corrections.change import Change, always, types_named
from perfcast.workload.corrections.clues import Clues
from perfcast.workload.corrections.content_rules import member_of
from perfcast.workload.corrections.suggested_parts import (
    PLAIN,
    asked_for,
    asked_whether,
    class_named,
    having,
    iterables,
    may_be_made_up,
    numbers_or_texts,
    object_with,
    record_of,
    with_key,
)
from perfcast.workload.language.parts import Part
from perfcast.workload.language.workload import OBJECT, TypeExpression
from perfcast.workload.naming.names import A_TENSOR, ARRAY, BOOL, FLOAT, FUNCTION, INT, STR, of_pandas
from perfcast.workload.uses.array_uses import OF_TENSORS_ALONE, is_of_arrays

_ITERATING: Final = frozenset({"__iter__", "__len__", "__contains__", "__getitem__", "__next__"})
_OPERATORS: Final = ("lt", "le", "gt", "ge", "add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
_RECKONING: Final = frozenset(f"__{side}{name}__" for name in _OPERATORS for side in ("", "r"))
#: What arrays are asked for, and little else.
_OF_ARRAYS: Final = frozenset(
    {"size", "shape", "dtype", "ndim", "T", "reshape", "astype", "flatten", "ravel", "transpose", "argsort", "argmax"}
    | {"mean", "sum", "std", "min", "max", "dot", "any", "all", "cumsum", "tolist", "fill", "squeeze"}
)
#: What values are converted to, and the types of those that can be.
_CONVERTED: Final = {
    **dict.fromkeys(("__index__", "__trunc__", "__invert__"), (INT,)),
    **dict.fromkeys(("__int__", "__float__", "__abs__", "__neg__", "__round__", "__floor__", "__ceil__"), (INT, FLOAT)),
    **{"__fspath__": (STR,), "__array__": (ARRAY,), "__call__": (FUNCTION,), "__complex__": (FLOAT,)},
    **dict.fromkeys(("__str__", "__repr__", "__format__"), (STR, INT)),
}
#: Types of what may be an array all the same.
_PERHAPS_ARRAYS: Final = frozenset({"int", "float", "bool", "list", "str"})


def lacks_attribute(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    if found[1] in _PERHAPS_ARRAYS and is_of_arrays(found[2]) and not may_be_made_up(found[2], clues):
        is_tensor = found[2] in OF_TENSORS_ALONE or not OF_TENSORS_ALONE.isdisjoint(clues.called)
        yield always(types_named(found[1]), *([A_TENSOR] if is_tensor else []), ARRAY)
    if (table := of_pandas("", (found[2],))) is not None and not may_be_made_up(found[2], clues):
        yield always(types_named(found[1]), table)
    # What is divided is one, too.
    of = {"int", "float"} if found[1] == "float" else types_named(found[1])
    yield Change(of, lambda name, _: [*asked_for(found[2], name, clues), *having(found[2], name, clues)])


def has_no(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Objects that are made up say no more than which attribute they lack."""
    yield Change({OBJECT}, lambda _, type_: with_key(type_, found[1], clues))
    if found[1] not in clues.called and not may_be_made_up(found[1], clues):
        yield Change({"str", "int", "float"}, lambda name, _: [object_with(found[1], name, clues)])


def of_unknown(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    asked = found[1] or found[2]

    def to(name: str, _: TypeExpression) -> Iterable[Part]:
        if asked in _ITERATING:
            # So it is asked, too, whether it is true.
            answered = [Part(BOOL)] if asked == "__len__" and name in clues.tested else []
            return [*answered, *iterables(name)]
        if asked in _RECKONING:
            return numbers_or_texts(name)
        if asked in _CONVERTED:
            return map(Part, _CONVERTED[asked])
        classes = having(asked, name, clues)
        # What is asked for several things is rather of a class that has them than of a type of Python's own.
        asks_more = len(clues.asked_of.get(name.strip("_"), ())) > 1
        others = [*asked_for(asked, name, clues), *([Part(ARRAY)] if asked in _OF_ARRAYS else [])]
        return [*classes, *others] if asks_more else [*others, *classes]

    yield Change({"object"}, to)


def unknown_compared(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Whether it is the same: so texts are asked more often than numbers."""
    yield member_of({"object"}, clues)
    yield Change({"object"}, lambda name, _: numbers_or_texts(name, others=(STR, INT)))


def unknown_asked(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    """One of the types that code asks whether it is of them."""
    yield Change({"object"}, lambda name, _: asked_whether(clues.types_of.get(name, ()), PLAIN.get))
    yield always({"object"}, *(PLAIN[name] for name in clues.types if name in PLAIN))
    yield Change({"object"}, lambda name, _: asked_whether(clues.types_of.get(name, ()), class_named))


def unknown_set(found: re.Match[str], clues: Clues) -> Iterator[Change]:
    """Of the project's classes that has it; else any object."""
    yield Change({"object"}, lambda name, _: [*having(found[1], name, clues), object_with(found[1], name, clues)])


def unknown_called(_: re.Match[str], __: Clues) -> Iterator[Change]:
    yield always({"object"}, FUNCTION)


def unknown_indexed(_: re.Match[str], clues: Clues) -> Iterator[Change]:
    keyed = [Part(record_of(clues.keys))] if clues.keys else []
    yield Change({"object"}, lambda name, _: [*keyed, *iterables(name)])
