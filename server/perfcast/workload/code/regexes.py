"""Regular expressions -> patterns of texts that match them, see `perfcast.workload.Argument.like`."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple

from perfcast.workload.code.backtracking import tame
from perfcast.workload.code.separators import written
from perfcast.workload.code.sre import constants, parser
from perfcast.workload.language.workload import read_pattern

_REPEATS: Final = frozenset({constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT})
_CATEGORIES: Final[dict[Any, frozenset[str]]] = {
    constants.CATEGORY_DIGIT: frozenset(string.digits),
    constants.CATEGORY_SPACE: frozenset(string.whitespace),
    constants.CATEGORY_WORD: frozenset(string.ascii_letters + string.digits + "_"),
}
_OTHERS: Final = {
    constants.CATEGORY_NOT_DIGIT: constants.CATEGORY_DIGIT,
    constants.CATEGORY_NOT_SPACE: constants.CATEGORY_SPACE,
    constants.CATEGORY_NOT_WORD: constants.CATEGORY_WORD,
}
_ALL: Final = frozenset(string.printable)
#: Places that are everywhere in a text.
_WITHIN_WORDS: Final = frozenset({constants.AT_BOUNDARY, constants.AT_NON_BOUNDARY})
#: What stands for any of these, and how often it is there where it may be as often as one likes.
_KINDS: Final = (
    (frozenset(string.ascii_lowercase), "a", 6),
    (frozenset(string.ascii_uppercase), "A", 6),
    (frozenset(string.digits), "0", 3),
)
#: Characters that are chosen first where some alone will do.
_PREFERRED: Final = " -.,:/_"
_LONGEST: Final = 200
#: With what stands for itself between backticks.
_MOST_WRITTEN: Final = 3 * _LONGEST
_FLAGS: Final = frozenset({"I", "IGNORECASE", "X", "VERBOSE", "M", "MULTILINE", "S", "DOTALL", "A", "ASCII"})
#: What gives a match of a text.
MATCHING: Final = frozenset({"match", "fullmatch", "search"})
#: Methods of regular expressions, and functions of ``re`` -> which argument is the text that is searched; of these,
#: those that go through all of it.
SEARCHES: Final = {"match": 0, "search": 0, "fullmatch": 0, "finditer": 0, "findall": 0, "sub": 1, "subn": 1}
_EVERYWHERE: Final = frozenset(SEARCHES) - MATCHING
#: Of these, those that give what they find.
_GATHERING: Final = frozenset({"finditer", "findall"})
#: Different matches that a text is made of, and characters of one that tells more than a kind of them.
_MOST_FOUND: Final = 3
_FEWEST_CHARACTERS: Final = 3
#: Methods of matches; who calls them takes it that there is one.
ASKING_MATCHES: Final = frozenset({"group", "groups", "groupdict", "span"})


#: A regular expression, and its flags.
Expression = tuple[str, int]
#: Groups of one, by name or number, each with the patterns of which one is what it is like.
Told = tuple[tuple[str | int, tuple[str, ...]], ...]


class Alternative(NamedTuple):
    """One of a regular expression.

    Attributes:
        pattern: what matches it is like that; is_any: it takes what the others do not.
    """

    pattern: str
    is_any: bool


class _UnsaidError(Exception):
    """No pattern says it."""


def compiled(node: ast.AST) -> Expression | None:
    """The regular expression, and its flags, of a call of ``re.compile``, or of another function of ``re``; None of all
    else."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[first, *others], keywords=keywords):
            said = written(first)
            given = (one for other in (*others, *(one.value for one in keywords)) for one in ast.walk(other))
            names = {one.attr for one in given if isinstance(one, ast.Attribute)}
            return None if said is None else (said, sum(int(getattr(re, name)) for name in names & _FLAGS))
    return None


def matched(
    body: Iterable[ast.AST],
    is_it: Callable[[ast.expr], bool],
    known: Mapping[str, Expression],
    moments: Told = (),
) -> str | None:
    """A pattern of what a body matches with a regular expression, the first of these.

    Args:
        is_it: whether an expression is that text.
        known: regular expressions that names stand for.
        moments: what groups, by name or number, are to be like whatever else the expression allows: the first that it
            does allow, or else the last one.
    """
    for part in body:
        search = _search(part, MATCHING, known)
        if search is not None and is_it(search[1]):
            return _with_told(*search[0], moments)
    return None


