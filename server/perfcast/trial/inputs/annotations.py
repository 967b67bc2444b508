"""What the annotations of a class's constructor stand for, as the file says it that the class is written in."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

from perfcast.source import SourceError, SourceFile
from perfcast.source.locations.place import Place, Stamp, absolute, stamp_of
from perfcast.source.parsing.text import decode_source
from perfcast.source.projects.aliases import annotated_names, without_aliases
from perfcast.trial.interpreter.imports.followed_modules import Followed, Globals
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.named_tuples import Written
from perfcast.trial.interpreter.stops import Stop

#: Bytes of a file that is read for it.
_LARGEST: Final = 1_000_000


def meant_there(of: Class | Written, written: ast.FunctionDef, place: Place) -> ast.FunctionDef:
    """A constructor without names that stand for other annotations; itself where it has none.

    Args:
        of: the class that it makes instances of; place: of the unit.
    """
    names = module_names(of)
    if names is None or not any(_may_be_alias(name, names) for name in annotated_names(written)):
        return written
    file = _file_of(names, place)
    meant = written if file is None else without_aliases(written, file)
    assert isinstance(meant, ast.FunctionDef)
    return meant


def module_names(of: Class | Written) -> Globals | None:
    """Those of the module that the constructor is written in, or another method of the class."""
    if isinstance(of, Written):
        around = of.around
    else:
        found = [of.find("__init__"), *(one for base in of.order for one in base.attributes.values())]
        around = next((one.around for one in found if isinstance(one, Function) and one.around is not None), None)
    while around is not None and around.outer is not None:
        around = around.outer
    return around.names if around is not None and isinstance(around.names, Globals) else None


def for_checkers(tree: ast.Module, name: str, package: str) -> Iterator[str]:
    """What a name is imported as by statements within others, as those for type checkers alone are, dotted.

    Args:
        package: that relative imports start from.
    """
    inner = (part for one in tree.body if isinstance(one, ast.If) for part in one.body)
    for node in inner:
        if isinstance(node, ast.ImportFrom):
            yield from (
                f"{absolute(node, package)}.{one.name}" for one in node.names if (one.asname or one.name) == name
            )


def named_for_checkers(names: Globals, name: str) -> Iterator[str]:
    """The same of a module that was followed, by what it binds."""
    path = names.get("__file__")
    stamp = stamp_of(path) if isinstance(path, str) else None
    if isinstance(path, str) and stamp is not None and stamp[1] <= _LARGEST:
        yield from for_checkers(_tree(path, stamp), name, names.package)


def _may_be_alias(name: str, names: Globals) -> bool:
    """Whether it may stand for another annotation: it is no class, and of no library."""
    first, _, rest = name.partition(".")
    with suppress(Stop, Exception):
        found = names[first]
        if rest:
            return isinstance(found, Module) and isinstance(found.members, Followed)
        return not (isinstance(found, Class | Written) or (isinstance(found, type) and found.__name__ == name))
    # A name for type checkers alone.
    return True


def _file_of(names: Globals, place: Place) -> SourceFile | None:
    path = names.get("__file__")
    stamp = stamp_of(path) if isinstance(path, str) else None
    if not isinstance(path, str) or stamp is None or stamp[1] > _LARGEST or not place.is_own(path):
        return None
    return _parsed(path, stamp, Place(place.own, place.installed, names.package, path))


@lru_cache(maxsize=8)
def _tree(path: str, _: Stamp) -> ast.Module:
    try:
        return ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


@lru_cache(maxsize=4)
def _parsed(path: str, stamp: Stamp, home: Place) -> SourceFile | None:
    try:
        return SourceFile.parse_tolerant(decode_source(Path(path).read_bytes()), home=home)
    except (OSError, SourceError):
        return None
