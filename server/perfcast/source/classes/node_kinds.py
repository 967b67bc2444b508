"""Classes of a tree's nodes: expressions are numbers, names, or what is made of other expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from .abstract import Meaning, extends, left_open, words_asked_for

#: Classes looked at, and those of either kind that a tree has nodes of.
_MOST_BELOW: Final = 200
_MOST: Final = 6


class NodeKinds(NamedTuple):
    """What extends a class that trees consist of.

    Attributes:
        inner: classes whose instances are made with others of them, those first that ask for the most.
        leaves: the others.
    """

    inner: tuple[str, ...]
    leaves: tuple[str, ...]


def node_kinds(name: str, extending: Callable[[], Iterable[str]], meaning: Meaning) -> NodeKinds | None:
    """The classes that extend one, where some of them are made of others; None where it is no class of such a tree, as
    networks' modules are none, which are made otherwise.

    Args:
        extending: names of the file's classes that extend others.
    """
    if extends(name, "Module", meaning):
        return None
    others = [other for other in sorted(set(extending()))[:_MOST_BELOW] if other != name]
    below = [other for other in others if extends(other, name, meaning) and not left_open(other, meaning)]
    family = frozenset({name, *below})
    asking = {other: sum(word in family for word in words_asked_for(other, meaning)) for other in below}
    inner = sorted((other for other in below if asking[other]), key=lambda other: -asking[other])
    leaves = [other for other in below if not asking[other]]
    return NodeKinds(tuple(inner[:_MOST]), tuple(leaves[:_MOST])) if inner and leaves else None
