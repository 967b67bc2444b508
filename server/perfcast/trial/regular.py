"""Regular expressions whose time is bounded, with short texts.

Either no repeat lies within a repeat, and there are few, or the pattern leaves no choice (`perfcast.trial.determined`).
"""

from __future__ import annotations

import fnmatch
import importlib
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from perfcast.trial.determined import is_determined
from perfcast.trial.limits import check_length
from perfcast.trial.machine import Machine
from perfcast.trial.memory import POINTER
from perfcast.trial.natives import Guarded, fed, noted
from perfcast.trial.prices import GLOBBED, MATCHED, READ_BY_PATTERN, SEARCHED
from perfcast.trial.stops import Unsupported

_MOST_REPEATS: Final = 6
#: Ways to choose among the branches of a pattern, all of them.
_MOST_BRANCHES: Final = 10_000
#: Where a match may begin, times the lengths that each of the repeats may have.
_MOST_WAYS: Final = 10**7
#: Keywords that hold no text.
_OPTIONS: Final = frozenset({"count", "maxsplit"})
_MOST_TEXT: Final = 2_000
#: The parser that the library's own compiler uses; it has no public name.
_parser: Any = importlib.import_module("re._parser")
_constants: Any = importlib.import_module("re._constants")
#: Functions that take a number besides flags.
_COUNTING: Final = frozenset({"sub", "subn", "split"})
#: Functions that stop at the first match.
_FIRST: Final = frozenset({"search", "match", "fullmatch"})
_AT_START: Final = _FIRST - {"search"}
#: Characters of a text that are read of one that does not match from its start, which shows early as a rule.
_MISSED: Final = 10
_REPEATS: Final = frozenset({_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT})
#: How often what may be empty is repeated at least, at most.
_MOST_EMPTY: Final = 20
#: What is not looked into.
_OTHERS: Final = frozenset({_constants.GROUPREF, _constants.GROUPREF_EXISTS, _constants.ATOMIC_GROUP})
_FLAGS: Final = (
    *("A", "ASCII", "I", "IGNORECASE", "M", "MULTILINE", "S", "DOTALL", "U", "UNICODE", "X", "VERBOSE", "NOFLAG"),
)
_FUNCTIONS: Final = ("findall", "search", "match", "fullmatch", "sub", "split", "finditer", "subn")
#: Bytes of the stack that a search begins with, and of what goes over all matches.
_STACK: Final = 1_050
_SCANNER: Final = 600
#: Bytes of a text without its characters.
_TEXT: Final = 56


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``re`` holds."""

    def function(name: str) -> Guarded:
        def run(pattern: Any, *args: Any, **kwargs: Any) -> Any:
            found = checked(pattern)
            compiled, lengths = found.compiled, found.lengths
            # Flags are left out, as they change little of the cost.
            given = [fed(machine, arg) for arg in args if name in _COUNTING or not isinstance(arg, int)]
            kwargs.pop("flags", None)
            texts = [arg for arg in args if isinstance(arg, str)]
            if any(len(text) > _MOST_TEXT for text in texts):
                raise Unsupported("a long text for a regular expression")
            longest = max(map(len, texts), default=0)
            if (
                longest * found.ways * math.prod(min(one, longest) for one in lengths) > _MOST_WAYS
                or kwargs.keys() - _OPTIONS
            ):
                raise Unsupported("a slow regular expression")
            if found.is_for_ascii and not all(text.isascii() for text in texts):
                raise Unsupported("a slow regular expression")
            machine.counts.native += SEARCHED
            machine.briefly(_STACK)
            if name in _COUNTING - {"split"}:
                machine.briefly(_STACK + _pieces(compiled, texts))
            if name in _COUNTING and given and callable(given[0]):
                given[0] = _within_length(given[0])
            result = getattr(compiled, name)(*given, **kwargs)
            if name == "finditer":
                machine.briefly(_STACK + _SCANNER)
                return _matches(machine, result)
            characters = longest
            if name in _FIRST and result is not None:
                characters = result.end()
            elif name in _AT_START or (name == "search" and _is_anchored(compiled)):
                characters = min(longest, _MISSED)
            _pay(machine, characters, _count(compiled, name, texts))
            return noted(machine, result)

        return Guarded(run)

    functions = {name: function(name) for name in _FUNCTIONS}

    def compile_(pattern: Any, *_: Any, **__: Any) -> Guarded:
        # Whether it takes long is seen when it is used: a module may have more of them than a call needs.
        bound: dict[str, Any] = {name: Guarded(partial(run, pattern)) for name, run in functions.items()}
        return Guarded(lambda: None, bound | {"pattern": pattern})

    def escape(text: Any) -> Any:
        return noted(machine, re.escape(fed(machine, text)))

    others = {"compile": Guarded(compile_), "escape": Guarded(escape)}
    return functions | others | {f: int(getattr(re, f)) for f in _FLAGS}


def _within_length(replace: Callable[..., Any]) -> Callable[..., Any]:
    """What makes the text that takes a match's place. Raises OutOfSteps where all of them get too long."""
    length = 0

    def run(match: Any) -> Any:
        nonlocal length
        text = replace(match)
        length += len(text) if isinstance(text, str) else 0
        check_length(length)
        return text

    return run


