"""Parts of a file as printed, each once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from perfcast.source.definitions.bindings import Constant, Definition, ImportedName
from perfcast.source.definitions.dunder_methods import called_name
from perfcast.source.definitions.options import without_help
from perfcast.source.definitions.units import FunctionNode
from perfcast.source.normal_forms.constants import assignment
from perfcast.source.normal_forms.methods import is_told_by_name
from perfcast.source.normal_forms.piece import Piece
from perfcast.source.parsing.lines import LineIndex
from perfcast.source.printing import changed, print_code

#: Decorators of Triton that choose among launches.
_TUNING: Final = frozenset({"autotune", "heuristics"})
#: The module of torch's Inductor whose decorators do.
_TUNING_MODULE: Final = "triton_heuristics"
#: What long work on a file may leave behind.
_MOST_KEPT: Final = 50_000


class PrintedParts:
    """Those of one file.

    What stands unchanged in the `previous` version of the file is taken from there. Of a version that `goes_on` from
    it, few are printed anew; so that what the others consist of is not forgotten, both keep it together.
    """

    def __init__(self, lines: LineIndex, previous: PrintedParts | None = None, *, goes_on: bool = False) -> None:
        self._lines = lines
        self._definitions: dict[Definition, Piece] = {}
        self._constants: dict[tuple[Constant, int], Piece] = {}
        self._imports: dict[tuple[ast.alias, ...], str] = {}
        # By the source that alone decides about them: the lines of a definition, and what is taken of it.
        self._pieces: dict[tuple[object, ...], Piece] = {}
        self._known: Mapping[tuple[object, ...], Piece] = {} if previous is None else previous._pieces
        if previous is not None and goes_on and len(previous._pieces) < _MOST_KEPT:
            self._pieces, self._known = previous._pieces, previous._known

    def definition(self, node: Definition) -> Piece:
        """As it stands in the file."""
        if node not in self._definitions:
            self._definitions[node] = self._made((self._source(node), 0), lambda: Piece.of(node))
        return self._definitions[node]

    def definitions_of(self, nodes: Sequence[Definition]) -> Piece:
        """Of definitions that belong together, one below the other."""
        pieces = [self.definition(node) for node in nodes]
        names, stems, read = (
            frozenset().union(*(getattr(one, part) for one in pieces)) for part in ("names", "stems", "read")
        )
        text = "\n\n".join(one.text for one in pieces)
        return Piece(text, names - {node.name for node in nodes}, stems, read)

    def kernel(self, node: FunctionNode) -> Piece:
        """Without what tunes it: a launch says which configuration it has."""
        kept = [decorator for decorator in node.decorator_list if not _is_tuning(decorator)]
        return self._made((self._source(node), -1), lambda: Piece.of(changed(node, decorator_list=kept)))

    def class_with(self, node: ast.ClassDef, names: Collection[str]) -> Piece:
        """A class with the methods of these names, and those that are not called by their names alone."""
        body = [part for part in node.body if not is_told_by_name(part) or part.name in names]
        kept = frozenset(part.name for part in body if is_told_by_name(part))
        made = changed(node, body=body or [ast.Pass()])
        return self._made((self._source(node), kept), lambda: Piece.of(made))

    def method(
        self, owner: ast.ClassDef, unit: FunctionNode, key: object, reduced: Callable[[], ast.ClassDef]
    ) -> Piece:
        """A class as far as one of its methods needs it.

        Args:
            key: what else decides about that, besides the class's own text.
        """
        return self._made((self._source(owner), unit.lineno - owner.lineno, key), lambda: Piece.of(reduced()))

    def constants_text(self, constants: Iterable[Constant], told: Iterable[ast.Expr], longest: int) -> list[str]:
        """In source order, the options of the command line between them."""
        lines = [(one.place, self.constant(one, longest).text) for one in constants]
        lines += [((one.lineno, one.col_offset, 0), print_code(without_help(one))) for one in told]
        return [text for _, text in sorted(lines)]

    def constant(self, constant: Constant, longest: int) -> Piece:
        """As a statement of its own, see `assignment`."""
        if (constant, longest) not in self._constants:
            self._constants[constant, longest] = Piece.of(assignment(constant, longest))
        return self._constants[constant, longest]

    def import_lines(self, names: Iterable[ImportedName]) -> list[str]:
        """The statements in source order, each with the needed names only."""
        statements: dict[ast.Import | ast.ImportFrom, list[ast.alias]] = {}
        for name in names:
            statements.setdefault(name.statement, []).append(name.alias)
        lines = []
        for statement, aliases in sorted(statements.items(), key=lambda item: (item[0].lineno, item[0].col_offset)):
            needed = tuple(alias for alias in statement.names if alias in aliases)
            if needed not in self._imports:
                self._imports[needed] = print_code(changed(statement, names=needed))
            lines.append(self._imports[needed])
        return lines

    def _made(self, key: tuple[object, ...], make: Callable[[], Piece]) -> Piece:
        if key not in self._pieces:
            self._pieces[key] = self._known.get(key) or make()
        return self._pieces[key]

    def _source(self, node: Definition) -> str:
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        return self._lines.between(first, node.end_lineno or node.lineno)


def _is_tuning(decorator: ast.expr) -> bool:
    if called_name(decorator) in _TUNING:
        return True
    match decorator:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module))):
            return module == _TUNING_MODULE
    return False
