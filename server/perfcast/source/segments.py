"""A module in pieces, so that after an edit only the piece that holds it is parsed.

Pieces are whole lines. Each parses on its own, and what does so parses the same between others that do; so the pieces
above and below an edit are what they were. Of those whose lines have moved nothing is kept but what does not depend on
lines: their statements are parsed again, at their new lines, once somebody asks for them.
"""

import ast
import threading
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from .classes.implied_classes import ALL_CLASSES, CLASSES, call_mark, with_marks
from .definitions.bases import base_names
from .definitions.bindings import Bindings, registered_with
from .definitions.calls import CallSite, calls_in
from .definitions.units import FoundUnit, Unit, find_units, jit_names
from .errors import SourceError
from .parsing.lines import LineIndex
from .parsing.syntax import parse_text

# Who asks for more pieces than this one by one is likely to want them all, which takes less time at once.
_MOST_ALONE = 32


@dataclass(eq=False)
class Piece:
    """What is known of some top-level statements, the comments and empty lines above them, wherever they stand.

    As long as their lines are as they were, an edited text has the same object.

    Attributes:
        line_count: from the end of what is above to their own end.
        names: that they bind in the module, other than by `import *`, and marks of classes among them, see
            `implied_classes`.
        bases: of the classes that they define, by their names, see `base_names`.
        called: names that they call; None until somebody has asked.
    """

    line_count: int
    names: frozenset[str]
    imports_stars: bool
    bases: Mapping[str, tuple[str, ...]]
    called: frozenset[str] | None = None

    @classmethod
    def of(cls, line_count: int, body: Sequence[ast.stmt]) -> "Piece":
        if all(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for node in body):
            own = (name for node in body for name in (node.name, *registered_with(node)))  # type: ignore[attr-defined]
            return cls.binding(line_count, own, body)
        bound = Bindings.of_body(body)
        definitions = [node for nodes in bound.definitions.values() for node in nodes]
        extended = [name for node in definitions for name in registered_with(node)]
        names = frozenset(extended).union(bound.definitions, bound.imports, bound.constants, bound.opaque, bound.told)
        return cls.binding(line_count, names, definitions, imports_stars=bool(bound.star_imports))

    @classmethod
    def binding(
        cls, line_count: int, names: Iterable[str], definitions: Iterable[ast.stmt], *, imports_stars: bool = False
    ) -> "Piece":
        """That binds these names."""
        classes = [node for node in definitions if isinstance(node, ast.ClassDef)]
        marks = {ALL_CLASSES} if classes else set[str]()
        marks |= {CLASSES} if any(node.bases for node in classes) else set()
        bases = {node.name: base_names(node) for node in classes}
        return cls(line_count, with_marks(names) | marks, imports_stars, bases)


@dataclass(frozen=True)
class Part:
    """A piece's statements and units at the lines where they stand in a text."""

    body: list[ast.stmt]
    found: dict[Unit, FoundUnit]

    @cached_property
    def calls(self) -> dict[str, list[CallSite]]:
        return calls_in(self.body)


