"""Statements and calls: every statement is looked at once, and counted as often as it is expected to run."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from perfcast.source.parsing.walking import children, walk
from perfcast.static import arrays
from perfcast.static.costs import count_call
from perfcast.static.expressions import Expressions
from perfcast.static.functions.passes import Spread
from perfcast.static.functions.table import FUNCTIONS
from perfcast.static.layers import forward, layer
from perfcast.static.loops import Moves, moves_of, while_trips
from perfcast.static.methods import method_of
from perfcast.static.recursion import Recursion, recursion_of, runs, share
from perfcast.static.sizes import held, held_by, own_size, retained
from perfcast.static.values import (
    MOST,
    NOTHING,
    UNKNOWN,
    Array,
    Class,
    Collection,
    Frame,
    Function,
    Instance,
    Known,
    Layer,
    Linked,
    Method,
    Nothing,
    Number,
    Partial,
    Text,
    Value,
    boolean,
    element_of,
    join,
    ranged,
)

_DEEPEST: Final = 10
#: How far a guessed chance of leaving a loop is believed.
_TRUST: Final = 0.3
_FRAME: Final = 120.0
_CACHED_STATE: Final = 200.0
_LIBRARIES: Final = ("numpy", "torch", "pandas")
_FunctionDefinition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class _Loop:
    """A loop that is being looked at: how likely each iteration is to leave it, or the function."""

    multiplicity: float
    breaks: float = 0.0
    returns: float = 0.0


class Interpreter(Expressions):
    """Walks one text with one workload."""

    def __init__(self, moves: dict[ast.AST, Moves], recursions: dict[ast.AST, Recursion | None]) -> None:
        super().__init__()
        self._moves = moves
        self._recursions = recursions
        self._active: dict[ast.AST, Frame] = {}
        self._carried: list[set[str]] = []
        self._loops: list[_Loop] = []

    # Statements

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
        if isinstance(node, _FunctionDefinition):
            memoised = any("cache" in ast.dump(decorator) for decorator in node.decorator_list)
            frame.names[node.name] = Function(node, frame, memoised=memoised)
        elif isinstance(node, ast.ClassDef) and node.name in ("ListNode", "TreeNode"):
            frame.names[node.name] = Known(node.name)
        elif isinstance(node, ast.ClassDef):
            of = Class(node, frame)
            for inner in node.body:
                if isinstance(inner, _FunctionDefinition):
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

    # Assignment

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

    # Calls

    def invoke(self, node: ast.Call, frame: Frame) -> Value:
        function = self.evaluate(node.func, frame)
        arguments: list[Value] = []
        for argument in node.args:
            value = self.evaluate(argument, frame)
            if isinstance(argument, ast.Starred):
                if isinstance(value, Collection) and value.items is not None:
                    arguments.extend(value.items)
                    continue
                value = Spread(value)
            arguments.append(value)
        keywords = {one.arg: self.evaluate(one.value, frame) for one in node.keywords if one.arg is not None}
        return self.apply(function, arguments, keywords)

    def apply(self, function: Value, arguments: list[Value], keywords: dict[str, Value]) -> Value:  # noqa: PLR0911
        if isinstance(function, Function):
            return self.run(function, arguments, keywords)
        if isinstance(function, Known):
            return self.known(function.name, arguments, keywords)
        if isinstance(function, Method):
            if isinstance(function.receiver, Array):
                return arrays.method(self, function.receiver, function.name, arguments, keywords)
            return method_of(self, function.receiver, function.name, arguments, keywords)
        if isinstance(function, Partial):
            return self.apply(function.function, [*function.arguments, *arguments], keywords)
        if isinstance(function, Class):
            return self.instance(function, arguments, keywords)
        if isinstance(function, Layer):
            return forward(self, function, arguments, keywords)
        if isinstance(function, Instance):
            called = "__call__" if "__call__" in function.of.methods else "forward"
            return self.apply(self.member(function, called), arguments, keywords)
        if not isinstance(function, Nothing):
            self.guess()
        return UNKNOWN

    def call(self, function: Value, arguments: Sequence[Value], times: float = 1.0) -> Value:
        entered, nesting = self.multiplicity, self.nesting
        self.multiplicity = entered * times
        if times != 1.0:
            self.nesting += 1
        result = self.apply(function, list(arguments), {})
        self.multiplicity, self.nesting = entered, nesting
        return result

    def known(self, name: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:  # noqa: PLR0911
        root, _, _ = name.partition(".")
        short = name.rpartition(".")[2]
        if name.startswith("torch.nn.") and (made := layer(self, short, arguments, keywords)) is not None:
            return made
        if root in _LIBRARIES:
            return arrays.called(self, name, arguments, keywords)
        if short in ("ListNode", "TreeNode"):
            self.allocate(152.0)
            count = max(1.0, self.multiplicity)
            return Linked(short, count, arguments[0] if arguments else UNKNOWN, count)
        if arguments and isinstance(arguments[0], Array) and short in _OF_ARRAYS:
            return arrays.method(self, arguments[0], short, arguments[1:], keywords)
        handler = FUNCTIONS.get(short)
        if handler is None:
            if not short.endswith(("Error", "Exception")):
                self.guess()
            return UNKNOWN
        try:
            return handler(self, arguments, keywords)
        except IndexError:
            # Fewer arguments than the function takes: they came by keyword or spread out.
            self.guess()
            return UNKNOWN

    def instance(self, of: Class, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        made = Instance(of, population=max(1.0, self.multiplicity))
        self.allocate(152.0)
        method = of.methods.get("__init__")
        if method is not None:
            self.run(Function(method, of.frame, made), arguments, keywords)
        else:
            fields = [
                n.target.id for n in of.node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)
            ]
            made.fields.update(zip(fields, arguments, strict=False))
        return made

    def run(self, function: Function, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        """A call of a function of the text."""
        node = function.node
        self.calls += self.multiplicity
        if isinstance(node, ast.Lambda):
            return self.run_lambda(function, node, arguments, keywords)
        if node in self._active or len(self._active) >= _DEEPEST:
            return self.unfinished(node, arguments)
        frame = Frame(parent=function.frame)
        self.bind_parameters(node.args, function, arguments, keywords, frame)
        entered, nesting = self.multiplicity, self.nesting
        depth, divided = self.recurse(function, node, frame)
        allocated = self.allocated
        generator = _is_generator(node)
        if generator:
            frame.yielded = Collection("iterator", population=max(entered, 1e-9))
        seen = {id(value) for value in (*arguments, *keywords.values())}
        if self._active:
            # What the unit's own object gains belongs to the call; that of others to who holds them.
            seen.add(id(function.receiver))
        loops, self._loops = self._loops, []
        self._active[node] = frame
        try:
            self.block(node.body, frame)
        finally:
            del self._active[node]
            self._loops = loops
            self.multiplicity, self.nesting = entered, nesting
            self.leave(frame, seen, depth)
            if divided:
                # Of what all calls allocate, those of one level are alive at a time.
                self.peak_of_calls += (self.allocated - allocated) / max(entered, 1e-9) / (depth + 1.0)
        if frame.yielded is not None:
            return frame.yielded
        return NOTHING if frame.returned is None else frame.returned

    def leave(self, frame: Frame, seen: set[int], depth: float) -> None:
        """Notes what the frame held at its end, with all its temporaries, for the peak."""
        before = set(seen)
        alive = held_by(frame, seen)
        if isinstance(frame.returned, Array) and self._active:
            # The caller holds it from here on; counted by both it would be there twice.
            alive -= own_size(frame.returned) if id(frame.returned) in seen - before and frame.returned.fresh else 0.0
        elif frame.returned is not None:
            alive += retained(frame.returned, seen)
        if frame.yielded is not None:
            alive += held([frame.yielded], seen)
        passing = max(self.largest_temporary(seen) / 2.0, self.passing)
        self.peak_of_calls = max(self.peak_of_calls, passing) + alive + _FRAME * depth

    def run_lambda(
        self, function: Function, node: ast.Lambda, arguments: list[Value], keywords: dict[str, Value]
    ) -> Value:
        if node in self._active:
            return UNKNOWN
        frame = Frame(parent=function.frame)
        self.bind_parameters(node.args, function, arguments, keywords, frame)
        self.lines += self.multiplicity
        self._active[node] = frame
        result = self.evaluate(node.body, frame)
        del self._active[node]
        return result

    def recurse(self, function: Function, node: _FunctionDefinition, frame: Frame) -> tuple[float, bool]:
        """Multiplies by how often the body of a recursive function runs.

        Returns:
            The depth of its calls, and whether each call divides its arguments among others.
        """
        if node not in self._recursions:
            self._recursions[node] = recursion_of(node, function.memoised)
        recursion = self._recursions[node]
        if recursion is None:
            return 0.0, False
        times, depth = runs(self, recursion, frame.names)
        divided = recursion.divides and not any(isinstance(value, Linked) for value in frame.names.values())
        if divided:
            frame.names.update(share(frame.names, recursion))
        self.recursion = max(self.recursion, 2.0 if recursion.is_branching else 1.0)
        self.memoised = self.memoised or recursion.memoised
        self.multiplicity *= max(1.0, times)
        self.calls += self.multiplicity
        if recursion.memoised:
            self.peak_of_calls += _CACHED_STATE * times
        self.nesting += 1
        return depth, divided

    def unfinished(self, node: _FunctionDefinition, arguments: list[Value]) -> Value:
        """What a call gives whose function is being looked at already."""
        returns = ast.unparse(node.returns) if node.returns is not None else ""
        frame = self._active.get(node)
        if frame is not None and isinstance(frame.returned, Collection | Array | Linked | Instance):
            return frame.returned
        recursion = self._recursions.get(node)
        divides = recursion is not None and recursion.divides and any(isinstance(v, Collection) for v in arguments)
        if returns.startswith(("List", "list")) or (returns == "" and divides):
            source = next((value for value in arguments if isinstance(value, Collection)), None)
            return Collection(
                "list", 1.0 if source is None else source.length / 2.0, UNKNOWN if source is None else source.element
            )
        if returns == "bool":
            return boolean(None)
        if returns == "str":
            return Text(8.0)
        linked = next((value for value in arguments if isinstance(value, Linked)), None)
        if returns == "" and linked is not None:
            return UNKNOWN
        return ranged(self.scale, self.scale) if returns in ("int", "") else UNKNOWN

    def bind_parameters(
        self,
        parameters: ast.arguments,
        function: Function,
        arguments: Sequence[Value],
        keywords: dict[str, Value],
        frame: Frame,
    ) -> None:
        names = [argument.arg for argument in (*parameters.posonlyargs, *parameters.args)]
        values = list(arguments) if function.receiver is None else [function.receiver, *arguments]
        if parameters.defaults:
            for name, default in zip(names[-len(parameters.defaults) :], parameters.defaults, strict=True):
                frame.names[name] = self.quietly(default, function.frame)
        for argument, default_ in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True):
            frame.names[argument.arg] = UNKNOWN if default_ is None else self.quietly(default_, function.frame)
        frame.names.update(zip(names, values, strict=False))
        if parameters.vararg is not None:
            rest = values[len(names) :]
            joined: Value = UNKNOWN
            for value in rest:
                joined = join(joined, value)
            frame.names[parameters.vararg.arg] = Collection(
                "tuple", float(len(rest)), joined, items=tuple(rest) or None
            )
        allowed = {*names, *(argument.arg for argument in parameters.kwonlyargs)}
        frame.names.update({name: value for name, value in keywords.items() if name in allowed})
        if parameters.kwarg is not None:
            frame.names[parameters.kwarg.arg] = Collection("dict", float(len(keywords) - len(allowed & set(keywords))))
        for name in names:
            frame.names.setdefault(name, UNKNOWN)
            frame.bound[name] = self.multiplicity


_OF_ARRAYS: Final = frozenset(
    {"sum", "min", "max", "abs", "round", "any", "all", "sorted", "copy", "pow", "sqrt", "exp"}
)


def _name_in(node: ast.expr) -> set[str]:
    return {inner.id for inner in walk(node) if isinstance(inner, ast.Name)}


def _is_new_row(target: ast.Subscript) -> bool:
    """``table.loc[len(table)]``."""
    function = target.slice.func if isinstance(target.slice, ast.Call) else None
    is_length = isinstance(function, ast.Name) and function.id == "len"
    return is_length and isinstance(target.value, ast.Attribute) and target.value.attr == "loc"


def _is_generator(node: _FunctionDefinition) -> bool:
    pending: list[ast.AST] = list(node.body)
    while pending:
        inner = pending.pop()
        if isinstance(inner, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(inner, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            pending += children(inner)
    return False
