"""Assignments: what names and parts of values stand for from there on."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from perfcast.static import arrays
from perfcast.static.costs import count_call
from perfcast.static.expressions import Expressions
from perfcast.static.values import (
    MOST,
    Array,
    Collection,
    Frame,
    Function,
    Instance,
    Linked,
    Number,
    Text,
    Value,
    element_of,
    join,
    ranged,
)


class Assignments(Expressions):
    """Binds names and what is within values, once and again."""

    def bind(self, target: ast.expr, value: Value, frame: Frame) -> None:
        if isinstance(target, ast.Name):
            home = frame.outer.get(target.id, frame)
            home.names[target.id] = value
            home.bound[target.id] = self.multiplicity
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(target, value, frame)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value, frame)
        elif isinstance(target, ast.Subscript):
            owner = self.evaluate(target.value, frame)
            if isinstance(owner, Array) and owner.library == "pandas" and _is_new_row(target):
                self.add_row(target.value, frame)
            elif isinstance(owner, Array):
                self.compute(arrays.as_array(arrays.indexed(self, owner, self.index(target.slice, frame))).count)
            else:
                self.store(owner, target.slice, value, frame)
        elif isinstance(target, ast.Attribute):
            owner = self.evaluate(target.value, frame)
            if isinstance(owner, Instance):
                owner.fields[target.attr] = value
            elif isinstance(owner, Linked) and isinstance(value, Linked):
                owner.count = max(owner.count, value.count)
                owner.made = max(owner.made, value.made)
                owner.element = join(owner.element, value.element)

    def add_row(self, rows: ast.expr, frame: Frame) -> None:
        """``table.loc[len(table)] = row``: all the rows are copied each time."""
        name = rows.value.id if isinstance(rows, ast.Attribute) and isinstance(rows.value, ast.Name) else ""
        table, home = frame.find(name), frame.home(name)
        if not isinstance(table, Array) or not table.shape:
            return
        times = max(1.0, self.multiplicity / max(home.bound.get(name, self.multiplicity), 1e-9))
        grown = replace(table, shape=(min(MOST, table.shape[0] + times), *table.shape[1:]), fresh=True)
        count_call(self, replace(grown, shape=(grown.shape[0] / 2.0, *table.shape[1:])), "assign")
        self.compute(grown.count / 2.0)
        self.allocate(grown.size / 2.0)
        self.in_passing(grown.size)
        home.names[name] = grown

    def bind_again(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """An update: the variable counts as bound where it was bound first."""
        if isinstance(target, ast.Name):
            home = frame.outer.get(target.id, frame.home(target.id))
            home.names[target.id] = value
            home.bound.setdefault(target.id, self.multiplicity)
        else:
            self.bind(target, value, frame)

    def unpack(self, target: ast.Tuple | ast.List, value: Value, frame: Frame) -> None:
        parts: Sequence[Value]
        if isinstance(value, Collection) and value.items is not None and len(value.items) == len(target.elts):
            parts = value.items
        else:
            parts = [element_of(value)] * len(target.elts)
        for one, part in zip(target.elts, parts, strict=True):
            if isinstance(one, ast.Starred) and not (isinstance(value, Collection) and value.items is not None):
                length = value.length if isinstance(value, Collection | Text) else 2.0
                self.bind(one, self.fresh_list(max(0.0, length - len(target.elts) + 1), part), frame)
            else:
                self.bind(one, part, frame)

    def store(self, owner: Value, index: ast.expr, value: Value, frame: Frame) -> None:
        """``owner[index] = value``."""
        if isinstance(owner, Collection):
            if isinstance(index, ast.Slice):
                self.work(self.trips(value))
                return
            key = self.evaluate(index, frame)
            if owner.kind == "dict":
                self.grow(owner, value, key=key)
            else:
                if isinstance(value, Number) and isinstance(owner.element, Number) and value.bits > owner.element.bits:
                    owner.distinct = min(owner.length, self.multiplicity / owner.population + 1.0)
                owner.element = join(owner.element, value)
                owner.items = None
        elif isinstance(owner, Instance):
            method = self.member(owner, "__setitem__")
            if isinstance(method, Function):
                self.call(method, [self.evaluate(index, frame), value])

    def augmented(self, node: ast.AugAssign, frame: Frame, *, in_place: bool = True) -> None:
        """``x += y``; not in place, ``x = x + y``."""
        value = self.evaluate(node.value, frame)
        target = node.target
        if isinstance(target, ast.Subscript):
            owner = self.evaluate(target.value, frame)
            if isinstance(owner, Array):
                index = self.index(target.slice, frame)
                arrays.elementwise(self, node.op, arrays.indexed(self, owner, index), value)
                return
            old = self.item(owner, self.evaluate(target.slice, frame))
            self.store(owner, target.slice, self.operate(node.op, old, value), frame)
            return
        old = self.evaluate(target, frame)
        if isinstance(old, Array):
            allocated = self.allocated
            made = arrays.elementwise(self, node.op, old, value)
            if in_place:
                self.allocated = allocated
            else:
                self.bind(target, made, frame)
            return
        if (
            in_place
            and isinstance(old, Collection)
            and old.kind in ("list", "deque", "set")
            and isinstance(node.op, ast.Add | ast.BitOr)
        ):
            self.grow(old, element_of(value), self.trips(value))
            return
        self.bind_again(target, self.accumulated(node.op, target, old, value, frame), frame)

    def accumulated(self, operator: ast.operator, target: ast.expr, old: Value, value: Value, frame: Frame) -> Value:
        """What ``x += y`` leaves behind after all the iterations since ``x`` was assigned."""
        times = 1.0
        if isinstance(target, ast.Name):
            times = self.multiplicity / max(frame.home(target.id).bound.get(target.id, self.multiplicity), 1e-9)
        elif isinstance(target, ast.Attribute):
            holder = self.quietly(target.value, frame)
            times = self.multiplicity / holder.population if isinstance(holder, Instance) else 1.0
        if times <= 1.0 or not self.in_loop:
            return self.operate(operator, old, value)
        if isinstance(old, Number) and isinstance(value, Number):
            if isinstance(operator, ast.Add | ast.Sub):
                sign = 1.0 if isinstance(operator, ast.Add) else -1.0
                total = ranged(old.mean + sign * times * value.mean, old.high + times * value.high, old.kind)
                if value.kind == "float":
                    total.kind = "float"
                total.bits = max(total.bits, value.bits)
                self.allocate(28.0 if total.bits > 8.0 else 0.0)
                return total
            if isinstance(operator, ast.Mult):
                bits = min(1e7, old.bits + times * value.bits)
                self.work(bits * bits / 900.0 / 900.0 if old.kind == "int" else 0.0)
                return Number(min(MOST, 2.0 ** min(bits, 60.0)), bits, False, old.kind)
            return self.operate(operator, Number(old.mean, old.bits, False, old.kind), value)
        if isinstance(old, Text) and isinstance(value, Text):
            total_length = old.length + value.length * times
            self.allocate(total_length / 8.0)
            self.work(value.length)
            return Text(min(MOST, total_length), max(old.alphabet, value.alphabet), old.kind)
        return self.operate(operator, old, value)

    def grown(self, name: str, call: ast.Call, frame: Frame) -> Value:
        """``table = concat([table, piece])``: what it is after all iterations since it was assigned."""
        old = frame.find(name)
        new = self.quietly(call, frame)
        home = frame.home(name)
        times = self.multiplicity / max(home.bound.get(name, self.multiplicity), 1e-9)
        if not (isinstance(old, Array) and isinstance(new, Array) and old.shape and len(old.shape) == len(new.shape)):
            return self.evaluate(call, frame)
        if new.shape[0] <= old.shape[0] or times <= 1.0:
            return self.evaluate(call, frame)
        gained = new.shape[0] - old.shape[0]
        # Its cost is that of the mean length; the last but one is alive while the last is made.
        home.names[name] = replace(new, shape=(old.shape[0] + gained * times / 2.0, *new.shape[1:]))
        self.evaluate(call, frame)
        result = replace(new, shape=(min(MOST, old.shape[0] + gained * times), *new.shape[1:]))
        self.in_passing(result.size)
        return result


def _is_new_row(target: ast.Subscript) -> bool:
    """``table.loc[len(table)]``."""
    function = target.slice.func if isinstance(target.slice, ast.Call) else None
    is_length = isinstance(function, ast.Name) and function.id == "len"
    return is_length and isinstance(target.value, ast.Attribute) and target.value.attr == "loc"
