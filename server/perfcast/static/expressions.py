"""Expressions: what they give and what evaluating them costs."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from perfcast.static import arrays
from perfcast.static.arguments import literal
from perfcast.static.arithmetic import arithmetic, comparison, negated, truth
from perfcast.static.counters import Machine
from perfcast.static.names import known_name
from perfcast.static.sizes import own_size
from perfcast.static.values import (
    NOTHING,
    UNKNOWN,
    Array,
    Class,
    Collection,
    Frame,
    Function,
    Instance,
    Known,
    Linked,
    Method,
    Nothing,
    Number,
    Text,
    Unknown,
    Value,
    boolean,
    element_of,
    join,
    length_of,
    number,
)

_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_MOST_ITEMS = 8


class Expressions(Machine):
    """Evaluates expressions; statements and calls of the program's functions are its subclass's."""

    @abstractmethod
    def invoke(self, node: ast.Call, frame: Frame) -> Value:
        """A call as it is written."""

    @abstractmethod
    def bind(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """Assigns a value to a target."""

    @property
    def in_loop(self) -> bool:
        return self.nesting > 0

    def evaluate(self, node: ast.expr, frame: Frame) -> Value:
        self.step()
        self.operations += self.multiplicity
        method = _EVALUATORS.get(type(node))
        return UNKNOWN if method is None else method(self, node, frame)

    def test(self, node: ast.expr, frame: Frame) -> Number:
        """An expression as a condition."""
        return truth(self.evaluate(node, frame), in_loop=self.in_loop)

    def trips(self, value: Value) -> float:
        """How many elements iterating over the value gives."""
        if isinstance(value, Linked):
            return value.count
        length = length_of(value)
        if length is None:
            self.guess()
            return self.scale
        return length

    def constant(self, node: ast.Constant, frame: Frame) -> Value:
        return literal(node.value)

    def name(self, node: ast.Name, frame: Frame) -> Value:
        value = frame.find(node.id)
        if value is not None:
            return value
        known = known_name(node.id)
        if known is None:
            self.guess()
            return UNKNOWN
        return Known(known)

    def attribute(self, node: ast.Attribute, frame: Frame) -> Value:
        return self.member(self.evaluate(node.value, frame), node.attr)

    def member(self, owner: Value, name: str) -> Value:  # noqa: PLR0911
        """An attribute of a value."""
        if isinstance(owner, Instance):
            if name in owner.fields:
                return owner.fields[name]
            method = owner.of.methods.get(name)
            if method is None:
                value = owner.of.frame.find(f"{owner.of.node.name}.{name}")
                return UNKNOWN if value is None else value
            function = Function(method, owner.of.frame, owner)
            is_property = any(isinstance(d, ast.Name) and d.id.endswith("property") for d in method.decorator_list)
            return self.call(function, []) if is_property else function
        if isinstance(owner, Class):
            method = owner.methods.get(name)
            return Function(method, owner.frame) if method is not None else UNKNOWN
        if isinstance(owner, Known):
            value = _CONSTANTS.get(name) if owner.name in ("math", "numpy", "string", "sys") else None
            return Known(f"{owner.name}.{name}") if value is None else value
        if isinstance(owner, Linked):
            if name in ("val", "value", "data"):
                return owner.element
            return owner
        if isinstance(owner, Array):
            return arrays.attribute(self, owner, name)
        if isinstance(owner, Unknown):
            return UNKNOWN
        return Method(owner, name)

    def binary(self, node: ast.BinOp, frame: Frame) -> Value:
        left, right = self.evaluate(node.left, frame), self.evaluate(node.right, frame)
        return self.operate(node.op, left, right)

    def operate(self, operator: ast.operator, left: Value, right: Value) -> Value:  # noqa: PLR0911
        """The result of an operator."""
        if isinstance(left, Number) and isinstance(right, Number):
            result = arithmetic(operator, left, right)
            if result.kind == "int" and result.bits > 8.0:
                self.allocate(own_size(result))
                if result.bits > 60.0:
                    both = left.bits * right.bits if isinstance(operator, ast.Mult | ast.Pow) else result.bits
                    self.work(min(both, result.bits**1.6) / 900.0 + result.bits / 30.0)
            elif result.kind == "float":
                self.allocate(24.0)
            return result
        if isinstance(left, Array) or isinstance(right, Array):
            return arrays.elementwise(self, operator, left, right)
        if isinstance(operator, ast.Mult):
            return self.repeated(left, right)
        if isinstance(left, Text) and isinstance(operator, ast.Add):
            other = right.length if isinstance(right, Text) else 8.0
            self.work(left.length + other)
            return self.make(Text(left.length + other, left.alphabet, left.kind))
        if isinstance(left, Text) and isinstance(operator, ast.Mod):
            return self.make(Text(left.length + 8.0, left.alphabet))
        if isinstance(left, Collection) and isinstance(right, Collection):
            return self.combined(operator, left, right)
        return left if isinstance(right, Unknown) else right if isinstance(left, Unknown) else UNKNOWN

    def repeated(self, left: Value, right: Value) -> Value:
        """``[0] * n`` and ``'ab' * n``."""
        if isinstance(left, Number):
            left, right = right, left
        times = max(0.0, right.mean) if isinstance(right, Number) else self.scale
        if isinstance(left, Text):
            self.work(left.length * times)
            return self.make(Text(left.length * times, left.alphabet, left.kind))
        if isinstance(left, Collection):
            self.work(left.length * times)
            result = Collection(left.kind, left.length * times, left.element, distinct=left.length)
            return self.make(result)
        return UNKNOWN

    def combined(self, operator: ast.operator, left: Collection, right: Collection) -> Value:
        element = join(left.element, right.element)
        match operator:
            case ast.Add():
                length = left.length + right.length
                if left.items is not None and right.items is not None and length <= _MOST_ITEMS:
                    return self.make(Collection(left.kind, length, element, items=(*left.items, *right.items)))
            case ast.BitOr():
                length = max(left.length, right.length) + min(left.length, right.length) / 2.0
            case ast.BitAnd():
                length = min(left.length, right.length) / 2.0
                self.work(min(left.length, right.length))
            case ast.Sub():
                length = left.length / 2.0
                self.work(left.length)
            case _:
                length = left.length + right.length
        self.work(length)
        return self.make(Collection(left.kind, length, element, join(left.key, right.key)))

    def boolean_operation(self, node: ast.BoolOp, frame: Frame) -> Value:
        saved = self.multiplicity
        is_and = isinstance(node.op, ast.And)
        chance, bits, known = 1.0, 0.0, True
        result: Value = UNKNOWN
        for operand in node.values:
            value = self.evaluate(operand, frame)
            result = join(value, result)
            one = truth(value, in_loop=self.in_loop)
            holds = one.mean if is_and else 1.0 - one.mean
            if one.known and holds == 0.0:
                self.multiplicity = saved
                return value
            chance *= holds
            bits = max(bits, one.bits)
            known = known and one.known
            self.multiplicity *= holds
        self.multiplicity = saved
        if not isinstance(result, Number | Unknown):
            return result
        return Number(chance if is_and else 1.0 - chance, bits, known, "bool", False)

    def unary(self, node: ast.UnaryOp, frame: Frame) -> Value:
        value = self.evaluate(node.operand, frame)
        if isinstance(node.op, ast.Not):
            return negated(truth(value, in_loop=self.in_loop))
        if isinstance(value, Number):
            mean = -value.mean if isinstance(node.op, ast.USub) else value.mean
            if isinstance(node.op, ast.Invert):
                mean = -value.mean - 1.0
            kind = "int" if value.kind == "bool" else value.kind
            return Number(mean, value.bits, value.known, kind, value.fresh)
        if isinstance(value, Array):
            return arrays.like(self, value)
        return value

    def compare(self, node: ast.Compare, frame: Frame) -> Value:
        left = self.evaluate(node.left, frame)
        result = boolean(True)
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            right = self.evaluate(operand, frame)
            if isinstance(left, Array) or isinstance(right, Array):
                if not isinstance(operator, ast.Is | ast.IsNot | ast.In | ast.NotIn):
                    return arrays.elementwise(self, operator, left, right)
                return comparison(operator, left, right)
            if isinstance(operator, ast.In | ast.NotIn):
                self.look_up(left, right)
            elif isinstance(left, Text | Collection) and isinstance(right, Text | Collection):
                # Equal only where the lengths agree, and most pairs differ early.
                self.work(min(left.length, right.length) if left.length == right.length else 1.0)
            one = comparison(operator, left, right)
            result = Number(
                result.mean * one.mean, max(result.bits if result.known is False else 0.0, one.bits),
                result.known and one.known, "bool", False,
            )  # fmt: skip
            left = right
        return result

    def look_up(self, element: Value, container: Value) -> None:
        """The cost of ``in``."""
        if isinstance(container, Collection) and container.kind in ("list", "tuple", "deque", "iterator"):
            self.work(container.length / 2.0)
        elif isinstance(container, Text):
            self.work(container.length / 2.0 if not (isinstance(element, Text) and element.length <= 1) else 4.0)

    def conditional(self, node: ast.IfExp, frame: Frame) -> Value:
        saved = self.multiplicity
        test = self.test(node.test, frame)
        if test.known:
            return self.evaluate(node.body if test.mean else node.orelse, frame)
        self.multiplicity = saved * test.mean
        first = self.evaluate(node.body, frame)
        self.multiplicity = saved * (1.0 - test.mean)
        second = self.evaluate(node.orelse, frame)
        self.multiplicity = saved
        return join(first, second)

    def subscript(self, node: ast.Subscript, frame: Frame) -> Value:
        owner = self.evaluate(node.value, frame)
        if isinstance(owner, Array):
            index = self.index(node.slice, frame)
            return arrays.indexed(self, owner, index)
        if isinstance(node.slice, ast.Slice):
            return self.sliced(owner, node.slice, frame)
        key = self.evaluate(node.slice, frame)
        return self.item(owner, key)

    def index(self, node: ast.expr, frame: Frame) -> list[Value]:
        """The parts of an array's index; slices come with their bounds evaluated."""
        parts: list[Value] = []
        for part in node.elts if isinstance(node, ast.Tuple) else [node]:
            if isinstance(part, ast.Slice):
                parts.append(arrays.SliceOf(*self.bounds(part, frame)))
            else:
                parts.append(self.evaluate(part, frame))
        return parts

    def bounds(self, node: ast.Slice, frame: Frame) -> tuple[float | None, float | None, float]:
        """Start, stop and step of a slice; None where they are left out."""

        def bound(part: ast.expr | None) -> float | None:
            value = None if part is None else self.evaluate(part, frame)
            return value.mean if isinstance(value, Number) else None

        step = bound(node.step)
        return bound(node.lower), bound(node.upper), 1.0 if step is None else step

    def item(self, owner: Value, key: Value) -> Value:  # noqa: PLR0911
        """``owner[key]``."""
        if isinstance(owner, Collection):
            if owner.items is not None and isinstance(key, Number) and key.known:
                position = int(key.mean)
                return owner.items[position] if -len(owner.items) <= position < len(owner.items) else owner.element
            if owner.kind == "dict" and owner.default is not None:
                return self.default_item(owner, key)
            return owner.element
        if isinstance(owner, Text):
            return element_of(owner)
        if isinstance(owner, Linked):
            return owner.element
        if isinstance(owner, Instance):
            method = self.member(owner, "__getitem__")
            return self.call(method, [key]) if isinstance(method, Function) else UNKNOWN
        return UNKNOWN

    def default_item(self, owner: Collection, key: Value) -> Value:
        """A value of a defaultdict, made where the key is missing."""
        made = owner.element
        if isinstance(made, Unknown):
            made = self.call(owner.default or UNKNOWN, [])
        if isinstance(made, Number):
            made = Number(made.mean, made.bits, False, made.kind, True)
        self.grow(owner, made, key=key)
        if isinstance(owner.element, Collection):
            owner.element.population = max(1.0, owner.length * owner.population)
        return owner.element

    def sliced(self, owner: Value, node: ast.Slice, frame: Frame) -> Value:
        start, stop, step = self.bounds(node, frame)
        length = length_of(owner)
        if length is None:
            return owner
        taken = slice_length(start, stop, step, length)
        self.work(taken)
        if isinstance(owner, Text):
            return self.make(Text(taken, owner.alphabet, owner.kind))
        if isinstance(owner, Collection):
            return self.make(Collection(owner.kind, taken, owner.element, distinct=owner.distinct))
        return owner

    def sequence(self, node: ast.Tuple | ast.List | ast.Set, frame: Frame) -> Value:
        values: list[Value] = []
        length, starred = 0.0, False
        element: Value = UNKNOWN
        for part in node.elts:
            if isinstance(part, ast.Starred):
                inner = self.evaluate(part.value, frame)
                length += self.trips(inner)
                self.work(self.trips(inner))
                element, starred = join(element, element_of(inner)), True
                continue
            value = self.evaluate(part, frame)
            values.append(value)
            element = join(element, value)
            length += 1.0
        kind = {ast.Tuple: "tuple", ast.List: "list", ast.Set: "set"}[type(node)]
        items = tuple(values) if not starred and len(values) <= _MOST_ITEMS and kind != "set" else None
        if kind == "tuple" and all(isinstance(part, ast.Constant) for part in node.elts):
            return Collection(kind, length, element, items=items, borrowed=length, fresh=False)
        return self.make(Collection(kind, length, element, items=items))

    def dictionary(self, node: ast.Dict, frame: Frame) -> Value:
        result = Collection("dict")
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                inner = self.evaluate(value, frame)
                result.length += self.trips(inner)
                if isinstance(inner, Collection):
                    result.key, result.element = join(result.key, inner.key), join(result.element, inner.element)
                continue
            result.length += 1.0
            result.key = join(result.key, self.evaluate(key, frame))
            result.element = join(result.element, self.evaluate(value, frame))
        return self.make(result)

    def comprehension(self, node: _Comprehension, frame: Frame) -> Value:
        inner = Frame(parent=frame)
        saved, nesting = self.multiplicity, self.nesting
        self.lines += self.multiplicity
        total = 1.0
        for generator in node.generators:
            iterable = self.evaluate(generator.iter, inner)
            trips = self.trips(iterable)
            self.multiplicity *= trips
            total *= trips
            self.enter_loop(trips)
            self.bind(generator.target, element_of(iterable), inner)
            self.lines += self.multiplicity
            for test in generator.ifs:
                chance = self.test(test, inner).mean
                self.multiplicity *= chance
                total *= chance
        key: Value = UNKNOWN
        if isinstance(node, ast.DictComp):
            key = self.evaluate(node.key, inner)
            element = self.evaluate(node.value, inner)
        else:
            element = self.evaluate(node.elt, inner)
        if isinstance(element, Collection) and self.multiplicity:
            element.population = max(1.0, self.multiplicity)
        self.multiplicity, self.nesting = saved, nesting
        if isinstance(element, Number) and element.known and total > 1.0 and not _is_constant(node):
            element = Number(element.mean, element.bits, False, element.kind, element.fresh)
        if isinstance(node, ast.GeneratorExp):
            return Collection("iterator", total, element)
        result = Collection({ast.ListComp: "list", ast.SetComp: "set", ast.DictComp: "dict"}[type(node)])
        # Grown one by one, so that sets and dictionaries stay within the range of their values.
        allocated = self.allocated
        self.make(result)
        self.grow(result, element, total, key if isinstance(node, ast.DictComp) else None)
        self.allocated = allocated
        self.make(result)
        return result

    def enter_loop(self, trips: float) -> None:
        """Notes one more level of loops; the caller restores `nesting`."""
        self.nesting += 1
        self.deepest = max(self.deepest, self.nesting)
        if self.multiplicity:
            self.longest_loop = max(self.longest_loop, trips)

    def lambda_(self, node: ast.Lambda, frame: Frame) -> Value:
        return Function(node, frame)

    def joined_text(self, node: ast.JoinedStr, frame: Frame) -> Value:
        length = 0.0
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                length += printed_length(self.evaluate(part.value, frame))
            elif isinstance(part, ast.Constant) and isinstance(part.value, str):
                length += len(part.value)
        return self.make(Text(length, 40.0))

    def named(self, node: ast.NamedExpr, frame: Frame) -> Value:
        value = self.evaluate(node.value, frame)
        self.bind(node.target, value, frame)
        return value

    def starred(self, node: ast.Starred, frame: Frame) -> Value:
        return self.evaluate(node.value, frame)

    def yielded(self, node: ast.Yield, frame: Frame) -> Value:
        value = NOTHING if node.value is None else self.evaluate(node.value, frame)
        self.give(value, 1.0, frame)
        return UNKNOWN

    def yielded_from(self, node: ast.YieldFrom, frame: Frame) -> Value:
        inner = self.evaluate(node.value, frame)
        self.give(element_of(inner), length_of(inner) or 1.0, frame)
        return UNKNOWN

    def give(self, value: Value, count: float, frame: Frame) -> None:
        """What a generator yields, so often."""
        if frame.yielded is not None:
            frame.yielded.length += count * self.multiplicity / max(frame.yielded.population, 1e-9)
            frame.yielded.element = join(frame.yielded.element, value)

    def awaited(self, node: ast.Await, frame: Frame) -> Value:
        return self.evaluate(node.value, frame)


