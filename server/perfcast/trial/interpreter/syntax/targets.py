"""Assignment targets as closures, which take the frame and the value."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.accounting.prices import COPIED, LEFT_OVER, UNEQUAL
from perfcast.trial.interpreter.objects.attribute_assignment import assign_attribute
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.item_assignment import drained, put_item

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

Target = Callable[[Frame, Any], None]


def _outermost(frame: Frame) -> Frame:
    while frame.outer is not None:
        frame = frame.outer
    return frame


#: Names that are bound together most often.
_PAIR: Final = 2
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
            values = value if type(value) in _AS_THEY_ARE else drained(self.compiler.machine, value)
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
        count, machine = len(names), self.compiler.machine
        first, second = (names[0], names[-1]) if count == _PAIR else ("", "")

        def assign(frame: Frame, value: Any) -> None:
            values = value if type(value) in _AS_THEY_ARE else drained(machine, value)
            if len(values) != count:
                machine.pay(UNEQUAL)
                raise _unlike(len(values), count)
            if count == _PAIR:
                # As below, for by far most.
                frame.names[first], frame.names[second] = values
                return
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


def _unlike(found: int, expected: int) -> ValueError:
    """What Python says of values that are too few or too many for as many places."""
    if found > expected:
        return ValueError(f"too many values to unpack (expected {expected})")
    return ValueError(f"not enough values to unpack (expected {expected}, got {found})")
