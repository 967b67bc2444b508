"""Classes that ask of their instances what only a class that extends them gives, as mixins do and what leaves methods
open; and which class of the project gives it."""

from __future__ import annotations

import ast
import math
import os
import re
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice, takewhile
from pathlib import Path
from typing import Final

from perfcast.source.classes.abstract import left_open
from perfcast.source.definitions.bases import base_names
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.units import is_attribute_of, own_name
from perfcast.source.locations.place import Place, Stamp, stamp_of
from perfcast.source.locations.projects import project_files

_EXTENDING: Final = re.compile(r"^class[ \t]+(\w+)[ \t]*\(([^)]*)\)", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")
_TESTS: Final = re.compile(r"(?:^|[_/])(?:tests?|conftest)(?:[_/.]|$)")
#: Files of a package that are looked at, bytes of one, classes one above the other, and those that extend one.
_MOST_FILES: Final = 600
_LARGEST: Final = 300_000
_MOST_ABOVE: Final = 20
_MOST_BELOW: Final = 12
#: How long what a package's files are is known.
_SECONDS_KNOWN: Final = 5.0
_PLAIN: Final = frozenset({"object", "ABC", "Generic", "Protocol"})
#: What answers for any name.
_ANSWERING: Final = frozenset({"__getattr__", "__getattribute__"})


def asked_of_others(owner: ast.ClassDef, method: str, classes: Mapping[str, ast.ClassDef]) -> frozenset[str]:
    """What a method, or another one that it calls, asks ``self`` for, and neither the class gives it nor what that
    extends; nothing where that is not all of the file, or may give anything.

    Args:
        classes: of the file, by name.
    """
    above = list(_above(owner, classes))
    named = {name for node in above for name in map(last_name, node.bases)}
    if not named <= {node.name for node in above} | _PLAIN or any(node.keywords for node in above):
        return frozenset()
    held = {name for node in above for name in _held(node)}
    if held & _ANSWERING:
        return frozenset()
    open_ones = left_open(owner.name, classes.get)
    methods = {
        part.name: part
        for node in reversed(above)
        for part in node.body
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    asked, waiting = set[str](), [method]
    while waiting:
        name = waiting.pop()
        if name in methods and name not in open_ones:
            new = _asked(methods[name]) - asked
            asked |= new
            waiting += new
    return frozenset(
        name for name in asked if (name not in held or name in open_ones) and not hasattr(object, name)
    ) - {method}


def extending(place: Place, tree: ast.Module, name: str, until: float = math.inf) -> Iterator[tuple[str, str]]:
    """Classes that extend one of a file: path and name, the file's own before those of other files of its package,
    of which those beside it come first, those of tests last.

    Args:
        tree: of the file; until: by the process's clock, no further file is looked at.
    """
    return islice(_extending(place, tree, name, until), _MOST_BELOW)


def _extending(place: Place, tree: ast.Module, name: str, until: float) -> Iterator[tuple[str, str]]:
    classes = (one for one in tree.body if isinstance(one, ast.ClassDef))
    yield from ((place.file, one.name) for one in classes if name in base_names(one))
    for path in package_files(place):
        if time.process_time() > until:
            return
        stamp = None if path == place.file else stamp_of(path)
        if stamp is not None:
            yield from sorted((path, other) for other, bases in _classes(path, stamp) if name in bases)


def package_files(place: Place) -> tuple[str, ...]:
    """Of the package that a file is in, or of its folder where it is in none, those beside it first, tests last."""
    folder = Path(place.file).parent
    parts = place.package.split(".") if place.package else []
    top = folder.parents[len(parts) - 2] if len(parts) > 1 else folder
    changed = _changed(str(top)), _changed(str(folder))
    return _files(str(top), str(folder), bool(parts), changed, int(time.monotonic() / _SECONDS_KNOWN))


def module_name(place: Place, path: str) -> str:
    """The dotted name of another file of the package that a place is in."""
    parts = place.package.split(".") if place.package else []
    folder = Path(place.file).parent
    top = folder.parents[len(parts) - 1] if parts else folder
    inner = Path(path).relative_to(top).with_suffix("").parts
    return ".".join(inner[:-1] if inner[-1] == "__init__" else inner)


@lru_cache(maxsize=4)
def _files(top: str, folder: str, is_package: bool, changed: tuple[int, int], when: int) -> tuple[str, ...]:
    """Of a package, or of a folder alone: where there are too many, the nearest to one of its folders.

    Args:
        changed: those folders, another time; when: some seconds, after which all are listed again.
    """
    if is_package:
        found = list(dict.fromkeys(path for _, path in project_files([folder, top])))
    else:
        found = [str(one) for one in Path(folder).glob("*.py")]
    tests = {path for path in found if _TESTS.search(path.removeprefix(top)) is not None}
    if len(found) > _MOST_FILES:
        found = sorted(found, key=lambda path: (path in tests, _steps(folder, path), path))[:_MOST_FILES]
    return tuple(sorted(found, key=lambda path: (path in tests, os.path.dirname(path) != folder, path)))  # noqa: PTH120


def _steps(folder: str, path: str) -> int:
    """How many folders one leaves and enters on the way to a file."""
    here, there = Path(folder).parts, Path(path).parent.parts
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False)))
    return len(here) + len(there) - 2 * common


def _changed(folder: str) -> int:
    """When files were put into it last."""
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=2 * _MOST_FILES)
def _classes(path: str, stamp: Stamp) -> tuple[tuple[str, frozenset[str]], ...]:
    """Those that extend others, with the last names of what they extend."""
    try:
        text = Path(path).read_text(encoding="utf-8") if stamp[1] <= _LARGEST else ""
    except (OSError, ValueError):
        return ()
    return tuple((name, frozenset(_WORD.findall(bases))) for name, bases in _EXTENDING.findall(text))


def _above(owner: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> Iterator[ast.ClassDef]:
    waiting, seen = [owner], set[str]()
    while waiting and len(seen) < _MOST_ABOVE:
        node = waiting.pop(0)
        if node.name not in seen:
            seen.add(node.name)
            yield node
            waiting += [classes[name] for name in base_names(node) if name in classes]


def _held(node: ast.ClassDef) -> Iterator[str]:
    """Names that a class's body binds, and attributes that its methods set."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield part.name
        elif isinstance(part, ast.Assign | ast.AnnAssign):
            yield from (last_name(one) for one in (part.targets if isinstance(part, ast.Assign) else [part.target]))
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
            yield inner.attr


def _asked(method: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    own = own_name(method)
    return {part.attr for part in ast.walk(method) if is_attribute_of(part, own)}
