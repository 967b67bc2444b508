"""Attribute access, on every type of value."""

from __future__ import annotations

from abc import ABCMeta
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from types import GeneratorType, GenericAlias
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.dict_growth import is_full
from perfcast.trial.interpreter.accounting.heap_walk import TABLE
from perfcast.trial.interpreter.accounting.instance_dicts import keeps_found
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.accounting.prices import (
    ASKED_FOR,
    CACHED,
    ERROR_BEGUN,
    KEY,
    KEYED,
    MISSED_ATTRIBUTE,
    PART_OF_MEMBER,
    PROPERTY_ASKED,
)
from perfcast.trial.interpreter.builtin_functions import OWN, called
from perfcast.trial.interpreter.builtin_methods import METHODS, TYPE_METHODS, guarded_method
from perfcast.trial.interpreter.errors.error_attributes import error_attribute
from perfcast.trial.interpreter.errors.handlers import caught
from perfcast.trial.interpreter.errors.raising import close, throw
from perfcast.trial.interpreter.imports.namespaces import names_around
from perfcast.trial.interpreter.objects import named_tuples
from perfcast.trial.interpreter.objects.attribute_assignment import DOCUMENTED, assign_as_object, remove_as_object
from perfcast.trial.interpreter.objects.base_containers import (
    FILLED,
    OF_BASES,
    OPERATORS,
    PLACED,
    SHOWN,
    begin_container,
    begin_error,
    begin_object,
    extended_container,
    of_base,
    operated,
    placed,
)
from perfcast.trial.interpreter.objects.base_operators import base_operator, bound_operator
from perfcast.trial.interpreter.objects.class_attributes import (
    FIELDS,
    OF_CLASSES,
    bound_to,
    new,
    of_abstract,
    of_class,
    unbound_of,
)
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.dataclass_introspection import told_fields
from perfcast.trial.interpreter.objects.descriptors import of_function
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Bindable, Guarded
from perfcast.trial.interpreter.objects.instances import CONTAINER, Instance
from perfcast.trial.interpreter.objects.methods import of_each, of_object
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.properties import CachedProperty, ClassMethod, Property, StaticMethod
from perfcast.trial.interpreter.objects.told_types import WHOLLY_KNOWN, base_of, lacks, told
from perfcast.trial.interpreter.objects.type_object import type_of
from perfcast.trial.interpreter.objects.value_subclasses import IMMUTABLE, Valued, bare
from perfcast.trial.interpreter.stops import Lacking, Unsupported
from perfcast.trial.interpreter.syntax.operators import NUMPY
from perfcast.trial.libraries.numpy.dtypes import type_attribute
from perfcast.trial.libraries.numpy.library import array_attribute
from perfcast.trial.libraries.pandas.attributes import tabular_attribute
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.sortedcontainers import SortedList, ordered_attribute
from perfcast.trial.libraries.torch.attributes import (
    device_attribute,
    kind_attribute,
    layer_attribute,
    tensor_attribute,
)
from perfcast.trial.libraries.torch.dtypes import Device, Kind
from perfcast.trial.libraries.torch.modules import Layer
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.trial.stdlib.containers import chain_maps
from perfcast.trial.stdlib.containers.chain_maps import Chain
from perfcast.trial.stdlib.language.bracketed_types import alias_attribute
from perfcast.trial.stdlib.language.enums import Enumeration
from perfcast.trial.stdlib.numbers import dates, decimals
from perfcast.trial.stdlib.regular_expressions.compiled_patterns import Pattern
from perfcast.trial.stdlib.regular_expressions.flags import RegexFlag
from perfcast.trial.stdlib.system import paths
from perfcast.trial.stdlib.text import syntax_trees
from perfcast.trial.stdlib.text.text_modules import of_address

