"""Classes of a tree's nodes: expressions are numbers, names, or what is made of other expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from .abstract import Meaning, asks_for_any, extends, left_open, words_asked_for

#: Classes looked at, and those of either kind that a tree has nodes of.
_MOST_BELOW: Final = 200
_MOST: Final = 6


class NodeKinds(NamedTuple):
    """What extends a class that trees consist of.

    Attributes:
        inner: classes whose instances are made with others of them, those first that ask for the most; a union may be
            of none.
        leaves: the others.
    """

    inner: tuple[str, ...]
    leaves: tuple[str, ...]


def node_kinds(
    name: str, extending: Callable[[], Iterable[str]], meaning: Meaning, united: Sequence[str] = ()
) -> NodeKinds | None:
    """The classes that extend one, where some of them are made of others; None where it is no class of such a tree, as
    networks' modules are none, which are made otherwise.

    Args:
        extending: names of the file's classes that extend others.
        united: the classes that a name is a union of, which are of a tree even where none are made of others.
    """
    if extends(name, "Module", meaning):
        return None
    if united:
        below = [other for other in united if not left_open(other, meaning)]
    else:
        others = [other for other in sorted(set(extending()))[:_MOST_BELOW] if other != name]
        below = [other for other in others if extends(other, name, meaning) and not left_open(other, meaning)]
    family = frozenset({name, *below})
    asking = {other: sum(word in family for word in words_asked_for(other, meaning)) for other in below}
    # Sequences of anything are of others of them, where something is left that they may end with.
    of_any = [other for other in below if not asking[other] and asks_for_any(other, meaning)]
    if len(of_any) < sum(not several for several in asking.values()):
        asking |= dict.fromkeys(of_any, 1)
    inner = sorted((other for other in below if asking[other]), key=lambda other: -asking[other])
    leaves = [other for other in below if not asking[other]]
    is_tree = bool(leaves) if united else bool(inner and leaves)
    return NodeKinds(tuple(inner[:_MOST]), tuple(leaves[:_MOST])) if is_tree else None
