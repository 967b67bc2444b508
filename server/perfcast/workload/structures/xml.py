"""What a function's body takes the elements of an XML text to hold: ``item.findtext("title")``, ``item.get("id")``."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Final

from perfcast.workload.code.separators import written
from perfcast.workload.language.xml import ATTRIBUTE
from perfcast.workload.structures.shapes import Shape

#: Attributes of an element that stand for itself: what it says is its text.
OWN_TEXT: Final = frozenset({"text", "tail", "tag"})
ATTRIBUTES: Final = "attrib"
_ONE: Final = frozenset({"find", "findtext"})
_SEVERAL: Final = frozenset({"findall", "iterfind", "iter"})
_TAG: Final = re.compile(r"[A-Za-z_][\w-]*")
#: What children are called whose tag nobody says.
_CHILD: Final = "item"


def asked_of(element: Shape, method: str, arguments: Sequence[ast.expr]) -> Shape | None:
    """What a method of an element gives; None for what nothing is known of."""
    if method == "getroot":
        return element
    name = written(arguments[0]) if arguments else None
    if method == "get":
        return None if name is None else attribute_of(element, name)
    if method in _ONE:
        return None if name is None else _along(element, name)
    if method in _SEVERAL:
        path, _, last = (name or _CHILD).rpartition("/")
        outer = _along(element, path) if path else element
        return None if outer is None else children_of(outer, last)
    return None


def attribute_of(element: Shape, name: str) -> Shape | None:
    """One of its attributes; None for one with a namespace."""
    return element.key(f"{ATTRIBUTE}{name}") if _TAG.fullmatch(name) else None


def children_of(element: Shape, tag: str = _CHILD) -> Shape | None:
    """All children of a tag."""
    if not _TAG.fullmatch(tag):
        return None
    several = element.key(tag)
    if several.is_element:
        # One was asked for before: there are several of it.
        several = element.keys[tag] = Shape(element=several)
    several.one().is_element = True
    return several


def _along(element: Shape, path: str) -> Shape | None:
    """The element that a path leads to, none of whose steps is more than a tag."""
    for tag in path.split("/"):
        if tag in {"", "."}:
            continue
        if not _TAG.fullmatch(tag):
            return None
        child = element.key(tag)
        element = child.element if child.element is not None else child
        element.is_element = True
    return element
