"""``inspect``: what kind a value is of, and where it runs."""

from __future__ import annotations

import inspect
from functools import partial
from types import GeneratorType
from typing import Any

from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.hints import RETURNED
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.properties import StaticMethod
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.concurrency.asynchronous import is_asynchronous
from perfcast.trial.stdlib.concurrency.coroutines import AsynchronousGenerator, Awaitable, Coroutine
from perfcast.trial.stdlib.language.signatures import KINDS, PARAMETER, SIGNED, Signatures
from perfcast.trial.stdlib.system.call_frames import all_frames, frame_of_call


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    signatures = Signatures(machine)

    def signed(value: Any, **_: Any) -> Instance:
        return signatures.of(*_signed(value))

    def specified(value: Any) -> Any:
        parameters = _signed(value)[0].parameters
        machine.pay(SIGNED + PARAMETER * len(parameters))
        return machine.made(_specified(_signed(value)[0]))

    return {
        "signature": Guarded(signed),
        "getfullargspec": Guarded(specified),
        "unwrap": Guarded(_unwrapped),
        "Parameter": signatures.parameter,
        "Signature": signatures.signature,
        "_empty": signatures.empty,
        "getdoc": Guarded(lambda value: ""),
        "isfunction": Guarded(lambda value: isinstance(value, Function)),
        "ismethod": Guarded(lambda value: isinstance(value, Method)),
        "isroutine": Guarded(lambda value: isinstance(value, Function | Method | Guarded)),
        "isclass": Guarded(lambda value: isinstance(value, Class | type)),
        "ismodule": Guarded(lambda value: isinstance(value, Module)),
        "isgeneratorfunction": Guarded(_makes_generators),
        "isgenerator": Guarded(lambda value: isinstance(value, GeneratorType)),
        "iscoroutine": Guarded(lambda value: isinstance(value, Coroutine)),
        "isawaitable": Guarded(lambda value: isinstance(value, Awaitable)),
        "isasyncgen": Guarded(lambda value: isinstance(value, AsynchronousGenerator)),
        "iscoroutinefunction": Guarded(is_asynchronous),
        "getmro": Guarded(_order),
        "cleandoc": Guarded(_cleaned),
        "currentframe": Guarded(partial(frame_of_call, machine)),
        "stack": Guarded(partial(all_frames, machine)),
    }


def _signed(value: Any) -> tuple[Function, int]:
    """The function whose parameters something has, and how many of them are given already.

    Raises Unsupported for what is not the unit's own, or may be of another form than it is written in.
    """
    found, skipped = value, 0
    if isinstance(value, Instance):
        found, skipped = value.of.find("__call__"), 1
    elif isinstance(value, Class):
        found, skipped = MISSING if value.meta is not None else value.find("__init__"), 1
    elif isinstance(value, Method):
        found, skipped = value.function, 1
    elif isinstance(value, StaticMethod):
        found = value.function
    found = _unwrapped(found)
    if not isinstance(found, Function):
        raise Unsupported("inspect.signature")
    return found, skipped


def _unwrapped(value: Any, **_: Any) -> Any:
    """The function that decorators have put others around."""
    found, passed = value, set[int]()
    while isinstance(found, Function) and "__wrapped__" in found.attributes:
        if id(found) in passed:
            raise ValueError(f"wrapper loop when unwrapping {value!r}")
        passed.add(id(found))
        found = found.attributes["__wrapped__"]
    return found


def _specified(function: Function) -> inspect.FullArgSpec:
    """As ``inspect.getfullargspec``, which counts what is given already."""
    parameters, given = function.parameters, function.given
    names = [*(one.name for one in parameters), RETURNED]
    named = {kind: [one.name for one in parameters if KINDS[one.kind] == kind] for kind in KINDS}
    by_place = [*named["POSITIONAL_ONLY"], *named["POSITIONAL_OR_KEYWORD"]]
    by_name = {name: given[name] for name in named["KEYWORD_ONLY"] if name in given}
    return inspect.FullArgSpec(
        by_place,
        next(iter(named["VAR_POSITIONAL"]), None),
        next(iter(named["VAR_KEYWORD"]), None),
        tuple(given[name] for name in by_place if name in given) or None,
        named["KEYWORD_ONLY"],
        by_name or None,
        {name: hint for name in names if (hint := function.said(name)) is not MISSING},
    )


def _makes_generators(value: Any) -> bool:
    function = value.function if isinstance(value, Method) else value
    return isinstance(function, Function) and function.yields


def _order(of: Any) -> tuple[Any, ...]:
    if not isinstance(of, Class):
        raise Unsupported("what a built-in class extends")
    return of.whole_order


def _cleaned(text: Any) -> str:
    if not isinstance(text, str):
        raise Unsupported("a text of another kind")
    check_length(len(text))
    return inspect.cleandoc(text)
