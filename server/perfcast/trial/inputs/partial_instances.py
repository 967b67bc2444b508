"""Instances whose constructor cannot be interpreted to its end: they have what its other statements give them.

Only for what stands before the dot where nobody has seen a call. A statement that cannot be followed, or fails on what
was made up, is left out: names that it would bind, or put something into, stand for nobody knows what, attributes that
it would set, or put something into, are not there, be they set before, so that whoever asks for them asks in vain. The
others are run, each by itself: those of the branch that a condition chooses, and of methods that the constructor calls
on the instance for no result.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from perfcast.source.definitions.units import own_name
from perfcast.source.parsing.walking import walk
from perfcast.trial.inputs.late_attributes import PUTTING, put_later
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import Property
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import OutOfSteps, Unsupported
from perfcast.trial.interpreter.syntax.closures import Ending

#: Instances that are made so for the sake of others, and what one is called until it is assigned.
_DEEPEST: Final = 4
_MADE: Final = "<made>"
#: Methods that put something into what has them, of modules, too.
_PUTTING: Final = PUTTING | {"add_module", "register_module", "register_buffer", "register_parameter"}
_PASSED: tuple[type[BaseException], ...] = (Unsupported, Exception)


class PartlyMade:
    """Makes one instance."""

    def __init__(self, machine: Machine, instance: Instance, depth: int = 0) -> None:
        """
        Args:
            depth: of others for whose sake it is made.
        """
        self._machine, self._instance, self._depth = machine, instance, depth
        # By what the instance is called there.
        self._left_out: dict[str, list[ast.stmt]] = {}
        self._own = ""

    def begin(self, args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
        """Runs the constructor; False where it cannot be run so.

        Raises:
            OutOfSteps: it would take too long.
        """
        of = self._instance.of
        made = of.initializer()
        if not _is_plain(made):
            return False
        self._call(made, (self._instance, *args), kwargs)
        self._instance.is_partial |= bool(self._left_out)
        methods = {node.name: node for one in reversed(of.order) for node in _methods(one)}
        later = {name for own, body in self._left_out.items() for name in put_later(_of_body(own, body), methods)}
        for name in [name for name in later if self._instance.attributes.get(name, MISSING) is None]:
            del self._instance.attributes[name]
        return True

    def _call(self, function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        written = function.parts
        if written is None:
            function(*args, **kwargs)
            return
        frame = written.frame(function, args, kwargs)
        self._machine.enter(frame)
        before, self._own = self._own, own_name(written.node)
        try:
            self._block(written.node.body, frame, written.compiled)
        finally:
            self._own = before
            self._machine.leave(None)

    def _block(self, nodes: Sequence[ast.stmt], frame: Frame, compiled: Callable[[ast.stmt], Any]) -> Ending:
        for node in nodes:
            waiting, price = len(self._machine.waiting), self._machine.price
            try:
                ending = self._run(node, frame, compiled)
            except OutOfSteps:
                raise
            except _PASSED:
                del self._machine.waiting[waiting:]
                self._machine.price = price
                if not self._assigned_in_part(node, frame, compiled):
                    self._leave_out(node, frame)
                continue
            if ending is not None:
                return ending
        return None

    def _run(self, node: ast.stmt, frame: Frame, compiled: Callable[[ast.stmt], Any]) -> Ending:
        match node:
            case ast.If(test, body, orelse):
                chosen = _value(test, frame, compiled)
                return self._block(body if chosen else orelse, frame, compiled)
            case ast.Expr(ast.Call(ast.Attribute() as called, args, keywords)) if _is_of_instance(called):
                function = _value(called, frame, compiled)
                given, named = _arguments(args, keywords, frame, compiled)
                if isinstance(function, Method):
                    function, given = function.function, (function.receiver, *given)
                if _is_plain(function) and given and given[0] is self._instance:
                    self._call(function, given, named)
                else:
                    function(*given, **named)
                return None
        return compiled(node)(frame)  # type: ignore[no-any-return]

    def _assigned_in_part(self, node: ast.stmt, frame: Frame, compiled: Callable[[ast.stmt], Any]) -> bool:
        """Whether a statement that assigns an instance could be run with one that is made so, too."""
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None or self._depth >= _DEEPEST:
            return False
        targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
        try:
            made = self._made_in_part(node.value, frame, compiled)
            if made is None:
                return False
            frame.names[_MADE] = made
            given = ast.copy_location(ast.Name(_MADE, ast.Load()), node.value)
            compiled(ast.copy_location(ast.Assign(targets, given), node))(frame)
        except OutOfSteps:
            raise
        except _PASSED:
            return False
        return True

    def _made_in_part(self, node: ast.expr, frame: Frame, compiled: Callable[[ast.stmt], Any]) -> Instance | None:
        match node:
            case ast.IfExp(test, body, orelse):
                return self._made_in_part(body if _value(test, frame, compiled) else orelse, frame, compiled)
            case ast.BoolOp(ast.Or(), [first, second]):
                return None if _value(first, frame, compiled) else self._made_in_part(second, frame, compiled)
            case ast.Call(called, args, keywords):
                of = _value(called, frame, compiled)
                if type(of) is not Class or of.meta is not None:
                    return None
                given, named = _arguments_in_part(args, keywords, frame, compiled)
                instance = of.bare(given, named)
                if not isinstance(instance, Instance):
                    return None
                is_begun = PartlyMade(self._machine, instance, self._depth + 1).begin(given, named)
                return instance if is_begun else None
        return None

    def _leave_out(self, node: ast.stmt, frame: Frame) -> None:
        self._left_out.setdefault(self._own, []).append(node)
        for name in _bound(node):
            # What it stood for before is no longer what it is.
            frame.names[name] = Unknown()
        for name in _filled(node):
            # Nor is what something would be put into, and whatever is made of it.
            if name != self._own and name in frame.names:
                frame.names[name] = Unknown()
        for name in _changed(node, self._own) if frame.receiver is self._instance else ():
            self._instance.attributes.pop(name, None)
            found = self._instance.of.find(name)
            if found is not MISSING and not isinstance(found, Property):
                # What the class has by that name is no longer what it is.
                self._instance.attributes[name] = Unknown()


def _value(node: ast.expr, frame: Frame, compiled: Callable[[ast.stmt], Any]) -> Any:
    """Of an expression in a function's frame."""
    before = frame.result
    try:
        compiled(ast.fix_missing_locations(ast.copy_location(ast.Return(node), node)))(frame)
        return frame.result
    finally:
        frame.result = before


