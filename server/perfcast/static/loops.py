"""How often a `while` loop runs: what its condition compares, and how the body moves that."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from perfcast.static.arithmetic import truth
from perfcast.static.expressions import Expressions
from perfcast.static.values import MOST, Collection, Frame, Linked, Number, Unknown, Value

_PUSHES: Final = frozenset({"append", "appendleft", "add", "extend", "put", "push", "heappush", "insert", "update"})
_POPS: Final = frozenset({"pop", "popleft", "heappop", "get", "popitem", "remove", "discard"})
_FLOAT_STEPS: Final = 40.0


@dataclass(frozen=True)
class Trips:
    """How often a loop runs.

    Attributes:
        count: iterations each time that the loop is reached.
        name: the variable that it moves, and the value that it ends at; None where there is no single one.
        stop: the value of `name` at the end.
        certain: false where the count is a mere guess.
    """

    count: float
    name: str | None = None
    stop: float = 0.0
    certain: bool = True


@dataclass(frozen=True)
class Moves:
    """What the statements of a loop's body do, gathered once for each loop.

    Attributes:
        stored: names that are assigned anywhere inside.
        updates: name -> the operator and operand of its updates; an operator of None stands for an assignment.
        pushed, popped: names of containers that are pushed to and popped from.
        marked: names of containers that are stored into, or added to.
        levels: names whose length a `for` inside goes through once a level.
        exits: the conditions under which it is left.
        steady: names that every iteration updates.
    """

    stored: frozenset[str]
    updates: dict[str, list[tuple[ast.operator | None, ast.expr]]]
    pushed: frozenset[str]
    popped: frozenset[str]
    marked: frozenset[str]
    levels: frozenset[str]
    exits: tuple[ast.expr, ...]
    steady: frozenset[str]


def moves_of(node: ast.For | ast.AsyncFor | ast.While) -> Moves:
    """Gathers what a loop's body does."""
    stored: set[str] = set()
    updates: dict[str, list[tuple[ast.operator | None, ast.expr]]] = {}
    pushed: set[str] = set()
    popped: set[str] = set()
    marked: set[str] = set()
    levels: set[str] = set()
    exits: list[ast.expr] = []
    for inner in _nodes(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            stored.add(inner.id)
        elif isinstance(inner, ast.AugAssign) and isinstance(inner.target, ast.Name):
            updates.setdefault(inner.target.id, []).append((inner.op, inner.value))
        elif isinstance(inner, ast.Assign):
            _assignment(inner, updates, marked)
        elif isinstance(inner, ast.Call):
            _gather_call(inner, pushed, popped, marked)
        elif isinstance(inner, ast.For) and inner is not node:
            levels.update(_sized_by(inner.iter))
        elif isinstance(inner, ast.If) and isinstance(inner.body[-1], ast.Break | ast.Return):
            exits.append(inner.test)
    return Moves(
        frozenset(stored), updates, frozenset(pushed), frozenset(popped), frozenset(marked), frozenset(levels),
        tuple(exits),
        frozenset(s.target.id for s in node.body if isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name)),
    )  # fmt: skip


def while_trips(machine: Expressions, node: ast.While, moves: Moves, frame: Frame) -> Trips:
    """Estimates how often a `while` loop runs each time that it is reached."""
    conditions = list(_conjuncts(node.test))
    if isinstance(node.test, ast.Constant):
        conditions = list(moves.exits)
    found: list[Trips] = []
    chance = 1.0
    for condition in conditions:
        trips = _of_condition(machine, condition, moves, frame)
        if trips is not None:
            found.append(trips)
        elif not isinstance(node.test, ast.Constant):
            value = truth(machine.quietly(condition, frame), in_loop=True)
            if value.bits == 0.0 and not value.known:
                chance *= value.mean
    certain = [trips for trips in found if trips.certain]
    if certain:
        best = max(certain, key=_count)
        if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And):
            best = min(certain, key=_count) if all(t.name is None for t in certain) else best
    elif found:
        best = found[0]
    else:
        best = Trips(machine.scale, certain=False)
    if chance < 0.9:
        # It goes on only as long as elements compare in a way that is known to be rare.
        return Trips(min(best.count, chance / (1.0 - chance) + 0.05), None)
    return best