def slice_length(start: float | None, stop: float | None, step: float, length: float) -> float:
    """How many of `length` elements a slice takes."""
    first = 0.0 if start is None else start + length if start < 0 else start
    last = length if stop is None else stop + length if stop < 0 else stop
    if step < 0 and (start is not None or stop is not None):
        first, last = (last if stop is not None else 0.0), (first if start is not None else length)
    return max(0.0, min(last, length) - max(0.0, first)) / max(1.0, abs(step))


def printed_length(value: Value) -> float:
    """Characters of ``str(value)``."""
    if isinstance(value, Text):
        return value.length
    if isinstance(value, Number):
        return 17.0 if value.kind == "float" else max(1.0, value.bits * 0.30103 + 0.5)
    if isinstance(value, Collection):
        return value.length * (printed_length(value.element) + 2.0)
    return 4.0 if isinstance(value, Nothing) else 10.0


def _is_constant(node: _Comprehension) -> bool:
    return not isinstance(node, ast.DictComp) and isinstance(node.elt, ast.Constant)


_CONSTANTS = {
    "inf": number(1e18, "float"),
    "nan": number(0.0, "float"),
    "pi": number(3.14159, "float"),
    "e": number(2.71828, "float"),
    "maxsize": number(2.0**59),
    "newaxis": NOTHING,
    "ascii_lowercase": Text(26.0, 26.0, fresh=False),
    "ascii_uppercase": Text(26.0, 26.0, fresh=False),
    "ascii_letters": Text(52.0, 52.0, fresh=False),
    "digits": Text(10.0, 10.0, fresh=False),
}

