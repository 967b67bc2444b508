"""Instances of a measured module's own classes: as its source makes them, else called with usual arguments."""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from perfcast.measure.unmade import Unmade
from perfcast.source import FunctionNode, SourceError, SourceFile
from perfcast.source.classes.abstract import standing_for
from perfcast.source.classes.constructors import constructor_of, with_bases
from perfcast.source.classes.networks import Outer, method_of, needs_arguments
from perfcast.source.classes.node_kinds import node_kinds
from perfcast.source.classes.unions import unions
from perfcast.source.classes.written_out import with_written_out
from perfcast.source.locations.place import Place
from perfcast.source.projects.aliases import class_without_aliases, without_aliases
from perfcast.workload import Workload, build
from perfcast.workload.language.resizing import receiver_size, stated_receiver_size
from perfcast.workload.language.spread import USUAL, Spread, spread_of, spread_over
from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.receivers.constructing import Reconstruction, Step
from perfcast.workload.receivers.contained_instances import each_made, in_turn, made_with_each, without_further
from perfcast.workload.receivers.filling import Call, Filling, filled, made_with
from perfcast.workload.receivers.membership import met
from perfcast.workload.receivers.node_trees import NodeTrees
from perfcast.workload.structures.field_uses import FieldUses, field_uses
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.values.argument_values import built_table
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.handed import FAILURE
from perfcast.workload.values.makers import Makers, built_in_class
from perfcast.workload.values.nodes import LINKED, relinked, value_name
from perfcast.workload.values.standard_library import STANDARD
from perfcast.workload.values.unbuildable import is_unknown

#: Constructors that call for instances themselves.
_DEEPEST: Final = 6
#: What is counted besides the constructors around one: around an argument's, and around those of what it holds.
_OUTER: Final = 1
_HELD: Final = 2
#: The deepest that are filled: of what is given to a constructor of what a unit is called with.
_DEEPEST_FILLED: Final = 3
#: How much is counted for an instance that an argument of a constructor is.
_EACH: Final = 2
_SEED: Final = 11
_NONE: Final = TypeExpression("None")
_NO_ARGUMENTS: Final = ast.arguments([], [ast.arg("self")], None, [], [], None, [])
#: Seconds that filling an instance may take; trial runs spend no more on it either.
_FILLING: Final = 0.003
#: Times that it may take longer before it is left out: once is what else the machine does, too.
_ATTEMPTS: Final = 3


class _TooDear(BaseException):
    """Filling takes too long. No exception that a method's own handler could take for another."""


def _filled_in_time(make: Callable[[], Any], calls: Sequence[Call], seconds: float) -> Any:
    """As `filled`. Raises _TooDear where that takes longer, each time."""
    for _ in range(_ATTEMPTS - 1):
        with suppress(_TooDear):
            return _filled_at_once(make, calls, seconds)
    return _filled_at_once(make, calls, seconds)


def _filled_at_once(make: Callable[[], Any], calls: Sequence[Call], seconds: float) -> Any:
    end = time.process_time() + seconds

    def call(one: Any, method: str, given: dict[str, Any]) -> object:
        if time.process_time() > end:
            raise _TooDear
        return getattr(one, method)(**given)

    instance, _ = filled(make, call, calls)
    return instance


