"""Of which class a receiver is made where the unit's own is a part of others, see
`perfcast.source.projects.subclasses`."""

from __future__ import annotations

import ast
import time
from contextlib import suppress
from typing import Final

from perfcast.source.locations.place import Place, stamp_of
from perfcast.source.parsing.walking import walk
from perfcast.source.projects.subclasses import asked_of_others, extending, module_name
from perfcast.trial.inputs.omitted_definitions import LeftOut
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.interpreter.world import World

#: Classes that extend one another in turn, and those that one search looks at.
_DEEPEST: Final = 3
_MOST: Final = 30
#: Of the processor, for one search.
_SECONDS: Final = 0.1


class MixedIn:
    """For one unit."""

    def __init__(self, left_out: LeftOut, world: World, place: Place) -> None:
        self._left_out, self._world, self._place = left_out, world, place
        self._known: dict[tuple[str, str], Class | None] = {}

    def standing(self, of: Class, method: str) -> Class | None:
        """One that extends a class and gives all that a method asks its instances for; None where the class needs none,
        or none is found in time."""
        key = of.name, method
        if key not in self._known:
            self._known[key] = None
            with suppress(Stop, Exception):
                self._known[key] = self._found(of, method)
        return self._known[key]

    def _found(self, of: Class, method: str) -> Class | None:
        tree = self._left_out.tree
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        owner = classes.get(of.name)
        asked = frozenset[str]() if owner is None else asked_of_others(owner, method, classes)
        if not asked:
            return None
        waiting, seen, until = [(of.name, 0)], set[tuple[str, str]](), time.process_time() + _SECONDS
        while waiting:
            name, depth = waiting.pop(0)
            for path, other in extending(self._place, tree, name, until):
                if (path, other) in seen:
                    continue
                if len(seen) == _MOST or time.process_time() > until:
                    return None
                seen.add((path, other))
                # It may come to give what it lacks.
                self._world.read.setdefault(path, stamp_of(path))
                found = self._class(path, other)
                if found is None or of not in found.order:
                    continue
                if all(_gives(found, one, of) for one in asked):
                    return found
                if depth < _DEEPEST:
                    waiting.append((other, depth + 1))
        return None

    def _class(self, path: str, name: str) -> Class | None:
        file = self._left_out.file
        if file is None:
            return None
        with suppress(Stop, Exception):
            if path == self._place.file:
                found = file[name]
            else:
                self._world.take(file)
                module = self._world.followed(module_name(self._place, path))
                found = None if module is None else module.get(name)
            return found if isinstance(found, Class) else None
        return None


def _gives(found: Class, name: str, of: Class) -> bool:
    """Whether instances have that, by the class itself or by what others than the one that asks set."""
    given = found.find(name)
    if given is not MISSING and given is not of.find(name):
        return True
    nodes = (one.node for one in found.order if one is not of and one.node is not None)
    return any(
        isinstance(part, ast.Attribute) and part.attr == name and isinstance(part.ctx, ast.Store)
        for node in nodes
        for part in walk(node)
    )