def _of_condition(machine: Expressions, node: ast.expr, moves: Moves, frame: Frame) -> Trips | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node = node.operand
    if isinstance(node, ast.NamedExpr):
        node = node.value
    if isinstance(node, ast.BoolOp):
        found = [trips for part in node.values if (trips := _of_condition(machine, part, moves, frame)) is not None]
        return max(found, key=_count) if found else None
    if isinstance(node, ast.Name | ast.Attribute):
        value = machine.quietly(node, frame)
        name = _root(node) if isinstance(value, Linked) else _name(node)
        return _of_value(machine, name, value, moves, frame)
    if isinstance(node, ast.Compare):
        left, right = node.left, node.comparators[0]
        for side in (left, right):
            name = _measured(side)
            if name in moves.pushed | moves.popped or isinstance(frame.find(name), Linked):
                trips = _of_value(machine, name, frame.find(name) or machine.quietly(side, frame), moves, frame)
                if trips is not None:
                    return trips
        return _of_comparison(machine, left, right, moves, frame)
    moving = [name for name in _names(node) if name in moves.updates]
    if moving and isinstance(node, ast.BinOp):
        return Trips(2.0, certain=True)
    return None


def _of_value(machine: Expressions, name: str, value: Value, moves: Moves, frame: Frame) -> Trips | None:  # noqa: PLR0911
    """A condition that is the value itself: a container that is not empty, a node that is there, a number not 0."""
    if isinstance(value, Collection):
        if name in moves.pushed:
            return _search(machine, name, value, moves, frame)
        if name in moves.popped:
            times = max(machine.multiplicity, 1e-9)
            rest = value.length * value.population / times
            return Trips(rest if rest > 0.5 or not machine.in_loop else 0.7)
        return None
    if isinstance(value, Linked):
        if value.kind == "TreeNode" and not moves.pushed:
            return Trips(math.log2(value.count + 1.0))
        hops = max([_hops(operand) for _, operand in moves.updates.get(name, [])], default=1.0)
        return Trips(value.count / max(1.0, hops), certain=True)
    if isinstance(value, Number) and name in moves.updates:
        return _towards(machine, name, value.mean, 0.0, moves, frame)
    if isinstance(value, Unknown) and name in moves.updates | dict.fromkeys(moves.pushed):
        return Trips(machine.scale, certain=False)
    return None


def _search(machine: Expressions, name: str, value: Collection, moves: Moves, frame: Frame) -> Trips:
    """A queue or stack that the body adds to: as many iterations as there are places to be at."""
    element = value.element
    inner = element.items[0] if isinstance(element, Collection) and element.items else element
    if isinstance(element, Linked) or isinstance(inner, Linked):
        node = element if isinstance(element, Linked) else inner
        total = node.count if isinstance(node, Linked) else machine.scale
    else:
        is_place = isinstance(element, Collection) and element.kind == "tuple" and element.length >= 2
        total = max(value.length, machine.states if is_place else machine.scale)
    outside = min([frame.home(mark).bound.get(mark, machine.multiplicity) for mark in moves.marked if mark != name],
                  default=machine.multiplicity)  # fmt: skip
    if outside < machine.multiplicity:
        total *= outside / machine.multiplicity
    if name in moves.levels:
        total = math.log2(total + 2.0) if isinstance(element, Linked) else math.sqrt(total)
    return Trips(max(total, 0.5))