_OF_MEMBERS: Final = frozenset({"name", "value"})
#: Methods that are quick whatever they are given.
_QUICK: Final = frozenset({"append", "appendleft", "add", "discard", "popleft", "get"})
#: Methods of built-in values that functions ask for.
_SPELLED_OUT: Final = {
    "__len__": len, "__iter__": iter, "__next__": next, "__repr__": repr, "__str__": str, "__hash__": hash,
    "__abs__": abs, "__bool__": bool, "__int__": int, "__float__": float,
}  # fmt: skip
#: Of those whose ``__format__`` does what the function does.
_FORMATTED: Final = frozenset({int, float, bool, str})
#: Bytes of one besides its reference to the value.
_BOUND: Final = 56
#: Moments of arrays, and what they are converted to for Python to have their parts.
_MOMENTS: Final[dict[type, str]] = {np.datetime64: "datetime64[us]", np.timedelta64: "timedelta64[us]"}


def _refused(*_: Any, **__: Any) -> Any:
    raise Unsupported("ndarray.__array_ufunc__")


#: Code tells by it whether a type has operators of its own for arrays.
_OF_ARRAYS: Final = Guarded(_refused)
#: What decorators of the standard library add to functions, which is not followed.
_BY_DECORATORS: Final = frozenset({"__isabstractmethod__", "__final__", "__override__"})
#: Bytes of the table that an object gets for what a property keeps, and of what is held meanwhile.
_CACHING: Final = 330
_QUICK_TYPES: Final = (list, deque, set, dict)
#: Types of which nothing but methods is asked for.
_OF_METHODS_ALONE: Final = frozenset({*_QUICK_TYPES, tuple, str, bytes})


class Super:
    """What ``super()`` gives: the attributes of the bases, bound to the receiver."""

    def __init__(self, owner: Class, receiver: Any) -> None:
        self.owner, self.receiver = owner, receiver

    def find(self, machine: Machine, name: str) -> Any:  # noqa: PLR0911
        of = self.receiver.of if isinstance(self.receiver, Instance | Valued) else self.receiver
        # A method of a metaclass is asked for by the classes that it makes.
        order = of if isinstance(of, Class) and of.extends(self.owner) else self.owner
        found = order.initializer(self.owner) if name == "__init__" else order.find_behind(name, self.owner)
        if name == "__init__" and found is MISSING and self.owner.exception is not None:
            machine.pay(ERROR_BEGUN)
            return Guarded(partial(begin_error, machine, self.receiver))
        if found is not MISSING:
            return self._bound(name, found)
        if name in _OF_OBJECT or name in _OF_PARTS:
            return Guarded(_OF_OBJECT.get(name) or partial(_of_object(machine, name), self.receiver))
        if self.owner.container is not None or order.has_container_behind(self.owner):
            return self._of_container(machine, name)
        if name == "__init__":
            return Guarded(lambda *_, **__: None)
        if name == "__class_getitem__" and isinstance(self.receiver, Class):
            # Of `typing.Generic`: the class serves, whatever it is of.
            return Guarded(lambda _: self.receiver)
        return self._of_each(machine, name)

    def _of_each(self, machine: Machine, name: str) -> Any:
        """What every object has. Raises AttributeError for what it lacks."""
        error = self.owner.lacks(name, AttributeError(name))
        if name in SHOWN and type(self.receiver) is Instance and self.receiver.of.exception is not None:
            return Guarded(partial(self.receiver.of_error, name))
        method = _of_object(machine, name)
        if not isinstance(error, AttributeError) or type(self.receiver) is not Instance or method is MISSING:
            raise error
        return Guarded(partial(method, self.receiver))

    def _bound(self, name: str, found: Any) -> Any:
        if isinstance(self.receiver, Instance | Valued):
            return bound_to(found, self.receiver)
        if isinstance(self.receiver, Class) and self.receiver.extends(self.owner) and name not in OF_CLASSES:
            return unbound_of(found, self.receiver)
        # Within a method of the metaclass, or of nobody known.
        if isinstance(found, ClassMethod | Function | Guarded):
            return Method(found.function if isinstance(found, ClassMethod) else found, self.receiver)
        return found.function if isinstance(found, StaticMethod) else found

    def _of_container(self, machine: Machine, name: str) -> Any:
        if isinstance(self.receiver, Valued) and self.owner.container is not None:
            plain = bare(self.receiver)
            return Guarded(lambda *_, **__: None) if name == "__init__" else guarded_method(machine, plain, name)
        if type(self.receiver) is not Instance or CONTAINER not in self.receiver.attributes:
            raise Unsupported("super of no container")
        held = self.receiver.attributes[CONTAINER]
        if name == "__init__":
            return Guarded(partial(begin_container, machine, held))
        if name in PLACED:
            return Guarded(lambda *args: placed(machine, self.receiver, name, args))
        if name in METHODS[type(held)] - OPERATORS:
            return guarded_method(machine, held, name)
        if name in OPERATORS and hasattr(held, name):
            return Guarded(lambda *args: operated(machine, held, name, args))
        raise Unsupported(f"super of a container's {name}")


