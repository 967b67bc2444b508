"""Numbers that are read from before a unit, or before other words: ``float(took.rstrip("ms"))``,
``int(rest.split()[0])``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from perfcast.workload.numbers.text_fields import NUMBERS

#: Letters of a word.
_LETTER: Final = "a"
_WORD: Final = _LETTER * 6
_LONGEST: Final = 8
_SPLITTING: Final = frozenset({"split", "partition"})


def unit_behind(call: ast.Call, is_it: Callable[[ast.expr], bool]) -> str | None:
    """What stands behind a number that a call reads from a text, as a pattern has it, see
    `perfcast.workload.Argument.like`; None where it reads none, or nothing stands there.

    Args:
        is_it: whether an expression is the text.
    """
    if not (isinstance(call.func, ast.Name) and call.func.id in NUMBERS and call.args):
        return None
    node, unit = call.args[0], None
    while (peeled := _peeled(node)) is not None:
        node, behind = peeled
        unit = unit or behind
    return unit if unit and is_it(node) else None


def _peeled(node: ast.expr) -> tuple[ast.expr, str] | None:
    """What a part is taken of, and what it leaves out at the end of that."""
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr="removesuffix" | "rstrip"), args=[ast.Constant(value=str(end))]):
            return of, _itself(end)
        case ast.Call(
            func=ast.Attribute(value=of, attr="replace"), args=[ast.Constant(value=str(end)), ast.Constant(value="")]
        ) if end.isalpha():
            return of, _itself(end)
        case ast.Call(func=ast.Attribute(value=of, attr="strip" | "rstrip" | "lower" | "upper"), args=[]):
            return of, ""
        case ast.Subscript(
            value=of, slice=ast.Slice(lower=None, upper=ast.UnaryOp(ast.USub(), ast.Constant(value=int(n))), step=None)
        ) if 0 < n <= _LONGEST:
            return of, _LETTER * n
        case ast.Subscript(
            value=ast.Call(func=ast.Attribute(value=of, attr=method), args=given), slice=ast.Constant(value=0)
        ) if method in _SPLITTING:
            return of, _behind(given)
    return None


def _behind(given: Sequence[ast.expr]) -> str:
    """What follows upon the first part of a text that is split at that."""
    match given:
        case []:
            return f" {_WORD}"
        case [ast.Constant(value=str(separator)), *_]:
            return f"{_itself(separator)}{_WORD if separator.isspace() else ''}"
    return ""


def _itself(text: str) -> str:
    """Without the ends of lines."""
    text = text.strip("\r\n\t")
    return f"`{text}`" if any(map(str.isalnum, text)) and "`" not in text else text.replace("`", "")
