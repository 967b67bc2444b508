"""What constructors, and methods that come before the unit, are called with where what was made up for them fails, as
errors tell."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from perfcast.source.classes.constructors import with_bases
from perfcast.source.classes.networks import method_of
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.errors.handlers import in_full, is_of_unknown, stop_in_full
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.stops import OutOfSteps, Stop
from perfcast.trial.stdlib.language.enums import Enumeration
from perfcast.workload import Workload
from perfcast.workload.corrections.clues import Having
from perfcast.workload.defaults.assembly import ClassFor
from perfcast.workload.receivers.constructing import NoMoreTries, Reconstruction, Step

#: What filling an instance may spend, about in nanoseconds.
FILLING: Final = 2_000_000.0
#: Of the processor, for what a class, or the unit's own, is called with where that fails.
_SECONDS: Final = 0.3


class _Tries:
    """Calls of a constructor, to see whether it fails, within one allowance for all of them.

    Attributes:
        has_ended: before all were tried that there are.
    """

    def __init__(self, machine: Machine, make: Callable[[Workload], Any]) -> None:
        self._machine, self._make = machine, make
        self._left, self._end = FILLING, time.process_time() + _SECONDS
        self.has_ended = False

    def fails(self, made: Workload) -> str | None:
        """As `Reconstruction.found` asks."""
        if self._left <= 0 or self._machine.is_late or time.process_time() > self._end:
            self.has_ended = True
            raise NoMoreTries
        with self._machine.apart(self._left), self._machine.unseen():
            try:
                self._make(made)
            except OutOfSteps:
                self._left = 0.0
                return None
            except Stop as reason:
                return stop_in_full(reason) if is_of_unknown(reason) else None
            except Exception as reason:
                return in_full(reason)
            finally:
                self._left -= self._machine.spent
        return ""


class ConstructorChanges:
    """What constructors are called with instead of what was made up for them.

    Args:
        class_for: as of `KnownClasses`; having: as of `Clues`.
    """

    def __init__(self, machine: Machine, class_for: ClassFor, having: Having) -> None:
        self._machine, self._class_for, self._having = machine, class_for, having
        # What is changed of what constructors are called with that would fail, where that was sought to the end or
        # not, and where instances are made so.
        self._steps: dict[Class, tuple[Step, ...]] = {}
        self._unsettled = set[Class]()
        self._steps_of_methods: dict[tuple[Class, str], tuple[Step, ...]] = {}
        self._made_otherwise = set[Class]()
        # What the unit's class is called with, as the unit's errors tell: for the moment, and by changes.
        self._instead: tuple[Class, Workload] | None = None
        self._steered: tuple[Class, Reconstruction, tuple[Step, ...]] | None = None

    def begin_question(self) -> None:
        """Begins a question about another workload."""
        self._instead = self._steered = None
        self._made_otherwise.clear()
        for of in self._unsettled:
            del self._steps[of]
        self._unsettled.clear()

    def changed(
        self, of: Class, made: Workload, failure: str, size: int, make: Callable[[Class, Workload], Any]
    ) -> Workload:
        """What a class is called with instead, which fails; itself where its errors tell nothing.

        Args:
            size: elements of each sized argument; make: makes an instance so, or raises what its constructor does.
        """
        written = _written_constructor(of)
        if written is None:
            return made
        order = [one.node for one in of.order if one.node is not None]
        other = self._reconstruction(with_bases(written, order), (), size)
        if of not in self._steps:
            # What is made for the sake of trying it may be of the same class.
            self._steps[of] = ()
            tries = _Tries(self._machine, partial(make, of))
            self._steps[of] = other.found(made, failure, tries.fails)
            if tries.has_ended:
                self._unsettled.add(of)
        return other.changed(made, self._steps[of]) if self._steps[of] else made

    def of_method(
        self,
        of: Class,
        method: ast.FunctionDef,
        given: Workload,
        failure: str,
        size: int,
        call: Callable[[Workload], Any],
    ) -> Workload:
        """What a method is called with before the unit, which fails with what was made up for it; that itself where its
        errors tell nothing.

        Args:
            failure: its class and text in full; call: calls the method, or raises what it does.
        """
        order = [one.node for one in of.order if one.node is not None]
        other = self._reconstruction(method, order, size)
        key = of, method.name
        if key not in self._steps_of_methods:
            self._steps_of_methods[key] = other.found(given, failure, _Tries(self._machine, call).fails)
        return other.changed(given, steps) if (steps := self._steps_of_methods[key]) else given

    def _reconstruction(self, init: ast.FunctionDef, around: Sequence[ast.stmt], size: int) -> Reconstruction:
        return Reconstruction(init, size, self._class_for, around, self._having)

    def reconsidered(
        self, of: Class, made: Callable[[], Workload], failure: str, fails: Callable[[], str], size: int
    ) -> bool:
        """Whether the unit comes to its end on an instance whose constructor is called with what the unit's errors
        tell; from now on it is called so.

        Args:
            made: what it is called with otherwise.
            failure: of the unit, its class and text in full; fails: how it fails now, '' where it does not.
            size: elements of each sized argument.
        """
        written = _written_constructor(of)
        if written is None:
            return False
        order = [one.node for one in of.order if one.node is not None]
        other = self._reconstruction(with_bases(written, order), order, size)
        first = other.changed(made(), self._steps.get(of, ()))
        end = time.process_time() + _SECONDS

        def failing(instead: Workload) -> str:
            if time.process_time() > end:
                raise NoMoreTries
            self._instead = of, instead
            return fails()

        steps = other.found(first, failure, failing) if first.arguments else ()
        self._instead = None
        self._steered = (of, other, steps) if steps else None
        return bool(steps)

    @property
    def told(self) -> str:
        """Of what instances of the unit's class are made that its errors tell."""
        return f"{self._instead or ''}{self._steered[-1] if self._steered else ''}"

    def told_of(self, of: Class, made: Workload) -> Workload:
        """What a class is called with, where the unit's errors tell something else."""
        if self._instead is not None and self._instead[0] is of:
            return self._instead[1]
        if self._steered is not None and self._steered[0] is of:
            _, other, steps = self._steered
            return other.changed(made, (*self._steps.get(of, ()), *steps))
        return made

    def makes_otherwise(self, of: Class) -> bool:
        """Whether a class was called with what its errors tell, for the last workload."""
        return of in self._made_otherwise

    def makes_so(self, of: Class) -> None:
        """Notes that an instance of a class is made otherwise."""
        self._made_otherwise.add(of)


def _written_constructor(of: Class) -> ast.FunctionDef | None:
    """The ``__init__`` of a class that may be called with something else; None of others."""
    order = [one.node for one in of.order if one.node is not None]
    written = next((init for node in order if (init := method_of(node, "__init__")) is not None), None)
    return None if is_of_module(of) or isinstance(of, Enumeration) else written


def is_of_module(of: Class) -> bool:
    """Whether it is one of a neural network's modules."""
    return any(one.name == "Module" for one in of.order)
