"""A compiled unit: its code ready to be interpreted, and what holds for it at every workload."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, Final

from perfcast.source import SourceError
from perfcast.source.classes.unions import unions
from perfcast.source.locations.place import Place, Stamp, are_unchanged
from perfcast.source.projects.structural_types import having
from perfcast.trial.inputs.annotations import meant_there
from perfcast.trial.inputs.enclosing_scopes import enclosing
from perfcast.trial.inputs.known_classes import KnownClasses
from perfcast.trial.inputs.mixin_receivers import MixedIn
from perfcast.trial.inputs.omitted_definitions import LeftOut
from perfcast.trial.inputs.receivers import Receivers
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.imports.followed_modules import Globals
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.named_tuples import Written
from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.interpreter.syntax.compiler import Compiler
from perfcast.trial.observing.observer import Repetition
from perfcast.trial.runs.early_ends import may_end_early
from perfcast.trial.runs.element_caps import Caps
from perfcast.trial.runs.host_settings import undisturbed
from perfcast.trial.runs.loading import Definition, Loading
from perfcast.trial.runs.schedule import ALLOWANCE
from perfcast.trial.stdlib.language.enums import Enumeration
from perfcast.workload.structures.field_uses import field_uses
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.values.nodes import LINKED, value_name

#: Characters of the longest text that is tried.
_LONGEST: Final = 50_000
#: What texts are held in that code chooses from.
_HOLDING_TEXTS: Final = (dict, list, tuple, set, frozenset)


class Unit:
    """A unit's normal form, compiled once for all its workloads.

    Attributes:
        text: the normal form. place: where modules are looked for that it imports.
        machine: that runs it. caps: constants of it that shrink as sizes do.
        may_end_early: see that function. definition: what it says.
        module: names around it. node_values: of classes of linked nodes, what they call their values.
        left_out: what its own file says besides.
        columns: names of columns that it reads. enclosing: the function that it stands in, where there is one.
        receivers: what makes what its methods are called on. standing: classes that extend one of its file.
        repetition: the call that was seen and is made again; None where there is none.
        has_tensors: whether PyTorch may have a part in it.
    """

    def __init__(self, text: str, place: Place) -> None:
        """
        Raises:
            SyntaxError: the text does not parse.
        """
        self.text = text
        if len(text) > _LONGEST:
            text = ""
        self.machine = Machine()
        self.definition = Definition()
        tree = ast.parse(text)
        self.caps, self.may_end_early = Caps(tree), may_end_early(tree)
        self.node_values = {
            node.name: value_name(node) for node in tree.body if isinstance(node, ast.ClassDef) and node.name in LINKED
        }
        self.has_tensors = "torch" in text
        self.columns = cache(lambda: NamedColumns(tree))
        compiler = Compiler(self.machine, self.caps, place)
        self._read, self.place = compiler.world.read, place
        self.module = Frame(None, builtins=compiler.world.builtins)
        self.module.names = Globals(compiler.world.builtins, place.package, is_part=True)
        # A module's docstring is in no normal form, and what programs say of themselves.
        self.module.names.update(__doc__="", __package__=place.package)
        if place.file:
            self.module.names["__file__"] = place.file
        self.left_out = LeftOut(compiler, place, self.module.names)
        compiler.file = lambda: self.left_out.tree
        self._having: dict[tuple[str, frozenset[str]], Sequence[str]] = {}
        recipes: dict[str, Callable[[], Any]] = {}
        classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        known = partial(KnownClasses, self.module.names, self._meant, united=unions(tree.body, classes.__contains__))
        known = partial(known, of_file=self.left_out.class_named, elsewhere=compiler.world.told)
        make = partial(Receivers, self.machine, columns=self.columns, recipes=recipes, having=self.having)
        make = partial(make, uses=cache(lambda: field_uses(tree)))
        self.receivers = make(known())
        self.enclosing = None
        if place.caller is None:
            self.enclosing = enclosing(tree, compiler, self.left_out, self.module, self.receivers)
        with undisturbed(), suppress(Stop, Exception), self.machine.apart(ALLOWANCE):
            Loading(compiler, self.module, self.left_out, self.definition).load(tree)
        self.repetition: Repetition | None = None
        if place.caller is not None:
            with suppress(LookupError, SourceError):
                self.repetition = Repetition(self.machine, place, place.caller)
                self.has_tensors |= self.repetition.has_tensors
        recipes |= {name: partial(run, self.module) for name, run in self.definition.recipes.items()}
        self.standing = MixedIn(self.left_out, compiler.world, place).standing
        self.receivers = make(known(self.left_out.class_for), outer=self.definition.outer)

    def having(self, attribute: str, others: Collection[str]) -> Sequence[str]:
        """Names of the project's classes that have an attribute, see `perfcast.source.projects.structural_types`."""
        key = attribute, frozenset(others)
        if key not in self._having:
            tree = self.left_out.tree if self.place.file else None
            self._having[key] = () if tree is None else having(self.place, tree, attribute, others, self._read)
        return self._having[key]

    def _meant(self, of: Class | Written, written: ast.FunctionDef) -> ast.FunctionDef:
        """As `meant_there`; what its own file says is no part of the normal form."""
        meant = meant_there(of, written, self.place)
        self.left_out.is_asked |= meant is not written
        return meant

    @property
    def followed(self) -> dict[str, Stamp | None]:
        """The user's own files that were followed, as they were then, and those that were not there; its own file is
        what it is by the text, but for what that leaves out."""
        repeated = {} if self.repetition is None else self.repetition.read
        # What shows a call may lie anywhere in the project.
        shown = {
            path: stamp for path, stamp in repeated.items() if stamp is not None and not self.place.is_library(path)
        }
        read = {path: stamp for path, stamp in self._all_read.items() if self.place.is_own(path)} | shown
        if not self.left_out.is_asked:
            read.pop(self.place.file, None)
        return read

    @property
    def is_current(self) -> bool:
        """Whether the modules that it follows are still what they were."""
        return are_unchanged(self._all_read)

    @property
    def _all_read(self) -> Mapping[str, Stamp | None]:
        return self._read if self.repetition is None else {**self._read, **self.repetition.read}

    @property
    def receiver(self) -> str:
        """What a method was called on last, as "Queue after put()"; '' where the unit says it."""
        of, _ = self.definition.callee or (None, "")
        if self.receivers.is_left_empty and isinstance(of, Class):
            return f"{of.name} left empty"
        if self.receivers.is_left_as_made and isinstance(of, Class):
            return f"{of.name} as it is made"
        if self.receivers.prepared is None or not isinstance(of, Class):
            extending = self.receivers.extending
            if extending is None and self.is_made_otherwise:
                extending = of
            return "" if extending is None else f"{extending.name} made up"
        method, _ = self.receivers.prepared
        return f"{of.name} after {method}()" if method else f"{of.name} with entries"

    @property
    def is_made_otherwise(self) -> bool:
        """Whether the class of a method's instance was called with what its errors tell, for the last workload."""
        of, _ = self.definition.callee or (None, "")
        return self.repetition is None and isinstance(of, Class) and self.receivers.changes.makes_otherwise(of)

    @property
    def is_of_module(self) -> bool:
        """Whether it is a method of a neural network's module."""
        of = None if self.definition.callee is None or self.repetition is not None else self.definition.callee[0]
        return isinstance(of, Class) and any(one.name == "Module" and one.node is None for one in of.order)

    @property
    def is_called_on_what_is_made(self) -> bool:
        """Whether it is a method, called on an instance that is made up, of sizes of its own."""
        of = None if self.definition.callee is None or self.repetition is not None else self.definition.callee[0]
        return isinstance(of, Class) and not self.is_of_module and self.receivers.prepared is None

    def held_texts(self) -> list[Collection[str]]:
        """Texts that names of the module stand for, of each that stands for several: a table's keys, a list, an
        enumeration's values or names."""
        named = list(self.module.names.values())
        held: list[Collection[Any]] = [value for value in named if type(value) in _HOLDING_TEXTS]
        for kind in named:
            if isinstance(kind, Enumeration):
                held += [[one.attributes["value"] for one in kind.members.values()], list(kind.members)]
        return [value for value in held if len(value) > 1 and all(type(one) is str for one in value)]

    def enumerations(self) -> list[str]:
        """Names of those of the module whose members it may be given."""
        return [name for name, one in self.module.names.items() if isinstance(one, Enumeration) and one.members]
