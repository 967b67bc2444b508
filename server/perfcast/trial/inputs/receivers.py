"""Arguments that a workload does not describe: a method's receiver, values of unknown types."""

from __future__ import annotations

import ast
import builtins
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from perfcast.source import FunctionNode
from perfcast.source.classes.abstract import standing_for
from perfcast.source.classes.constructors import constructor_of, with_bases
from perfcast.source.classes.filling import LEARNING, asks_elements
from perfcast.source.classes.implied_classes import Asked, Implied, asked_for, class_among, class_attributes, class_of
from perfcast.source.classes.networks import method_of, needs_arguments
from perfcast.trial.inputs.annotations import module_names, named_for_checkers
from perfcast.trial.inputs.late_attributes import put_later
from perfcast.trial.inputs.partial_instances import PartlyMade
from perfcast.trial.inputs.preparing_calls import ENTRIES, entries, meet, puts, written_of
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.syntax_prices import COROUTINE_MADE
from perfcast.trial.interpreter.builtin_functions import Guarded
from perfcast.trial.interpreter.errors.handlers import in_full, is_of_unknown, stop_in_full
from perfcast.trial.interpreter.imports.followed_modules import Followed
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.named_tuples import Written
from perfcast.trial.interpreter.objects.types import CONTAINER, Class, Function, Instance, Module, Unknown
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import OutOfSteps, Stop, Unsupported
from perfcast.trial.libraries.pandas.workload_tables import of_workload
from perfcast.trial.libraries.pillow.images import Picture, picture_of
from perfcast.trial.libraries.torch.construction import of_workload as tensor_of
from perfcast.trial.libraries.torch.dtypes import CPU, FLOAT32
from perfcast.trial.libraries.torch.layers import members as layer_members
from perfcast.trial.libraries.torch.modules import parameters_of, walked
from perfcast.trial.libraries.torch.optimizers import members as optimizer_members
from perfcast.trial.stdlib.concurrency.coroutines import at_once
from perfcast.trial.stdlib.formats.io_and_csv import ByteBuffer, TextBuffer
from perfcast.trial.stdlib.language.enums import Enumeration
from perfcast.trial.stdlib.regular_expressions import expressions as regular
from perfcast.trial.stdlib.system import argparse_options
from perfcast.trial.stdlib.system.platform_facts import logging
from perfcast.workload import Argument, Workload, build
from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.code.parameters import parameters
from perfcast.workload.corrections.clues import Having, none
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.language.resizing import receiver_size, stated_receiver_size
from perfcast.workload.language.spread import days_of, spread_over
from perfcast.workload.language.workload import (
    ASYNC_CALLABLE,
    BINARY_FILE,
    CALLABLE,
    DEVICE,
    ELEMENT_TYPE,
    LOSS,
    MATCH,
    NETWORK,
    NETWORK_WIDTH,
    PATTERN,
    SCALARS,
    TABLES,
    TypeExpression,
)
from perfcast.workload.naming.names import ANYTHING, INT
from perfcast.workload.receivers.constructing import NoMoreTries, Reconstruction, Step
from perfcast.workload.receivers.contained_instances import each_made, made_with_each, without_further
from perfcast.workload.receivers.filling import Call, Filling, filled, made_with
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.uses.name_uses import is_bound_anew
from perfcast.workload.values.building import build_calls
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.handed import FILE, FINDING, FOUND, WORDS, first_awaited, first_given
from perfcast.workload.values.makers import Makers
from perfcast.workload.values.standard_library import MODULES, STANDARD, Given
from perfcast.workload.values.unbuildable import holds_unknown, is_unknown

#: Nanoseconds of calling a function that is made up.
_GIVEN_BACK: Final = 80.0
#: Instances that are made for the making of others, and those that are made of something else where that fails.
_DEEPEST: Final = 4
_DEEPEST_CHANGED: Final = 2
#: The same of those that are filled.
_DEEPEST_FILLED: Final = 1
_SEED: Final = 11
#: What an error says that is made up.
_FAILURE: Final = "failed"
#: What filling an instance may spend, about in nanoseconds.
_FILLING: Final = 2_000_000.0
#: The same where somebody says how much it holds: with less it would be another one.
_FILLING_AS_STATED: Final = 20_000_000.0
#: Calls before the unit, or the size of what a single one is given, at most, and that of each of several.
_PREPARING: Final = 100
_EACH: Final = 10
#: Of the processor, for what a class, or the unit's own, is called with where that fails.
_SECONDS: Final = 0.3
_NONE: Final = TypeExpression("None")
#: Of the standard library, for whom nothing else is of that name.
_OF_LIBRARIES: Final[dict[str, Callable[[Machine], Any]]] = {
    **dict.fromkeys(("Logger", "LoggerAdapter"), lambda _: logging()["root"]),
    "ArgumentParser": lambda machine: argparse_options.members(machine)["ArgumentParser"](),
    "type": lambda _: int,
    "slice": lambda _: slice(0, 10),
}
_NOBODY: Final = Makers()


