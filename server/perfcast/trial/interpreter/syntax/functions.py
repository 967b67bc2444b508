"""Definitions of functions and classes: parameters, frames, generators, decorators."""

from __future__ import annotations

import ast
import collections
import collections.abc
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from perfcast.source.classes.constructors import is_made_by_base
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.references import names_bound_by
from perfcast.source.parsing.walking import walk
from perfcast.trial.interpreter.accounting.generator_sizes import generator_bytes
from perfcast.trial.interpreter.accounting.generators import suspended_while, under_way
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, POINTER
from perfcast.trial.interpreter.accounting.prices import (
    CLOSED_OVER,
    DEFINED,
    GATHERED,
    GATHERED_NAME,
    HINTED,
    HINTED_WITHIN,
    OPERATOR,
)
from perfcast.trial.interpreter.accounting.syntax_prices import BEGINNING, COROUTINE_MADE, GENERATOR_MADE, time_of_value
from perfcast.trial.interpreter.builtin_functions import Extendable, contained_in, guarded
from perfcast.trial.interpreter.objects.attribute_assignment import special
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.class_decorators import Completing
from perfcast.trial.interpreter.objects.dataclass_fields import Field
from perfcast.trial.interpreter.objects.metaclasses import Metaclass, made_by
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.named_tuples import Keyed, Written, recorded
from perfcast.trial.interpreter.objects.types import (
    FUNCTION_BYTES,
    Class,
    Frame,
    Function,
    Module,
    Parameter,
    Parts,
    Property,
    StaticMethod,
    left_out_getter,
    mangled,
)
from perfcast.trial.interpreter.objects.value_subclasses import IMMUTABLE
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.interpreter.syntax.cells import cells_of, closed_over
from perfcast.trial.interpreter.syntax.class_footprint import making, room
from perfcast.trial.interpreter.syntax.closures import Expression
from perfcast.trial.interpreter.syntax.statements import RETURN, Ending, Statement, Yielding
from perfcast.trial.interpreter.syntax.yield_statements import AWAITS, YIELDS, Yieldings, own_nodes
from perfcast.trial.libraries.pydantic.models import ModelClass
from perfcast.trial.stdlib.concurrency.coroutines import AsynchronousGenerator, Coroutine, Steps
from perfcast.trial.stdlib.language.comparison_methods import decorated
from perfcast.trial.stdlib.language.enums import Enumeration

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: Bytes of a hint that says what is within, and of what making it takes.
_ALIAS: Final = 128
#: Modules whose classes add nothing that is counted, and those whose classes may add methods.
_ABSTRACT = ("typing.", "abc.")
_ABSTRACT_TYPES = frozenset(getattr(collections.abc, name) for name in collections.abc.__all__)
#: Built-in containers that a class may extend.
_EXTENDED = (
    *(list, dict, set, collections.deque, collections.defaultdict, collections.OrderedDict, collections.Counter),
    *IMMUTABLE,
)
#: Decorators that leave a class as it is, or nearly.
_PLAIN_DECORATORS = frozenset(
    {"dataclass", "final", "runtime_checkable", "total_ordering", "set_module", "unique", "_simple_enum"}
)
#: Classes of classes that are made in another way, as what they extend is.
_KINDS: Final = (Enumeration, Metaclass, ModelClass)
#: What may bind names in a class's body that are not written there.
_BINDING = frozenset({"locals", "vars", "globals", "exec"})
_PLAIN_BASES = frozenset({"object", "ABC", "Generic", "Protocol", "TypedDict"})


