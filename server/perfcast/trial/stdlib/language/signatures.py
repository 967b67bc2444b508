"""Signatures as ``inspect`` gives them: parameters, and what binding arguments to them makes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.hints import RETURNED
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import Property
from perfcast.trial.stdlib.system.platform_facts import refused

#: Kinds of parameters, as they are numbered.
KINDS: Final = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD")
#: Nanoseconds of asking for a signature, and of each parameter.
SIGNED: Final = 3_000.0
PARAMETER: Final = 2_200.0
#: Bytes that are held while one is asked for, and of each parameter.
_ASIDE: Final = (1_750, 250)
#: Nanoseconds of making one parameter, or another one of it; of a signature of parameters, with each.
_MADE: Final = 600.0
_REPLACED: Final = 1_030.0
_PUT_TOGETHER: Final = (500.0, 300.0)
#: Of binding arguments; of giving what has none its default; of asking for arguments by place or by name: of each call,
#: and of each parameter.
_BOUND: Final = (1_050.0, 360.0)
_DEFAULTED: Final = (250.0, 120.0)
_ASKED: Final = (185.0, 160.0)


class Signatures:
    """What the module ``inspect`` holds of them.

    Attributes:
        empty: stands for a default or a hint that is not there.
        parameter, signature: the classes.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.empty = Class("_empty", [], None)
        self.parameter = _known_in_part("Parameter", self._begin_parameter, self._replaced_parameter)
        self.parameter.attributes |= {"empty": self.empty, **{name: number for number, name in enumerate(KINDS)}}
        self.signature = _known_in_part("Signature", self._begin_signature, self._replaced_signature)
        self.signature.attributes |= {
            "empty": self.empty,
            "bind": Guarded(partial(self._bind, "bind")),
            "bind_partial": Guarded(partial(self._bind, "bind_partial")),
        }
        self.bound = _known_in_part("BoundArguments", None, None)
        self.bound.attributes |= {
            "args": Property(Guarded(lambda one: self._given(one).args)),
            "kwargs": Property(Guarded(lambda one: self._given(one).kwargs)),
            "apply_defaults": Guarded(self._apply_defaults),
        }

    def of(self, function: Function, skipped: int) -> Instance:
        """The signature of a function, without so many of its first parameters."""
        parameters = function.parameters[skipped:]
        self._machine.pay(SIGNED + PARAMETER * len(parameters))
        once, each = _ASIDE
        self._machine.briefly(once + each * len(parameters))
        described = {}
        for one in parameters:
            described[one.name] = made = Instance(self.parameter)
            default = function.given.get(one.name, self.empty)
            made.attributes.update(
                name=one.name, kind=one.kind, default=default, annotation=self._said(function, one.name)
            )
        return self._signed(described, self._said(function, RETURNED))

    def _said(self, function: Function, name: str) -> Any:
        found = function.said(name)
        return self.empty if found is MISSING else found

    def _signed(self, parameters: dict[str, Instance], returned: Any) -> Instance:
        made = Instance(self.signature)
        made.attributes.update(parameters=parameters, return_annotation=returned)
        self._machine.made(made)
        return made

    def _begin_parameter(
        self, one: Instance, name: Any, kind: Any, *, default: Any = MISSING, annotation: Any = MISSING
    ) -> None:
        self._machine.pay(_MADE)
        inspect.Parameter(name, _kind(kind))
        one.attributes.update(
            name=name,
            kind=kind,
            default=self.empty if default is MISSING else default,
            annotation=self.empty if annotation is MISSING else annotation,
        )

    def _replaced_parameter(self, one: Instance, **changes: Any) -> Instance:
        self._machine.pay(_REPLACED)
        made = Instance(self.parameter)
        made.attributes.update(one.attributes)
        self._change(made, changes)
        self._machine.made(made)
        return made

    def _begin_signature(
        self, one: Instance, parameters: Any = None, *, return_annotation: Any = MISSING, **_: Any
    ) -> None:
        held = (
            {} if parameters is None else {each.attributes["name"]: each for each in self._machine.counted(parameters)}
        )
        _pay(self._machine, _PUT_TOGETHER, len(held))
        one.attributes.update(
            parameters=held, return_annotation=self.empty if return_annotation is MISSING else return_annotation
        )
        # Raises ValueError for an order that no function has.
        self._as_is(one)

    def _replaced_signature(self, one: Instance, **changes: Any) -> Instance:
        made = Instance(self.signature)
        made.attributes.update(one.attributes)
        if "parameters" in changes:
            self._begin_signature(
                made, changes.pop("parameters"), return_annotation=one.attributes["return_annotation"]
            )
        self._change(made, changes)
        self._machine.made(made)
        return made

    def _change(self, made: Instance, changes: Mapping[str, Any]) -> None:
        if not changes.keys() <= made.attributes.keys():
            raise TypeError("replace() got an unexpected keyword argument")
        made.attributes.update(changes)

    def _bind(self, how: str, one: Instance, /, *args: Any, **named: Any) -> Instance:
        _pay(self._machine, _BOUND, len(one.attributes["parameters"]))
        found = getattr(self._as_is(one), how)(*args, **named)
        made = Instance(self.bound)
        made.attributes.update(signature=one, arguments=found.arguments)
        self._machine.made(made)
        return made

    def _given(self, bound: Instance) -> inspect.BoundArguments:
        """Arguments that were bound, as Python has them."""
        signature = self._as_is(bound.attributes["signature"])
        _pay(self._machine, _ASKED, len(signature.parameters))
        arguments: Any = bound.attributes["arguments"]
        check_length(sum(len(value) for value in arguments.values() if isinstance(value, tuple | dict)))
        return inspect.BoundArguments(signature, arguments)

    def _apply_defaults(self, bound: Instance) -> None:
        signature = self._as_is(bound.attributes["signature"])
        _pay(self._machine, _DEFAULTED, len(signature.parameters))
        whole = inspect.BoundArguments(signature, bound.attributes["arguments"])
        whole.apply_defaults()
        bound.attributes["arguments"] = whole.arguments

    def _as_is(self, signature: Instance) -> inspect.Signature:
        """A signature as Python has it. Raises ValueError for one that no function has."""
        return inspect.Signature([self._parameter_as_is(one) for one in signature.attributes["parameters"].values()])

    def _parameter_as_is(self, one: Instance) -> inspect.Parameter:
        default = one.attributes["default"]
        default = inspect.Parameter.empty if default is self.empty else default
        return inspect.Parameter(one.attributes["name"], _kind(one.attributes["kind"]), default=default)


def _known_in_part(name: str, begin: Callable[..., None] | None, replace: Callable[..., Instance] | None) -> Class:
    """A class that can be asked for more than what is here."""
    made = Class(name, [], None)
    made.lose_track()
    if begin is not None:
        made.attributes["__init__"] = Guarded(begin)
    if replace is not None:
        made.attributes["replace"] = Guarded(replace)
    made.attributes |= dict.fromkeys(("__str__", "__repr__"), Guarded(partial(refused, f"the text of {name}")))
    made.attributes |= dict.fromkeys(("__eq__", "__hash__"), Guarded(partial(refused, f"whether a {name} is another")))
    return made


def _kind(number: Any) -> Any:
    """A parameter's kind as Python has it."""
    return getattr(inspect.Parameter, KINDS[number])


def _pay(machine: Machine, time: tuple[float, float], parameters: int) -> None:
    once, each = time
    machine.pay(once + each * parameters)
