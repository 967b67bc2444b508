"""A source file and its units."""

import ast
import difflib
import hashlib
from collections.abc import Sequence

from .collector import collector_paused
from .errors import SourceError
from .held import HeldSource, held_sources
from .lines import LineIndex
from .normal_form import NormalForms
from .syntax import parse_text
from .tolerance import parse_what_parses
from .units import FunctionNode, Unit, find_units


class SourceFile:
    """One file's text, parsed; nothing of it is ever imported or run. Use `parse` or `parse_tolerant` to make one."""

    text: str
    tree: ast.Module
    lines: LineIndex
    errors: tuple[SourceError, ...]
    """Of `parse_tolerant`: one for each block left out, in source order."""
    units: tuple[Unit, ...]
    """In source order, kernels that it holds as text among them."""
    held: tuple[HeldSource, ...]
    """The sources that it holds as text."""

    def __init__(
        self, text: str, tree: ast.Module, errors: Sequence[SourceError] = (), previous: "SourceFile | None" = None
    ) -> None:
        self.text = text
        self.tree = tree
        self.errors = tuple(errors)
        self.lines = LineIndex(text)
        self.held = tuple(held_sources(tree, self.lines))
        self._held = {kernel.found.unit: kernel for source in self.held for kernel in source.kernels}
        self._found = {found.unit: found for found in find_units(tree, self.lines)}
        self._found |= {unit: kernel.found for unit, kernel in self._held.items()}
        self.units = tuple(sorted(self._found, key=lambda unit: unit.line) if self._held else self._found)
        self._by_name = {unit.name: unit for unit in self.units}
        known = None if previous is None else previous._normal_forms
        self._normal_forms: NormalForms = NormalForms(tree, self.lines, known)
        self._texts: dict[Unit, str] = {}
        self._digests: dict[Unit, str] = {}

    @classmethod
    @collector_paused()
    def parse(cls, text: str, previous: "SourceFile | None" = None) -> "SourceFile":
        """Raises SourceError where the text does not parse. A byte order mark at its start is dropped.

        Given the previous version of the file, normal forms of what did not change since are taken from there.
        """
        text = text.removeprefix("\ufeff")
        try:
            return cls(text, parse_text(text), previous=previous)
        except SourceError as error:
            # Of what is nested too deeply the parser does not say where it is.
            raise (error if error.line else next(iter(parse_what_parses(text)[1]), error)) from None

    @classmethod
    @collector_paused()
    def parse_tolerant(cls, text: str, previous: "SourceFile | None" = None) -> "SourceFile":
        """Like `parse`, but leaves out top-level blocks that do not parse, and says so in `errors`.

        Given as `previous` a file of the same text, it is that file.
        """
        text = text.removeprefix("\ufeff")
        if previous is not None and previous.text == text:
            return previous
        tree, errors = parse_what_parses(text)
        return cls(text, tree, errors, previous)

    def unit(self, name: str) -> Unit:
        """The unit of that name; where several have it, the last, as at run time. Raises SourceError if none has."""
        if name in self._by_name:
            return self._by_name[name]
        if not self.units:
            raise SourceError(f"no unit named {name!r}: the file defines no function")
        close = difflib.get_close_matches(name, self._by_name, n=1, cutoff=0.5)
        # `method` alone is not like 'Class.method' to difflib.
        close = [known for known in self._by_name if known.endswith(f".{name}")][:1] or close
        raise SourceError(f"no unit named {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))

    def node(self, unit: Unit) -> FunctionNode:
        """The unit's definition. Raises SourceError for a unit of another file."""
        if unit not in self._found:
            raise SourceError(f"unit {unit.name!r} is not of this file")
        return self._found[unit].node

    def normal_form(self, unit: Unit) -> str:
        """The unit without comments and docstrings, then the imports, constants and callees that it uses.

        Raises SourceError where it is nested too deeply to be written, and for a unit of another file.
        """
        if unit not in self._texts:
            self.node(unit)
            held = self._held.get(unit)
            self._texts[unit] = self._normal_forms.of(self._found[unit]) if held is None else held.write()
        return self._texts[unit]

    def digest(self, unit: Unit) -> str:
        """SHA-256, in hex, of name and normal form: equal as long as a forecast for the unit holds."""
        if unit not in self._digests:
            identity = f"{unit.name}\n{self.normal_form(unit)}"
            self._digests[unit] = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()
        return self._digests[unit]
