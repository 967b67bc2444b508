"""A source file and its units."""

import ast
import difflib
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from .classes.implied_classes import Implied
from .classes.networks import Outer, method_of
from .definitions.bindings import Definition
from .definitions.calls import CallSite
from .definitions.generics import NamedType
from .definitions.unit_keys import keys_of
from .definitions.units import FoundUnit, FunctionNode, Unit
from .errors import SourceError
from .inductor_kernels import MARK, HeldSource, held_sources
from .locations.place import Place
from .module_names import ModuleNames
from .normal_forms.normal_form import NormalForm, NormalForms
from .parsing.edits import common_ends, halfway
from .parsing.error_recovery import parse_what_parses
from .parsing.lines import LineIndex
from .parsing.syntax import parse_text
from .segments import Piece, Pieces


@dataclass(frozen=True)
class _Written:
    form: NormalForm
    digest: str


class SourceFile:
    """One file's text, parsed; nothing of it is ever imported or run. Use `parse` or `parse_tolerant` to make one."""

    text: str
    lines: LineIndex
    errors: tuple[SourceError, ...]
    """Of `parse_tolerant`: one for each block left out, in source order."""
    units: tuple[Unit, ...]
    """In source order, kernels that it holds as text among them."""
    held: tuple[HeldSource, ...]
    """The sources that it holds as text."""
    home: Place | None = None
    """Where it lies, to be said by who knows; None for a text of which nobody does."""

    def __init__(
        self,
        pieces: Pieces,
        errors: Sequence[SourceError],
        names: ModuleNames,
        normal_forms: NormalForms,
        written: dict[Unit, _Written],
    ) -> None:
        self.text = pieces.lines.text
        self.lines = pieces.lines
        self.errors = tuple(errors)
        self.held = tuple(held_sources(pieces.tree, pieces.lines)) if MARK in self.text else ()
        self._held = {kernel.found.unit: kernel for source in self.held for kernel in source.kernels}
        self.units = tuple(pieces.units)
        if self._held:
            self.units = tuple(sorted((*self.units, *self._held), key=lambda unit: unit.line))
        self._pieces = pieces
        self._names = names
        self._normal_forms = normal_forms
        self._written = written

    @property
    def tree(self) -> ast.Module:
        """All statements but those left out."""
        return self._pieces.tree

    @cached_property
    def _by_name(self) -> dict[str, Unit]:
        found: dict[str, Unit] = {}
        for unit in self.units:
            if unit.name not in found or not _writes_property(self.node(unit)):
                found[unit.name] = unit
        return found

    @cached_property
    def _keys(self) -> dict[Unit, str]:
        return keys_of(self.units)

    @classmethod
    def parse(cls, text: str, previous: "SourceFile | None" = None) -> "SourceFile":
        """Raises SourceError where the text does not parse. A byte order mark at its start is dropped.

        Given the previous version of the file, what did not change since is taken from there.
        """
        text = text.removeprefix("\ufeff")
        if previous is not None and (later := previous._edited(text)) is not None:
            return later
        try:
            return cls._whole(text, parse_text(text), (), previous)
        except SourceError as error:
            # Of what is nested too deeply the parser does not say where it is.
            raise (error if error.line else next(iter(parse_what_parses(text)[1]), error)) from None

    @classmethod
    def parse_tolerant(cls, text: str, previous: "SourceFile | None" = None, home: Place | None = None) -> "SourceFile":
        """Like `parse`, but leaves out top-level blocks that do not parse, and says so in `errors`.

        Given as `previous` a file of the same text, it is that file; `home` is where it lies.
        """
        file = cls._tolerant(text, previous)
        file.home = home
        return file

    @classmethod
    def _tolerant(cls, text: str, previous: "SourceFile | None") -> "SourceFile":
        text = text.removeprefix("\ufeff")
        if previous is not None and previous.text == text:
            return previous
        if previous is not None and (later := previous._edited(text)) is not None:
            return later
        tree, errors = parse_what_parses(text)
        return cls._whole(text, tree, errors, previous)

    @classmethod
    def _whole(
        cls, text: str, tree: ast.Module, errors: Sequence[SourceError], previous: "SourceFile | None"
    ) -> "SourceFile":
        pieces = Pieces.whole(tree, LineIndex(text))
        known, names = None if previous is None else previous._normal_forms, ModuleNames(pieces)
        return cls(pieces, errors, names, NormalForms(names, pieces.lines, known, calls=pieces.calls), {})

    def _edited(self, text: str) -> "SourceFile | None":
        """A later version of the file, if it can be had without parsing all of it."""
        ends = common_ends(self.text, text)
        between = halfway(self.text, text, ends)
        if between is None:
            return self._edited_at_one_place(text, ends)
        earlier = self._edited_at_one_place(between, common_ends(self.text, between))
        return None if earlier is None else earlier._edited(text)

    def _edited_at_one_place(self, text: str, ends: tuple[int, int]) -> "SourceFile | None":
        if self.errors or (edited := self._pieces.edited(text, ends)) is None:
            return None
        written = {
            after: known
            for before, after in edited.kept
            if (known := self._written.get(before)) is not None
            and known.form.names.isdisjoint(edited.names)
            and not (known.form.has_stars and edited.stars)
        }
        pieces, names = edited.pieces, ModuleNames(edited.pieces)
        forms = NormalForms(names, pieces.lines, self._normal_forms, goes_on=True, calls=pieces.calls)
        return type(self)(pieces, (), names, forms, written)

    @cached_property
    def meanings(self) -> "dict[str, tuple[SourceFile | None, NamedType] | None]":
        """What names stand for in annotations, as far as `perfcast.source.projects.aliases` was asked, with the other
        file that says so, if it is another one; None for what is no alias. Kept here, for two files may name each
        other."""
        return {}

    def unit(self, name: str, line: int | None = None) -> Unit:
        """The unit of that name; where several have it, what it stands for at run time: the last, and what reads a
        property. With `line` (1-based), the one whose `def` is nearest to it. Raises SourceError if none has the name.
        """
        if name in self._by_name:
            if line is not None:
                return min((unit for unit in self.units if unit.name == name), key=lambda unit: abs(unit.line - line))
            return self._by_name[name]
        if not self.units:
            raise SourceError(f"no unit named {name!r}: the file defines no function")
        close = difflib.get_close_matches(name, self._by_name, n=1, cutoff=0.5)
        # `method` alone is not like 'Class.method' to difflib.
        close = [known for known in self._by_name if known.endswith(f".{name}")][:1] or close
        raise SourceError(f"no unit named {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))

    def unit_at(self, line: int) -> Unit:
        """The innermost unit that a line (1-based) is of, decorators included. Raises SourceError if none has it."""
        around = [unit for unit in self.units if unit.first_line <= line <= unit.end_line]
        if not around:
            raise SourceError(f"no function at line {line}")
        return max(around, key=lambda unit: unit.first_line)

    def key(self, unit: Unit) -> str:
        """Of all units of the file the unit's alone, see `unit_keys`; its name if no other has that. Raises SourceError
        for a unit of another file.
        """
        if unit not in self._keys:
            raise SourceError(f"{unit.name} is no unit of this file")
        return self._keys[unit]

    def node(self, unit: Unit) -> FunctionNode:
        """The unit's definition. Raises SourceError for a unit of another file."""
        return self._found(unit).node

    def normal_form(self, unit: Unit) -> str:
        """The unit without comments and docstrings, then the imports, constants and callees that it uses.

        Raises SourceError where it is nested too deeply to be written, and for a unit of another file.
        """
        return self._write(unit).form.text

    def digest(self, unit: Unit) -> str:
        """SHA-256, in hex, of name and normal form: equal as long as a forecast for the unit holds."""
        return self._write(unit).digest

    def owner(self, unit: Unit) -> ast.ClassDef | None:
        """The class whose body directly holds a unit. Raises SourceError for a unit of another file."""
        return self._found(unit).owner

    def enclosing(self, unit: Unit) -> tuple[FunctionNode, ...]:
        """The functions around a unit, innermost first. Raises SourceError for a unit of another file."""
        return self._found(unit).enclosing

    def class_for(self, parameter: str, function: ast.AST) -> Implied | None:
        """The class of the file that a function's parameter without an annotation is of, by its name and by what it is
        asked for; None where none is."""
        return self._normal_forms.implied.of(parameter, function)

    def may_be_of_class(self, parameter: str) -> bool:
        """Whether the file has a class that the parameter may be of by its name; no function is looked at for it."""
        return self._normal_forms.implied.may_be(parameter)

    def is_module(self, owner: ast.ClassDef) -> bool:
        """Whether a class of the file is one of PyTorch's modules."""
        return self._normal_forms.networks.is_module(owner)

    def extend_module(self, bases: Iterable[str]) -> bool:
        """Whether what extends classes of such names is one, see `base_names`; nothing is parsed for it."""
        return self._normal_forms.networks.extend_module(bases)

    def reduced(self, owner: ast.ClassDef, name: str) -> ast.ClassDef:
        """A class of the file as it stands in the normal form of its method of that name, with what that needs of it;
        the class itself where it has no such method, is made by its fields, or nested too deeply to be printed."""
        unit = self._by_name.get(f"{owner.name}.{name}")
        if unit is None or method_of(owner, "__init__") is None:
            return owner
        with suppress(SourceError):
            first = ast.parse(self.normal_form(unit)).body[0]
            return first if isinstance(first, ast.ClassDef) else owner
        return owner

    def stand_in(self, name: str) -> str | None:
        """The class that is made in place of one of the file that leaves methods to others, itself where there is
        no other; None for a class that leaves none."""
        return self._normal_forms.stand_ins.stand_in(name)

    def made_by(self, owner: ast.ClassDef) -> ast.Call | None:
        """How the file makes an instance of one of its neural networks' modules; None where that cannot be told."""
        return self._normal_forms.networks.made_by(owner)

    def outer(self, owner: ast.ClassDef) -> Outer | None:
        """The outermost of the file's neural networks' modules that those of a class are parts of; None where they are
        parts of none."""
        return self._normal_forms.networks.outer(owner)

    def meaning(self, name: str) -> Definition | NamedType | ast.expr | None:
        """The definition, type or constant's value that a name of the module stands for; None for what is none."""
        return self._normal_forms.meanings.of(name)

    def binding(self, *names: str) -> Iterator[ast.stmt]:
        """The top-level statements that bind the names, and what stands by them, in source order."""
        return self._names.statements(*names)

    def calls(self, name: str) -> Iterator[CallSite]:
        """The calls of a function, or of an attribute, of that name, in source order."""
        return self._pieces.calls(name)

    def place(self, unit: Unit) -> tuple[Piece, int] | None:
        """The top-level statements that hold a unit, and its line among theirs; None for one of another file.

        Where those lines are as they were, a later version of the file has the same object for them. Of what the file
        holds as text there is none.
        """
        return self._pieces.place(unit)

    def _found(self, unit: Unit) -> FoundUnit:
        held = self._held.get(unit)
        found = self._pieces.found(unit) if held is None else held.found
        if found is None:
            raise SourceError(f"unit {unit.name!r} is not of this file")
        return found

    def _write(self, unit: Unit) -> _Written:
        known = self._written.get(unit)
        if known is None:
            found, held = self._found(unit), self._held.get(unit)
            form = self._normal_forms.of(found) if held is None else held.write()
            identity = f"{unit.name}\n{form.text}"
            digest = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()
            known = self._written[unit] = _Written(form, digest)
        return known


def _writes_property(node: FunctionNode) -> bool:
    """Whether it sets or deletes a property of its own name."""
    writing = (
        one for one in node.decorator_list if isinstance(one, ast.Attribute) and one.attr in ("setter", "deleter")
    )
    return any(isinstance(one.value, ast.Name) and one.value.id == node.name for one in writing)