def arguments(
    machine: Machine,
    workload: Workload,
    seed: int,
    make: Callable[[str], Any],
    columns: Callable[[], NamedColumns],
    makers: Makers = _NOBODY,
) -> tuple[list[Any], dict[str, Any]]:
    """As `perfcast.workload.build`, with what `make` gives for each argument of a type that it makes no value of.

    Args:
        make: told the type's name.
        columns: those that the unit asks tables for.
        makers: of what is held by others.

    Raises:
        BuildError: a value cannot be made as the workload says.
    """
    workload = workload.passed
    tables = {one.name: one for one in workload.arguments if not one.has_value and one.type.name in TABLES}
    tensors = {one.name: one for one in workload.arguments if not one.has_value and is_tensor(one.type)}
    unknown = {
        one.name: one.type.name
        for one in workload.arguments
        if not one.has_value and is_unknown(one.type) and not makers.members(one.type.name)
    }
    apart = tables.keys() | tensors.keys() | unknown.keys()
    known = [replace(one, type=_NONE, sizes=()) if one.name in apart else one for one in workload.arguments]
    if None in apart:
        raise BuildError("an argument of an unknown type without a name")
    args, kwargs = build(Workload(tuple(known)), seed, makers=makers)
    kwargs |= {name: make(kind) for name, kind in unknown.items() if name is not None}
    kwargs |= {name: tensor_of(machine, one, seed) for name, one in tensors.items() if name is not None}
    said = {one.name: one.value for one in workload.arguments if one.name is not None and type(one.value) is str}
    for name, one in tables.items():
        if name is not None:
            asked_for = columns().of(name, [table for table in tables if table is not None], said)
            kwargs[name] = of_workload(machine, one, seed, asked_for)
    return args, kwargs


def can_be_made(argument: Argument) -> bool:
    """Whether the like of a value can be made as the argument says; a number alone is none without its value."""
    if argument.has_value or argument.type.name in SCALARS:
        return argument.has_value
    return not holds_unknown(argument.type)


class _Tries:
    """Calls of a constructor, to see whether it fails, within one allowance for all of them.

    Attributes:
        has_ended: before all were tried that there are.
    """

    def __init__(self, machine: Machine, make: Callable[[Workload], Any]) -> None:
        self._machine, self._make = machine, make
        self._left, self._end = _FILLING, time.process_time() + _SECONDS
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


