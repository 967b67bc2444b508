"""The cells by which functions refer to names of the calls around them."""

from __future__ import annotations

import ast
from collections.abc import Set as AbstractSet

from perfcast.source.parsing.walking import walk
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, POINTER
from perfcast.trial.interpreter.objects.frames import Frame

#: Bytes of a cell.
_CELL = 40
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def closed_over(loaded: AbstractSet[str], frame: Frame, name: str = "") -> int:
    """Bytes of the cells that a function of that name takes from the calls around it, and of their tuple."""
    cells = cells_of(loaded, frame, name)
    return EMPTY_TUPLE + (_CELL + POINTER) * cells if cells else 0


def cells_of(loaded: AbstractSet[str], frame: Frame, name: str = "") -> int:
    """How many cells that are."""
    cells = 0
    place: Frame | None = frame
    while place is not None and place.outer is not None:
        found = loaded & place.names.keys()
        cells += len(found) + (place is frame and name in loaded and name not in place.names)
        # Those of the calls further out it does not see.
        loaded = loaded - found
        place = place.outer
    return cells


def free_names(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """Names that a function, or what is defined in it, refers to and that it does not bind itself."""
    parts = [
        part for statement in ([node.body] if isinstance(node, ast.Lambda) else node.body) for part in walk(statement)
    ]
    named = [part for part in parts if isinstance(part, ast.Name)]
    functions = [node, *(part for part in parts if isinstance(part, _FUNCTIONS))]
    bound = {one.arg for function in functions for one in _parameters(function.args)}
    bound |= {part.id for part in named if isinstance(part.ctx, ast.Store)}
    bound -= {name for part in parts if isinstance(part, ast.Nonlocal) for name in part.names}
    return frozenset(part.id for part in named) - bound


def _parameters(args: ast.arguments) -> list[ast.arg]:
    several = (one for one in (args.vararg, args.kwarg) if one is not None)
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *several]
