"""Constructor arguments of instances that a container holds: they differ, as in a real program."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, TypeVar

import numpy as np

from perfcast.source.classes.abstract import is_bare_sequence
from perfcast.workload.code.body import parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.defaults.assembly import ClassFor, default_workload
from perfcast.workload.language.spread import USUAL, Spread, spread_over
from perfcast.workload.language.workload import Argument, TypeExpression, Workload
from perfcast.workload.naming.names import INT, STR, last_word
from perfcast.workload.naming.usual_numbers import usual
from perfcast.workload.numbers.intervals import last_of
from perfcast.workload.structures.shapes import LABEL
from perfcast.workload.values.building import build_calls
from perfcast.workload.values.makers import Makers

#: Elements of each of their sized arguments.
_SIZE: Final = 4
#: Numbers of which nothing tells more.
_LEAST: Final = 1
_MOST: Final = 1000
#: The longest that a span is.
_LONGEST: Final = 20
#: Last words of numbers that tell one instance from the others.
_TELLING: Final = frozenset({"id", "ident", "identifier", "uid", "pk", "key"})
#: First and last words of numbers that say how large an instance is.
_COUNTING: Final = frozenset({"n", "num", "max", "min"})
_MEASURING: Final = frozenset(
    {
        *("width", "height", "depth", "rows", "cols", "columns", "levels", "layers", "limit", "capacity", "length"),
        *("size", "count", "degree", "order", "workers"),
    }
)
#: So many are drawn before it is given up, and one of how many has to pass.
_FEWEST_DRAWN: Final = 16
_FEW: Final = 8
#: As large as sizes are taken to be by default, which other numbers are not.
_LARGE: Final = 1000
_SEED: Final = 11
_NO_TEXTS: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})

T = TypeVar("T")

#: Instances of a class around others of it, at most.
_DEEPEST_ALIKE: Final = 2


def in_turn(members: Sequence[T], count: int) -> list[T] | None:
    """So many of an enumeration's members, one after the other; None where it has none."""
    return [members[place % len(members)] for place in range(count)] if members else None


def made_with_each(
    init: ast.FunctionDef,
    classes: ClassFor,
    keyed: Collection[str] = (),
    texts: Mapping[str, Sequence[str]] = _NO_TEXTS,
    held: str = "",
) -> Workload:
    """With what each of them is made, but for the numbers that `each_made` draws.

    Args:
        init: their class's constructor; classes: as `default_workload` takes them.
        keyed: attributes by which tables are asked: labels, such as these have.
        texts: attributes that are told apart by texts: each is one of these.
        held: the class of what sequences hold of which nothing is said, as those of a tree's nodes hold others.
    """
    made = default_workload(init, _SIZE, drop_first=True, classes=classes)
    made = _holding(made, init, TypeExpression(held)) if held else made
    if not (keyed or texts):
        return made
    told = (_told_apart(one, texts.get(one.name or "", ())) for one in made.arguments)
    return Workload(tuple(_as_key(one) if one.name in keyed else one for one in told))


def _holding(made: Workload, init: ast.FunctionDef, held: TypeExpression) -> Workload:
    """With sequences of that where annotations say no more than that they are such."""
    bare = {one.arg for one, _ in parameters(init, drop_first=True) if is_bare_sequence(one.annotation)}

    def of(argument: Argument) -> Argument:
        said = argument.type
        if argument.name not in bare or not said.arguments:
            return argument
        return replace(argument, type=replace(said, arguments=(held, *said.arguments[1:])))

    return Workload(tuple(map(of, made.arguments)))


def _told_apart(argument: Argument, texts: Sequence[str]) -> Argument:
    if not texts or argument.type != STR or argument.has_value:
        return argument
    return Argument(argument.name, TypeExpression("|", tuple(TypeExpression(repr(text)) for text in texts)))


def _as_key(argument: Argument) -> Argument:
    """With a label for a text, which is another one for each where it tells instances apart."""
    if argument.type != STR or argument.has_value:
        return argument
    is_telling = last_word(argument.name or "") in _TELLING
    return Argument(argument.name, LABEL, qualifiers=("distinct",) if is_telling else ())


def without_further(made: Workload, name: str, depth: int) -> Workload:
    """What a class's constructor is called with, where it is given instances of the class itself, as a tree's nodes
    are: none of the third ones within each other.

    Args:
        name: of the class.
        depth: constructors around this one.
    """
    if depth < _DEEPEST_ALIKE:
        return made
    return Workload(tuple(_without(one) if _mentions(one.type, name) else one for one in made.arguments))


def _without(argument: Argument) -> Argument:
    if argument.sizes:
        return replace(argument, sizes=(0, *argument.sizes[1:]))
    return Argument(argument.name, TypeExpression("None"), value=None, has_value=True)


def _mentions(said: TypeExpression, name: str) -> bool:
    return any(leaf.name == name for leaf in said.leaves())


