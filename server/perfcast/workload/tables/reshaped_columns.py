"""Names of columns that reshaping a table asks for, and of those that it makes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

#: Options of ``melt`` that name what it makes, and what that is called without them.
_MELTED: Final = {"var_name": "variable", "value_name": "value"}
#: Columns of each kind that a wide table has.
_WIDE: Final = 3
#: Parameters of ``wide_to_long`` by their places, but for the table, and what stands between a name and its number.
_PARAMETERS: Final = ("stubnames", "i", "j", "sep")


def melted(node: ast.Call) -> Iterator[ast.expr]:
    """What names the columns that ``melt`` makes."""
    said = {keyword.arg: keyword.value for keyword in node.keywords}
    yield from (said.get(option, ast.Constant(name)) for option, name in _MELTED.items())


def of_wide(node: ast.Call) -> Iterator[tuple[ast.expr, bool]]:
    """What names columns to ``wide_to_long``, and whether it makes them."""
    said = dict(zip(_PARAMETERS, node.args[1:], strict=False))
    said |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg in _PARAMETERS}
    stubs, separator = said.get("stubnames"), said.get("sep", ast.Constant(""))
    if stubs is None or not isinstance(separator, ast.Constant) or any(k.arg == "suffix" for k in node.keywords):
        return
    for stub in stubs.elts if isinstance(stubs, ast.List) else [stubs]:
        if isinstance(stub, ast.Constant) and isinstance(stub.value, str):
            yield from (
                (ast.Constant(f"{stub.value}{separator.value!s}{number}"), False) for number in range(1, _WIDE + 1)
            )
            yield stub, True
    if "i" in said:
        yield said["i"], False
    if "j" in said:
        yield said["j"], True
