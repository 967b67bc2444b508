"""networkx's decorators, which rewrite functions or choose among backends: what they come to where there is only
networkx."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from perfcast.source import FunctionNode
from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LONGEST_TUPLE, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import POINTER
from perfcast.trial.interpreter.accounting.prices import FUNCTION
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of a call that goes by a dispatcher.
_DISPATCHED: Final = 600.0


def members(machine: Machine, module: str) -> dict[str, Any]:
    """What is taken in the place of the module's own."""
    if module == "networkx.utils.backends":
        return {"_dispatchable": Guarded(_dispatching(machine))}
    return {"argmap": Guarded(_argmap(machine))} if module == "networkx.utils.decorators" else {}


def time_ahead(node: FunctionNode) -> float:
    """Nanoseconds that a call of a function spends in its dispatcher before its own code begins."""
    return _DISPATCHED if _is_dispatched(node) else 0.0


def held_ahead(node: FunctionNode) -> tuple[tuple[int, ...], int]:
    """Kinds of the places that its dispatcher holds while the function runs, and bytes.

    Who measures it says by name that no other library is asked for: in a dictionary with that name, a tuple of the
    names, and one place of all that is given.
    """
    if not _is_dispatched(node):
        return (), 0
    taken = len(node.args.posonlyargs) + len(node.args.args)
    return (*_places(taken), TABLE, KEYS, 1), POINTER * (taken + 2)


def _is_dispatched(node: FunctionNode) -> bool:
    names = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return any(isinstance(one, ast.Attribute) and one.attr == "_dispatchable" for one in names)


def _places(taken: int) -> tuple[int, ...]:
    """It is handed on by place in a tuple for each of two functions, and by name in dictionaries, one with a name."""
    return (*(2 * [taken] if 0 < taken <= LONGEST_TUPLE else ()), 1, *4 * [TABLE], KEYS)


def _dispatching(machine: Machine) -> Callable[..., Any]:
    def decorate(function: Any = None, **_: Any) -> Any:
        if function is None:
            return Guarded(decorate)
        call = guarded(machine, function)

        inner = _wrapped(function)
        places = _places(len(inner.places) if isinstance(inner, Function) else 1)

        def run(*args: Any, **kwargs: Any) -> Any:
            machine.pay(_DISPATCHED)
            machine.opens(*places)
            try:
                return call(*args, **kwargs)
            finally:
                machine.closes(*places)

        return Guarded(run, {"__wrapped__": _wrapped(function)})

    return decorate


def _argmap(machine: Machine) -> Callable[..., Any]:
    """Changes arguments on their way to a function."""

    def argmap(change: Any, *which: Any, try_finally: bool = False) -> Guarded:
        if try_finally or not all(isinstance(one, int | str) for one in which):
            raise Unsupported("argmap of groups")
        return Guarded(lambda function: _decorated(machine, guarded(machine, change), which, function))

    return argmap


def _wrapped(function: Any) -> Any:
    return function.attributes.get("__wrapped__") if isinstance(function, Guarded) else function


def _decorated(machine: Machine, change: Callable[[Any], Any], which: tuple[int | str, ...], function: Any) -> Any:
    inner = _wrapped(function)
    if not isinstance(inner, Function):
        raise Unsupported("argmap of another function")
    wanted = [inner.places[one] if isinstance(one, int) else one for one in which]

    def run(*args: Any, **kwargs: Any) -> Any:
        machine.pay(FUNCTION)
        given = dict(inner.given) | dict(zip(inner.places, args, strict=False)) | kwargs
        changed = {name: change(given[name]) for name in wanted if name in given}
        places = [changed.pop(name, value) for name, value in zip(inner.places, args, strict=False)]
        return function(*places, *args[len(places) :], **(kwargs | changed))

    return Guarded(run, {"__wrapped__": inner})
