"""Regular expressions whose time is bounded, with short texts.

Where no repeat lies within a repeat, and there are few, or the pattern leaves no choice
(`perfcast.trial.stdlib.regular_expressions.deterministic_patterns`), the standard library searches, which nothing can
stop; else what is stopped when it takes long.
"""

from __future__ import annotations

import fnmatch
import importlib
import math
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any, Final

from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import shallow
from perfcast.trial.interpreter.accounting.prices import (
    COMPILED,
    COMPILED_AGAIN,
    COMPILED_CHARACTER,
    ESCAPED,
    ESCAPED_CHARACTER,
    GLOBBED,
    GONE_OVER,
    MATCHED,
    PUT_TOGETHER,
    READ_BY_PATTERN,
    SEARCHED,
    SEARCHED_BY_COMPILED,
    TEMPLATE_READ,
)
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.builtin_functions import fed, noted
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.regular_expressions.bounded_searches import GROUP, MATCH, Bounded, Match, bounded
from perfcast.trial.stdlib.regular_expressions.compiled_patterns import KINDS, Pattern, parser
from perfcast.trial.stdlib.regular_expressions.deterministic_patterns import is_determined
from perfcast.trial.stdlib.regular_expressions.flags import RegexFlag
from perfcast.trial.stdlib.regular_expressions.search_costs import Work, work_of

#: References to a text that a function has returned and nobody else has.
_OF_NOBODY: Final = counted(2, lent=1)
_MOST_REPEATS: Final = 6
#: Ways to choose among the branches of a pattern, all of them.
_MOST_BRANCHES: Final = 10_000
#: Where a match may begin, times the lengths that each of the repeats may have.
_MOST_WAYS: Final = 3 * 10**7
_MOST_TEXT: Final = 10_000
#: Nanoseconds from which on a search is paid for by what it takes: a machine that is slow or busy takes some more.
_LONG: Final = 1_000_000
#: Patterns that are kept parsed.
_MOST_PATTERNS: Final = 500
_constants: Any = importlib.import_module("re._constants")
#: Functions that take a number besides flags.
_COUNTING: Final = frozenset({"sub", "subn", "split"})
#: Functions that stop at the first match.
_FIRST: Final = frozenset({"search", "match", "fullmatch"})
_AT_START: Final = _FIRST - {"search"}
#: Those that go through all matches at once, and that put a text together of what lies between them.
_THROUGH: Final = frozenset({"findall", "sub", "subn", "split"})
_JOINING: Final = frozenset({"sub", "subn"})
_REPEATS: Final = frozenset({_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT})
#: How often what may be empty is repeated at least, at most.
_MOST_EMPTY: Final = 20
#: What is not looked into.
_OTHERS: Final = frozenset({_constants.GROUPREF, _constants.GROUPREF_EXISTS, _constants.ATOMIC_GROUP})
_FLAGS: Final = (
    *("A", "ASCII", "I", "IGNORECASE", "M", "MULTILINE", "S", "DOTALL", "U", "UNICODE", "X", "VERBOSE", "NOFLAG"),
)
#: Those of bytes, with which no text is searched, and what only tells of a pattern.
_OTHER_FLAGS: Final = ("L", "LOCALE", "DEBUG")
_KNOWN_FLAGS: Final = sum({int(getattr(re, name)) for name in _FLAGS})
#: Function -> what it takes besides the pattern and flags.
_ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("findall", "search", "match", "fullmatch", "finditer"), ("string",)),
    **dict.fromkeys(("sub", "subn"), ("repl", "string", "count")),
    "split": ("string", "maxsplit"),
}
#: Bytes of the stack that a search begins with, and of where each of its groups is; of what goes over all matches; and
#: of the list of parts that are joined, with room for some.
_STACK: Final = 1_094
_MARKS: Final = 16
_SCANNER: Final = 440
_LIST: Final = 116
#: Of each part in it, with some more room.
_PART: Final = 8.5
#: Bytes of a text without its characters.
_TEXT: Final = 56

Engine = re.Pattern[str] | Bounded


#: Patterns that the module remembers (`re._MAXCACHE`): where there are more, none is there any more when it is asked
#: for again.
_MOST_COMPILED: Final = 512
#: Bytes of a pattern that nothing remembers, and of each of its characters.
_COMPILED: Final = 60
_COMPILED_CHARACTER: Final = 16


