"""Patterns without alternatives: whatever comes next in the text, only one part of them can match it.

A search that fails then goes back in vain but once for each character, however its repeats lie within each other.
Told for ASCII texts: of each part it is known which of those characters it takes.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass, field
from typing import Any, Final

#: The names of the library's own parser; it has no public ones.
_constants: Any = importlib.import_module("re._constants")
_ALL: Final = (1 << 128) - 1
_REPEATS: Final = frozenset({_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT})
#: Parts that take a character, at most.
_MOST_PLACES: Final = 300
_CLASSES: Final = {
    getattr(_constants, f"CATEGORY_{name}"): sum(1 << code for code in range(128) if re.match(pattern, chr(code)))
    for name, pattern in (
        *(("DIGIT", r"\d"), ("NOT_DIGIT", r"\D"), ("SPACE", r"\s"), ("NOT_SPACE", r"\S")),
        *(("WORD", r"\w"), ("NOT_WORD", r"\W")),
    )
}


class _Refused(Exception):
    """The pattern has a part that is not looked into."""


@dataclass
class _Part:
    """First and last places of a part, and whether it may take nothing."""

    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    may_be_empty: bool = True


def is_determined(tree: Any, *, ignores_case: bool) -> bool:
    """Whether but one part of the parsed pattern can take the next character of an ASCII text, wherever it stands."""
    places = _Places(ignores_case)
    try:
        whole = places.sequence(tree)
    except _Refused:
        return False
    return all(places.are_apart(following) for following in (whole.first, *places.following))


class _Places:
    """The places in a pattern that take a character, by what may follow them; twice where it may in two ways."""

    def __init__(self, ignores_case: bool) -> None:
        self._ignores_case = ignores_case
        self._characters: list[int] = []
        self.following: list[list[int]] = []

    def are_apart(self, places: list[int]) -> bool:
        """Whether no two of them take the same character."""
        taken = 0
        for place in places:
            if taken & self._characters[place]:
                return False
            taken |= self._characters[place]
        return True

    def sequence(self, tree: Any) -> _Part:
        whole = _Part()
        for operation, argument in tree:
            part = self._part(operation, argument)
            for place in whole.last:
                self.following[place].extend(part.first)
            if whole.may_be_empty:
                whole.first.extend(part.first)
            whole.last = whole.last + part.last if part.may_be_empty else part.last
            whole.may_be_empty &= part.may_be_empty
        return whole

    def _part(self, operation: Any, argument: Any) -> _Part:
        if operation is _constants.AT:
            return _Part()
        if operation is _constants.SUBPATTERN and not argument[1]:
            return self.sequence(argument[3])
        if operation is _constants.BRANCH:
            parts = [self.sequence(one) for one in argument[1]]
            if sum(part.may_be_empty for part in parts) > 1:
                raise _Refused
            firsts, lasts = [p for part in parts for p in part.first], [p for part in parts for p in part.last]
            return _Part(firsts, lasts, any(part.may_be_empty for part in parts))
        if operation in _REPEATS:
            return self._repeat(*argument)
        return self._place(self._taken(operation, argument))

    def _repeat(self, least: Any, most: Any, tree: Any) -> _Part:
        part = self.sequence(tree)
        if part.may_be_empty and (most > 1 or least == 0):
            raise _Refused
        if most > 1:
            for place in part.last:
                self.following[place].extend(part.first)
        return _Part(part.first, part.last, part.may_be_empty or least == 0)

    def _place(self, characters: int) -> _Part:
        if len(self.following) >= _MOST_PLACES:
            raise _Refused
        self._characters.append(characters)
        self.following.append([])
        place = len(self.following) - 1
        return _Part([place], [place], False)

    def _taken(self, operation: Any, argument: Any) -> int:
        """The characters that a part for one character takes, as bits by their codes."""
        if operation is _constants.ANY:
            return _ALL
        if operation is _constants.LITERAL:
            return self._either_case(_bit(argument))
        if operation is _constants.NOT_LITERAL:
            return _ALL & ~self._either_case(_bit(argument)) if not self._ignores_case else _ALL
        if operation is not _constants.IN:
            raise _Refused
        found, is_negated = 0, False
        for kind, value in argument:
            if kind is _constants.NEGATE:
                is_negated = True
            elif kind is _constants.LITERAL:
                found |= _bit(value)
            elif kind is _constants.RANGE:
                found |= sum(_bit(code) for code in range(value[0], value[1] + 1))
            elif kind is _constants.CATEGORY and value in _CLASSES:
                found |= _CLASSES[value]
            else:
                raise _Refused
        found = self._either_case(found)
        return _ALL & ~found if is_negated else found

    def _either_case(self, characters: int) -> int:
        if not self._ignores_case:
            return characters
        codes = [code for code in range(128) if characters >> code & 1]
        return sum({1 << ord(text) for code in codes for text in (chr(code).lower(), chr(code).upper())})


def _bit(code: int) -> int:
    if code >= 128:
        raise _Refused
    return 1 << code
