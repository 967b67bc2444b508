"""Searches that may backtrack without end: those that do are stopped.

By the package ``regex``, which reads the clock while it searches, and to which nearly all patterns mean what they mean
to ``re``; the others are not supported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from perfcast.trial.interpreter.stops import Unsupported

#: Seconds of one search; of the patterns that people use hardly any takes a thousandth of that.
_LONGEST: Final = 0.03
_FLAGS: Final = ("IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII")
_MOST_PATTERNS: Final = 200
#: What ``regex`` reads otherwise than ``re``: errors allowed in braces, classes by name.
_OTHERWISE: Final = re.compile(r"(?<!\\)(?:\\\\)*\{[^{}]*[a-z<=]|\[\[:")
#: Bytes of one of ``re`` without groups, and of each group.
MATCH: Final = 120
GROUP: Final = 16


class Match:
    """What was found, with the methods of ``re.Match``."""

    def __init__(self, found: Any) -> None:
        self.group, self.groups, self.groupdict = found.group, found.groups, found.groupdict
        self.start, self.end, self.span = found.start, found.end, found.span
        self.expand, self.string = found.expand, found.string
        self.lastgroup, self.lastindex = found.lastgroup, found.lastindex
        self.nbytes = MATCH + GROUP * len(found.groups())

    def __getitem__(self, place: int | str) -> Any:
        return self.group(place)


class Bounded:
    """A compiled pattern; its methods are those of ``re.Pattern``, and raise Unsupported where a search takes long."""

    def __init__(self, pattern: str, flags: int) -> None:
        # Most code has no such pattern, and loading it takes some hundredths of a second.
        import regex

        wanted = [getattr(regex, name) for name in _FLAGS if flags & getattr(re, name)]
        if _OTHERWISE.search(pattern):
            raise Unsupported("a slow regular expression")
        try:
            re.compile(pattern, flags)
            self._compiled = regex.compile(pattern, sum(wanted))
        except (re.error, regex.error, RecursionError):
            raise Unsupported("a regular expression") from None

    def search(self, string: str, **where: int) -> Match | None:
        return self._first("search", string, where)

    def match(self, string: str, **where: int) -> Match | None:
        return self._first("match", string, where)

    def fullmatch(self, string: str, **where: int) -> Match | None:
        return self._first("fullmatch", string, where)

    def findall(self, string: str, **where: int) -> list[Any]:
        return list(self._stopped(self._compiled.findall, string=string, **where))

    def finditer(self, string: str, **where: int) -> Iterator[Match]:
        # All at once: what is done between two of them takes time, too.
        return iter(self._all(string, **where))

    def _all(self, string: str, **where: int) -> list[Match]:
        def search(**given: Any) -> list[Match]:
            return [Match(found) for found in self._compiled.finditer(**given)]

        found: list[Match] = self._stopped(search, string=string, **where)
        return found

    def split(self, string: str, maxsplit: int = 0) -> list[Any]:
        return list(self._stopped(self._compiled.split, string=string, maxsplit=maxsplit))

    def sub(self, repl: Any, string: str, count: int = 0) -> str:
        return self.subn(repl, string, count)[0]

    def subn(self, repl: Any, string: str, count: int = 0) -> tuple[str, int]:
        matches = self._all(string)
        matches = matches[:count] if count > 0 else matches
        parts, at = [], 0
        for match in matches:
            parts += [string[at : match.start()], repl(match) if callable(repl) else match.expand(repl)]
            at = match.end()
        return "".join([*parts, string[at:]]), len(matches)

    def _first(self, name: str, string: str, where: dict[str, int]) -> Match | None:
        found = self._stopped(getattr(self._compiled, name), string=string, **where)
        return None if found is None else Match(found)

    @staticmethod
    def _stopped(search: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return search(*args, timeout=_LONGEST, **kwargs)
        except TimeoutError:
            raise Unsupported("a slow regular expression") from None


@lru_cache(maxsize=_MOST_PATTERNS)
def bounded(pattern: str, flags: int) -> Bounded:
    """Kept compiled, for the next time. Raises Unsupported."""
    return Bounded(pattern, flags)
