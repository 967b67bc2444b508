"""Statements of generators and coroutines: where ``yield`` and ``await`` suspend them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from perfcast.source.parsing.walking import children
from perfcast.trial.interpreter.accounting.generators import drops
from perfcast.trial.interpreter.accounting.prices import AWAITED, HANDED_ON
from perfcast.trial.interpreter.accounting.syntax_prices import STATEMENT, TURN, time_of
from perfcast.trial.interpreter.errors.error_costs import note_handled
from perfcast.trial.interpreter.errors.groups import Handled
from perfcast.trial.interpreter.errors.raising import close
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.stops import Closed, Closing, Stopped, Unsupported
from perfcast.trial.interpreter.syntax.closures import BREAK, CONTINUE, Ending, Expression, Yielding
from perfcast.trial.interpreter.syntax.iteration import iterated, iterator_bytes
from perfcast.trial.interpreter.syntax.loop_bounds import condition
from perfcast.trial.interpreter.syntax.yield_expressions import POINTS, Inside, TakenOut, has_points, is_asynchronous
from perfcast.trial.stdlib.concurrency.async_context_managers import opened_on_loop
from perfcast.trial.stdlib.concurrency.coroutines import Given, Steps, awaited, following

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: What holds up a generator, and a coroutine; an asynchronous generator both.
YIELDS: Final = (ast.Yield, ast.YieldFrom)
AWAITS: Final = (ast.Await, ast.AsyncFor, ast.AsyncWith)
_SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
#: Whether a handler is for an error, what binds its name, what makes that stand for nothing after it, and its body; and
#: what the handlers together do.
Handling = tuple[
    Callable[[Frame, Exception], bool], Callable[[Frame, Exception], Any], Callable[[Frame], None], Yielding
]
Handler = Callable[[Frame, Exception], Generator[Any, Any, Ending]]
#: Holds up a frame; its value when it goes on is what the syntax gives.
Waits = Callable[[Frame], Generator[Any, Any, Any]]


def own_nodes(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """All nodes that belong to a function itself, not to one that is defined in it."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting.extend(children(node))


