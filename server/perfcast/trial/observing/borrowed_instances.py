"""Instances that a project's tests and examples make, borrowed for units that nothing is seen to call: for methods of
theirs, and to functions that take one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from keyword import iskeyword
from pathlib import Path
from typing import Final

from perfcast.source import SourceFile, Unit
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.objects.classes import Class, mangled
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.observing.scripts import Script, going_on
from perfcast.workload import Workload

#: Scripts that make instances of one class, and instances of one script that are looked into.
_MOST_LENDERS: Final = 2
_MOST_LOOKED_INTO: Final = 60
_GETTERS: Final = frozenset({"property", "cached_property"})
#: Methods that are called with no instance, or for one that is yet to be made.
_OF_NO_INSTANCE: Final = frozenset({"staticmethod", "classmethod", "setter", "deleter"})
_MAKING: Final = frozenset({"__init__", "__new__", "__post_init__"})
#: What a function is called by, as its own name may stand for something else there.
_UNIT: Final = "_perfcast_unit"
#: A class by its dotted name; None where there is none.
ClassOf = Callable[[str], Class | None]


#: An instance that a script has made: of which class it is, or extends; and an expression for it.
Made = tuple[Class, str]


@dataclass(frozen=True)
class Borrower:
    """A unit that can be called with instances.

    Attributes:
        name: of the unit; owner: the class that it is a method of, '' for a function of its own.
        takes: parameter -> the dotted name of the class that it is of; is_getter: it is read, not called.
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
        named = {one.name: one.type.name for one in workload.arguments if one.name and not one.has_value}
        takes = {parameter: of for parameter, of in named.items() if "." in of}
        owner = file.owner(unit)
        if owner is None:
            return cls(unit.name, "", takes) if takes and not outer else None
        if decorators & _OF_NO_INSTANCE or name in _MAKING:
            return None
        return cls(unit.name, owner.name, takes, bool(decorators & _GETTERS))

    def call(self, module: str, there: Sequence[Made], class_of: ClassOf) -> str | None:
        """What calls it, in Python; None where there is nothing that it needs, or its module has no name that Python
        can import it by.

        Args:
            module: that it is imported from; there: the instances.
        """
        instances = {parameter: _instance_of(class_of(of), there) for parameter, of in self.takes.items()}
        given = ", ".join(f"{parameter}={one}" for parameter, one in instances.items() if one is not None)
        name = self.name.rpartition(".")[2]
        if not self.owner:
            can_be_imported = all(map(_is_name, module.split(".")))
            return f"from {module} import {name} as {_UNIT}; {_UNIT}({given})" if given and can_be_imported else None
        # Which class of that name it is, the calls tell that are seen.
        receiver = next((expression for of, expression in there if of.name == self.owner), None)
        if receiver is None:
            return None
        return f"{receiver}.{mangled(name, self.owner)}" + ("" if self.is_getter else f"({given})")


class Lenders:
    """Scripts, with the instances that are there when they are done."""

    def __init__(self, class_of: ClassOf) -> None:
        """
        Args:
            class_of: a class by its dotted name; None where there is none.
        """
        self._class_of = class_of
        self._found: dict[Class, dict[tuple[Path, str], tuple[Script, Sequence[Made]]]] = {}

    def note(self, path: Path, script: Script, frame: Frame) -> None:
        """What a script of a file has made, by its names."""
        there = _instances(frame)
        for of, _ in there:
            found = self._found.setdefault(of, {})
            if len(found) < _MOST_LENDERS:
                found.setdefault((path, script.name), (script, there))

    def lending(self, borrower: Borrower, module: str) -> Iterator[tuple[Path, Script]]:
        """Scripts that call a unit with what others make."""
        wanted = [of for of in self._found if of.name == borrower.owner]
        if not borrower.owner:
            named = map(self._class_of, borrower.takes.values())
            wanted = list(dict.fromkeys(of for of in named if of in self._found))
        for of in wanted:
            for (path, _), (script, there) in self._found[of].items():
                call = borrower.call(module, there, self._class_of)
                if call is not None:
                    yield path, going_on(script, call)


def _instance_of(of: Class | None, there: Sequence[Made]) -> str | None:
    return next((expression for one, expression in there if one is of), None)


def _instances(frame: Frame) -> list[Made]:
    """Those that names stand for, and what they hold; one of each class, under its own name if it has one."""
    found: dict[Class, tuple[int, str]] = {}
    waiting = [(name, value, 0) for name, value in frame.names.items() if _is_name(name)]
    # It grows meanwhile.
    for expression, value, depth in islice(waiting, _MOST_LOOKED_INTO):
        if not isinstance(value, Instance) or value.is_partial:
            continue
        for above, of in enumerate(value.of.order):
            rank = depth + 2 * above, expression
            found[of] = min(found.get(of, rank), rank)
        if not depth:
            inner = ((name, part) for name, part in value.attributes.items() if _is_name(name))
            waiting += [(f"{expression}.{name}", part, 1) for name, part in inner]
    return [(of, expression) for of, (_, expression) in found.items()]


def _is_name(name: object) -> bool:
    """Whether code can say it."""
    return isinstance(name, str) and name.isidentifier() and not iskeyword(name)