class Receivers:
    """Makes instances of the unit's classes for the calls of their methods."""

    def __init__(
        self,
        machine: Machine,
        names: Mapping[str, Any],
        columns: Callable[[], NamedColumns],
        recipes: Mapping[str, Callable[[], Any]],
        outer: str = "",
        beside: Callable[[Asked], tuple[Implied, Class] | None] = lambda asked: None,
        meant: Callable[[Class | Written, ast.FunctionDef], ast.FunctionDef] = lambda of, written: written,
        elsewhere: Callable[[str], Any] = lambda name: None,
        of_file: Callable[[str], Class | None] = lambda name: None,
        having: Having = none,
        keyed: Callable[[], Collection[str]] = frozenset,
    ) -> None:
        """
        Args:
            names: what the unit's module defines; columns: those that it asks tables for.
            recipes: class -> makes an instance as the unit's file does.
            outer: a class, instances of others are parts of one of it.
            beside: the class that a parameter is of among those of the unit's file that the names lack.
            meant: a class's constructor without names that stand for other annotations.
            elsewhere: what another module has, by its dotted name; None where there is nothing.
            of_file: the class that a name of the unit's file stands for; having: as of `Clues`.
            keyed: attributes by which the unit asks tables.
        """
        self._machine, self._names, self._columns, self._recipes = machine, names, columns, recipes
        self._outer, self._beside, self._meant_there, self._elsewhere = outer, beside, meant, elsewhere
        self._of_file, self._having, self._keyed = of_file, having, keyed
        #: Of which class receivers are made instead of the unit's own, see `perfcast.trial.inputs.mixin_receivers`.
        self.extending: Class | None = None
        #: Elements of each sized argument that one is made with and filled with at most; None for as many as usual.
        self.most: int | None = None
        #: The methods that would fill the last one put nothing into it.
        self.is_left_empty = False
        #: One was filled by methods; none is, but left as its constructor makes it.
        self.is_filled = self.is_left_as_made = False
        #: What is called before the unit, and its class with all of its methods.
        self.prepared: tuple[str, ast.ClassDef] | None = None
        self._taken: dict[str, Class | Written] = {}
        self._meant: dict[ast.FunctionDef, ast.FunctionDef] = {}
        # What is changed of what constructors are called with that would fail, where that was sought to the end or
        # not, and where instances are made so.
        self._steps: dict[Class, tuple[Step, ...]] = {}
        self._unsettled = set[Class]()
        self._made_otherwise = set[Class]()
        self._of_none = Class("object", [], None)
        # What the unit's class is called with, as the unit's errors tell: for the moment, and by changes.
        self._instead: tuple[Class, Workload] | None = None
        self._steered: tuple[Class, Reconstruction, tuple[Step, ...]] | None = None

    def begin_question(self) -> None:
        """Begins a question about another workload."""
        self.prepared = self.extending = self._instead = self._steered = None
        self.is_left_empty = self.is_filled = self.is_left_as_made = False
        self._made_otherwise.clear()
        for of in self._unsettled:
            del self._steps[of]
        self._unsettled.clear()

    def among(self, classes: Mapping[str, Any]) -> Receivers:
        """The like of it that has those classes besides."""
        names = {**classes, **self._names}
        told = self._outer, self._beside, self._meant_there, self._elsewhere, self._of_file
        return Receivers(self._machine, names, self._columns, self._recipes, *told, self._having, self._keyed)

    def _size(self, workload: Workload) -> int:
        """Elements of each sized argument that one is made with and filled with."""
        size = receiver_size(workload)
        return size if self.most is None else min(size, self.most)

    def given(self, node: FunctionNode, workload: Workload, *, drop_first: bool) -> dict[str, Any]:
        """By name, what a function may be called with, of about the size of the call of the workload.

        Raises:
            BuildError: a value cannot be made.
        """
        made = default_workload(node, receiver_size(workload), drop_first=drop_first, classes=self._class_for)
        named = Workload(tuple(one for one in made.arguments if one.name is not None))
        make = partial(self.of_type, workload=workload)
        return arguments(self._machine, named, _SEED, make, self._columns, self.makers(1))[1]

    def made(self, of: Class, workload: Workload, depth: int = 0) -> Any:
        """An instance made without arguments where the class can be called so, else with made-up ones of about the
        size of the call's own; half made where its making cannot be followed to the end."""
        whole = self._whole(workload) if depth == 0 else None
        if whole is not None and not whole.is_partial:
            part = self._part(of, whole)
            if part is not None:
                return part
        recipe = self._recipes.get(of.name)
        made_as_there = None if recipe is None else self._followed(recipe)
        if made_as_there is not None and made_as_there.of is of:
            return made_as_there
        made = without_further(self._made_with(of, workload), of.name, depth)
        instance = self._begun(of, made, workload, depth)
        # What it holds was there before the call.
        self._machine.outside.add(instance)
        return instance

    def made_record(self, of: Written, workload: Workload, depth: int = 0) -> Any:
        """The same of a class whose values are of a type of Python's own.

        Raises:
            Unsupported, BuildError: it cannot be made.
        """
        _, kwargs = self._given(self._made_with(of, workload), workload, depth)
        record = of(**kwargs)
        self._machine.outside.add(record)
        return record

    def receiver(self, of: Class | Written, unit: str, workload: Workload, called_with: Mapping[str, Any]) -> Any:
        """What a method is called on: an instance as `made`, filled by the class's own methods where it is empty.

        Args:
            unit: the method's name; called_with: what it is given.

        Raises:
            Unsupported: filling it cannot be followed; what learns is half made then.
        """
        if isinstance(of, Written):
            return self.made_record(of, workload)
        if isinstance(of, Enumeration) and (members := list(of)):
            return members[0]
        if of.name in self._recipes or self._outer or _is_of_module(of):
            return self.made(of, workload)
        if self.prepared is not None:
            return self._prepared(of, *self.prepared, workload, called_with)
        if self.extending is not None or self.is_left_as_made:
            return self.made(self.extending or of, workload)
        return self._filled(of, unit, workload, called_with)

    def _prepared(
        self, of: Class, method: str, owner: ast.ClassDef, workload: Workload, called_with: Mapping[str, Any]
    ) -> Any:
        """An instance on which another method was called before, see `perfcast.trial.inputs.preparing_calls`."""
        made = self.made(of, workload)
        if method == ENTRIES:
            held = made.attributes[CONTAINER]
            held.update(entries(min(self._size(workload), _PREPARING), called_with))
            self._machine.outside.add(made)
            return made
        called = of.find(method)
        if not isinstance(called, Function):
            return made
        most = min(self._size(workload), _PREPARING)
        # What puts one thing after the other takes little at a time, what sets all at once takes all.
        size, each = (most, min(most, _EACH)) if puts(of, owner, method) else (1, most)
        written = written_of(of, owner, method)
        given = default_workload(written, each, drop_first=True, classes=self._class_for)
        if not asks_elements(owner):
            # Any number will do for what nothing is asked of.
            plain = (
                replace(one, type=INT, value=0, has_value=True) if one.type == ANYTHING else one
                for one in given.arguments
            )
            given = Workload(tuple(plain))
        calls = [self._arguments_of(given, workload, seed) for seed in range(_SEED, _SEED + max(1, size))]
        meet(calls, called_with)
        with self._machine.apart(_FILLING), self._machine.unseen():
            for one in calls:
                called(made, **one)
        self._machine.outside.add([calls, made])
        return made

    def _arguments_of(self, given: Workload, workload: Workload, seed: int) -> dict[str, Any]:
        named = Workload(tuple(one for one in given.arguments if one.name is not None))
        make = partial(self.of_type, workload=workload)
        return arguments(self._machine, named, seed, make, self._columns, self.makers(1))[1]

    def _filled(self, of: Class, unit: str, workload: Workload, called_with: Mapping[str, Any]) -> Any:
        """An instance filled by the class's own methods."""
        filling = Filling(of.node, unit, self._maker(of), workload, self._class_for, self._size(workload))
        try:
            calls = filling.calls(called_with, self.makers(1))
        except BuildError as reason:
            # Measuring refuses it, too.
            raise Unsupported(str(reason)) from None
        if not calls:
            return self.made(of, workload)
        is_stated = stated_receiver_size(workload) is not None
        try:
            with self._machine.apart(_FILLING_AS_STATED if is_stated else _FILLING), self._machine.unseen():
                instance, holds = self._made_and_filled(of, filling.made, calls, workload, 0)
        except OutOfSteps:
            if is_stated:
                # As large as it is said to be it cannot be filled here; smaller ones tell.
                raise
            # Measuring does not wait for that either.
            return self.made(of, workload)
        except Unsupported:
            if not any(name in LEARNING for name, _ in calls):
                raise
            # What it learns is not known: whoever asks for that asks in vain.
            instance = self.made(of, workload)
            if isinstance(instance, Instance):
                instance.is_partial = True
            return instance
        self.is_left_empty = not holds
        self.is_filled |= holds
        return instance

    def _made_and_filled(
        self, of: Class, made: Workload, calls: Sequence[Call], workload: Workload, depth: int
    ) -> tuple[Any, bool]:
        """An instance with what those calls put there, and whether it holds any of it."""
        make = partial(self._begun, of, made, workload, depth)
        instance, holds = filled(make, lambda one, method, given: of.find(method)(one, **given), calls)
        # What it holds was there before the call.
        self._machine.outside.add([calls, instance])
        return instance, holds

    def _given_instance(self, of: Class, workload: Workload, depth: int) -> Any:
        """An instance that a function or a constructor is given, filled by its class's own methods where it is empty
        and these can be followed: a service that is given a repository asks it for what it holds."""
        is_made_otherwise = of.name in self._recipes or bool(self._outer) or _is_of_module(of)
        if is_made_otherwise or depth > _DEEPEST_FILLED:
            return self.made(of, workload, depth)
        filling = Filling(of.node, "", self._maker(of), workload, self._class_for, self._size(workload))
        if filling.fills:
            with suppress(Stop, BuildError), self._machine.apart(_FILLING), self._machine.unseen():
                calls = filling.calls({}, replace(self.makers(1), of=self._of_known))
                instance, _ = self._made_and_filled(of, filling.made, calls, workload, depth)
                return instance
        return self.made(of, workload, depth)

    def _made_with(self, of: Class | Written, workload: Workload) -> Workload:
        """What a class's constructor is called with."""
        size, is_module = self._size(workload), isinstance(of, Class) and _is_of_module(of)
        made = made_with(self._maker(of), size, self._class_for, of_module=is_module)
        self._take(of, made)
        return made

    def _take(self, of: Any, made: Workload) -> None:
        """From now on, classes of the file that a constructor is written in are known that it is called with."""
        held = [leaf for one in made.arguments if not one.has_value for leaf in one.type.leaves() if is_unknown(leaf)]
        lacking = [leaf.name for leaf in held if leaf.name.isidentifier() and self._named(leaf.name) is None]
        names = module_names(of) if lacking and isinstance(of, Class | Written) else None
        if names is None:
            return
        for name in lacking:
            found = None
            with suppress(Unsupported, Exception):
                found = names[name]
            with suppress(Unsupported, Exception):
                found = found or next(filter(None, map(self._elsewhere, named_for_checkers(names, name))), None)
            if isinstance(found, Class | Written):
                self._taken[name] = found

    def _given(self, made: Workload, workload: Workload, depth: int) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a constructor, which were there before the call."""
        if not made.arguments:
            return [], {}
        args, kwargs = arguments(
            self._machine,
            spread_over(made, days_of(workload)),
            _SEED,
            lambda name: self._of_type(name, workload, depth + 1),
            self._columns,
            self.makers(depth + 1),
        )
        self._machine.outside.add([args, kwargs])
        return args, kwargs

    def _begun(self, of: Class, made: Workload, workload: Workload, depth: int) -> Any:
        """An instance whose constructor is called with that; half made where that cannot be followed to the end."""
        instance: Any = Instance(of)
        if depth == 0 and (told := self._told_of(of, made)) is not made:
            made = told
            self._made_otherwise.add(of)
        args, kwargs = self._given(made, workload, depth)
        try:
            made_bare = of.bare(tuple(args), kwargs)
            if isinstance(made_bare, Instance | Valued):
                instance = made_bare
            with self._machine.without_files():
                of.begin(instance, tuple(args), kwargs)
        except (Unsupported, Exception) as reason:
            may_differ = not isinstance(reason, Unsupported) or is_of_unknown(reason)
            again = self._made_again(of, made, stop_in_full(reason), workload, depth) if may_differ else None
            if again is not None:
                return again
            if not isinstance(instance, Instance):
                raise Unsupported(f"an instance of {of.name}") from None
            args, kwargs = self._given_as_bases_say(of, made, workload, depth) or (args, kwargs)
            further = self._made_in_part(of, args, kwargs)
            if further is not None:
                return further
            # What it got until then is there; whoever asks for more asks in vain.
            instance.is_partial = True
            self._keep_given(instance, of, kwargs)
            nothing = {name for name, value in instance.attributes.items() if value is None}
            for name in nothing & put_later(self._maker(of), _methods(of)) if nothing else ():
                del instance.attributes[name]
        return instance

    def _made_again(self, of: Class, made: Workload, failure: str, workload: Workload, depth: int) -> Any:
        """An instance whose constructor is called with what its errors tell; None where they do not."""
        changed = self._changed(of, made, failure, workload) if depth < _DEEPEST_CHANGED else made
        if changed is made:
            return None
        self._made_otherwise.add(of)
        with suppress(Unsupported, Exception):
            return self._made_whole(of, changed, workload, depth)
        with suppress(BuildError):
            return self._made_in_part(of, *self._given(changed, workload, depth))
        return None

    def _changed(self, of: Class, made: Workload, failure: str, workload: Workload) -> Workload:
        """What a class is called with instead, which fails; itself where its errors tell nothing."""
        order = [one.node for one in of.order if one.node is not None]
        written = next((init for node in order if (init := method_of(node, "__init__")) is not None), None)
        if written is None or _is_of_module(of) or isinstance(of, Enumeration):
            return made
        other = self._reconstruction(with_bases(written, order), (), workload)
        if of not in self._steps:
            # What is made for the sake of trying it may be of the same class.
            self._steps[of] = ()
            tries = _Tries(self._machine, partial(self._made_whole, of, workload=workload))
            self._steps[of] = other.found(made, failure, tries.fails)
            if tries.has_ended:
                self._unsettled.add(of)
        return other.changed(made, self._steps[of]) if self._steps[of] else made

    def _reconstruction(self, init: ast.FunctionDef, around: Sequence[ast.stmt], workload: Workload) -> Reconstruction:
        return Reconstruction(init, self._size(workload), self._class_for, around, self._having)

    def reconsidered(self, of: Class, failure: str, fails: Callable[[], str], workload: Workload) -> bool:
        """Whether the unit comes to its end on an instance whose constructor is called with what the unit's errors
        tell; from now on it is called so.

        Args:
            failure: of the unit, its class and text in full; fails: how it fails now, '' where it does not.
        """
        order = [one.node for one in of.order if one.node is not None]
        written = next((init for node in order if (init := method_of(node, "__init__")) is not None), None)
        if written is None or _is_of_module(of) or isinstance(of, Enumeration) or of.name in self._recipes:
            return False
        other = self._reconstruction(with_bases(written, order), order, workload)
        made = other.changed(self._made_with(of, workload), self._steps.get(of, ()))

        end = time.process_time() + _SECONDS

        def failing(instead: Workload) -> str:
            if time.process_time() > end:
                raise NoMoreTries
            self._instead = of, instead
            return fails()

        steps = other.found(made, failure, failing) if made.arguments else ()
        self._instead = None
        self._steered = (of, other, steps) if steps else None
        return bool(steps)

    @property
    def told(self) -> str:
        """Of what instances of the unit's class are made that its errors tell."""
        return f"{self._instead or ''}{self._steered[-1] if self._steered else ''}"

    def _told_of(self, of: Class, made: Workload) -> Workload:
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

    def _made_whole(self, of: Class, made: Workload, workload: Workload, depth: int = 0) -> Any:
        """Raises what its constructor does."""
        args, kwargs = self._given(made, workload, depth)
        instance = of.bare(tuple(args), kwargs)
        with self._machine.without_files():
            of.begin(instance, tuple(args), kwargs)
        return instance

    def _given_as_bases_say(
        self, of: Class, made: Workload, workload: Workload, depth: int
    ) -> tuple[list[Any], dict[str, Any]] | None:
        """Other arguments of a constructor, as those of its bases take them that it hands them on to; None where these
        say nothing else."""
        node = self._maker(of)
        if node is None or _is_of_module(of):
            return None
        told = with_bases(node, [one.node for one in of.order if one.node is not None])
        again = made if told is node else made_with(told, self._size(workload), self._class_for)
        with suppress(BuildError):
            return None if again == made else self._given(again, workload, depth)
        return None

    def _made_in_part(self, of: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Instance | None:
        """An instance with what the statements of its constructor give it that can be followed; None where that takes
        too long, or its constructor is none that is written."""
        if _is_of_module(of):
            return None
        with suppress(Stop, Exception), self._machine.apart(_FILLING), self._machine.without_files():
            instance = of.bare(tuple(args), kwargs)
            if isinstance(instance, Instance) and PartlyMade(self._machine, instance).begin(args, kwargs):
                return instance
        return None

    def _keep_given(self, instance: Instance, of: Class, kwargs: Mapping[str, Any]) -> None:
        """Gives a half made instance what its constructor would have kept as it was given, had it gone on."""
        node = self._maker(of)
        if node is None:
            return
        defaults = dict(parameters(node, drop_first=True))
        given = {one.arg: said.value for one, said in defaults.items() if isinstance(said, ast.Constant)} | dict(kwargs)
        for statement in node.body:
            match statement:
                case ast.Assign([ast.Attribute(ast.Name("self"), name)], ast.Name(used)) if used in given:
                    is_lacking = name not in instance.attributes and of.find(name) is MISSING
                    if is_lacking and not is_bound_anew(node, used):
                        instance.attributes[name] = given[used]

    def outer(self, workload: Workload, depth: int = 0) -> Instance | None:
        """The module that instances of the unit's class are parts of, or one of the class that a function of the file
        makes; None where there is neither."""
        named, recipe = self._names.get(self._outer), self._recipes.get(self._outer)
        if isinstance(named, Class):
            made: Instance | None = self.made(named, workload, depth)
            return made
        return None if recipe is None else self._followed(recipe)

    def _whole(self, workload: Workload) -> Instance | None:
        """As `outer`; None for one of plain Python that is so large that making it would leave nothing for the call."""
        if self._machine.live is not None:
            return self.outer(workload, 1)
        with suppress(OutOfSteps), self._machine.apart(_FILLING), self._machine.unseen():
            whole = self.outer(workload, 1)
            self._machine.outside.add(whole)
            return whole
        return None

    def _followed(self, recipe: Callable[[], Any]) -> Instance | None:
        """What the file makes so, which was there before the call."""
        with suppress(Unsupported, Exception):
            made = recipe()
            if isinstance(made, Instance):
                self._machine.outside.add(made)
                return made
        return None

    def _part(self, of: Class, whole: Instance) -> Instance | None:
        """The first of a module's parts, or itself, that is of a class."""
        with suppress(Unsupported):
            return next((part for _, part in walked(self._machine, whole) if _is_of(part, of)), None)
        return None

    def of_type(self, name: str, workload: Workload) -> Any:
        """A value for an argument: an instance where the type is a class that the unit defines or imports."""
        return self._of_type(name, workload, 0)

    def _of_type(self, name: str, workload: Workload, depth: int) -> Any:
        of = self._named(name)
        if isinstance(of, Class) and not isinstance(of, Enumeration):
            return self._given_instance(of, workload, depth) if depth < _DEEPEST else Unknown()
        if isinstance(of, Written) and of.written is not None and depth < _DEEPEST:
            return self.made_record(of, workload, depth)
        several = self.several(name, 1, depth)
        if several is not None:
            return several[0]
        if name in STANDARD:
            with suppress(BuildError):
                found = build_calls(Workload((Argument(name, TypeExpression(name)),)), _SEED, 1, self.makers(depth))
                self._machine.outside.add(found)
                return found[0][name]
        if name in _OF_LIBRARIES:
            found = _OF_LIBRARIES[name](self._machine)
            self._machine.outside.add(found)
            return found
        error = getattr(builtins, name, None)
        is_error = isinstance(error, type) and issubclass(error, BaseException)
        return RuntimeError(_FAILURE) if is_error else Unknown()

    def makers(self, depth: int = 0) -> Makers:
        """Of values that are held by others, at so many constructors within each other."""
        return Makers(
            partial(self._held, depth=depth),
            self._namespace,
            self._handed,
            partial(tensor_of, self._machine),
            self._table,
            self._standard,
            self._members,
            optimiser=self._optimiser,
            picture=self._picture,
        )

    def _picture(self, pixels: Any) -> Picture:
        made = picture_of(self._machine, pixels)
        self._machine.outside.add(made)
        return made

    def _members(self, name: str) -> Sequence[Any]:
        """Those of an enumeration that the unit's module defines or imports; none where it has no such."""
        of = self._named(name) if name.isidentifier() else None
        return list(of) if isinstance(of, Enumeration) else ()

    def _held(self, name: str, count: int, days: int | None, depth: int) -> list[Any] | None:
        """As `several`, of what nobody knows where they cannot be made: what holds them may do without looking."""
        found = self.several(name, count, depth, days)
        return [Unknown() for _ in range(count)] if found is None and name not in STANDARD else found

    def _of_known(self, name: str, count: int, days: int | None) -> list[Any] | None:
        """As `_held`; None where no class is known of that name, of which who measures makes none either."""
        is_known = name in STANDARD or isinstance(self._named(name), Class | Written)
        return self._held(name, count, days, 1) if is_known else None

    def _standard(self, name: str, given: Given) -> Any:
        """Of the standard library's type as the unit's module has it, or one that this has imported. Raises BuildError:
        there is none that can be called so."""
        modules = (value for value in self._names.values() if isinstance(value, Module))
        places = (self._names, *(module.members for module in modules))
        kind: Any = next((place[name] for place in places if name in place), None)
        if kind is None:
            # A class of another module takes one.
            kind = self._elsewhere(f"{MODULES[name]}.{name}")
        try:
            return kind(*given)
        except (Stop, Exception):
            raise BuildError(f"no value can be made for the type {name!r}") from None

    def _table(self, argument: Argument, seed: int, tables: Sequence[str]) -> Any:
        """As `perfcast.workload.values.argument_values.built_table`."""
        return of_workload(self._machine, argument, seed, self._columns().of(argument.name or "", tables))

    def _handed(self, name: str, text: str = FILE) -> Any:
        """A function, a file or the like, as outside of the closed world, see
        `perfcast.workload.values.makers.Makers`."""
        if name in {DEVICE, ELEMENT_TYPE}:
            return CPU if name == DEVICE else FLOAT32
        if name == CALLABLE:
            return Guarded(self._given_back, {"__name__": first_given.__name__})
        if name == ASYNC_CALLABLE:
            return Guarded(self._given_to_await, {"__name__": first_awaited.__name__})
        if name in {NETWORK, LOSS}:
            return self._network() if name == NETWORK else self._of_torch("nn", layer_members)["CrossEntropyLoss"]()
        if name in {MATCH, PATTERN}:
            library = regular.members(self._machine)
            return library["fullmatch"](FINDING, FOUND) if name == MATCH else library["compile"](WORDS)
        made = ByteBuffer(self._machine, text.encode()) if name == BINARY_FILE else TextBuffer(self._machine, text)
        self._machine.outside.add(made)
        return made

    def _network(self) -> Any:
        """As `perfcast.workload.build` makes one, of the classes that the unit's module has imported, if any."""
        layers = self._of_torch("nn", layer_members)
        ends = [layers["Linear"](NETWORK_WIDTH, NETWORK_WIDTH) for _ in range(2)]
        made = layers["Sequential"](ends[0], layers["ReLU"](), ends[1])
        self._machine.outside.add(made)
        return made

    def _optimiser(self, network: Any) -> Any:
        """One of the weights of such a network."""
        weights = parameters_of(self._machine, network)
        made = self._of_torch("optim", optimizer_members)["Adam"](list(weights.values()))
        self._machine.outside.add(made)
        return made

    def _of_torch(self, name: str, members: Callable[[Machine], Mapping[str, Any]]) -> Mapping[str, Any]:
        """What a module of PyTorch's holds: that which the unit's module has imported, if any."""
        modules = {value.name: value for value in self._names.values() if isinstance(value, Module)}
        imported = modules.get(f"torch.{name}") or modules.get("torch")
        if imported is not None and imported.name == "torch":
            imported = imported.get(name)
        return members(self._machine) if imported is None else imported.members

    def _given_back(self, *args: Any, **named: Any) -> Any:
        self._machine.pay(_GIVEN_BACK)
        return first_given(*args, **named)

    def _given_to_await(self, *args: Any, **named: Any) -> Any:
        self._machine.step(COROUTINE_MADE)
        return self._machine.made(at_once(partial(self._given_back, *args, **named)))

    def _namespace(self, **attributes: Any) -> Instance:
        made = Instance(self._of_none)
        made.attributes = attributes
        return made

    def several(self, name: str, count: int, depth: int = 0, days: int | None = None) -> list[Any] | None:
        """As many values of a class that the unit defines or imports, each made with other arguments; None where it has
        no such class, or they cannot be made.

        Args:
            depth: constructors around them; days: over which moments in them are spread, None for a year.
        """
        of = self._named(name)
        if depth >= _DEEPEST or (name in STANDARD and not isinstance(of, Class | Written)):
            return None
        if isinstance(of, Enumeration):
            members = list(of)
            return [members[place % len(members)] for place in range(count)] if members else None
        node, make = self._maker(of), partial(self._called, of)
        try:
            if node is None or not needs_arguments(node):
                return [make({}) for _ in range(count)]
            made = without_further(made_with_each(node, self._class_for, self._keyed()), name, depth)
            self._take(of, made)
            if any(one.type.name in TABLES or is_tensor(one.type) for one in made.arguments):
                return None
            return self._each_made(of, make, node, spread_over(made, days), count, depth)
        except (Unsupported, Exception):
            return None

    def _each_made(
        self,
        of: Any,
        make: Callable[[dict[str, Any]], Any],
        node: ast.FunctionDef,
        made: Workload,
        count: int,
        depth: int,
    ) -> list[Any]:
        """As `each_made`, with what the errors of their class tell where that fails. Raises what making them raises."""
        try:
            return each_made(make, node, made, count, self.makers(depth + 1))
        except (Unsupported, Exception) as reason:
            may_differ = not isinstance(reason, Unsupported) or is_of_unknown(reason)
            if not isinstance(of, Class) or not may_differ or depth >= _DEEPEST_CHANGED:
                raise
            changed = self._changed(of, made, stop_in_full(reason), Workload())
            if changed is made:
                raise
        return each_made(make, node, changed, count, self.makers(depth + 1))

    def _named(self, name: str) -> Any:
        """What instances are made of where one of that name is asked for."""
        if "." in name:
            return self._elsewhere(name)
        names = {**self._taken, **self._names}
        nodes = {one: of.node for one, of in names.items() if isinstance(of, Class) and of.node is not None}
        found = names.get(standing_for(name, lambda: nodes, nodes.get) if name in nodes else name)
        return self._in_modules(name) if found is None and name.isidentifier() else found

    def _in_modules(self, name: str) -> Any:
        """The class of that name of a module that the unit's module has imported, as ``cards.Card``; None where there
        is none."""
        for module in self._names.values():
            if isinstance(module, Module) and isinstance(module.members, Followed) and name in module.members:
                with suppress(Unsupported, Exception):
                    found = module.get(name)
                    if isinstance(found, Class | Written):
                        return found
        return self._of_file(name)

    def _called(self, of: Any, kwargs: dict[str, Any]) -> Any:
        if not isinstance(of, Class):
            return of(**kwargs)
        made = of.bare((), kwargs)
        with self._machine.without_files():
            of.begin(made, (), kwargs)
        return made

    def _class_for(self, parameter: str, function: ast.AST) -> Implied | None:
        """The class that a parameter of a function is of by its name."""
        classes = {name: value.node for name, value in self._names.items() if isinstance(value, Class)}
        found = class_among(classes, parameter)
        if found is not None:
            return Implied(found)
        written = [(name, node) for name, node in classes.items() if node is not None]
        asked = asked_for(function, parameter)
        told = class_of(asked, lambda word: written, class_attributes)
        beside = self._beside(asked) if told is None else None
        if beside is None:
            return told
        implied, self._taken[implied.name] = beside
        return implied

    def _maker(self, of: Any) -> ast.FunctionDef | None:
        """The definition of its ``__init__``, where that is the unit's own, or its fields make it."""
        nodes = [one.node for one in of.order] if isinstance(of, Class) else []
        nodes += [of.written] if isinstance(of, Written) else []
        written = constructor_of([node for node in nodes if node is not None])
        if written is None or not isinstance(of, Class | Written):
            return written
        if written not in self._meant:
            self._meant[written] = self._meant_there(of, written)
        return self._meant[written]


def _methods(of: Class) -> dict[str, ast.FunctionDef]:
    """As they are written, by name."""
    bodies = [one.node.body for one in reversed(of.order) if one.node is not None]
    return {node.name: node for body in bodies for node in body if isinstance(node, ast.FunctionDef)}


def _is_of_module(of: Class) -> bool:
    return any(one.name == "Module" for one in of.order)


def _is_of(part: Any, of: Class) -> bool:
    return isinstance(part, Instance) and part.of is of
