"""Texts that do not grow with the data, and those of tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.defaults.parameter_shapes import ParameterShapes
from perfcast.workload.defaults.ranges import looking_as_named, with_bounds
from perfcast.workload.language.workload import Argument, read_pattern
from perfcast.workload.naming.names import STR, is_character, is_long_text, is_short_text
from perfcast.workload.texts.line_patterns import WORD
from perfcast.workload.uses.text_uses import is_one_character, is_taken_apart

#: Characters of texts that are short by their names.
SHORT_TEXT: Final = 10


def text_argument(
    node: FunctionNode, name: str, size: int, shapes: ParameterShapes, *, is_told_last: bool
) -> Argument | None:
    """One that a library reads, one of tokens, or of few characters; None of another one."""
    read = shapes.read(name, of_many=False)
    if read is not None:
        return Argument(name, STR, (len(read_pattern(read)[0]),), like=read, kept=(0,))
    tokens = shapes.tokens(name)
    if tokens is not None:
        return Argument(name, STR, (size,), like=tokens)
    is_letter = is_character(name) or is_one_character(node, name)
    is_short = is_letter or is_told_last or _is_short(node, name, shapes)
    return _of_few_characters(name, shapes, is_letter=is_letter) if is_short else None


def _of_few_characters(name: str, shapes: ParameterShapes, *, is_letter: bool) -> Argument:
    """One, or as many as short texts have; digits where each of them is read as a number."""
    short = short_text(name, 1 if is_letter else SHORT_TEXT)
    if shapes.are_digits(name):
        return replace(short, alphabet=("0", "9"))
    return short if is_letter else _as_taken_apart(looking_as_named(short), shapes)


def _as_taken_apart(short: Argument, shapes: ParameterShapes) -> Argument:
    """A short text of the fields that the body takes it apart into, unless it looks like one that has these."""
    is_sought = shapes.separators or shapes.asked.matches
    pattern = shapes.pattern(short.name or "", of_many=False) if is_sought else None
    if pattern is None or (short.like is not None and set(shapes.separators) <= set(short.like)):
        return short
    if short.like is not None and pattern.startswith(WORD):
        # The rest stands behind what is called so: ``https://...?a=b``.
        pattern = short.like + pattern.removeprefix(WORD)
    return replace(short, alphabet=None, like=pattern, sizes=(len(read_pattern(pattern)[0]),))


def _is_short(node: FunctionNode, name: str, shapes: ParameterShapes) -> bool:
    """Whether a text has a few characters only by its name: the ``code`` of a country, not one that is looked through
    for certain characters, nor split."""
    if not is_short_text(name) or not is_long_text(name) or shapes.are_digits(name):
        return is_short_text(name)
    return not (shapes.separators and is_taken_apart(node, name))


def short_text(name: str | None, length: int) -> Argument:
    """A text that does not grow with the data."""
    return with_bounds(Argument(name, STR, (length,), kept=(0,)))