class Instances:
    """Makes them for one loaded module."""

    def __init__(self, source: str, module: ModuleType, home: Place | None = None, unit: str = "") -> None:
        """
        Args:
            home: where the source lies; unit: the name of what is measured.
        """
        self._source, self._module, self._home, self._unit = source, module, home, unit
        self._fillings: dict[tuple[type, str, str], Filling | None] = {}
        self._beside: dict[str, Instances] = {}
        # What is changed of what classes are called with that would fail.
        self._steps: dict[type, tuple[Step, ...]] = {}

    def receiver(
        self,
        owner: type,
        unit: str,
        workload: Workload,
        called_with: Mapping[str, Any],
        columns: NamedColumns | None = None,
    ) -> Any:
        """What a method is called on: an instance as `of` makes it, filled by the class's own methods where it is
        empty; of an enumeration its first member. Raises what making it raises.

        Args:
            unit: the method's name; called_with: what it is given; columns: those that it asks tables for.
        """
        if issubclass(owner, Enum) and len(owner):
            return next(iter(owner))
        key = owner, unit, str(workload)
        if key not in self._fillings:
            self._fillings[key] = self._filling(owner, unit, workload)
        filling = self._fillings[key]
        if filling is None:
            return self.of(owner, workload)
        # Left empty, it would be another than the one that is forecast, which needs no such values to be filled.
        calls = filling.calls(called_with, replace(self._fillers(), table=partial(built_table, columns=columns)))
        # What somebody says that it holds, it has to hold.
        seconds = _FILLING if stated_receiver_size(workload) is None else math.inf
        with suppress(_TooDear):
            return _filled_in_time(lambda: self._called(owner, filling.made, workload), calls, seconds)
        self._fillings[key] = None
        return self.of(owner, workload)

    def met(self, receiver: Any, unit: str, workload: Workload, given: dict[str, Any]) -> dict[str, Any]:
        """What a method is given by name, with what its instance holds where it looks for that.

        Args:
            unit: the method's name.
        """
        order = (self._nodes.get(one.__name__) for one in type(receiver).__mro__)
        methods = (part for one in order if one is not None for part in one.body if isinstance(part, FunctionNode))
        node = next((part for part in methods if part.name == unit), None)
        if node is None:
            return given
        return met(node, workload, given, lambda name: getattr(receiver, name, None), _held_by)

    def _filling(self, owner: type, unit: str, workload: Workload) -> Filling | None:
        """With what instances are filled; None where they are made otherwise than by calling their class."""
        node = self._nodes.get(owner.__name__)
        if node is None or self._file.is_module(node):
            return None
        init = self._constructor(owner, self._file.reduced(node, unit))
        node = class_without_aliases(node, self._file)
        return Filling(node, unit, init, workload, self._file.class_for)

    def _called(self, owner: type, made: Workload, workload: Workload, depth: int = 0) -> Any:
        """What calling a class with that gives."""
        made = spread_over(made, spread_of(workload))
        # What a method is called on is made like an argument.
        given = partial(self.arguments, seed=_SEED, columns=None, around=workload, depth=max(depth, _OUTER) + 1)
        args, kwargs = given(made)
        try:
            return owner(*args, **kwargs)
        except Exception as error:
            steps = self._steps_after(owner, made, error, workload, given) if depth == 0 else ()
            if not steps:
                raise
        args, kwargs = given(self._reconstruction(owner, workload).changed(made, steps))
        return owner(*args, **kwargs)

    def _steps_after(
        self, owner: type, made: Workload, error: Exception, workload: Workload, given: Callable[[Workload], Any]
    ) -> tuple[Step, ...]:
        """The changes after which a class can be called that fails as it is, as trial runs make them."""

        def fails(other: Workload) -> str | None:
            try:
                args, kwargs = given(other)
            except Exception:
                return None
            try:
                owner(*args, **kwargs)
            except Exception as reason:
                return _in_full(reason)
            return ""

        if owner not in self._steps:
            file_has_it = owner.__name__ in self._nodes and not self._file.is_module(self._nodes[owner.__name__])
            self._steps[owner] = (
                self._reconstruction(owner, workload).found(made, _in_full(error), fails) if file_has_it else ()
            )
        return self._steps[owner]

    def _reconstruction(self, owner: type, workload: Workload) -> Reconstruction:
        order = [node for one in owner.__mro__ if (node := self._nodes.get(one.__name__)) is not None]
        written = next((init for node in order if (init := method_of(node, "__init__")) is not None), None)
        init = ast.FunctionDef("__init__", _NO_ARGUMENTS, [], []) if written is None else with_bases(written, order)
        return Reconstruction(init, receiver_size(workload), self._file.class_for)

    def of(self, owner: type, workload: Workload, depth: int = 0) -> Any:
        """An instance of one of the module's classes, whose constructor's sized arguments have about the size of the
        call's own. Raises what making it raises."""
        node = self._nodes.get(owner.__name__)
        outer = self._file.outer(node) if node is not None and depth == 0 else None
        part = None if outer is None else self._part(outer, owner, workload)
        if part is not None:
            return part
        init = self._constructor(owner)
        if node is None or init is None:
            return owner()
        if not needs_arguments(init):
            return self._called(owner, Workload(), workload, depth)
        file = self._file
        made_by = file.made_by(node)
        if made_by is not None:
            return self._made(made_by)
        is_stated, size = stated_receiver_size(workload) is not None, receiver_size(workload)
        made = made_with(init, size, file.class_for, node, is_stated=is_stated, of_module=file.is_module(node))
        return self._called(owner, without_further(made, owner.__name__, (depth - _OUTER) // _EACH), workload, depth)

    def arguments(
        self,
        wanted: Workload,
        seed: int,
        columns: NamedColumns | None,
        around: Workload,
        depth: int = 0,
        first: int = 0,
    ) -> tuple[list[Any], dict[str, Any]]:
        """As `perfcast.workload.build`, with instances of the module's classes, as `of` makes them, where types name
        some, and of those of other modules, by their dotted names.

        Args:
            around: the workload of the call, which goes with all that is made for it.
            first: the place among an enumeration's members of what the first argument of that type is.
        """
        wanted = wanted.passed
        others = {one.name: one.type.name for one in wanted.arguments if one.name is not None and _is_elsewhere(one)}
        others = {name: of for name, of in others.items() if depth < _DEEPEST}
        types = {one.name: one.type.name for one in wanted.arguments if one.name is not None}
        own = {one.name: self._class_of(one) for one in wanted.arguments if one.name is not None}
        linked = {name: kind for name, kind in own.items() if kind is not None and kind.__name__ in LINKED}
        own = {name: kind for name, kind in own.items() if name not in linked}
        apart = {name: kind for name, kind in own.items() if kind is not None and depth < _DEEPEST}
        trees = {name: types[name] for name in types.keys() - apart.keys() if types[name] in self._united}
        made = apart.keys() | others.keys() | trees.keys()
        known = [replace(one, type=_NONE, sizes=()) if one.name in made else one for one in wanted.arguments]
        args, kwargs = build(Workload(tuple(known)), seed, columns, replace(self._makers(depth + 1), first=first))
        for name, kind in linked.items():
            if kwargs[name] is not None:
                value = value_name(self._nodes[kind.__name__]) if kind.__name__ in self._nodes else "val"
                kwargs[name] = relinked(kwargs[name], partial(kind.__new__, kind), setattr, value)
        kwargs |= {name: self._elsewhere(of)._one(of, around, depth + 1) for name, of in others.items()}
        kwargs |= {name: self._tree(of, depth) for name, of in trees.items()}
        return args, kwargs | {name: self._given(kind, around, depth + 1, types[name]) for name, kind in apart.items()}

    def _given(self, owner: type, workload: Workload, depth: int, name: str) -> Any:
        """An instance that a function or a constructor is given, filled by its class's own methods where it is empty,
        or a tree of others. Raises what making it raises.

        Args:
            name: of the class that is asked for, which this one may only stand for.
        """
        trees = self._node_trees(name, depth - 1)
        if trees is not None:
            with suppress(Exception):
                return trees.tree()
        node = self._nodes.get(owner.__name__)
        if node is None or depth > _DEEPEST_FILLED or self._file.is_module(node) or self._file.made_by(node):
            return self.of(owner, workload, depth)
        known = class_without_aliases(node, self._file)
        filling = Filling(known, "", self._constructor(owner), workload, self._file.class_for)
        if filling.fills:
            with suppress(_TooDear, BuildError):
                calls = filling.calls({}, self._fillers())
                return _filled_in_time(lambda: self._called(owner, filling.made, workload, depth), calls, _FILLING)
        return self.of(owner, workload, depth)

    def _elsewhere(self, name: str) -> Instances:
        """The like of it for the module that defines a class. Raises what importing that raises.

        Args:
            name: dotted, of the class where it is imported from.
        """
        module, _, last = name.rpartition(".")
        owner = getattr(import_module(module), last)
        if owner.__module__ not in self._beside:
            loaded = import_module(owner.__module__)
            path = Path(inspect.getsourcefile(loaded) or "")
            beside = Instances(path.read_text(encoding="utf-8"), loaded, Place.of(path))
            beside._uses = self._uses
            self._beside[owner.__module__] = beside
        return self._beside[owner.__module__]

    def _one(self, name: str, workload: Workload, depth: int) -> Any:
        """An instance of one of the module's classes, by its name or a dotted one. Raises what making it raises."""
        last = name.rpartition(".")[2]
        owner = self._named(last)
        if owner is None:
            raise BuildError(f"no value can be made for the type {name!r}")
        if issubclass(owner, Enum):
            return (self._several(last, 1, depth=depth) or [None])[0]
        return self._given(owner, workload, depth, last)

    def _makers(self, depth: int) -> Makers:
        return Makers(partial(self._held, depth=depth), members=self._members, kind=self._kind)

    def _fillers(self) -> Makers:
        """Of what instances are filled with: where nobody can make that, they are left empty, as in trial runs."""
        return replace(self._makers(1), of=partial(self._several, depth=1))

    def _kind(self, name: str) -> type:
        """One of the module's classes, imported ones too, or of Python's own. Raises BuildError."""
        found = getattr(self._module, name, None)
        return found if isinstance(found, type) else built_in_class(name)

    def _members(self, name: str) -> Sequence[Any]:
        """Those of one of the module's enumerations; none where it has no such."""
        owner = self._named(name)
        return list(owner) if owner is not None and issubclass(owner, Enum) else ()

    def _held(self, name: str, count: int, spread: Spread = USUAL, *, depth: int) -> list[Any] | None:
        """As `_several`, errors too, and what stands for values of types that none are made of: what is given them may
        do without looking."""
        made = self._several(name, count, spread, depth=depth)
        if made is not None or name in STANDARD:
            return made
        error = getattr(builtins, name, None)
        if isinstance(error, type) and issubclass(error, BaseException):
            return [RuntimeError(FAILURE) for _ in range(count)]
        return [Unmade(name) for _ in range(count)]

    def _several(self, name: str, count: int, spread: Spread = USUAL, *, depth: int) -> list[Any] | None:
        """As many values of one of the module's classes, each made with other arguments; None where it has no such."""
        if "." in name and depth < _DEEPEST:
            return self._elsewhere(name)._several(name.rpartition(".")[2], count, spread, depth=depth)
        if depth >= _DEEPEST:
            return None
        trees = self._node_trees(name, depth)
        if trees is not None:
            with suppress(Exception):
                return trees.several(count)
        owner = self._named(name)
        return None if owner is None else self._several_of(owner, name, count, spread, depth)

    def _several_of(self, owner: type, name: str, count: int, spread: Spread, depth: int) -> list[Any] | None:
        """As `_several`, of a class by whatever name it is asked for."""
        if issubclass(owner, Enum):
            return in_turn(list(owner), count)
        init = self._constructor(owner)
        if init is None or not needs_arguments(init):
            return [owner() for _ in range(count)]
        made = without_further(made_with_each(init, self._file.class_for, self._uses.keyed), name, depth - _HELD)
        return each_made(lambda kwargs: owner(**kwargs), init, made, count, self._makers(depth + 1), spread)

    def _tree(self, name: str, depth: int) -> Any:
        """What is of the classes of a union. Raises what making it raises."""
        trees = self._node_trees(name, depth)
        if trees is None:
            raise BuildError(f"no value can be made for the type {name!r}")
        return trees.tree()

    def _node_trees(self, name: str, depth: int) -> NodeTrees | None:
        """Who makes trees of nodes of several classes; None where none are of that one."""
        united = self._united.get(name, ())
        is_known = name in self._nodes or united
        kinds = node_kinds(name, lambda: self._nodes, self._nodes.get, united) if is_known else None
        return (
            None
            if kinds is None
            else NodeTrees(name, kinds, partial(self._tree_nodes, family=name), self._makers(depth + 1))
        )

    def _tree_nodes(self, name: str, count: int, makers: Makers, family: str) -> list[Any]:
        """So many nodes of a family's trees, of one class. Raises what making them raises."""
        owner = getattr(self._module, name)
        init = self._constructor(owner)
        if init is None or not needs_arguments(init):
            return [owner() for _ in range(count)]
        made = made_with_each(init, self._file.class_for, *self._uses, family)
        return each_made(lambda kwargs: owner(**kwargs), init, made, count, makers)

    def _class_of(self, argument: Argument) -> type | None:
        """The module's class that an argument's type names; None where it is none of its own."""
        found = None if argument.has_value else self._named(argument.type.name)
        return found if found is not None and not issubclass(found, Enum) else None

    def _named(self, name: str) -> type | None:
        name = standing_for(name, lambda: self._nodes, self._nodes.get) if name in self._nodes else name
        found = getattr(self._module, name, None) if name.isidentifier() else None
        return found if isinstance(found, type) and found.__module__ == self._module.__name__ else None

    def _constructor(self, owner: type, own: ast.ClassDef | None = None) -> ast.FunctionDef | None:
        """
        Args:
            own: stands for the class's own definition.
        """
        order = [self._nodes.get(one.__name__) for one in owner.__mro__]
        written = constructor_of([node for node in ([own, *order[1:]] if own else order) if node is not None])
        meant = None if written is None else without_aliases(written, self._file)
        return meant if isinstance(meant, ast.FunctionDef) else None

    def _part(self, outer: Outer, owner: type, workload: Workload) -> Any:
        """The first part of another module that is of a class; None where that cannot be made, or has none."""
        try:
            whole = (
                self._made(outer.call) if outer.call else self.of(getattr(self._module, outer.node.name), workload, 1)
            )
            return next((part for part in whole.modules() if type(part) is owner), None)
        except Exception:
            return None

    def _made(self, call: ast.expr) -> Any:
        """What an expression of the module gives."""
        return eval(compile(ast.Expression(call), "<instance>", "eval"), self._module.__dict__)

    def normal_form(self, name: str) -> str:
        """Of a unit of the module; the module's text where it has none."""
        try:
            return next((self._file.normal_form(unit) for unit in self._file.units if unit.name == name), self._source)
        except SourceError:
            return self._source

    @cached_property
    def _uses(self) -> FieldUses:
        """What the unit that is measured asks of instances' attributes."""
        try:
            return field_uses(ast.parse(self.normal_form(self._unit))) if self._unit else FieldUses()
        except SyntaxError:
            return FieldUses()

    @cached_property
    def _file(self) -> SourceFile:
        file = SourceFile.parse(self._source)
        file.home = self._home
        return file

    @cached_property
    def _nodes(self) -> Mapping[str, ast.ClassDef]:
        return with_written_out(self._file.tree.body)

    @cached_property
    def _united(self) -> Mapping[str, Sequence[str]]:
        """Names of unions, with their classes."""
        return unions(self._file.tree.body, self._nodes.__contains__)


def _in_full(error: Exception) -> str:
    """As trial runs tell an error."""
    said = error.args[0] if error.args else ""
    return f"{type(error).__name__}: {said if type(said) is str else ''}"


def _held_by(element: Any, name: str) -> Any:
    """What an instance has by the name of an attribute, or a dictionary by a key; None for nothing."""
    return element.get(name) if isinstance(element, dict) else getattr(element, name, None)


def _is_elsewhere(argument: Argument) -> bool:
    """Whether it is of another module's class."""
    return not argument.has_value and "." in argument.type.name and is_unknown(argument.type)
