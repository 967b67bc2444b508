"""What an ``import`` within a function costs when the module is imported already."""

from __future__ import annotations

import sys
from typing import Final

from perfcast.trial.interpreter.accounting.prices import (
    IMPORTED,
    IMPORTED_FROM_MODULE,
    IMPORTED_FROM_PACKAGE,
    IMPORTED_PART,
    IMPORTED_WITHOUT_STATE,
    NAME_OF_MODULE,
    NAME_OF_PACKAGE,
)

#: Modules that are there before the import system is, whose being ready is looked for in vain.
_WITHOUT_STATE: Final = frozenset({"sys", "builtins"})
#: Packages of the standard library; its other modules are single files, or parts of the interpreter.
_PACKAGES: Final = frozenset(
    {"asyncio", "collections", "concurrent", "ctypes", "email", "encodings", "html", "http", "importlib", "json"}
    | {"logging", "multiprocessing", "re", "sqlite3", "tomllib", "unittest", "urllib", "xml", "zoneinfo"}
    | {"concurrent.futures", "importlib.metadata", "importlib.resources", "xml.etree"}
)


def importing(name: str) -> float:
    """Nanoseconds of ``import`` with a dotted name."""
    return IMPORTED + IMPORTED_PART * name.count(".") + IMPORTED_WITHOUT_STATE * (name in _WITHOUT_STATE)


def importing_from(name: str, names: int) -> float:
    """Nanoseconds of ``from name import`` with so many names: CPython asks whether it is a package, and the answer that
    it is none is an error that is forgotten. Of a package each name is asked for twice.
    """
    if _is_package(name):
        return IMPORTED_FROM_PACKAGE + NAME_OF_PACKAGE * names
    return IMPORTED_FROM_MODULE + NAME_OF_MODULE * names + IMPORTED_WITHOUT_STATE * (name in _WITHOUT_STATE)


def _is_package(name: str) -> bool:
    """Whether a module is a package: of the standard library as it is, others at the top as a rule."""
    top, _, rest = name.partition(".")
    return name in _PACKAGES if top in sys.stdlib_module_names else not rest
