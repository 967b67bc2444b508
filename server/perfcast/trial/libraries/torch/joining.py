"""``cat``, ``stack``, ``split`` and their like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import Kind, promoted
from perfcast.trial.libraries.torch.function_calls import axis_of
from perfcast.trial.libraries.torch.prices import PIECE
from perfcast.trial.libraries.torch.reshaping import broadcast, viewed
from perfcast.trial.libraries.torch.shape_only import in_order, made
from perfcast.trial.libraries.torch.values import Array, Tensor, check_broadcast, check_room, fresh

_PART: Final = 430.0


def parts(tensor: Tensor, pieces: Sequence[Array]) -> tuple[Tensor, ...]:
    """Views one after the other."""
    found = tuple(tensor.view(piece) for piece in pieces)
    settled("chunks", found, [tensor], elements=0, call=_PART * len(found))
    return found


def _split(tensor: Tensor, split_size_or_sections: Any, dim: Any = 0) -> tuple[Tensor, ...]:
    axis = axis_of(tensor, dim)
    length, sizes = tensor.array.shape[axis], split_size_or_sections
    if isinstance(sizes, list | tuple):
        if sum(sizes) != length:
            raise RuntimeError("split_with_sizes expects split_sizes to sum exactly to the size of the dimension")
        bounds = list(np.cumsum(sizes))[:-1]
    else:
        if int(sizes) <= 0:
            raise RuntimeError("split_size must be positive")
        bounds = list(range(int(sizes), length, int(sizes)))
    tensor.machine.allows(_PART * len(bounds))
    return parts(tensor, np.split(tensor.array, bounds, axis))


def _chunk(tensor: Tensor, chunks: Any, dim: Any = 0) -> tuple[Tensor, ...]:
    if int(chunks) <= 0:
        raise RuntimeError("chunk expects `chunks` to be greater than 0")
    length = tensor.array.shape[axis_of(tensor, dim)]
    return _split(tensor, max(1, -(-length // int(chunks))), dim)


def _unbind(tensor: Tensor, dim: Any = 0) -> tuple[Tensor, ...]:
    axis = axis_of(tensor, dim)
    rows = np.moveaxis(tensor.array, axis, 0)
    tensor.machine.allows(_PART * len(rows))
    return parts(tensor, [rows[place, ...] for place in range(len(rows))])


#: Nanoseconds of a tensor among several.
_JOINED: Final = 60.0


def _several(tensors: Any) -> list[Tensor]:
    if isinstance(tensors, Tensor):
        tensors = list(_unbind(tensors))
    if not isinstance(tensors, list | tuple) or not all(isinstance(one, Tensor) for one in tensors):
        raise TypeError("expected a sequence of tensors")
    if not tensors:
        raise RuntimeError("expected a non-empty list of Tensors")
    return list(tensors)


def _alike(several: Sequence[Tensor]) -> tuple[list[Array], Kind]:
    """Elements of tensors as the type that holds all of theirs. Raises Unsupported for too many together."""
    check_room(sum(one.elements for one in several))
    kind = reduce(promoted, [one.kind for one in several])
    return [one.array.astype(kind.held, copy=False) for one in several], kind


def _joined(name: str, join: Callable[..., Any]) -> Callable[..., Any]:
    def run(tensors: Any, dim: Any = 0) -> Tensor:
        several = _several(tensors)
        first = several[0]
        axis = axis_of(first, dim, 1 if name == "stack" else 0)
        arrays, kind = _alike(several)
        if name == "cat":
            # What has nothing in it goes with every shape.
            arrays = [array for array in arrays if array.shape != (0,)] or arrays[:1]
        try:
            found = fresh(first.machine, join(arrays, axis=axis), kind)
        except ValueError:
            raise RuntimeError("Sizes of tensors must match") from None
        # Each lies between those of the others, row by row.
        pieces = len(several) * prod(found.shape[:axis]) if axis else 0
        settled(name, found, several, call=_JOINED * len(several), work=PIECE * pieces)
        return found

    return run


def _along_rows(name: str, join: Callable[..., Any]) -> Callable[..., Any]:
    """As ``hstack`` and its like."""

    def run(tensors: Any) -> Tensor:
        several = _several(tensors)
        arrays, kind = _alike(several)
        found = fresh(several[0].machine, join(arrays), kind)
        settled(name, found, several, call=_JOINED * len(several))
        return found

    return run


_MOST_GRIDS: Final = 6


def _meshgrid(*tensors: Any, indexing: Any = None) -> tuple[Tensor, ...]:
    several = _several(tensors[0] if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors)
    check_room(prod(max(1, one.elements) for one in several))
    if len(several) > _MOST_GRIDS:
        raise Unsupported("so many axes")
    grids = np.meshgrid(*[one.array for one in several], indexing=indexing or "ij", copy=False)
    found = tuple(one.view(grid) for one, grid in zip(several, grids, strict=True))
    settled("meshgrid", found, several, elements=0)
    return found


def _broadcast_all(tensors: Sequence[Any]) -> tuple[Tensor, ...]:
    several = _several(list(tensors))
    shape = check_broadcast(*[one.shape for one in several])
    return tuple(viewed("expand", one, broadcast(one.array, shape)) for one in several)


def _pad_sequence(sequences: Any, batch_first: bool = False, padding_value: Any = 0.0) -> Tensor:
    several = _several(sequences)
    most = max(len(one.array) for one in several)
    shape = (len(several), most, *several[0].array.shape[1:])
    check_room(prod(shape))
    kind = several[0].kind
    found = made(shape, kind.held, lambda: np.full(shape, padding_value, dtype=kind.held))
    for place, one in enumerate(several):
        found[place, : len(one.array)] = one.array
    array = found if batch_first else in_order(found.swapaxes(0, 1))
    result = fresh(several[0].machine, array, several[0].kind)
    settled("pad_sequence", result, several, call=600.0 * len(several))
    return result


pad_sequence: Final = _pad_sequence


METHODS: Final[Mapping[str, Callable[..., Any]]] = {"split": _split, "chunk": _chunk, "unbind": _unbind}
#: Functions of several tensors.
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **dict.fromkeys(("cat", "concat", "concatenate"), _joined("cat", np.concatenate)),
    "stack": _joined("stack", np.stack),
    "hstack": _along_rows("hstack", np.hstack),
    "vstack": _along_rows("vstack", np.vstack),
    "dstack": _along_rows("dstack", np.dstack),
    "column_stack": _along_rows("hstack", np.column_stack),
    "meshgrid": _meshgrid,
    "row_stack": _along_rows("vstack", np.vstack),
    "broadcast_tensors": lambda *tensors: _broadcast_all(tensors),
}
