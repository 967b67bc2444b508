"""Classes of a tree's nodes: expressions are numbers, names, or what is made of other expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from perfcast.source.definitions.dunder_methods import last_name

from .abstract import Meaning, asks_for_any, extends, left_open, words_asked_for

#: Classes looked at, and those of either kind that a tree has nodes of.
_MOST_BELOW: Final = 200
_MOST: Final = 6
#: What a class may extend that is a class of its own.
_ROOTS: Final = frozenset({"object", "ABC"})
#: Classes that code tells apart.
_SEVERAL: Final = 2


class NodeKinds(NamedTuple):
    """What extends a class that trees consist of.

    Attributes:
        inner: classes whose instances are made with others of them, those first that ask for the most; a union, or
            those that extend a mere record, may be of none.
        leaves: the others.
    """

    inner: tuple[str, ...]
    leaves: tuple[str, ...]


def node_kinds(
    name: str, extending: Callable[[], Iterable[str]], meaning: Meaning, united: Sequence[str] = ()
) -> NodeKinds | None:
    """The classes that extend one, where some of them are made of others, or where several extend a mere record, as
    kinds of events do; None of others, and of networks' modules, which are made otherwise.

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
    are_apart = bool(united) or (len(below) >= _SEVERAL and not inner and _is_mere_record(meaning(name)))
    is_tree = bool(leaves) if are_apart else bool(inner and leaves)
    return NodeKinds(tuple(inner[:_MOST]), tuple(leaves[:_MOST])) if is_tree else None


def _is_mere_record(node: ast.ClassDef | None) -> bool:
    """Whether a class has nothing but fields that those have which extend it."""
    return (
        node is not None
        and not node.keywords
        and all(last_name(base) in _ROOTS for base in node.bases)
        and all(isinstance(part, ast.AnnAssign | ast.Expr | ast.Pass) for part in node.body)
    )
