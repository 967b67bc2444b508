"""The parts of an argument's type, and arguments with another part in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from perfcast.workload.language.workload import DEFAULT_CONTAINER, DEFAULT_STRING, TEXT_FILE, Argument, TypeExpression

#: Where a part stands: places among the arguments of the types around it, the outermost first.
Path = tuple[int, ...]
_SIZED_TEXTS: Final = frozenset({"str", "bytes", "bytearray"})
#: Types whose parts are none that could be others.
_WHOLE: Final = frozenset({"|", "Counter", TEXT_FILE})
_LETTERS: Final = ("a", "z")
_NUMBERS: Final = frozenset({"int", "float", "digits"})


@dataclass(frozen=True)
class Part:
    """What may stand in the place of another part.

    Attributes:
        type: of it; sizes: of that, in order, those left out are defaults.
        like: pattern of the texts in it; alphabet: their characters; see `Argument`.
        bounds: of the numbers in it, inclusive.
    """

    type: TypeExpression
    sizes: tuple[int, ...] = ()
    like: str | None = None
    alphabet: tuple[str, str] | None = None
    bounds: tuple[float, float] | None = None
    kept: tuple[int, ...] = ()


def parts(argument: Argument) -> Iterator[tuple[Path, TypeExpression]]:
    """All of them, the whole first; what unions offer, what is counted and what a file says is left whole."""
    yield from _parts((), argument.type)


def _parts(path: Path, type_: TypeExpression) -> Iterator[tuple[Path, TypeExpression]]:
    yield path, type_
    if type_.name not in _WHOLE:
        for place, inner in enumerate(type_.held):
            if inner.name != "...":
                yield from _parts((*path, place), inner)


def sizes_at(argument: Argument, path: Path) -> tuple[int, ...]:
    """The sizes that are written of a part; none of keys."""
    start, stop = _span(argument.type, path)
    return argument.sizes[start:stop]


def with_part(argument: Argument, path: Path, part: Part) -> Argument:
    """The same argument with another part there; it stands for no single value any more."""
    type_ = _replaced(argument.type, path, part.type)
    start, stop = _span(argument.type, path)
    inner = len(list(part.type.sized())) if stop > start or not is_key(argument.type, path) else 0
    sizes: list[int | None] = [
        *_filled(argument.sizes[:start], start),
        *_filled(part.sizes[:inner], inner),
        *argument.sizes[stop:],
    ]
    while sizes and sizes[-1] is None:
        sizes.pop()
    usual = [DEFAULT_STRING if one.name in _SIZED_TEXTS else DEFAULT_CONTAINER for one in type_.sized()]
    leaves = {leaf.name for leaf in type_.leaves()}
    is_bounded_array = bool(part.type.shape) and part.bounds is not None
    has_texts, has_numbers = not leaves.isdisjoint(_SIZED_TEXTS), bool(leaves & _NUMBERS) or is_bounded_array
    like = part.like if part.like is not None else argument.like if has_texts else None
    low, high = part.bounds or (argument.low, argument.high)
    letters = part.alphabet or argument.alphabet or (_LETTERS if _holds_text(part.type) else None)
    return replace(
        argument,
        type=type_,
        sizes=tuple(usual[place] if size is None else size for place, size in enumerate(sizes)),
        low=low if has_numbers else None,
        high=high if has_numbers else None,
        alphabet=letters if has_texts and like is None else None,
        like=like,
        qualifiers=(),
        value=None,
        has_value=False,
        kept=() if path else part.kept,
    )


def _holds_text(type_: TypeExpression) -> bool:
    return any(leaf.name == "str" for leaf in type_.leaves())


def _filled(sizes: tuple[int, ...], count: int) -> list[int | None]:
    return [*sizes, *[None] * (count - len(sizes))]


def _replaced(type_: TypeExpression, path: Path, by: TypeExpression) -> TypeExpression:
    if not path:
        return by
    first, *rest = path
    inner = [_replaced(one, tuple(rest), by) if place == first else one for place, one in enumerate(type_.arguments)]
    return replace(type_, arguments=tuple(inner))


def _span(type_: TypeExpression, path: Path) -> tuple[int, int]:
    """Where the sizes of a part stand among all of them."""
    start = 0
    for place in path:
        before = type_.arguments[:place]
        if _is_keyed(type_):
            before = before[1:]
        start += type_.is_sized + sum(len(list(one.sized())) for one in before)
        if _is_keyed(type_) and place == 0:
            return start, start
        type_ = type_.arguments[place]
    return start, start + len(list(type_.sized()))


def is_key(type_: TypeExpression, path: Path) -> bool:
    """Whether a part is what a dictionary's keys are, or within."""
    for place in path:
        if _is_keyed(type_) and place == 0:
            return True
        type_ = type_.arguments[place]
    return False


def _is_keyed(type_: TypeExpression) -> bool:
    return type_.name in {"dict", "defaultdict"} and len(type_.arguments) == 2
