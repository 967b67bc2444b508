"""Arguments that a workload does not describe: a method's receiver, values of unknown types."""

from __future__ import annotations

import ast
import datetime
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from perfcast.source import FunctionNode
from perfcast.source.classes.constructors import with_bases
from perfcast.source.classes.filling import LEARNING, asks_elements
from perfcast.source.classes.networks import needs_arguments
from perfcast.trial.inputs.call_arguments import arguments
from perfcast.trial.inputs.constructor_changes import FILLING, ConstructorChanges, is_of_module
from perfcast.trial.inputs.half_made_instances import leave_half_made, made_in_part
from perfcast.trial.inputs.handed_values import HandedValues
from perfcast.trial.inputs.known_classes import KnownClasses
from perfcast.trial.inputs.preparing_calls import ENTRIES, entries, meet, puts, written_of
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.errors.handlers import in_full, is_of_unknown, stop_in_full
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.instances import CONTAINER, Instance
from perfcast.trial.interpreter.objects.named_tuples import Written
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import OutOfSteps, Stop, Unsupported
from perfcast.trial.libraries.pandas.workload_tables import of_workload
from perfcast.trial.libraries.torch.construction import of_workload as tensor_of
from perfcast.trial.libraries.torch.modules import walked
from perfcast.trial.stdlib.language.enums import Enumeration
from perfcast.workload import Argument, Workload
from perfcast.workload.arrays.tensors import is_tensor
from perfcast.workload.corrections.clues import Having, none
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.language.resizing import receiver_size, stated_receiver_size
from perfcast.workload.language.spread import USUAL, Spread, spread_of, spread_over
from perfcast.workload.language.workload import TABLES, TypeExpression
from perfcast.workload.naming.names import ANYTHING, INT
from perfcast.workload.receivers.contained_instances import each_made, in_turn, made_with_each, without_further
from perfcast.workload.receivers.filling import Call, Filling, filled, made_with, with_columns
from perfcast.workload.receivers.node_trees import NodeTrees
from perfcast.workload.structures.field_uses import FieldUses
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.values.building import build_calls
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.makers import Makers, built_in_class
from perfcast.workload.values.standard_library import STANDARD

#: Instances that are made for the making of others, and those that are made of something else where that fails.
_DEEPEST: Final = 4
_DEEPEST_CHANGED: Final = 2
#: The same of those that are filled.
_DEEPEST_FILLED: Final = 1
_SEED: Final = 11
#: What filling one may spend, about in nanoseconds, where somebody says how much it holds: with less it would be
#: another one.
_FILLING_AS_STATED: Final = 20_000_000.0
#: Calls before the unit, or the size of what a single one is given, at most, and that of each of several.
_PREPARING: Final = 100
_EACH: Final = 10


