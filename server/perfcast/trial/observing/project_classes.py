"""Classes of a project that parameters are of, as their names and what they are asked for tell: those of other files
than the parameter's own, which nothing there need import."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from perfcast.source.classes.implied_classes import Asked, class_attributes, class_of, words_of_class
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.locations.place import Place, Stamp, find_module, stamp_of
from perfcast.source.locations.projects import TEST, project_files, read_small, roots_of

_CLASS: Final = re.compile(rb"^class[ \t]+(\w+)", re.MULTILINE)
#: So much a parameter whose name tells nothing has to be asked for.
_TELLING: Final = 3
#: Files that are parsed to find one class; bytes of all; classes above one another.
_MOST_PARSED: Final = 20
_MOST_BYTES: Final = 30_000_000
_MOST_ABOVE: Final = 5


class Found(NamedTuple):
    """
    Attributes:
        name: dotted, of the module and the class; several: a parameter holds a list of these.
    """

    name: str
    several: bool = False


class _Written(NamedTuple):
    """A class's definition, and the module that holds it."""

    module: str
    path: str
    node: ast.ClassDef


class ProjectClasses:
    """Those at the top level of a project's files, tests left out.

    Attributes:
        read: files whose classes were told, as they were.
    """

    def __init__(self, place: Place) -> None:
        """
        Args:
            place: of the file whose parameters are asked about, from which they must be found as modules.
        """
        self._place = place
        self._texts: dict[str, bytes] = {}
        self.read: dict[str, Stamp | None] = {}

    def named(self, name: str) -> Found | None:
        """The one of that name; None where there is none, or several are."""
        found = self._of_name(name)
        if found is None:
            return None
        self.read[found.path] = stamp_of(found.path)
        return Found(f"{found.module}.{name}")

    def of_parameter(self, asked: Asked) -> Found | None:
        """The class that a parameter is of: one that has what it is asked for, and is named like it, if no other has as
        much; or one that is named as it is, where it is asked for nothing. None where several may be."""
        implied = class_of(asked, self._meant, self._attributes)
        if implied is not None:
            found = self.named(implied.name)
            return None if found is None else found._replace(several=implied.several)
        wanted = frozenset(one for one in asked.itself if not one.startswith("__"))
        if len(wanted) >= _TELLING and self._paths:
            return self._having(wanted)
        return None if asked.itself or asked.elements else self._called(asked.parameter)

    def _called(self, parameter: str) -> Found | None:
        """The only class that is named as a parameter is, whatever its words are joined by."""
        word = parameter.replace("_", "").lower()
        exact = [name for name in self._words.get(word, ()) if words_of_class(name)[0] == word]
        return self.named(exact[0]) if len(exact) == 1 else None

    def _having(self, wanted: frozenset[str]) -> Found | None:
        """The only class that has all of these; of several, the one that the others extend."""
        names = [name.encode() for name in wanted]
        likely = [path for path, text in self._texts.items() if all(name in text for name in names)]
        if len(likely) > _MOST_PARSED:
            return None
        found: dict[str, ast.ClassDef] = {}
        for path in likely:
            found |= {name: node for name, node in _classes_of(path).items() if self._attributes(node) >= wanted}
        bases = {name: {last_name(base) for base in node.bases} for name, node in found.items()}
        first = [name for name in found if not bases[name] & found.keys()]
        return self.named(first[0]) if len(first) == 1 else None

    def _meant(self, word: str) -> Iterator[tuple[str, ast.ClassDef]]:
        meant = self._words.get(word, ())
        for name in meant if len(meant) <= _MOST_PARSED else ():
            found = self._of_name(name)
            if found is not None:
                yield name, found.node

    def _attributes(self, node: ast.ClassDef, depth: int = 0) -> frozenset[str]:
        """What its instances have by its text, and by those of its bases in the project."""
        found = class_attributes(node)
        for base in node.bases if depth < _MOST_ABOVE else ():
            above = self._of_name(last_name(base) or "")
            if above is not None and above.node is not node:
                found |= self._attributes(above.node, depth + 1)
        return found

    def _of_name(self, name: str) -> _Written | None:
        paths = self._paths.get(name, ())
        beside = str(Path(self._place.file).parent)
        near = [path for path in paths if str(Path(path).parent) == beside]
        only = near if len(near) == 1 else paths
        if len(only) != 1:
            return None
        node = _classes_of(only[0]).get(name)
        module = self._module(only[0])
        return None if node is None or module is None else _Written(module, only[0], node)

    def _module(self, path: str) -> str | None:
        """The dotted name by which a file is imported; None where what is imported by that is another one."""
        there = Path(path)
        name = Place.of(there).module
        found = find_module(name, self._place.own) if name else None
        return name if found is not None and Path(found.path) == there else None

    @cached_property
    def _paths(self) -> dict[str, list[str]]:
        """The files that define a class of a name, but for the parameter's own."""
        found: dict[str, list[str]] = defaultdict(list)
        left = _MOST_BYTES
        for root, path in project_files(roots_of(self._place)):
            if path != self._place.file and TEST.search(path.removeprefix(root)) is None:
                text = read_small(path)
                names = set(_CLASS.findall(text))
                for name in names:
                    found[name.decode()].append(path)
                if names:
                    self._texts[path] = text
                    left -= len(text)
                if left < 0:
                    break
        return dict(found)

    @cached_property
    def _words(self) -> dict[str, list[str]]:
        """The classes that a word may mean, see `words_of_class`."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self._paths):
            for word in words_of_class(name):
                found[word].append(name)
        return dict(found)


def _classes_of(path: str) -> dict[str, ast.ClassDef]:
    return _classes_at(path, stamp_of(path))


@lru_cache(maxsize=4 * _MOST_PARSED)
def _classes_at(path: str, _: Stamp | None) -> dict[str, ast.ClassDef]:
    try:
        tree = ast.parse(read_small(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
