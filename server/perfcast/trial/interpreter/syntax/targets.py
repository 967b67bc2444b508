"""Assignment targets as closures, which take the frame and the value."""

from __future__ import annotations

import ast
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting import ordered_dicts
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.accounting.object_sizes import ENTRY, shallow
from perfcast.trial.interpreter.accounting.prices import CHAINED, COPIED, ENTERING, KEY, LEFT_OVER, STORED, UNEQUAL
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.released_elements import replaces
from perfcast.trial.interpreter.objects.attribute_assignment import assign_attribute
from perfcast.trial.interpreter.objects.base_operators import CHANGING
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.types import CONTAINER, Frame, Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.library import put_into
from perfcast.trial.libraries.pandas.selection import put
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.torch.indexing import put as put_tensor
from perfcast.trial.libraries.torch.modules import Layer
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.trial.stdlib.containers.chain_maps import Chain

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

Target = Callable[[Frame, Any], None]
_MOST_PARTS = 10_000
#: How often a value is referred to that is being assigned, and that nobody else has.
_ONLY_HERE: Final = counted(4, lent=1)
#: Types whose values have no places that may be changed.
_FIXED: Final = frozenset({tuple, str, bytes, range, int, float, bool, type(None), set, frozenset})


def pay_for_key(machine: Machine, key: Any, is_new: bool) -> None:
    """Pays for what is stored in a dictionary."""
    machine.pay(STORED + (ENTERING if is_new else 0.0) + (KEY * len(key) if type(key) is tuple else 0.0))


def _outermost(frame: Frame) -> Frame:
    while frame.outer is not None:
        frame = frame.outer
    return frame


#: What is taken apart without being gone through first.
_AS_THEY_ARE: Final = frozenset({tuple, list})