class _Compiling:
    """Patterns that a call compiles, each of which the call before has compiled, too."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._number = -1
        self._seen = set[tuple[str, int]]()
        self._are_many = False

    def pattern(self, text: str, flags: int, methods: Mapping[str, Any]) -> Pattern:
        return Pattern(text, flags, methods, self._anew(text, flags))

    def _anew(self, text: str, flags: int) -> int:
        """Bytes of a pattern that is compiled anew, which is paid for; 0 for one that is remembered."""
        machine = self._machine
        if self._number != machine.number:
            self._number, self._are_many = machine.number, False
            self._seen.clear()
        if (text, flags) in self._seen:
            return 0
        self._seen.add((text, flags))
        before, self._are_many = self._are_many, machine.exceeds(len(self._seen), _MOST_COMPILED)
        if not self._are_many:
            return 0
        # Those that came first were forgotten since the call before.
        for one, _ in [(text, flags)] if before else self._seen:
            machine.pay(COMPILED + COMPILED_CHARACTER * len(one))
        return _COMPILED + _COMPILED_CHARACTER * len(text)


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``re`` holds."""

    def run(name: str, text: str, flags: int, given: dict[str, Any], price: float) -> Any:
        string = given.get("string")
        if not isinstance(string, str):
            raise Unsupported("what is no text for a regular expression")
        _check_lengths(given)
        given |= {place: max(0, given[place]) for place in ("pos", "endpos") if place in given}
        start = min(given.get("pos", 0), len(string))
        length = max(0, min(given.get("endpos", len(string)), len(string)) - start)
        engine = checked(text, flags).engine(string, length)
        work = work_of(text, flags, is_slow=isinstance(engine, Bounded))
        found, stack, held, before = list[tuple[int, int]](), 0, 0, time.thread_time_ns()
        machine.counts.native += price
        if name in _THROUGH:
            most = given.get("count") or given.get("maxsplit") or None
            # A number below zero is none at all.
            most = None if most is None else max(0, most)
            found = [match.span() for match in islice(_through(engine, string, start, length), most)]
            # What a function does with each match below it pays for itself.
            taken = 2 * (time.thread_time_ns() - before)
            searches = bool(found) or work.is_tried(string, start, start + length)
            stack = _stack(work) + work.kept(string, found) if searches else 0
            held = _held(name, found, string, are_made="\\" in str(given.get("repl", "")))
            machine.briefly(stack + held)
        args = {key: _given(machine, one) for key, one in given.items()}
        result = _with_parts(machine, stack, string, getattr(engine, name)(**args))
        if name in _JOINING and found:
            _joined(machine, stack, held, args["repl"], result)
        if name not in _THROUGH:
            taken = time.thread_time_ns() - before
        # Mostly a search costs little; one that does not must not be made again and again for nothing.
        machine.spent += max(0, taken - _LONG)
        if name == "finditer":
            machine.pay(GONE_OVER)
            return _matches(machine, work, string, (start, start + length), result)
        if name in _FIRST:
            _pay_for_first(
                machine, work, string, (start, start + length), result, is_at_start=_is_at_start(name, text, flags)
            )
        else:
            _pay(machine, work.of(string, start, start + length, found), len(found), length)
        if "\\" in str(given.get("repl", "")):
            machine.counts.native += TEMPLATE_READ + PUT_TOGETHER * len(found)
        return noted(machine, result)

    def function(name: str) -> Guarded:
        def of_module(pattern: Any, *args: Any, **kwargs: Any) -> Any:
            text, flags = _looked_up(machine, pattern)
            given = _by_name((*_ARGUMENTS[name], "flags"), args, kwargs)
            return run(name, text, flags | int(given.pop("flags", 0)), given, SEARCHED)

        return Guarded(of_module)

    def method(name: str, text: str, flags: int) -> Guarded:
        names = _ARGUMENTS[name] + (() if name in _COUNTING else ("pos", "endpos"))
        return Guarded(
            lambda *args, **kwargs: run(name, text, flags, _by_name(names, args, kwargs), SEARCHED_BY_COMPILED)
        )

    compiling = _Compiling(machine)

    def compile_(pattern: Any, flags: Any = 0) -> Guarded:
        machine.pay(COMPILED_AGAIN)
        # Whether it takes long is seen when it is used: a module may have more of them than a call needs.
        text, known = _parts(pattern)
        bound = {name: method(name, text, known | int(flags)) for name in _ARGUMENTS}
        return compiling.pattern(text, known | int(flags), bound)

    functions = {name: function(name) for name in _ARGUMENTS}
    others: dict[str, Any] = KINDS | {"compile": Guarded(compile_), "escape": Guarded(partial(_escaped, machine))}
    return functions | others | _flags(machine)


def _flags(machine: Machine) -> dict[str, Any]:
    return {
        "RegexFlag": RegexFlag,
        **{name: RegexFlag(machine, getattr(re, name)) for name in (*_FLAGS, *_OTHER_FLAGS)},
    }