class Receivers:
    """Makes instances of the unit's classes for the calls of their methods."""

    def __init__(
        self,
        machine: Machine,
        known: KnownClasses,
        columns: Callable[[], NamedColumns],
        recipes: Mapping[str, Callable[[], Any]],
        outer: str = "",
        having: Having = none,
        uses: Callable[[], FieldUses] = FieldUses,
    ) -> None:
        """
        Args:
            known: the classes that there are; columns: those that the unit asks tables for.
            recipes: class -> makes an instance as the unit's file does.
            outer: a class, instances of others are parts of one of it.
            having: as of `Clues`; uses: what the unit asks of instances' attributes.
        """
        self._machine, self._known, self._columns, self._recipes = machine, known, columns, recipes
        self._outer, self._having, self._uses = outer, having, uses
        self._handed = HandedValues(machine, known)
        #: What constructors are called with where they would fail.
        self.changes = ConstructorChanges(machine, known.class_for, having)
        #: Of which class receivers are made instead of the unit's own, see `perfcast.trial.inputs.mixin_receivers`.
        self.extending: Class | None = None
        #: Elements of each sized argument that one is made with and filled with at most; None for as many as usual.
        self.most: int | None = None
        #: The methods that would fill the last one put nothing into it.
        self.is_left_empty = False
        #: One was filled by methods, the unit among them; none is, but left as its constructor makes it.
        self.is_filled = self.may_be_full = self.is_left_as_made = False
        #: What is called before the unit, and its class with all of its methods.
        self.prepared: tuple[str, ast.ClassDef] | None = None

    def begin_question(self) -> None:
        """Begins a question about another workload."""
        self.prepared = self.extending = None
        self.is_left_empty = self.is_filled = self.may_be_full = self.is_left_as_made = False
        self.changes.begin_question()

    def among(self, classes: Mapping[str, Any]) -> Receivers:
        """The like of it that has those classes besides."""
        known = self._known.among(classes)
        return Receivers(self._machine, known, self._columns, self._recipes, self._outer, self._having, self._uses)

    def _size(self, workload: Workload) -> int:
        """Elements of each sized argument that one is made with and filled with."""
        size = receiver_size(workload)
        return size if self.most is None else min(size, self.most)

    def given(self, node: FunctionNode, workload: Workload, *, drop_first: bool) -> dict[str, Any]:
        """By name, what a function may be called with, of about the size of the call of the workload.

        Raises:
            BuildError: a value cannot be made.
        """
        made = default_workload(node, receiver_size(workload), drop_first=drop_first, classes=self._known.class_for)
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
        if self.prepared is not None:
            return self._prepared(of, *self.prepared, workload, called_with)
        if of.name in self._recipes or self._outer or is_of_module(of):
            return self.made(of, workload)
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
        given = default_workload(written, each, drop_first=True, classes=self._known.class_for)
        if not asks_elements(owner):
            # Any number will do for what nothing is asked of.
            plain = (
                replace(one, type=INT, value=0, has_value=True) if one.type == ANYTHING else one
                for one in given.arguments
            )
            given = Workload(tuple(plain))
        learns = method.lstrip("_") in LEARNING
        told = (one for one in given.arguments if one.name is not None)
        given = Workload(tuple(with_columns(one, workload) if learns else one for one in told))

        def call(own: Any, with_these: Workload) -> list[dict[str, Any]]:
            calls = [self._arguments_of(with_these, workload, seed) for seed in range(_SEED, _SEED + max(1, size))]
            meet(calls, called_with)
            try:
                with self._machine.apart(FILLING), self._machine.unseen():
                    for named in calls:
                        called(own, **named)
            except OutOfSteps:
                # What learns goes over the same values again and again: it has what it learns from the first time on.
                if not learns:
                    raise
            return calls

        try:
            calls = call(made, given)
        except Exception as error:
            other = self.changes.of_method(
                of, written, given, in_full(error), each, lambda tried: call(self.made(of, workload), tried)
            )
            if other is given:
                raise
            calls = call(made := self.made(of, workload), other)
        self._machine.outside.add([calls, made])
        return made

    def _arguments_of(self, given: Workload, workload: Workload, seed: int) -> dict[str, Any]:
        make = partial(self.of_type, workload=workload)
        return arguments(self._machine, given, seed, make, self._columns, self.makers(1))[1]

    def _filled(self, of: Class, unit: str, workload: Workload, called_with: Mapping[str, Any]) -> Any:
        """An instance filled by the class's own methods."""
        filling = Filling(of.node, unit, self._known.maker(of), workload, self._known.class_for, self._size(workload))
        try:
            calls = filling.calls(called_with, self.makers(1))
        except BuildError as reason:
            # Measuring refuses it, too.
            raise Unsupported(str(reason)) from None
        if not calls:
            return self.made(of, workload)
        is_stated = stated_receiver_size(workload) is not None
        try:
            with self._machine.apart(_FILLING_AS_STATED if is_stated else FILLING), self._machine.unseen():
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
        self.may_be_full |= holds and any(name == unit for name, _ in calls)
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
        is_made_otherwise = of.name in self._recipes or bool(self._outer) or is_of_module(of)
        if is_made_otherwise or depth > _DEEPEST_FILLED:
            return self.made(of, workload, depth)
        filling = Filling(of.node, "", self._known.maker(of), workload, self._known.class_for, self._size(workload))
        if filling.fills:
            with suppress(Stop, BuildError), self._machine.apart(FILLING), self._machine.unseen():
                calls = filling.calls({}, replace(self.makers(1), of=self._of_known))
                instance, _ = self._made_and_filled(of, filling.made, calls, workload, depth)
                return instance
        return self.made(of, workload, depth)

    def _made_with(self, of: Class | Written, workload: Workload) -> Workload:
        """What a class's constructor is called with."""
        size, is_module = self._size(workload), isinstance(of, Class) and is_of_module(of)
        node, is_stated = of.node if isinstance(of, Class) else None, stated_receiver_size(workload) is not None
        init, classes = self._known.maker(of), self._known.class_for_maker(of)
        made = made_with(init, size, classes, node, is_stated=is_stated, of_module=is_module)
        self._known.take(of, made)
        return made

    def _given(self, made: Workload, workload: Workload, depth: int) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a constructor, which were there before the call."""
        if not made.arguments:
            return [], {}
        args, kwargs = arguments(
            self._machine,
            spread_over(made, spread_of(workload)),
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
        if depth == 0 and (told := self.changes.told_of(of, made)) is not made:
            made = told
            self.changes.makes_so(of)
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
            further = made_in_part(self._machine, of, args, kwargs)
            if further is not None:
                return further
            # What it got until then is there; whoever asks for more asks in vain.
            leave_half_made(instance, self._known.maker(of), kwargs)
        return instance

    def _made_again(self, of: Class, made: Workload, failure: str, workload: Workload, depth: int) -> Any:
        """An instance whose constructor is called with what its errors tell; None where they do not."""
        changed = self._with_changes(of, made, failure, workload) if depth < _DEEPEST_CHANGED else made
        if changed is made:
            return None
        self.changes.makes_so(of)
        with suppress(Unsupported, Exception):
            return self._made_whole(of, changed, workload, depth)
        with suppress(BuildError):
            return made_in_part(self._machine, of, *self._given(changed, workload, depth))
        return None

    def _with_changes(self, of: Class, made: Workload, failure: str, workload: Workload) -> Workload:
        """What a class is called with instead, which fails; itself where its errors tell nothing."""
        make = partial(self._made_whole, workload=workload)
        return self.changes.changed(of, made, failure, self._size(workload), make)

    def reconsidered(self, of: Class, failure: str, fails: Callable[[], str], workload: Workload) -> bool:
        """As of `ConstructorChanges`, of a class that the file makes no instance of itself."""
        made = partial(self._made_with, of, workload)
        return of.name not in self._recipes and self.changes.reconsidered(
            of, made, failure, fails, self._size(workload)
        )

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
        node = self._known.maker(of)
        if node is None or is_of_module(of):
            return None
        told = with_bases(node, [one.node for one in of.order if one.node is not None])
        again = made if told is node else made_with(told, self._size(workload), self._known.class_for)
        with suppress(BuildError):
            return None if again == made else self._given(again, workload, depth)
        return None

    def outer(self, workload: Workload, depth: int = 0) -> Instance | None:
        """The module that instances of the unit's class are parts of, or one of the class that a function of the file
        makes; None where there is neither."""
        named, recipe = self._known.names.get(self._outer), self._recipes.get(self._outer)
        if isinstance(named, Class):
            made: Instance | None = self.made(named, workload, depth)
            return made
        return None if recipe is None else self._followed(recipe)

    def _whole(self, workload: Workload) -> Instance | None:
        """As `outer`; None for one of plain Python that is so large that making it would leave nothing for the call."""
        if self._machine.live is not None:
            return self.outer(workload, 1)
        with suppress(OutOfSteps), self._machine.apart(FILLING), self._machine.unseen():
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
        trees = self._node_trees(name, depth)
        if trees is not None:
            with suppress(Unsupported, Exception):
                made = trees.tree()
                self._machine.outside.add(made)
                return made
        of = self._known.named(name)
        if isinstance(of, Class) and not isinstance(of, Enumeration):
            return self._given_instance(of, workload, depth) if depth < _DEEPEST else Unknown()
        if isinstance(of, Written) and of.written is not None and depth < _DEEPEST:
            return self.made_record(of, workload, depth)
        # What Python itself calls a zone is the base of all, and none.
        is_zone = isinstance(of, type) and issubclass(of, datetime.tzinfo)
        several = None if is_zone else self.several(name, 1, depth)
        if several is not None:
            return several[0]
        if name in STANDARD:
            with suppress(BuildError):
                found = build_calls(Workload((Argument(name, TypeExpression(name)),)), _SEED, 1, self.makers(depth))
                self._machine.outside.add(found)
                return found[0][name]
        found = self._handed.of_library(name)
        return Unknown() if found is None else found

    def makers(self, depth: int = 0) -> Makers:
        """Of values that are held by others, at so many constructors within each other."""
        return Makers(
            partial(self._held, depth=depth),
            self._handed.namespace,
            self._handed.handed,
            partial(tensor_of, self._machine),
            self._table,
            self._handed.standard,
            self._members,
            kind=self._kind,
            optimiser=self._handed.optimiser,
            picture=self._handed.picture,
            sparse=self._handed.sparse,
        )

    def _kind(self, name: str) -> Any:
        """A class that the unit's module defines or imports, or of Python's own; what is unknown of others."""
        of = self._known.named(name)
        with suppress(BuildError):
            return built_in_class(name) if of is None else of
        return Unknown()

    def _members(self, name: str) -> Sequence[Any]:
        """Those of an enumeration that the unit's module defines or imports; none where it has no such."""
        of = self._known.named(name) if name.isidentifier() else None
        return list(of) if isinstance(of, Enumeration) else ()

    def _held(self, name: str, count: int, spread: Spread, depth: int) -> list[Any] | None:
        """As `several`, of what nobody knows where they cannot be made: what holds them may do without looking."""
        found = self.several(name, count, depth, spread)
        return [Unknown() for _ in range(count)] if found is None and name not in STANDARD else found

    def _of_known(self, name: str, count: int, spread: Spread) -> list[Any] | None:
        """As `_held`; None where no class is known of that name, of which who measures makes none either."""
        is_known = name in STANDARD or isinstance(self._known.named(name), Class | Written)
        return self._held(name, count, spread, 1) if is_known else None

    def _table(self, argument: Argument, seed: int, tables: Sequence[str]) -> Any:
        """As `perfcast.workload.values.argument_values.built_table`."""
        return of_workload(self._machine, argument, seed, self._columns().of(argument.name or "", tables))

    def several(self, name: str, count: int, depth: int = 0, spread: Spread = USUAL) -> list[Any] | None:
        """As many values of a class that the unit defines or imports, each made with other arguments; None where it has
        no such class, or they cannot be made.

        Args:
            depth: constructors around them; spread: of moments in them.
        """
        found = self._several_trees(name, count, depth)
        if found is not None:
            return found
        of = self._known.named(name)
        if depth >= _DEEPEST or (name in STANDARD and not isinstance(of, Class | Written)):
            return None
        if isinstance(of, Enumeration):
            return in_turn(list(of), count)
        try:
            return self._several_of(of, name, count, depth, spread)
        except (Unsupported, Exception):
            return None

    def _several_of(self, of: Any, name: str, count: int, depth: int, spread: Spread) -> list[Any] | None:
        """As `several`. Raises what making them raises."""
        node, make = self._known.maker(of), partial(self._called, of)
        if node is None or not needs_arguments(node):
            return [make({}) for _ in range(count)]
        made = without_further(made_with_each(node, self._known.class_for_maker(of), self._uses().keyed), name, depth)
        self._known.take(of, made)
        if any(one.type.name in TABLES or is_tensor(one.type) for one in made.arguments):
            return None
        return self._each_made(of, make, node, spread_over(made, spread), count, depth)

    def _node_trees(self, name: str, depth: int) -> NodeTrees | None:
        """Who makes trees of nodes of several classes; None where none are of that one."""
        kinds = self._known.node_kinds(name) if depth < _DEEPEST else None
        return (
            None if kinds is None else NodeTrees(name, kinds, partial(self._nodes, family=name), self.makers(depth + 1))
        )

    def _several_trees(self, name: str, count: int, depth: int) -> list[Any] | None:
        trees = self._node_trees(name, depth)
        with suppress(Unsupported, Exception):
            return None if trees is None else trees.several(count)
        return None

    def _nodes(self, name: str, count: int, makers: Makers, family: str) -> list[Any]:
        """So many nodes of a family's trees, of one class. Raises what making them raises."""
        of = self._known.named(name)
        node, make = self._known.maker(of), partial(self._called, of)
        if node is None or not needs_arguments(node):
            return [make({}) for _ in range(count)]
        made = made_with_each(node, self._known.class_for_maker(of), *self._uses(), family)
        self._known.take(of, made)
        return each_made(make, node, made, count, makers)

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
            changed = self._with_changes(of, made, stop_in_full(reason), Workload())
            if changed is made:
                raise
        return each_made(make, node, changed, count, self.makers(depth + 1))

    def _called(self, of: Any, kwargs: dict[str, Any]) -> Any:
        if not isinstance(of, Class):
            return of(**kwargs)
        made = of.bare((), kwargs)
        with self._machine.without_files():
            of.begin(made, (), kwargs)
        return made


def _is_of(part: Any, of: Class) -> bool:
    return isinstance(part, Instance) and part.of is of
