"""Compiles what says how often loops go round, such that small runs may leave them earlier, see
`perfcast.trial.interpreter.accounting.shortened_loops`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import statements, walk
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.shortened_loops import MANY, Clock

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.types import Frame

Expression = Callable[["Frame"], Any]

#: What makes a whole number of another one.
_ROUNDING: Final = frozenset({"int", "round", "ceil", "floor"})
#: What makes numbers of two bounds, and of how far apart or how many they are.
_SPREADING: Final = frozenset({"arange", "linspace"})
_OF_SPREADING: Final = 3
_TELLING: Final = ast.Lt | ast.LtE | ast.Gt | ast.GtE | ast.NotEq | ast.Eq
_LEAVING: Final = ast.Break | ast.Return
_COSTLY: Final = ast.Call | ast.Subscript | ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom


def condition(
    machine: Machine, node: ast.While, compile_: Callable[[ast.expr], Expression]
) -> Callable[[], Expression]:
    """What gives the test of a loop each time that it begins."""
    test = compile_(node.test)
    clocks: list[Clock] = [(compile_(one.left), compile_(one.comparators[0])) for one in _clocks(node)]
    if not clocks:
        return lambda: test
    place = machine.new_place()
    return lambda: test if machine.loops is None else machine.loops.until(place, test, clocks)


def counting(machine: Machine, node: ast.Call, compiled: Expression) -> Expression:
    """A call as it is compiled, where it may say how often a loop goes round; else the same."""
    if not isinstance(node.func, ast.Name | ast.Attribute) or node.keywords or not node.args:
        return compiled
    name = last_name(node.func)
    if name == "range" and not _is_constant(node.args):
        place = machine.new_place()
        return lambda frame: compiled(frame) if machine.loops is None else machine.loops.counted(place, compiled(frame))
    if name in _ROUNDING and isinstance(node.args[0], ast.BinOp):
        place = machine.new_place()
        return lambda frame: compiled(frame) if machine.loops is None else machine.loops.number(place, compiled(frame))
    return compiled


def is_spreading(node: ast.Call) -> bool:
    """Whether it makes numbers between two bounds, and is told nothing else."""
    return last_name(node.func) in _SPREADING and len(node.args) == _OF_SPREADING


def spreading(machine: Machine, node: ast.Call, parts: Sequence[Expression]) -> Callable[[Frame], tuple[Any, ...]]:
    """What such a call is given: expressions as they are, but for how far the numbers go."""
    place, is_stepped = machine.new_place(), last_name(node.func) == "arange"

    def given(frame: Frame) -> tuple[Any, ...]:
        start, stop, last = (part(frame) for part in parts)
        if machine.loops is None:
            return start, stop, last
        shortened = machine.loops.stepped if is_stepped else machine.loops.spaced
        return shortened(place, start, stop, last)

    return given


def may_be_left(node: ast.For) -> bool:
    """Whether a loop may end before it has gone through all that there is."""
    return any(isinstance(one, _LEAVING) for inner in node.body for one in statements(inner))


def _is_constant(numbers: Sequence[ast.expr]) -> bool:
    """Whether a range is so short by what is written that no run need leave any of it out."""
    return all(isinstance(one, ast.Constant) and type(one.value) is int and one.value < MANY for one in numbers)


def _clocks(node: ast.While) -> Iterator[ast.Compare]:
    """Comparisons that a loop may end by: of its test, and then of what leaves it."""
    yield from _comparisons(node.test)
    for inner in node.body:
        if isinstance(inner, ast.If) and any(isinstance(one, _LEAVING) for one in inner.body):
            yield from _comparisons(inner.test)


def _comparisons(test: ast.expr) -> Iterator[ast.Compare]:
    """Those within a condition that take nothing to be made again."""
    for part in test.values if isinstance(test, ast.BoolOp) else [test]:
        match part:
            case ast.Compare(ops=[told]) if isinstance(told, _TELLING):
                if not any(isinstance(one, _COSTLY) for one in walk(part)):
                    yield part