class Pieces:
    """The pieces of one text, in their order. `whole` or `edited` make one."""

    def __init__(
        self, lines: LineIndex, pieces: Sequence[Piece], parts: Sequence[Part | None], units: Sequence[Unit]
    ) -> None:
        self.lines = lines
        self.pieces = pieces
        self.units = units
        # One more than there are pieces: the line behind the last.
        self._first_lines = list(accumulate((piece.line_count for piece in pieces), initial=1))
        self._parts = list(parts)
        self._tree: ast.Module | None = None
        self._parsed_alone = 0
        self._has_kernels = False
        # All threads must get the same nodes.
        self._lock = threading.RLock()

    @classmethod
    def whole(cls, tree: ast.Module, lines: LineIndex) -> "Pieces":
        """Of a tree that was parsed from this text, or from one with the same lines but for some left out."""
        names = jit_names(tree, lines.text)
        found = find_units(tree, lines, names)
        bodies = _divided(tree.body, 1, lines.count, lines)
        pieces = [Piece.of(line_count, body) for line_count, body in bodies]
        made = cls(lines, pieces, [None] * len(pieces), [one.unit for one in found])
        made._place(0, len(pieces), tree.body, found)
        made._tree = tree
        made._has_kernels = bool(names)
        return made

    @property
    def tree(self) -> ast.Module:
        """All statements."""
        with self._lock:
            if self._tree is None:
                self._parse_missing()
                self._tree = ast.Module([node for part in self._parts if part is not None for node in part.body], [])
            return self._tree

    def part(self, index: int) -> Part:
        """The piece of that index as it stands in the text."""
        with self._lock:
            part = self._parts[index]
            if part is None and self._parsed_alone < _MOST_ALONE:
                self._parsed_alone += 1
                return self._parse(index, index + 1)
            if part is None:
                self._parse_missing()
                part = self._parts[index]
            assert part is not None
            return part

    def found(self, unit: Unit) -> FoundUnit | None:
        """The unit's definition; None for a unit of another text."""
        index = self._index_of(unit.line)
        return self.part(index).found.get(unit) if 0 <= index < len(self.pieces) else None

    def place(self, unit: Unit) -> tuple[Piece, int] | None:
        """The piece that holds a unit, and how far below its first line that stands; None for one of another text."""
        at = bisect_left(self.units, unit.line, key=lambda one: one.line)
        if at == len(self.units) or self.units[at] != unit:
            return None
        index = self._index_of(unit.line)
        return self.pieces[index], unit.line - self._first_lines[index]

    def calls(self, name: str) -> Iterator[CallSite]:
        """The calls of that name, in source order."""
        for index in self._calling.get(name, ()):
            yield from self.part(index).calls[name]

    def _called(self, first: int, end: int) -> Iterator[str]:
        """Names that the pieces from `first` up to `end` call."""
        for index in range(first, end):
            piece = self.pieces[index]
            if piece.called is None:
                piece.called = frozenset(self.part(index).calls)
            yield from piece.called

    @cached_property
    def _calling(self) -> dict[str, list[int]]:
        """By the name that they call, indices of pieces."""
        found: dict[str, list[int]] = {}
        for index in range(len(self.pieces)):
            for name in self._called(index, index + 1):
                found.setdefault(name, []).append(index)
        return found

    def _index_of(self, line: int) -> int:
        return bisect_right(self._first_lines, line) - 1

    def _parse_missing(self) -> None:
        """Parse all pieces that were not, those side by side at once."""
        end = 0
        while end < len(self._parts):
            first = end
            while end < len(self._parts) and self._parts[end] is None:
                end += 1
            if first < end:
                self._parse(first, end)
            end += 1

    def _parse(self, first: int, end: int) -> Part:
        """Parse the pieces from `first` up to `end`. Returns the first of them."""
        body = _parsed_at(self.lines, self._first_lines[first], self._first_lines[end])
        # Where there are kernels, no text is parsed but as a whole.
        return self._place(first, end, body, find_units(ast.Module(body, []), self.lines, frozenset()))

    def _place(self, first: int, end: int, body: Sequence[ast.stmt], found: Sequence[FoundUnit]) -> Part:
        parts = [Part([], {}) for _ in range(first, end)]
        for node in body:
            parts[self._index_of(node.lineno) - first].body.append(node)
        for one in found:
            parts[self._index_of(one.unit.line) - first].found[one.unit] = one
        self._parts[first:end] = parts
        return parts[0]

    def edited(self, text: str, ends: tuple[int, int]) -> "Edited | None":
        """The pieces of a later version of the text; None where that has to be parsed as a whole.

        Args:
            ends: the `common_ends` of both texts.
        """
        if self._has_kernels:
            return None
        before, behind = ends
        lines = self.lines.edited(text, ends)
        # At least one character beyond its edge is as it was: what goes on with a piece above, or with its last line,
        # is parsed with it.
        above = max(0, bisect_left(self._first_lines, before, key=self._offset) - 1)
        below = bisect_right(self._first_lines, len(self.lines.text) - behind, key=self._offset)
        below = min(below, len(self.pieces))
        shift = lines.count - self.lines.count
        first_line, end_line = self._first_lines[above], self._first_lines[below] + shift
        # It would go on below; yet before \r\n, Python takes a backslash at the end of a text for nothing.
        if below < len(self.pieces) and lines.line(end_line - 1).endswith("\\"):
            return None
        try:
            body = _parsed_at(lines, first_line, end_line)
        except SourceError:
            return None
        tree = ast.Module(body, [])
        if jit_names(tree, text):
            return None
        bodies = _divided(body, first_line, end_line - 1, lines)
        new = [Piece.of(line_count, statements) for line_count, statements in bodies]
        found = find_units(tree, lines, frozenset())
        first_unit, end_unit = (
            bisect_left(self.units, self._first_lines[index], key=lambda unit: unit.line) for index in (above, below)
        )
        moved = [unit.moved(shift) for unit in self.units[end_unit:]] if shift else self.units[end_unit:]
        parts = [None] * (len(self.pieces) - below) if shift else self._parts[below:]
        made = Pieces(
            lines,
            [*self.pieces[:above], *new, *self.pieces[below:]],
            [*self._parts[:above], *[None] * len(new), *parts],
            [*self.units[:first_unit], *(one.unit for one in found), *moved],
        )
        made._place(above, above + len(new), body, found)
        replaced = [*self.pieces[above:below], *new]
        called = [*self._called(above, below), *made._called(above, above + len(new))]
        return Edited(
            made,
            [*zip(self.units[:first_unit], made.units, strict=False), *zip(self.units[end_unit:], moved, strict=True)],
            frozenset().union(*(piece.names for piece in replaced), map(call_mark, called)),
            any(piece.imports_stars for piece in replaced),
        )

    def _offset(self, line: int) -> int:
        return self.lines.start(line) if line <= self.lines.count else len(self.lines.text)


