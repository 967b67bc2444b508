"""Statements that bind names, items and attributes anew, or change what these hold."""

from __future__ import annotations

import ast
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeGuard

import numpy as np

from perfcast.source.classes.written_out import written_out
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.accounting.object_sizes import ENTRY
from perfcast.trial.interpreter.accounting.prices import ADDED_BY_KEY, COUNTED, MISSED
from perfcast.trial.interpreter.accounting.syntax_prices import ASSIGNMENT, CHANGE, STATEMENT, time_of, time_of_target
from perfcast.trial.interpreter.objects.attribute_assignment import assign_attribute
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.named_tuples import Written
from perfcast.trial.interpreter.syntax.closures import Ending, Expression, Statement
from perfcast.trial.interpreter.syntax.item_assignment import pay_for_key, without_places
from perfcast.trial.interpreter.syntax.operators import binary
from perfcast.trial.libraries.numpy.library import picked, put_into
from perfcast.trial.libraries.pandas.selection import item, put
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.torch.indexing import item as tensor_item
from perfcast.trial.libraries.torch.indexing import put as put_tensor
from perfcast.trial.libraries.torch.values import Tensor

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

_Operation = Callable[[Any, Any], Any]
#: Values that are put in the places of as many names without a tuple, at most.
_EXCHANGED: Final = 3


