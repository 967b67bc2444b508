"""``operator``: operators as functions."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sized
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.limits import check_place
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, keyed
from perfcast.trial.interpreter.accounting.prices import ASKED_FOR, ITEM_ASKED, OPERATED
from perfcast.trial.interpreter.builtin_functions import ALLOWED, called_back
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Unbound
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.deletion import remove_item
from perfcast.trial.interpreter.syntax.item_assignment import put_item
from perfcast.trial.interpreter.syntax.operators import binary

#: Operators by their functions' names in `operator`.
_OPERATORS: Final = {
    "add": "Add", "sub": "Sub", "mul": "Mult", "truediv": "Div", "floordiv": "FloorDiv", "mod": "Mod", "pow": "Pow",
    "xor": "BitXor", "or_": "BitOr", "and_": "BitAnd", "lshift": "LShift", "rshift": "RShift", "matmul": "MatMult",
}  # fmt: skip
_COMPARISONS: Final = (
    *("lt", "le", "gt", "ge", "eq", "ne", "neg", "not_", "truth", "abs", "contains", "getitem", "concat", "index"),
    *("is_", "is_not", "pos", "inv", "invert"),
)
ALLOWED.update(getattr(operator, name) for name in _COMPARISONS)


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    return _Operating(machine).members()


class _Operating:
    """Its functions."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def members(self) -> dict[str, Any]:
        members: dict[str, Any] = {name: getattr(operator, name) for name in _COMPARISONS}
        members["itemgetter"] = Guarded(partial(_item_getter, self._machine))
        members["attrgetter"] = Guarded(self._attribute_getter)
        members["methodcaller"] = Guarded(
            lambda name, /, *args, **kw: Guarded(
                lambda value: called_back(self._machine, self._asked(value, name), args, kw)
            )
        )
        for name, kind in _OPERATORS.items():
            members[name] = Unbound(self._operated(binary(self._machine, getattr(ast, kind))))
            changing = binary(self._machine, getattr(ast, kind), in_place=True)
            members[f"i{name.rstrip('_')}"] = Unbound(self._operated(changing))
        members["length_hint"] = Unbound(self._length)
        members["iconcat"] = members["iadd"]
        members["setitem"], members["delitem"] = Unbound(self._put_at), Unbound(self._delete_at)
        spelled_out = {name: f"__{name.rstrip('_')}__" for name in members}
        members |= {told: members[name] for name, told in spelled_out.items() if hasattr(operator, told)}
        return members

    def _asked(self, value: Any, path: str) -> Any:
        self._machine.pay(ASKED_FOR)
        for name in path.split("."):
            value = attribute(self._machine, value, name)
        return value

    def _length(self, value: Any, default: int = 0) -> Any:
        """As ``operator.length_hint``, of what has a length."""
        if not isinstance(value, Sized) or isinstance(value, Instance):
            raise Unsupported("the length that an iterator hints at")
        return called_back(self._machine, len, (value,), {})

    def _put_at(self, of: Any, place: Any, value: Any) -> None:
        self._machine.pay(ASKED_FOR)
        put_item(self._machine, of, keyed(place), value)

    def _delete_at(self, of: Any, place: Any) -> None:
        self._machine.pay(ASKED_FOR)
        remove_item(self._machine, of, lambda: place)

    def _attribute_getter(self, *paths: str) -> Guarded:
        if len(paths) == 1:
            return Guarded(lambda value: self._asked(value, paths[0]))
        return Guarded(lambda value: tuple([self._asked(value, path) for path in paths]))

    def _operated(self, operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def run(left: Any, right: Any) -> Any:
            self._machine.step(OPERATED)
            return operate(left, right)

        return run


def _item_getter(machine: Machine, *places: Any) -> Guarded:
    check_nesting(places)
    get = operator.itemgetter(*places)

    def run(value: Any) -> Any:
        if isinstance(value, np.ndarray):
            check_place(*places)
        machine.pay(ITEM_ASKED)
        return get(value)

    return Guarded(run)