def _with_told(expression: str, flags: int, told: Told) -> str | None:
    """As `like`, with what groups may be like; those of other expressions are none of its own."""
    found, compiled = None, tame(expression, flags)
    if compiled is not None:
        told = tuple(one for one in told if one[0] in compiled.groupindex or one[0] in range(1, 1 + compiled.groups))
    for place in range(max((len(several) for _, several in told), default=1)):
        groups = tuple((group, several[min(place, len(several) - 1)]) for group, several in told)
        found = like(expression, flags, groups)
        match = None if compiled is None or found is None else compiled.search(read_pattern(found)[0])
        if match is not None and all(match[group] == read_pattern(pattern)[0] for group, pattern in groups):
            break
    return found


def found_in(body: Iterable[ast.AST], is_it: Callable[[ast.expr], bool], known: Mapping[str, Expression]) -> list[str]:
    """Patterns of what a body looks for everywhere in a text, those of more than one kind of character: ``a=0``.

    Args:
        is_it, known: as in `matched`.
    """
    found: dict[str, None] = {}
    for part in body:
        search = _search(part, _EVERYWHERE, known)
        if search is None or not is_it(search[1]):
            continue
        pattern = like(*search[0])
        if pattern is not None and _is_telling(pattern) and not _is_anchored(*search[0]):
            found.setdefault(pattern)
    return [*found][:_MOST_FOUND]


def taken_apart(
    body: Iterable[ast.AST], is_it: Callable[[ast.expr], bool], known: Mapping[str, Expression]
) -> Expression | None:
    """The first regular expression by which a body takes a text apart, one piece behind the other.

    Args:
        is_it, known: as in `matched`.
    """
    for part in body:
        search = _search(part, _GATHERING, known) or (_search(part, MATCHING, known) if _goes_on(part) else None)
        if search is not None and is_it(search[1]):
            return search[0]
    return None


def _goes_on(part: ast.AST) -> bool:
    """Whether it searches a text from some place on: ``TOKEN.match(text, position)``."""
    match part:
        case ast.Call(func=ast.Attribute(value=of), args=[_, ast.expr() as start]):
            return not isinstance(start, ast.Constant) and not (isinstance(of, ast.Name) and of.id == "re")
    return False


def _search(
    part: ast.AST, methods: Collection[str], known: Mapping[str, Expression]
) -> tuple[Expression, ast.expr] | None:
    """What a call of one of these methods looks for, and in which text; None of all else."""
    match part:
        case ast.Call(func=ast.Attribute(value=of, attr=method), args=arguments) if method in methods:
            name = of.id if isinstance(of, ast.Name) else None
            is_module = name == "re"
            said = compiled(part) if is_module else compiled(of) if name is None else known.get(name)
            place = SEARCHES[method] + is_module
            return (said, arguments[place]) if said is not None and len(arguments) > place else None
    return None


def _is_anchored(expression: str, flags: int) -> bool:
    """Whether it matches at the beginning or the end of a text, or of its lines, alone."""
    parsed = parser.parse(expression, flags)
    return any(operation is constants.AT and value not in _WITHIN_WORDS for operation, value in parsed)


def _is_telling(pattern: str) -> bool:
    """Whether it is neither one character nor as many of a kind."""
    plain = pattern.replace("`", "")
    return len(plain) >= _FEWEST_CHARACTERS and len(set(plain)) > 1 and not plain.isspace()


@lru_cache(maxsize=500)
def like(expression: str, flags: int, groups: tuple[tuple[str | int, str], ...] = ()) -> str | None:
    """A pattern all texts of which match a regular expression; None where none says it.

    Args:
        flags: of ``re``, that it is compiled with.
        groups: patterns of some groups, by name or number, for whoever knows more of them than the expression says.
    """
    try:
        parsed = parser.parse(expression, flags)
        told = {parsed.state.groupdict.get(group, group): pattern for group, pattern in groups}
        found = _of_all(parsed, told)
    except (_UnsaidError, re.error, RecursionError, OverflowError):
        return None
    return found.replace("``", "") if found and len(found) <= _LONGEST else None