def each_made(
    make: Callable[[dict[str, Any]], T],
    init: ast.FunctionDef,
    made: Workload,
    count: int,
    makers: Makers,
    spread: Spread = USUAL,
) -> list[T]:
    """So many instances, each made with other arguments; numbers that nothing says are alike only where their class
    takes few others. What its checks turn down is drawn again, while they let pass some. Raises what making them
    raises.

    Args:
        made: what `made_with_each` gives.
        spread: of moments in them.
    """
    wanted = spread_over(made, spread)

    def drawn(seed: int, several: int, _: int) -> list[dict[str, Any]]:
        calls = build_calls(wanted, seed, several, makers)
        if sum(isinstance(value, date) for value in calls[0].values()) > 1:
            calls = [call | _later_ends(call) for call in calls]
        return calls

    def numbered(seed: int, several: int, before: int) -> list[dict[str, Any]]:
        return _with_numbers(drawn(seed, several, before), init, made, seed, before)

    if _names_of_numbers(init, made):
        with suppress(Exception):
            return _passing(make, numbered, count)
    return _passing(make, drawn, count)


def _passing(
    make: Callable[[dict[str, Any]], T], drawn: Callable[[int, int, int], list[dict[str, Any]]], count: int
) -> list[T]:
    """So many instances of what is drawn, in as many rounds as it takes. Raises the first failure where all but a few
    are turned down.

    Args:
        drawn: told a seed, how many, and how many were drawn before.
    """
    found: list[T] = []
    failure: Exception | None = None
    seed, tried = _SEED, 0
    while len(found) < count:
        missing = count - len(found)
        for call in drawn(seed, missing if seed == _SEED else max(2 * missing, _FEWEST_DRAWN), tried):
            try:
                found.append(make(call))
            except Exception as reason:
                failure = failure or reason
            tried += 1
            if len(found) == count:
                break
            if failure is not None and tried >= _FEWEST_DRAWN and len(found) * _FEW < tried:
                raise failure
        seed += 1
    return found


def _later_ends(call: dict[str, Any]) -> dict[str, Any]:
    """Moments that end what others begin, so many hours or days behind these."""
    moments = [name for name, value in call.items() if isinstance(value, date)]
    ends = {first: last_of(first, moments) for first in moments} if len(moments) > 1 else {}
    found = {}
    for first, last in ends.items():
        if last is not None and type(call[first]) is type(call[last]):
            # Between two of any year lies more than what one thing takes.
            length = 1 + abs(call[last] - call[first]).days % _LONGEST
            is_moment = isinstance(call[first], datetime)
            found[last] = call[first] + (timedelta(hours=length) if is_moment else timedelta(days=length))
    return found


def _sizes(init: ast.FunctionDef) -> Iterator[str]:
    """Parameters that say how large an instance is: others would make some that nobody holds many of."""
    repeated = {
        side.id
        for part in parts_of(init, ast.BinOp)
        for side, other in ((part.left, part.right), (part.right, part.left))
        if isinstance(part.op, ast.Mult) and isinstance(side, ast.Name) and isinstance(other, ast.List | ast.ListComp)
    }
    for one in default_workload(init, _LARGE, drop_first=True).arguments:
        name = one.name or ""
        is_called_so = last_word(name) in _MEASURING or name.split("_")[0] in _COUNTING
        if is_called_so or name in repeated or one.value == _LARGE:
            yield name


def _names_of_numbers(init: ast.FunctionDef, made: Workload) -> list[str]:
    """Parameters that are numbers of which nothing says what they are."""
    needed = {one.arg for one, default in parameters(init, drop_first=True) if default is None}
    names = [
        one.name
        for one in made.arguments
        if one.name is not None and one.name in needed and one.type == INT and one.has_value and usual(one.name) is None
    ]
    if names:
        sizes = set(_sizes(init))
        names = [name for name in names if name not in sizes]
    return names


def _with_numbers(
    calls: list[dict[str, Any]], init: ast.FunctionDef, made: Workload, seed: int, before: int
) -> list[dict[str, Any]]:
    """The calls with a number for each of these parameters.

    Of those that tell instances apart, the first is a different one for each, below their number and behind those of
    calls `before`; the others, which may name another one, are any of these. What ends comes after what begins.
    """
    names, count = _names_of_numbers(init, made), len(calls)
    generator = np.random.default_rng(seed)
    found: dict[str, list[int]] = {}
    is_told = False
    for name in names:
        if last_word(name) in _TELLING:
            drawn = generator.integers(0, before + count, count) if is_told else generator.permutation(count) + before
            found[name] = drawn.tolist()
            is_told = True
        else:
            found[name] = generator.integers(_LEAST, _MOST, count, endpoint=True).tolist()
    for first in names:
        last = last_of(first, names)
        if last is not None:
            lengths = generator.integers(1, _LONGEST, count, endpoint=True).tolist()
            found[last] = [begin + length for begin, length in zip(found[first], lengths, strict=True)]
    rows = zip(*found.values(), strict=True)
    return [call | dict(zip(found, row, strict=True)) for call, row in zip(calls, rows, strict=True)]
