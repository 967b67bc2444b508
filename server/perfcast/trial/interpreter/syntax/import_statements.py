"""Statements that import modules, or names of these."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from perfcast.source.locations.place import absolute
from perfcast.source.parsing.walking import walk
from perfcast.trial.interpreter.errors.error_costs import not_found
from perfcast.trial.interpreter.imports.followed_modules import Globals, package_of
from perfcast.trial.interpreter.imports.import_times import importing, importing_from
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.syntax.closures import Ending, Statement
from perfcast.trial.interpreter.syntax.targets import Target

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: What handlers of imports name.
_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "Exception"})


class ImportStatements:
    """Compiles them for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine
        self._may_fail = False

    @contextmanager
    def attempted(self, node: ast.Try | ast.TryStar) -> Iterator[None]:
        """What is compiled within is what a statement tries, which may be whether modules are there."""
        before, self._may_fail = self._may_fail, self._may_fail or any(map(_is_for_imports, node.handlers))
        try:
            yield
        finally:
            self._may_fail = before

    def _bind(self, name: str) -> Target:
        """What an imported module, or what is in it, is called from now on: by a global name, too."""
        return self.compiler.targets.compile(ast.Name(name, ast.Store()))

    def modules(self, node: ast.Import) -> Statement:
        world, may_fail = self.compiler.world, self._may_fail
        binds = [self._bind(one.asname or one.name.partition(".")[0]) for one in node.names]

        def run(frame: Frame) -> Ending:
            for alias, bind in zip(node.names, binds, strict=True):
                if may_fail and world.lacks(alias.name):
                    raise not_found(self.machine, alias.name)
                self.machine.pay(importing(alias.name))
                if alias.asname is None:
                    top, *parts = alias.name.split(".")
                    module = world.module(top)
                    bind(frame, module)
                    for part in parts:
                        inner = world.module(f"{module.name}.{part}")
                        if not module.has(part):
                            module.members[part] = inner
                        module = inner
                else:
                    bind(frame, world.module(alias.name))
            return None

        return run

    def names(self, node: ast.ImportFrom) -> Statement:
        world, may_fail = self.compiler.world, self._may_fail
        binds = [self._bind(one.asname or one.name) for one in node.names]

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
            for alias, bind in zip(node.names, binds, strict=True):
                if alias.name != "*":
                    bind(frame, world.member(module, alias.name))
                elif isinstance(frame.names, Globals):
                    frame.names.take_all(module)
            return None

        return run


def _is_for_imports(handler: ast.ExceptHandler) -> bool:
    """Whether a handler is for modules that are not there, among others."""
    if handler.type is None:
        return True
    return any(isinstance(node, ast.Name) and node.id in _IMPORT_ERRORS for node in walk(handler.type))