class Functions:
    """Compiles definitions for one unit."""

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
        return self._calling(self.compiler.expressions.compile(node))

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

    def _calling(self, expression: Expression) -> Callable[[Frame, Any], Any]:
        machine = self.machine

        def decorate(frame: Frame, function: Any) -> Any:
            try:
                return invoke(machine, expression(frame), (function,), {})
            except Unsupported:
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
        bind = self._binder(args)
        places, parameters = [a.arg for a in (*args.posonlyargs, *args.args)], _parameters(args)
        call: Callable[[Frame, _Bind, Any], Callable[..., Any]]
        if yields:
            call = partial(self._asynchronous_generator_call if awaits else self._generator_call, generator_bytes(node))
        else:
            call = self._coroutine_call if awaits else self._plain_call
        is_lambda = isinstance(node, ast.Lambda)
        parts = walk(node.body) if isinstance(node, ast.Lambda) else inside
        loaded = {part.id for part in parts if isinstance(part, ast.Name)} - {a.arg for a in args.args}
        machine, world = self.machine, self.compiler.world
        hints = [] if isinstance(node, ast.Lambda) else _hints(node)
        says_within = any(isinstance(hint, ast.Subscript) for hint in hints)
        hinted = (EMPTY_TUPLE + 2 * POINTER * len(hints) + (_ALIAS if says_within else 0)) if hints else 0

        defaulting = _bytes_of_defaults(args)
        compiled = partial(self._statement, inside, self.compiler.within)

        def make(frame: Frame) -> Function:
            around = _around(frame)
            nbytes = FUNCTION_BYTES + closed_over(loaded, around, name) + hinted + defaulting
            if hinted and machine.frames and self.compiler.are_hints_texts:
                nbytes -= hinted
            machine.briefly(nbytes)
            machine.fresh += nbytes
            machine.pay(HINTED * len(hints) + (HINTED_WITHIN if says_within else 0.0))
            if not is_lambda:
                machine.pay(CLOSED_OVER * cells_of(loaded, around, name))
            if name in loaded and frame.outer is not None:
                # It is in a cell that it holds itself: a cycle.
                machine.counts.lingering += nbytes
            given, bound = bind(frame)
            function = Function(name, call(around, bound, run), nbytes, places, given)
            function.parameters, function.around = parameters, frame
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

    def _plain_call(self, outer: Frame, bind: _Bind, run: Statement) -> Callable[..., Any]:
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

    def _coroutine_call(self, outer: Frame, bind: _Bind, run: Yielding) -> Callable[..., Coroutine]:
        machine = self.machine

        def call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Coroutine:
            frame = _bound(outer, bind, function, args, kwargs)

            def begin() -> Steps:
                machine.step(COROUTINE_MADE)
                yield from under_way(machine, frame, run(frame))
                return frame.result

            return Coroutine(begin)

        return call

    def _generator_call(
        self, nbytes: Callable[[], int], outer: Frame, bind: _Bind, run: Yielding
    ) -> Callable[..., Any]:
        machine = self.machine

        def call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Any]:
            frame = _bound(outer, bind, function, args, kwargs)
            machine.step(GENERATOR_MADE)
            machine.counts.calls += 1
            return suspended_while(machine, frame, run(frame), nbytes())

        return call

    def _asynchronous_generator_call(
        self, nbytes: Callable[[], int], outer: Frame, bind: _Bind, run: Yielding
    ) -> Callable[..., Any]:
        make = self._generator_call(nbytes, outer, bind, run)
        return lambda *call: AsynchronousGenerator(make(*call))

    def _binder(self, args: ast.arguments) -> Callable[[Frame], tuple[dict[str, Any], _Bind]]:
        """What evaluates the defaults in a frame and gives them, and what binds arguments."""
        compile_ = self.compiler.expressions.compile
        places = [a.arg for a in [*args.posonlyargs, *args.args]]
        named = [a.arg for a in args.kwonlyargs]
        by_name = frozenset([*places[len(args.posonlyargs) :], *named])
        pairs = [*zip(places[len(places) - len(args.defaults) :], args.defaults, strict=True)]
        pairs += [(name, value) for name, value in zip(named, args.kw_defaults, strict=True) if value is not None]
        defaults = {name: compile_(value) for name, value in pairs}
        known = frozenset([*places, *named])
        # Those that shrink with the workload are other numbers in each run.
        shrinking = [(name, compile_(value)) for name, value in pairs if value in self.compiler.caps]
        rest, others, machine = args.vararg and args.vararg.arg, args.kwarg and args.kwarg.arg, self.machine

        def at(frame: Frame) -> tuple[dict[str, Any], _Bind]:
            if frame.leaves_defaults:
                given, left = _followed(defaults, frame)
            else:
                given, left = {name: default(frame) for name, default in defaults.items()}, {}

            def bind(inner: Frame, values: tuple[Any, ...], keywords: dict[str, Any]) -> None:
                names = inner.names
                names.update(given)
                for name, default in shrinking:
                    names[name] = default(frame)
                for name, value in zip(places, values, strict=False):
                    names[name] = value
                if rest:
                    names[rest] = machine.made(values[len(places) :])
                elif len(values) > len(places):
                    raise TypeError("too many arguments")
                extra = {}
                taken = places[: len(values)] if keywords else ()
                for name, value in keywords.items():
                    if name in by_name:
                        if name in taken:
                            raise TypeError(f"multiple values for argument '{name}'")
                        names[name] = value
                    elif others:
                        extra[name] = value
                    else:
                        raise TypeError(f"unexpected argument {name}")
                if others:
                    machine.pay(GATHERED + GATHERED_NAME * len(extra))
                    machine.named_one_by_one(extra)
                    names[others] = machine.made(extra)
                    machine.given(2 * len(machine.frames) + 1, *names.values())
                if not known <= names.keys():
                    # Evaluated but once, as Python does.
                    made = {name: default(frame) for name, default in left.items() if name not in names}
                    given.update(made)
                    names.update(made)
                    if not known <= names.keys():
                        raise TypeError("an argument is missing")

            return given, bind

        return at

    def compile_class(self, node: ast.ClassDef) -> Statement:
        # What a decorator of another library adds is not there; the rest is.
        completing = [(_name(one), self._completing(one)) for one in reversed(node.decorator_list)]
        is_extended = any(keyword.arg is None for keyword in node.keywords)
        options = [(one.arg, one.value) for one in node.keywords if _name(one.value) != "ABCMeta"]
        given = [(name, self.compiler.expressions.compile(value)) for name, value in options if name is not None]
        named = [base for base in (*node.bases, *_kinds_of_enum(node)) if _name(base) not in _PLAIN_BASES]
        bases = [self.compiler.expressions.compile(base) for base in named]
        members = self._members(node)
        noted = [s for s in node.body if isinstance(s, ast.AnnAssign) and _name(s.annotation) != "ClassVar"]
        fields = [s.target.id for s in noted if isinstance(s.target, ast.Name)]
        machine = self.machine

        def define(frame: Frame) -> Ending:
            own, exception, container, is_partial = _extended(frame, bases, self.compiler.world.abstract)
            completed = [(name, find(frame)) for name, find in completing]
            is_partial |= is_extended
            is_partial |= any(one is None and name not in _PLAIN_DECORATORS for name, one in completed)
            kind = next((kind for kind in _KINDS if any(isinstance(base, kind) for base in own)), Class)
            made = kind(node.name, own, exception, container.kind, partial(contained_in, machine), container.place)
            made.node = node
            inner = Frame(_around(frame))
            inner.is_class = True
            # What cannot be made may never be asked for.
            lacking = _undone(members, inner)
            if is_partial or lacking is None:
                made.is_partial, made.lacking = True, None
            elif lacking:
                made.is_partial = True
                made.lacking = None if made.lacking is None else made.lacking | lacking
            # Not the frame's own names, which code may go on changing.
            made.attributes = {mangled(n, node.name): special(machine, n, value) for n, value in inner.names.items()}
            for value in made.attributes.values():
                function = value.function if isinstance(value, StaticMethod) else value
                function = function.getter if isinstance(function, Property) else function
                if isinstance(function, Function):
                    function.owner = made
            made, options = _by_metaclass(made, given, frame)
            if any(one is None and name == "dataclass" for name, one in completed):
                _give_fields(made, node, inner)
            decorated(machine, made, node)
            self._complete(made, [one for _, one in completed if one is not None], inner)
            if frame.outer is not None:
                # Here it is made in no time.
                machine.counts.native += making(node, made)
                machine.makes_class(*room(node, made))
            begun = made.find_behind("__init_subclass__", made)
            if begun is not MISSING:
                (begun.function if isinstance(begun, StaticMethod) else begun)(made, **options)
            frame.names[node.name] = self._in_its_place(made, node, fields, inner)
            return None

        return define

    def _complete(self, made: Class, decorators: list[Completing], inner: Frame) -> None:
        """Gives a class what libraries make of its body."""
        for one in decorators:
            one.complete(made)
        if isinstance(made, Enumeration):
            made.gather(inner.names)
        elif isinstance(made, ModelClass):
            made.complete(partial(self._evaluated, inner))

    def _completing(self, node: ast.expr) -> Callable[[Frame], Completing | None]:
        """What finds the decorator of a library's by which a class gets methods; None where it is another one."""
        named = node.func if isinstance(node, ast.Call) else node
        if not isinstance(named, ast.Name | ast.Attribute):
            return lambda _: None
        find, whole = self.compiler.expressions.compile(named), self.compiler.expressions.compile(node)

        def run(frame: Frame) -> Completing | None:
            with suppress(Unsupported, NameError, AttributeError):
                if isinstance(find(frame), Completing):
                    found = whole(frame)
                    return found if isinstance(found, Completing) else None
            return None

        return run

    def _evaluated(self, frame: Frame, node: ast.expr) -> Any:
        """What an expression of a class's body stands for, which is asked for once all is there."""
        return self.compiler.expressions.compile(node)(frame)

    def _in_its_place(self, made: Class, node: ast.ClassDef, fields: list[str], inner: Frame) -> Any:
        """What a class's name stands for: for those whose values are of a type of Python's own, what makes these."""
        found: Any = made
        if is_made_by_base(node, "NamedTuple"):
            found = recorded(self.machine, node.name, fields, inner.names, node)
        elif is_made_by_base(node, "TypedDict"):
            found = Keyed(self.machine, node)
        if isinstance(found, Written):
            found.around = inner
        return found

    def _members(self, node: ast.ClassDef) -> list[_Member]:
        before, self.compiler.within = self.compiler.within, node.name
        try:
            return [_Member(self._member(statement), _names_of(statement, node.name)) for statement in node.body]
        finally:
            self.compiler.within = before

    def _member(self, node: ast.stmt) -> Callable[[Frame], bool]:
        """Runs a statement of a class's body, and tells whether it could be."""
        try:
            statement = self.compiler.statements.compile(node)
        except Unsupported:
            return lambda frame: False

        def run(frame: Frame) -> bool:
            try:
                statement(frame)
            except (Unsupported, NameError, AttributeError, TypeError):
                return False
            return True

        return run


