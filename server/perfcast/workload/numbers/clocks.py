"""Numbers by which a loop goes from one moment to another: ``while t < t_end: t += dt``, ``range(int(t_end / dt))``,
``np.arange(0, t_end, dt)``. Drawn by themselves, a step may be longer than all of the way."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import assigned, parts_of
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import FLOAT
from perfcast.workload.uses.name_uses import is_name

#: Steps to a unit of time, where the code says nothing of it.
_STEPS: Final = 100
_ROUNDING: Final = frozenset({"int", "round", "ceil", "floor"})
_BELOW: Final = (ast.Lt, ast.LtE)
_ABOVE: Final = (ast.Gt, ast.GtE)


class _Clock(NamedTuple):
    """Where it begins, which may be nowhere; where it ends; and by how much it goes on."""

    start: ast.expr | None
    end: ast.expr
    step: ast.expr


def with_clocks(node: FunctionNode, arguments: list[Argument], size: int, made_up: Container[str]) -> list[Argument]:
    """Arguments with which such a loop goes round `size` times.

    Args:
        made_up: names of those whose values nobody says.
    """
    free = {one.name for one in arguments if one.name in made_up and one.type == FLOAT and not one.has_value}
    values: dict[str, float] = {}
    for clock in _clocks(node) if free else ():
        end, step = _named(clock.end, free), _named(clock.step, free)
        start = None if clock.start is None else _named(clock.start, free)
        said_start = 0.0 if clock.start is None else _number(clock.start)
        said_way, said_step = _number(clock.end) - said_start, _number(clock.step)
        if end and end != step and (step or said_step > 0):
            values.setdefault(end, said_start + (size * said_step if said_step > 0 else size / _STEPS))
        if step and end != step and (end or said_way > 0):
            values.setdefault(step, 1 / _STEPS if end else said_way / size)
        if start and (end or step) and start not in (end, step):
            values.setdefault(start, 0.0)
    return [
        replace(one, value=values[one.name], has_value=True) if one.name in free and one.name in values else one
        for one in arguments
    ]


def _named(node: ast.expr, among: Container[str | None]) -> str:
    return node.id if isinstance(node, ast.Name) and node.id in among else ""


def _number(node: ast.expr) -> float:
    """What is written there; 0 where that is no number."""
    return float(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else 0.0


def _clocks(node: FunctionNode) -> Iterator[_Clock]:
    for loop in parts_of(node, ast.While):
        yield from _of_loop(node, loop)
    counted = {part.id for call in parts_of(node, ast.Call) if last_name(call.func) == "range" for part in _names(call)}
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(ast.Attribute(attr="arange"), [start, end, step, *_]):
                yield _Clock(start, end, step)
            case ast.Call(ast.Name("range"), [*_, turns]):
                yield from _of_turns(turns)
    for target, value in assigned(parts_of(node, ast.Assign)) if counted else ():
        if is_name(target, *counted):
            yield from _of_turns(value)


def _names(call: ast.Call) -> Iterator[ast.Name]:
    return (part for part in ast.walk(call) if isinstance(part, ast.Name))


def _of_turns(turns: ast.expr) -> Iterator[_Clock]:
    """``int(t_end / dt)``, ``int(t_end / dt) + 1``, ``int((t_end - t_start) / dt)``."""
    for part in ast.walk(turns):
        match part:
            case ast.Call(function, [ast.BinOp(way, ast.Div() | ast.FloorDiv(), step)]) if (
                last_name(function) in _ROUNDING
            ):
                match way:
                    case ast.BinOp(end, ast.Sub(), start):
                        yield _Clock(start, end, step)
                    case _:
                        yield _Clock(None, way, step)


def _of_loop(node: FunctionNode, loop: ast.While) -> Iterator[_Clock]:
    is_several = isinstance(loop.test, ast.BoolOp) and isinstance(loop.test.op, ast.And)
    for test in loop.test.values if is_several and isinstance(loop.test, ast.BoolOp) else [loop.test]:
        match test:
            case ast.Compare(now, [operation], [end]) if isinstance(operation, _BELOW):
                pass
            case ast.Compare(end, [operation], [now]) if isinstance(operation, _ABOVE):
                pass
            case _:
                continue
        if isinstance(now, ast.Name):
            begun = (value for target, value in assigned(parts_of(node, ast.Assign)) if is_name(target, now.id))
            start = next((value for value in begun if not isinstance(value, ast.BinOp)), None)
            yield from (_Clock(start, end, step) for step in _steps(loop, now.id))


def _steps(loop: ast.While, now: str) -> Iterator[ast.expr]:
    """By how much a loop's turns move what is called so."""
    for part in ast.walk(loop):
        match part:
            case ast.AugAssign(ast.Name(name), ast.Add(), step) if name == now:
                yield step
            case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(of), ast.Add(), step)) if name == of == now:
                yield step
