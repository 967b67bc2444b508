"""Parsing of a file in the middle of an edit: what of it parses, with its line numbers."""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from perfcast.source.errors import SourceError

from .lines import LINE_BREAK
from .syntax import parse_text

_CODE = re.compile(r"\f*[^\s#]")
# Code that begins a statement, rather than going on with the one above.
_STATEMENT = re.compile(r"\f*(?!(?:elif|else|except|finally)\b)[\w@\"'(\[{*~+-]")
_CLASS = re.compile(r"(?:^|[\r\n])\f*class\b")
_MEMBER_MARGIN = re.compile(r"[\r\n]([ \t]+)(?:@|def\b|async\b|class\b)")
# What may close what a block leaves open: lines within a string or within brackets can look like blocks of their own.
_CLOSERS = {"unterminated triple-quoted": re.compile(r"\"\"\"|'''"), "was never closed": re.compile(r"[)\]}]")}
_MOST_BLOCKS_JOINED = 40
_MOST_JOINS_TRIED = 4
# A text with more of them is no file in the middle of an edit, and what is below is not worth the time.
_MOST_ERRORS = 100


@dataclass(frozen=True)
class _Block:
    """Whole lines, from one with code at the margin to the next."""

    first_line: int
    text: str
    goes_on: bool = False
    """Begins with what is no statement of its own: `else:`, a closing bracket, something mistyped."""

    @property
    def breaks(self) -> int:
        return len(LINE_BREAK.findall(self.text))


def parse_what_parses(text: str) -> tuple[ast.Module, list[SourceError]]:
    """The text without the top-level blocks that do not parse, and an error for each of those, up to 100.

    Of a class only those parts of its body are left out that do not parse, if the rest of it does.
    """
    try:
        return parse_text(text), []
    except SourceError as error:
        whole = error
    kept, errors = _leave_out_broken(_blocks(_Block(1, text), margin=""), header="")
    try:
        return parse_text(kept), errors
    except SourceError:
        return ast.Module([], []), [whole]


def _blocks(block: _Block, margin: str) -> list[_Block]:
    """Divides a block where code stands at `margin`, decorators with what they decorate.

    What is above the first such line is a block as well.
    """
    starts = [(block.first_line, 0, False)]
    after_decorator = False
    line_starts = [0, *(found.end() for found in LINE_BREAK.finditer(block.text))]
    for line, start in enumerate(line_starts, block.first_line):
        if block.text.startswith(margin, start) and (code := _CODE.match(block.text, start + len(margin))):
            goes_on = _STATEMENT.match(block.text, start + len(margin)) is None
            if start > 0 and not after_decorator:
                starts.append((line, start, goes_on))
            # What goes on below a decorator is the rest of it: the ')' of its arguments.
            after_decorator = after_decorator if goes_on else code[0].endswith("@")
    ends = [*(start for _, start, _ in starts[1:]), len(block.text)]
    return [
        _Block(line, block.text[start:end], goes_on) for (line, start, goes_on), end in zip(starts, ends, strict=True)
    ]


def _leave_out_broken(blocks: Sequence[_Block], header: str) -> tuple[str, list[SourceError]]:
    """The blocks' text, empty lines in place of the broken ones; each is parsed below the header."""
    kept: list[str] = []
    errors: list[SourceError] = []
    index = 0
    while index < len(blocks) and len(errors) < _MOST_ERRORS:
        end = index + 1
        while end < len(blocks) and blocks[end].goes_on:
            end += 1
        statement = _merged(blocks[index:end])
        error = _error_of(statement, header)
        if error is None:
            kept.append(statement.text)
        elif count := _parsing_above(error, blocks[index:end], header) or _joined(error, blocks[index:], header):
            end = index + count
            kept.append(_merged(blocks[index:end]).text)
        elif not header and (repaired := _without_broken_members(statement)):
            kept.append(repaired[0])
            errors += repaired[1]
        else:
            # Not \n, which would be one line break with a \r above.
            kept.append("\r" * statement.breaks)
            errors.append(error)
        index = end
    return "".join(kept), errors


def _merged(blocks: Sequence[_Block]) -> _Block:
    return _Block(blocks[0].first_line, "".join(block.text for block in blocks), blocks[0].goes_on)


def _error_of(block: _Block, header: str) -> SourceError | None:
    """The error with its line in the whole text, if the block does not parse."""
    try:
        parse_text(header + block.text)
    except SourceError as error:
        line = (error.line or 1) - len(LINE_BREAK.findall(header))
        return SourceError(error.reason, block.first_line + max(line, 1) - 1, error.column)
    return None


def _parsing_above(error: SourceError, blocks: Sequence[_Block], header: str) -> int:
    """How many blocks stand above the error, if they parse without the one that holds it."""
    count = sum(block.first_line <= (error.line or 0) for block in blocks) - 1
    return count if count > 0 and _error_of(_merged(blocks[:count]), header) is None else 0


def _joined(error: SourceError, blocks: Sequence[_Block], header: str) -> int:
    """How many blocks, from the first on, parse as one where the first alone is unfinished; 0 if none do."""
    closer = next((closer for reason, closer in _CLOSERS.items() if reason in error.reason), None)
    closing = [
        count for count, block in enumerate(blocks[:_MOST_BLOCKS_JOINED], 1) if closer and closer.search(block.text)
    ]
    for count in [count for count in closing if count > 1][:_MOST_JOINS_TRIED]:
        if _error_of(_merged(blocks[:count]), header) is None:
            return count
    return 0


def _without_broken_members(block: _Block) -> tuple[str, list[SourceError]] | None:
    """None where the block is no class, or nothing of it can be kept."""
    margin = _MEMBER_MARGIN.search(block.text)
    if margin is None or not _CLASS.search(block.text):
        return None
    header, *members = _blocks(block, margin[1])
    text, errors = _leave_out_broken(members, header.text)
    repaired = _Block(block.first_line, header.text + text)
    return (repaired.text, errors) if _error_of(repaired, "") is None else None
