"""What a job imports: looked for in its own folders first, whatever the harness has loaded itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from perfcast.source.locations.place import Place, find_module

#: What a user's file of the same name does not replace.
_KEPT: Final = frozenset({*sys.stdlib_module_names, "perfcast"})


def look_in(own: Sequence[str], installed: Sequence[str]) -> None:
    """Puts the folders before and behind those of this Python.

    A package that the harness needs, and has from elsewhere, is forgotten where one of `own` has it: what is measured
    is the code that somebody works on, not a version of it that happens to be installed.
    """
    sys.path[:0] = own
    sys.path += installed
    for top in {name.partition(".")[0] for name in sys.modules} - _KEPT:
        loaded = getattr(sys.modules.get(top), "__file__", None)
        found = find_module(top, own)
        if loaded is not None and found is not None and Path(found.path).resolve() != Path(loaded).resolve():
            for name in [one for one in sys.modules if one == top or one.startswith(f"{top}.")]:
                del sys.modules[name]


def imported(path: Path) -> ModuleType:
    """The module of a file, by the name that the file's place gives it. Raises whatever importing it raises."""
    place = Place.of(path)
    look_in(place.own, ())
    return import_module(place.module)


def loaded_from(path: Path) -> ModuleType | None:
    """The module that was imported from a file, by whatever name: of a package without an ``__init__.py`` at its top
    others have the whole name."""
    wanted = path.resolve()
    loaded = (one for one in [*sys.modules.values()] if isinstance(one, ModuleType))
    files = ((one, vars(one).get("__file__")) for one in loaded)
    return next((one for one, file in files if isinstance(file, str) and Path(file).resolve() == wanted), None)
