"""``einops``: axes named in a pattern, ``rearrange(x, "b (h w) c -> b h w c", h=4)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import pay
from perfcast.trial.libraries.torch.function_calls import gated
from perfcast.trial.libraries.torch.joining import FUNCTIONS as JOINING
from perfcast.trial.libraries.torch.modules import Layer, LayerKind
from perfcast.trial.libraries.torch.products import FUNCTIONS as PRODUCTS
from perfcast.trial.libraries.torch.reducing import METHODS as REDUCING
from perfcast.trial.libraries.torch.reshaping import METHODS as SHAPING
from perfcast.trial.libraries.torch.values import Tensor

_LONGEST: Final = 200
_GROUPS: Final = re.compile(r"\(([^()]*)\)|(\.\.\.|…)|(\w+)")
#: Nanoseconds of a pattern that is known, and of one that is to be read.
_KNOWN: Final = 3_000.0
_REDUCTIONS: Final = {"mean": "mean", "sum": "sum", "max": "amax", "min": "amin", "prod": "prod"}
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: Axes of one side of a pattern, those together that make one.
_Side = list[list[str]]


def _rearranged(tensor: Any, pattern: Any, **sizes: Any) -> Tensor:
    return _changed(tensor, pattern, sizes)


def _repeated(tensor: Any, pattern: Any, **sizes: Any) -> Tensor:
    return _changed(tensor, pattern, sizes, may_add=True)


def _reduced(tensor: Any, pattern: Any, reduction: Any, **sizes: Any) -> Tensor:
    if reduction not in _REDUCTIONS:
        raise Unsupported("a reduction of another kind")
    return _changed(tensor, pattern, sizes, reduction=_REDUCTIONS[reduction])


def _changed(
    tensor: Any, pattern: Any, sizes: Mapping[str, Any], *, may_add: bool = False, reduction: str | None = None
) -> Tensor:
    """Raises RuntimeError for a pattern that does not fit."""
    if isinstance(tensor, list | tuple):
        tensor = JOINING["stack"](tensor)
    if not isinstance(tensor, Tensor) or not isinstance(pattern, str) or len(pattern) > _LONGEST:
        raise Unsupported("a pattern for something else")
    pay(tensor, _KNOWN)
    left, right = _sides(pattern, tensor.array.ndim)
    lengths = _lengths(left, tensor.shape, sizes)
    flat = [name for group in left for name in group]
    wanted = [name for group in right for name in group]
    found = _shaped(tensor, [lengths[name] for name in flat])
    gone = [place for place, name in enumerate(flat) if name not in wanted]
    if gone and reduction is None:
        raise RuntimeError("Identifiers only on one side of expression")
    if gone:
        found = REDUCING[reduction or ""](found, tuple(gone))
        flat = [name for name in flat if name in wanted]
    added = [name for name in wanted if name not in flat]
    if added and not may_add:
        raise RuntimeError("Identifiers only on one side of expression")
    for name in added:
        found = SHAPING["unsqueeze"](found, 0)
        if name not in sizes:
            raise RuntimeError(f"Specify sizes for new axes: {name}")
        flat.insert(0, name)
    order = [flat.index(name) for name in wanted]
    if order != sorted(order):
        found = SHAPING["permute"](found, order)
    if added:
        found = SHAPING["expand"](found, [lengths[name] for name in wanted])
    return _shaped(found, [prod(lengths[name] for name in group) for group in right])


def _shaped(tensor: Tensor, shape: Sequence[int]) -> Tensor:
    found: Tensor = tensor if tensor.shape == tuple(shape) else SHAPING["reshape"](tensor, tuple(shape))
    return found


def _sides(pattern: str, axes: int) -> tuple[_Side, _Side]:
    """Both sides, with names for the axes that an ellipsis stands for; an axis of one element needs none."""
    sides = pattern.split("->")
    if len(sides) != 2:
        raise RuntimeError("a pattern has two sides")
    found: list[_Side] = []
    for side in sides:
        groups: _Side = []
        for inner, ellipsis, name in _GROUPS.findall(side):
            if ellipsis:
                groups.append(["..."])
            else:
                names = inner.split() if not name else [name]
                # A number is an axis of that length which has no name.
                groups.append([f"{one}.{len(groups)}" if one.isdigit() else one for one in names if one != "1"])
        found.append(groups)
    rest = axes - sum(group != ["..."] for group in found[0])
    if rest < 0 or (rest and ["..."] not in found[0]):
        raise RuntimeError("Wrong shape: expected another number of dims")
    spread = [[f".{number}"] for number in range(rest)]
    left, right = ([one for group in side for one in (spread if group == ["..."] else [group])] for side in found)
    return left, right


def _lengths(left: _Side, shape: Sequence[int], sizes: Mapping[str, Any]) -> dict[str, int]:
    """Of all axes of the left side. Raises RuntimeError where they do not fit."""
    found = {name: int(size) for name, size in sizes.items()}
    for group, length in zip(left, shape, strict=True):
        found.update({name: int(name.partition(".")[0]) for name in group if name[0].isdigit()})
        unknown = [name for name in group if name not in found]
        known = prod(found[name] for name in group if name in found)
        if len(unknown) > 1 or (not unknown and known != length) or not known or length % known:
            raise RuntimeError("Shape mismatch")
        found.update(dict.fromkeys(unknown, length // known))
    return found


def _multiplied(*args: Any) -> Tensor:
    """As ``einops.einsum``, whose axes have longer names."""
    *tensors, pattern = args
    if not isinstance(pattern, str) or len(pattern) > _LONGEST:
        raise Unsupported("a pattern for something else")
    names = dict.fromkeys(re.findall(r"\w+", pattern))
    if len(names) > len(_LETTERS):
        raise Unsupported("so many axes")
    letters = dict(zip(names, _LETTERS, strict=False))
    equation = re.sub(r"\w+", lambda match: letters[match[0]], pattern).replace(" ", "")
    found: Tensor = PRODUCTS["einsum"](equation, *tensors)
    return found


_FUNCTIONS: Final[Mapping[str, Callable[..., Tensor]]] = {
    "rearrange": _rearranged,
    "repeat": _repeated,
    "reduce": _reduced,
    "einsum": _multiplied,
}
#: Names of the modules.
NAMES: Final = ("einops", "einops.layers", "einops.layers.torch")


def members(machine: Machine, name: str) -> dict[str, Any]:
    """What the module of that name holds, one of `NAMES`, without those that it holds in turn."""
    if name == "einops":
        return {one: Guarded(gated(machine, run, one)) for one, run in _FUNCTIONS.items()}
    if name != "einops.layers.torch":
        return {}
    return {
        "Rearrange": LayerKind("Rearrange", partial(_layer, machine, _rearranged)),
        "Reduce": LayerKind("Reduce", partial(_layer, machine, _reduced)),
    }


def _layer(machine: Machine, run: Callable[..., Tensor], *args: Any, **sizes: Any) -> Layer:
    return Layer(machine, lambda tensor: run(tensor, *args, **sizes))