def _begin_subclass(**options: Any) -> None:
    """As ``object.__init_subclass__`` does."""
    if options:
        raise TypeError("__init_subclass__() takes no keyword arguments")


_OF_PARTS: Final = frozenset({"__setattr__", "__delattr__"})
_OF_GENERATORS: Final[dict[str, Callable[..., Any]]] = {"send": GeneratorType.send, "throw": throw, "close": close}
#: Parts of a bound function, and of a property.
_OF_METHODS: Final = {"__self__": "receiver", "__func__": "function"}
_OF_PROPERTY: Final = {"fget": "getter", "fset": "setting", "fdel": "removing"}
#: What ``super()`` gives where no class has one of its own.
_OF_OBJECT: Final[dict[str, Callable[..., Any]]] = {"__new__": new, "__init_subclass__": _begin_subclass}


def _asked(machine: Machine, function: Any, value: Any) -> Any:
    return called(machine, function, (value,), {})


def _keyed(machine: Machine, method: Any, /, *args: Any) -> Any:
    check_nesting(args)
    machine.pay(KEYED + (KEY * len(args[0]) if args and type(args[0]) is tuple else 0.0))
    return method(*args)


def _dequeued(machine: Machine, queue: deque[Any]) -> Any:
    machine.dequeues(queue)
    return queue.popleft()


def attribute(machine: Machine, value: Any, name: str) -> Any:  # noqa: PLR0911, PLR0912
    """The attribute, where the closed world has it.

    Raises:
        Unsupported: it does not.
        AttributeError: an object of the unit's own classes lacks it.
    """
    kind = type(value)
    if kind is Instance:
        return (_of_instance if value.of.getting is MISSING else _by_its_own)(machine, value, name)
    if kind in _QUICK_TYPES and name in _QUICK:
        machine.fresh += 16
        if name != "get":
            machine.changes(value)
        if name == "popleft":
            return Guarded(partial(_dequeued, machine, value))
        if kind is deque and value.maxlen is not None:
            machine.capacity(len(value) + 1, value.maxlen)
        if kind is not set or name != "add" or not is_full(value):
            method = getattr(value, name)
            return Guarded(partial(_keyed, machine, method) if kind is set or kind is dict else method)
    if kind in _OF_METHODS_ALONE and name in METHODS[kind]:
        # As below, by far most often.
        return guarded_method(machine, value, name)
    if kind is Module:
        return value.get(name)
    if isinstance(value, Valued):
        found = _of_valued(machine, value, name)
        if found is not MISSING:
            return found
    if kind is SortedList:
        return ordered_attribute(machine, value, name)
    if isinstance(value, NUMPY):
        return _of_numpy(machine, value, name)
    if isinstance(value, Tabular):
        return tabular_attribute(machine, value, name)
    if kind is Tensor:
        return tensor_attribute(machine, value, name)
    if isinstance(value, Foreign):
        return value.member(name)
    if kind is Layer:
        return layer_attribute(value, name)
    if kind is Kind:
        return kind_attribute(value, name)
    if kind is Device:
        return device_attribute(value, name)
    if kind is Method and name in _OF_METHODS:
        return getattr(value, _OF_METHODS[name])
    if isinstance(value, Function | Method) and name in _given(value):
        return _given(value)[name]
    if isinstance(value, Class):
        return of_class(machine, value, name)
    if kind is Super:
        return value.find(machine, name)
    if isinstance(value, tuple) and name in getattr(kind, "_fields", ()):
        # Even one that is called as a tuple's method.
        return getattr(value, name)
    for base in _bases(kind):
        if name in METHODS.get(base, ()):
            return guarded_method(machine, value, name)
    found = _of_library(machine, value, name)
    if found is not MISSING:
        return found
    if isinstance(value, Exception) and (found := error_attribute(value, name)) is not MISSING:
        return found
    if isinstance(value, Guarded) and name in value.attributes:
        return value.attributes[name]
    if kind in WHOLLY_KNOWN and name not in _BY_DECORATORS and lacks(WHOLLY_KNOWN[kind], name):
        raise Lacking(f"'{WHOLLY_KNOWN[kind].__name__}' object has no attribute '{name}'")
    if isinstance(value, ABCMeta) and (found := of_abstract(machine, value, name)) is not MISSING:
        return found
    if name.startswith("_"):
        return _spelled_with_underscores(machine, value, name)
    if type(value) is GenericAlias:
        return attribute(machine, value.__origin__, name)
    if isinstance(value, type) and name in TYPE_METHODS.get(value, {}):
        return TYPE_METHODS[value][name](machine)
    if isinstance(value, type) and name in METHODS.get(value, ()):
        return Guarded(partial(_unbound, machine, value, name))
    if isinstance(value, GeneratorType) and name in _OF_GENERATORS:
        return Guarded(partial(_OF_GENERATORS[name], value))
    if isinstance(value, Property) and name in _OF_PROPERTY:
        return getattr(value, _OF_PROPERTY[name])
    if isinstance(value, slice) and name in {"start", "stop", "step"}:
        return getattr(value, name)
    if kind is Function:
        raise AttributeError(name)
    return of_address(machine, value, name)


