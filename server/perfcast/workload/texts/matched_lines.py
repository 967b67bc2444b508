"""Lines that a ``match`` takes apart: ``match line.split(): case ["go", way, steps]: ...``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.separators import written
from perfcast.workload.numbers.text_fields import NUMBER
from perfcast.workload.texts.line_patterns import WORD, is_text_named, itself

_READING: Final = frozenset({"int", "float"})
#: Of what matches as many words as there are.
_SEVERAL: Final = 2
_BLANK: Final = " "


class MatchedLine(NamedTuple):
    """The pattern of a line that a case takes, and what stands between its words."""

    pattern: str
    between: str


def matched_lines(body: Sequence[ast.AST], names: set[str]) -> Iterator[MatchedLine]:
    """Those of the cases that say how many words there are; names: of lines."""
    for part in body:
        match part:
            case ast.Match(ast.Call(ast.Attribute(of, "split")) as split, cases) if any(
                is_text_named(of, name) for name in names
            ):
                separator = _separator(split)
                between = itself(separator)
                if separator and between and "\n" not in between:
                    yield from (MatchedLine(between.join(words), between) for words in _taken(cases, separator))


def matched_texts(cases: Sequence[ast.match_case]) -> Iterator[str]:
    """Texts that a subject may be as a whole."""
    for case in cases:
        for one in _alternatives(case.pattern):
            yield from _written(one)


def _taken(cases: Sequence[ast.match_case], separator: str) -> Iterator[list[str]]:
    """The words of each line that one of the cases takes."""
    for case in cases:
        # What ends all is no line among others.
        if not isinstance(case.body[-1], ast.Break | ast.Raise):
            numbers = set(_read_as_numbers(case))
            found = (_words(pattern, numbers, separator) for pattern in _alternatives(case.pattern))
            yield from (words for words in found if words)


def _separator(split: ast.Call) -> str | None:
    """What stands between the words, a blank where nothing is said; None where it is not written down."""
    given = [*split.args[:1], *(one.value for one in split.keywords if one.arg == "sep")]
    match given:
        case [] | [ast.Constant(None)]:
            return _BLANK
        case [one]:
            return written(one)
    return None


def _alternatives(pattern: ast.pattern) -> Iterator[ast.pattern]:
    """``a | b`` one by one."""
    match pattern:
        case ast.MatchOr(patterns):
            for one in patterns:
                yield from _alternatives(one)
        case ast.MatchAs(ast.pattern() as inner):
            yield from _alternatives(inner)
        case _:
            yield pattern


def _read_as_numbers(case: ast.match_case) -> Iterator[str]:
    """Names that the case binds, and that its guard or its body reads as numbers."""
    for statement in (case.guard, *case.body):
        for call in ast.walk(statement) if statement is not None else ():
            match call:
                case ast.Call(function, [ast.Name(name), *_]) if last_name(function) in _READING:
                    yield name


def _words(pattern: ast.pattern, numbers: set[str], separator: str) -> list[str]:
    """As a pattern has them; none where the pattern does not say, or no line is taken apart so."""
    found: list[str] = []
    for one in pattern.patterns if isinstance(pattern, ast.MatchSequence) else ():
        texts = list(_written(one))
        match one:
            case ast.MatchStar():
                found += [WORD] * _SEVERAL
            case ast.MatchAs(None, name):
                found.append(NUMBER if name in numbers else WORD)
            case _ if texts and separator not in texts[0]:
                found.append(f"`{texts[0]}`")
            case _:
                return []
    return found


def _written(pattern: ast.pattern) -> Iterator[str]:
    """Texts that it takes and that a pattern of a line can say."""
    for one in _alternatives(pattern):
        match one:
            case ast.MatchValue(ast.Constant(str(text))) if text and "`" not in text and "\n" not in text:
                yield text
