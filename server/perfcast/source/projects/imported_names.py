"""What a name means that a file imports from another file of the user's own."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from perfcast.source.definitions.bindings import Bindings
from perfcast.source.definitions.generics import NamedType
from perfcast.source.definitions.units import Unit
from perfcast.source.errors import SourceError
from perfcast.source.file import SourceFile
from perfcast.source.locations.lazy_packages import LOADING, written_out
from perfcast.source.locations.place import ModuleFile, Place, absolute, find_module
from perfcast.source.parsing.text import decode_source

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
    path = "" if file.home is None else file.home.file
    for _ in range(_MOST_FILES):
        found = None if file.home is None else _followed(file, path, name, file.home, _reading)
        if found is None:
            return None
        file, path, name = found.file, found.path, found.name
        units = {unit.name: unit for unit in file.units}
        for candidate in (name, f"{name}.__init__"):
            if candidate in units:
                return ImportedUnit(file, units[candidate], found.module)
    return None


def imported_value(file: SourceFile, name: str) -> tuple[SourceFile, ast.expr | NamedType] | None:
    """The value of a constant that a dotted name of a file stands for, or the type, and the file of the user's own that
    says it."""
    home = file.home
    found = None if home is None else _followed(file, home.file, name, home, _assigning)
    value = None if found is None else found.file.meaning(found.name)
    return (found.file, value) if found is not None and isinstance(value, ast.expr | NamedType) else None


@dataclass(frozen=True)
class _Found:
    """The file that a name comes from, with its path, what it is called there, and the file's module."""

    file: SourceFile
    path: str
    name: str
    module: str


def _followed(
    file: SourceFile, path: str, name: str, home: Place, read_for: Callable[[ModuleFile, Place, str], SourceFile | None]
) -> _Found | None:
    """
    Args:
        path: of the file.
        read_for: a module and its file's place, and the name in it -> the file; None where it cannot be that one.
    """
    first, *rest = name.split(".")
    statements = written_out(file.binding(first, LOADING), path)
    for bound in Bindings.of_body(statements).imports.get(first, ()):
        alias, statement = bound.alias, bound.statement
        if isinstance(statement, ast.ImportFrom):
            parts = [*absolute(statement, home.package).split("."), alias.name, *rest]
        else:
            parts = [*(alias.name.split(".") if alias.asname else [first]), *rest]
        # The longest part that is a module; what is left is looked for in it.
        for length in range(len(parts) - 1, 0, -1):
            module = find_module(".".join(parts[:length]), home.own)
            inside = ".".join(parts[length:])
            read = None if module is None else read_for(module, home, inside)
            if module is not None and read is not None:
                return _Found(read, module.path, inside, ".".join(parts[:length]))
    return None


def _reading(module: ModuleFile, home: Place, name: str) -> SourceFile | None:
    text = _text(module)
    return None if text is None else _parsed(text, Place(home.own, home.installed, module.package))


def _assigning(module: ModuleFile, home: Place, name: str) -> SourceFile | None:
    """Only what assigns to the name is parsed."""
    text = _text(module)
    assigned = rf"^[ \t]*(?:type[ \t]+{re.escape(name)}\b|{re.escape(name)}[ \t]*(?::[^=\n]*)?=)"
    if text is None or re.search(assigned, text, re.MULTILINE) is None:
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