def _followed(defaults: Mapping[str, Expression], frame: Frame) -> tuple[dict[str, Any], dict[str, Expression]]:
    """The values of defaults, and those that cannot be followed: they stop only calls that do not give the argument."""
    given, left = {}, {}
    for name, default in defaults.items():
        try:
            given[name] = default(frame)
        except Unsupported:
            left[name] = default
    return given, left


class _Member(NamedTuple):
    """A statement of a class's body.

    Attributes:
        run: runs it, and tells whether it could be.
        names: that it gives the class; None where they are not known.
    """

    run: Callable[[Frame], bool]
    names: frozenset[str] | None


def _undone(members: list[_Member], frame: Frame) -> frozenset[str] | None:
    """Runs them all, and tells which names the class lacks then; None where nobody knows them.

    A normal form has what a unit uses in the order of its mention: what cannot be run may be after those that follow.
    """
    waiting = [member for member in members if not member.run(frame)]
    while True:
        left = [member for member in waiting if not member.run(frame)]
        if len(left) == len(waiting):
            break
        waiting = left
    if left:
        frame.leaves_defaults = True
        left = [member for member in left if not member.run(frame)]
        frame.leaves_defaults = False
    names = [member.names for member in left]
    return None if None in names else frozenset().union(*(one for one in names if one is not None))


