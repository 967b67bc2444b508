"""Operators of built-in types called by their names: by the type, as classes do that extend one whose values do not
change (``str.__add__(self, other)``), and by the value (``known.__setitem__``)."""

from __future__ import annotations

import ast
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.builtin_functions import MADE, called
from perfcast.trial.interpreter.builtin_methods import guarded_method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import contained
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.value_subclasses import IMMUTABLE, Valued, bare
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.deletion import remove_item
from perfcast.trial.interpreter.syntax.item_assignment import put_item
from perfcast.trial.interpreter.syntax.operators import binary

#: Nanoseconds of finding such an operator and going through its wrapper.
_ASKED: Final = 60.0
_BINARY: Final[dict[str, type[ast.operator]]] = {
    "__add__": ast.Add,
    "__sub__": ast.Sub,
    "__mul__": ast.Mult,
    "__truediv__": ast.Div,
    "__floordiv__": ast.FloorDiv,
    "__mod__": ast.Mod,
    "__pow__": ast.Pow,
    "__and__": ast.BitAnd,
    "__or__": ast.BitOr,
    "__xor__": ast.BitXor,
    "__lshift__": ast.LShift,
    "__rshift__": ast.RShift,
}
_COMPARING: Final = frozenset({"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"})
_OF_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    f"__{function.__name__}__": function for function in (hash, len, iter, str, int, float, bool, abs)
}
_LOOKING_UP: Final = frozenset({"__contains__", "__getitem__"})
#: What the other operand of such an operator may be, besides a value of the type itself.
_WITH_INTEGERS: Final = {("__mul__", kind) for kind in (str, bytes, tuple, list)} | {(name, float) for name in _BINARY}
_SHOWN: Final = (list, dict, set, *IMMUTABLE)
#: What puts and removes items, and where.
_CHANGING: Final[dict[str, Callable[..., Any]]] = {
    "__setitem__": put_item,
    "__delitem__": lambda machine, value, place: remove_item(machine, value, lambda: place),
}
_CHANGED: Final = frozenset({list, dict, OrderedDict, defaultdict, Counter, deque, bytearray})
_CONTAINERS: Final = frozenset({list, dict, set})


def bound_operator(machine: Machine, value: Any, name: str) -> Any:
    """The operator of that name of a built-in value; `MISSING` for what is none, or is not known."""
    kind = type(value)
    if name in _CHANGING and kind in _CHANGED:
        return Guarded(partial(_changed, machine, _CHANGING[name], value), {"__self__": value})
    function = base_operator(machine, kind, name)
    if function is MISSING and kind in _CONTAINERS and hasattr(kind, name):
        function = _function(machine, kind, name)
    return MISSING if function is MISSING else Guarded(partial(function.run, value), {"__self__": value})


def _changed(machine: Machine, change: Callable[..., Any], value: Any, *args: Any) -> None:
    machine.pay(_ASKED)
    check_nesting(args[:1])
    change(machine, value, *args)


def base_operator(machine: Machine, of: type, name: str) -> Any:
    """The operator of that name as a function; `MISSING` for what is none, or not the type's."""
    return _function(machine, of, name) if of in IMMUTABLE and hasattr(of, name) else MISSING


def _function(machine: Machine, of: type, name: str) -> Any:
    if name in _BINARY:
        return Guarded(partial(_operated, machine, of, name))
    if name in _COMPARING:
        return Guarded(partial(_compared, machine, of, name))
    if name in _OF_FUNCTIONS:
        return Guarded(partial(_asked, machine, of, _OF_FUNCTIONS[name]))
    if name in _LOOKING_UP:
        return Guarded(partial(_looked_up, machine, of, name))
    return MISSING


def _looked_up(machine: Machine, of: type, name: str, value: Any, item: Any) -> Any:
    machine.pay(_ASKED)
    return guarded_method(machine, _plain(of, value), name)(item)


def _asked(machine: Machine, of: type, function: Callable[..., Any], value: Any) -> Any:
    machine.pay(_ASKED)
    return called(machine, function, (_plain(of, value),), {})


def _compared(machine: Machine, of: type, name: str, value: Any, other: Any) -> Any:
    machine.pay(_ASKED)
    both = _plain(of, value), _bare(other)
    check_nesting(both)
    return getattr(of, name)(*both)


def _operated(machine: Machine, of: type, name: str, value: Any, other: Any) -> Any:
    machine.pay(_ASKED)
    left, right = _plain(of, value), _bare(other)
    is_mixed = (name, of) in _WITH_INTEGERS and isinstance(right, int)
    if not (isinstance(right, of) or is_mixed or (name == "__mod__" and of is str)):
        raise Unsupported(f"{of.__name__}.{name} of another type")
    return binary(machine, _BINARY[name])(left, right)


def _plain(of: type, value: Any) -> Any:
    """The bare value of a receiver. Raises TypeError where it is of another type."""
    plain = contained(_bare(value))
    if not isinstance(plain, of):
        raise TypeError(f"descriptor requires a '{of.__name__}' object")
    return plain


def _bare(value: Any) -> Any:
    return bare(value) if isinstance(value, Valued) else value


def _shown(of: type, machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if len(args) != 1 or kwargs:
        raise TypeError(f"{of.__name__}.__repr__ takes a value alone")
    machine.pay(_ASKED)
    return called(machine, repr, (_plain(of, args[0]),), {})


# What shows the values of a type tells types apart, too, so it stays the object that it is.
MADE.update({kind.__repr__: partial(_shown, kind) for kind in _SHOWN})
