"""What somebody says of a call, in a comment or on a command line, that means nothing to the function's file."""

from __future__ import annotations

import builtins
import difflib
import re
from collections.abc import Collection, Iterator
from typing import Final

from perfcast.source import SourceFile
from perfcast.workload.language.workload import (
    DTYPES,
    HANDED,
    ITEMS,
    ITERATOR,
    LINES,
    MOMENTS,
    PICTURE,
    SCALARS,
    SIZED,
    SPARSE,
    TABLES,
    TEXTS,
    WRITTEN,
    Argument,
    TypeExpression,
)
from perfcast.workload.values.standard_library import STANDARD
from perfcast.workload.values.unbuildable import is_unknown

_OF_LANGUAGE: Final = (
    SCALARS | SIZED | DTYPES | TABLES | SPARSE | MOMENTS | TEXTS | WRITTEN | HANDED | STANDARD
    | {LINES, PICTURE, ITERATOR, "tuple", "defaultdict", "OrderedDict", "object"}
) - {ITEMS}  # fmt: skip
#: Classes that are nowhere imported.
_OF_PYTHON: Final = frozenset(name for name, value in vars(builtins).items() if isinstance(value, type))
#: What annotations say -> what workloads do.
_INSTEAD: Final = {
    **dict.fromkeys(("List", "Sequence", "MutableSequence", "Collection", "Iterable"), "list"),
    **dict.fromkeys(("Dict", "Mapping", "MutableMapping"), "dict"),
    **{"Set": "set", "AbstractSet": "set", "FrozenSet": "frozenset", "Tuple": "tuple", "Deque": "deque"},
    **{"Optional": "... | None", "Union": "... | ...", "Any": "object"},
}
#: ``from shop import *``: nobody knows which names it brings.
_STAR: Final = re.compile(r"^\s*from\s+\S+\s+import\s*\(?\s*\*", re.MULTILINE)


def strange_type(
    argument: Argument, file: SourceFile, parameters: Collection[str], others: Collection[str] = ()
) -> str:
    """What is wrong with an argument's type; '' where each part of it is of the language, or may be of the file.

    Args:
        file: of the function that is called with it; parameters: of that function, which are no types.
        others: that may be meant, besides types.
    """
    for name in _names(argument.type):
        if name in _OF_LANGUAGE or _is_class(name, file):
            continue
        if name in _INSTEAD:
            return f"there is no type {name!r}; did you mean {_INSTEAD[name]!r}?"
        if name in parameters or not (name in _OF_PYTHON or _may_mean_something(name, file)):
            classes = {unit.name.rpartition(".")[0] for unit in file.units if unit.kind == "method"}
            return f"there is no type {name!r}{suggested(name, {*_OF_LANGUAGE, *classes, *others})}"
    return ""


def suggested(name: str, known: Collection[str]) -> str:
    """What may have been meant, to be said behind what is wrong with a name; '' where nothing is like it."""
    close = difflib.get_close_matches(name, sorted(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _names(type_: TypeExpression) -> Iterator[str]:
    """Of types that are none of the language; those with dots are of modules that nobody need have imported."""
    if type_.name != "..." and is_unknown(type_) and "." not in type_.name:
        yield type_.name
    for part in type_.arguments:
        yield from _names(part)


def _is_class(name: str, file: SourceFile) -> bool:
    return re.search(rf"^\s*class\s+{re.escape(name)}\b", file.text, re.MULTILINE) is not None


def _may_mean_something(name: str, file: SourceFile) -> bool:
    """Whether code of the file has the name, wherever that may get it from."""
    said = re.compile(rf"^[^#\n]*\b{re.escape(name)}\b", re.MULTILINE)
    return said.search(file.text) is not None or _STAR.search(file.text) is not None