def _names_of(statement: ast.stmt, within: str) -> frozenset[str] | None:
    """Names that a statement of a class's body gives the class; None where that cannot be told."""
    if isinstance(statement, ast.Expr):
        return None
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({mangled(statement.name, within)})
    found = set()
    for part in walk(statement):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            found.add(mangled(part.id, within))
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(mangled(part.name, within))
        elif isinstance(part, ast.Call) and last_name(part.func) in _BINDING:
            return None
        found.update(mangled(name, within) for name in names_bound_by(part))
    return frozenset(found)


def _kinds_of_enum(node: ast.ClassDef) -> list[ast.expr]:
    """Enumerations that a class is turned into one of, as the standard library's own are."""
    calls = [one for one in node.decorator_list if isinstance(one, ast.Call) and _name(one) == "_simple_enum"]
    return [one.args[0] for one in calls if one.args]


def _by_metaclass(made: Class, given: list[tuple[str, Expression]], frame: Frame) -> tuple[Class, dict[str, Any]]:
    """What the metaclass of a class makes of it, if it has one, and what is given by keyword besides; where that cannot
    be told, it lacks what that adds."""
    options: dict[str, Any] = {}
    if not given and made.meta is None:
        _tell_names(made)
        return made, options
    try:
        options = {name: value(frame) for name, value in given}
        meta = options.pop("metaclass", made.meta)
        if isinstance(meta, Metaclass):
            return made_by(meta, made, options), options
        if meta is None and made.find_behind("__init_subclass__", made) is not MISSING:
            # Which takes them.
            _tell_names(made)
            return made, options
    except (Unsupported, NameError, AttributeError, TypeError, KeyError):
        made.meta = None
    _tell_names(made)
    made.is_partial, made.lacking = True, None
    return made, options


