"""What is called in a trial run, and what it is called with."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from perfcast.trial.inputs.call_arguments import arguments, can_be_made
from perfcast.trial.inputs.call_description import described
from perfcast.trial.interpreter.objects.class_attributes import OF_CLASSES
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.named_tuples import Kind
from perfcast.trial.interpreter.objects.properties import ACCESSORS, ClassMethod, Property, StaticMethod
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.observing.observer import Repetition
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.workload import Workload
from perfcast.workload.receivers.membership import met
from perfcast.workload.values.makers import first_member
from perfcast.workload.values.nodes import ListNode, TreeNode, relinked


class Calls:
    """Calls of one unit, made of workloads."""

    def __init__(self, unit: Unit) -> None:
        self._unit, self._definition = unit, unit.definition
        self._machine, self._receivers = unit.machine, unit.receivers

    def arguments(self, workload: Workload, seed: int) -> tuple[list[Any], dict[str, Any]]:
        """What the workload says, made, and what the unit finds around it."""
        machine = self._machine
        if self._unit.enclosing is not None:
            self._unit.enclosing.begin(workload)
        make = partial(self._receivers.of_type, workload=workload)
        with machine.unseen():
            makers = replace(self._receivers.makers(), first=self._first_member())
            args, kwargs = arguments(machine, workload, seed, make, self._unit.columns, makers)
        named = {name: self._own(value) for name, value in kwargs.items()}
        return self._at_places([self._own(value) for value in args], named, self._definition.places)

    def _first_member(self) -> int:
        """As that function says it."""
        of, unit = self._definition.callee or (None, "")
        return first_member(of is not None, unit)

    @staticmethod
    def _at_places(args: list[Any], kwargs: dict[str, Any], names: Sequence[str]) -> tuple[list[Any], dict[str, Any]]:
        """Those that the unit takes by places of these names without their names, where it may know none."""
        given, places = dict(kwargs), []
        for name in names[len(args) :]:
            if name not in given:
                break
            places.append(given.pop(name))
        return [*args, *places], given

    def met(self, function: Any, workload: Workload, kwargs: dict[str, Any]) -> dict[str, Any]:
        """What a method is given by name, with what its instance holds where it looks for that."""
        receiver = function.receiver if isinstance(function, Method) else None
        if self._definition.method is None or not isinstance(receiver, Instance):
            return kwargs
        return met(self._definition.method, workload, kwargs, receiver.attributes.get, _held_by)

    def as_taken(self, function: Any, args: list[Any], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """What a method is given, by place where it takes it by no name, or a decorator has made it such."""
        if (
            self._definition.written is None
            or not isinstance(function, Method)
            or not isinstance(function.function, Function)
        ):
            return args, kwargs
        taken_by_place = [one.arg for one in self._definition.written.args.posonlyargs[1:]]
        args, kwargs = self._at_places(args, kwargs, taken_by_place)
        taken = function.function.parameters
        if any(one.kind == inspect.Parameter.VAR_KEYWORD for one in taken) or kwargs.keys() <= {
            one.name for one in taken
        }:
            return args, kwargs
        names = [one.arg for one in (*self._definition.written.args.posonlyargs, *self._definition.written.args.args)]
        return self._at_places(args, kwargs, names[1:])

    def repeated(self, seen: Repetition, workload: Workload, seed: int) -> tuple[Any, list[Any], dict[str, Any]]:
        """The call that was seen, with what the workload says otherwise."""
        seen_function, args, kwargs = seen.call()
        before = described(seen_function, args, kwargs, is_method=seen.is_method).workload
        # Another text than the file's, as of another revision, is what is to be tried.
        function = seen_function if seen.text == self._unit.text else self._own_function()
        if str(before) == str(workload):
            return function, list(args), kwargs
        as_seen = {one.name: str(one) for one in before.arguments}
        others = [one for one in workload.arguments if can_be_made(one) and as_seen.get(one.name) != str(one)]
        makers = self._receivers.makers()
        said = Workload(tuple(others))
        _, made = arguments(self._machine, said, seed, lambda name: Unknown(), self._unit.columns, makers)
        by_place = [made.pop(name, value) for name, value in zip(seen_function.places, args, strict=False)]
        return function, [*by_place, *args[len(by_place) :]], {**kwargs, **made}

    def _of_text(self) -> Any:
        """Of what class the unit is, None for a function, and its name, or what the function is."""
        if self._definition.callee is None:
            raise Unsupported(self._definition.unmade or "a text without a function")
        return self._definition.callee

    def _own_function(self) -> Any:
        """That of the text, to be called with what stands before the dot, too."""
        of, unit = self._of_text()
        found = unit if of is None else self._member(of, unit)
        found = found.function(self._definition.accessor) if isinstance(found, Property) else found
        return found.function if isinstance(found, StaticMethod) else found

    def function(self, workload: Workload, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """What is called with these."""
        of, unit = self._of_text()
        if of is None:
            return unit
        found = self._member(of, unit)
        if found is MISSING:
            raise Unsupported(f"no method {unit}")
        if unit == "__new__" or unit in OF_CLASSES:
            # Called with the class, without being marked as such.
            return Method(found.function if isinstance(found, StaticMethod) else found, of)
        if isinstance(found, StaticMethod):
            return Method(found.function, of) if isinstance(found, ClassMethod) else found.function
        given = {**{str(place): value for place, value in enumerate(args)}, **kwargs}
        if unit == "__init__":
            receiver = of.blank(()) if isinstance(of, Class) else Instance(of)
            # It is made before it is initialised.
            self._machine.outside.add(receiver)
        else:
            receiver = self._receivers.receiver(of, unit, workload, given)
        if isinstance(found, Property):
            found = found.function(self._definition.accessor)
        elif isinstance(found, Instance) and set(ACCESSORS.values()) <= found.attributes.keys():
            # A property of a class that extends them.
            found = found.attributes[ACCESSORS[self._definition.accessor]]
        return Method(found, receiver)

    @staticmethod
    def _member(of: Class | Kind, name: str) -> Any:
        """What a class has by that name, `MISSING` where it has none."""
        return of.members.get(name, MISSING) if isinstance(of, Kind) else of.find(name)

    def _own(self, value: Any) -> Any:
        """Linked nodes as instances of the unit's class of that name, or of one made for them."""
        if not isinstance(value, ListNode | TreeNode):
            return value
        name = type(value).__name__
        of = self._unit.module.names.get(name)
        kind = of if isinstance(of, Class) else Class(name, [], None)
        return relinked(
            value,
            lambda: Instance(kind),
            lambda one, attribute, part: one.attributes.__setitem__(attribute, part),
            self._unit.node_values.get(name, "val"),
        )


def _held_by(element: Any, name: str) -> Any:
    """What an instance has by the name of an attribute, or a dictionary by a key; None for nothing."""
    held = element.attributes if isinstance(element, Instance) else element
    return held.get(name) if isinstance(held, dict) else None
