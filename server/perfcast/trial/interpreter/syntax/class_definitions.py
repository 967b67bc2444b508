"""Definitions of classes: what they extend, their bodies, decorators and metaclasses."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from perfcast.source.classes.constructors import is_made_by_base
from perfcast.trial.interpreter.builtin_functions import contained_in
from perfcast.trial.interpreter.objects.attribute_assignment import special
from perfcast.trial.interpreter.objects.class_decorators import Completing
from perfcast.trial.interpreter.objects.classes import Class, mangled
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.hints import Hints
from perfcast.trial.interpreter.objects.metaclasses import Metaclass, made_by
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.named_tuples import Keyed, Written, recorded
from perfcast.trial.interpreter.objects.properties import Property, StaticMethod
from perfcast.trial.interpreter.stops import OutOfSteps, Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.interpreter.syntax.class_bases import extended
from perfcast.trial.interpreter.syntax.class_bodies import Member, bare_name, give_fields, names_of, undone
from perfcast.trial.interpreter.syntax.class_footprint import making, room
from perfcast.trial.interpreter.syntax.closures import Ending, Expression, Statement
from perfcast.trial.interpreter.syntax.functions import enclosing
from perfcast.trial.interpreter.syntax.metaclass_idioms import with_keyword
from perfcast.trial.libraries.pydantic.models import ModelClass
from perfcast.trial.stdlib.language.comparison_methods import decorated
from perfcast.trial.stdlib.language.enums import Enumeration

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: Decorators that leave a class as it is, or nearly.
_PLAIN_DECORATORS = frozenset(
    {"dataclass", "final", "runtime_checkable", "total_ordering", "set_module", "unique", "_simple_enum"}
)
#: Classes of classes that are made in another way, as what they extend is.
_KINDS: Final = (Enumeration, Metaclass, ModelClass)
#: What may be spent on what a decorator gives a class of a module, as if it were run; it happens once.
_DECORATING: Final = 1_000_000.0
_PLAIN_BASES = frozenset({"object", "ABC", "Generic", "Protocol", "TypedDict"})


class ClassDefinitions:
    """Compiles classes for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine

    def compile(self, written: ast.ClassDef) -> Statement:
        node = with_keyword(written)
        completing = [(bare_name(one), self._completing(one)) for one in reversed(node.decorator_list)]
        decorating = [self.compiler.expressions.compile(one) for one in reversed(node.decorator_list)]
        is_extended = any(keyword.arg is None for keyword in node.keywords)
        options = [(one.arg, one.value) for one in node.keywords if bare_name(one.value) != "ABCMeta"]
        given = [(name, self.compiler.expressions.compile(value)) for name, value in options if name is not None]
        named = [base for base in (*node.bases, *_kinds_of_enum(node)) if bare_name(base) not in _PLAIN_BASES]
        bases = [self.compiler.expressions.compile(base) for base in named]
        members = self._members(node)
        noted = [s for s in node.body if isinstance(s, ast.AnnAssign) and bare_name(s.annotation) != "ClassVar"]
        fields = [s.target.id for s in noted if isinstance(s.target, ast.Name)]
        said = Hints(_hints_of(node), self.compiler.expressions.compile, lambda: self.compiler.are_hints_texts)
        machine = self.machine

        def define(frame: Frame) -> Ending:
            own, exception, container, is_partial = extended(frame, bases, self.compiler.world.abstract)
            completed = [(name, find(frame)) for name, find in completing]
            is_partial |= is_extended
            kind = next((kind for kind in _KINDS if any(isinstance(base, kind) for base in own)), Class)
            made = kind(node.name, own, exception, container.kind, partial(contained_in, machine), container.place)
            made.node = node
            inner = Frame(enclosing(frame))
            inner.is_class = True
            made.hints, made.body = said, inner
            # What cannot be made may never be asked for.
            lacking = undone(members, inner)
            if is_partial or lacking is None:
                made.lose_track()
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
                give_fields(made, node, inner)
            decorated(machine, made, node)
            self._complete(made, [one for _, one in completed if one is not None], inner)
            if frame.outer is not None:
                # Here it is made in no time.
                machine.counts.native += making(node, made)
                machine.makes_class(*room(node, made))
            begun = made.find_behind("__init_subclass__", made)
            if begun is not MISSING:
                (begun.function if isinstance(begun, StaticMethod) else begun)(made, **options)
            for (name, one), decorator in zip(completed, decorating, strict=True):
                is_told = one is not None or name in _PLAIN_DECORATORS
                if not (is_told or self._is_decorated(made, decorator, frame)):
                    # What a decorator of another library adds is not there; the rest is.
                    made.lose_track()
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
            made.complete(lambda node: self.compiler.expressions.compile(node)(inner))

    def _is_decorated(self, made: Class, decorator: Expression, frame: Frame) -> bool:
        """Whether a decorator gave a class, which stays that class, all that it gives."""
        with suppress(Unsupported, Exception):
            if frame.outer is not None:
                return invoke(self.machine, decorator(frame), (made,), {}) is made
            # What takes too long is left out: nothing else of the module is to be lost by it.
            with suppress(OutOfSteps), self.machine.apart(_DECORATING):
                return invoke(self.machine, decorator(frame), (made,), {}) is made
        return False

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

    def _members(self, node: ast.ClassDef) -> list[Member]:
        before, self.compiler.within = self.compiler.within, node.name
        try:
            return [Member(self._member(statement), names_of(statement, node.name)) for statement in node.body]
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


def _hints_of(node: ast.ClassDef) -> dict[str, ast.expr]:
    """What a class's body says of its attributes, by their names."""
    said = (part for part in node.body if isinstance(part, ast.AnnAssign))
    return {mangled(part.target.id, node.name): part.annotation for part in said if isinstance(part.target, ast.Name)}


def _kinds_of_enum(node: ast.ClassDef) -> list[ast.expr]:
    """Enumerations that a class is turned into one of, as the standard library's own are."""
    calls = [one for one in node.decorator_list if isinstance(one, ast.Call) and bare_name(one) == "_simple_enum"]
    return [one.args[0] for one in calls if one.args]


def _by_metaclass(made: Class, given: list[tuple[str, Expression]], frame: Frame) -> tuple[Class, dict[str, Any]]:
    """What the metaclass of a class makes of it, if it has one, and what is given by keyword besides; where that cannot
    be told, it lacks what that adds."""
    options: dict[str, Any] = {}
    if not given and made.meta is None:
        made.tell_names()
        return made, options
    try:
        options = {name: value(frame) for name, value in given}
        meta = options.pop("metaclass", made.meta)
        if isinstance(meta, Metaclass):
            return made_by(meta, made, options), options
        if meta is None and made.find_behind("__init_subclass__", made) is not MISSING:
            # Which takes them.
            made.tell_names()
            return made, options
    except (Unsupported, NameError, AttributeError, TypeError, KeyError):
        made.meta = None
    made.tell_names()
    made.lose_track()
    return made, options