def _spelled_with_underscores(machine: Machine, value: Any, name: str) -> Any:  # noqa: PLR0911, PLR0912
    """What Python itself calls so of functions, types and other values. Raises Unsupported where there is none."""
    if (found := alias_attribute(value, name)) is not MISSING:
        return found
    if name in {"__module__", "__qualname__"} and isinstance(value, Function | Guarded):
        return value.name if isinstance(value, Function) else ""
    if isinstance(value, type) and value in FILLED and name in OF_BASES and hasattr(value, name):
        return Guarded(partial(of_base, machine, value, name))
    if isinstance(value, type) and (found := base_operator(machine, value, name)) is not MISSING:
        return found
    if isinstance(value, type) and name == "__init__" and issubclass(value, BaseException):
        return Guarded(partial(begin_error, machine))
    if name in _NAMING and isinstance(value, Function | type):
        return value.name if isinstance(value, Function) else getattr(told(value), name)
    if name == "__class__":
        return type_of(value)
    if name in _OF_TYPES and isinstance(value, type):
        return tuple(told(one) for one in getattr(told(value), name))
    if name == "__base__" and isinstance(value, type) and value is not object:
        return told(base_of(told(value)))
    if (shown := _shown(machine, value, name)) is not MISSING:
        return shown
    if name == "__new__" and (value is object or value in IMMUTABLE | FILLED):
        return Guarded(new)
    if name == "__init__" and value is object:
        return Guarded(partial(begin_object, machine))
    if value is object and (method := _of_object(machine, name)) is not MISSING:
        return method
    if name == "__doc__" and isinstance(value, DOCUMENTED):
        return ""
    if name in _SPELLED_OUT and type(value) not in OWN and not isinstance(value, type):
        return Guarded(partial(_asked, machine, _SPELLED_OUT[name], value), {"__self__": value}, nbytes=_BOUND)
    if (found := bound_operator(machine, value, name)) is not MISSING:
        return found
    raise Unsupported(f"{type(value).__name__}.{name}")


def _of_numpy(machine: Machine, value: Any, name: str) -> Any:
    """Of an array or one of its numbers; a moment of a column is of pandas' own kind, which extends Python's."""
    if type(value) in _MOMENTS:
        plain = value.astype(_MOMENTS[type(value)]).item()
        if dates.has(plain, name):
            return dates.date_attribute(machine, plain, name)
    return array_attribute(machine, value, name)


def _of_object(machine: Machine, name: str) -> Any:
    """A method of ``object``, as classes call it that have one of their own; `MISSING` for others."""
    methods: dict[str, Callable[..., Any]] = {
        "__setattr__": partial(assign_as_object, machine),
        "__getattribute__": partial(_paid, machine, partial(_as_object, machine)),
        "__delattr__": partial(_paid, machine, remove_as_object),
    }
    return Bindable(methods[name]) if name in methods else of_object(machine, name)