def _arguments(
    args: list[ast.expr], keywords: list[ast.keyword], frame: Frame, compiled: Callable[[ast.stmt], Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    names: list[ast.expr | None] = [None if one.arg is None else ast.Constant(one.arg) for one in keywords]
    named = _value(ast.Dict(names, [one.value for one in keywords]), frame, compiled)
    return _value(ast.Tuple(args, ast.Load()), frame, compiled), named


def _arguments_in_part(
    args: list[ast.expr], keywords: list[ast.keyword], frame: Frame, compiled: Callable[[ast.stmt], Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The same, with what nobody knows for those that are not there."""

    def value(node: ast.expr) -> Any:
        try:
            return _value(node, frame, compiled)
        except OutOfSteps:
            raise
        except _PASSED:
            return Unknown()

    if any(isinstance(one, ast.Starred) for one in args) or any(one.arg is None for one in keywords):
        return _arguments(args, keywords, frame, compiled)
    return tuple(map(value, args)), {one.arg: value(one.value) for one in keywords if one.arg is not None}


def _is_of_instance(called: ast.Attribute) -> bool:
    """Whether it may be a method of the instance: of ``self``, of ``super()``, or of a base by its name."""
    of = called.value
    return isinstance(of, ast.Name) or (isinstance(of, ast.Call) and isinstance(of.func, ast.Name))


def _is_plain(function: Any) -> bool:
    return isinstance(function, Function) and not (function.yields or function.is_asynchronous)


def _bound(node: ast.stmt) -> Iterator[str]:
    for part in walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, ast.alias):
            yield part.asname or part.name.partition(".")[0]
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield part.name


def _filled(node: ast.stmt) -> Iterator[str]:
    """Names of what a statement puts something into."""
    for part in walk(node):
        match part:
            case ast.Call(ast.Attribute(ast.Name(name), method)) if method in _PUTTING:
                yield name
            case ast.Subscript(ast.Name(name), ctx=ast.Store()):
                yield name


def _changed(node: ast.stmt, own: str) -> Iterator[str]:
    """Attributes of what is called so that a statement sets, or puts something into."""
    for part in walk(node):
        match part:
            case ast.Attribute(ast.Name(of), name, ast.Store()) if of == own:
                yield name
            case ast.Call(ast.Attribute(ast.Attribute(ast.Name(of), name), method)) if of == own and method in _PUTTING:
                yield name
            case ast.Subscript(ast.Attribute(ast.Name(of), name), ctx=ast.Store()) if of == own:
                yield name


def _methods(of: Class) -> list[ast.FunctionDef]:
    return [] if of.node is None else [node for node in of.node.body if isinstance(node, ast.FunctionDef)]


def _of_body(own: str, body: list[ast.stmt]) -> ast.FunctionDef:
    return ast.FunctionDef("__init__", ast.arguments([], [ast.arg(own)], None, [], [], None, []), body, [])
