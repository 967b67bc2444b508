"""What a unit may be called with instead, where it ends with an error on what was made up: the error says of a value
what it is not, and often what it should be. Which of the parts it was nobody says: all that are of its type come into
question."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from perfcast.workload.corrections.change import Change, kind_of
from perfcast.workload.corrections.clues import Clues
from perfcast.workload.corrections.rules import changes
from perfcast.workload.language.parts import Part, Path, is_key, parts, sizes_at, with_part
from perfcast.workload.language.workload import (
    BETWEEN,
    TABLES,
    WRITTEN,
    Argument,
    TypeExpression,
    Workload,
    read_pattern,
)
from perfcast.workload.naming.names import INT, STR, STRS, is_long_text

#: Elements of what had no size, and characters of short texts.
_SIZE: Final = 1000
_SHORT: Final = 10
#: Whole numbers of which nothing more is known; sizes of an argument that may be those of others.
_FEW: Final = (1, 10)
_OUTER: Final = 2
#: Numbers of which nothing says what they are.
_MADE_UP: Final = (10, 1000)
_OPEN: Final = TypeExpression("object")
#: Of one argument.
_MOST_PARTS: Final = 12
#: That what was left out is asked for what None has not; that the code itself takes no such call.
_OF_NONE: Final = re.compile(r"(?:TypeError|AttributeError): .*\bNoneType\b", re.DOTALL)
#: What something has not.
_ATTRIBUTE: Final = re.compile(r"Unsupported: (?:assigning to )?Unknown\.(\w+)$|has no attribute '(\w+)'")
_NO_NUMBER: Final = re.compile(r"ValueError: (?:invalid literal for int\(\)|could not convert string to float)")
#: Words of patterns, and what numbers may stand in their place: any, or one that is a month, a day and an hour, too.
_WORDS: Final = re.compile(r"[a-z]{2,}")
_NUMBERS: Final = ("00", "`5`")
_TOO_FEW: Final = re.compile(r"ValueError: not enough values to unpack \(expected (?:at least )?(\d+)")
_MOST_WORDS: Final = 8
_REFUSED: Final = re.compile(r"(?!Unsupported|OutOfSteps|KeyError|IndexError)\w+: ")


class LeftOut(NamedTuple):
    """What may be given for parameters that are None where they are left out.

    Attributes:
        unasked: of those that nothing asks whether they are None; where code asks, None will do, as a rule.
        all: of these and the others.
    """

    unasked: tuple[Argument, ...] = ()
    all: tuple[Argument, ...] = ()

    @classmethod
    def of(cls, arguments: Iterable[Argument], names: Mapping[str, bool]) -> LeftOut:
        """
        Args:
            names: of the parameters, each with whether code asks.
        """
        told = {one.name: one for one in arguments if one.has_value or one.type != _OPEN}
        found = [(told[name], is_asked) for name, is_asked in names.items() if name in told]
        return cls(tuple(one for one, is_asked in found if not is_asked), tuple(one for one, _ in found))

    @property
    def groups(self) -> Iterator[tuple[Argument, ...]]:
        """What comes into question, the likelier ones first."""
        yield self.unasked
        if self.all != self.unasked:
            yield self.all


def corrections(
    workload: Workload,
    failure: str,
    clues: Clues,
    free: Collection[str],
    size: int = _SIZE,
    optional: Sequence[Argument] = (),
) -> Iterator[Workload]:
    """Other workloads, the likelier ones first, each once.

    Args:
        failure: the class of the error, and its text in full: "KeyError: price".
        clues: of the unit's text.
        free: parameters of which nothing says the type; others stay of the type that they are of, and as they are where
            they have a value, which is what the author wrote as a default.
        size: of what had none.
        optional: what may be given for parameters that are None where they are left out.
    """
    seen = {str(workload)}
    is_of_none = _OF_NONE.match(failure) is not None
    if is_of_none:
        yield from _with_more(workload, failure, optional)
    for change in changes(failure, clues):
        # What is wrong with one is often wrong with all of them: they are changed together last.
        together: dict[str | None, Argument] = {}
        for argument in _likeliest_first(workload, failure, clues):
            is_free = argument.name in free or change.is_sure
            if argument.has_value and argument.value is not None and not (is_free or _is_made_up(argument)):
                continue
            is_open_within = argument.name in clues.open_within
            for other in _changed(argument, change, size, is_free=is_free, is_open_within=is_open_within):
                together.setdefault(argument.name, other)
                yield from _unseen(seen, workload, {argument.name: other})
        if len(together) > 1:
            yield from _unseen(seen, workload, together)
    for word in _words_wanted(failure, clues):
        yield from _unseen(seen, workload, _with_words(workload, word))
    if failure.startswith("IndexError"):
        yield from _unseen(seen, workload, _of_one_length(workload))
    if not is_of_none and _REFUSED.match(failure) is not None:
        yield from _with_more(workload, failure, optional)


def _likeliest_first(workload: Workload, failure: str, clues: Clues) -> Sequence[Argument]:
    """Those first that the unit asks for the attribute which the error names."""
    found = _ATTRIBUTE.search(failure)
    if found is None:
        return workload.arguments
    asked = found[1] or found[2]
    return sorted(workload.arguments, key=lambda one: asked not in clues.asked_of.get((one.name or "").strip("_"), ()))


def _with_more(workload: Workload, failure: str, optional: Sequence[Argument]) -> Iterator[Workload]:
    """With one argument more, rather one of those that the error names."""
    given = {one.name for one in workload.arguments}
    words = set(re.findall(r"\w+", failure))
    others = (one for one in optional if one.name not in given)
    for one in sorted(others, key=lambda one: one.name not in words):
        yield Workload((*workload.arguments, one))


def _is_made_up(argument: Argument) -> bool:
    """Whether a number is one of those that are made up, which are no defaults as a rule."""
    return type(argument.value) is int and argument.value in _MADE_UP


def _of_one_length(workload: Workload) -> dict[str | None, Argument]:
    """With all that has a length as long as the shortest of it: places in one are places in others."""
    sized = [one for one in workload.arguments if not one.has_value and one.sizes]
    shortest = min((size for one in sized for size in one.sizes[:_OUTER]), default=0)
    return {
        one.name: replace(one, sizes=(*(min(size, shortest) for size in one.sizes[:_OUTER]), *one.sizes[_OUTER:]))
        for one in sized
    }


def _words_wanted(failure: str, clues: Clues) -> Iterator[str]:
    """What words have to be of texts that are taken apart: numbers, or taken apart themselves."""
    if _NO_NUMBER.match(failure) is not None:
        yield from _NUMBERS
    if (unpacked := _TOO_FEW.match(failure)) is not None:
        for between in clues.separators if int(unpacked[1]) <= _MOST_WORDS else ():
            yield from (between.join([word] * int(unpacked[1])) for word in ("aaa", _NUMBERS[0]) if "`" not in between)


def _with_words(workload: Workload, word: str) -> dict[str | None, Argument]:
    """With that for all words of texts that are taken apart."""
    found: dict[str | None, Argument] = {}
    for one in workload.arguments:
        if one.like is not None and one.type in (STR, STRS) and not one.has_value:
            # What stands between two backticks is written down.
            parts = one.like.split("`")
            like = "`".join(part if place % 2 else _WORDS.sub(word, part) for place, part in enumerate(parts))
            is_once = one.sizes == (len(read_pattern(one.like)[0]),)
            found[one.name] = replace(one, like=like, sizes=(len(read_pattern(like)[0]),) if is_once else one.sizes)
    return found


def _unseen(seen: set[str], workload: Workload, others: Mapping[str | None, Argument]) -> Iterator[Workload]:
    """The workload with other arguments of these names, unless it was there before."""
    whole = Workload(tuple(others.get(one.name, one) for one in workload.arguments))
    if str(whole) not in seen:
        seen.add(str(whole))
        yield whole


def _changed(
    argument: Argument, change: Change, size: int, *, is_free: bool, is_open_within: bool
) -> Iterator[Argument]:
    """With one part changed.

    Args:
        is_free: it may be of any type; is_open_within: what it holds may be.
    """
    for path, type_ in islice(parts(argument), _MOST_PARTS):
        # Keys are as many as there are different ones.
        is_asked = (change.of is None or type_.name in change.of) and not (path and change.is_whole)
        if is_asked and not is_key(argument.type, path):
            for part in change.to(_name_of(argument, path), type_):
                is_array = bool(part.type.shape) and part.type.name not in TABLES
                is_fit = is_free or (path and is_open_within and not is_array)
                if is_fit or kind_of(type_) in {kind_of(part.type), "Unknown"}:
                    yield with_part(argument, path, _sized(part, argument, path, type_, size))


def _name_of(argument: Argument, path: Path) -> str:
    """By which a part is known: the parameter's, or the key's or attribute's that it stands at."""
    name, type_ = argument.name or "", argument.type
    for place in path:
        name = type_.keys[place] if type_.keys else ""
        type_ = type_.arguments[place]
    return name


def _sized(part: Part, argument: Argument, path: Path, before: TypeExpression, size: int) -> Part:
    """As large as what stood there; where that had no size, as large as such things are."""
    if len(part.type.shape) == 1 and not before.shape:
        length = next(iter(sizes_at(argument, path) if before.is_sized else ()), size)
        return replace(part, type=replace(part.type, shape=(length,)))
    if part.type.name in WRITTEN:
        return replace(part, sizes=(size,) if part.type.arguments[0].is_sized else ())
    if part.type == INT and part.bounds is None and not path:
        # It may be a place, or how often something is done.
        return replace(part, bounds=_FEW)
    is_repeated = part.like is not None and part.like[-1:] in BETWEEN
    if part.sizes or (part.like is not None and not is_repeated) or not part.type.is_sized:
        return part
    said = sizes_at(argument, path)[:1] if before.is_sized else ()
    if not said and not path:
        is_short = part.type.name in {"str", "bytes"} and not is_long_text(argument.name or "")
        said = (_SHORT if is_short else size,)
    return replace(part, sizes=said)