def shell_patterns(machine: Machine) -> dict[str, Any]:
    """What the module ``fnmatch`` holds of what tells whether one text is of a pattern."""

    def fits(name: Any, pattern: Any) -> bool:
        if not all(isinstance(text, str) and len(text) <= _MOST_TEXT for text in (name, pattern)):
            raise Unsupported("a long text for a pattern")
        machine.counts.native += GLOBBED
        machine.briefly(_STACK)
        found = fnmatch.fnmatchcase(name, pattern)
        _pay(machine, len(name) if found else 0, 0)
        return found

    return dict.fromkeys(("fnmatch", "fnmatchcase"), Guarded(fits))


def _is_anchored(compiled: re.Pattern[str]) -> bool:
    """Whether it can match at the start of a text alone, where CPython's search then looks, too."""
    return compiled.pattern.startswith(("^", r"\A")) and "|" not in compiled.pattern


def _pay(machine: Machine, characters: int, matches: int) -> None:
    machine.counts.native += READ_BY_PATTERN * characters + MATCHED * matches
    machine.spent += 2.0 * characters + 100.0 * matches


def _count(compiled: re.Pattern[str], name: str, texts: list[str]) -> int:
    """Matches that the function goes through."""
    return 1 if name in _FIRST or not texts else sum(1 for _ in compiled.finditer(texts[-1]))


def _matches(machine: Machine, found: Iterator[re.Match[str]]) -> Iterator[re.Match[str]]:
    at = 0
    for match in found:
        _pay(machine, match.end() - at, 1)
        at = match.end()
        yield match


def _pieces(compiled: re.Pattern[str], texts: list[str]) -> int:
    """Bytes of the parts of the text between matches, and of what takes the place of these, before they are joined."""
    if not texts:
        return 0
    held = at = 0
    for match in compiled.finditer(texts[-1]):
        between = match.start() - at
        held += 2 * POINTER + (_TEXT + between if between > 1 else 0)
        at = match.end()
    return held


@dataclass(frozen=True)
class _Checked:
    """A pattern that does not take long.

    Attributes:
        lengths: how many each of its repeats may have.
        ways: to choose among its branches.
        is_for_ascii: texts with other characters might take long.
    """

    compiled: re.Pattern[str]
    lengths: list[int]
    ways: int = 1
    is_for_ascii: bool = False


def checked(pattern: Any) -> _Checked:
    """Raises Unsupported for a pattern that could take long."""
    if not isinstance(pattern, str) or len(pattern) > _MOST_TEXT:
        raise Unsupported("a regular expression")
    try:
        tree = _parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        raise Unsupported("a regular expression") from None
    if _empty_times(tree) > _MOST_EMPTY:
        raise Unsupported("a slow regular expression")
    try:
        lengths, ways = list(_repeats(tree, inside=False)), math.prod(_branches(tree))
        if len(lengths) > _MOST_REPEATS or ways > _MOST_BRANCHES:
            raise Unsupported("a slow regular expression")
    except Unsupported:
        if not is_determined(tree, ignores_case=bool(tree.state.flags & re.IGNORECASE)):
            raise
        # From each place where a match may begin, it goes through the text once.
        return _Checked(re.compile(pattern), [_MOST_TEXT], is_for_ascii=True)
    return _Checked(re.compile(pattern), lengths, ways)


def _empty_times(tree: Any) -> int:
    """How often parts that may be empty are repeated at least, whatever the text."""
    most = 1
    for operation, argument in tree:
        if operation in _REPEATS:
            least, _, part = argument
            most = max(most, _empty_times(part) * (1 if part.getwidth()[0] else max(1, int(least))))
        elif operation is _constants.SUBPATTERN:
            most = max(most, _empty_times(argument[3]))
        elif operation is _constants.BRANCH:
            most = max(most, *map(_empty_times, argument[1]))
        elif operation in {_constants.ASSERT, _constants.ASSERT_NOT}:
            most = max(most, _empty_times(argument[1]))
        elif operation is _constants.ATOMIC_GROUP:
            most = max(most, _empty_times(argument))
    return most


def _branches(tree: Any) -> Iterator[int]:
    """For each choice that is not within a repeat, among how many."""
    for operation, argument in tree:
        if operation is _constants.BRANCH:
            yield len(argument[1])
            for part in argument[1]:
                yield from _branches(part)
        elif operation in _REPEATS:
            yield from _branches(argument[2])
        elif operation is _constants.SUBPATTERN:
            yield from _branches(argument[3])
        elif operation in {_constants.ASSERT, _constants.ASSERT_NOT}:
            yield from _branches(argument[1])


def _repeats(tree: Any, *, inside: bool) -> Iterator[int]:
    """For each repeat whose number is not certain, how many numbers it may be."""
    for operation, argument in tree:
        if operation in _REPEATS:
            least, most, part = argument
            is_open = least < most
            if inside and is_open:
                raise Unsupported("a slow regular expression")
            if is_open:
                yield int(most) - int(least) + 1
            yield from _repeats(part, inside=inside or most > 1)
        elif operation is _constants.SUBPATTERN:
            yield from _repeats(argument[3], inside=inside)
        elif operation is _constants.BRANCH:
            if inside:
                raise Unsupported("a slow regular expression")
            for part in argument[1]:
                yield from _repeats(part, inside=inside)
        elif operation in {_constants.ASSERT, _constants.ASSERT_NOT}:
            yield from _repeats(argument[1], inside=inside)
        elif operation is _constants.GROUPREF and not inside:
            yield _MOST_TEXT
        elif operation is _constants.GROUPREF and tree.state.groupwidths[argument] == (1, 1):
            # Held against one character, as any other part.
            continue
        elif operation in _OTHERS:
            raise Unsupported("a regular expression")