def _tell_names(made: Class) -> None:
    """Of the class's attributes; where that cannot be followed, nobody knows what it lacks."""
    try:
        made.tell_names()
    except (Unsupported, NameError, AttributeError, TypeError):
        made.is_partial, made.lacking = True, None


class _Container(NamedTuple):
    """A container that a class extends, and how many of the other bases stand ahead of it."""

    kind: type[Any] | None = None
    place: int = 0


def _extended(
    frame: Frame, bases: list[Expression], abstract: Callable[[type], Class | None]
) -> tuple[list[Class], type[BaseException] | None, _Container, bool]:
    """What a class extends: classes of the unit's own, an exception, a container; and whether it lacks other bases.

    Args:
        abstract: gives an abstract class of the standard library as it is written, for the methods that it adds.
    """
    own: list[Class] = []
    exception: type[BaseException] | None = None
    container = _Container()
    is_partial = False
    for expression in bases:
        try:
            base = expression(frame)
        except Unsupported:
            is_partial = True
            continue
        if isinstance(base, GenericAlias):
            base = base.__origin__
        if isinstance(base, Class | Extendable):
            own.append(base if isinstance(base, Class) else base.as_class())
        elif isinstance(base, type) and issubclass(base, BaseException):
            exception = base
        elif isinstance(base, type) and base in _EXTENDED:
            container = _Container(base, len(own))
        elif isinstance(base, type) and base in _ABSTRACT_TYPES:
            written = abstract(base)
            own += [] if written is None else [written]
        elif isinstance(base, type):
            is_partial = True
        else:
            is_partial |= not (isinstance(base, Module) and base.name.startswith(_ABSTRACT))
    return own, exception, container, is_partial


_Bind = Callable[[Frame, tuple[Any, ...], dict[str, Any]], None]


def _bound(outer: Frame, bind: _Bind, function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Frame:
    """The frame of a call."""
    frame = Frame(outer)
    bind(frame, args, kwargs)
    frame.owner, frame.receiver = function.owner, args[0] if args else None
    return frame


def _around(frame: Frame) -> Frame:
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


def _bytes_of_defaults(args: ast.arguments) -> int:
    """Of a tuple of those by place, unless all are constants and so is it, and of a dictionary of those by name."""
    are_constant = all(isinstance(default, ast.Constant) for default in args.defaults)
    by_place = 0 if are_constant else EMPTY_TUPLE + POINTER * len(args.defaults)
    named = {name.arg: None for name, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value is not None}
    return by_place + (sys.getsizeof(named) if named else 0)


def _parameters(args: ast.arguments) -> list[Parameter]:
    rest, others = [args.vararg] if args.vararg else [], [args.kwarg] if args.kwarg else []
    groups = (args.posonlyargs, args.args, rest, args.kwonlyargs, others)
    return [Parameter(a.arg, kind, a.annotation is not None) for kind, group in enumerate(groups) for a in group]


def _name(node: ast.expr) -> str:
    """The last name of a base or decorator."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _give_fields(made: Class, node: ast.ClassDef, inner: Frame) -> None:
    """Gives a dataclass its fields, and those of the ones that it extends."""
    made.fields = {}
    for base in reversed(made.order[1:]):
        made.fields |= base.fields or {}
    made.fields |= _fields(node, inner)
    for name in made.fields.keys() & made.attributes.keys():
        default = made.fields[name].default
        if isinstance(made.attributes[name], Field):
            del made.attributes[name]
        if default is not MISSING:
            made.attributes[name] = default


def _fields(node: ast.ClassDef, inner: Frame) -> dict[str, Field]:
    """Of the body of a dataclass."""
    options = [d for d in node.decorator_list if isinstance(d, ast.Call)]
    by_name = any(k.arg == "kw_only" and getattr(k.value, "value", False) for d in options for k in d.keywords)
    found: dict[str, Field] = {}
    for statement in node.body:
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        kind, written = _name(statement.annotation), statement.target.id
        name = mangled(written, node.name)
        if kind == "KW_ONLY":
            by_name = True
        elif kind != "ClassVar":
            given = inner.names.get(written, MISSING)
            field = given if isinstance(given, Field) else Field(given)
            found[name] = replace(field, by_name=field.by_name or by_name, is_passed_on=kind == "InitVar")
    return found


def _hints(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    """What a function's definition says of its parameters and its result."""
    args = node.args
    named = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
    hints = [one.annotation for one in named if one is not None and one.annotation is not None]
    return hints if node.returns is None else [*hints, node.returns]
