"""Displays of lists, tuples, sets and dictionaries as closures."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from perfcast.trial.interpreter.accounting.collected_iterators import extend
from perfcast.trial.interpreter.accounting.heap_walk import KEYS, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.accounting.object_sizes import FEW_ENTRIES, shallow
from perfcast.trial.interpreter.accounting.prices import COPIED, MERGED
from perfcast.trial.interpreter.objects.elements import HELD, entries
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.closures import Expression
from perfcast.trial.interpreter.syntax.comparisons import CONTAINERS
from perfcast.trial.interpreter.syntax.waiting_values import waiting
from perfcast.trial.stdlib.containers.chain_maps import Chain

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: Of these, and functions, those that a call is given are there while what comes behind them is evaluated.
_WAITING = (*CONTAINERS, Function)
#: Constants from which on a display of them is made of a tuple that is there.
_MADE_OF_TUPLE: Final = 3
#: Entries of a display that are put into a dictionary together, at most.
_TOGETHER = 16


class Displays:
    """Compiles what makes containers of its elements, and values of expressions one after the other."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine

    def compile_list(self, node: ast.List) -> Expression:
        # Three constants or more are put into it as a tuple of them is, which leaves room for an even number.
        is_extended = len(node.elts) >= _MADE_OF_TUPLE and all(isinstance(part, ast.Constant) for part in node.elts)
        return self.compile(node.elts, list if is_extended else _list_of)

    def compile_set(self, node: ast.Set) -> Expression:
        return self.compile(node.elts, _set_of)

    def compile(self, nodes: list[ast.expr], make: Callable[[Any], Any]) -> Expression:
        machine = self.machine
        if any(isinstance(node, ast.Starred) for node in nodes):
            spread = self.spread(nodes)

            def made_of(frame: Frame) -> Any:
                parts = spread(frame)
                value = parts if make is _list_of else make(parts)
                if make is tuple:
                    # They are in a list first.
                    machine.briefly(shallow(value) + (0 if machine.is_known(parts) else shallow(parts)))
                return machine.made(value)

            return made_of
        if any(waiting(nodes)):
            all_parts = self.in_turn(nodes)
            return lambda frame: machine.made(make(all_parts(frame)))
        parts = [self.compiler.expressions.compile(node) for node in nodes]
        if make is tuple and len(parts) == 2:
            one, two = parts
            return lambda frame: machine.made((one(frame), two(frame)))
        return lambda frame: machine.made(make([part(frame) for part in parts]))

    def in_turn(self, nodes: list[ast.expr]) -> Callable[[Frame], list[Any]]:
        """Values of expressions, of which those of the first ones are held while the others are evaluated."""
        parts = [
            (self.compiler.expressions.compile(node), waits) for node, waits in zip(nodes, waiting(nodes), strict=True)
        ]
        held = self.machine.waiting

        def run(frame: Frame) -> list[Any]:
            found, before = [], len(held)
            try:
                for part, waits in parts:
                    value = part(frame)
                    found.append(value)
                    if waits and isinstance(value, _WAITING):
                        held.append(value)
            finally:
                del held[before:]
            return found

        return run

    def spread(self, nodes: list[ast.expr]) -> Callable[[Frame], list[Any]]:
        """Values of expressions some of which are starred."""
        parts = [
            (
                isinstance(node, ast.Starred),
                self.compiler.expressions.compile(node.value if isinstance(node, ast.Starred) else node),
            )
            for node in nodes
        ]

        def run(frame: Frame) -> list[Any]:
            found: list[Any] = []
            for is_starred, part in parts:
                if is_starred:
                    value = part(frame)
                    extend(self.machine, found, self.machine.counted(value))
                    if type(value) in HELD:
                        self.machine.gathered(found, gone=(value,), size=shallow(found) + shallow(value))
                else:
                    found.append(part(frame))
            return found

        return run

    def compile_dict(self, node: ast.Dict) -> Expression:
        parts = [
            (None if key is None else self.compiler.expressions.compile(key), self.compiler.expressions.compile(value))
            for key, value in zip(node.keys, node.values, strict=True)
        ]

        passing = _apart(node.keys)

        def run(frame: Frame) -> Any:
            found: dict[Any, Any] = {}
            for key, value in parts:
                if key is None:
                    others = mapping(self.machine, value(frame))
                    self.machine.pay((MERGED if found else COPIED) * len(others))
                    is_copied, size = not found, shallow(found)
                    found.update(others)
                    if is_copied:
                        self.machine.copied_table(found)
                    # What it had no room in is there until all is in the new one.
                    old = size if shallow(found) > size and not is_copied else 0
                    if old or not self.machine.outside.holds(others):
                        self.machine.aside += old
                        self.machine.gathered(found, others, size=shallow(found) + shallow(others))
                        self.machine.aside -= old
                else:
                    place = key(frame)
                    check_nesting(place)
                    found[place] = value(frame)
            if passing:
                self.machine.passes(*passing)
            return self.machine.made(found)

        return run


def _list_of(values: list[Any]) -> list[Any]:
    """A list with room for just these: a call of ``list`` makes room for an even number."""
    return values[:]


def _set_of(values: list[Any]) -> set[Any]:
    check_nesting(values)
    return set(values)


def _apart(keys: list[ast.expr | None]) -> list[int]:
    """Kinds of places that a dictionary takes besides its own while it is made of entries with these keys, None of
    those that are another dictionary's.

    A few entries are put into a table of their size at once: the first ones into that of the dictionary, others into
    another one's that is merged into it. As many as go together at most are put in one by one.
    """
    groups: list[int] = []
    for key in keys:
        if key is not None and groups and 0 < groups[-1] < _TOGETHER:
            groups[-1] += 1
        else:
            groups.append(0 if key is None else 1)
    merged = [number for number in groups[1:] if number]
    has_small = _TOGETHER in groups or any(number <= FEW_ENTRIES for number in merged)
    return [TABLE] * 2 * bool(merged) + [KEYS] * has_small


def mapping(machine: Machine, value: Any) -> dict[Any, Any]:
    """What two stars spread. Raises TypeError for what is no dictionary."""
    found = contained(entries(machine, value))
    if isinstance(found, dict):
        return found
    if isinstance(found, Chain):
        return found.merged()
    if isinstance(found, Unknown):
        raise Unsupported("spreading an unknown value")
    if isinstance(found, Instance | Module):
        raise Unsupported("spreading a mapping of another kind")
    raise TypeError("a mapping is expected")
