"""Classes of a project that have what a value is asked for of which nothing else says what it is."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Collection, Iterator, MutableMapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from perfcast.source.classes.implied_classes import class_attributes
from perfcast.source.locations.place import ModuleFile, Place, Stamp, find_module, stamp_of
from perfcast.source.locations.projects import read_small

from .subclasses import module_name, package_files

#: Classes that are told of; where more have what is asked for, that tells nothing.
_MOST_TOLD: Final = 3
_MOST_HAVING: Final = 12
#: Files that are parsed for one question, and of the processor for one.
_MOST_PARSED: Final = 20
_SECONDS: Final = 0.15
#: Dotted names of modules of tests.
_TESTS: Final = re.compile(r"(?:^|[._])(?:tests?|conftest)(?:[._]|$)")


def having(
    place: Place,
    tree: ast.Module,
    attribute: str,
    others: Collection[str],
    read: MutableMapping[str, Stamp | None],
) -> list[str]:
    """Names of classes that have an attribute by their own text, those of other files dotted: of the file, of modules
    that it imports, of its package. Those that have most of the others come first; nothing where too many have it.

    Args:
        tree: of the file.
        read: is told the files that were looked into, which the answer holds for as long as they are what they were.
    """
    if attribute.startswith("__"):
        return []
    until = time.process_time() + _SECONDS
    found = [
        (name, _score(node, others))
        for node in tree.body
        if isinstance(node, ast.ClassDef) and attribute in class_attributes(node)
        for name in (node.name,)
    ]
    defining = re.compile(rb"(?:def |self\.|^    |\t)" + attribute.encode() + rb"\b(?:\(|\s*[:=])", re.MULTILINE)
    parsed = 0
    for module, path in _modules(place, tree):
        if time.process_time() > until or parsed >= _MOST_PARSED or len(found) > _MOST_HAVING:
            break
        stamp = read[path] = stamp_of(path)
        if stamp is None or defining.search(read_small(path)) is None:
            continue
        parsed += 1
        found += [
            (f"{module}.{name}", _score(node, others))
            for name, node in _classes(path, stamp).items()
            if attribute in class_attributes(node)
        ]
    if len(found) > _MOST_HAVING:
        return []
    # Sorting keeps the order of what has as many.
    return [name for name, _ in sorted(found, key=lambda one: -one[1])][:_MOST_TOLD]


def _score(node: ast.ClassDef, others: Collection[str]) -> int:
    return len(class_attributes(node) & set(others))


def _modules(place: Place, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Dotted names and paths, each once: of what the file imports of the user's own, of its package, then of what the
    former import."""
    seen = {place.file}
    imported = list[ModuleFile]()
    for name in _imported(place, tree):
        found = find_module(name, place.own) if name else None
        if found is not None and found.path not in seen and place.is_own(found.path):
            seen.add(found.path)
            imported.append(found)
            yield name, found.path
            if found.is_package:
                for path in map(str, sorted(Path(found.path).parent.glob("*.py"))):
                    if path not in seen:
                        seen.add(path)
                        yield f"{name}.{Path(path).stem}", path
    for path in package_files(place):
        name = module_name(place, path)
        if path not in seen and _TESTS.search(name) is None:
            seen.add(path)
            yield name, path
    for module in imported:
        for name in _imports(module.path, stamp_of(module.path), module.package):
            found = find_module(name, place.own) if name else None
            if found is not None and found.path not in seen and place.is_own(found.path):
                seen.add(found.path)
                yield name, found.path


def _imported(place: Place, tree: ast.Module) -> Iterator[str]:
    return _imported_by(tree, place.package)


def _imported_by(tree: ast.Module, whole: str) -> Iterator[str]:
    package = whole.split(".") if whole else []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=module, level=0) if module:
                yield module
            case ast.ImportFrom(module=module, level=int(level)):
                yield ".".join([*package[: len(package) - level + 1], *([module] if module else [])])


@lru_cache(maxsize=60)
def _imports(path: str, stamp: Stamp | None, package: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_imported_by(_tree(path, stamp), package)))


@lru_cache(maxsize=60)
def _classes(path: str, stamp: Stamp) -> dict[str, ast.ClassDef]:
    tree = _tree(path, stamp)
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


@lru_cache(maxsize=60)
def _tree(path: str, _: Stamp | None) -> ast.Module:
    """Of a file that is asked for its imports and for its classes; an empty one where it does not parse."""
    try:
        return ast.parse(read_small(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
