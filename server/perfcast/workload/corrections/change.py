"""What may stand in the place of values that an error was raised for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, NamedTuple

from perfcast.workload.corrections.clues import Clues
from perfcast.workload.language.parts import Part
from perfcast.workload.language.workload import LAUNCH, OBJECT, PICTURE, RECORD, SPARSE, TABLES, TypeExpression


class Change(NamedTuple):
    """
    Attributes:
        of: names of types in whose place others may stand; None for all.
        to: told the name by which a part is known and its type, what may stand there, the likeliest first.
        is_sure: it may be of another type than was said; is_whole: arguments are changed, not what they hold.
    """

    of: Collection[str] | None
    to: Callable[[str, TypeExpression], Iterable[Part]]
    is_sure: bool = False
    is_whole: bool = False


#: Told what was found of an error's text.
Rule = Callable[[re.Match[str], Clues], Iterator[Change]]
TEXT_TYPES: Final = frozenset({"str", "label"})
#: By what Python calls a value's type, the types of a workload that are of it.
MEANT: Final = {
    "str": frozenset({"str", "label", "digits", "timestamp"}),
    "dict": frozenset({"dict", RECORD}),
    "Unknown": frozenset({"object"}),
    "SimpleNamespace": frozenset({OBJECT}),
    "PosixPath": frozenset({"Path"}),
}


def kind_of(type_: TypeExpression) -> str:
    """What Python calls the type of its values."""
    inner = type_.arguments[0] if type_.name == "|" and type_.arguments else type_
    if inner.literal is not None:
        return "str"
    if inner.shape and inner.name not in {*TABLES, *SPARSE, PICTURE, LAUNCH}:
        # Of whatever numbers.
        return "Tensor" if inner.name.startswith("torch.") else "ndarray"
    return next((kind for kind, names in MEANT.items() if inner.name in names), inner.name)


def always(of: Collection[str], *types: TypeExpression) -> Change:
    return Change(of, lambda *_: map(Part, types))


def type_named_in(found: re.Match[str]) -> str:
    """That the error names."""
    return next(one for one in found.groups() if one)


def types_named(kind: str) -> Collection[str]:
    last = kind.rpartition(".")[2]
    return MEANT.get(last, frozenset({last}))
