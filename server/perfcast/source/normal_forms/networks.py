"""Neural networks' modules of a file, and what these are parts of."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from itertools import islice
from typing import Final

from perfcast.source.classes.implied_classes import call_mark
from perfcast.source.classes.networks import MOST_CALLS, Made, Outer, made_by, mentioned
from perfcast.source.definitions.bases import base_names, extend_module
from perfcast.source.definitions.calls import CallSite
from perfcast.source.definitions.references import references
from perfcast.source.normal_forms.meanings import Meanings
from perfcast.source.normal_forms.names import Names

#: Modules within one another that are looked at.
_MOST_OUTER: Final = 8


class Networks:
    """Those of one file. What is told of a class is found once."""

    def __init__(self, module: Names, meanings: Meanings, calls: Callable[[str], Iterable[CallSite]]) -> None:
        """
        Args:
            calls: the file's calls of a name.
        """
        self._module, self._meanings, self._calls = module, meanings, calls
        self._outers: dict[ast.ClassDef, Outer | None] = {}
        self._mades: dict[ast.ClassDef, Made] = {}

    def is_module(self, owner: ast.ClassDef) -> bool:
        """Whether a class of the file is one of PyTorch's modules."""
        return self.extend_module(base_names(owner))

    def extend_module(self, bases: Iterable[str]) -> bool:
        """Whether what extends such bases is one, see `base_names`."""
        return extend_module(bases, self._module.bases_of)

    def made_by(self, owner: ast.ClassDef) -> ast.Call | None:
        """How the file makes an instance of one of its neural networks' modules; None where that cannot be told."""
        return self.made(owner).call if self.is_module(owner) else None

    def made(self, owner: ast.ClassDef) -> Made:
        """As `made_by`, of any class, with what that rests on."""
        if owner not in self._mades:
            calls = self._calls(owner.name) if self._meanings.of(owner.name) is owner else ()
            self._mades[owner] = made_by(calls, owner, self._module.binds, self._meanings.of)
        return self._mades[owner]

    def outer(self, owner: ast.ClassDef) -> Outer | None:
        """The module of the file that instances of one of its modules are parts of, the outermost one.

        None for what is part of nothing.
        """
        if owner not in self._outers:
            is_part = self.is_module(owner) and self._meanings.of(owner.name) is owner
            self._outers[owner] = self._outermost(owner) if is_part else None
        return self._outers[owner]

    def _outermost(self, owner: ast.ClassDef) -> Outer | None:
        outer: Outer | None = None
        seen, names = {owner.name}, frozenset({call_mark(owner.name)})
        while len(seen) < _MOST_OUTER:
            inner = owner.name if outer is None else outer.node.name
            node = next((one for one in self._mentioning.get(inner, ()) if one.name not in seen), None)
            call = None if node is None else self.made(node).call
            if node is None:
                node, call = self._made_with(inner, seen)
            if node is None:
                break
            seen.add(node.name)
            names |= {node.name, call_mark(node.name)} | (frozenset() if call is None else references(call).names)
            outer = Outer(node, call, names)
        return outer

    def _made_with(self, name: str, seen: Collection[str]) -> tuple[ast.ClassDef, ast.Call] | tuple[None, None]:
        """A module that the file makes of another one's class, or of what mentions it, and the call."""
        for node, sites in self._made_of.get(name, {}).items():
            if node.name not in seen:
                made = made_by(sites, node, self._module.binds, self._meanings.of)
                if made.call is not None:
                    return node, made.call
        return None, None

    @cached_property
    def _made_of(self) -> dict[str, dict[ast.ClassDef, list[CallSite]]]:
        """By a name that calls of the file's modules mention, these modules and calls."""
        found: dict[str, dict[ast.ClassDef, list[CallSite]]] = {}
        for node in self.all:
            for site in islice(self._calls(node.name), MOST_CALLS):
                for name in references(site.node).names:
                    found.setdefault(name, {}).setdefault(node, []).append(site)
        return found

    @cached_property
    def _mentioning(self) -> dict[str, list[ast.ClassDef]]:
        """By a name, the file's modules that may make instances of it."""
        found: dict[str, list[ast.ClassDef]] = {}
        for node in self.all:
            for name in mentioned(node):
                found.setdefault(name, []).append(node)
        return found

    @cached_property
    def all(self) -> list[ast.ClassDef]:
        """The file's modules."""
        found = (self._meanings.of(name) for name in self._module.classes if self.extend_module([name]))
        return [node for node in found if isinstance(node, ast.ClassDef)]
