"""``sortedcontainers``: lists that cost what its containers do."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator
from typing import Any, Final

from perfcast.trial.interpreter.accounting.generators import one_by_one
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import (
    ORDERED,
    ORDERED_AT_ENDS,
    ORDERED_BY_SIZE,
    ORDERED_MADE,
    ORDERED_MOVED,
    ORDERED_PLACED,
)
from perfcast.trial.interpreter.builtin_functions import fed
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

#: Bytes of an empty one, with the lists inside.
_EMPTY: Final = 700
#: Elements of a list within, from which on places are looked up in an index.
_LOAD: Final = 1_000


class SortedList(list[Any]):
    """A list that is always in order, by a key where there is one."""

    __slots__ = ("keys", "of")

    def __init__(self, values: Any = (), of: Callable[[Any], Any] | None = None) -> None:
        super().__init__(sorted(values, key=of))
        self.of = of
        self.keys = self if of is None else [of(value) for value in self]

    def key(self, value: Any) -> Any:
        return value if self.of is None else self.of(value)

    def place(self, value: Any, side: str = "left") -> int:
        """Where a value would stand, before its equals or behind them."""
        find = bisect.bisect_left if side == "left" else bisect.bisect_right
        return find(self.keys, self.key(value))

    def find(self, value: Any) -> int:
        """Where a value stands, -1 for nowhere."""
        place, key = self.place(value), self.key(value)
        while place < len(self) and self.keys[place] == key:
            if self[place] == value:
                return place
            place += 1
        return -1

    def put(self, value: Any) -> None:
        place = self.place(value, "right")
        self.insert(place, value)
        if self.of is not None:
            self.keys.insert(place, self.key(value))

    def take(self, place: int) -> Any:
        if self.of is not None:
            del self.keys[place]
        return self.pop(place)


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``sortedcontainers`` holds."""

    def make(values: Any = (), key: Any = None) -> SortedList:
        given = list(fed(machine, values))
        machine.pay(ORDERED_MADE * len(given))
        made = SortedList(given, None if key is None else fed(machine, key))
        machine.briefly(_EMPTY)
        return machine.made(made)  # type: ignore[no-any-return]

    return {name: Guarded(make) for name in ("SortedList", "SortedKeyList")}


def ordered_attribute(machine: Machine, held: SortedList, name: str) -> Any:
    """A method. Raises Unsupported for those that are not known."""
    if name not in _METHODS:
        raise Unsupported(f"SortedList.{name}")

    def run(*args: Any, **kwargs: Any) -> Any:
        machine.changes(held)
        return _METHODS[name](machine, held, *args, **kwargs)

    return Guarded(run)


def pay(machine: Machine, held: SortedList, least: float = ORDERED) -> None:
    """Pays for finding a place."""
    machine.pay(least + ORDERED_BY_SIZE * len(held).bit_length())


def pay_for_place(machine: Machine, held: SortedList, place: Any) -> None:
    """Pays for going to a place."""
    if isinstance(place, int):
        is_end = place in {0, -1, len(held) - 1} or len(held) <= _LOAD
        machine.pay(ORDERED_AT_ENDS if is_end else ORDERED_PLACED)


def _add(machine: Machine, held: SortedList, value: Any) -> None:
    pay(machine, held)
    machine.counts.native += ORDERED_MOVED * min(len(held), _LOAD)
    held.put(value)
    machine.fresh += 16


def _update(machine: Machine, held: SortedList, values: Any) -> None:
    for value in list(fed(machine, values)):
        _add(machine, held, value)


def _discard(machine: Machine, held: SortedList, value: Any) -> None:
    pay(machine, held)
    place = held.find(value)
    if place >= 0:
        held.take(place)


def _remove(machine: Machine, held: SortedList, value: Any) -> None:
    pay(machine, held)
    place = held.find(value)
    if place < 0:
        raise ValueError(f"{value!r} not in list")
    held.take(place)


def _pop(machine: Machine, held: SortedList, place: int = -1) -> Any:
    pay_for_place(machine, held, place)
    machine.pay(ORDERED_AT_ENDS)
    return held.take(place)


def _index(machine: Machine, held: SortedList, value: Any) -> int:
    pay(machine, held)
    place = held.find(value)
    if place < 0:
        raise ValueError(f"{value!r} is not in list")
    return place


def _left(machine: Machine, held: SortedList, value: Any) -> int:
    pay(machine, held, ORDERED_AT_ENDS)
    return held.place(value)


def _right(machine: Machine, held: SortedList, value: Any) -> int:
    pay(machine, held, ORDERED_AT_ENDS)
    return held.place(value, "right")


def _key_left(machine: Machine, held: SortedList, key: Any) -> int:
    pay(machine, held, ORDERED_AT_ENDS)
    return bisect.bisect_left(held.keys, key)


def _key_right(machine: Machine, held: SortedList, key: Any) -> int:
    pay(machine, held, ORDERED_AT_ENDS)
    return bisect.bisect_right(held.keys, key)


def _count(machine: Machine, held: SortedList, value: Any) -> int:
    pay(machine, held)
    return held.place(value, "right") - held.place(value)


def _range(
    machine: Machine,
    held: SortedList,
    minimum: Any = None,
    maximum: Any = None,
    inclusive: tuple[bool, bool] = (True, True),
    reverse: bool = False,
) -> Iterator[Any]:
    pay(machine, held)
    low = 0 if minimum is None else held.place(minimum, "left" if inclusive[0] else "right")
    high = len(held) if maximum is None else held.place(maximum, "right" if inclusive[1] else "left")
    return one_by_one(machine, list(held)[low:high][:: -1 if reverse else 1])


def _clear(machine: Machine, held: SortedList) -> None:
    machine.pay(ORDERED)
    if held.of is not None:
        held.keys.clear()
    held.clear()


def _copy(machine: Machine, held: SortedList) -> Any:
    machine.pay(ORDERED_MADE * len(held))
    return machine.made(SortedList(list(held), held.of))


_METHODS: Final[dict[str, Callable[..., Any]]] = {
    "add": _add,
    "update": _update,
    "discard": _discard,
    "remove": _remove,
    "pop": _pop,
    "index": _index,
    "bisect": _right,
    "bisect_left": _left,
    "bisect_right": _right,
    "bisect_key_left": _key_left,
    "bisect_key_right": _key_right,
    "count": _count,
    "irange": _range,
    "clear": _clear,
    "copy": _copy,
}