def _paid(machine: Machine, run: Callable[..., Any], *args: Any) -> Any:
    machine.pay(ASKED_FOR)
    return run(*args)


def _shown(machine: Machine, value: Any, name: str) -> Any:  # noqa: PLR0911
    """What shows a value, and the attributes that show what code has given it or its module; `MISSING` for others."""
    if name == "__dict__" and value is object:
        return {}
    if name == "__dict__" and isinstance(value, Function):
        return value.attributes
    if name == "__array_ufunc__" and value is np.ndarray:
        return _OF_ARRAYS
    if name == "__globals__" and isinstance(value, Function) and value.around is not None:
        return names_around(machine, value.around)
    if name == "__repr__" and isinstance(value, type) and value in METHODS:
        # It tells types apart, and is hardly ever called.
        return value.__repr__
    if name == "__format__" and type(value) in _FORMATTED:
        return Guarded(lambda how="": called(machine, format, (value, how), {}))
    return of_function(machine, value, name)


def _of_library(machine: Machine, value: Any, name: str) -> Any:
    """What values of the standard library have, their types and those of numbers; `MISSING` of others."""
    if (found := _of_expression(value, name)) is not MISSING:
        return found
    if dates.has(value, name):
        return dates.date_attribute(machine, value, name)
    if decimals.has(value, name):
        return decimals.decimal_attribute(machine, value, name)
    is_of_chain = type(value) is Chain and name in chain_maps.OF_CHAINS
    if is_of_chain or paths.has(value, name):
        found = getattr(value, name) if is_of_chain else paths.path_attribute(machine, value, name)
        return Guarded(found) if callable(found) else found
    if isinstance(value, tuple) and named_tuples.has(machine, value, name):
        return named_tuples.of_record(machine, value, name)
    return _of_type(machine, value, name)


def _of_expression(value: Any, name: str) -> Any:
    """What a regular expression, or one of its flags, has."""
    if isinstance(value, RegexFlag):
        return value.attribute(name)
    return value.told(name) if isinstance(value, Pattern) else MISSING


def _of_type(machine: Machine, value: Any, name: str) -> Any:
    if isinstance(value, np.dtype):
        return type_attribute(machine, value, name)
    if syntax_trees.has(value, name):
        return getattr(value, name)
    return value.__module__ if name == "__module__" and isinstance(value, type) and told(value) is value else MISSING


def _bases(kind: type) -> tuple[type, ...]:
    return (kind,) if kind.__bases__ == (object,) else (kind, *kind.__bases__)


def _unbound(machine: Machine, of: type, name: str, receiver: Any, /, *args: Any, **named: Any) -> Any:
    return guarded_method(machine, extended_container(of, receiver, name), name)(*args, **named)


def _of_valued(machine: Machine, value: Any, name: str) -> Any:
    """What is its class's; `MISSING` for what it has as a number or text."""
    if name in value.attributes:
        _pay_for_part(machine, value, name)
        return value.attributes[name]
    found = value.of.find(name)
    if found is not MISSING:
        return bound_to(found, value)
    if name == "__class__" or (name == "__dict__" and value.of.has_table):
        return value.of if name == "__class__" else value.attributes
    fallback = value.of.find("__getattr__")
    lacks_table = name == "__dict__"
    if lacks_table and fallback is MISSING:
        raise value.of.lacks(name, AttributeError(name))
    if fallback is MISSING or (hasattr(value.of.container, name) and not lacks_table):
        return MISSING
    machine.pay(MISSED_ATTRIBUTE)
    return fallback(value, name)


def _by_its_own(machine: Machine, value: Instance, name: str) -> Any:
    """What a class's ``__getattribute__`` gives, or its ``__getattr__`` for what that lacks."""
    try:
        return value.of.getting(value, name)
    except Exception as error:
        fallback = value.of.find("__getattr__")
        if fallback is MISSING or not caught(error, AttributeError):
            raise
        return fallback(value, name)


