"""How methods of data frames and series are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping, ValuesView
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.values import Column, Table, Tabular, check_room
from perfcast.trial.stdlib.formats.io_and_csv import Buffer

#: What Python says of arguments that a function does not have.
_UNKNOWN_ARGUMENT: Final = ("unexpected keyword", "positional argument")
Method = Callable[..., Any]
#: What has parts, and what is looked for among them.
_PARTED: Final = frozenset({list, tuple, dict})
_OPENED: Final = (Instance, Unknown, Iterator, range, dict, list)


def given_in(machine: Machine, value: Any, *, is_part: bool = False) -> Any:
    """An argument: elements that are gone through once as a list, paid for. Raises Unsupported."""
    kind = type(value)
    if isinstance(value, Instance | Unknown):
        raise Unsupported("a table of objects")
    if isinstance(value, Buffer):
        # It goes through its lines as an iterator does, and is written to.
        return value
    if isinstance(value, Iterator):
        found: list[Any] = []
        for element in machine.counted(value):
            found.append(element)
            check_room(len(found))
        return given_in(machine, found, is_part=is_part)
    if kind is range:
        check_room(len(value))
    elif kind in _PARTED:
        if not is_part:
            check_nesting(value)
        parts = value.values() if kind is dict else value
        if any(isinstance(part, _OPENED) for part in parts):
            made = [given_in(machine, part, is_part=True) for part in parts]
            if all(one is part for one, part in zip(made, parts, strict=True)):
                # Only what came out otherwise is something else, which is there beside what was given.
                return value
            return dict(zip(value, made, strict=True)) if kind is dict else kind(made)
    return value


def gated(machine: Machine, run: Method) -> Method:
    """A function that is told only what tables are made of."""

    def gate(*args: Any, **kwargs: Any) -> Any:
        named = {name: given_in(machine, value) for name, value in kwargs.items()}
        return run(*[given_in(machine, value) for value in args], **named)

    return gate


def bound(methods: Mapping[str, Method], receiver: Any, name: str) -> Guarded:
    """A method. Raises Unsupported for those that are not known."""
    if name not in methods:
        raise Unsupported(f"{type(receiver).__name__}.{name}")
    machine = receiver.machine
    method = gated(machine, methods[name])

    def run(*args: Any, **kwargs: Any) -> Any:
        in_place = kwargs.pop("inplace", False)
        machine.waiting.append(receiver)
        try:
            found = method(receiver, *args, **kwargs)
        except TypeError as error:
            if any(text in str(error) for text in _UNKNOWN_ARGUMENT):
                raise Unsupported(f"{name} with other arguments") from None
            raise
        finally:
            machine.waiting.pop()
        if in_place:
            replaced(receiver, found)
            return None
        return found

    return Guarded(run)


def replaced(receiver: Any, found: Any) -> None:
    """Puts what was found in the receiver's place."""
    if isinstance(receiver, Table) and isinstance(found, Table):
        receiver.machine.changes(receiver)
        receiver.data, receiver.labels = found.data, found.labels
    elif isinstance(receiver, Column) and isinstance(found, Column):
        receiver.machine.changes(receiver)
        receiver.values, receiver.labels = found.values, found.labels
    else:
        raise Unsupported("something in place")


def rowwise(axis: Any) -> bool:
    """Whether an axis is that of the columns, along each row."""
    if axis in (0, "index", "rows", None):
        return False
    if axis in (1, "columns"):
        return True
    raise ValueError(axis)


def listed(names: Any) -> list[Any]:
    """One label, or several."""
    if isinstance(names, list):
        return list(names)
    if isinstance(names, Tabular):
        return list(iterable(names))
    return [names]


def iterable(values: Any) -> Iterable[Any]:
    """The elements of what pandas takes as a list."""
    if isinstance(values, Tabular):
        return getattr(values, "values").tolist() if not isinstance(values, Table) else list(values.data)  # noqa: B009
    if isinstance(values, np.ndarray):
        return values.tolist()  # type: ignore[no-any-return]
    if not isinstance(values, list | tuple | dict | set | frozenset | range | KeysView | ValuesView):
        raise Unsupported("a list of another kind")
    return values