_EVALUATORS: dict[type[ast.expr], Callable[[Expressions, Any, Frame], Value]] = {
    ast.Constant: Expressions.constant,
    ast.Name: Expressions.name,
    ast.Attribute: Expressions.attribute,
    ast.BinOp: Expressions.binary,
    ast.BoolOp: Expressions.boolean_operation,
    ast.UnaryOp: Expressions.unary,
    ast.Compare: Expressions.compare,
    ast.IfExp: Expressions.conditional,
    ast.Subscript: Expressions.subscript,
    ast.Tuple: Expressions.sequence,
    ast.List: Expressions.sequence,
    ast.Set: Expressions.sequence,
    ast.Dict: Expressions.dictionary,
    ast.ListComp: Expressions.comprehension,
    ast.SetComp: Expressions.comprehension,
    ast.DictComp: Expressions.comprehension,
    ast.GeneratorExp: Expressions.comprehension,
    ast.Lambda: Expressions.lambda_,
    ast.JoinedStr: Expressions.joined_text,
    ast.NamedExpr: Expressions.named,
    ast.Starred: Expressions.starred,
    ast.Yield: Expressions.yielded,
    ast.YieldFrom: Expressions.yielded_from,
    ast.Await: Expressions.awaited,
    ast.Call: lambda self, node, frame: self.invoke(node, frame),
}