class Assignments:
    """Compiles them for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine

    def _expression(self, node: ast.expr) -> Expression:
        return self.compiler.expressions.compile(node)

    def assign(self, node: ast.Assign) -> Statement:
        target, value_node = node.targets[0], node.value
        if (
            len(node.targets) == 1
            and isinstance(value_node, ast.BinOp)
            and isinstance(value_node.op, ast.Add)
            and isinstance(target, ast.Name)
            and isinstance(value_node.left, ast.Name)
            and target.id == value_node.left.id
        ):
            time = STATEMENT + time_of(value_node)
            return self._put_behind(target, value_node.right, time, binary(self.machine, ast.Add))
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and _is_exchange(value_node, target):
            return self._exchanged(target, value_node)
        definition = written_out(node)
        if definition is not None:
            return self._named_kind(node.value, definition)
        value, machine = self._expression(node.value), self.machine
        time = ASSIGNMENT + time_of(node.value) + sum(map(time_of_target, node.targets))
        targets = [self.compiler.targets.compile(target) for target in node.targets]
        if len(targets) == 1:
            assign = targets[0]

            def run_one(frame: Frame) -> Ending:
                machine.step(time)
                assign(frame, value(frame))
                return None

            return run_one

        def run(frame: Frame) -> Ending:
            machine.step(time)
            found = value(frame)
            for target in targets:
                target(frame, found)
            return None

        return run

    def change(self, node: ast.AugAssign) -> Statement:
        time = CHANGE + time_of(node.value) + time_of_target(node.target)
        operation = binary(self.machine, type(node.op), in_place=True)
        if isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add):
            return self._put_behind(node.target, node.value, time, operation)
        value = self._expression(node.value)
        if isinstance(node.target, ast.Name):
            return self._changed_name(node.target, value, time, operation)
        if isinstance(node.target, ast.Subscript):
            return self._changed_item(node.target, value, time, operation)
        return self._changed_attribute(node.target, value, time, operation)

    def _changed_name(self, target: ast.Name, value: Expression, time: float, operation: _Operation) -> Statement:
        machine = self.machine
        load = self._expression(ast.Name(target.id, ast.Load()))
        assign = self.compiler.targets.compile(target)

        def run(frame: Frame) -> Ending:
            machine.step(time)
            assign(frame, operation(load(frame), value(frame)))
            return None

        return run

    def _changed_item(self, target: ast.Subscript, value: Expression, time: float, operation: _Operation) -> Statement:
        machine = self.machine
        container, key = self._expression(target.value), self._expression(target.slice)

        def run(frame: Frame) -> Ending:
            machine.step(time + CHANGE)
            of, place = container(frame), keyed(key(frame))
            if type(of) is list and type(place) is int:
                machine.changes(of)
                of[place] = operation(of[place], value(frame))
                machine.counts.scattered.found(of, place, of[place])
                machine.fresh += ENTRY
                return None
            if _changes_parts(machine, of, place, lambda part: operation(part, value(frame))):
                return None
            if not _takes(of, place):
                raise without_places(of)
            machine.changes(of)
            if type(of) is Counter:
                machine.pay(2 * COUNTED)
            elif type(of) is defaultdict:
                machine.pay(ADDED_BY_KEY)
            before = len(of) if isinstance(of, dict) else 0
            of[place] = operation(of[place], value(frame))
            if isinstance(of, dict):
                machine.counts.scattered.found(of, place, of[place])
                is_new = len(of) > before
                pay_for_key(machine, place, is_new)
                if is_new:
                    machine.pay(MISSED)
            if before:
                machine.inserted(of, before)
            if not isinstance(of, np.ndarray):
                machine.fresh += ENTRY
            return None

        return run

    def _changed_attribute(
        self, target: ast.Attribute, value: Expression, time: float, operation: _Operation
    ) -> Statement:
        machine = self.machine
        receiver, name = self._expression(target.value), self.compiler.attribute(target.attr)

        def run(frame: Frame) -> Ending:
            machine.step(time)
            of = receiver(frame)
            machine.changes(of)
            assign_attribute(machine, of, name, operation(attribute(machine, of, name), value(frame)))
            return None

        return run

    def _put_behind(self, name: ast.Name, added: ast.expr, time: float, add: _Operation) -> Statement:
        """What is added to a name's value becomes its value."""
        load, value = self._expression(ast.Name(name.id, ast.Load())), self._expression(added)
        assign, machine = self.compiler.targets.compile(name), self.machine

        def run(frame: Frame) -> Ending:
            machine.step(time)
            left, right = load(frame), value(frame)
            are_texts = type(left) is str and type(right) is str
            assign(frame, machine.joined(left, right) if are_texts else add(left, right))
            return None

        return run

    def _exchanged(self, target: ast.Tuple, value: ast.Tuple) -> Statement:
        """Two or three values for as many names: CPython makes no tuple of them."""
        machine, time = self.machine, STATEMENT + sum(map(time_of, value.elts)) + time_of_target(target)
        values = [self._expression(part) for part in value.elts]
        targets = [self.compiler.targets.compile(part) for part in target.elts]

        def run(frame: Frame) -> Ending:
            machine.step(time)
            for assign, found in zip(targets, [part(frame) for part in values], strict=True):
                assign(frame, found)
            return None

        return run

    def _named_kind(self, made_by: ast.expr, definition: ast.ClassDef) -> Statement:
        """A class that a call makes, which knows from now on how it would be written."""
        value, machine, name = self._expression(made_by), self.machine, definition.name
        assign = self.compiler.targets.compile(ast.Name(name, ast.Store()))
        time = ASSIGNMENT + time_of(made_by) + time_of_target(ast.Name(name, ast.Store()))

        def run(frame: Frame) -> Ending:
            machine.step(time)
            found = value(frame)
            if isinstance(found, Written) and found.written is None:
                found.written, found.around = definition, frame
            assign(frame, found)
            return None

        return run


def _is_exchange(value: ast.expr, target: ast.Tuple) -> TypeGuard[ast.Tuple]:
    return (
        isinstance(value, ast.Tuple)
        and len(value.elts) == len(target.elts) <= _EXCHANGED
        and not any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts))
    )


def _takes(container: Any, place: Any) -> bool:
    """Whether an item of it may be changed in its place."""
    if isinstance(container, bytearray | array):
        return type(place) is int
    return isinstance(container, list | dict | np.ndarray | Instance | deque)


def _changes_parts(machine: Machine, of: Any, place: Any, change: Callable[[Any], Any]) -> bool:
    """Changes what a place names of a table, a tensor, or an array that is named by one; False for others."""
    if isinstance(of, Tabular):
        put(of, place, change(item(of, place)))
    elif isinstance(of, Tensor):
        put_tensor(of, place, change(tensor_item(of, place)))
    elif isinstance(of, np.ndarray) and isinstance(place, np.ndarray) and not of.dtype.hasobject:
        changed = change(picked(machine, of, place))
        put_into(machine, of, place, changed)
        machine.changes(of)
        of[place] = changed
    else:
        return False
    return True
