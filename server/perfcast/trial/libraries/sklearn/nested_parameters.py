"""Parameters of composed estimators: ``name__parameter`` is that of the part called so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.sklearn.function_calls import Call

_BETWEEN: Final = "__"


def inner_params(call: Call, own: Instance, names: Iterable[str], parts: Iterable[tuple[str, Any]]) -> Any:
    """Its parameters, and those of its parts behind their names."""
    found = {name: own.attributes[name] for name in sorted(names)}
    call.pays("get_params", len(found))
    for name, part in parts:
        found[name] = part
        if isinstance(part, Instance):
            inner = invoke(call.machine, attribute(call.machine, part, "get_params"), (), {})
            found |= {f"{name}{_BETWEEN}{key}": value for key, value in inner.items()}
    return call.machine.made(found)


def put_params(
    call: Call,
    own: Instance,
    parts: Mapping[str, Any],
    params: Mapping[str, Any],
    replace: Callable[[str, Any], bool] = lambda name, value: False,
) -> Instance:
    """Gives it and its parts other parameters.

    Args:
        replace: puts another part in the place of the one of that name, if there is one.

    Raises:
        ValueError: there is no such parameter.
    """
    call.pays("set_params", len(params))
    call.machine.changes(own)
    for name, value in params.items():
        part, is_inner, inner = name.partition(_BETWEEN)
        if is_inner and part in parts:
            invoke(call.machine, attribute(call.machine, parts[part], "set_params"), (), {inner: value})
        elif name in own.attributes:
            own.attributes[name] = value
        elif not replace(name, value):
            raise ValueError(f"Invalid parameter {name!r} for estimator {own.of.name}")
    return own
