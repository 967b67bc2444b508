"""Where lines begin and end, and what a column means to an editor."""

import re
from bisect import bisect_left, bisect_right
from typing import Literal

from .edits import common_ends

PositionEncoding = Literal["utf-8", "utf-16", "utf-32"]

# The line breaks of `ast` and of the language server protocol. `str.splitlines` knows more of them (form feed,
# U+2028 ...) and would number lines differently.
LINE_BREAK = re.compile(r"\r\n|\r|\n")


def code_units(text: str, encoding: PositionEncoding) -> int:
    """How many code units of `encoding` the text takes."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-16":
        return len(text) + sum(character > "\uffff" for character in text)
    return len(text.encode("utf-8", "surrogatepass"))


def characters_within(text: str, units: int, encoding: PositionEncoding) -> int:
    """How many whole characters of the text fit in `units` code units of `encoding`."""
    if encoding == "utf-32" or text.isascii():
        return max(0, min(units, len(text)))
    taken = 0
    for index, character in enumerate(text):
        taken += code_units(character, encoding)
        if taken > units:
            return index
    return len(text)


class LineIndex:
    """The lines of a text. Line numbers are 1-based as in `ast`; columns and offsets count from 0.

    A text has at least one line; a final line break begins one more, empty line, as editors have it.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        self._ends: list[int] = []
        for line_break in LINE_BREAK.finditer(text):
            self._ends.append(line_break.start())
            self._starts.append(line_break.end())
        self._ends.append(len(text))

    def edited(self, text: str, ends: tuple[int, int] | None = None) -> "LineIndex":
        """The lines of a later version of the text; only what lies between the first and the last edit is read.

        Args:
            ends: their `common_ends`, where they are known.
        """
        if text == self.text:
            return self
        before, behind = ends or common_ends(self.text, text)
        # Where a break and the character behind it are both shared, a line begins in both texts.
        kept = max(1, bisect_left(self._starts, before))
        first_behind = bisect_right(self._starts, len(self.text) - behind)
        shift = len(text) - len(self.text)
        later = LineIndex.__new__(LineIndex)
        later.text = text
        later._starts, later._ends = self._starts[:kept], self._ends[: kept - 1]
        end = self._starts[first_behind] + shift if first_behind < self.count else len(text)
        for line_break in LINE_BREAK.finditer(text, self._starts[kept - 1], end):
            later._ends.append(line_break.start())
            later._starts.append(line_break.end())
        if first_behind < self.count:
            later._starts += [start + shift for start in self._starts[first_behind + 1 :]]
            later._ends += [end + shift for end in self._ends[first_behind:]]
        else:
            later._ends.append(len(text))
        return later

    def kept(self, later: "LineIndex") -> tuple[int, int]:
        """How many lines, from the first on and up to the last, are the same in a later version of the text."""
        before, behind = common_ends(self.text, later.text)
        return bisect_left(self._ends, before), self.count - bisect_right(self._starts, len(self.text) - behind)

    @property
    def count(self) -> int:
        return len(self._starts)

    def line(self, number: int) -> str:
        """The line's text without its line break. Raises IndexError outside 1..count."""
        self._check(number)
        return self.text[self._starts[number - 1] : self._ends[number - 1]]

    def between(self, first: int, last: int) -> str:
        """The text of whole lines, without the line break of the last. Raises IndexError outside 1..count."""
        self._check(first)
        self._check(last)
        return self.text[self._starts[first - 1] : self._ends[last - 1]]

    def start(self, number: int) -> int:
        """Offset in the text of the line's first character. Raises IndexError outside 1..count."""
        self._check(number)
        return self._starts[number - 1]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and character column of an offset in the text, clamped to the text."""
        offset = max(0, min(offset, len(self.text)))
        number = bisect_right(self._starts, offset)
        return number, min(offset, self._ends[number - 1]) - self._starts[number - 1]

    def to_client(self, number: int, column: int, encoding: PositionEncoding) -> int:
        """Character column -> code units of the client's encoding, clamped to the line (0 outside 1..count)."""
        return code_units(self._text_of(number)[: max(0, column)], encoding)

    def from_client(self, number: int, units: int, encoding: PositionEncoding) -> int:
        """Code units of the client's encoding -> character column, clamped to the line (0 outside 1..count).

        A position inside a character is that of the character.
        """
        return characters_within(self._text_of(number), units, encoding)

    def from_ast(self, number: int, col_offset: int) -> int:
        """`col_offset` of an ast node (UTF-8 bytes) -> character column."""
        return self.from_client(number, col_offset, "utf-8")

    def width(self, number: int, encoding: PositionEncoding = "utf-32") -> int:
        """Length of the line in code units of `encoding`; characters where none is given."""
        return code_units(self._text_of(number), encoding)

    def _check(self, number: int) -> None:
        if not 1 <= number <= self.count:
            raise IndexError(f"line {number} of a text of {self.count} lines")

    def _text_of(self, number: int) -> str:
        return self.line(number) if 1 <= number <= self.count else ""
