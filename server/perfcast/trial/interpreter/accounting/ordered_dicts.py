"""What ordered dictionaries take more than others, as their entries are linked and keys are looked up again as one goes
through them: nanoseconds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from perfcast.trial.interpreter.accounting.machine import Machine

_EMPTY: Final = OrderedDict[Any, Any]()
#: Views of them.
VIEWS: Final = frozenset({type(_EMPTY.keys()), type(_EMPTY.values()), type(_EMPTY.items())})
#: An entry that is gone through.
_FOLLOWED: Final[dict[type, float]] = {
    OrderedDict: 12.0,
    type(_EMPTY.keys()): 12.0,
    type(_EMPTY.values()): 21.0,
    type(_EMPTY.items()): 22.0,
}
#: An entry that is put in, is given another value, is taken out.
_LINKED: Final = 18.0
_REPLACED: Final = 10.0
_UNLINKED: Final = 10.0


def pay_for_links(machine: Machine, values: Any) -> None:
    """Pays for going through all entries at once."""
    if type(values) in _FOLLOWED:
        machine.pay(_FOLLOWED[type(values)] * len(values))


def followed(machine: Machine, values: Any) -> Iterator[Any]:
    """What is gone through in a loop, each entry paid for as it is met."""
    return _paid(machine, values, _FOLLOWED[type(values)]) if type(values) in _FOLLOWED else iter(values)


def _paid(machine: Machine, values: Any, time: float) -> Iterator[Any]:
    for value in values:
        machine.pay(time)
        yield value


def pay_for_link(machine: Machine, table: dict[Any, Any], *, is_new: bool) -> None:
    """Pays for storing an entry, where the dictionary is ordered."""
    if type(table) is OrderedDict:
        machine.pay(_LINKED if is_new else _REPLACED)


def pay_for_unlinking(machine: Machine, table: Any) -> None:
    """Pays for deleting an entry, where the dictionary is ordered."""
    if type(table) is OrderedDict:
        machine.pay(_UNLINKED)
