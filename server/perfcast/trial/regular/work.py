"""What searching by a regular expression costs, from its parts and from where it matches.

CPython looks for places where a match may begin by the first characters that all matches share, or the set of those
that one may begin with, and tries every place where there are neither. A repeat that a pattern begins with is gone
through at each place of a text of such characters, and in vain where the rest does not follow: that grows with the
square of their number. A pattern that begins with the beginning of the text is tried there alone (``SRE(search)`` of
CPython's ``sre_lib.h``), as every pattern is by ``match`` and ``fullmatch``.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

#: The parser and the compiler that the library uses; they have no public names.
_parser: Any = importlib.import_module("re._parser")
_compiler: Any = importlib.import_module("re._compiler")
_constants: Any = importlib.import_module("re._constants")
#: Nanoseconds of a character where no match begins: held against the first character of all matches, against a set of
#: them, and tried.
_SOUGHT: Final = 0.5
_HELD_AGAINST_SET: Final = 4.0
_TRIED: Final = 8.0
#: The same of a pattern that begins with a condition, such as ``\b``; of a match that is begun and comes to nothing.
_TRIED_AT: Final = 20.0
_BEGUN: Final = 28.0
#: Nanoseconds of a character of a match: of any, of any in the line, of all but one, of a set, of a category such as
#: ``\w``; of a repeat that takes as few as it can, of a group that is repeated, of what is not repeated.
_ALL: Final = 0.02
_IN_LINE: Final = 0.35
_ALL_BUT_ONE: Final = 0.6
_OF_SET: Final = 1.5
_OF_CATEGORY: Final = 4.0
_RELUCTANT: Final = 8.0
_OF_GROUP: Final = 25.0
_PLAIN: Final = 4.0
#: Nanoseconds of a character that is given back by a repeat.
_GIVEN_BACK: Final = 0.5
#: Repeats of fewer do not grow with a text.
_OPEN: Final = 100
_REPEATS: Final = frozenset({_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT})
_BEGINNINGS: Final = frozenset({_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING})
#: Place of the flags among what the compiler says of a pattern.
_SAID: Final = 2

Spans = Sequence[tuple[int, int]]
#: In place of a match behind the last one.
_NONE: Final = (sys.maxsize, sys.maxsize)


@dataclass(frozen=True)
class Work:
    """Of one pattern.

    Attributes:
        outside, inside: nanoseconds of a character of no match, and of one.
        leading: what finds characters of the repeat that it begins with, if any; repeated: nanoseconds of one of them.
        starts: what finds the places where a match may begin; None where each is tried.
        begins: what finds the characters that a match may begin with, if all begin with one of a few.
        groups: so many there are.
        is_plain: it is a text that a search finds as it is, without trying whether there is a match.
    """

    outside: float
    inside: float
    leading: re.Pattern[str] | None
    repeated: float
    starts: re.Pattern[str] | None
    begins: re.Pattern[str] | None
    groups: int
    is_plain: bool

    def is_tried(self, text: str, start: int, end: int) -> bool:
        """Whether a match may begin anywhere in `text[start:end]`."""
        return self.starts is None or self.starts.search(text, start, end) is not None

    def of(self, text: str, start: int, end: int, spans: Spans) -> float:
        """Nanoseconds of going through `text[start:end]`, where there are matches at `spans`."""
        matched = sum(last - first for first, last in spans)
        price = self.outside * (end - start - matched) + self.inside * matched
        price += _BEGUN * self._begun_in_vain(text, start, end, spans)
        if self.leading is None:
            return price
        runs = (run.span() for run in self.leading.finditer(text, start, end))
        return price + self.repeated * sum((last - first) ** 2 for first, last in _apart(runs, spans)) / 2

    def of_one_try(self, text: str, start: int, end: int) -> float:
        """Nanoseconds of finding that no match begins at `start`."""
        price = self.outside
        if self.begins is not None and self.begins.match(text, start, end):
            price += _BEGUN
        run = None if self.leading is None else self.leading.match(text, start, end)
        return price if run is None else price + self.repeated * (run.end() - start)

    def _begun_in_vain(self, text: str, start: int, end: int, spans: Spans) -> int:
        """Places between the matches where one might begin."""
        if self.begins is None:
            return 0
        begun = 0
        for first, last in (*spans, (end, end)):
            begun += sum(1 for _ in self.begins.finditer(text, start, first))
            start = last
        return begun


def _apart(runs: Iterable[tuple[int, int]], spans: Spans) -> Iterator[tuple[int, int]]:
    """Those of the runs that no match reaches into; both are in their order, so each is looked at once."""
    matches = iter(spans)
    start, end = next(matches, _NONE)
    for first, last in runs:
        while end <= first:
            start, end = next(matches, _NONE)
        if start >= last:
            yield first, last


@lru_cache(maxsize=500)
def work_of(pattern: str, flags: int) -> Work:
    """Of a pattern that compiles."""
    tree = _parser.parse(pattern, flags)
    said: list[int] = []
    _compiler._compile_info(said, tree, tree.state.flags)
    way = said[_SAID] if said else 0
    is_literal, is_set = bool(way & _compiler.SRE_INFO_PREFIX), bool(way & _compiler.SRE_INFO_CHARSET)
    is_plain = bool(way & _compiler.SRE_INFO_LITERAL)
    outside = _SOUGHT if is_literal else _HELD_AGAINST_SET if is_set else _outside(tree)
    starts = _starts(tree, is_literal=is_literal) if is_literal or is_set else None
    leading = _leading(tree)
    finder = None if leading is None else _finder(leading, tree.state.flags)
    repeated = 0.0 if finder is None else _price(leading) + _GIVEN_BACK
    begins = starts if starts is not None else _begins(tree)
    return Work(outside, _inside(tree), finder, repeated, starts, begins, tree.state.groups - 1, is_plain)


def _outside(tree: Any) -> float:
    """Nanoseconds of a character of no match, of a pattern that does not tell what all matches begin with."""
    operation, argument = tree[0] if tree else (None, None)
    if operation is not _constants.AT:
        return _TRIED
    is_of_lines = tree.state.flags & re.MULTILINE and argument is _constants.AT_BEGINNING
    return 0.0 if argument in _BEGINNINGS and not is_of_lines else _TRIED_AT


def _starts(tree: Any, *, is_literal: bool) -> re.Pattern[str]:
    """Finds what all matches begin with, or a character that one may begin with."""
    flags = tree.state.flags
    if is_literal:
        codes, *_ = _compiler._get_literal_prefix(tree, flags)
        return re.compile(re.escape("".join(map(chr, codes))))
    characters = [(_constants.IN, _compiler._get_charset_prefix(tree, flags))]
    return _compiled(characters, flags)


def _begins(tree: Any) -> re.Pattern[str] | None:
    """Finds a character of the repeat that all matches begin with, if they do."""
    parts = _flat(tree)
    if not parts or parts[0][0] not in _REPEATS or not parts[0][1][0]:
        return None
    repeated = parts[0][1][2]
    is_set = len(repeated) == 1 and repeated[0][0] is _constants.IN
    return _compiled([repeated[0]], tree.state.flags) if is_set else None


def _inside(tree: Any) -> float:
    """Nanoseconds of a character of a match: those of repeats are most."""
    repeats = [
        _RELUCTANT if operation is _constants.MIN_REPEAT else _price(argument[2])
        for operation, argument in _flat(tree)
        if operation in _REPEATS and argument[1] > _OPEN
    ]
    return sum(repeats) / len(repeats) if repeats else _PLAIN


def _flat(tree: Any) -> list[tuple[Any, Any]]:
    """Parts in their order, those of groups that are not repeated among them."""
    found = []
    for operation, argument in tree:
        if operation is _constants.SUBPATTERN:
            found += _flat(argument[3])
        else:
            found.append((operation, argument))
    return found


def _price(repeated: Any) -> float:
    """Nanoseconds of a character of what is repeated."""
    if len(repeated) != 1:
        return _OF_GROUP
    operation, argument = repeated[0]
    if operation is _constants.ANY:
        return _ALL if repeated.state.flags & re.DOTALL else _IN_LINE
    if operation in {_constants.LITERAL, _constants.NOT_LITERAL}:
        return _ALL_BUT_ONE
    if operation is _constants.IN:
        kinds = [kind for kind, _ in argument]
        return _OF_CATEGORY if _constants.CATEGORY in kinds else _OF_SET
    return _OF_GROUP


def _leading(tree: Any) -> Any:
    """What an open repeat of single characters repeats that a match begins with, if one does."""
    parts = _flat(tree)
    # A repeat that is the last part always ends where its characters do.
    if len(parts) < 2 or parts[0][0] is not _constants.MAX_REPEAT or parts[0][1][1] <= _OPEN:
        return None
    repeated = parts[0][1][2]
    is_single = len(repeated) == 1 and repeated[0][0] in {_constants.ANY, _constants.IN, _constants.NOT_LITERAL}
    return repeated if is_single else None


def _finder(repeated: Any, flags: int) -> re.Pattern[str]:
    """Finds runs of the characters that are repeated."""
    return _compiled([(_constants.MAX_REPEAT, (1, _constants.MAXREPEAT, repeated))], flags)


def _compiled(parts: list[tuple[Any, Any]], flags: int) -> re.Pattern[str]:
    state = _parser.State()
    state.flags, state.str = flags, ""
    found: re.Pattern[str] = _compiler.compile(_parser.SubPattern(state, parts))
    return found