def _of_comparison(machine: Expressions, left: ast.expr, right: ast.expr, moves: Moves, frame: Frame) -> Trips | None:  # noqa: PLR0911
    moving = [name for name in (*_names(left), *_names(right)) if name in moves.updates]
    if not moving:
        return None
    first, second = machine.quietly(left, frame), machine.quietly(right, frame)
    if not (isinstance(first, Number) and isinstance(second, Number)):
        # A text or a node that moves along.
        return Trips(machine.scale, moving[0], machine.scale, certain=False)
    name = moving[0]
    middles = {n for n, found in moves.updates.items() if any(op is None and _is_half(part) for op, part in found)}
    if any(
        _names_of(part) <= middles and _names_of(part) for n in moving for op, part in moves.updates[n] if op is None
    ):
        span = abs(second.mean - first.mean)
        if not (first.known and second.known):
            span = max(span, max(first.high, second.high) / 2.0)
        return Trips(math.log2(span + 2.0))
    if first.kind == "float" or second.kind == "float":
        steps = [op for op, _ in moves.updates[name]]
        if not any(isinstance(step, ast.Add | ast.Sub) for step in steps):
            return Trips(_FLOAT_STEPS)
    value = frame.find(name)
    if not isinstance(value, Number):
        return Trips(machine.scale, certain=False)
    in_left = name in _names(left)
    moved, bound = (first, second) if in_left else (second, first)
    side = left if in_left else right
    if isinstance(side, ast.BinOp) and isinstance(side.op, ast.Mult | ast.Pow) and name in set(_names(side)):
        return _towards(machine, name, value.mean, math.sqrt(max(0.0, bound.mean)), moves, frame)
    if isinstance(side, ast.Name):
        trips = _towards(machine, name, moved.mean, bound.mean, moves, frame)
        # Two ends that both move in every iteration meet in the middle.
        return replace(trips, count=trips.count / 2.0) if len(moves.steady.intersection(moving)) == 2 else trips
    return _towards(machine, name, value.mean, value.mean + bound.mean - moved.mean, moves, frame)


def _towards(machine: Expressions, name: str, start: float, stop: float, moves: Moves, frame: Frame) -> Trips:
    """From one value to the other by the updates of the body."""
    span = abs(stop - start)
    best: Trips | None = None
    for operator, operand in moves.updates[name]:
        step = machine.quietly(operand, frame)
        size = abs(step.mean) if isinstance(step, Number) else 1.0
        largest = max(abs(start), abs(stop), 2.0)
        least = max(1.0, min(abs(start), abs(stop)))
        match operator:
            case ast.Add() | ast.Sub():
                if isinstance(step, Number) and not step.known and _names_of(operand) & set(moves.updates):
                    # The step changes as well: it grows until the span is used up.
                    trips = Trips(math.sqrt(2.0 * span) if size < 4.0 else span / size, name, stop)
                else:
                    trips = Trips(span / max(size, 1e-3 if size else 1.0), name, stop)
            case ast.FloorDiv() | ast.Div() | ast.Mult():
                trips = Trips(math.log(largest / least + 1.0) / math.log(max(size, 1.5)), name, stop)
            case ast.RShift() | ast.LShift():
                trips = Trips(math.log2(largest / least + 1.0) / max(size, 1.0), name, stop)
            case ast.BitAnd() | ast.Mod() | ast.BitXor():
                trips = Trips(max(1.0, math.log2(largest) / 2.0), name, stop)
            case _:
                trips = _reassigned(operand, span, largest, name, stop, moves)
                if not trips.certain and trips.count > machine.scale:
                    trips = Trips(machine.scale, name, stop, certain=False)
        if best is None or trips.count > best.count:
            best = trips
    best = best or Trips(machine.scale, certain=False)
    # A variable that is not reset between two runs of this loop can go its way only once.
    bound = frame.home(name).bound.get(name, machine.multiplicity)
    share = min(1.0, bound / max(machine.multiplicity, 1e-9))
    count = min(MOST, best.count * share)
    return Trips(max(count, 0.3 if share < 0.5 else 0.0), name, stop, best.certain)


