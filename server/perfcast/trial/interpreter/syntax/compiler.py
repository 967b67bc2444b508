"""Puts together what compiles a unit's text into closures."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container
from functools import cached_property

from perfcast.source.locations.place import NOWHERE, ModuleFile, Place
from perfcast.source.locations.projects import roots_of
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.imports import abstract_classes
from perfcast.trial.interpreter.imports.followed_modules import Followed
from perfcast.trial.interpreter.imports.sources import source_of
from perfcast.trial.interpreter.objects.classes import mangled
from perfcast.trial.interpreter.syntax.calls import Calls
from perfcast.trial.interpreter.syntax.class_definitions import ClassDefinitions
from perfcast.trial.interpreter.syntax.comprehensions import Comprehensions
from perfcast.trial.interpreter.syntax.displays import Displays
from perfcast.trial.interpreter.syntax.expressions import Expressions
from perfcast.trial.interpreter.syntax.formatted_strings import FormattedStrings
from perfcast.trial.interpreter.syntax.functions import Functions
from perfcast.trial.interpreter.syntax.statements import Statements
from perfcast.trial.interpreter.syntax.targets import Targets
from perfcast.trial.interpreter.world import World
from perfcast.trial.libraries import networkx


class Compiler:
    """Shared by all parts of one unit's text.

    Attributes:
        caps: constants that shrink as sizes do.
        is_followed: the text is a module's that the unit imports: of its functions few are called.
        path: of the file that the text is of; empty of the unit's own.
        file: that file as a whole, of which the unit's own text is but a part.
        globals, nonlocals: names that the function being compiled has declared so.
        within: name of the class whose body is being compiled; empty outside of classes.
    """

    def __init__(
        self,
        machine: Machine,
        caps: Container[ast.Constant] = (),
        place: Place = NOWHERE,
        world: World | None = None,
        path: str = "",
    ) -> None:
        """
        Args:
            place: where imported modules are looked for; world: of the unit, where the text is such a module's.
        """
        self.machine = machine
        self.caps = caps
        self.path = path
        self.file: Callable[[], ast.Module] = lambda: ast.Module([], [])
        self.is_followed = world is not None
        self.world = world or World(machine, place.folders, self.follow, roots_of(place))
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.within = ""
        self.expressions = Expressions(self)
        self.displays = Displays(self)
        self.comprehensions = Comprehensions(self)
        self.formatted_strings = FormattedStrings(self)
        self.targets = Targets(self)
        self.calls = Calls(self)
        self.functions = Functions(self)
        self.classes = ClassDefinitions(self)
        self.statements = Statements(self)

    @cached_property
    def are_hints_texts(self) -> bool:
        """Whether what functions say of their parameters stays as it is written: then all of it is a constant."""
        said = (node for node in self.file().body if isinstance(node, ast.ImportFrom) and node.module == "__future__")
        return any(alias.name == "annotations" for node in said for alias in node.names)

    def attribute(self, name: str) -> str:
        """What an attribute is called that is written so where the text is being compiled."""
        return mangled(name, self.within)

    def follow(self, found: ModuleFile) -> Followed:
        """A module's names, made as they are asked for."""
        own = networkx.members(self.machine, found.name) | abstract_classes.members(found.name)
        compiler = Compiler(self.machine, world=self.world, path=found.path)
        compiler.file = lambda: source_of(found).tree
        return Followed(found, compiler, own)