def _as_object(machine: Machine, value: Any, name: str) -> Any:
    """As ``object.__getattribute__``, which asks for nothing else where an attribute is not there."""
    is_own = type(value) is Instance
    return _of_instance(machine, value, name, falls_back=False) if is_own else attribute(machine, value, name)


def _of_instance(machine: Machine, value: Instance, name: str, *, falls_back: bool = True) -> Any:
    found = value.attributes.get(name, MISSING)
    if found is not MISSING and name not in value.of.commanding:
        _pay_for_part(machine, value, name)
        scattered = machine.counts.scattered
        if scattered.at != value.serial or scattered.of is not value.of:
            scattered.visited(value)
        return found
    found = value.of.find(name)
    if found is MISSING:
        if value.of.container is not None and name in METHODS[value.of.container]:
            return guarded_method(machine, value.attributes[CONTAINER], name)
        return _beside_class(machine, value, name, falls_back=falls_back)
    got = bound_to(found, value)
    if isinstance(found, CachedProperty):
        machine.pay(CACHED)
        machine.briefly(_CACHING)
        if value.of.container is None and value.of.exception is None:
            keeps_found(machine, value)
        value.attributes[name] = got
    elif isinstance(found, Property):
        machine.pay(PROPERTY_ASKED)
    return got


def _beside_class(machine: Machine, value: Instance, name: str, *, falls_back: bool) -> Any:
    """What neither the instance nor its class has by that name."""
    if name == "__class__":
        return value.of
    if name == "__dict__" and value.of.has_table and value.of.container is None:
        return _table_of(machine, value)
    fallback = value.of.find("__getattr__")
    lacks_table = name == "__dict__" and not value.of.has_table
    if falls_back and fallback is not MISSING and (lacks_table or not hasattr(object, name)):
        machine.pay(MISSED_ATTRIBUTE)
        return fallback(value, name)
    if lacks_table:
        raise value.of.lacks(name, AttributeError(name))
    if value.of.exception is not None and (told := error_attribute(value, name)) is not MISSING:
        return told
    said = _of_body(value.of, name)
    return _of_each(machine, value, name) if said is MISSING else said


def _of_body(of: Class, name: str) -> Any:
    """Fields of a dataclass and hints: what stands in the class's body, or in the next one that it extends; `MISSING`
    for others."""
    if name == FIELDS and of.all_fields is not None:
        return told_fields(of)
    saying = (one for one in of.order if one.hints is not None and one.hints.written)
    if name == "__annotations__" and (first := next(saying, None)) is not None:
        return first.annotations
    return MISSING


def _table_of(machine: Machine, value: Instance) -> Any:
    """Raises Unsupported where some attributes have places beside it."""
    if value.attributes.keys() & (value.of.slots or ()):
        raise Unsupported("a table of attributes some of which have places")
    if not value.shows_table:
        # It stays with the instance, or its place does.
        machine.passes(TABLE)
        machine.begins_table(value.attributes)
    return value.told()


def _of_each(machine: Machine, value: Instance, name: str) -> Any:
    """What every object has. Raises AttributeError for what it lacks."""
    if name == "__new__":
        # That of what its class extends at last.
        return Guarded(new)
    if value.is_partial:
        raise Unsupported(f"{value.of.name}.{name}")
    error = value.of.lacks(name, AttributeError(name))
    method = of_each(machine, value, name) if isinstance(error, AttributeError) else MISSING
    if method is MISSING:
        raise error
    return method


def _pay_for_part(machine: Machine, value: Any, name: str) -> None:
    """An enumeration's member gives its name and value by functions."""
    if name in _OF_MEMBERS and isinstance(value.of, Enumeration):
        value.of.machine.pay(PART_OF_MEMBER)
    elif value.of.asking:
        machine.pay(value.of.asking)


def _given(function: Function | Method) -> Mapping[str, Any]:
    """The attributes that the unit has given a function, bound or not."""
    found = function.function if isinstance(function, Method) else function
    return found.attributes if isinstance(found, Function) else {}


_NAMING: Final = frozenset({"__name__", "__qualname__"})
#: Types that a type of Python's own is made of.
_OF_TYPES: Final = frozenset({"__mro__", "__bases__"})
