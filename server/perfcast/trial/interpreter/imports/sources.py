"""Where the source of modules is. Nothing is imported: files are found by their names, read and parsed."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from perfcast.source.locations.lazy_packages import stub_of, written_out
from perfcast.source.locations.place import ModuleFile, Place, Stamp, find_module, stamp_of
from perfcast.trial.interpreter.imports.global_enums import DECORATOR, with_members
from perfcast.trial.interpreter.imports.toplevel import TopLevel
from perfcast.trial.libraries.numpy import module_names

#: Bytes of the largest file that is read, and how many are kept.
_LARGEST: Final = 600_000
_MOST_FILES: Final = 1_000
#: What may bind names, wherever it stands, be it within ``try``: definitions, assignments, imports of several lines.
_BINDING: Final = re.compile(
    r"^[ \t]*(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)|^[ \t]*(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?::[^\n=]*)?=(?!=)"
    r"|^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(\([^)]*\)|[^\n(]+)",
    re.MULTILINE,
)
#: What binds a name to what is made of its value.
_AUGMENTING: Final = re.compile(r"^[ \t]*(\w+)[ \t]*(?:[-+*/%|&^@]|//|\*\*|<<|>>)=", re.MULTILINE)
_CLASS: Final = re.compile(r"^class[ \t]+(\w+)", re.MULTILINE)
_WORD: Final = re.compile(r"\w+|\*")
#: Of the standard library what works by way of the interpreter or of the operating system, so that its source says
#: little; and libraries that the closed world has models of, or whose work is done in another language.
_NOT_FOLLOWED: Final = frozenset(
    {"abc", "asyncio", "builtins", "copyreg", "ctypes", "dataclasses", "datetime", "decimal", "enum"}
    | {"importlib", "inspect", "io", "multiprocessing", "os", "pickle", "re", "select", "signal", "site"}
    | {"socket", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "traceback", "types", "typing"}
    | {"typing_extensions", "unittest", "warnings", "weakref", "_pydecimal", "_pydatetime", "_pyio"}
    | {"attr", "attrs", "cv2", "jax", "matplotlib", "numba", "numpy", "pandas", "PIL", "polars", "pydantic"}
    | {"pydantic_core", "regex", "scipy", "sklearn", "tensorflow", "torch", "triton"}
)


#: Characters of each source that was parsed and is kept.
_parsed: list[int] = []


class Source:
    """The text of one module's file."""

    def __init__(self, text: str, path: str = "") -> None:
        self._text, self._path = text, path

    @cached_property
    def tree(self) -> ast.Module:
        """Empty where the text does not parse."""
        _parsed.append(len(self._text))
        try:
            tree = ast.parse(self._text)
            if self._is_lazy:
                return ast.Module(written_out(tree.body, self._path), [])
            return ast.Module(with_members(tree.body), []) if DECORATOR in self._text else tree
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.Module([], [])

    @cached_property
    def top(self) -> TopLevel:
        return TopLevel(self.tree)

    def may_bind(self, name: str) -> bool:
        """Whether a look at the text leaves that open, before it is parsed."""
        return self._is_lazy or name in self.bound or "*" in self.bound

    def augments(self, name: str) -> bool:
        """Whether statements of the module itself bind a name anew to what is made of its value."""
        return name in self._augmented and len(self.top.of(name)) > 1

    def may_nest(self, name: str) -> bool:
        """Whether it may define a function of that name within another one, as far as a look at the text tells."""
        return re.search(rf"^[ \t]+(?:async[ \t]+)?def[ \t]+{name}\b", self._text, re.MULTILINE) is not None

    def may_define(self, words: Iterable[str]) -> bool:
        """The same of a class that one of these words is in the name of."""
        classes = "\n".join(_CLASS.findall(self._text)).lower()
        return any(word in classes for word in words)

    def may_call(self, name: str) -> bool:
        """Whether it may call a function of that name for its own sake, by a look at the text."""
        return f"\n{name}(" in self._text

    def may_set(self, name: str) -> bool:
        """The same of a property of that name that can be set."""
        return f"@{name}.setter" in self._text

    @cached_property
    def _augmented(self) -> frozenset[str]:
        return frozenset(_AUGMENTING.findall(self._text))

    @property
    def _is_lazy(self) -> bool:
        return "lazy" in self._text and "attach" in self._text

    @cached_property
    def bound(self) -> frozenset[str]:
        """Words of all that may bind names, by a look at the text."""
        return frozenset(_WORD.findall(" ".join("".join(groups) for groups in _BINDING.findall(self._text))))


def source_of(module: ModuleFile) -> Source:
    """Of a module's file; empty where it cannot be read."""
    return _read(module.path, module.stamp, module.stub)


@lru_cache(maxsize=_MOST_FILES)
def _read(path: str, stamp: Stamp, stub: Stamp | None) -> Source:
    try:
        return Source(Path(path).read_text(encoding="utf-8"), path)
    except (OSError, ValueError):
        return Source("")


def parsed_bytes() -> int:
    """Of the sources that are kept parsed, about."""
    return sum(_parsed)


def find(name: str, folders: Sequence[str]) -> ModuleFile | None:
    """The file of a module; None for one that is not followed, is not there or is not written in Python."""
    top = name.partition(".")[0]
    if (top in _NOT_FOLLOWED and not module_names.is_followed(name)) or top in sys.builtin_module_names:
        return None
    found = find_module(name, folders)
    return found if found is not None and found.stamp[1] <= _LARGEST else None


def at(place: Place) -> ModuleFile | None:
    """The file of a place; None where it has none, or one that is too large."""
    stamp = stamp_of(place.file) if place.file else None
    if stamp is None or stamp[1] > _LARGEST:
        return None
    is_package = Path(place.file).stem == "__init__"
    stub = stamp_of(stub_of(place.file)) if is_package else None
    return ModuleFile(place.module, place.file, is_package, stamp, stub)
