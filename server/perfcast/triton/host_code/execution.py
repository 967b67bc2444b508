"""Follows a file's statements, as far as their values can be told, to where kernels are defined and launched.

Nothing is run: names that cannot be told are unknown, both branches of a condition that cannot be told are followed,
and all is bounded in steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from perfcast.source import FunctionNode
from perfcast.triton.gpus.devices import Device
from perfcast.triton.host_code import instances
from perfcast.triton.host_code.binding import bind
from perfcast.triton.host_code.calls import StaticEvaluator
from perfcast.triton.host_code.tensors import DEFAULT_DTYPE
from perfcast.triton.host_code.values import UNKNOWN, Class, Function, JitKernel, Tuned
from perfcast.triton.kernels.launch import Tensor
from perfcast.triton.kernels.names import TritonNames
from perfcast.triton.kernels.tensor_parameters import tensors_of_parameters
from perfcast.workload.code.evaluation import UnknownValueError

#: Functions called from functions; recursion beyond it is not followed.
_DEEPEST_CALL: Final = 8
#: Rounds of a loop that are followed; of more, these many at its start.
_MOST_ROUNDS: Final = 1024


class _ReturnedError(Exception):
    """A `return` was reached."""

    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


class _LeftLoopError(Exception):
    """A `break` or `continue` was reached."""

    def __init__(self, ends: bool) -> None:
        super().__init__()
        self.ends = ends


class Execution(StaticEvaluator):
    """Follows one file.

    Args:
        names: of the file.
        compiled: the kernels that the file holds as text, by the calls that compile them.
        sizes: lengths and numbers by the names that functions give them, where nothing in the file tells: ``M=4096``.
        any_size: the length of what `sizes` lacks; None where that is to stay unknown.
        dtype: of a tensor of which only the shape is known.
        device: see `Expressions`.
    """

    def __init__(
        self,
        names: TritonNames,
        compiled: Mapping[ast.Call, JitKernel] | None = None,
        sizes: Mapping[str, int | float | bool] | None = None,
        any_size: int | None = None,
        dtype: str = DEFAULT_DTYPE,
        device: Device | None = None,
    ) -> None:
        super().__init__(names, device)
        self._compiled = compiled or {}
        self._sizes = sizes or {}
        self._any_size = any_size
        self._dtype = dtype
        self._defined: dict[FunctionNode, JitKernel] = {}
        self._calls = 0
        self._called: set[FunctionNode] = set()
        self._functions: list[Function] = []
        self._methods: dict[FunctionNode, Class] = {}
        # What the functions of a class see around them: not the class's own names.
        self._around_class: dict[str, object] | None = None

    def kernel(self, node: FunctionNode) -> JitKernel:
        """The kernel that a definition makes, its decorators evaluated where the definition was met."""
        if node not in self._defined:
            tuned = any(isinstance(one, ast.Call) and self._is_autotune(one) for one in node.decorator_list)
            self._defined[node] = JitKernel(node, Tuned(None, ()) if tuned else None)
        return self._defined[node]

    def follow(self, tree: ast.Module) -> None:
        """The module's statements; then every function that nothing called, its parameters unknown.

        With `sizes`, functions that were called are followed for themselves too.
        """
        self.enter({})
        self._run_safely(tree.body)
        done: set[object] = set()
        # Functions defined within others are found on the way.
        for function in _growing(self._functions):
            # Where sizes are given, what the file calls a function with is not what is asked about.
            if function.node in done or (function.node in self._called and not self._sizes):
                continue
            assert isinstance(function.node, FunctionNode)
            done.add(function.node)
            before = self.enter(self._entered(function, self._receiver(function), {}))
            self._run_safely(function.node.body)
            self.enter(before)

    def _receiver(self, function: Function) -> tuple[object, ...]:
        """What nothing calls a method on: an instance of its class that is made with what its constructor defaults to.

        Nothing for other functions, and for those of a ``torch.autograd.Function``, which none is made of.
        """
        owner = self._methods.get(function.node) if isinstance(function.node, FunctionNode) else None
        if owner is None or function.node is getattr(owner.names.get("__init__"), "node", None):
            return ()
        return (instances.made(owner, (), {}, self.call_function),)

    def _entered(
        self, function: Function, values: Sequence[object], keywords: Mapping[str, object]
    ) -> dict[str, object]:
        """What names stand for at the beginning of a function's body."""
        given = self.parameters(function, values, keywords)
        example = function.surroundings.get("get_args")
        if given.get("args") is UNKNOWN and isinstance(example, Function) and example.node is not function.node:
            # With these, torch's Inductor says, its file is to be timed.
            with suppress(UnknownValueError):
                given["args"] = self.call_function(example, [], {})
        unknown = [name for name, value in given.items() if value is UNKNOWN]
        if unknown and (self._sizes or self._any_size) and isinstance(function.node, FunctionNode):
            tensors = tensors_of_parameters(function.node, self._length, self._dtype)
            given.update({name: tensors[name] for name in unknown if name in tensors})
            given.update({name: self._sizes[name] for name in unknown if name in self._sizes})
        return {**function.surroundings, **given}

    def _length(self, name: str | None) -> int | None:
        if name is None and self._any_size is None:
            # Of an axis that the function does not name, and most often another tensor has as well.
            return max((size for size in self._sizes.values() if type(size) is int), default=None)
        length = self._any_size if name is None else self._sizes.get(name, self._any_size)
        return length if type(length) is int else None

    def call_function(self, function: Function, values: Sequence[object], keywords: Mapping[str, object]) -> object:
        if isinstance(function.node, ast.Lambda):
            return super().call_function(function, values, keywords)
        if self._calls >= _DEEPEST_CALL:
            raise UnknownValueError
        self._called.add(function.node)
        self._calls += 1
        outer, self._around_class = self._around_class, None
        before = self.enter(self._entered(function, values, keywords))
        try:
            self._run(function.node.body)
        except _ReturnedError as returned:
            if returned.value is UNKNOWN:
                raise UnknownValueError from None
            return returned.value
        except _LeftLoopError:
            raise UnknownValueError from None
        finally:
            self.enter(before)
            self._around_class = outer
            self._calls -= 1
        return None

    def _call(self, node: ast.Call) -> object:
        return self._compiled[node] if node in self._compiled else super()._call(node)

    def _run_safely(self, body: Sequence[ast.stmt]) -> None:
        with suppress(_ReturnedError, _LeftLoopError, RecursionError):
            self._run(body)

    def _run(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self._step()
            self._statement(statement)

    def _step(self) -> None:
        """Leaves whatever is being followed once all steps are used up."""
        self._steps += 1
        if self._steps > self.max_steps:
            raise _ReturnedError(UNKNOWN)

    def _statement(self, node: ast.stmt) -> None:  # noqa: PLR0912
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._define(node)
            case ast.ClassDef():
                self._define_class(node)
            case ast.Assign(targets=targets, value=value):
                known = self.known(value)
                for target in targets:
                    bind(self.bound, target, known)
                    if known is UNKNOWN and isinstance(target, ast.Name) and target.id in self._sizes:
                        self.bound[target.id] = self._sizes[target.id]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                bind(self.bound, target, self.known(value))
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                load = ast.copy_location(ast.Name(name, ast.Load()), target)
                whole = ast.copy_location(ast.BinOp(load, op, value), node)
                self.bound[name] = self.known(whole)
            case ast.Expr(value=ast.Call() as call):
                self.known(call)
                self._assert_size(call)
            case ast.Return(value=value):
                raise _ReturnedError(None if value is None else self.known(value))
            case ast.If(test=test, body=body, orelse=orelse):
                self._branch(test, body, orelse)
            case ast.For(target=target, iter=iterated, body=body):
                self._loop(target, self.known(iterated), body)
            case ast.While(body=body):
                self._once(body)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    if item.optional_vars is not None:
                        bind(self.bound, item.optional_vars, UNKNOWN)
                self._run(body)
            case ast.Try(body=body, orelse=orelse, finalbody=final):
                self._run([*body, *orelse, *final])
            case ast.Break() | ast.Continue():
                raise _LeftLoopError(isinstance(node, ast.Break))

    def _branch(self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> None:
        known = True if _is_main(test) else self.known(test)
        if known is not UNKNOWN:
            self._run(body if known else orelse)
            return
        # Which of the two is not known. The first is taken; the other is looked through for launches, and for the
        # names that the first leaves unknown.
        if all(isinstance(statement, ast.Raise) for statement in body):
            self._run(orelse)
            return
        before = dict(self.bound)
        outcome: Exception | None = None
        try:
            self._run(body)
        except (_ReturnedError, _LeftLoopError) as left:
            outcome = left
        after = self.enter(before)
        try:
            self._run(orelse)
        except (_ReturnedError, _LeftLoopError) as left:
            if outcome is not None:
                raise outcome from left
        other = self.enter(after)
        if outcome is None:
            for name, value in other.items():
                if after.get(name, UNKNOWN) is UNKNOWN:
                    self.bound[name] = value
        else:
            self.enter(other)
            if isinstance(outcome, _ReturnedError) and outcome.value is not None:
                raise outcome

    def _loop(self, target: ast.expr, iterated: object, body: Sequence[ast.stmt]) -> None:
        known = iterated if isinstance(iterated, list | tuple | range | str) and iterated else [UNKNOWN]
        for item in known[:_MOST_ROUNDS]:
            self._step()
            bind(self.bound, target, item)
            if self._once(body):
                break

    def _once(self, body: Sequence[ast.stmt]) -> bool:
        """One round of a loop; whether it was the last."""
        try:
            self._run(body)
        except _LeftLoopError as left:
            return left.ends
        return False

    def _define(self, node: FunctionNode) -> None:
        if any(self.triton.is_jit(decorator) for decorator in node.decorator_list):
            kernel = JitKernel(node, self._tuned(node), self._heuristics(node))
            self._defined[node] = kernel
            self.bound[node.name] = kernel
            return
        # The names around it as they will be: the very mapping, not a copy.
        function = Function(node, self.bound if self._around_class is None else self._around_class)
        self._functions.append(function)
        self.bound[node.name] = function

    def _define_class(self, node: ast.ClassDef) -> None:
        before = self.enter(dict(self.bound))
        outer, self._around_class = self._around_class, before
        self._run_safely(node.body)
        self._around_class = outer
        inside = self.enter(before)
        own = {name: value for name, value in inside.items() if before.get(name) is not value}
        bases = [base for base in map(self.known, reversed(node.bases)) if isinstance(base, Class)]
        inherited = {name: value for base in bases for name, value in base.names.items()}
        fields = tuple(field for base in bases for field in base.fields or ())
        if _has_fields(node) or fields:
            fields += tuple(
                statement.target.id
                for statement in node.body
                if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
            )
        made = self.bound[node.name] = Class({**inherited, **own}, fields or None)
        for value in own.values():
            if isinstance(value, Function) and isinstance(value.node, FunctionNode) and not value.node.decorator_list:
                self._methods[value.node] = made

    def _tuned(self, node: FunctionNode) -> Tuned | None:
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call):
                found = self.known(decorator)
                if isinstance(found, Tuned):
                    return found
                if self._is_autotune(decorator):
                    return Tuned(None, ())
        return None

    def _is_autotune(self, decorator: ast.Call) -> bool:
        return self.triton.meaning(decorator.func) == "triton.autotune"

    def _heuristics(self, node: FunctionNode) -> dict[str, object]:
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and self.triton.meaning(decorator.func) == "triton.heuristics":
                given = [*decorator.args, *(k.value for k in decorator.keywords if k.arg == "values")]
                if given and isinstance(given[0], ast.Dict):
                    pairs = zip(given[0].keys, given[0].values, strict=True)
                    return {str(key.value): self.known(value) for key, value in pairs if isinstance(key, ast.Constant)}
                known = self.known(given[0]) if given else UNKNOWN
                return {str(key): value for key, value in known.items()} if isinstance(known, dict) else {}
        return {}

    def _assert_size(self, call: ast.Call) -> None:
        """``assert_size_stride(arg0_1, (64, 64), (64, 1))``: torch's Inductor says what it compiled for."""
        match call:
            case ast.Call(func=ast.Name(id="assert_size_stride"), args=[ast.Name(id=name), shape, *_]):
                sizes = self.known(shape)
                if self.bound.get(name, UNKNOWN) is UNKNOWN and isinstance(sizes, tuple):
                    whole = tuple(size for size in sizes if isinstance(size, int))
                    if len(whole) == len(sizes):
                        self.bound[name] = Tensor(self._dtype, whole or (1,))


def _growing(functions: list[Function]) -> Iterator[Function]:
    """Those that are added while this is gone through as well."""
    position = 0
    while position < len(functions):
        yield functions[position]
        position += 1


def _has_fields(node: ast.ClassDef) -> bool:
    """Whether its constructor takes what its body annotates."""
    decorators = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    names = {
        one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in [*decorators, *node.bases]
    }
    return bool(names & {"dataclass", "NamedTuple"})


def _is_main(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"
