"""What the names of a module stand for, of which only those pieces are looked at that bind the names asked for."""

import ast
from collections.abc import Iterator
from functools import cached_property

from .definitions.bindings import Bindings
from .segments import Pieces


class ModuleNames:
    """As `Bindings.of_body` of all statements, name by name."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._known: dict[tuple[int, ...], Bindings] = {}

    def binds(self, name: str) -> bool:
        return name in self._binding

    def of(self, name: str) -> Bindings:
        """Bindings that say all of what the name stands for."""
        return self._of_pieces(tuple(self._binding.get(name, ())))

    def statements(self, *names: str) -> Iterator[ast.stmt]:
        """Those of the pieces that bind the names, in source order."""
        indices = sorted({index for name in names for index in self._binding.get(name, ())})
        return (node for index in indices for node in self._pieces.part(index).body)

    @property
    def classes(self) -> Iterator[str]:
        """Names of the module's classes that extend others, in source order."""
        return (name for piece in self._pieces.pieces for name, bases in piece.bases.items() if bases)

    @property
    def all_classes(self) -> Iterator[str]:
        """Names of the module's classes, in source order."""
        return (name for piece in self._pieces.pieces for name in piece.bases)

    def bases_of(self, name: str) -> tuple[str, ...]:
        """What a class of the module extends, see `base_names`; nothing for what is none."""
        for index in reversed(self._binding.get(name, ())):
            bases = self._pieces.pieces[index].bases
            if name in bases:
                return bases[name]
        return ()

    @cached_property
    def star_imports(self) -> list[ast.ImportFrom]:
        """In source order."""
        pieces = self._pieces.pieces
        return self._of_pieces(tuple(index for index, piece in enumerate(pieces) if piece.imports_stars)).star_imports

    @cached_property
    def _binding(self) -> dict[str, list[int]]:
        """The indices of the pieces that bind a name."""
        found: dict[str, list[int]] = {}
        for index, piece in enumerate(self._pieces.pieces):
            for name in piece.names:
                found.setdefault(name, []).append(index)
        return found

    def _of_pieces(self, indices: tuple[int, ...]) -> Bindings:
        if indices not in self._known:
            self._known[indices] = Bindings.of_body(node for index in indices for node in self._pieces.part(index).body)
        return self._known[indices]
