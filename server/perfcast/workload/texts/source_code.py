"""Texts that a function reads as Python's own code."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import STR

#: A function of two lines, as often as it fits: letters stand for other letters, but between backticks.
_FUNCTION: Final = "`def `aaaaaa(aaaa):\n    aaaa = aaaaaa(aaaa, `1`)\n    `return `aaaa\n"


def code_argument(node: FunctionNode, name: str, size: int) -> Argument | None:
    """A text of about as many characters that is code; None for a parameter that is not read as such."""
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="ast"), attr="parse"), args=[ast.Name(id=given), *rest]
            ) if given == name:
                modes = [*rest[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
                is_whole = all(isinstance(mode, ast.Constant) and mode.value == "exec" for mode in modes)
                return Argument(name, STR, (max(size, len(_FUNCTION)),), like=_FUNCTION) if is_whole else None
    return None