@lru_cache(maxsize=500)
def alternatives(expression: str, flags: int) -> list[Alternative]:
    """Those of a regular expression that are told apart at once, with what all of them have around them; that one alone
    where there is no other. Those that no pattern says are left out."""
    found = []
    try:
        for parts in _variants(parser.parse(expression, flags)):
            with suppress(_UnsaidError):
                pattern = _of_all(parts, {}).replace("``", "")
                found.append(Alternative(pattern, any(one[0] is constants.ANY for one in _flat(parts))))
    except (re.error, RecursionError, OverflowError):
        return []
    return [one for one in found if one.pattern and len(one.pattern) <= _LONGEST]


def _variants(parts: Iterable[tuple[Any, Any]]) -> list[list[tuple[Any, Any]]]:
    """The parts of an expression, each time with another one of its first alternatives."""
    whole = list(parts)
    for place, (operation, value) in enumerate(whole):
        inner = None
        if operation is constants.BRANCH:
            inner = [list(one) for one in value[1]]
        elif operation is constants.SUBPATTERN:
            inner = _variants(value[-1])
        if inner is not None and len(inner) > 1:
            return [[*whole[:place], *one, *whole[place + 1 :]] for one in inner]
    return [whole]


def _flat(parts: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """The same, and what groups hold in their place."""
    for operation, value in parts:
        if operation is constants.SUBPATTERN:
            yield from _flat(value[-1])
        else:
            yield operation, value


def _of_all(parts: Iterable[tuple[Any, Any]], told: Mapping[int, str]) -> str:
    found = ""
    for operation, value in parts:
        found += _of(operation, value, told)
        if len(found) > _MOST_WRITTEN:
            raise _UnsaidError
    return found


def _of(operation: Any, value: Any, told: Mapping[int, str]) -> str:  # noqa: PLR0911
    if operation is constants.LITERAL:
        return _itself(chr(value))
    if operation in {constants.ANY, constants.IN, constants.NOT_LITERAL}:
        return _one_of(_characters(operation, value))[0]
    if operation in _REPEATS:
        least, most, repeated = value
        return _repeated(least, most, repeated, told)
    if operation is constants.SUBPATTERN:
        return told[value[0]] if value[0] in told else _of_all(value[-1], told)
    if operation is constants.ATOMIC_GROUP:
        return _of_all(value, told)
    if operation is constants.BRANCH:
        return _of_all(value[1][0], told)
    if operation is constants.AT:
        return ""
    raise _UnsaidError


def _repeated(least: int, most: int, parts: Any, told: Mapping[int, str]) -> str:
    first = parts[0] if len(parts) == 1 else (None, None)
    is_of_many = first[0] in {constants.ANY, constants.IN, constants.NOT_LITERAL}
    usual = _one_of(_characters(*first))[1] if is_of_many else 1
    times = max(least, min(int(most), usual))
    inner = _of_all(parts, told) if times else ""
    if times * max(1, len(inner)) > _MOST_WRITTEN:
        raise _UnsaidError
    return inner * times


def _characters(operation: Any, value: Any) -> frozenset[str]:
    """Those of ASCII that it stands for."""
    if operation is constants.ANY:
        return _ALL - {"\n"}
    if operation is constants.NOT_LITERAL:
        return _ALL - {chr(value)}
    found: frozenset[str] = frozenset()
    for kind, part in value:
        if kind is constants.LITERAL:
            found |= {chr(part)}
        elif kind is constants.RANGE:
            found |= {one for one in _ALL if part[0] <= ord(one) <= part[1]}
        elif kind is constants.CATEGORY:
            other = _OTHERS.get(part)
            found |= _CATEGORIES[part] if other is None else _ALL - _CATEGORIES[other]
    return _ALL - found if (constants.NEGATE, None) in value else found


def _one_of(characters: frozenset[str]) -> tuple[str, int]:
    """What stands for some of the characters, and how often it is usually repeated."""
    for kind, stands, times in _KINDS:
        if kind <= characters:
            return stands, times
    one = next((one for one in _PREFERRED if one in characters), None) or min(characters, default="")
    if not one:
        raise _UnsaidError
    return _itself(one), 1


def _itself(character: str) -> str:
    if character == "`":
        raise _UnsaidError
    return f"`{character}`" if character.isalnum() and character.isascii() else character