class Yieldings:
    """Compiles the statements of functions that can be held up; those that cannot are compiled as ever.

    Attributes:
        points: syntax that holds up the function.
    """

    def __init__(self, compiler: Compiler, points: tuple[type[ast.AST], ...]) -> None:
        self.compiler, self.points = compiler, points
        self._is_asynchronous = ast.Await in points

    def block(self, nodes: list[ast.stmt]) -> Yielding:
        statements = [
            (yields, self.compile(node) if yields else _stopping(self.compile(node)))
            for node in nodes
            for yields in [self._yields(node)]
        ]

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            for yields, statement in statements:
                ending: Ending = (yield from statement(frame)) if yields else statement(frame)
                if ending is not None:
                    return ending
            return None

        return run

    def _expression(self, node: ast.expr) -> Expression:
        return _stopping(self.compiler.expressions.compile(node))

    def _searched(self, node: ast.expr) -> Expression:
        return _stopping(self.compiler.expressions.searched(node))

    def compile(self, node: ast.stmt) -> Any:
        if not self._yields(node):
            return self.compiler.statements.compile(node)
        try:
            return self._yielding(node)
        except Unsupported as reason:
            return _refusing(str(reason))

    def _yielding(self, node: ast.stmt) -> Yielding:
        if isinstance(node, ast.Expr) and _is_held_up_once(node.value):
            return self._point(node.value, None)
        if isinstance(node, ast.Assign) and _is_held_up_once(node.value):
            target, *others = node.targets
            if not others and not has_points(target):
                return self._point(node.value, target)
        taken = TakenOut(node)
        before, last = self.block(taken.before), self._rest(taken.last)

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            yield from before(frame)
            ending: Ending = yield from last(frame)
            for name in taken.names:
                frame.names.pop(name, None)
            return ending

        return run if taken.names else last

    def _rest(self, node: ast.stmt) -> Yielding:
        """A statement whose own yields and awaits are taken out, not those of the statements inside."""
        handler = getattr(self, "_" + type(node).__name__.lower(), None)
        if handler is not None:
            found: Yielding = handler(node)
            return found
        if any(isinstance(part, YIELDS) for part in own_nodes([node])):
            raise Unsupported(f"a yield within {type(node).__name__}")
        plain = _stopping(self.compiler.statements.compile(node))

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            ending: Ending = plain(frame)
            return ending
            yield

        return run

    def _yields(self, node: ast.stmt) -> bool:
        parts = own_nodes([node])
        return any(isinstance(part, self.points) or (self._is_asynchronous and is_asynchronous(part)) for part in parts)

    def _point(self, node: ast.Yield | ast.YieldFrom | ast.Await, target: ast.expr | None) -> Yielding:
        value = self._expression(node.value or ast.Constant(None))
        assign = None if target is None else self.compiler.targets.compile(target)
        wait = {ast.Await: self._await, ast.YieldFrom: self._elements}.get(type(node), self._yield)(node, value)
        machine = self.compiler.machine
        time = 2 * STATEMENT + time_of(node)

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            machine.step(time)
            answer = yield from wait(frame)
            if assign is not None:
                assign(frame, answer)
            return None

        return run

    def _yield(self, node: ast.AST, value: Expression) -> Waits:
        is_asynchronous, machine = self._is_asynchronous, self.compiler.machine

        def run(frame: Frame) -> Generator[Any, Any, Any]:
            found = value(frame)
            try:
                return (yield Given(found) if is_asynchronous else found)
            except (Closed, GeneratorExit) as end:
                if type(end) is GeneratorExit and (is_asynchronous or not drops(machine, frame)):
                    raise
                raise Closing from None

        return run

    def _elements(self, node: ast.AST, value: Expression) -> Waits:
        machine = self.compiler.machine

        def run(frame: Frame) -> Generator[Any, Any, Any]:
            elements = value(frame)
            frame.hold(node, elements)
            iterator, sent = iterated(machine, elements), None
            thrown: Exception | None = None
            while True:
                try:
                    if thrown is not None:
                        error, thrown = thrown, None
                        item = iterator.throw(error)  # type: ignore[attr-defined]
                    else:
                        item = next(iterator) if sent is None else _handed_on(iterator, sent)
                except StopIteration as end:
                    frame.release(node)
                    return end.value
                machine.step(HANDED_ON)
                try:
                    sent = yield item
                except (Closed, GeneratorExit) as end:
                    if type(end) is GeneratorExit and not drops(machine, frame):
                        raise
                    if type(iterator) is GeneratorType:
                        close(iterator)
                    raise Closing from None
                except Exception as error:
                    if type(iterator) is not GeneratorType:
                        raise
                    thrown = error

        return run

    def _await(self, node: ast.AST, value: Expression) -> Waits:
        machine = self.compiler.machine

        def run(frame: Frame) -> Generator[Any, Any, Any]:
            machine.pay(AWAITED)
            return (yield from awaited(value(frame)))

        return run

    def _inside(self, node: Inside) -> Yielding:
        body = self.block(node.body)

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            ending: Ending = yield from body(Frame(frame, frame.home))
            return ending

        return run

    def _if(self, node: ast.If) -> Yielding:
        test, time, machine = self._expression(node.test), time_of(node.test), self.compiler.machine
        body, other = self.block(node.body), self.block(node.orelse)

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            machine.step(STATEMENT + time)
            ending: Ending = yield from (body if test(frame) else other)(frame)
            return ending

        return run

    def _match(self, node: ast.Match) -> Yielding:
        subject, time, machine = (
            self._expression(node.subject),
            STATEMENT + time_of(node.subject),
            self.compiler.machine,
        )
        patterns = self.compiler.statements.patterns
        cases = [
            (
                patterns.compile(case.pattern),
                None if case.guard is None else self._expression(case.guard),
                self.block(case.body),
            )
            for case in node.cases
        ]

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            machine.step(time)
            value = subject(frame)
            for fits, guard, body in cases:
                machine.step(STATEMENT)
                if fits(frame, value) and (guard is None or guard(frame)):
                    ending: Ending = yield from body(frame)
                    return ending
            return None

        return run

    def _loop(self, node: ast.For | ast.While) -> Yielding:
        machine = self.compiler.machine
        body, other = self.block(node.body), self.block(node.orelse)
        if not isinstance(node, ast.While):
            self.compiler.calls.note_loop(node)
            source, bind = self._searched(node.iter), self.compiler.targets.compile(node.target)

            def turns(frame: Frame) -> Iterator[None]:
                elements = source(frame)
                frame.hold(node, elements)
                aside, number = iterator_bytes(elements, node.iter), machine.number
                machine.put_aside(aside)
                try:
                    for item in iterated(machine, elements):
                        machine.step(TURN)
                        bind(frame, item)
                        yield
                    frame.release(node)
                finally:
                    machine.take_back(aside, number)
        else:
            begun, time = condition(machine, node, self._expression), STATEMENT + time_of(node.test)

            def turns(frame: Frame) -> Iterator[None]:
                test = begun()
                while True:
                    machine.step(time)
                    if not test(frame):
                        return
                    yield

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            for _ in turns(frame):
                ending = yield from body(frame)
                if ending is not None and ending != CONTINUE:
                    return None if ending == BREAK else ending
            machine.loop_ended()
            last: Ending = yield from other(frame)
            return last

        return run

    _for = _loop

    def _while(self, node: ast.While) -> Yielding:
        if node.orelse or not has_points(node.test):
            return self._loop(node)
        # What is awaited in a test holds up the loop's body, too.
        leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
        return self._loop(ast.While(ast.Constant(True), [leave, *node.body], []))

    def _asyncfor(self, node: ast.AsyncFor) -> Yielding:
        source, bind = self._searched(node.iter), self.compiler.targets.compile(node.target)
        body, other, machine = self.block(node.body), self.block(node.orelse), self.compiler.machine

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            elements = source(frame)
            follow = following(elements) or _those_there(iterated(machine, elements))
            frame.hold(node, elements)
            while True:
                try:
                    item = yield from follow()
                except StopAsyncIteration:
                    break
                machine.step(STATEMENT + 2 * AWAITED)
                bind(frame, item)
                ending = yield from body(frame)
                if ending is not None and ending != CONTINUE:
                    frame.release(node)
                    return None if ending == BREAK else ending
            frame.release(node)
            last: Ending = yield from other(frame)
            return last

        return run

    def _with(self, node: ast.With | ast.AsyncWith) -> Yielding:
        body = self.block(node.body)
        enclose = self._entered_on_loop if isinstance(node, ast.AsyncWith) else self._entered
        for item in reversed(node.items):
            body = enclose(item, body)
        return body

    _asyncwith = _with

    def _entered_on_loop(self, item: ast.withitem, body: Yielding) -> Yielding:
        machine, time = self.compiler.machine, 2 * STATEMENT + time_of(item.context_expr)
        value = self._expression(item.context_expr)
        assign = None if item.optional_vars is None else self.compiler.targets.compile(item.optional_vars)

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            machine.step(time)
            entered, leave = yield from opened_on_loop(machine, value(frame))
            try:
                if assign is not None:
                    assign(frame, entered)
                ending = yield from body(frame)
            except Exception as error:
                if (yield from leave(error)):
                    note_handled(machine, frame, error)
                    return None
                raise
            yield from leave(None)
            return ending

        return run

    def _entered(self, item: ast.withitem, body: Yielding) -> Yielding:
        enter, machine = self.compiler.statements.entering(item), self.compiler.machine

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            leave = enter(frame)
            try:
                ending = yield from body(frame)
            except Exception as error:
                if leave(error):
                    note_handled(machine, frame, error)
                    return None
                raise
            leave(None)
            return ending

        return run

    def _try(self, node: ast.Try) -> Yielding:
        return self._attempted(node, self._by_first)

    def _trystar(self, node: ast.TryStar) -> Yielding:
        return self._attempted(node, self._by_all)

    def _by_first(self, handlers: Sequence[Handling]) -> Handler:
        def handle(frame: Frame, error: Exception) -> Generator[Any, Any, Ending]:
            for fits, bind, unbind, body in handlers:
                if fits(frame, error):
                    before, frame.handled = bind(frame, error), error
                    try:
                        return (yield from body(frame))
                    finally:
                        frame.handled = before
                        unbind(frame)
            raise error

        return handle

    def _by_all(self, handlers: Sequence[Handling]) -> Handler:
        def handle(frame: Frame, error: Exception) -> Generator[Any, Any, Ending]:
            handled = Handled(error)
            for fits, bind, unbind, body in handlers:
                taken = handled.taken(partial(fits, frame))
                if taken is None:
                    continue
                before, frame.handled = bind(frame, taken), taken
                try:
                    yield from body(frame)
                except Exception as raised:
                    handled.note(taken, raised)
                finally:
                    frame.handled = before
                    unbind(frame)
            if handled.last is not None:
                raise handled.last
            return None

        return handle

    def _attempted(self, node: ast.Try | ast.TryStar, handling: Callable[[Sequence[Handling]], Handler]) -> Yielding:
        handler, machine = self.compiler.statements.errors.handler, self.compiler.machine
        body, other, last = self.block(node.body), self.block(node.orelse), self.block(node.finalbody)
        handle = handling([(*handler(one), self.block(one.body)) for one in node.handlers])

        def attempt(frame: Frame) -> Generator[Any, Any, Ending]:
            try:
                ending = yield from body(frame)
            except Exception as error:
                note_handled(machine, frame, error)
                return (yield from handle(frame, error))
            return (yield from other(frame)) if ending is None else ending

        def run(frame: Frame) -> Generator[Any, Any, Ending]:
            machine.step(STATEMENT)
            try:
                ending = yield from attempt(frame)
            except Exception:
                after = yield from last(frame)
                if after is not None:
                    return after
                raise
            after = yield from last(frame)
            return ending if after is None else after

        return run


