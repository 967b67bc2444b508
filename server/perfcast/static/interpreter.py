"""Calls: functions of the text are looked into, with what they are given."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import children
from perfcast.static import array_functions, array_methods
from perfcast.static.functions.passes import Spread
from perfcast.static.functions.table import FUNCTIONS
from perfcast.static.layers import forward, layer
from perfcast.static.loops import Moves
from perfcast.static.methods import method_of
from perfcast.static.recursion import Recursion, recursion_of, runs, share
from perfcast.static.sizes import held, held_by, own_size, retained
from perfcast.static.statements import Statements
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
    Layer,
    Linked,
    Method,
    Nothing,
    Partial,
    Text,
    Value,
    boolean,
    join,
    ranged,
)

_DEEPEST: Final = 10
_FRAME: Final = 120.0
_CACHED_STATE: Final = 200.0
_LIBRARIES: Final = ("numpy", "torch", "pandas")


class Interpreter(Statements):
    """Walks one text with one workload."""

    def __init__(self, moves: dict[ast.AST, Moves], recursions: dict[ast.AST, Recursion | None]) -> None:
        super().__init__(moves)
        self._recursions = recursions
        self._active: dict[ast.AST, Frame] = {}

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
                return array_methods.method(self, function.receiver, function.name, arguments, keywords)
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
            return array_functions.called(self, name, arguments, keywords)
        if short in ("ListNode", "TreeNode"):
            self.allocate(152.0)
            count = max(1.0, self.multiplicity)
            return Linked(short, count, arguments[0] if arguments else UNKNOWN, count)
        if arguments and isinstance(arguments[0], Array) and short in _OF_ARRAYS:
            return array_methods.method(self, arguments[0], short, arguments[1:], keywords)
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

    def recurse(self, function: Function, node: FunctionNode, frame: Frame) -> tuple[float, bool]:
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

    def unfinished(self, node: FunctionNode, arguments: list[Value]) -> Value:
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


def _is_generator(node: FunctionNode) -> bool:
    pending: list[ast.AST] = list(node.body)
    while pending:
        inner = pending.pop()
        if isinstance(inner, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(inner, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            pending += children(inner)
    return False
