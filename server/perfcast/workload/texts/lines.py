"""What is known of lines -> what is known of the text that they are of, and the other way round."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from perfcast.workload.language.workload import ITERATOR, LINES, Argument, TypeExpression
from perfcast.workload.naming.names import STR
from perfcast.workload.numbers.text_fields import NUMBER
from perfcast.workload.structures.shapes import DIGITS

_END: Final = "\n"
_SEVERAL: Final = frozenset({"list", "deque", ITERATOR})


def text_of_lines(lines: Argument, text: Argument, *, is_one: bool) -> Argument | None:
    """A text whose lines are such; None where nothing is known of these.

    Args:
        lines: all of them, or one where `is_one`.
        text: as it would be without them.
    """
    line = _any_of(lines, is_one=is_one)
    if line is None or (is_one and line == STR and lines.like is not None and lines.kept != (0,)):
        # One with as many parts as fit into it says nothing of how long a line is.
        return None
    if line.name == LINES:
        return Argument(text.name, line.arguments[0], text.sizes[:1])
    if line.name == "json":
        return Argument(text.name, replace(line, name="jsonl"), text.sizes[:1])
    like = f"{NUMBER}{_END}" if line == DIGITS else f"{lines.like}{_END}" if lines.like and line == STR else None
    if like is not None:
        return replace(text, like=like, alphabet=None, kept=())
    if line != STR or not isinstance(lines.alphabet, str):
        return None
    # What is looked for in the lines, and between them.
    letters = text.alphabet if isinstance(text.alphabet, str) else ""
    return replace(text, alphabet="".join(dict.fromkeys(f"{lines.alphabet}{letters}{_END}")))


def _any_of(lines: Argument, *, is_one: bool) -> TypeExpression | None:
    """The type of one of the lines; `LINES` of those of a text that is known as a whole."""
    type_ = lines.type
    if lines.has_value:
        return None
    if is_one:
        return type_
    if type_.name == LINES:
        return type_
    return type_.arguments[0] if type_.name in _SEVERAL and type_.arguments else None
