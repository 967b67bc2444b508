"""A text and a workload -> the numbers that are given on."""

from __future__ import annotations

import ast
import math
from typing import Final

from perfcast.source.parsing.syntax import parsed
from perfcast.static.arguments import value_of
from perfcast.static.counters import OutOfSteps
from perfcast.static.interpreter import Interpreter
from perfcast.static.loops import Moves
from perfcast.static.recursion import Recursion
from perfcast.static.sizes import whole
from perfcast.static.values import (
    UNKNOWN,
    Array,
    Class,
    Collection,
    Frame,
    Function,
    Instance,
    Linked,
    Text,
    Value,
)
from perfcast.workload import Workload

#: What `Analysis.estimate` gives, in order. Costs are log2(1 + cost).
NAMES: Final[tuple[str, ...]] = (
    "log2_work",
    "log2_operations",
    "log2_native_work",
    "log2_array_work",
    "log2_allocated",
    "log2_peak",
    "log2_result",
    "log2_calls",
    "log2_longest_loop",
    "loop_nesting",
    "recursion",
    "memoised",
    "unknowns",
    "early_exit",
    "python_loop_share",
    "log2_time",
    "log2_arguments",
    "log2_states",
    "log2_work_per_element",
    "log2_steps",
)
_MOST_LOG: Final = 100.0


class Analysis:
    """A unit's normal form, parsed once for all its workloads."""

    def __init__(self, text: str) -> None:
        """Raises SyntaxError where the text does not parse."""
        self._tree = parsed(text)
        self._moves: dict[ast.AST, Moves] = {}
        self._recursions: dict[ast.AST, Recursion | None] = {}

    def estimate(self, workload: Workload) -> list[float]:
        """What one call of the unit with the workload costs, as `NAMES` has it; every number is finite."""
        machine = Interpreter(self._moves, self._recursions)
        arguments = [value_of(argument) for argument in workload.arguments]
        sizes = [_elements(value) for value in arguments]
        machine.scale = max([_outer(value) for value in arguments], default=1.0)
        machine.states = max(sizes, default=1.0)
        integers = [abs(a.value) for a in workload.arguments if type(a.value) is int and a.value < 10**9]
        if machine.scale <= 1.0:
            machine.scale = min(float(max(integers, default=1)), 1e6)
            machine.states = max(machine.states, machine.scale)
        machine.scale = max(1.0, machine.scale)
        result: Value = UNKNOWN
        try:
            result = self._call(machine, workload, arguments)
        except (OutOfSteps, RecursionError, ArithmeticError, ValueError, TypeError, AttributeError, LookupError):
            # Code is as odd as it likes; what was counted up to there still tells more than nothing.
            machine.unknowns += 1
        return _numbers(machine, result, arguments)

    def _call(self, machine: Interpreter, workload: Workload, arguments: list[Value]) -> Value:
        module = Frame()
        definition = next(
            (n for n in self._tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)), None
        )
        machine.multiplicity = 0.0
        for node in self._tree.body:
            machine.statement(node, module)
        machine.multiplicity = 1.0
        machine.peak_of_calls = 0.0
        if definition is None:
            return UNKNOWN
        function: Value | None = module.names.get(definition.name)
        if isinstance(function, Class):
            function = _method(machine, function)
        if not isinstance(function, Function):
            return UNKNOWN
        positional = [v for v, a in zip(arguments, workload.arguments, strict=True) if a.name is None]
        named = {a.name: v for v, a in zip(arguments, workload.arguments, strict=True) if a.name is not None}
        machine.unknowns = 0
        return machine.run(function, positional, named)


def _method(machine: Interpreter, of: Class) -> Value:
    """The first method of the class, bound to an object made without arguments."""
    first = next(iter(of.methods.values()), None)
    if first is None:
        return UNKNOWN
    decorators = {ast.unparse(decorator) for decorator in first.decorator_list}
    if "staticmethod" in decorators:
        return Function(first, of.frame)
    receiver = Instance(of)
    made = of.methods.get("__init__")
    if made is not None and made is not first:
        machine.multiplicity = 0.0
        machine.run(Function(made, of.frame, receiver), [], {})
        machine.multiplicity = 1.0
        machine.peak_of_calls = 0.0
    return Function(first, of.frame, of if "classmethod" in decorators else receiver)


def _numbers(machine: Interpreter, result: Value, arguments: list[Value]) -> list[float]:
    operations = machine.operations + machine.lines
    time = 20.0 * operations + 40.0 * machine.calls + 6.0 * machine.native + 0.6 * machine.arithmetic
    time += 20.0 * machine.allocated / 64.0 if machine.allocated < 1e15 else 0.0
    return [
        _log(machine.lines),
        _log(machine.operations),
        _log(machine.native),
        _log(machine.arithmetic),
        _log(machine.allocated),
        _log(machine.peak_of_calls),
        _log(whole(result)),
        _log(machine.calls),
        _log(machine.longest_loop),
        float(machine.deepest),
        machine.recursion,
        float(machine.memoised),
        float(machine.unknowns),
        float(machine.early_exit),
        operations / (operations + machine.native + machine.arithmetic + 1.0),
        _log(time),
        _log(sum(whole(value) for value in arguments)),
        _log(machine.states),
        _log(machine.lines) - _log(machine.states),
        _log(float(machine.steps)),
    ]


def _log(cost: float) -> float:
    if not cost > 0.0:
        return 0.0
    return min(_MOST_LOG, math.log2(1.0 + cost)) if math.isfinite(cost) else _MOST_LOG


def _elements(value: Value) -> float:
    """Elements in all, strings' characters left out where they stand in a container."""
    if isinstance(value, Collection):
        inner = _elements(value.element) if isinstance(value.element, Collection) and value.items is None else 1.0
        return value.length * max(1.0, inner)
    if isinstance(value, Text):
        return value.length
    if isinstance(value, Array | Linked):
        return value.count
    return 1.0


def _outer(value: Value) -> float:
    if isinstance(value, Collection | Text):
        return value.length
    if isinstance(value, Linked):
        return value.count
    if isinstance(value, Array):
        return value.shape[0] if value.shape else 1.0
    return 1.0