class Targets:
    """Compiles targets for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler

    def compile(self, node: ast.expr) -> Target:
        """Raises Unsupported."""
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Tuple | ast.List):
            return self._parts(node.elts)
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.Attribute):
            value, name = self.compiler.expressions.compile(node.value), self.compiler.attribute(node.attr)

            machine = self.compiler.machine

            def assign(frame: Frame, found: Any) -> None:
                of = value(frame)
                machine.changes(of)
                assign_attribute(machine, of, name, found)

            return assign
        raise Unsupported(type(node).__name__)

    def _name(self, name: str) -> Target:
        elsewhere = self._elsewhere(name)
        if elsewhere is not None:
            machine = self.compiler.machine

            def assign_elsewhere(frame: Frame, value: Any) -> None:
                around = elsewhere(frame)
                if around.names.get(name) is not value:
                    machine.before.binds_in(around)
                around.names[name] = value

            return assign_elsewhere

        def assign(frame: Frame, value: Any) -> None:
            frame.names[name] = value

        return assign

    def removal(self, name: str) -> Callable[[Frame], None]:
        """What makes a name stand for nothing."""
        elsewhere = self._elsewhere(name)

        def remove(frame: Frame) -> None:
            (frame if elsewhere is None else elsewhere(frame)).names.pop(name, None)

        return remove

    def _elsewhere(self, name: str) -> Callable[[Frame], Frame] | None:
        """What gives the frame in which a name stands for something that is said to be global or nonlocal."""
        if name in self.compiler.globals:
            return _outermost
        if name not in self.compiler.nonlocals:
            return None

        def around(frame: Frame) -> Frame:
            place, functions = frame.home.outer, list[Frame]()
            while place is not None and name not in place.names:
                if place.outer is not None and place.home is place and not place.is_class:
                    functions.append(place)
                place = place.outer
            if place is not None:
                return place
            # It stands for nothing now, and may be that of any function around.
            if len(functions) != 1:
                raise Unsupported("a nonlocal name")
            return functions[0]

        return around

    def _parts(self, nodes: list[ast.expr]) -> Target:
        star = next((i for i, node in enumerate(nodes) if isinstance(node, ast.Starred)), None)
        parts = [self.compile(node.value if isinstance(node, ast.Starred) else node) for node in nodes]
        count = len(parts)

        def assign(frame: Frame, value: Any) -> None:
            values = value if type(value) in _AS_THEY_ARE else _drained(self.compiler.machine, value)
            if star is None:
                if len(values) != count:
                    self.compiler.machine.pay(UNEQUAL)
                    raise _unlike(len(values), count)
            elif len(values) < count - 1:
                raise ValueError(f"not enough values to unpack (expected at least {count - 1}, got {len(values)})")
            else:
                rest = len(values) - count + 1
                self.compiler.machine.pay(LEFT_OVER + COPIED * rest)
                values = [*values[:star], list(values[star : star + rest]), *values[star + rest :]]
            for part, item in zip(parts, values, strict=True):
                part(frame, item)

        if star is None and all(isinstance(node, ast.Name) and self._is_of_frame(node.id) for node in nodes):
            return self._names([node.id for node in nodes if isinstance(node, ast.Name)])
        return assign

    def _names(self, names: list[str]) -> Target:
        """As many values for names of the frame itself."""
        count = len(names)

        def assign(frame: Frame, value: Any) -> None:
            values = value if type(value) in _AS_THEY_ARE else _drained(self.compiler.machine, value)
            if len(values) != count:
                self.compiler.machine.pay(UNEQUAL)
                raise _unlike(len(values), count)
            # There are as many of both.
            frame.names.update(zip(names, values, strict=False))

        return assign

    def _is_of_frame(self, name: str) -> bool:
        return name not in self.compiler.globals and name not in self.compiler.nonlocals

    def _subscript(self, node: ast.Subscript) -> Target:
        value, key = self.compiler.expressions.compile(node.value), self.compiler.expressions.compile(node.slice)
        machine = self.compiler.machine

        def assign(frame: Frame, found: Any) -> None:
            put_item(machine, value(frame), keyed(key(frame)), found)

        return assign


def put_item(machine: Machine, container: Any, place: Any, found: Any) -> None:
    """Puts something in a place of a container, which is looked for first. Raises Unsupported for other containers."""
    machine.changes(container)
    kind = type(container)
    if kind is dict or (kind is list and type(place) is not slice):
        before = len(container)
        container[place] = found
        machine.counts.scattered.found(container, place, found)
        machine.fresh += ENTRY
        if kind is dict:
            pay_for_key(machine, place, len(container) > before)
            machine.inserted(container, before)
        return
    if isinstance(container, Tabular):
        put(container, place, found)
        return
    if isinstance(container, Tensor):
        put_tensor(container, place, found)
        return
    if isinstance(container, Foreign):
        container.put(place, found)
        return
    if isinstance(container, np.ndarray):
        if container.dtype == object:
            raise Unsupported("an array of objects")
        put_into(machine, container, place, found)
    elif type(place) is slice and isinstance(container := _held(machine, container), list | bytearray):
        if kind is not bytearray or not isinstance(found, bytes | bytearray | memoryview):
            found = _drained(machine, found)
        replaces(machine, container, place, found)
    elif not isinstance(container, dict | list | bytearray | Instance | deque | Layer) and (
        kind is not array or type(place) is slice
    ):
        _put_first(machine, container, place, found)
        return
    before = len(container) if isinstance(container, dict) else 0
    container[place] = found
    if isinstance(container, dict):
        machine.counts.scattered.found(container, place, found)
        is_new = len(container) > before
        pay_for_key(machine, place, is_new)
        ordered_dicts.pay_for_link(machine, container, is_new=is_new)
        machine.inserted(container, before)
    machine.pass_over(1)
    if type(found) is np.ndarray and sys.getrefcount(found) <= _ONLY_HERE + machine.references(found):
        # Its elements were copied, and it is gone.
        machine.aside_of(found)


CHANGING["__setitem__"] = put_item


def _held(machine: Machine, container: Any) -> Any:
    """The list that an instance is whose class does not say itself what becomes of its places; others as they are."""
    if type(container) is not Instance or container.of.find("__setitem__") is not MISSING:
        return container
    held = container.attributes.get(CONTAINER)
    if type(held) is not list:
        return container
    machine.changes(held)
    return held


def _put_first(machine: Machine, container: Any, place: Any, found: Any) -> None:
    """Puts something into the first mapping of a chain, the only other one that takes it."""
    if not isinstance(container, Chain):
        raise without_places(container)
    machine.pay(CHAINED)
    put_item(machine, container.first, place, found)


def without_places(container: Any) -> BaseException:
    """What is to be raised where something is put into what may not take it."""
    name = type(container).__name__
    is_known = type(container) in _FIXED
    return (
        TypeError(f"'{name}' object does not support item assignment")
        if is_known
        else Unsupported(f"assigning into {name}")
    )


def _drained(machine: Machine, value: Any) -> list[Any]:
    found: list[Any] = []
    for item in machine.counted(value):
        found.append(item)
        if len(found) > _MOST_PARTS:
            raise Unsupported("too many values to unpack")
    if isinstance(value, Iterator):
        # What they were taken from is there until it was asked for one more.
        machine.gathered(*found, gone=(value,), size=sum(map(shallow, found)))
    return found


def _unlike(found: int, expected: int) -> ValueError:
    """What Python says of values that are too few or too many for as many places."""
    if found > expected:
        return ValueError(f"too many values to unpack (expected {expected})")
    return ValueError(f"not enough values to unpack (expected {expected}, got {found})")
