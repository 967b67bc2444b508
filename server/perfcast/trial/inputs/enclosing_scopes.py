"""What a unit finds in the functions around it, which its normal form is without: their parameters, and what they bind
before they make it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, Final

from perfcast.source import FunctionNode, SourceError
from perfcast.source.parsing.walking import children, walk
from perfcast.source.printing import print_code
from perfcast.trial.inputs.omitted_definitions import LeftOut
from perfcast.trial.inputs.receivers import Receivers
from perfcast.trial.interpreter.imports.followed_modules import Followed, Globals
from perfcast.trial.interpreter.imports.toplevel import TopLevel
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.compiler import Compiler
from perfcast.workload import Workload
from perfcast.workload.code.parameters import parameters
from perfcast.workload.values.errors import BuildError

#: What may be spent on making one of them, about in nanoseconds.
_MAKING: Final = 3_000_000.0
_FUNCTIONS: Final = ast.FunctionDef | ast.AsyncFunctionDef


class Around:
    """A function around the unit.

    Attributes:
        owner: the class that it is a method of; None where it is none, or takes no instance.
        is_for_class: it is called for the class itself.
    """

    def __init__(self, node: FunctionNode, owner: ast.ClassDef | None) -> None:
        decorators = {one.id for one in node.decorator_list if isinstance(one, ast.Name)}
        places = [*node.args.posonlyargs, *node.args.args]
        self.node, self.owner = node, None if "staticmethod" in decorators or not places else owner
        self.is_for_class = "classmethod" in decorators
        self.receiver = places[0].arg if self.owner is not None else ""
        self.parameters = {one.arg: default for one, default in parameters(node, drop_first=bool(self.receiver))}
        rest, named = node.args.vararg, node.args.kwarg
        self.rest: dict[str, Callable[[], Any]] = {} if rest is None else {rest.arg: tuple}
        self.rest |= {} if named is None else {named.arg: dict}

    @cached_property
    def body(self) -> TopLevel:
        return TopLevel(ast.Module(self.node.body, []))

    def has(self, name: str) -> bool:
        return name in {self.receiver, *self.parameters, *self.rest} or self.body.binds(name)


class Enclosing:
    """Of one unit. Each name is made when a call first asks for it, and anew for the next call."""

    def __init__(
        self, definition: FunctionNode, compiler: Compiler, left_out: LeftOut, module: Frame, receivers: Receivers
    ) -> None:
        """
        Args:
            definition: the unit as its normal form has it; left_out: finds its file.
            module: of the normal form; receivers: for classes that this names.
        """
        self._definition, self._compiler, self._left_out = definition, compiler, left_out
        self._module, self._receivers = module, receivers
        self._workload = Workload()
        self._made: set[str] = set()
        self._given: dict[int, Mapping[str, Any]] = {}
        # How many names are being made, one for the sake of another.
        self._making = 0

    def begin(self, workload: Workload) -> None:
        """Another call, of the workload: what was made for the last one is no longer there, what it asked for is."""
        names = self._module.names
        asked = self._made & names.keys()
        for name in asked:
            del names[name]
        self._made, self._given, self._workload = set(), {}, workload
        for name in asked:
            with suppress(Unsupported, BuildError):
                names[name]

    def get(self, name: str) -> Any:
        """`MISSING` for what no function around the unit binds. Raises Unsupported for what cannot be made."""
        names = self._module.names
        around = next((one for one in self._around if one.has(name)), None)
        # From here on what is found rests on what is in the file.
        if around is None or self._left_out.file is None:
            return self._of_file(name) if self._making else MISSING
        machine = self._compiler.machine
        before = set(names)
        self._made.add(name)
        self._making += 1
        try:
            with machine.apart(_MAKING), machine.unseen():
                if around.body.binds(name):
                    names.setdefault(name, self._argument(around, name))
                    for statement in around.body.of(name):
                        self._compiler.statements.compile(statement)(self._module)
                else:
                    names[name] = self._argument(around, name)
        except (BuildError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as reason:
            raise Unsupported(f"{name}: {reason}") from None
        finally:
            self._making -= 1
            self._made |= names.keys() - before
        value = names.get(name, MISSING)
        if value is not MISSING:
            machine.outside.add(value)
        return value

    def _of_file(self, name: str) -> Any:
        """What only the functions around the unit use of its file; `MISSING` where that has none."""
        file = self._left_out.file
        with suppress(Unsupported):
            return file[name] if file is not None and name in file else MISSING
        return MISSING

    def _argument(self, around: Around, name: str) -> Any:
        if name == around.receiver and around.owner is not None:
            of = self._classes.get(around.owner.name)
            if not isinstance(of, Class):
                raise Unsupported(name)
            return of if around.is_for_class else self._maker.made(of, self._workload)
        given = self._given.get(id(around))
        if given is None:
            drop_first = bool(around.receiver)
            given = self._given[id(around)] = self._maker.given(around.node, self._workload, drop_first=drop_first)
        if name in given:
            return given[name]
        default = around.parameters.get(name)
        if default is not None:
            return self._compiler.expressions.compile(default)(self._module)
        return around.rest[name]() if name in around.rest else MISSING

    @cached_property
    def _around(self) -> list[Around]:
        """The functions around the unit, innermost first; none where its file cannot tell."""
        tree = self._left_out.nesting(self._definition.name)
        if tree is None:
            return []
        text = _printed(self._definition)
        waiting: list[tuple[ast.AST, ast.ClassDef | None, tuple[Around, ...]]] = [(tree, None, ())]
        while waiting:
            node, owner, around = waiting.pop()
            if isinstance(node, _FUNCTIONS):
                if around and node.name == self._definition.name and _printed(node) == text:
                    return list(around)
                owner, around = None, (Around(node, owner), *around)
            elif isinstance(node, ast.ClassDef):
                owner = node
            waiting += [(part, owner, around) for part in children(node) if isinstance(part, ast.stmt)]
        return []

    @cached_property
    def _maker(self) -> Receivers:
        return self._receivers.among(self._classes)

    @cached_property
    def _classes(self) -> dict[str, Any]:
        """Classes whose methods the functions around the unit are, and those that their annotations name."""
        file = self._left_out.file
        if file is None:
            return {}
        names = [one.owner.name for one in self._around if one.owner is not None]
        names += [
            part.id
            for one in self._around
            for annotation in walk(one.node.args)
            if isinstance(annotation, ast.arg) and annotation.annotation is not None
            for part in walk(annotation.annotation)
            if isinstance(part, ast.Name)
        ]
        return {name: found for name in dict.fromkeys(names) if (found := _class_of(file, name)) is not None}


def enclosing(
    tree: ast.Module, compiler: Compiler, left_out: LeftOut, module: Frame, receivers: Receivers
) -> Enclosing | None:
    """Of the unit of a normal form, whose names are looked for there from now on; None of a class's."""
    kinds = ast.ClassDef | _FUNCTIONS
    definition = next((node for node in tree.body if isinstance(node, kinds)), None)
    if not isinstance(definition, _FUNCTIONS) or not isinstance(module.names, Globals):
        return None
    found = Enclosing(definition, compiler, left_out, module, receivers)
    module.names.look_around(found.get)
    return found


def _class_of(file: Followed, name: str) -> Any:
    with suppress(Unsupported, Exception):
        found = file[name]
        return found if isinstance(found, Class) else None
    return None


def _printed(node: ast.AST) -> str:
    try:
        return print_code(node)
    except SourceError:
        return ""
