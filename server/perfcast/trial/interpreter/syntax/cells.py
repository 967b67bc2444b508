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
    """Bytes of the tuple of cells that a function of that name takes from the calls around it, and of those cells that
    no other function has taken yet."""
    taken = _taken(loaded, frame, name)
    cells = sum(len(names) for _, names in taken)
    new = sum(len(names - place.counted_cells) for place, names in taken)
    return EMPTY_TUPLE + POINTER * cells + _CELL * new if cells else 0


def take_cells(loaded: AbstractSet[str], frame: Frame, name: str = "") -> None:
    """Notes that a function of that name has taken its cells: others of the same call will have the same ones."""
    for place, names in _taken(loaded, frame, name):
        place.counted_cells |= names


def cells_of(loaded: AbstractSet[str], frame: Frame, name: str = "") -> int:
    """How many cells a function of that name takes."""
    return sum(len(names) for _, names in _taken(loaded, frame, name))


def _taken(loaded: AbstractSet[str], frame: Frame, name: str) -> list[tuple[Frame, AbstractSet[str]]]:
    """Names of the cells, with the call that each is of."""
    taken: list[tuple[Frame, AbstractSet[str]]] = []
    place: Frame | None = frame
    while place is not None and place.outer is not None:
        found = loaded & place.names.keys()
        own = {name} if place is frame and name in loaded else set()
        if found or own:
            taken.append((place, found | own))
        # Those of the calls further out it does not see.
        loaded = loaded - found
        place = place.outer
    return taken


def free_names(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """Names that a function, or what is defined in it, refers to and that it does not bind itself."""
    # What stands in its head is evaluated by the code around it.
    named = [ast.arg(one.arg) for one in every_parameter(node.args)]
    head = ast.arguments(posonlyargs=[], args=named, kwonlyargs=[], kw_defaults=[], defaults=[])
    body: list[ast.stmt] = [ast.Expr(node.body)] if isinstance(node, ast.Lambda) else node.body
    alone = ast.FunctionDef(name="", args=head, body=body, decorator_list=[], returns=None)
    return references(alone).names - {alone.name}
