"""What a name means that a file imports from another file of the user's own."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from .bindings import Bindings
from .errors import SourceError
from .file import SourceFile
from .place import ModuleFile, Place, absolute, find_module
from .text import decode_source
from .units import Unit

#: Files that hand a name on to one another, and bytes of one that is read.
_MOST_FILES: Final = 5
_LARGEST: Final = 1_000_000


@dataclass(frozen=True)
class ImportedUnit:
    """A unit with its file.

    Attributes:
        module: dotted name of the file's module.
    """

    file: SourceFile
    unit: Unit
    module: str


def imported_unit(file: SourceFile, name: str) -> ImportedUnit | None:
    """The unit that a dotted name of a file stands for; of a class, its ``__init__``.

    None for what is no unit of the user's own, or cannot be read.
    """
    for _ in range(_MOST_FILES):
        found = None if file.home is None else _followed(file, name, file.home, _reading)
        if found is None:
            return None
        file, name, module = found
        units = {unit.name: unit for unit in file.units}
        for candidate in (name, f"{name}.__init__"):
            if candidate in units:
                return ImportedUnit(file, units[candidate], module)
    return None


def imported_value(file: SourceFile, name: str) -> tuple[SourceFile, ast.expr] | None:
    """The value of a constant that a dotted name of a file stands for, and the file of the user's own that says it."""
    found = None if file.home is None else _followed(file, name, file.home, _assigning)
    if found is None:
        return None
    file, name, _ = found
    value = file.meaning(name)
    return (file, value) if isinstance(value, ast.expr) else None


def _followed(
    file: SourceFile, name: str, home: Place, read_for: Callable[[ModuleFile, Place, str], SourceFile | None]
) -> tuple[SourceFile, str, str] | None:
    """The file that a name comes from, what it is called there, and the file's module.

    Args:
        read_for: a module and its file's place, and the name in it -> the file; None where it cannot be that one.
    """
    first, *rest = name.split(".")
    for bound in Bindings.of_body(file.tree.body).imports.get(first, ()):
        alias, statement = bound.alias, bound.statement
        if isinstance(statement, ast.ImportFrom):
            path = [*absolute(statement, home.package).split("."), alias.name, *rest]
        else:
            path = [*(alias.name.split(".") if alias.asname else [first]), *rest]
        # The longest part that is a module; what is left is looked for in it.
        for length in range(len(path) - 1, 0, -1):
            module = find_module(".".join(path[:length]), home.own)
            rest_of = ".".join(path[length:])
            read = None if module is None else read_for(module, home, rest_of)
            if read is not None:
                return read, rest_of, ".".join(path[:length])
    return None


def _reading(module: ModuleFile, home: Place, name: str) -> SourceFile | None:
    text = _text(module)
    return None if text is None else _parsed(text, Place(home.own, home.installed, module.package))


def _assigning(module: ModuleFile, home: Place, name: str) -> SourceFile | None:
    """Only what assigns to the name is parsed."""
    text = _text(module)
    if text is None or re.search(rf"^[ \t]*{re.escape(name)}[ \t]*(?::[^=\n]*)?=", text, re.MULTILINE) is None:
        return None
    return _parsed_once(text, Place(home.own, home.installed, module.package))


def _text(module: ModuleFile) -> str | None:
    if module.stamp[1] > _LARGEST:
        return None
    try:
        return decode_source(Path(module.path).read_bytes())
    except (OSError, SourceError):
        return None


def _parsed(text: str, home: Place) -> SourceFile | None:
    try:
        return SourceFile.parse_tolerant(text, home=home)
    except SourceError:
        return None


# Many files take their aliases from the same one.
_parsed_once = lru_cache(maxsize=8)(_parsed)
