"""Where the functions of an analysed text are in a later text, found by their lines and without parsing.

While a user types, the text hardly ever parses; a function whose own lines are all still there has kept its forecast,
wherever it has moved to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from perfcast.source import LineIndex, SourceFile, Unit
from perfcast.workload.origins.comments import directives


def split_lines(text: str) -> list[str]:
    """The lines of a text without their breaks."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@dataclass(frozen=True)
class Block:
    """The lines of one unit, from its comments to Perfcast or its decorators to its end.

    Attributes:
        lines: their text.
        def_index: which of them holds the `def`.
        first_line: of them, 1-based.
    """

    lines: tuple[str, ...]
    def_index: int
    first_line: int

    @classmethod
    def of(cls, unit: Unit, file: SourceFile, lines: Sequence[str]) -> Block:
        """The block of a unit within the lines of its file."""
        above = [directive.line for directive in directives(unit, file.lines)]
        first = min([unit.first_line, *above])
        return cls(tuple(lines[first - 1 : unit.end_line]), unit.line - first, first)

    @property
    def last_line(self) -> int:
        """1-based."""
        return self.first_line + len(self.lines) - 1

    @property
    def key(self) -> tuple[str, ...]:
        """What to look for first: the `def` and the line behind it."""
        return self.lines[self.def_index : self.def_index + 2]


def followed(blocks: Sequence[Block], before: LineIndex, after: LineIndex) -> list[int | None]:
    """As `relocated`, of the blocks of one text in a later one.

    Blocks above and below all that was edited are where they were; only the others are looked for.
    """
    above, below = before.kept(after)
    shift = after.count - before.count
    # What follows a block must be as it was, and so must the line above it.
    last_code = next((number for number in range(above, 0, -1) if _is_code(before.line(number))), 0)
    first_below = before.count - below + 1
    found: list[int | None] = []
    others: list[int] = []
    for index, block in enumerate(blocks):
        if block.last_line < last_code:
            found.append(block.first_line + block.def_index)
        elif block.first_line > first_below:
            found.append(block.first_line + block.def_index + shift)
        else:
            found.append(None)
            others.append(index)
    if not others:
        return found
    first = max(1, min([above, *(blocks[index].first_line - 1 for index in others)]))
    last = max([first_below, *(blocks[index].last_line + 1 for index in others)]) + shift
    last = max(first, min(last, after.count))
    while last < after.count and not _is_code(after.line(last)):
        last += 1
    taken = {line - first for line in found if line is not None and first <= line <= last}
    lines = split_lines(after.between(first, last))
    for index, line in zip(others, relocated([blocks[index] for index in others], lines, taken), strict=True):
        found[index] = None if line is None else line + first - 1
    return found


def relocated(blocks: Sequence[Block], lines: Sequence[str], taken: Collection[int] = frozenset()) -> list[int | None]:
    """For each block the line (1-based) of its `def` in a later text; None where its lines are no longer all there.

    Equal blocks are matched in their order, and no line is given to two blocks.

    Args:
        blocks: of the earlier text.
        lines: of the later one.
        taken: indices of lines with the `def` of other blocks.
    """
    by_key: dict[tuple[str, ...], list[int]] = {block.key: [] for block in blocks}
    definitions = {key[0] for key in by_key}
    for index, line in enumerate(lines):
        if line in definitions and index not in taken:
            # The key of a block of one line is that line alone.
            for key in {(line,), tuple(lines[index : index + 2])}:
                if key in by_key:
                    by_key[key].append(index)
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
    # The last line tells most pairs apart that begin alike.
    if start < 0 or end > len(lines) or lines[end - 1] != block.lines[-1] or tuple(lines[start:end]) != block.lines:
        return False
    above = lines[start - 1].strip() if start else ""
    if above.startswith("@") or (above.startswith("#") and "perfcast" in above):
        return False
    # What follows must not be more of the body.
    following = (lines[index] for index in range(end, len(lines)))
    code = next((line for line in following if _is_code(line)), "")
    return _indent(code) <= _indent(block.lines[block.def_index])


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
