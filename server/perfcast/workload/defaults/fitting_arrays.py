"""Arrays that fit each other: of as many dimensions as the unit uses, tensors beside tensors."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from perfcast.source import FunctionNode
from perfcast.workload.arrays.picture_axes import with_picture_axes
from perfcast.workload.arrays.ranks import rank
from perfcast.workload.arrays.roles import with_roles
from perfcast.workload.arrays.tensors import TENSOR, conventional_ranks, is_tensor
from perfcast.workload.language.workload import LAUNCH, TABLES, Argument
from perfcast.workload.naming.names import ARRAY, INT


def beside_tensors(arguments: list[Argument], annotated: Collection[str]) -> list[Argument]:
    """With tensors in the place of arrays that nothing says are NumPy's, where others are tensors."""
    if not any(is_tensor(one.type) for one in arguments):
        return arguments
    return [
        replace(one, type=replace(one.type, name=TENSOR))
        if one.type.name == ARRAY.name and one.name not in annotated
        else one
        for one in arguments
    ]


def with_fitting_arrays(
    node: FunctionNode, arguments: list[Argument], size: int, axes: Mapping[str, tuple[int | None, ...]]
) -> list[Argument]:
    """Arrays of as many dimensions as the unit uses, all of one length, as that of a number that names it.

    Args:
        axes: of those of which a docstring says how many they have, each one's length, None where that is open.
    """
    found = _of_ranks(node, arguments, size, {name: len(said) for name, said in axes.items()})
    return [_of_lengths(one, axes.get(one.name or "", ())) if _is_array(one) else one for one in found]


def _of_lengths(argument: Argument, axes: tuple[int | None, ...]) -> Argument:
    """With axes of the lengths that are certain, which do not grow."""
    shape = argument.type.shape
    if len(shape) != len(axes) or not any(axes):
        return argument
    kept = {place for place, length in enumerate(axes) if length is not None} | set(argument.kept)
    lengths = tuple(said or length for said, length in zip(axes, shape, strict=True))
    return replace(argument, type=replace(argument.type, shape=lengths), kept=tuple(sorted(kept)))


def _of_ranks(
    node: FunctionNode, arguments: list[Argument], size: int, documented: Mapping[str, int]
) -> list[Argument]:
    """As `with_fitting_arrays`, but for axes of certain lengths."""
    ranks = {one.name: rank(node, one.name) for one in arguments if one.name is not None and _is_array(one)}
    ranks = {name: max(found, documented.get(name or "", 1)) for name, found in ranks.items()}
    ranks |= conventional_ranks({one.name: one.type for one in arguments if one.name in ranks}, ranks)
    most = max(ranks.values(), default=1)
    # Those that are written as matrices are, beside one that is one.
    ranks = {
        name: max(found, 2) if most > 1 and len(name) == 1 and name.isupper() else found
        for name, found in ranks.items()
    }
    if most == 1:
        return with_roles(node, arguments, size)
    length = max(2, round(size ** (1 / most)))
    found = []
    for one in arguments:
        if one.name in ranks:
            one = replace(one, type=replace(one.type, shape=(length,) * ranks[one.name]))  # noqa: PLW2901
        elif one.type == INT and one.value == size:
            one = replace(one, value=length)  # noqa: PLW2901
        found.append(one)
    return with_picture_axes(node, with_roles(node, found, size), size)


def _is_array(argument: Argument) -> bool:
    return bool(argument.type.shape) and argument.type.name not in TABLES | {LAUNCH}
