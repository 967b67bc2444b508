"""Statements as closures: each takes the frame and says how it ended."""

from __future__ import annotations

import ast
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeGuard, cast

import numpy as np

from perfcast.source.classes.written_out import written_out
from perfcast.source.locations.place import absolute
from perfcast.source.parsing.walking import walk
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.accounting.object_sizes import ENTRY
from perfcast.trial.interpreter.accounting.prices import ADDED_BY_KEY, COUNTED, MISSED
from perfcast.trial.interpreter.accounting.syntax_prices import (
    ASSIGNMENT,
    CHANGE,
    EXPRESSION,
    STATEMENT,
    TEST,
    TURN,
    time_of,
    time_of_target,
)
from perfcast.trial.interpreter.errors.chains import handled_now, origin
from perfcast.trial.interpreter.errors.error_costs import not_found, note_handled
from perfcast.trial.interpreter.errors.groups import Handled
from perfcast.trial.interpreter.errors.handlers import caught
from perfcast.trial.interpreter.errors.raising import raised
from perfcast.trial.interpreter.imports.followed_modules import Globals, package_of
from perfcast.trial.interpreter.imports.import_times import importing, importing_from
from perfcast.trial.interpreter.objects.attribute_assignment import assign_attribute, remove_attribute
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.context_managers import opened
from perfcast.trial.interpreter.objects.named_tuples import Written
from perfcast.trial.interpreter.objects.types import Frame, Instance
from perfcast.trial.interpreter.stops import Raised, Unsupported
from perfcast.trial.interpreter.syntax.deletion import remove_item
from perfcast.trial.interpreter.syntax.item_assignment import pay_for_key, without_places
from perfcast.trial.interpreter.syntax.iteration import iterated, iterator_bytes
from perfcast.trial.interpreter.syntax.loop_bounds import condition
from perfcast.trial.interpreter.syntax.operators import binary
from perfcast.trial.interpreter.syntax.patterns import Patterns
from perfcast.trial.interpreter.syntax.repeated_iterations import counted
from perfcast.trial.libraries.numpy.library import picked, put_into
from perfcast.trial.libraries.pandas.selection import item, put
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.torch.indexing import item as tensor_item
from perfcast.trial.libraries.torch.indexing import put as put_tensor
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine
from perfcast.trial.stdlib.concurrency.tasks import finished

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: How a statement ends other than by going on to the next.
BREAK: Final = 1
CONTINUE: Final = 2
RETURN: Final = 3

#: Values that are put in the places of as many names without a tuple, at most.
_EXCHANGED: Final = 3
#: They make a number for each turn.
_NUMBERING: Final = frozenset({range, enumerate})

Ending = int | None
Statement = Callable[[Frame], Ending]
#: A statement that yields; its value when it is done is how it ended.
Yielding = Callable[[Frame], Generator[Any, Any, Ending]]
#: Whether a handler is for an error, what binds its name, what makes that stand for nothing after it, and its body; and
#: what the handlers together do.
Handling = tuple[
    Callable[[Frame, Exception], bool], Callable[[Frame, Exception], Any], Callable[[Frame], None], Statement
]
Handler = Callable[[Frame, Exception], Ending]
#: What handlers of imports name.
_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "Exception"})


