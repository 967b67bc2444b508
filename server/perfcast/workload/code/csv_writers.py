"""Tables of a function's own making that rows are written to: ``writer = csv.DictWriter(file, fieldnames=columns)``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name

WRITING: Final = "DictWriter"
_ONE: Final = "writerow"
_SEVERAL: Final = "writerows"


def field_names(value: ast.expr) -> ast.expr | None:
    """What says the keys of the rows that a writer takes, where one is made."""
    if not isinstance(value, ast.Call) or last_name(value.func) != WRITING:
        return None
    named = (one.value for one in value.keywords if one.arg == "fieldnames")
    return next(named, value.args[1] if len(value.args) > 1 else None)


def written_rows(parts: Iterable[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr, bool]]:
    """What says the keys, and the rows that have these, or one where the last is false."""
    writers: dict[str, ast.expr] = {}
    for part in parts:
        match part:
            case ast.Assign([ast.Name(id=writer)], value) if (names := field_names(value)) is not None:
                writers[writer] = names
            case ast.Call(ast.Attribute(ast.Name(id=writer), method), [rows]) if writer in writers:
                if method in {_ONE, _SEVERAL}:
                    yield writers[writer], rows, method == _SEVERAL
