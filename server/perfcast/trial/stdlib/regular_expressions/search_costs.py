"""What searching by a regular expression costs, from its parts and from where it matches.

CPython looks for places where a match may begin by the first characters that all matches share, or the set of those
that one may begin with, and tries every place where there are neither. A repeat that a pattern begins with is gone
through at each place of a text of such characters, and in vain where the rest does not follow: that grows with the
square of their number; so does an open repeat behind characters that there are many of. A pattern that begins with the
beginning of the text is tried there alone (``SRE(search)`` of CPython's ``sre_lib.h``), as every pattern is by
``match`` and ``fullmatch``.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

#: The parser and the compiler that the library uses; they have no public names.
_parser: Any = importlib.import_module("re._parser")
_compiler: Any = importlib.import_module("re._compiler")
_constants: Any = importlib.import_module("re._constants")
#: Nanoseconds of a character where no match begins: held against the first character of all matches, against a set of
#: them, and tried.
_SOUGHT: Final = 0.5
_HELD_AGAINST_SET: Final = 4.0
_TRIED: Final = 8.0
#: The same of a pattern that begins with a condition, such as ``\b``, and with the beginning of a line; of a match that
#: is begun and comes to nothing.
_TRIED_AT: Final = 20.0
_TRIED_AT_LINES: Final = 4.7
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
#: Nanoseconds of a character that is given back by a repeat: where a certain one has to follow, and where what follows
#: is tried.
_GIVEN_BACK: Final = 0.5
_GIVEN_BACK_TRIED: Final = 6.5
#: Bytes of what is kept of a turn of a repeat, of each choice and each repeat within it, and of each group there.
_TURN: Final = 72
_GROUP_KEPT: Final = 32
#: Characters of the longest match of a slow pattern of which a part is matched again.
_MOST_GONE_AGAIN: Final = 2_000
#: Repeats of fewer do not grow with a text.
_OPEN: Final = 100
_REPEATS: Final = frozenset({_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT})
#: Those that take fewer where what is behind them does not follow.
_GIVING_BACK: Final = frozenset({_constants.MAX_REPEAT, _constants.MIN_REPEAT})
#: What one character is held against.
_SINGLE: Final = frozenset({_constants.ANY, _constants.IN, _constants.LITERAL, _constants.NOT_LITERAL})
_BEGINNINGS: Final = frozenset({_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING})
#: Place of the flags among what the compiler says of a pattern.
_SAID: Final = 2

#: Where some of a pattern's parts are: of a repeat, of a group.
_WITHIN: Final = {**dict.fromkeys(_REPEATS, 2), _constants.SUBPATTERN: 3}

Spans = Sequence[tuple[int, int]]
#: In place of a match behind the last one.
_NONE: Final = (sys.maxsize, sys.maxsize)


class _Turns(NamedTuple):
    """Of a repeat whose turns are kept.

    Attributes:
        finder: finds a turn; nbytes: that are kept of it.
        price: nanoseconds that a character of a match does not tell, of one that is a choice.
        needed: characters that a match has gone through before it comes to the repeat.
        way: what it goes through before, and that with the repeat; None where it comes there again and again.
        longest: characters of the longest match in which that way is gone.
    """

    finder: re.Pattern[str]
    nbytes: int
    price: float
    needed: str
    way: tuple[re.Pattern[str], re.Pattern[str]] | None
    longest: int

    def within(self, text: str, span: tuple[int, int]) -> int:
        """Turns in a match, which need not come by the repeat."""
        if any(text.find(one, *span) < 0 for one in self.needed):
            return 0
        if self.way is None or span[1] - span[0] > self.longest:
            return _matches(self.finder, text, span)
        before, through = (pattern.match(text, *span) for pattern in self.way)
        if before is None or through is None:
            return 0
        return _matches(self.finder, text, (before.end(), through.end()))


class _Beginning(NamedTuple):
    """Single characters that a pattern begins with, with an open repeat of others behind them, and more behind that.

    Attributes:
        finder: finds those characters; runs: characters that are repeated.
        price: nanoseconds of one of these where what is behind them does not follow.
    """

    finder: re.Pattern[str]
    runs: re.Pattern[str]
    price: float

    def in_vain(self, text: str, start: int, first: int, end: int) -> float:
        """Nanoseconds of going through what is repeated from each beginning in `text[start:first]`, up to `end`."""
        places = [one.end() for one in self.finder.finditer(text, start, first)]
        if not places:
            return 0.0
        runs = (run.span() for run in self.runs.finditer(text, places[0], end))
        gone, run = 0, next(runs, _NONE)
        for place in places:
            while run[1] <= place:
                run = next(runs, _NONE)
            gone += run[1] - place if run[0] <= place else 0
        return self.price * gone

    def of_one(self, text: str, start: int, end: int) -> float:
        """The same where it begins at `start`, if it does."""
        begun = self.finder.match(text, start, end)
        run = None if begun is None else self.runs.match(text, begun.end(), end)
        return 0.0 if run is None else self.price * (run.end() - run.start())


@dataclass(frozen=True)
class Work:
    """Of one pattern.

    Attributes:
        outside, inside: nanoseconds of a character of no match, and of one.
        leading: what finds characters of the repeat that it begins with, if any; repeated: nanoseconds of one of them.
        starts: what finds the places where a match may begin; None where each is tried.
        begins: what finds the characters that a match may begin with, if all begin with one of a few.
        beginning: of a pattern that begins with single characters and a repeat.
        groups: so many there are.
        is_plain: it is a text that a search finds as it is, without trying whether there is a match.
        turns: of repeats, where each is kept.
    """

    outside: float
    inside: float
    leading: re.Pattern[str] | None
    repeated: float
    starts: re.Pattern[str] | None
    begins: re.Pattern[str] | None
    beginning: _Beginning | None
    groups: int
    is_plain: bool
    turns: Sequence[_Turns]

    def is_tried(self, text: str, start: int, end: int) -> bool:
        """Whether a match may begin anywhere in `text[start:end]`."""
        return self.starts is None or self.starts.search(text, start, end) is not None

    def of(self, text: str, start: int, end: int, spans: Spans) -> float:
        """Nanoseconds of going through `text[start:end]`, where there are matches at `spans`."""
        matched = sum(last - first for first, last in spans)
        price = self.outside * (end - start - matched) + self.inside * matched
        price += self._begun_in_vain(text, start, end, spans)
        price += sum(one.price * one.within(text, span) for one in self.turns if one.price for span in spans)
        if self.leading is None:
            return price
        runs = (run.span() for run in self.leading.finditer(text, start, end))
        return price + self.repeated * sum((last - first) ** 2 for first, last in _apart(runs, spans)) / 2

    def of_one_try(self, text: str, start: int, end: int) -> float:
        """Nanoseconds of finding that no match begins at `start`."""
        price = self.outside
        if self.begins is not None and self.begins.match(text, start, end):
            price += _BEGUN
        if self.beginning is not None:
            price += self.beginning.of_one(text, start, end)
        run = None if self.leading is None else self.leading.match(text, start, end)
        return price if run is None else price + self.repeated * (run.end() - start)

    def kept(self, text: str, spans: Spans) -> int:
        """Bytes of what was kept of the turns of repeats when the match of `spans` that has most of them was found."""
        if not self.turns:
            return 0
        return max((sum(one.nbytes * one.within(text, span) for one in self.turns) for span in spans), default=0)

    def _begun_in_vain(self, text: str, start: int, end: int, spans: Spans) -> float:
        """Nanoseconds of places between the matches where one might begin."""
        if self.begins is None and self.beginning is None:
            return 0.0
        price = 0.0
        for first, last in (*spans, (end, end)):
            if self.begins is not None:
                price += _BEGUN * sum(1 for _ in self.begins.finditer(text, start, first))
            if self.beginning is not None:
                price += self.beginning.in_vain(text, start, first, end)
            start = last
        return price


def _matches(finder: re.Pattern[str], text: str, span: tuple[int, int]) -> int:
    return sum(1 for _ in finder.finditer(text, *span))


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
def work_of(pattern: str, flags: int, *, is_slow: bool = False) -> Work:
    """Of a pattern that compiles.

    Args:
        is_slow: it may take long, as its parts may, too.
    """
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
    repeated = 0.0 if finder is None else _price(leading) + _given_back(_flat(tree)[1])
    begins = starts if starts is not None else _begins(tree)
    turns = tuple(_turns(tree, is_slow=is_slow))
    groups = tree.state.groups - 1
    return Work(outside, _inside(tree), finder, repeated, starts, begins, _beginning(tree), groups, is_plain, turns)


def _outside(tree: Any) -> float:
    """Nanoseconds of a character of no match, of a pattern that does not tell what all matches begin with."""
    parts = _flat(tree)
    operation, argument = parts[0] if parts else (None, None)
    if argument is not None and operation is _constants.BRANCH:
        return _TRIED * float(1 + len(argument[1]))
    if operation is not _constants.AT:
        return _TRIED
    is_of_lines = tree.state.flags & re.MULTILINE and argument is _constants.AT_BEGINNING
    if is_of_lines:
        return _TRIED_AT_LINES
    return 0.0 if argument in _BEGINNINGS else _TRIED_AT


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


def _turns(tree: Any, *, is_slow: bool, is_choice: bool = False, before: Sequence[Any] | None = ()) -> Iterator[_Turns]:
    """Of repeats that may have many turns of more than one character, but for those that might be gone through again
    and again.

    Args:
        before: parts that a match goes through first; None within a repeat.
    """
    for place, (operation, argument) in enumerate(tree):
        so_far = None if before is None else [*before, *tree[:place]]
        is_kept = operation in _REPEATS and argument[1] > _OPEN and not _compiler._simple(argument[2])
        if is_kept and operation is not _constants.POSSESSIVE_REPEAT and _are_soon_found(argument[2], is_slow=is_slow):
            # It may have groups, which the whole pattern numbers.
            nbytes = _TURN + _kept_within(argument[2])
            price = _OF_GROUP if is_choice else 0.0
            longest = _MOST_GONE_AGAIN if is_slow else sys.maxsize
            finder, needed = _compiler.compile(argument[2]), _literals(so_far or (), tree.state.flags)
            way = None if so_far is None else (_joined(tree, so_far), _joined(tree, [*so_far, (operation, argument)]))
            yield _Turns(finder, nbytes, price, needed, way, longest)
        is_once = argument[1] == 1 if operation in _REPEATS else not _changes_flags(operation, argument)
        for part in _parts(operation, argument):
            yield from _turns(
                part,
                is_slow=is_slow,
                is_choice=is_choice or operation is _constants.BRANCH,
                before=so_far if is_once else None,
            )


def _joined(tree: Any, parts: list[Any]) -> re.Pattern[str]:
    found: re.Pattern[str] = _compiler.compile(_parser.SubPattern(tree.state, parts))
    return found


def _changes_flags(operation: Any, argument: Any) -> bool:
    return operation is _constants.SUBPATTERN and bool(argument[1] or argument[2])


def _literals(parts: Sequence[Any], flags: int) -> str:
    """Characters that what matches the parts has, as far as they stand for themselves."""
    found = {chr(argument) for operation, argument in parts if operation is _constants.LITERAL}
    return "" if flags & re.IGNORECASE else "".join(sorted(found))


def _are_soon_found(turn: Any, *, is_slow: bool) -> bool:
    """Whether there are few ways to go through one turn."""
    repeats, choices = _ways(turn)
    return repeats + choices <= 1 and not (is_slow and repeats)


def _ways(tree: Any) -> tuple[int, int]:
    """How many repeats may be longer or shorter, and how many choices there are."""
    repeats = choices = 0
    for operation, argument in tree:
        repeats += operation in _REPEATS and argument[0] != argument[1]
        choices += operation is _constants.BRANCH
        for part in _parts(operation, argument):
            more = _ways(part)
            repeats, choices = repeats + more[0], choices + more[1]
    return repeats, choices


def _kept_within(tree: Any) -> int:
    """Bytes of what is kept within one turn."""
    found = 0
    for operation, argument in tree:
        parts = _parts(operation, argument)
        if operation is _constants.SUBPATTERN:
            found += _GROUP_KEPT if argument[0] is not None else 0
        elif parts:
            found += _TURN
        found += max(map(_kept_within, parts), default=0)
    return found


def _parts(operation: Any, argument: Any) -> Sequence[Any]:
    """Patterns that a part of one is put together from; what is only looked at is none."""
    if operation is _constants.BRANCH:
        return list(argument[1])
    return [argument[_WITHIN[operation]]] if operation in _WITHIN else []


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


def _given_back(following: tuple[Any, Any]) -> float:
    """Nanoseconds of a character that a repeat gives back, by the part behind it."""
    return _GIVEN_BACK if following[0] is _constants.LITERAL else _GIVEN_BACK_TRIED


def _beginning(tree: Any) -> _Beginning | None:
    parts = _flat(tree)
    number = next((place for place, (operation, _) in enumerate(parts) if operation not in _SINGLE), len(parts))
    # A repeat that is the last part always ends where its characters do.
    if not number or number + 1 >= len(parts):
        return None
    (operation, argument), following = parts[number], parts[number + 1]
    if operation not in _GIVING_BACK or argument[1] <= _OPEN or not _is_single(argument[2]):
        return None
    flags, repeated = tree.state.flags, argument[2]
    if operation is _constants.MIN_REPEAT:
        price = _RELUCTANT + (0.0 if following[0] is _constants.LITERAL else _GIVEN_BACK_TRIED)
    else:
        price = _price(repeated) + _given_back(following)
    return _Beginning(_compiled(parts[:number], flags), _finder(repeated, flags), price)


def _is_single(repeated: Any) -> bool:
    return len(repeated) == 1 and repeated[0][0] in _SINGLE


def _finder(repeated: Any, flags: int) -> re.Pattern[str]:
    """Finds runs of the characters that are repeated."""
    return _compiled([(_constants.MAX_REPEAT, (1, _constants.MAXREPEAT, repeated))], flags)


def _compiled(parts: list[tuple[Any, Any]], flags: int) -> re.Pattern[str]:
    state = _parser.State()
    state.flags, state.str = flags, ""
    found: re.Pattern[str] = _compiler.compile(_parser.SubPattern(state, parts))
    return found
