"""Texts in a format that a function of the standard library reads: ``ip_address(text)``."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import body_of
from perfcast.workload.naming.read_formats import QUERY, READ_BY
from perfcast.workload.naming.usual_formats import WEB
from perfcast.workload.texts.line_patterns import is_text_named, names_of_lines

#: What asks for the part behind a URL's question mark.
_QUERY: Final = "query"
_READING_QUERIES: Final = frozenset({"parse_qs", "parse_qsl"})


def read_pattern_of(node: FunctionNode, name: str, *, of_many: bool) -> str | None:
    """A pattern, see `perfcast.workload.Argument.like`, of a parameter that is a text, or a list of texts, which such a
    function reads; None of others.

    Args:
        of_many: it is a list of them.
    """
    body = body_of(node)
    names = [*names_of_lines(body, name, of_many=True)] if of_many else [name]
    for part in (one for one in body if isinstance(one, ast.Call) and one.args):
        pattern = READ_BY.get(last_name(part.func))
        if pattern is not None and any(is_text_named(part.args[0], one) for one in names):
            return f"{pattern}?{QUERY}" if pattern == WEB and _asks_query(body) else pattern
    return None


def _asks_query(body: Sequence[ast.AST]) -> bool:
    """Whether it asks for what stands behind a URL's question mark."""
    return any(
        (isinstance(part, ast.Attribute) and part.attr == _QUERY)
        or (isinstance(part, ast.Call) and last_name(part.func) in _READING_QUERIES)
        for part in body
    )
