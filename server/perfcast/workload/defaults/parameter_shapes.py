"""What the body makes of a function's parameters, for all that is asked of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, partial
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import body_of
from perfcast.workload.code.regexes import Expression
from perfcast.workload.code.separators import separators
from perfcast.workload.naming.names import FLOAT, INT, is_long_text
from perfcast.workload.naming.usual_formats import look
from perfcast.workload.sequences.grids import largest_beside_walls
from perfcast.workload.structures.constants import Told, own_constants
from perfcast.workload.structures.questions import Questions, questions
from perfcast.workload.structures.reader import shapes_of
from perfcast.workload.structures.shapes import Shape
from perfcast.workload.texts.asked_lines import with_asked_lines
from perfcast.workload.texts.characters import are_digits
from perfcast.workload.texts.line_patterns import WORD, is_text_named, line_pattern, pattern_with_matches
from perfcast.workload.texts.read_texts import read_pattern_of
from perfcast.workload.texts.sliced_numbers import sliced_pattern
from perfcast.workload.texts.tokens import token_pattern
from perfcast.workload.texts.units import measure_pattern

#: Characters that a line has room for besides what a regular expression finds in it.
_MOST_BESIDES: Final = 4


class ParameterShapes:
    """The shapes of a function's parameters, found out once one of them is asked for."""

    def __init__(self, node: FunctionNode, names: list[str], told: Mapping[str, Told]) -> None:
        self._node, self._names, self._beside = node, names, told

    def __getitem__(self, name: str) -> Shape:
        return self._all[name]

    def have_key(self, name: str) -> bool:
        """Whether a parameter has records with that key."""
        return any(shape.has_key(name) for shape in self._all.values())

    @cached_property
    def _all(self) -> dict[str, Shape]:
        return shapes_of(self._node, self._names, self.told)

    @cached_property
    def told(self) -> Mapping[str, Told]:
        """What constants and classes tell, those of the function among them."""
        return {**self._beside, **own_constants(self._node, self._beside)} if self.asked.tables else self._beside

    @cached_property
    def _patterns(self) -> dict[str, Expression]:
        return {name: one.pattern for name, one in self.told.items() if one.pattern is not None}

    def are_numbers(self, name: str) -> bool:
        """Whether what a parameter is made of is reckoned with, or compared with numbers."""
        return self._all[name].leaf.type in (INT, FLOAT)

    def are_digits(self, name: str) -> bool:
        """As the function of that name."""
        return are_digits(self._node, name)

    def largest_of_board(self, numbers: Collection[int]) -> int:
        """As `largest_beside_walls`."""
        return largest_beside_walls(self._node, numbers)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Whole numbers beside the function."""
        return {name: one.number for name, one in self._beside.items() if one.number is not None}

    @cached_property
    def asked(self) -> Questions:
        return questions(self._node)

    def pattern(self, name: str, *, of_many: bool) -> str | None:
        """As `line_pattern`."""
        return line_pattern(self._node, name, of_many=of_many, known=self._patterns)

    def read(self, name: str, *, of_many: bool) -> str | None:
        """As `read_pattern_of`, as `sliced_pattern`, or as `measure_pattern`."""
        read = read_pattern_of(self._node, name, of_many=of_many) if self.asked.formats else None
        is_sliced = self.asked.numbers and not of_many and look(name) is None
        found = read or (sliced_pattern(self._node, name) if is_sliced else None)
        if found is not None or of_many or not self.asked.numbers:
            return found
        tables = {table: one.keys for table, one in self.told.items()}
        return measure_pattern(body_of(self._node), partial(is_text_named, name=name), tables)

    def tokens(self, name: str) -> str | None:
        """As `token_pattern`."""
        is_searched = bool(self._patterns or self.separators)
        return token_pattern(self._node, name, self._patterns) if is_searched else None

    def with_asked_lines(self, name: str, pattern: str | None, *, of_many: bool) -> str | None:
        """As `with_asked_lines`."""
        return with_asked_lines(self._node, name, pattern, of_many=of_many)

    def pattern_with_matches(self, name: str, *, of_many: bool) -> str | None:
        """As `pattern_with_matches`, with all that the body looks for besides behind words of its own."""
        is_text = of_many or is_long_text(name)
        pattern = pattern_with_matches(self._node, name, self._patterns, of_many=of_many) if is_text else None
        if not pattern:
            return None
        # One of a kind stands for all of it; what no pattern says is left out.
        others = [one for one in self.separators if not (one.isspace() or one.isalnum() or one in f"{pattern}`")]
        is_sayable = len(others) <= _MOST_BESIDES
        return f"{''.join(f'{WORD}{one} ' for one in others)}{pattern}" if is_sayable else None

    @cached_property
    def separators(self) -> str:
        return separators(self._node, self._patterns)
