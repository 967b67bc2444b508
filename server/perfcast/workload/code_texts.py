"""Texts that a function reads as Python's own code."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.body import parts_of
from perfcast.workload.language import Argument
from perfcast.workload.names import STR

#: A function of two lines, as often as it fits: letters stand for other letters, but between backticks.
_FUNCTION: Final = "`def `aaaaaa(aaaa):\n    aaaa = aaaaaa(aaaa, `1`)\n    `return `aaaa\n"
#: Modules of Python's own by whose function ``parse`` code is read.
_READING: Final = frozenset({"ast", "parser"})


def code_argument(node: FunctionNode, name: str, size: int) -> Argument | None:
    """A text of about as many characters that is code; None for a parameter that is not read as such."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(func=function, args=[ast.Name(id=given), *_]) if given == name and _reads(function):
                return Argument(name, STR, (max(size, len(_FUNCTION)),), like=_FUNCTION)
    return None


def _reads(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(value=ast.Name(id=module), attr="parse"):
            return module in _READING
    return False
