"""Statements: every one is looked at once, and counted as often as it is expected to run."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import walk
from perfcast.static.assignments import Assignments
from perfcast.static.loops import Moves, moves_of, while_trips
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
    Nothing,
    Number,
    element_of,
    join,
    ranged,
)

#: How far a guessed chance of leaving a loop is believed.
_TRUST: Final = 0.3


@dataclass(slots=True)
class _Loop:
    """A loop that is being looked at: how likely each iteration is to leave it, or the function."""

    multiplicity: float
    breaks: float = 0.0
    returns: float = 0.0


class Statements(Assignments):
    """Looks at statements; calls are its subclass's."""

    def __init__(self, moves: dict[ast.AST, Moves]) -> None:
        super().__init__()
        self._moves = moves
        self._carried: list[set[str]] = []
        self._loops: list[_Loop] = []

    def block(self, body: Sequence[ast.stmt], frame: Frame) -> float:
        """Runs statements; gives the share of runs that come to the end of the block."""
        entered = self.multiplicity
        share = 1.0
        for statement in body:
            share *= self.statement(statement, frame)
            self.multiplicity = entered * share
            if share <= 0.0:
                break
        self.multiplicity = entered
        return share

    def statement(self, node: ast.stmt, frame: Frame) -> float:  # noqa: PLR0911, PLR0912
        self.step()
        self.lines += self.multiplicity
        match node:
            case ast.Expr():
                self.evaluate(node.value, frame)
            case ast.Assign(targets=[ast.Name() as name], value=ast.BinOp(left=ast.Name() as left) as sum_) if (
                name.id == left.id and isinstance(sum_.op, ast.Add | ast.Sub | ast.Mult)
            ):
                self.augmented(ast.AugAssign(name, sum_.op, sum_.right), frame, in_place=False)
            case ast.Assign(targets=[ast.Name() as name], value=ast.Call() as call) if self.in_loop and (
                isinstance(frame.find(name.id), Array) and name.id in _name_in(call)
            ):
                self.bind_again(name, self.grown(name.id, call, frame), frame)
            case ast.Assign():
                value = self.evaluate(node.value, frame)
                for target in node.targets:
                    self.bind(target, value, frame)
            case ast.AnnAssign():
                if node.value is not None:
                    self.bind(node.target, self.evaluate(node.value, frame), frame)
            case ast.AugAssign():
                self.augmented(node, frame)
            case ast.If():
                return self.branches(node, frame)
            case ast.For() | ast.AsyncFor():
                self.for_loop(node, frame)
            case ast.While():
                self.while_loop(node, frame)
            case ast.Return():
                value = NOTHING if node.value is None else self.evaluate(node.value, frame)
                if self.multiplicity > 0.0:
                    frame.returned = value if frame.returned is None else join(frame.returned, value)
                self.leave_loop(is_break=False)
                return 0.0
            case ast.Break():
                self.leave_loop(is_break=True)
                return 0.0
            case ast.Raise() | ast.Continue():
                return 0.0
            case ast.Try() | ast.TryStar():
                return self.attempt(node, frame)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    value = self.evaluate(item.context_expr, frame)
                    if item.optional_vars is not None:
                        self.bind(item.optional_vars, value, frame)
                return self.block(node.body, frame)
            case ast.Match():
                self.matched(node, frame)
            case ast.Assert():
                self.evaluate(node.test, frame)
            case ast.Delete():
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        frame.names.pop(target.id, None)
            case _:
                self.define(node, frame)
        return 1.0

    def define(self, node: ast.stmt, frame: Frame) -> None:  # noqa: PLR0912
        """Functions, classes and imports; of all other statements nothing is counted."""
        if isinstance(node, FunctionNode):
            memoised = any("cache" in ast.dump(decorator) for decorator in node.decorator_list)
            frame.names[node.name] = Function(node, frame, memoised=memoised)
        elif isinstance(node, ast.ClassDef) and node.name in ("ListNode", "TreeNode"):
            frame.names[node.name] = Known(node.name)
        elif isinstance(node, ast.ClassDef):
            of = Class(node, frame)
            for inner in node.body:
                if isinstance(inner, FunctionNode):
                    of.methods.setdefault(inner.name, inner)
                elif isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Name):
                    frame.names[f"{node.name}.{inner.targets[0].id}"] = self.quietly(inner.value, frame)
            frame.names[node.name] = of
        elif isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name if alias.asname else alias.name.partition(".")[0]
                frame.names[alias.asname or root] = Known(root)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name != "*":
                    frame.names[alias.asname or alias.name] = Known(f"{node.module or ''}.{alias.name}")
        elif isinstance(node, ast.Nonlocal | ast.Global):
            for name in node.names:
                home = frame.parent.home(name) if frame.parent is not None else frame
                frame.outer[name] = home

    def branches(self, node: ast.If, frame: Frame) -> float:
        entered = self.multiplicity
        test = self.test(node.test, frame)
        if test.known:
            return self.block(node.body if test.mean else node.orelse, frame)
        chance = min(1.0, max(0.0, test.mean))
        leaves = isinstance(node.body[-1], ast.Raise | ast.Return) and not node.orelse
        if leaves and not self.in_loop and test.bits > 0.0:
            # A guard at the start is there for what hardly ever comes.
            chance = min(chance, 0.1 if isinstance(node.body[-1], ast.Return) else 0.01)
        exits = bool(self._loops) and isinstance(node.body[-1], ast.Return | ast.Break)
        self.multiplicity = entered * chance * (_TRUST if exits and test.bits > 0.0 else 1.0)
        first = self.block(node.body, frame)
        if exits:
            # The iterations before the last go on here.
            chance = min(chance, 0.1)
        self.multiplicity = entered * (1.0 - chance)
        second = self.block(node.orelse, frame)
        self.multiplicity = entered
        return chance * first + (1.0 - chance) * second

    def leave_loop(self, *, is_break: bool) -> None:
        """Notes that the innermost loop is left here."""
        if self._loops:
            loop = self._loops[-1]
            self.early_exit = True
            chance = self.multiplicity / max(loop.multiplicity, 1e-9)
            if is_break:
                loop.breaks += chance
            else:
                loop.returns += chance

    def iterations(self, body: Sequence[ast.stmt], trips: float, frame: Frame, test: ast.expr | None = None) -> None:
        """A loop's body; loops that are likely to be left early count only until then."""
        loop = _Loop(self.multiplicity)
        counters = self.counters()
        self.lines += self.multiplicity
        if test is not None:
            self.evaluate(test, frame)
        self._loops.append(loop)
        self.block(body, frame)
        self._loops.pop()
        leaving = loop.breaks + loop.returns
        if leaving <= 0.0 or trips <= 1.0:
            return
        expected = min(trips, max(1.0, 1.0 / leaving))
        self.rescale(counters, expected / trips)
        if self._loops and loop.returns:
            outer = self._loops[-1]
            entries = self.multiplicity / trips / max(outer.multiplicity, 1e-9)
            outer.returns += entries * min(1.0, loop.returns * expected)

    def attempt(self, node: ast.Try | ast.TryStar, frame: Frame) -> float:
        share = self.block([*node.body, *node.orelse], frame)
        entered = self.multiplicity
        self.multiplicity = entered * 0.05
        for handler in node.handlers:
            self.block(handler.body, frame)
        self.multiplicity = entered
        return share * self.block(node.finalbody, frame)

    def matched(self, node: ast.Match, frame: Frame) -> None:
        self.evaluate(node.subject, frame)
        entered = self.multiplicity
        self.multiplicity = entered / max(1, len(node.cases))
        for case in node.cases:
            self.block(case.body, frame)
        self.multiplicity = entered

    def for_loop(self, node: ast.For | ast.AsyncFor, frame: Frame) -> None:
        iterable = self.evaluate(node.iter, frame)
        if isinstance(iterable, Instance):
            iterable = self.call(self.member(iterable, "__iter__"), [])
        trips = self.trips(iterable)
        entered, nesting = self.multiplicity, self.nesting
        moves = self.moves(node)
        self.multiplicity = entered * trips
        self.enter_loop(trips)
        self.lines += entered
        self.widen(moves, frame)
        self.bind(node.target, element_of(iterable), frame)
        if trips > 0.0:
            self.iterations(node.body, trips, frame)
        self.multiplicity, self.nesting = entered, nesting
        self.block(node.orelse, frame)

    def while_loop(self, node: ast.While, frame: Frame) -> None:
        moves = self.moves(node)
        trips = while_trips(self, node, moves, frame)
        if not trips.certain:
            self.guess()
        count = trips.count
        if trips.name is not None and any(trips.name in carried for carried in self._carried):
            # The loop around goes on from where this one ends.
            count = min(count, 2.0)
        entered, nesting = self.multiplicity, self.nesting
        self.widen(moves, frame)
        value = frame.find(trips.name) if trips.name is not None else None
        home = frame.home(trips.name) if trips.name is not None else frame
        if isinstance(value, Number) and trips.name is not None:
            bits = max(value.bits, ranged(trips.stop, trips.stop).bits)
            home.names[trips.name] = Number((value.mean + trips.stop) / 2.0, bits, False, value.kind)
        self.evaluate(node.test, frame)
        self.lines += entered
        self.multiplicity = entered * count
        self.enter_loop(count)
        self._carried.append(
            {
                name
                for operator, operand in (moves.updates.get(trips.name or "", ()))
                for name in (_name_in(operand) if operator is None else ())
            }
        )
        levels = [frame.find(name) for name in moves.levels]
        lengths = [(level, level.length) for level in levels if isinstance(level, Collection)]
        for level, _ in lengths:
            level.length = max(1.0, self.scale / max(count, 1.0))
        # How often `while True` runs was told from where it is left.
        if isinstance(node.test, ast.Constant):
            self.lines += self.multiplicity
            self.block(node.body, frame)
        else:
            self.iterations(node.body, count, frame, node.test)
        for level, length in lengths:
            level.length = max(length, level.length)
        self._carried.pop()
        self.multiplicity, self.nesting = entered, nesting
        if isinstance(value, Number) and trips.name is not None:
            home.names[trips.name] = Number(trips.stop, max(value.bits, 1.0), False, value.kind)
        self.block(node.orelse, frame)

    def moves(self, node: ast.For | ast.AsyncFor | ast.While) -> Moves:
        found = self._moves.get(node)
        if found is None:
            found = self._moves[node] = moves_of(node)
        return found

    def widen(self, moves: Moves, frame: Frame) -> None:
        """What the loop assigns is not known any more to be what it was before."""
        for name in moves.stored:
            home = frame.home(name)
            value = home.names.get(name)
            if isinstance(value, Number) and value.known:
                home.names[name] = Number(value.mean, value.bits, False, value.kind, value.fresh)
            elif isinstance(value, Nothing):
                home.names[name] = UNKNOWN


def _name_in(node: ast.expr) -> set[str]:
    return {inner.id for inner in walk(node) if isinstance(inner, ast.Name)}
