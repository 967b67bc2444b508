"""Keys of a file's units: their names, told apart where several have one, as a property and what sets it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from perfcast.source.definitions.units import Unit

#: In no name that a definition can have.
_NUMBERED: Final = "#"


def keys_of(units: Iterable[Unit]) -> dict[Unit, str]:
    """By unit its name; behind that of the second of a name stands '#2', and so on."""
    met: Counter[str] = Counter()
    keys: dict[Unit, str] = {}
    for unit in units:
        met[unit.name] += 1
        keys[unit] = unit.name if met[unit.name] == 1 else f"{unit.name}{_NUMBERED}{met[unit.name]}"
    return keys


def name_of(key: str) -> str:
    """Of the unit that a key stands for."""
    return key.partition(_NUMBERED)[0]
