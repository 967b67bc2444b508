"""Compiles what says how often loops go round, such that small runs may leave them earlier, see
`perfcast.trial.interpreter.accounting.shortened_loops`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import statements
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.shortened_loops import MANY
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.syntax.loop_clocks import clocks

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.frames import Frame

Expression = Callable[["Frame"], Any]

#: What makes a whole number of another one.
_ROUNDING: Final = frozenset({"int", "round", "ceil", "floor"})
#: What makes numbers of two bounds, and of how far apart or how many they are.
_SPREADING: Final = frozenset({"arange", "linspace"})
_OF_SPREADING: Final = 3
#: What a loop goes through that is as long as what it is given.
_AS_LONG: Final = frozenset({"enumerate", "zip"})
#: They go to the end of what they are given, however much that is.
_TO_THE_END: Final = frozenset({"sum", "fsum", "min", "max", "sorted", "list", "tuple", "set", "frozenset", "dict"})
#: Of which modules functions of these names do so; methods may leave earlier.
_MODULES: Final = frozenset({"np", "numpy", "math"})
_LEAVING: Final = ast.Break | ast.Return
#: Functions of the unit's own may mean anything by what they are given.
_OWN: Final = (Function, Method, Class)


def condition(
    machine: Machine, node: ast.While, compile_: Callable[[ast.expr], Expression]
) -> Callable[[], Expression]:
    """What gives the test of a loop each time that it begins."""
    test = compile_(node.test)
    found = clocks(node, compile_)
    if not found:
        return lambda: test
    place = machine.new_place()
    return lambda: test if machine.loops is None else machine.loops.until(place, test, found)


def counting(machine: Machine, node: ast.Call, compiled: Expression, *, is_of_loop: bool) -> Expression:
    """A call as it is compiled, where it may say how often a loop goes round; else the same.

    Args:
        is_of_loop: a loop goes through what it gives.
    """
    if not isinstance(node.func, ast.Name | ast.Attribute) or node.keywords or not node.args:
        return compiled
    name = last_name(node.func)
    if name == "range" and is_of_loop and not _is_constant(node.args):
        place = machine.new_place()
        return lambda frame: compiled(frame) if machine.loops is None else machine.loops.counted(place, compiled(frame))
    if name in _ROUNDING and isinstance(node.args[0], ast.BinOp):
        place = machine.new_place()
        return lambda frame: compiled(frame) if machine.loops is None else machine.loops.number(place, compiled(frame))
    return compiled


def is_spreading(node: ast.Call) -> bool:
    """Whether it makes numbers between two bounds, and is told nothing else."""
    return last_name(node.func) in _SPREADING and len(node.args) == _OF_SPREADING


def spreading(machine: Machine, node: ast.Call, parts: Sequence[Expression]) -> Callable[[Any, Frame], tuple[Any, ...]]:
    """What a function is given by such a call: expressions as they are, but for how far the numbers go."""
    place, is_stepped = machine.new_place(), last_name(node.func) == "arange"

    def given(callee: Any, frame: Frame) -> tuple[Any, ...]:
        start, stop, last = (part(frame) for part in parts)
        if machine.loops is None or isinstance(callee, _OWN):
            return start, stop, last
        shortened = machine.loops.stepped if is_stepped else machine.loops.spaced
        return shortened(place, start, stop, last)

    return given


def gone_through(node: ast.Call) -> list[ast.comprehension]:
    """Loops of a generator that a call goes through to its end."""
    match node:
        case ast.Call(ast.Name(name), [ast.GeneratorExp(_, generators)]) if name in _TO_THE_END:
            return generators
        case ast.Call(ast.Attribute(ast.Name(module), name), [ast.GeneratorExp(_, generators)]) if (
            name in _TO_THE_END and module in _MODULES
        ):
            return generators
    return []


def ranges(node: ast.For | ast.comprehension) -> Iterator[ast.Call]:
    """Calls that may say how often a loop goes round that ends with what it goes through."""
    if isinstance(node, ast.For) and any(isinstance(one, _LEAVING) for inner in node.body for one in statements(inner)):
        return
    match node.iter:
        case ast.Call(ast.Name(name), args) if name in _AS_LONG:
            yield from (one for one in args if isinstance(one, ast.Call))
        case ast.Call():
            yield node.iter


def _is_constant(numbers: Sequence[ast.expr]) -> bool:
    """Whether a range is so short by what is written that no run need leave any of it out."""
    return all(isinstance(one, ast.Constant) and type(one.value) is int and one.value < MANY for one in numbers)
