"""What a function asks anything for, so that nothing is looked for which nothing asks."""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.csv_writers import WRITING
from perfcast.workload.code.regexes import ASKING_MATCHES
from perfcast.workload.code.separators import written
from perfcast.workload.naming.names import BY_ATTRIBUTE, FINDING, FOUND, OPEN_TEXT
from perfcast.workload.naming.read_formats import READ_BY
from perfcast.workload.structures.constants import is_table
from perfcast.workload.structures.keyword_fields import VALIDATING
from perfcast.workload.structures.kinds_by_use import ASKING, OF_DIGITS, OF_MOMENTS, texts_of
from perfcast.workload.structures.matched_patterns import asks_keys
from perfcast.workload.structures.texts_read import OF_READING

_OF_TEXTS: Final = OF_DIGITS | OF_MOMENTS


class Questions(NamedTuple):
    """What a function asks anything for.

    Attributes:
        keys: ones that are written down; attributes: ones that no type of Python's own has; numbers: what texts say of
            numbers and moments; texts: what else they say; matches: what
            regular expressions have found in them; tables: whether it has some of its own; formats: what
            functions of the standard library read from texts.
        places: names, each with one by which it is asked in brackets.
    """

    keys: bool
    attributes: bool
    numbers: bool
    texts: bool
    matches: bool
    tables: bool
    formats: bool
    places: tuple[tuple[str, str], ...]


def questions(node: FunctionNode) -> Questions:
    """What a function's body asks anything for."""
    attributes = tables = False
    # What goes through written keys is likely to ask for them.
    keys = any(texts_of(loop.iter) for loop in loops_of(node))
    places: dict[tuple[str, str], None] = {}
    called = set()
    for part in parts_of(node, ast.Subscript, ast.Attribute, ast.Call, ast.Assign, ast.Match):
        kind = type(part)
        if kind is ast.Subscript and isinstance(part, ast.Subscript):
            place = part.slice
            keys = keys or written(place) is not None
            if isinstance(place, ast.Name) and isinstance(part.value, ast.Name):
                places[part.value.id, place.id] = None
        elif kind is ast.Attribute and isinstance(part, ast.Attribute):
            # What files are asked for is what others keep, too: ``counts.read + counts.write``.
            is_own = BY_ATTRIBUTE.get(part.attr) in (None, OPEN_TEXT, FOUND, FINDING)
            attributes = attributes or (isinstance(part.value, ast.Name) and is_own)
        elif kind is ast.Call and isinstance(part, ast.Call):
            name = last_name(part.func)
            called.add(name)
            called |= {last_name(one) for one in part.args[:1]} if name == "map" else set()
            keys = keys or (name in ASKING and bool(part.args) and written(part.args[0]) is not None)
            keys = keys or name == WRITING or name in VALIDATING or any(one.arg is None for one in part.keywords)
            attributes = attributes or name == "attrgetter"
        elif kind is ast.Assign and isinstance(part, ast.Assign):
            tables = tables or is_table(part.value)
            keys = keys or bool(texts_of(part.value))
        elif kind is ast.Match and isinstance(part, ast.Match):
            keys = keys or asks_keys(part)
    asked = (_OF_TEXTS, OF_READING, ASKING_MATCHES, READ_BY)
    numbers, texts, matches, formats = (not called.isdisjoint(names) for names in asked)
    return Questions(keys, attributes, numbers, texts, matches, tables, formats, tuple(places))
