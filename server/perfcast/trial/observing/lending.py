"""Instances that a project's tests and examples make, lent to units that nobody is seen to call: to methods of theirs,
and to functions that take one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from perfcast.source import SourceFile, Unit
from perfcast.source.special import last_name
from perfcast.trial.objects.kinds import Frame, Instance
from perfcast.trial.observing.scripts import Script, going_on
from perfcast.workload import Workload

#: Scripts that make instances of one class, and instances of one script that are looked into.
_MOST_LENDERS: Final = 2
_MOST_LOOKED_INTO: Final = 60
_GETTERS: Final = frozenset({"property", "cached_property"})
#: Methods that are called with no instance, or for one that is yet to be made.
_OF_NO_INSTANCE: Final = frozenset({"staticmethod", "classmethod", "setter", "deleter"})
_MAKING: Final = frozenset({"__init__", "__new__", "__post_init__"})


@dataclass(frozen=True)
class Borrower:
    """A unit that can be called with instances.

    Attributes:
        name: of the unit; owner: the class that it is a method of, '' for a function of its own.
        takes: parameter -> the class that it is of; is_getter: it is read, not called.
    """

    name: str
    owner: str
    takes: Mapping[str, str]
    is_getter: bool = False

    @classmethod
    def of(cls, unit: Unit, file: SourceFile, workload: Workload) -> Borrower | None:
        """None for what takes no instances.

        Args:
            workload: with the classes of the project that the parameters are of.
        """
        *outer, name = unit.name.split(".")
        decorators = {last_name(one) for one in file.node(unit).decorator_list}
        dotted = {one.name: one.type.name for one in workload.arguments if one.name and not one.has_value}
        takes = {parameter: of.rpartition(".")[2] for parameter, of in dotted.items() if "." in of}
        owner = file.owner(unit)
        if owner is None:
            return cls(unit.name, "", takes) if takes and not outer else None
        if decorators & _OF_NO_INSTANCE or name in _MAKING:
            return None
        return cls(unit.name, owner.name, takes, bool(decorators & _GETTERS))

    def call(self, module: str, there: Mapping[str, str]) -> str | None:
        """What calls it, in Python; None where there is nothing that it needs.

        Args:
            module: that it is imported from; there: class -> an instance of it, as an expression.
        """
        given = [f"{parameter}={there[of]}" for parameter, of in self.takes.items() if of in there]
        name = self.name.rpartition(".")[2]
        if not self.owner:
            return f"from {module} import {name}; {name}({', '.join(given)})" if given else None
        if self.owner not in there:
            return None
        return f"{there[self.owner]}.{name}" + ("" if self.is_getter else f"({', '.join(given)})")


class Lenders:
    """Scripts, with the instances that are there when they are done."""

    def __init__(self) -> None:
        self._found: dict[str, list[tuple[Path, Script, Mapping[str, str]]]] = {}

    def note(self, path: Path, script: Script, frame: Frame) -> None:
        """What a script of a file has made, by its names."""
        there = _instances(frame)
        for name in there:
            found = self._found.setdefault(name, [])
            if len(found) < _MOST_LENDERS:
                found.append((path, script, there))

    def lending(self, borrower: Borrower, module: str) -> Iterator[tuple[Path, Script]]:
        """Scripts that call a unit with what others make."""
        for of in [borrower.owner] if borrower.owner else dict.fromkeys(borrower.takes.values()):
            for path, script, there in self._found.get(of, ()):
                call = borrower.call(module, there)
                if call is not None:
                    yield path, going_on(script, call)


def _instances(frame: Frame) -> dict[str, str]:
    """Class -> an expression for an instance of it, or of one that extends it: its own name if it has one."""
    found: dict[str, tuple[int, str]] = {}
    waiting = [(name, value, 0) for name, value in frame.names.items() if name.isidentifier()]
    # It grows meanwhile.
    for expression, value, depth in islice(iter(waiting), _MOST_LOOKED_INTO):
        if not isinstance(value, Instance) or value.is_partial:
            continue
        for above, of in enumerate(value.of.order):
            rank = depth + 2 * above, expression
            found[of.name] = min(found.get(of.name, rank), rank)
        if not depth:
            inner = ((name, part) for name, part in value.attributes.items() if name.isidentifier())
            waiting += [(f"{expression}.{name}", part, 1) for name, part in inner]
    return {name: expression for name, (_, expression) in found.items()}
