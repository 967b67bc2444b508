"""Statements as closures: each takes the frame and says how it ended."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.syntax_prices import EXPRESSION, STATEMENT, TEST, TURN, time_of
from perfcast.trial.interpreter.errors.error_costs import note_handled
from perfcast.trial.interpreter.objects.attribute_assignment import remove_attribute
from perfcast.trial.interpreter.objects.context_managers import opened
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.assignments import Assignments
from perfcast.trial.interpreter.syntax.closures import BREAK, CONTINUE, RETURN, Ending, Statement, refusing
from perfcast.trial.interpreter.syntax.deletion import remove_item
from perfcast.trial.interpreter.syntax.error_statements import ErrorStatements
from perfcast.trial.interpreter.syntax.import_statements import ImportStatements
from perfcast.trial.interpreter.syntax.iteration import iterated, iterator_bytes, tuples_under_way
from perfcast.trial.interpreter.syntax.loop_bounds import condition
from perfcast.trial.interpreter.syntax.passing_numbers import PassingNumbers, passing_numbers
from perfcast.trial.interpreter.syntax.patterns import Patterns
from perfcast.trial.interpreter.syntax.repeated_iterations import counted
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine
from perfcast.trial.stdlib.concurrency.tasks import finished

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: They make a number for each turn.
_NUMBERING: Final = frozenset({range, enumerate})


class Statements:
    """Compiles statements for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine
        self.patterns = Patterns(compiler)
        self.assignments = Assignments(compiler)
        self.errors = ErrorStatements(compiler)
        self.imports = ImportStatements(compiler)

    def compile(self, node: ast.stmt) -> Statement:
        """Syntax that is not interpreted ends the run where it is met: many a function never gets there."""
        handler = getattr(self, "_" + type(node).__name__.lower(), None)
        try:
            if handler is None:
                raise Unsupported(type(node).__name__)
            found: Statement = handler(node)
        except Unsupported as reason:
            return refusing(str(reason))
        return found

    def block(self, nodes: list[ast.stmt]) -> Statement:
        statements = [self.compile(node) for node in nodes]
        if len(statements) == 1:
            return statements[0]

        def run(frame: Frame) -> Ending:
            for statement in statements:
                ending = statement(frame)
                if ending is not None:
                    return ending
            return None

        return run

    def _expression(self, node: ast.expr) -> Callable[[Frame], Any]:
        return self.compiler.expressions.compile(node)

    def _expr(self, node: ast.Expr) -> Statement:
        if isinstance(node.value, ast.Constant):
            return self._pass(node)
        value, time, machine = self._expression(node.value), EXPRESSION + time_of(node.value), self.machine

        def run(frame: Frame) -> Ending:
            machine.step(time)
            value(frame)
            return None

        return run

    def _assign(self, node: ast.Assign) -> Statement:
        return self.assignments.assign(node)

    def _annassign(self, node: ast.AnnAssign) -> Statement:
        if node.value is None:
            return self._pass(node)
        return self._assign(ast.Assign([node.target], node.value))

    def _augassign(self, node: ast.AugAssign) -> Statement:
        return self.assignments.change(node)

    def _return(self, node: ast.Return) -> Statement:
        machine = self.machine
        if node.value is None:
            return lambda frame: RETURN
        value, time = self._expression(node.value), STATEMENT + time_of(node.value)

        def run(frame: Frame) -> Ending:
            machine.step(time)
            frame.home.result = value(frame)
            return RETURN

        return run

    def _if(self, node: ast.If) -> Statement:
        test, time, machine = self._expression(node.test), TEST + time_of(node.test), self.machine
        body = self.block(node.body)
        other = self.block(node.orelse) if node.orelse else None

        def run(frame: Frame) -> Ending:
            machine.step(time)
            if test(frame):
                return body(frame)
            return None if other is None else other(frame)

        return run

    def _for(self, node: ast.For) -> Statement:
        self.compiler.calls.note_loop(node)
        source, bind = self.compiler.expressions.searched(node.iter), self.compiler.targets.compile(node.target)
        body, machine, time = self.block(node.body), self.machine, time_of(node.iter)
        other = self.block(node.orelse) if node.orelse else None
        passing = passing_numbers(node, machine)

        def run(frame: Frame) -> Ending:
            machine.step(time)
            elements = source(frame)
            frame.hold(node, elements)
            aside = iterator_bytes(elements, node.iter)
            machine.put_aside(aside)
            tuples = tuples_under_way(elements, node.iter)
            machine.opens(*tuples)
            item: Any = None
            try:
                turns = counted(machine, elements) if type(elements) is range else iterated(machine, elements)
                for item in turns:
                    machine.step(TURN)
                    bind(frame, item)
                    ending = body(frame)
                    if ending is not None and ending != CONTINUE:
                        return _left(frame, machine, passing, ending)
                _ended(frame, machine, passing)
                if type(elements) in _NUMBERING:
                    _note_number(machine, item)
            finally:
                frame.release(node)
                machine.aside -= aside
                machine.closes(*tuples)
            if type(elements) is np.ndarray and elements.base is None and not machine.outside.holds(elements):
                # It may be gone now.
                machine.look()
            return None if other is None else other(frame)

        return run

    def _asyncfor(self, node: ast.AsyncFor | ast.AsyncWith) -> Statement:
        """Where nothing around it can be held up, others run within it."""
        steps, machine = self.compiler.functions.awaiting(node), self.machine
        return lambda frame: cast(Ending, finished(machine, Coroutine(partial(steps, frame))))

    _asyncwith = _asyncfor

    def _while(self, node: ast.While) -> Statement:
        begun, body, machine, time = (
            condition(self.machine, node, self._expression),
            self.block(node.body),
            self.machine,
            time_of(node.test),
        )
        other = self.block(node.orelse) if node.orelse else None
        passing = passing_numbers(node, self.machine)

        def run(frame: Frame) -> Ending:
            test = begun()
            while True:
                machine.step(STATEMENT + time)
                if not test(frame):
                    break
                ending = body(frame)
                if ending is not None and ending != CONTINUE:
                    return _left(frame, machine, passing, ending)
            _ended(frame, machine, passing)
            return None if other is None else other(frame)

        return run

    def _pass(self, node: ast.stmt) -> Statement:
        return lambda frame: None

    def _break(self, node: ast.Break) -> Statement:
        return lambda frame: BREAK

    def _continue(self, node: ast.Continue) -> Statement:
        return lambda frame: CONTINUE

    def _global(self, node: ast.Global) -> Statement:
        return self._pass(node)

    def _nonlocal(self, node: ast.Nonlocal) -> Statement:
        return self._pass(node)

    def _assert(self, node: ast.Assert) -> Statement:
        test, time, machine = self._expression(node.test), STATEMENT + time_of(node.test), self.machine
        said = None if node.msg is None else self._expression(node.msg)

        def run(frame: Frame) -> Ending:
            machine.step(time)
            if not test(frame):
                raise AssertionError if said is None else AssertionError(said(frame))
            return None

        return run

    def _delete(self, node: ast.Delete) -> Statement:
        removals = [self._removal(target) for target in node.targets]

        def run(frame: Frame) -> Ending:
            self.machine.step(2 * STATEMENT)
            for remove in removals:
                remove(frame)
            return None

        return run

    def _removal(self, target: ast.expr) -> Callable[[Frame], None]:
        if isinstance(target, ast.Name):
            return self.compiler.targets.removal(target.id)
        if isinstance(target, ast.Subscript):
            container, key = self._expression(target.value), self._expression(target.slice)

            def remove_from(frame: Frame) -> None:
                remove_item(self.machine, container(frame), partial(key, frame))

            return remove_from
        if isinstance(target, ast.Attribute):
            receiver, attr = self._expression(target.value), self.compiler.attribute(target.attr)
            return lambda frame: remove_attribute(receiver(frame), attr)
        raise Unsupported(type(target).__name__)

    def _raise(self, node: ast.Raise) -> Statement:
        return self.errors.raise_(node)

    def _try(self, node: ast.Try) -> Statement:
        return self.errors.attempt(node)

    def _trystar(self, node: ast.TryStar) -> Statement:
        return self.errors.attempt_by_group(node)

    def _match(self, node: ast.Match) -> Statement:
        subject, time, machine = self._expression(node.subject), STATEMENT + time_of(node.subject), self.machine
        cases = [
            (
                self.patterns.compile(case.pattern),
                None if case.guard is None else self._expression(case.guard),
                self.block(case.body),
            )
            for case in node.cases
        ]

        def run(frame: Frame) -> Ending:
            machine.step(time)
            value = subject(frame)
            for fits, guard, body in cases:
                machine.step(STATEMENT)
                if fits(frame, value) and (guard is None or guard(frame)):
                    return body(frame)
            return None

        return run

    def _with(self, node: ast.With) -> Statement:
        body = self.block(node.body)
        for entered in reversed(node.items):
            body = self._entered(entered, body)
        return body

    def _entered(self, item: ast.withitem, body: Statement) -> Statement:
        enter = self.entering(item)

        def run(frame: Frame) -> Ending:
            leave = enter(frame)
            try:
                ending = body(frame)
            except Exception as error:
                if leave(error):
                    note_handled(self.machine, frame, error)
                    return None
                raise
            leave(None)
            return ending

        return run

    def entering(self, item: ast.withitem) -> Callable[[Frame], Callable[[Exception | None], bool]]:
        """What enters a context and binds its name; it gives what leaves it, and tells whether an error ends there."""
        machine, time = self.machine, 2 * STATEMENT + time_of(item.context_expr)
        value = self._expression(item.context_expr)
        assign = None if item.optional_vars is None else self.compiler.targets.compile(item.optional_vars)

        def enter(frame: Frame) -> Callable[[Exception | None], bool]:
            machine.step(time)
            entered, leave = opened(machine, value(frame))
            if assign is not None:
                assign(frame, entered)
            return leave

        return enter

    def _import(self, node: ast.Import) -> Statement:
        return self.imports.modules(node)

    def _importfrom(self, node: ast.ImportFrom) -> Statement:
        return self.imports.names(node)

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Statement:
        return self.compiler.functions.compile(node)

    _asyncfunctiondef = _functiondef

    def _classdef(self, node: ast.ClassDef) -> Statement:
        return self.compiler.classes.compile(node)


def _note_number(machine: Machine, last: Any) -> None:
    """Notes that a loop's next number is made while a name still holds the one before, of what it has bound last."""
    number = last[0] if type(last) is tuple else last
    if type(number) is int:
        machine.numbered(0, 1, number.bit_length())


def _ended(frame: Frame, machine: Machine, passing: PassingNumbers | None) -> None:
    machine.loop_ended()
    if passing is not None:
        passing.note(frame)


def _left(frame: Frame, machine: Machine, passing: PassingNumbers | None, ending: Ending) -> Ending:
    """How a loop ends that one of its statements ended."""
    if ending == BREAK:
        _ended(frame, machine, passing)
        return None
    if passing is not None:
        passing.note(frame)
    return ending
