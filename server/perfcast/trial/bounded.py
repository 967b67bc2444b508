"""Searches by patterns that might take longer than the universe has: those that do are stopped.

By the package ``regex``, which reads the clock while it searches and understands what ``re`` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from perfcast.trial.stops import Unsupported

#: Seconds of one search; of the patterns that people use hardly any takes a thousandth of that.
_LONGEST: Final = 0.03
_FLAGS: Final = ("IGNORECASE", "MULTILINE", "DOTALL", "VERBOSE", "ASCII")
_MOST_PATTERNS: Final = 200


class Match:
    """What was found, with the methods of ``re.Match``."""

    def __init__(self, found: Any) -> None:
        self.group, self.groups, self.groupdict = found.group, found.groups, found.groupdict
        self.start, self.end, self.span = found.start, found.end, found.span
        self.expand, self.string = found.expand, found.string
        self.lastgroup, self.lastindex = found.lastgroup, found.lastindex

    def __getitem__(self, place: int | str) -> Any:
        return self.group(place)


class Bounded:
    """A compiled pattern; its methods are those of ``re.Pattern``, and raise Unsupported where a search takes long."""

    def __init__(self, pattern: str, flags: int) -> None:
        # Most code has no such pattern, and loading it takes some hundredths of a second.
        import regex

        wanted = [getattr(regex, name) for name in _FLAGS if flags & getattr(re, name)]
        try:
            self._compiled = regex.compile(pattern, sum(wanted))
        except regex.error:
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
        found = self._stopped(self._compiled.finditer, string=string, **where)
        while (one := self._stopped(next, found, None)) is not None:
            yield Match(one)

    def split(self, string: str, maxsplit: int = 0) -> list[Any]:
        return list(self._stopped(self._compiled.split, string=string, maxsplit=maxsplit))

    def sub(self, repl: Any, string: str, count: int = 0) -> str:
        return str(self._stopped(self._compiled.sub, _taking_matches(repl), string, count=count))

    def subn(self, repl: Any, string: str, count: int = 0) -> tuple[str, int]:
        text, times = self._stopped(self._compiled.subn, _taking_matches(repl), string, count=count)
        return text, times

    def _first(self, name: str, string: str, where: dict[str, int]) -> Match | None:
        found = self._stopped(getattr(self._compiled, name), string=string, **where)
        return None if found is None else Match(found)

    @staticmethod
    def _stopped(search: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return search(*args, **kwargs) if search is next else search(*args, timeout=_LONGEST, **kwargs)
        except TimeoutError:
            raise Unsupported("a slow regular expression") from None


@lru_cache(maxsize=_MOST_PATTERNS)
def bounded(pattern: str, flags: int) -> Bounded:
    """Kept compiled, for the next time. Raises Unsupported."""
    return Bounded(pattern, flags)


def _taking_matches(repl: Any) -> Any:
    return (lambda found: repl(Match(found))) if callable(repl) else repl
