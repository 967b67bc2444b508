"""Parameters that are the ends of an interval: ``start`` and ``end``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import INT
from perfcast.workload.naming.usual_numbers import usual

#: Words in names of the first of something, with those of the last.
_ENDS: Final = {
    "start": ("end", "stop", "finish", "goal", "target"),
    "begin": ("end",),
    "first": ("last",),
    "low": ("high",),
    "lower": ("upper",),
    "lo": ("hi",),
    "left": ("right",),
    "l": ("r",),
    "min": ("max",),
}
#: Between two years lies a hundredth of them, between two hours no more than one.
_SHARE: Final = 100
_MIDDLES: Final = frozenset({"mid", "middle"})
_SEQUENCES: Final = frozenset({"list", "tuple", "deque", "str", "bytes", "bytearray"})


def with_spans(arguments: list[Argument], made_up: Collection[str]) -> list[Argument]:
    """Arguments of which the first of two such numbers is 0, and the last one lies behind it: at the end of the
    longest sequence, where there is one. Of what is one of few, such as a year, they are not far from each other.

    Args:
        made_up: names of those whose values nobody says.
    """
    values = {one.name: one.value for one in arguments if one.type == INT and one.name is not None}
    ends = {first: last for first in values if first in made_up and (last := last_of(first, values)) is not None}
    if not ends:
        return arguments
    lengths = [one.sizes[0] for one in arguments if one.type.name in _SEQUENCES and one.sizes]
    longest = max(1, max(lengths) - 1) if lengths else None
    given: dict[str, int] = {}
    for first, end in ends.items():
        few = usual(first)
        value = few or longest or values[end]
        start = 0 if few is None else few - max(1, few // _SHARE)
        given |= {first: start} | ({end: int(value or 1)} if end in made_up else {})
    middle = max(given.values()) // 2
    given |= {name: middle for name in values if name in _MIDDLES and name in made_up}
    return [replace(one, value=given[one.name]) if one.name in given else one for one in arguments]


def last_of(first: str, names: Collection[str]) -> str | None:
    """The name of the last, where `first` is one of a first: ``end_index`` of ``start_index``."""
    words = first.split("_")
    for place, word in enumerate(words):
        for end in _ENDS.get(word, ()):
            name = "_".join((*words[:place], end, *words[place + 1 :]))
            if name in names:
                return name
    return None