@dataclass(frozen=True)
class Edited:
    """A later version of a text.

    Attributes:
        kept: units whose own lines are as they were, before and after.
        names: all that a name of the module which is not among these stands for is as it was, and so are all calls of
            a name that is not among these as a mark, see `implied_classes`.
        stars: so is what `import *` may stand for, unless this says otherwise.
    """

    pieces: Pieces
    kept: Sequence[tuple[Unit, Unit]]
    names: frozenset[str]
    stars: bool


def _divided(
    body: Sequence[ast.stmt], first_line: int, last_line: int, lines: LineIndex
) -> list[tuple[int, list[ast.stmt]]]:
    """Statements that fill these lines, as pieces: how many lines each has, and its statements."""
    if not body:
        return [(last_line - first_line + 1, [])]
    starts = [first_line]
    bodies = [[body[0]]]
    for above, below in pairwise(body):
        end = above.end_lineno or above.lineno
        if below.lineno > end and not lines.line(end).endswith("\\"):
            starts.append(end + 1)
            bodies.append([below])
        else:
            bodies[-1].append(below)
    ends = [*starts[1:], last_line + 1]
    return [(end - start, statements) for start, end, statements in zip(starts, ends, bodies, strict=True)]


def _parsed_at(lines: LineIndex, first_line: int, end_line: int) -> list[ast.stmt]:
    """The statements of whole lines, up to `end_line`. Raises SourceError where they do not parse on their own."""
    start = lines.start(first_line)
    end = lines.start(end_line) if end_line <= lines.count else len(lines.text)
    # Empty lines above are read in no time, and all statements have the lines that they should have.
    return parse_text("\n" * (first_line - 1) + lines.text[start:end]).body
