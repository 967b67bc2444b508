"""Parameters that a function takes elements from one by one: ``header = next(lines)``, ``lines: Iterator[str]``."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.definitions.union_annotations import alternatives
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import DEFAULT_STRING, ITERATOR, Argument
from perfcast.workload.naming.names import ANYTHING, STR, STRS
from perfcast.workload.uses.name_uses import attributes_of, is_bound_anew, is_name

#: Annotations of what has elements once.
ONCE: Final = frozenset({ITERATOR, "Generator"})
#: What other iterators lack.
_OF_GENERATORS: Final = frozenset({"send", "throw", "close"})


def with_iterators(
    node: FunctionNode, arguments: list[Argument], annotations: Mapping[str, ast.expr | None]
) -> list[Argument]:
    """Arguments with an iterator in the place of a list from which the function takes the next element; what it sends
    values to is none.

    Args:
        annotations: of those whose values nobody says, by name.
    """
    found = []
    for one in arguments:
        if (
            one.type == STR
            and annotations.get(one.name or "", one) is None
            and _is_asked_for_next(node, one.name or "")
        ):
            # A name such as `source` says a text, of which nothing is the next.
            one = replace(one, type=STRS, sizes=(*one.sizes, DEFAULT_STRING))  # noqa: PLW2901
        is_open = one.type.name == "list" and one.type.arguments and one.name in annotations
        if is_open and (_is_of_iterator(annotations[one.name or ""]) or _is_asked_for_next(node, one.name or "")):
            is_sent = not _OF_GENERATORS.isdisjoint(attributes_of(node, one.name or ""))
            once = replace(one, type=replace(one.type, name=ITERATOR))
            one = Argument(one.name, ANYTHING) if is_sent else once  # noqa: PLW2901
        found.append(one)
    return found


def _is_of_iterator(annotation: ast.expr | None) -> bool:
    said = (one.value if isinstance(one, ast.Subscript) else one for one in alternatives(annotation))
    return any(last_name(one) in ONCE for one in said)


def _is_asked_for_next(node: FunctionNode, name: str) -> bool:
    calls = parts_of(node, ast.Call)
    is_asked = any(is_name(call.func, "next") and call.args and is_name(call.args[0], name) for call in calls)
    return (is_asked or "__next__" in attributes_of(node, name)) and not is_bound_anew(node, name)