class Statements:
    """Compiles statements for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._imports_may_fail = False
        self.machine = compiler.machine
        self.patterns = Patterns(compiler)

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
        target, value_node = node.targets[0], node.value
        if (
            len(node.targets) == 1
            and isinstance(value_node, ast.BinOp)
            and isinstance(value_node.op, ast.Add)
            and isinstance(target, ast.Name)
            and isinstance(value_node.left, ast.Name)
            and target.id == value_node.left.id
        ):
            time = STATEMENT + time_of(value_node)
            return self._put_behind(target, value_node.right, time, binary(self.machine, ast.Add))
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and _is_exchange(value_node, target):
            return self._exchanged(target, value_node)
        definition = written_out(node)
        if definition is not None:
            return self._named_kind(node.value, definition)
        value, machine = self._expression(node.value), self.machine
        time = ASSIGNMENT + time_of(node.value) + sum(map(time_of_target, node.targets))
        targets = [self.compiler.targets.compile(target) for target in node.targets]
        if len(targets) == 1:
            assign = targets[0]

            def run_one(frame: Frame) -> Ending:
                machine.step(time)
                assign(frame, value(frame))
                return None

            return run_one

        def run(frame: Frame) -> Ending:
            machine.step(time)
            found = value(frame)
            for target in targets:
                target(frame, found)
            return None

        return run

    def _named_kind(self, made_by: ast.expr, definition: ast.ClassDef) -> Statement:
        """A class that a call makes, which knows from now on how it would be written."""
        value, machine, name = self._expression(made_by), self.machine, definition.name
        assign = self.compiler.targets.compile(ast.Name(name, ast.Store()))
        time = ASSIGNMENT + time_of(made_by) + time_of_target(ast.Name(name, ast.Store()))

        def run(frame: Frame) -> Ending:
            machine.step(time)
            found = value(frame)
            if isinstance(found, Written) and found.written is None:
                found.written, found.around = definition, frame
            assign(frame, found)
            return None

        return run

    def _exchanged(self, target: ast.Tuple, value: ast.Tuple) -> Statement:
        """Two or three values for as many names: CPython makes no tuple of them."""
        machine, time = self.machine, STATEMENT + sum(map(time_of, value.elts)) + time_of_target(target)
        values = [self._expression(part) for part in value.elts]
        targets = [self.compiler.targets.compile(part) for part in target.elts]

        def run(frame: Frame) -> Ending:
            machine.step(time)
            for assign, found in zip(targets, [part(frame) for part in values], strict=True):
                assign(frame, found)
            return None

        return run

    def _annassign(self, node: ast.AnnAssign) -> Statement:
        if node.value is None:
            return self._pass(node)
        return self._assign(ast.Assign([node.target], node.value))

    def _augassign(self, node: ast.AugAssign) -> Statement:
        machine, time = self.machine, CHANGE + time_of(node.value) + time_of_target(node.target)
        operation = binary(machine, type(node.op), in_place=True)
        value = self._expression(node.value)
        if isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add):
            return self._put_behind(node.target, node.value, time, operation)
        if isinstance(node.target, ast.Name):
            load = self._expression(ast.Name(node.target.id, ast.Load()))
            assign = self.compiler.targets.compile(node.target)

            def run_name(frame: Frame) -> Ending:
                machine.step(time)
                assign(frame, operation(load(frame), value(frame)))
                return None

            return run_name
        if isinstance(node.target, ast.Subscript):
            container, key = self._expression(node.target.value), self._expression(node.target.slice)

            def run_item(frame: Frame) -> Ending:
                machine.step(time + CHANGE)
                of, place = container(frame), keyed(key(frame))
                if type(of) is list and type(place) is int:
                    machine.changes(of)
                    of[place] = operation(of[place], value(frame))
                    machine.counts.scattered.found(of, place, of[place])
                    machine.fresh += ENTRY
                    return None
                if _changes_parts(machine, of, place, lambda part: operation(part, value(frame))):
                    return None
                if not _takes(of, place):
                    raise without_places(of)
                machine.changes(of)
                if type(of) is Counter:
                    machine.pay(2 * COUNTED)
                elif type(of) is defaultdict:
                    machine.pay(ADDED_BY_KEY)
                before = len(of) if isinstance(of, dict) else 0
                of[place] = operation(of[place], value(frame))
                if isinstance(of, dict):
                    machine.counts.scattered.found(of, place, of[place])
                    is_new = len(of) > before
                    pay_for_key(machine, place, is_new)
                    if is_new:
                        machine.pay(MISSED)
                if before:
                    machine.inserted(of, before)
                if not isinstance(of, np.ndarray):
                    machine.fresh += ENTRY
                return None

            return run_item
        if isinstance(node.target, ast.Attribute):
            receiver, name = self._expression(node.target.value), self.compiler.attribute(node.target.attr)

            def run_attribute(frame: Frame) -> Ending:
                machine.step(time)
                of = receiver(frame)
                machine.changes(of)
                assign_attribute(machine, of, name, operation(attribute(machine, of, name), value(frame)))
                return None

            return run_attribute
        raise Unsupported(type(node.target).__name__)

    def _put_behind(self, name: ast.Name, added: ast.expr, time: float, add: Callable[[Any, Any], Any]) -> Statement:
        """What is added to a name's value becomes its value."""
        load, value = self._expression(ast.Name(name.id, ast.Load())), self._expression(added)
        assign, machine = self.compiler.targets.compile(name), self.machine

        def run(frame: Frame) -> Ending:
            machine.step(time)
            left, right = load(frame), value(frame)
            are_texts = type(left) is str and type(right) is str
            assign(frame, machine.joined(left, right) if are_texts else add(left, right))
            return None

        return run

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

        def run(frame: Frame) -> Ending:
            machine.step(time)
            elements = source(frame)
            frame.hold(node, elements)
            aside = iterator_bytes(elements, node.iter)
            machine.put_aside(aside)
            item: Any = None
            try:
                turns = counted(machine, elements) if type(elements) is range else iterated(machine, elements)
                for item in turns:
                    machine.step(TURN)
                    bind(frame, item)
                    ending = body(frame)
                    if ending is not None and ending != CONTINUE:
                        return _left(machine, ending)
                machine.loop_ended()
                if type(elements) in _NUMBERING:
                    _note_number(machine, item)
            finally:
                frame.release(node)
                machine.aside -= aside
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

        def run(frame: Frame) -> Ending:
            test = begun()
            while True:
                machine.step(STATEMENT + time)
                if not test(frame):
                    break
                ending = body(frame)
                if ending is not None and ending != CONTINUE:
                    return _left(machine, ending)
            machine.loop_ended()
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

    def _try(self, node: ast.Try) -> Statement:
        return self._attempted(node, self._by_first)

    def _trystar(self, node: ast.TryStar) -> Statement:
        return self._attempted(node, self._by_all)

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

    def _attempted(self, node: ast.Try | ast.TryStar, handling: Callable[[Sequence[Handling]], Handler]) -> Statement:
        expected = any(_names_import_errors(handler.type) for handler in node.handlers)
        before, self._imports_may_fail = self._imports_may_fail, self._imports_may_fail or expected
        body = self.block(node.body)
        self._imports_may_fail = before
        handle = handling([(*self.handler(handler), self.block(handler.body)) for handler in node.handlers])
        other = self.block(node.orelse) if node.orelse else None
        last = self.block(node.finalbody) if node.finalbody else None

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
        world, may_fail = self.compiler.world, self._imports_may_fail

        def run(frame: Frame) -> Ending:
            for alias in node.names:
                if may_fail and world.lacks(alias.name):
                    raise not_found(self.machine, alias.name)
                self.machine.pay(importing(alias.name))
                if alias.asname is None:
                    top, *parts = alias.name.split(".")
                    frame.names[top] = module = world.module(top)
                    for part in parts:
                        inner = world.module(f"{module.name}.{part}")
                        if not module.has(part):
                            module.members[part] = inner
                        module = inner
                else:
                    frame.names[alias.asname] = world.module(alias.name)
            return None

        return run

    def _importfrom(self, node: ast.ImportFrom) -> Statement:
        world, may_fail = self.compiler.world, self._imports_may_fail

        def run(frame: Frame) -> Ending:
            if node.module == "__future__":
                return None
            name = absolute(node, package_of(frame))
            if may_fail and world.lacks(name):
                raise not_found(self.machine, name)
            self.machine.pay(importing_from(name, len(node.names)))
            if self.machine.frames:
                # Whether the module is ready is asked with a tuple.
                self.machine.passes(1)
            module = world.module(name)
            for alias in node.names:
                if alias.name != "*":
                    frame.names[alias.asname or alias.name] = world.member(module, alias.name)
                elif isinstance(frame.names, Globals):
                    frame.names.take_all(module)
            return None

        return run

    def _functiondef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Statement:
        return self.compiler.functions.compile(node)

    _asyncfunctiondef = _functiondef

    def _classdef(self, node: ast.ClassDef) -> Statement:
        return self.compiler.classes.compile(node)


