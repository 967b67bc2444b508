"""What an edit left of a text."""

from typing import Final

#: Characters that are looked for in the other text, and of a part that is worth not being parsed again.
_PROBE: Final = 100
_LONG: Final = 2_000


def common_ends(first: str, second: str) -> tuple[int, int]:
    """How many characters two texts share at their beginning, and at their end behind those."""
    start = _common_start(first, second)
    return start, _common_end(first, second, min(len(first), len(second)) - start)


def _common_start(first: str, second: str) -> int:
    # Halving compares in blocks, each character about twice; nothing in Python itself is as fast.
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(first: str, second: str, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if first[len(first) - middle : len(first) - low] == second[len(second) - middle : len(second) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def halfway(first: str, second: str, ends: tuple[int, int]) -> str | None:
    """A text between two that differ at the beginning and at the end of what they do not share: the second one up to a
    long part that both have, the first one from there on. None where there is no such part.

    Args:
        ends: their `common_ends`.
    """
    start, behind = ends
    before, after = first[start : len(first) - behind], second[start : len(second) - behind]
    if min(len(before), len(after)) < _LONG:
        return None
    for quarter in (2, 1, 3):
        place = len(before) * quarter // 4
        there = after.find(before[place : place + _PROBE])
        if there < 0:
            continue
        above = _common_end(before[:place], after[:there], min(place, there))
        below = _common_start(before[place:], after[there:])
        if above + below >= max(_LONG, len(before) // 2):
            return second[: start + there - above] + first[start + place - above :]
    return None
