"""How methods of tables are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.natives import Guarded
from perfcast.trial.stops import Unsupported
from perfcast.trial.tables.values import Column, Table, Tabular

#: What Python says of arguments that a function does not have.
_UNKNOWN_ARGUMENT: Final = ("unexpected keyword", "positional argument")
Method = Callable[..., Any]


def bound(methods: Mapping[str, Method], receiver: Any, name: str) -> Guarded:
    """A method. Raises Unsupported for those that are not known."""
    if name not in methods:
        raise Unsupported(f"{type(receiver).__name__}.{name}")
    method = methods[name]
    machine = receiver.machine

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
    return values  # type: ignore[no-any-return]
