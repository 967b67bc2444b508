"""The cells by which functions refer to names of the calls around them."""

from __future__ import annotations

import ast
from collections.abc import Set as AbstractSet

from perfcast.source.definitions.parameters import every_parameter
from perfcast.source.definitions.references import references
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, POINTER
from perfcast.trial.interpreter.objects.frames import Frame

#: Bytes of a cell.
_CELL = 40


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
    # What stands in its head is evaluated by the code around it.
    named = [ast.arg(one.arg) for one in every_parameter(node.args)]
    head = ast.arguments(posonlyargs=[], args=named, kwonlyargs=[], kw_defaults=[], defaults=[])
    body: list[ast.stmt] = [ast.Expr(node.body)] if isinstance(node, ast.Lambda) else node.body
    alone = ast.FunctionDef(name="", args=head, body=body, decorator_list=[], returns=None)
    return references(alone).names - {alone.name}
