"""Calls: the unit's own functions as they are, built-in ones by the rules of
`perfcast.trial.interpreter.builtin_functions`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any, Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LONGEST_TUPLE, TABLE
from perfcast.trial.interpreter.accounting.instance_sizes import shallow_instance
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TABLE, EMPTY_TUPLE, FEW_ENTRIES, POINTER, shallow
from perfcast.trial.interpreter.accounting.prices import (
    BASES_ASKED,
    BY_NAME,
    GLOBALS,
    INSTANCE,
    LOCALS,
    MADE_BY_OWN,
    NAMED,
    NEXT_NAME,
    SPREAD,
    SPREAD_NAME,
    SPREAD_NAMES,
)
from perfcast.trial.interpreter.builtin_functions import OWN, called
from perfcast.trial.interpreter.imports.namespaces import names_around
from perfcast.trial.interpreter.objects.attributes import Super
from perfcast.trial.interpreter.objects.class_decorators import AsWritten
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.elements import HELD
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.closures import Expression
from perfcast.trial.interpreter.syntax.displays import mapping
from perfcast.trial.interpreter.syntax.loop_bounds import counting, gone_through, is_spreading, ranges, spreading
from perfcast.trial.interpreter.syntax.waiting_values import waiting

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: Elements of tuples whose room is left over from before, as a rule.
_MOST_KEPT: Final = 20
#: Elements of tuples that are left over from before in any case.
_PAIR: Final = 2
_LEFT_OVER: Final = frozenset({0, _PAIR})
#: Kinds of functions none of which is the unit's own.
_BUILT_IN: Final = frozenset({BuiltinFunctionType, type})


def invoke(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls whatever interpreted code calls. Raises Unsupported for what is not of the closed world."""
    if type(function) not in _BUILT_IN and isinstance(function, OWN):
        if isinstance(function, Class):
            is_made_by_own = type(function.find("__new__")) is Function
            machine.pay(INSTANCE + MADE_BY_OWN if is_made_by_own else INSTANCE)
            if kwargs:
                machine.pay(BY_NAME + NEXT_NAME * (len(kwargs) - 1))
        if isinstance(function, Class | Instance):
            if kwargs:
                return _given_by_name(machine, function, args, kwargs)
            if args and len(args) <= LONGEST_TUPLE:
                return _given_by_place(machine, function, args)
        return function(*args, **kwargs)
    return called(machine, function, args, kwargs)


def _given_by_place(machine: Machine, to: Class | Instance, args: tuple[Any, ...]) -> Any:
    """What is given to a class or an instance comes in a tuple."""
    machine.opens(len(args))
    try:
        return to(*args)
    finally:
        machine.closes(len(args))