def _reassigned(operand: ast.expr, span: float, largest: float, name: str, stop: float, moves: Moves) -> Trips:  # noqa: PLR0911
    """``n = n // 2``, ``a = b``, ``i = j + 1``."""
    if isinstance(operand, ast.Call) and isinstance(operand.func, ast.Name) and operand.func.id in ("min", "max"):
        return Trips(span, name, stop)
    if isinstance(operand, ast.BinOp):
        if isinstance(operand.op, ast.FloorDiv | ast.Div | ast.RShift | ast.Mod):
            return Trips(math.log2(largest) / (3.3 if _is_ten(operand.right) else 1.0), name, stop)
        if isinstance(operand.op, ast.Mult | ast.LShift):
            return Trips(math.log2(largest), name, stop)
        if isinstance(operand.op, ast.BitAnd):
            return Trips(max(1.0, math.log2(largest) / 2.0), name, stop)
        if _names_of(operand) == {name}:
            other = operand.right if isinstance(operand.left, ast.Name) else operand.left
            size = other.value if isinstance(other, ast.Constant) and isinstance(other.value, int) else 1
            return Trips(span / max(1.0, abs(size)), name, stop)
    origins = [operand]
    if isinstance(operand, ast.Name):
        origins.extend(part for _, part in moves.updates.get(operand.id, []))
    if any(_divides(part) for origin in origins for part in ast.walk(origin)):
        return Trips(10.0 + 2.0 * math.log2(largest), name, stop)
    return Trips(span, name, stop, certain=False)


def _assignment(
    node: ast.Assign, updates: dict[str, list[tuple[ast.operator | None, ast.expr]]], marked: set[str]
) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            updates.setdefault(target.id, []).append((None, node.value))
        elif isinstance(target, ast.Subscript):
            marked.update(list(_names(target.value))[:1])
        elif isinstance(target, ast.Tuple):
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value] * len(target.elts)
            for one, value in zip(target.elts, parts, strict=False):
                if isinstance(one, ast.Name):
                    updates.setdefault(one.id, []).append((None, value))


def _gather_call(node: ast.Call, pushed: set[str], popped: set[str], marked: set[str]) -> None:
    function = node.func
    if isinstance(function, ast.Attribute):
        owner = _name(function.value)
        on_first = function.attr.startswith("heap") and node.args
        name = _name(node.args[0]) if on_first else owner
        if function.attr in _PUSHES:
            pushed.add(name)
            if function.attr == "add":
                marked.add(name)
        elif function.attr in _POPS:
            popped.add(name)
    elif isinstance(function, ast.Name) and node.args:
        if function.id == "heappush":
            pushed.add(_name(node.args[0]))
        elif function.id == "heappop":
            popped.add(_name(node.args[0]))


def _sized_by(node: ast.expr) -> set[str]:
    """'q' of ``range(len(q))``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        return {_measured(argument) for argument in node.args} - {""}
    return set()


def _measured(node: ast.expr) -> str:
    """'q' of ``len(q)`` or of ``q``; empty for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and node.args:
        return _name(node.args[0])
    return _name(node)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _root(node: ast.expr) -> str:
    """'a' of ``a.next.next``."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return _name(node)


def _names(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id


def _names_of(node: ast.AST) -> set[str]:
    return set(_names(node))


def _conjuncts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for value in node.values:
            yield from _conjuncts(value)
    else:
        yield node


def _is_half(node: ast.expr) -> bool:
    """``(lo + hi) // 2``, ``lo + hi >> 1``, ``lo + (hi - lo) // 2``."""
    return (
        any(
            isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv | ast.RShift | ast.Div)
            for part in (node, *ast.iter_child_nodes(node))
        )
        and len(_names_of(node)) > 1
    )


def _hops(node: ast.expr) -> float:
    hops = 0.0
    while isinstance(node, ast.Attribute):
        hops, node = hops + 1.0, node.value
    return hops


def _divides(node: ast.AST) -> bool:
    return isinstance(node, ast.Mod | ast.FloorDiv | ast.RShift) or (isinstance(node, ast.Name) and node.id == "divmod")


def _is_ten(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 10


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    pending: list[ast.AST] = [node]
    while pending:
        inner = pending.pop()
        yield inner
        if not isinstance(inner, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(inner))


def _count(trips: Trips) -> float:
    return trips.count
