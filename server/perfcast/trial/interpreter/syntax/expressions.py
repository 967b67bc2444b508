"""Expressions as closures: each takes the frame and gives the value."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from perfcast.trial.interpreter.accounting.prices import AWAITED
from perfcast.trial.interpreter.accounting.syntax_prices import time_apart
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.closures import Expression
from perfcast.trial.interpreter.syntax.comparisons import SEARCHING, comparison
from perfcast.trial.interpreter.syntax.constant_folding import Folding
from perfcast.trial.interpreter.syntax.length_comparisons import noting_capacity
from perfcast.trial.interpreter.syntax.operators import binary, turned_over
from perfcast.trial.interpreter.syntax.subscripts import item
from perfcast.trial.interpreter.syntax.waiting_values import waiting
from perfcast.trial.libraries.numpy.library import negated
from perfcast.trial.libraries.pandas.elementwise import changed
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.stdlib.concurrency.tasks import finished

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}


class Expressions:
    """Compiles expressions for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine
        self._folding = Folding()

    def compile(self, node: ast.expr) -> Expression:
        """Raises Unsupported for syntax that is not interpreted."""
        handler = getattr(self, "_" + type(node).__name__.lower(), None)
        if handler is None:
            raise Unsupported(type(node).__name__)
        found: Expression = handler(node)
        return found

    def searched(self, node: ast.expr) -> Expression:
        """As `compile`, of what ``in`` or a loop goes through."""
        folded = self._folding.gone_through(node)
        return self.compile(node) if folded is MISSING else self.known(folded)

    def _constant(self, node: ast.Constant) -> Expression:
        if node in self.compiler.caps:
            value: Any = node.value
            machine = self.machine
            return lambda frame: machine.caps.get(value, value)
        return self.known(node.value)

    def known(self, value: Any) -> Expression:
        """What is there before the unit is called."""
        if self.compiler.is_followed:
            self.machine.before.written(value)
        else:
            self.machine.constants.append(value)
        return lambda frame: value

    def _name(self, node: ast.Name) -> Expression:
        name = node.id
        return lambda frame: frame.names[name]

    def of_two(self, run: Callable[[Any, Any], Any], left: ast.expr, right: ast.expr) -> Expression:
        """What `run` gives for the values of two expressions; names are looked up without a call."""
        first, second = self.compile(left), self.compile(right)
        if isinstance(left, ast.Name):
            one = left.id
            if isinstance(right, ast.Name):
                other = right.id
                return lambda frame: run(frame.names[one], frame.names[other])
            if self._is_fixed(right):
                value = right.value
                return lambda frame: run(frame.names[one], value)
            return lambda frame: run(frame.names[one], second(frame))
        if isinstance(right, ast.Name):
            other = right.id
            return lambda frame: run(first(frame), frame.names[other])
        if self._is_fixed(right):
            value = right.value
            return lambda frame: run(first(frame), value)
        return lambda frame: run(first(frame), second(frame))

    def _is_fixed(self, node: ast.expr) -> TypeGuard[ast.Constant]:
        return isinstance(node, ast.Constant) and node not in self.compiler.caps

    def _namedexpr(self, node: ast.NamedExpr) -> Expression:
        name, value = node.target.id, self.compile(node.value)

        def run(frame: Frame) -> Any:
            found = frame.home.names[name] = value(frame)
            return found

        return run

    def _binop(self, node: ast.BinOp) -> Expression:
        folded = self._folding.constant(node)
        if folded is not MISSING:
            return self.known(folded)
        return self._operation(binary(self.machine, type(node.op)), node.left, node.right)

    def _operation(self, run: Callable[[Any, Any], Any], left: ast.expr, right: ast.expr) -> Expression:
        """An operator; the first operand is held while the other one is evaluated."""
        if not waiting([left, right])[0]:
            return self.of_two(run, left, right)
        # Nothing here may refer to the operands: whether anything else does tells who holds them.
        first, second, hold, release = self.compile(left), self.compile(right), self.machine.hold, self.machine.release
        return lambda frame: run(hold(first(frame)), release(second(frame)))

    def _unaryop(self, node: ast.UnaryOp) -> Expression:
        operand, run = self.compile(node.operand), _UNARY[type(node.op)]
        return lambda frame: self._changed(run, operand(frame))

    def _changed(self, run: Callable[[Any], Any], operand: Any) -> Any:
        if isinstance(operand, Tabular) and run is not operator.not_:
            return changed(run, operand)
        if run is operator.invert and type(operand) is int:
            return turned_over(self.machine, operand)
        return negated(self.machine, run, operand) if isinstance(operand, np.ndarray) else run(operand)

    def _boolop(self, node: ast.BoolOp) -> Expression:
        first, *others = node.values
        *values, last = [self.compile(first), *map(self._paying, others)]
        stops_at = isinstance(node.op, ast.Or)

        def run(frame: Frame) -> Any:
            for value in values:
                found = value(frame)
                if bool(found) is stops_at:
                    return found
            # Nobody asks the last one whether it is true.
            return last(frame)

        return run

    def _ifexp(self, node: ast.IfExp) -> Expression:
        test, body, other = self.compile(node.test), self._paying(node.body), self._paying(node.orelse)
        return lambda frame: body(frame) if test(frame) else other(frame)

    def _paying(self, node: ast.expr) -> Expression:
        """One that may not be evaluated, and pays for itself where it is."""
        value, time, machine = self.compile(node), time_apart(node), self.machine
        if not time:
            return value

        def run(frame: Frame) -> Any:
            machine.step(time)
            return value(frame)

        return run

    def _compare(self, node: ast.Compare) -> Expression:
        if len(node.ops) == 1:
            return self._compare_two(node.left, type(node.ops[0]), node.comparators[0])
        first = self.compile(node.left)
        # What stands before another comparison takes part in that, too.
        *between, last = node.comparators
        at_last = self.searched if type(node.ops[-1]) in SEARCHING else self.compile
        found = [*map(self.compile, between), at_last(last)]
        rest = [(comparison(self.machine, type(op)), right) for op, right in zip(node.ops, found, strict=True)]

        def run(frame: Frame) -> Any:
            left, found = first(frame), True
            for compare, expression in rest:
                right = expression(frame)
                found = compare(left, right)
                if not found:
                    return found
                left = right
            return found

        return run

    def _compare_two(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> Expression:
        folded = self._folding.gone_through(right) if kind in SEARCHING else MISSING
        if folded is MISSING:
            compare = noting_capacity(self.machine, comparison(self.machine, kind), left, kind, right)
            return self._operation(compare, left, right)
        first, second, compare = self.compile(left), self.known(folded), comparison(self.machine, kind)
        return lambda frame: compare(first(frame), second(frame))

    def _tuple(self, node: ast.Tuple) -> Expression:
        folded = self._folding.constant(node)
        if folded is not MISSING:
            return self.known(folded)
        return self.compiler.displays.compile(node.elts, tuple)

    def _list(self, node: ast.List) -> Expression:
        return self.compiler.displays.compile_list(node)

    def _set(self, node: ast.Set) -> Expression:
        return self.compiler.displays.compile_set(node)

    def _dict(self, node: ast.Dict) -> Expression:
        return self.compiler.displays.compile_dict(node)

    def _attribute(self, node: ast.Attribute) -> Expression:
        value, name, machine = self.compile(node.value), self.compiler.attribute(node.attr), self.machine
        if isinstance(node.value, ast.Name):
            of = node.value.id
            return lambda frame: attribute(machine, frame.names[of], name)
        return lambda frame: attribute(machine, value(frame), name)

    def _subscript(self, node: ast.Subscript) -> Expression:
        machine = self.machine

        def run(container: Any, place: Any) -> Any:
            if type(container) is list and type(place) is int:
                found = container[place]
                machine.counts.scattered.found(container, place, found)
                return found
            return item(machine, container, place)

        return self.of_two(run, node.value, node.slice)

    def _slice(self, node: ast.Slice) -> Expression:
        parts = [
            (lambda frame: None) if part is None else self.compile(part) for part in (node.lower, node.upper, node.step)
        ]
        low, high, step = parts
        return lambda frame: slice(low(frame), high(frame), step(frame))

    def _joinedstr(self, node: ast.JoinedStr) -> Expression:
        return self.compiler.formatted_strings.compile(node)

    def _formattedvalue(self, node: ast.FormattedValue) -> Expression:
        return self.compiler.formatted_strings.compile_value(node)

    def _lambda(self, node: ast.Lambda) -> Expression:
        return self.compiler.functions.compile_lambda(node)

    def _yield(self, node: ast.Yield) -> Expression:
        raise Unsupported("a yield within an expression")

    _yieldfrom = _yield

    def _await(self, node: ast.Await) -> Expression:
        """Where nothing around it can be held up, others run within it."""
        value, machine = self.compile(node.value), self.machine

        def run(frame: Frame) -> Any:
            machine.pay(AWAITED)
            return finished(machine, value(frame))

        return run

    def _call(self, node: ast.Call) -> Expression:
        return self.compiler.calls.compile(node)

    def _listcomp(self, node: ast.ListComp) -> Expression:
        return self.compiler.comprehensions.collected(node, list)

    def _setcomp(self, node: ast.SetComp) -> Expression:
        return self.compiler.comprehensions.collected(node, set)

    def _dictcomp(self, node: ast.DictComp) -> Expression:
        return self.compiler.comprehensions.compile_dict(node)

    def _generatorexp(self, node: ast.GeneratorExp) -> Expression:
        return self.compiler.comprehensions.compile_generator(node)

    def _starred(self, node: ast.Starred) -> Expression:
        raise Unsupported("a star")