def _escaped(machine: Machine, text: Any) -> Any:
    machine.pay(ESCAPED + ESCAPED_CHARACTER * (len(text) if isinstance(text, str | bytes) else 0))
    return noted(machine, re.escape(fed(machine, text)))


def _parts(pattern: Any) -> tuple[str, int]:
    """Text and flags of a pattern, compiled or not."""
    if isinstance(pattern, Pattern):
        return pattern.text, pattern.given
    if not isinstance(pattern, str):
        raise Unsupported("a regular expression")
    return pattern, 0


def _by_name(names: tuple[str, ...], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    if len(args) > len(names) or kwargs.keys() - set(names[len(args) :]):
        raise TypeError("arguments of a function of re")
    return dict(zip(names, args, strict=False)) | kwargs


def _looked_up(machine: Machine, pattern: Any) -> tuple[str, int]:
    """The parts of a pattern that the module looks for among those that it has compiled, by a tuple of three."""
    machine.passes(3)
    return _parts(pattern)


def _check_lengths(given: Mapping[str, Any]) -> None:
    """Raises Unsupported where one of the texts is long."""
    if max(len(one) for one in given.values() if isinstance(one, str)) > _MOST_TEXT:
        raise Unsupported("a long text for a regular expression")


def _given(machine: Machine, value: Any) -> Any:
    """As an engine takes it. Texts are paid for by how they are searched."""
    if isinstance(value, str):
        return value
    found = fed(machine, value)
    return _Replacing(machine, found) if callable(found) else found


class _Replacing:
    """What makes the text that takes a match's place. Raises OutOfSteps where all of them get too long."""

    def __init__(self, machine: Machine, replace: Callable[[Any], Any]) -> None:
        self._machine = machine
        self._replace = replace
        self._length = 0
        #: Bytes of the texts that nothing else has.
        self.made = 0

    def __call__(self, match: Any) -> Any:
        text = self._replace(match)
        self._length += len(text) if isinstance(text, str) else 0
        check_length(self._length)
        if sys.getrefcount(text) <= _OF_NOBODY + self._machine.references(text):
            self.made += shallow(text)
        return text


def shell_patterns(machine: Machine) -> dict[str, Any]:
    """What the module ``fnmatch`` holds of what tells whether one text is of a pattern."""

    def fits(name: Any, pattern: Any) -> bool:
        if not all(isinstance(text, str) and len(text) <= _MOST_TEXT for text in (name, pattern)):
            raise Unsupported("a long text for a pattern")
        machine.counts.native += GLOBBED
        found = fnmatch.fnmatchcase(name, pattern)
        machine.briefly(_STACK + (MATCH if found else 0))
        characters = len(name) if found else 0
        _pay(machine, READ_BY_PATTERN * characters, 0, characters)
        return found

    return dict.fromkeys(("fnmatch", "fnmatchcase"), Guarded(fits))


def _is_at_start(name: str, pattern: str, flags: int) -> bool:
    """Whether it can match at the start of a text alone, where CPython's search then looks, too."""
    is_anchored = pattern.startswith(("^", r"\A")) and "|" not in pattern
    return name in _AT_START or (is_anchored and not flags & re.MULTILINE)


def _pay(machine: Machine, price: float, matches: int, characters: int) -> None:
    machine.counts.native += price + MATCHED * matches
    machine.spent += 2.0 * characters + 100.0 * matches


def _pay_for_first(
    machine: Machine,
    work: Work,
    text: str,
    part: tuple[int, int],
    found: re.Match[str] | Match | None,
    *,
    is_at_start: bool,
) -> None:
    """Pays for a search of a part of the text that ended with the first match, or without one."""
    start, end = part
    if found is not None or is_at_start or work.is_tried(text, start, end):
        stack = _stack(work, is_at_start=is_at_start)
        kept = 0 if found is None else _found(work) + work.kept(text, [found.span()])
        machine.briefly(stack + kept)
    if found is None and is_at_start:
        _pay(machine, work.of_one_try(text, start, end), 0, 0)
        return
    spans = [] if found is None else [found.span()]
    if spans:
        end = spans[0][1]
    _pay(machine, work.of(text, start, end, spans), len(spans), end - start)


def _through(engine: Engine, text: str, start: int, length: int) -> Iterator[re.Match[str] | Match]:
    return engine.finditer(text, pos=start, endpos=start + length)


def _matches(
    machine: Machine, work: Work, text: str, part: tuple[int, int], found: Iterator[re.Match[str] | Match]
) -> Iterator[re.Match[str] | Match]:
    at, end = part
    held, number = _stack(work) + _SCANNER, machine.number
    machine.put_aside(held)
    try:
        for match in found:
            _pay(machine, work.of(text, at, match.end(), [match.span()]), 1, match.end() - at)
            at = match.end()
            # The one before is still there.
            machine.briefly(2 * _found(work) + work.kept(text, [match.span()]))
            yield match
        _pay(machine, work.of(text, at, end, []), 0, end - at)
    finally:
        machine.take_back(held, number)


def _stack(work: Work, *, is_at_start: bool = False) -> int:
    """Bytes of what a search keeps while it goes on."""
    return 0 if work.is_plain and not is_at_start else _STACK + _MARKS * work.groups


def _found(work: Work) -> int:
    """Bytes of what was found."""
    return MATCH + GROUP * work.groups


def _with_parts(machine: Machine, stack: int, string: str, result: Any) -> Any:
    """What was found, which is there beside so many bytes of the search; a text in one part is that part itself."""
    if type(result) is list and result and result[0] is not string:
        parts = chain.from_iterable(result) if type(result[0]) is tuple else ()
        held = sys.getsizeof(result) + sum(map(shallow, chain(result, parts)))
        machine.briefly(stack + held)
    return result


def _held(name: str, found: Sequence[tuple[int, int]], text: str, *, are_made: bool) -> int:
    """Bytes of the parts of the text between matches, and of what takes the place of these, before they are joined.

    Args:
        are_made: whether a template makes each match a text of its own, which is taken to be about as long.
    """
    if name not in _JOINING:
        return 0
    if not found:
        return 0
    held, at, parts = 0, 0, len(found)
    for start, end in found:
        between = start - at
        parts += between > 0
        held += _TEXT + between if between > 1 else 0
        held += _TEXT + end - start if are_made else 0
        at = end
    return held + _LIST + round(_PART * parts)


def _joined(machine: Machine, stack: int, held: int, replacement: Any, result: Any) -> None:
    """Notes what is there as a text is joined of parts of so many bytes; the search is over by then."""
    held += replacement.made if isinstance(replacement, _Replacing) else 0
    machine.briefly(held + max(stack, shallow(result[0] if type(result) is tuple else result)))


@dataclass(frozen=True)
class Checked:
    """A pattern, and how long it may take.

    Attributes:
        lengths: how many each of its repeats may have.
        ways: to choose among its branches.
        is_for_ascii: texts with other characters might take long.
        is_slow: any text might.
    """

    pattern: str
    flags: int
    lengths: tuple[int, ...] = ()
    ways: int = 1
    is_for_ascii: bool = False
    is_slow: bool = False

    def engine(self, text: str, length: int) -> Engine:
        """What searches so many characters of a text: the standard library where that cannot take long."""
        if self.is_slow and not text.isascii():
            # Of these the two libraries have other opinions, which letters belong to words.
            raise Unsupported("a slow regular expression")
        is_slow = (
            self.is_slow
            or length * self.ways * math.prod(min(one, length) for one in self.lengths) > _MOST_WAYS
            or (self.is_for_ascii and not text.isascii())
        )
        return bounded(self.pattern, self.flags) if is_slow else re.compile(self.pattern, self.flags)


@lru_cache(maxsize=_MOST_PATTERNS)
def checked(pattern: str, flags: int = 0) -> Checked:
    """Raises Unsupported for what is no pattern, a long one, or one that goes over nothing again and again."""
    if len(pattern) > _MOST_TEXT or flags & ~_KNOWN_FLAGS:
        raise Unsupported("a long regular expression")
    try:
        tree = parser.parse(pattern, flags)
    except (re.error, RecursionError, OverflowError, ValueError):
        raise Unsupported("a regular expression") from None
    if _empty_times(tree) > _MOST_EMPTY:
        # Neither library can be stopped in these.
        raise Unsupported("a slow regular expression")
    slow = Checked(pattern, flags, is_slow=True)
    try:
        lengths, ways = tuple(_repeats(tree, inside=False)), math.prod(_branches(tree))
    except Unsupported:
        lengths, ways = (), _MOST_BRANCHES + 1
    if len(lengths) <= _MOST_REPEATS and ways <= _MOST_BRANCHES:
        return Checked(pattern, flags, lengths, ways)
    if not is_determined(tree, ignores_case=bool(tree.state.flags & re.IGNORECASE)):
        return slow
    # From each place where a match may begin, it goes through the text once.
    return Checked(pattern, flags, (_MOST_TEXT,), is_for_ascii=True)


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
