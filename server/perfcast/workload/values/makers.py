"""Who makes the values that the workload language leaves to others."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from perfcast.workload.language.spread import Spread
from perfcast.workload.language.workload import Argument
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.handed import default_handed, default_optimiser, default_picture
from perfcast.workload.values.sparse_matrices import Rows, default_sparse
from perfcast.workload.values.standard_library import Given, standard

#: Methods whose instance is yet to be made.
_MAKING: Final = frozenset({"__init__", "__new__"})


def _unmade(name: str, count: int, spread: Spread) -> list[Any] | None:
    """Of a type that nobody knows."""
    return None


def _no_members(name: str) -> Sequence[Any]:
    """Of a type that is no enumeration."""
    return ()


def first_member(is_method: bool, name: str) -> int:
    """The place among an enumeration's members of what a unit is given first.

    A method's instance is the first one, or holds it: what that is to become is another one.
    """
    return int(is_method and name not in _MAKING)


def built_in_class(name: str) -> type:
    """Of Python's own. Raises BuildError for others."""
    found = getattr(builtins, name, None)
    if not isinstance(found, type):
        raise BuildError(f"no class {name!r} is known")
    return found


@dataclass(frozen=True)
class Makers:
    """Who makes what the workload language leaves to others.

    Attributes:
        of: values of a type, told its name, how many, and how moments in them are spread; None for types that are not
            known.
        namespace: an object, told its attributes by name.
        handed: one of a type of `perfcast.workload.language.workload.HANDED`, told its name, and the text of
            a file where that is known.
        tensor: one of those that others hold, told an argument of its type and a seed; None for PyTorch's own.
        table: what an argument says that is a table; told the seed, and the names of all tables beside it; None for
            pandas' own.
        standard: a value of one of `perfcast.workload.values.standard_library.STANDARD`, told its type's name and what
            it is made of.
        members: those of an enumeration, by its name; none of other types.
        first: the place among these of what the first argument of such a type is.
        kind: the class of a name.
        optimiser: one of the weights of a network that was handed; picture: one of Pillow's, told its elements.
        sparse: a matrix of SciPy's, told its type's name, its shape and its entries.
    """

    of: Callable[[str, int, Spread], list[Any] | None] = _unmade
    namespace: Callable[..., Any] = SimpleNamespace
    handed: Callable[..., Any] = default_handed
    tensor: Callable[[Argument, int], Any] | None = None
    table: Callable[[Argument, int, Sequence[str]], Any] | None = None
    standard: Callable[[str, Given], Any] = standard
    members: Callable[[str], Sequence[Any]] = _no_members
    first: int = 0
    kind: Callable[[str], Any] = built_in_class
    optimiser: Callable[[Any], Any] = default_optimiser
    picture: Callable[[npt.NDArray[np.uint8]], Any] = default_picture
    sparse: Callable[[str, tuple[int, int], Rows], Any] = default_sparse


NOBODY: Final = Makers()
