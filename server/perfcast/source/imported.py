"""What a name means that a file imports from another file of the user's own."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .bindings import Bindings
from .errors import SourceError
from .file import SourceFile
from .lazy import written_out
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
    path = "" if file.home is None else file.home.file
    for _ in range(_MOST_FILES):
        found = None if file.home is None else _followed(file, path, name, file.home)
        if found is None:
            return None
        file, path, name, module = found
        units = {unit.name: unit for unit in file.units}
        for candidate in (name, f"{name}.__init__"):
            if candidate in units:
                return ImportedUnit(file, units[candidate], module)
    return None


def _followed(file: SourceFile, path: str, name: str, home: Place) -> tuple[SourceFile, str, str, str] | None:
    """The file that a name comes from, its path, what it is called there, and the file's module."""
    first, *rest = name.split(".")
    for bound in Bindings.of_body(written_out(file.tree.body, path)).imports.get(first, ()):
        alias, statement = bound.alias, bound.statement
        if isinstance(statement, ast.ImportFrom):
            parts = [*absolute(statement, home.package).split("."), alias.name, *rest]
        else:
            parts = [*(alias.name.split(".") if alias.asname else [first]), *rest]
        # The longest part that is a module; what is left is looked for in it.
        for length in range(len(parts) - 1, 0, -1):
            module = find_module(".".join(parts[:length]), home.own)
            read = None if module is None else _read(module, home)
            if module is not None and read is not None:
                return read, module.path, ".".join(parts[length:]), ".".join(parts[:length])
    return None


def _read(module: ModuleFile, home: Place) -> SourceFile | None:
    if module.stamp[1] > _LARGEST:
        return None
    try:
        text = decode_source(Path(module.path).read_bytes())
        return SourceFile.parse_tolerant(text, home=Place(home.own, home.installed, module.package))
    except (OSError, SourceError):
        return None