def _keep_names(_: Frame) -> None:
    """Behind a handler that names no error."""


def _names_import_errors(kinds: ast.expr | None) -> bool:
    """Whether a handler is for modules that are not there, among others."""
    if kinds is None:
        return True
    return any(isinstance(node, ast.Name) and node.id in _IMPORT_ERRORS for node in walk(kinds))


def _takes(container: Any, place: Any) -> bool:
    """Whether an item of it may be changed in its place."""
    if isinstance(container, bytearray | array):
        return type(place) is int
    return isinstance(container, list | dict | np.ndarray | Instance | deque)


def _is_exchange(value: ast.expr, target: ast.Tuple) -> TypeGuard[ast.Tuple]:
    return (
        isinstance(value, ast.Tuple)
        and len(value.elts) == len(target.elts) <= _EXCHANGED
        and not any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts))
    )


def _note_number(machine: Machine, last: Any) -> None:
    """Notes that a loop's next number is made while a name still holds the one before, of what it has bound last."""
    number = last[0] if type(last) is tuple else last
    if type(number) is int:
        machine.numbered(0, 1, number.bit_length())


def _left(machine: Machine, ending: Ending) -> Ending:
    """How a loop ends that one of its statements ended."""
    if ending != BREAK:
        return ending
    machine.loop_ended()
    return None


def refusing(reason: str) -> Statement:
    """A statement that is not interpreted."""

    def run(frame: Frame) -> Ending:
        raise Unsupported(reason)

    return run


def _changes_parts(machine: Machine, of: Any, place: Any, change: Callable[[Any], Any]) -> bool:
    """Changes what a place names of a table, a tensor, or an array that is named by one; False for others."""
    if isinstance(of, Tabular):
        put(of, place, change(item(of, place)))
    elif isinstance(of, Tensor):
        put_tensor(of, place, change(tensor_item(of, place)))
    elif isinstance(of, np.ndarray) and isinstance(place, np.ndarray) and not of.dtype.hasobject:
        changed = change(picked(machine, of, place))
        put_into(machine, of, place, changed)
        machine.changes(of)
        of[place] = changed
    else:
        return False
    return True
