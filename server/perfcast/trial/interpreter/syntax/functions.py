"""Definitions of functions: frames of calls, generators, coroutines, decorators."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.accounting.generator_sizes import generator_bytes
from perfcast.trial.interpreter.accounting.generators import suspended_while, under_way
from perfcast.trial.interpreter.accounting.prices import CLOSED_OVER, DEFINED, OPERATOR
from perfcast.trial.interpreter.accounting.syntax_prices import BEGINNING, COROUTINE_MADE, GENERATOR_MADE, time_of_value
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import FUNCTION_BYTES, Function, Parts
from perfcast.trial.interpreter.objects.hints import Hints
from perfcast.trial.interpreter.objects.properties import CachedProperty, Property, left_out_getter
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.argument_binding import Bind, binder, bytes_of_defaults, parameters_of
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.interpreter.syntax.cells import cells_of, closed_over, free_names, take_cells
from perfcast.trial.interpreter.syntax.closures import RETURN, Ending, Expression, Statement, Yielding
from perfcast.trial.interpreter.syntax.hint_costs import HintCosts, hint_costs, hints_of
from perfcast.trial.interpreter.syntax.yield_statements import AWAITS, YIELDS, Yieldings, own_nodes
from perfcast.trial.stdlib.concurrency.coroutines import AsynchronousGenerator, Coroutine, Steps

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: What libraries name their own forms of ``functools.cached_property``.
_KEPT: Final = frozenset({"cached_property", "lazy_property", "reify", "lazyproperty"})


class Functions:
    """Compiles functions for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine

    def compile(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Statement:
        make = self._maker(node.name, node.args, node)
        decorators = [self._decorator(decorator) for decorator in reversed(node.decorator_list)]
        assign = self.compiler.targets.compile(ast.Name(node.name))

        def define(frame: Frame) -> Ending:
            function: Any = make(frame)
            if frame.outer is not None:
                self.machine.held += function.nbytes
                self.machine.pay(DEFINED)
            for decorate in decorators:
                function = decorate(frame, function)
            assign(frame, function)
            return None

        return define

    def awaiting(self, node: ast.stmt) -> Yielding:
        """A statement with others inside as a coroutine's function has it."""
        return Yieldings(self.compiler, AWAITS).compile(node)  # type: ignore[no-any-return]

    def compile_lambda(self, node: ast.Lambda) -> Expression:
        return self._maker("<lambda>", node.args, node)

    def _decorator(self, node: ast.expr) -> Callable[[Frame, Any], Any]:
        if isinstance(node, ast.Attribute) and node.attr in {"setter", "getter", "deleter"}:
            return self._changing(self.compiler.expressions.compile(node.value), node.attr)
        return self._calling(self.compiler.expressions.compile(node), last_name(node))

    def _changing(self, owner: Expression, how: str) -> Callable[[Frame, Any], Any]:
        """Gives a property another function, or what has been made to be like one."""
        machine = self.machine

        def change(frame: Frame, function: Any) -> Any:
            try:
                held = owner(frame)
            except (Unsupported, NameError):
                # A normal form has the one function of a property alone.
                held = Property(left_out_getter)
            if isinstance(held, Property):
                return held.changed(how, guarded(machine, function))
            return self._calling(lambda _: attribute(machine, held, how))(frame, function)

        return change

    def _calling(self, expression: Expression, name: str = "") -> Callable[[Frame, Any], Any]:
        """
        Args:
            name: of the decorator.
        """
        machine = self.machine

        def decorate(frame: Frame, function: Any) -> Any:
            try:
                return invoke(machine, expression(frame), (function,), {})
            except Unsupported:
                if frame.is_class and name in _KEPT:
                    return CachedProperty(guarded(machine, function))
                # Most decorators register, check or log, and leave what is called as it is.
                return function
            except Exception:
                # A module that could be imported does not fail: here is less than what the decorator looks at.
                if frame.outer is None or (frame.is_class and frame.outer.outer is None):
                    return function
                raise

        return decorate

    def _maker(
        self, name: str, args: ast.arguments, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    ) -> Expression:
        """Makes the function in the frame that defines it, where its defaults are evaluated."""
        inside = list(own_nodes([] if isinstance(node, ast.Lambda) else node.body))
        yields = any(isinstance(part, YIELDS) for part in inside)
        awaits = isinstance(node, ast.AsyncFunctionDef)
        points = (*(YIELDS if yields else ()), *(AWAITS if awaits else ()))
        run: Any
        if self.compiler.is_followed:
            within = self.compiler.within
            run = _when_called(lambda: self._body(node, inside, points, within))
        else:
            run = self._body(node, inside, points, self.compiler.within)
        bind = binder(self.compiler, args)
        places, parameters = [a.arg for a in (*args.posonlyargs, *args.args)], parameters_of(args)
        call: Callable[[Frame, Bind, Any], Callable[..., Any]]
        if yields:
            call = partial(self._asynchronous_generator_call if awaits else self._generator_call, generator_bytes(node))
        else:
            call = self._coroutine_call if awaits else self._plain_call
        is_lambda = isinstance(node, ast.Lambda)
        free = free_names(node)
        machine, world = self.machine, self.compiler.world
        hints = HintCosts() if isinstance(node, ast.Lambda) else hint_costs(node)
        said_of = Hints(hints_of(node), self.compiler.expressions.compile, lambda: self.compiler.are_hints_texts)
        defaulting = bytes_of_defaults(args)
        compiled = partial(self._statement, inside, self.compiler.within)

        def make(frame: Frame) -> Function:
            around = enclosing(frame)
            said = HintCosts() if hints.time and machine.frames and self.compiler.are_hints_texts else hints
            nbytes = FUNCTION_BYTES + closed_over(free, around, name) + said.nbytes + defaulting
            take_cells(free, around, name)
            machine.briefly(nbytes)
            machine.fresh += nbytes
            machine.pay(said.time)
            if not is_lambda:
                machine.pay(CLOSED_OVER * cells_of(free, around, name))
            if name in free and frame.outer is not None:
                # It is in a cell that it holds itself: a cycle.
                machine.counts.lingering += nbytes
            given, bound = bind(frame)
            function = Function(name, call(around, bound, run), nbytes, places, given)
            function.parameters, function.around, function.free = parameters, frame, free
            function.hints = said_of
            function.yields = yields and not awaits
            function.is_asynchronous = awaits and not yields
            if isinstance(node, ast.FunctionDef) and not yields:
                function.parts = Parts(node, partial(_bound, around, bound), compiled)
            if world.watch is not None and not isinstance(node, ast.Lambda):
                world.watch(function, self.compiler.path, node.lineno)
            return function

        return make

    def _body(
        self,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
        inside: list[ast.AST],
        points: tuple[type[ast.AST], ...],
        within: str,
    ) -> Any:
        with self._declared(inside, within):
            if isinstance(node, ast.Lambda):
                return _valued(
                    self.compiler.expressions.compile(node.body), time_of_value(node.body), self.machine.step
                )
            if points:
                return Yieldings(self.compiler, points).block(node.body)
            return self.compiler.statements.block(node.body)

    def _statement(self, inside: list[ast.AST], within: str, node: ast.stmt) -> Statement:
        """One of those of a function alone.

        Args:
            inside: all nodes of the function; within: as `Compiler.within`.
        """
        with self._declared(inside, within):
            return self.compiler.statements.compile(node)

    @contextmanager
    def _declared(self, inside: list[ast.AST], within: str) -> Iterator[None]:
        """What is compiled within stands in a function."""
        before = self.compiler.globals, self.compiler.nonlocals, self.compiler.within
        self.compiler.within = within
        self.compiler.globals = {n for s in inside if isinstance(s, ast.Global) for n in s.names}
        self.compiler.nonlocals = {n for s in inside if isinstance(s, ast.Nonlocal) for n in s.names}
        try:
            yield
        finally:
            self.compiler.globals, self.compiler.nonlocals, self.compiler.within = before

    def _plain_call(self, outer: Frame, bind: Bind, run: Statement) -> Callable[..., Any]:
        machine = self.machine

        def call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            frame = _bound(outer, bind, function, args, kwargs)
            machine.step(BEGINNING)
            machine.enter(frame)
            price, machine.price = machine.price, OPERATOR
            try:
                run(frame)
            finally:
                machine.price = price
                machine.leave(frame.result)
            return frame.result

        return call

    def _coroutine_call(self, outer: Frame, bind: Bind, run: Yielding) -> Callable[..., Coroutine]:
        machine = self.machine

        def call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Coroutine:
            frame = _bound(outer, bind, function, args, kwargs)

            def begin() -> Steps:
                machine.step(COROUTINE_MADE)
                yield from under_way(machine, frame, run(frame))
                return frame.result

            return Coroutine(begin)

        return call

    def _generator_call(self, nbytes: Callable[[], int], outer: Frame, bind: Bind, run: Yielding) -> Callable[..., Any]:
        machine = self.machine

        def call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Any]:
            frame = _bound(outer, bind, function, args, kwargs)
            machine.step(GENERATOR_MADE)
            machine.counts.calls += 1
            return suspended_while(machine, frame, run(frame), nbytes())

        return call

    def _asynchronous_generator_call(
        self, nbytes: Callable[[], int], outer: Frame, bind: Bind, run: Yielding
    ) -> Callable[..., Any]:
        make = self._generator_call(nbytes, outer, bind, run)
        return lambda *call: AsynchronousGenerator(make(*call))


def _bound(outer: Frame, bind: Bind, function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Frame:
    """The frame of a call."""
    frame = Frame(outer)
    bind(frame, args, kwargs)
    frame.function, frame.owner, frame.receiver = function.name, function.owner, args[0] if args else None
    return frame


def enclosing(frame: Frame) -> Frame:
    """Where what is defined in a frame looks for names that it lacks: those of a class's body it does not see."""
    return frame.outer if frame.is_class and frame.outer is not None else frame


def _when_called(compile_: Callable[[], Callable[[Frame], Any]]) -> Callable[[Frame], Any]:
    """A body that is compiled for the first call."""
    compiled = cache(compile_)

    def run(frame: Frame) -> Any:
        return compiled()(frame)

    return run


def _valued(value: Expression, time: float, step: Callable[[float], None]) -> Statement:
    def run(frame: Frame) -> Ending:
        step(time)
        frame.result = value(frame)
        return RETURN

    return run