def _given_by_name(machine: Machine, to: Class | Instance, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What is given to a class or an instance by name comes in a dictionary, and their names in a tuple."""
    is_small = len(kwargs) <= FEW_ENTRIES
    size = 0 if is_small else sys.getsizeof(kwargs) - EMPTY_TABLE
    places = [TABLE, *[KEYS] * is_small, *[len(one) for one in (args, kwargs) if 0 < len(one) <= LONGEST_TUPLE]]
    machine.put_aside(size)
    machine.opens(*places)
    try:
        found = to(*args, **kwargs)
        machine.briefly(shallow_instance(found) if type(to) is not Instance and type(found) is Instance else 0)
        return found
    finally:
        machine.closes(*places)
        machine.aside -= size


def _put_together(callee: Any, spread: Sequence[Any], keywords: dict[str, Any]) -> list[int]:
    """Kinds of places of tuples that are made for a call that spreads these: of the arguments, and of two names, whose
    place is free as a rule."""
    is_new = type(spread) is list and 0 < len(spread) <= _MOST_KEPT
    return [len(spread)] * is_new + [_PAIR] * (type(callee) is Function and len(keywords) == _PAIR)


class Calls:
    """Compiles calls for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        # That say how often loops go round.
        self._of_loops = set[ast.Call]()

    def note_loop(self, node: ast.For | ast.comprehension) -> None:
        """A loop, before what it goes through is compiled."""
        self._of_loops.update(ranges(node))

    def compile(self, node: ast.Call) -> Expression:
        apart = self._apart(node)
        if apart is not None:
            return apart
        for generator in gone_through(node):
            self.note_loop(generator)
        return counting(self.compiler.machine, node, self._compile(node), is_of_loop=node in self._of_loops)

    def _compile(self, node: ast.Call) -> Expression:
        machine, compile_ = self.compiler.machine, self.compiler.expressions.compile
        function = compile_(node.func)
        named = [(self._known(keyword.arg), compile_(keyword.value)) for keyword in node.keywords]
        are_spread = any(name is None for name, _ in named)
        args: Callable[[Frame], Sequence[Any]]
        is_spread = any(isinstance(arg, ast.Starred) for arg in node.args)
        if is_spread:
            args = self._spread(node.args)
        elif any(waiting(node.args)):
            args = in_turn = self.compiler.displays.in_turn(node.args)
            if not named:
                return lambda frame: invoke(machine, function(frame), tuple(in_turn(frame)), {})
        else:
            parts = [compile_(arg) for arg in node.args]
            if not named and len(parts) == 1:
                only = parts[0]
                return lambda frame: invoke(machine, function(frame), (only(frame),), {})
            if not named:
                if is_spreading(node):
                    bounds = spreading(machine, node, parts)
                    return lambda frame: invoke(machine, callee := function(frame), bounds(callee, frame), {})
                return lambda frame: invoke(machine, function(frame), tuple([part(frame) for part in parts]), {})
            args = lambda frame: [part(frame) for part in parts]  # noqa: E731

        def run(frame: Frame) -> Any:
            callee, values = function(frame), args(frame)
            keywords: dict[str, Any] = {}
            for name, value in named:
                if name is None:
                    spread = mapping(machine, value(frame))
                    machine.pay(SPREAD_NAMES + SPREAD_NAME * len(spread))
                    if not keywords.keys().isdisjoint(spread):
                        raise TypeError("multiple values for an argument")
                    keywords.update(machine.made(dict(spread) if keywords else machine.copied_table(dict(spread))))
                else:
                    keywords[name] = value(frame)
            if is_spread:
                machine.pay(SPREAD)
                machine.gathered(*values, size=sum(shallow(value) for value in values if type(value) in HELD))
            aside = EMPTY_TUPLE + POINTER * len(values) if is_spread and len(values) > _MOST_KEPT else 0
            machine.put_aside(aside)
            held = len(machine.waiting)
            put_together = _put_together(callee, values if is_spread else (), keywords if are_spread else {})
            machine.opens(*put_together)
            if are_spread:
                # The dictionary of what is given by name is there until the call returns; their names are in a tuple.
                machine.waiting.append(keywords)
                machine.given(2 * len(machine.frames), *values)
                if type(callee) is Function and len(keywords) not in _LEFT_OVER:
                    machine.keeps(EMPTY_TUPLE + POINTER * len(keywords))
                    machine.briefly(POINTER * (1 + len(values) + len(keywords)))
            try:
                # A list of them would hold them, too, and none of them were alone.
                return invoke(machine, callee, values := tuple(values), keywords)
            finally:
                machine.closes(*put_together)
                machine.aside -= aside
                del machine.waiting[held:]

        return run

    def _apart(self, node: ast.Call) -> Expression | None:
        """A call that is told more than its arguments; None for any other."""
        name = last_name(node.func)
        if isinstance(node.func, ast.Name) and name == "super":
            return self._super(node)
        if isinstance(node.func, ast.Name) and name in {"globals", "locals"} and not node.args + node.keywords:
            return self._globals if name == "globals" else self._locals
        return self._adapter(node) if name == "TypeAdapter" and node.args else None

    def _adapter(self, node: ast.Call) -> Expression:
        """What checks values of the type that its argument says as it is written."""
        compile_ = self.compiler.expressions.compile
        function = compile_(node.func)

        def run(frame: Frame) -> Any:
            made_by = function(frame)
            if not isinstance(made_by, AsWritten):
                raise Unsupported("TypeAdapter")
            return made_by.of(node.args[0], lambda part: compile_(part)(frame))

        return run

    def _known(self, name: str | None) -> str | None:
        """A name by which something is given, which the text holds."""
        if name is not None:
            self.compiler.expressions.known(name)
        return name

    def _spread(self, nodes: list[ast.expr]) -> Callable[[Frame], Sequence[Any]]:
        """Arguments some of which are starred: one tuple is given on as it is, others are put into a new one."""
        [first, *others] = nodes
        if others or not isinstance(first, ast.Starred):
            return self.compiler.displays.spread(nodes)
        machine, only = self.compiler.machine, self.compiler.expressions.compile(first.value)

        def run(frame: Frame) -> Sequence[Any]:
            value = only(frame)
            found = list(machine.counted(value))
            return value if type(value) is tuple else found

        return run

    def _globals(self, frame: Frame) -> Instance:
        machine = self.compiler.machine
        machine.pay(GLOBALS)
        return names_around(machine, frame)

    def _locals(self, frame: Frame) -> Any:
        if frame.outer is None:
            return self._globals(frame)
        machine = self.compiler.machine
        if frame.is_class:
            raise Unsupported("the names of a class's body")
        machine.pay(LOCALS + NAMED * len(frame.names))
        if frame.told is None:
            frame.told = machine.made({})
        frame.told.update(frame.names)
        return frame.told

    def _super(self, node: ast.Call) -> Expression:
        if node.args:
            return self._named_super([self.compiler.expressions.compile(arg) for arg in node.args])

        def run(frame: Frame) -> Super:
            place: Frame | None = frame.home
            while place is not None and place.owner is None:
                place = place.outer
            if place is None or place.owner is None:
                raise Unsupported("super outside of a method")
            self.compiler.machine.pay(BASES_ASKED)
            return Super(place.owner, place.receiver)

        return run

    def _named_super(self, parts: list[Expression]) -> Expression:
        def run(frame: Frame) -> Super:
            owner, *receiver = [part(frame) for part in parts]
            if not isinstance(owner, Class) or len(receiver) != 1:
                raise Unsupported("super of another class")
            self.compiler.machine.pay(BASES_ASKED)
            return Super(owner, receiver[0])

        return run
