"""Rolling, expanding and cumulative methods of groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay
from perfcast.trial.libraries.pandas.groups import Groups
from perfcast.trial.libraries.pandas.values import Column, Labels, Tabular, check_calls, of_objects, whole
from perfcast.trial.libraries.pandas.windows import Windows, computed_of, faded, fading_weight

#: Microseconds of a group whose windows are put together.
_GROUP: Final = 9.0


class GroupedWindows(Tabular):
    """Groups, and how far back each value looks.

    Attributes:
        size: values of a window; least: how many have to be there; centred: whether it looks ahead as far as back.
        weight: of what came before, where it counts less the further back it is.
    """

    __slots__ = ("centred", "least", "of", "size", "weight")
    nbytes = 900

    def __init__(
        self, of: Groups, size: int | None, least: int, weight: float | None = None, *, centred: bool = False
    ) -> None:
        super().__init__(of.machine)
        self.of, self.size, self.least, self.weight, self.centred = of, size, least, weight, centred

    @property
    def attributes(self) -> dict[str, Any]:
        return {"of": self.of}

    def special_item(self, key: Any) -> Any:
        return GroupedWindows(self.of.special_item(key), self.size, self.least, self.weight, centred=self.centred)


def rolling(groups: Groups, window: Any, min_periods: Any = None, center: bool = False) -> GroupedWindows:
    """As ``rolling`` of groups. Raises Unsupported."""
    if not isinstance(window, int | np.integer):
        raise Unsupported("windows of time")
    return GroupedWindows(groups, int(window), int(window) if min_periods is None else min_periods, centred=center)


def expanding(groups: Groups, min_periods: int = 1) -> GroupedWindows:
    """As ``expanding`` of groups."""
    return GroupedWindows(groups, None, min_periods)


def fading(
    groups: Groups, com: Any = None, span: Any = None, halflife: Any = None, alpha: Any = None, adjust: bool = True
) -> GroupedWindows:
    """As ``ewm`` of groups. Raises ValueError, Unsupported."""
    return GroupedWindows(groups, None, 0, fading_weight(com, span, halflife, alpha))


def _reduced(name: str, windows: GroupedWindows, *_: Any, ddof: int = 1, **__: Any) -> Any:
    groups, machine = windows.of, windows.machine
    pay(groups, _GROUP * len(groups))
    if windows.weight is not None:
        if name != "mean":
            raise Unsupported(f"groups' ewm and {name}")
        # Values are gone through one by one.
        machine.pass_over(len(groups.codes))
    check_calls(machine, 8 * len(groups) * max(1, len(groups.parts())))
    arrays = []
    for values in groups.parts().values():
        parts = []
        for rows in groups.places:
            if windows.weight is not None:
                parts.append(faded(windows.weight, values[rows] * 1.0))
                continue
            part = Windows(Column(machine, values[rows]), windows.size, windows.least, centred=windows.centred)
            parts.append(computed_of(part, name, ddof)(values[rows] * 1.0))
        arrays.append(np.concatenate(parts) if parts else np.array([]))
    labels = _labels(groups)
    if isinstance(groups.of, Column):
        found: Any = Column(machine, arrays[0], labels, groups.of.name)
    else:
        found = whole(machine, list(groups.parts()), arrays, labels)
    return groups.settle("windows", found)


def _labels(groups: Groups) -> Labels:
    """Of keys, and of the rows that have them; they take what is paid for besides."""
    own = groups.of.labels.values.tolist()
    pairs = [
        (*(key if isinstance(key, tuple) else (key,)), own[place])
        for key, rows in zip(groups.labels, groups.places, strict=True)
        for place in rows.tolist()
    ]
    found = Labels(groups.machine, of_objects(pairs), name=[*groups.names, groups.of.labels.name])
    found.is_even = True
    return found


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    name: partial(_reduced, name) for name in ("sum", "mean", "min", "max", "std", "var", "median", "count")
}
