"""Statements that raise errors, and those that handle them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from perfcast.trial.interpreter.accounting.syntax_prices import STATEMENT
from perfcast.trial.interpreter.errors.chains import handled_now, origin
from perfcast.trial.interpreter.errors.error_costs import note_handled
from perfcast.trial.interpreter.errors.groups import Handled
from perfcast.trial.interpreter.errors.handlers import caught
from perfcast.trial.interpreter.errors.raising import raised
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.stops import Raised, Unsupported
from perfcast.trial.interpreter.syntax.closures import Ending, Expression, Statement

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: Whether a handler is for an error, what binds its name, what makes that stand for nothing after it, and its body; and
#: what the handlers together do.
Handling = tuple[
    Callable[[Frame, Exception], bool], Callable[[Frame, Exception], Any], Callable[[Frame], None], Statement
]
Handler = Callable[[Frame, Exception], Ending]


class ErrorStatements:
    """Compiles them for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine

    def _expression(self, node: ast.expr) -> Expression:
        return self.compiler.expressions.compile(node)

    def _block(self, nodes: list[ast.stmt]) -> Statement:
        return self.compiler.statements.block(nodes)

    def attempt(self, node: ast.Try) -> Statement:
        return self._attempted(node, self._by_first)

    def attempt_by_group(self, node: ast.TryStar) -> Statement:
        return self._attempted(node, self._by_all)

    def _attempted(self, node: ast.Try | ast.TryStar, handling: Callable[[Sequence[Handling]], Handler]) -> Statement:
        with self.compiler.statements.imports.attempted(node):
            body = self._block(node.body)
        handle = handling([(*self.handler(handler), self._block(handler.body)) for handler in node.handlers])
        other = self._block(node.orelse) if node.orelse else None
        last = self._block(node.finalbody) if node.finalbody else None

        def attempt(frame: Frame) -> Ending:
            try:
                ending = body(frame)
            except Exception as error:
                note_handled(self.machine, frame, error)
                return handle(frame, error)
            return other(frame) if ending is None and other is not None else ending

        def run(frame: Frame) -> Ending:
            self.machine.step(STATEMENT)
            if last is None:
                return attempt(frame)
            try:
                ending = attempt(frame)
            except Exception:
                after = last(frame)
                if after is not None:
                    return after
                raise
            after = last(frame)
            return ending if after is None else after

        return run

    def _by_first(self, handlers: Sequence[Handling]) -> Handler:
        def handle(frame: Frame, error: Exception) -> Ending:
            for fits, bind, unbind, body in handlers:
                if fits(frame, error):
                    before, frame.handled = bind(frame, error), error
                    try:
                        return body(frame)
                    finally:
                        frame.handled = before
                        unbind(frame)
            raise error

        return handle

    def _by_all(self, handlers: Sequence[Handling]) -> Handler:
        def handle(frame: Frame, error: Exception) -> Ending:
            handled = Handled(error)
            for fits, bind, unbind, body in handlers:
                taken = handled.taken(partial(fits, frame))
                if taken is None:
                    continue
                before, frame.handled = bind(frame, taken), taken
                try:
                    body(frame)
                except Exception as met:
                    handled.note(taken, met)
                finally:
                    frame.handled = before
                    unbind(frame)
            if handled.last is not None:
                raise handled.last
            return None

        return handle

    def handler(
        self, node: ast.ExceptHandler
    ) -> tuple[Callable[[Frame, Exception], bool], Callable[[Frame, Exception], Any], Callable[[Frame], None]]:
        """Whether a handler is for an error; what binds its name, and gives the error that was handled before; what
        makes that name stand for nothing."""
        kinds = None if node.type is None else self._expression(node.type)
        name = None if node.name is None else self.compiler.targets.compile(ast.Name(node.name))
        unbind = _keep_names if node.name is None else self.compiler.targets.removal(node.name)

        def fits(frame: Frame, error: Exception) -> bool:
            return kinds is None or caught(error, kinds(frame))

        def bind(frame: Frame, error: Exception) -> Any:
            if name is not None:
                name(frame, error.instance if isinstance(error, Raised) else error)
            return frame.handled

        return fits, bind, unbind

    def raise_(self, node: ast.Raise) -> Statement:
        value = None if node.exc is None else self._expression(node.exc)
        note = origin(node, self._expression)

        def run(frame: Frame) -> Ending:
            self.machine.step(2 * STATEMENT)
            if value is None:
                handled = handled_now(self.machine, frame)
                if handled is None:
                    raise Unsupported("raising again")
                raise handled
            error = raised(value(frame))
            note(self.machine, frame, error)
            raise error

        return run


def _keep_names(_: Frame) -> None:
    """Behind a handler that names no error."""
