"""Arrays of pictures or of feature maps, as the names tell that their shape is taken apart into: ``b, c, h, w``."""

from __future__ import annotations

import ast
from dataclasses import replace
from math import sqrt
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import last_word

_BATCH: Final = frozenset({"b", "n", "bs", "nb", "batch", "batch_size"})
_CHANNELS: Final = frozenset({"c", "ch", "nc", "channels", "c_in", "in_channels"})
_ROWS: Final = frozenset({"h", "height"})
_COLUMNS: Final = frozenset({"w", "width"})
_PICTURES: Final = frozenset({"img", "imgs", "image", "images", "picture", "pictures"})
#: How many pictures there are, with which channels; feature maps have more of these, which groups divide.
_SEVERAL: Final = 8
_COLOURS: Final = 3
_FEATURES: Final = 16
#: Rows and columns at the usual size of other arguments; others have as many elements.
_SIDE: Final = 32
_USUAL_SIZE: Final = 1000


def with_picture_axes(node: FunctionNode, arguments: list[Argument], size: int) -> list[Argument]:
    """With batches, channels and sides of usual lengths, where all arrays tell theirs: what is beside one that does
    not would not fit it."""
    shaped = [one for one in arguments if one.type.shape]
    axes = {one.name: _axes(node, one.name or "") for one in shaped}
    if not all(len(found) == len(one.type.shape) for one, found in zip(shaped, axes.values(), strict=True)):
        return arguments
    return [_of_usual_lengths(one, axes[one.name], size) if one.type.shape else one for one in arguments]


def _of_usual_lengths(one: Argument, axes: list[frozenset[str]], size: int) -> Argument:
    side = max(2, round(_SIDE * sqrt(size / _USUAL_SIZE)))
    channels = _COLOURS if last_word(one.name or "") in _PICTURES else _FEATURES
    lengths = {_BATCH: _SEVERAL, _CHANNELS: channels}
    shape = tuple(lengths.get(axis, side) for axis in axes)
    return replace(
        one, type=replace(one.type, shape=shape), kept=tuple(n for n, one in enumerate(axes) if one in lengths)
    )


def _axes(node: FunctionNode, name: str) -> list[frozenset[str]]:
    """What each axis is of; nothing where that of one is not told, or there are no rows, columns and channels."""
    for part in parts_of(node, ast.Assign):
        match part:
            case ast.Assign(
                targets=[ast.Tuple(elts=targets)],
                value=ast.Attribute(value=ast.Name(id=used), attr="shape")
                | ast.Call(func=ast.Attribute(value=ast.Name(id=used), attr="size"), args=[]),
            ) if used == name:
                names = [one.id.lower() if isinstance(one, ast.Name) else "" for one in targets]
                kinds = (_BATCH, _CHANNELS, _ROWS, _COLUMNS)
                found = [kind for one in names for kind in kinds if one in kind]
                is_told = len(found) == len(names) and {_CHANNELS, _ROWS, _COLUMNS} <= {*found}
                return found if is_told else []
    return []