def _those_there(elements: Iterator[Any]) -> Callable[[], Steps]:
    """What gives elements one by one that nobody has to wait for."""

    def follow() -> Steps:
        try:
            return next(elements)
        except StopIteration:
            raise StopAsyncIteration from None
        yield

    return follow


def _handed_on(iterator: Iterator[Any], sent: Any) -> Any:
    """What a generator yields for what is sent to the one around it. Raises Unsupported for others."""
    if type(iterator) is not GeneratorType:
        raise Unsupported("sending to what is no generator")
    return iterator.send(sent)


def _is_held_up_once(value: ast.expr) -> TypeGuard[ast.Yield | ast.YieldFrom | ast.Await]:
    """Whether an expression is a yield or an await, without others in it."""
    return isinstance(value, POINTS) and (value.value is None or not has_points(value.value))


def _refusing(reason: str) -> Yielding:
    """A statement that is not interpreted."""

    def run(frame: Frame) -> Generator[Any, Any, Ending]:
        raise Unsupported(reason)
        yield

    return run


def _stopping(run: Callable[[Frame], Any]) -> Callable[[Frame], Any]:
    """A part of a generator function; Python would turn an iterator's end in it into an error of another kind before a
    handler sees it."""

    def stopping(frame: Frame) -> Any:
        try:
            return run(frame)
        except StopIteration:
            raise Stopped from None

    return stopping
