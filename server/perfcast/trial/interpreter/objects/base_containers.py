"""What classes ask of the built-in containers and errors that they extend."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any, Final

from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.accounting.prices import ASKED_FOR, ASKED_OF_BASE
from perfcast.trial.interpreter.builtin_functions import fed
from perfcast.trial.interpreter.builtin_methods import guarded_method
from perfcast.trial.interpreter.objects.elements import entries
from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.objects.value_subclasses import Valued, bare
from perfcast.trial.interpreter.stops import Unsupported

#: What a class that extends a container may ask of it by ``super()``.
PLACED: Final = frozenset({"__getitem__", "__setitem__", "__delitem__", "__len__", "__iter__"})
#: Operators and the like that it may ask of it besides the methods, as any function that goes through it.
OPERATORS: Final = frozenset(
    {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "__missing__", "__reversed__"}
    | {"__repr__", "__str__", "__add__", "__iadd__", "__sub__", "__isub__", "__and__", "__iand__"}
    | {"__or__", "__ior__", "__xor__", "__ixor__"}
)
#: Of these, those that show the container.
SHOWN: Final = frozenset({"__repr__", "__str__"})
OF_BASES: Final = {"__init__"} | PLACED | (OPERATORS - SHOWN)
#: Those that go through one key or element, not through the whole container.
_OF_ONE: Final = frozenset({"__contains__", "__missing__", "__reversed__"})
#: Containers that classes extend, made empty and filled then.
FILLED: Final = frozenset({list, dict, set, deque, defaultdict, OrderedDict, Counter})


def begin_container(machine: Machine, held: Any, /, *args: Any, **named: Any) -> None:
    is_table = isinstance(held, dict)
    machine.changes(held)
    held.__init__(
        *[fed(machine, entries(machine, arg) if is_table else arg) for arg in args],
        **{name: value if is_table else fed(machine, value) for name, value in named.items()},
    )


def begin_error(machine: Machine, receiver: Any, /, *args: Any, **_: Any) -> None:
    if isinstance(receiver, Instance):
        machine.changes(receiver)
        receiver.attributes["args"] = args


def begin_object(machine: Machine, _: Any, /, *args: Any) -> None:
    """As ``object.__init__`` does, called by that name."""
    machine.pay(ASKED_FOR)
    if args:
        raise TypeError("object.__init__() takes exactly one argument (the instance to initialize)")


def extended_container(of: type, receiver: Any, name: str) -> Any:
    """The container that a method of the type is called for. Raises TypeError where it is of another one."""
    held = bare(receiver) if isinstance(receiver, Valued) else contained(receiver)
    if isinstance(held, of):
        return held
    error = TypeError(f"{of.__name__}.{name} of another type")
    raise receiver.of.lacks(name, error) if isinstance(receiver, Instance) else error


def of_base(machine: Machine, of: type, name: str, receiver: Any, /, *args: Any, **named: Any) -> Any:
    """As ``dict.__init__(self, ...)`` within a class that extends dictionaries."""
    held = extended_container(of, receiver, name)
    if name == "__init__":
        return begin_container(machine, held, *args, **named)
    return placed(machine, receiver, name, args) if name in PLACED else operated(machine, held, name, args)


def operated(machine: Machine, held: Any, name: str, args: tuple[Any, ...]) -> Any:
    check_nesting(args if name in _OF_ONE else (held, *args))
    if name in SHOWN:
        check_length(text_length(held))
    return guarded_method(machine, held, name)(*args)


def placed(machine: Machine, receiver: Any, name: str, args: tuple[Any, ...]) -> Any:
    if any(type(arg) is slice for arg in args):
        held = contained(receiver)
        if name != "__getitem__" or type(held) is not list:
            raise Unsupported("a part of a container's base")
        machine.pay(ASKED_OF_BASE)
        part = held[args[0]]
        machine.copies(part)
        return machine.made(part)
    check_nesting(args[:1])
    machine.pay(ASKED_OF_BASE)
    return receiver.of_container(name, args) if type(receiver) is Instance else getattr(receiver, name)(*args)
