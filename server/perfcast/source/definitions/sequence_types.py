"""Types by which annotations say that there are several of something, one after the other."""

from typing import Final

SEQUENCES: Final = frozenset(
    {"list", "List", "tuple", "Tuple", "Sequence", "MutableSequence", "Iterable", "Collection"}
)
SETS: Final = frozenset({"set", "Set", "frozenset", "FrozenSet", "AbstractSet", "MutableSet"})
