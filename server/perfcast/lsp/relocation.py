"""Where the functions of an analysed text are in a later text, found by their lines and without parsing.

While a user types, the text hardly ever parses; a function whose own lines are all still there has kept its forecast,
wherever it has moved to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perfcast.source import SourceFile, Unit
from perfcast.workload.comments import directives


def split_lines(text: str) -> list[str]:
    """The lines of a text without their breaks."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@dataclass(frozen=True)
class Block:
    """The lines of one unit, from its comments to Perfcast or its decorators to its end.

    Attributes:
        lines: their text.
        def_index: which of them holds the `def`.
    """

    lines: tuple[str, ...]
    def_index: int

    @classmethod
    def of(cls, unit: Unit, file: SourceFile, lines: Sequence[str]) -> Block:
        """The block of a unit within the lines of its file."""
        first = min([unit.line, *(decorator.lineno for decorator in file.node(unit).decorator_list)])
        above = [directive.line for directive in directives(unit, file.lines, first)]
        first = min([first, *above])
        return cls(tuple(lines[first - 1 : unit.end_line]), unit.line - first)

    @property
    def key(self) -> tuple[str, ...]:
        """What to look for first: the `def` and the line behind it."""
        return self.lines[self.def_index : self.def_index + 2]


def relocated(blocks: Sequence[Block], lines: Sequence[str]) -> list[int | None]:
    """For each block the line (1-based) of its `def` in a later text; None where its lines are no longer all there.

    Equal blocks are matched in their order, and no line is given to two blocks.
    """
    places: dict[str, list[int]] = {block.key[0]: [] for block in blocks}
    for index, line in enumerate(lines):
        found = places.get(line)
        if found is not None:
            found.append(index)
    by_key: dict[tuple[str, ...], list[int]] = {}
    for block in blocks:
        if block.key not in by_key:
            length = len(block.key)
            by_key[block.key] = [i for i in places[block.key[0]] if tuple(lines[i : i + length]) == block.key]
    result: list[int | None] = []
    for block in blocks:
        candidates = by_key[block.key]
        match = next((place for place in candidates if _is_there(block, lines, place - block.def_index)), None)
        if match is not None:
            candidates.remove(match)
        result.append(None if match is None else match + 1)
    return result


def _is_there(block: Block, lines: Sequence[str], start: int) -> bool:
    end = start + len(block.lines)
    if start < 0 or tuple(lines[start:end]) != block.lines:
        return False
    above = lines[start - 1].strip() if start else ""
    if above.startswith("@") or (above.startswith("#") and "perfcast" in above):
        return False
    definition = block.lines[block.def_index]
    following = next((line for line in lines[end:] if line.strip() and not line.lstrip().startswith("#")), "")
    return _indent(following) <= _indent(definition)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
