"""How functions and methods of tensors are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.dtypes import Device, Kind
from perfcast.trial.libraries.torch.prices import FUNCTION_ASIDE
from perfcast.trial.libraries.torch.values import Tensor, check_room

#: What Python says of arguments that a function does not have.
_UNKNOWN_ARGUMENT: Final = ("unexpected keyword", "positional argument", "multiple values")
_PLAIN: Final = (Tensor, Kind, Device, int, float, bool, complex, str, type(None), slice, type(...), np.generic)
_TYPES: Final = frozenset({int, float, bool})
#: Parts of an argument, at all depths; and how deep they may be.
_MOST_PARTS: Final = 100_000
_DEEPEST: Final = 8
#: What looking at one takes of the allowance.
_PART: Final = 30.0
#: Digits of a whole number that is an argument, in bits.
_LONGEST: Final = 128
#: Other names of arguments, those that NumPy has.
_NAMES: Final = {"axis": "dim", "keepdims": "keepdim"}
#: Operands that may be given by name, in their order; those of functions that have another one.
_OPERANDS: Final = ("input", "other", "exponent")
_ORDERED: Final = {"where": ("condition", "input", "other"), "searchsorted": ("sorted_sequence", "input")}
#: They change nothing of what is counted here.
_WITHOUT_EFFECT: Final = frozenset({"device", "non_blocking", "layout", "pin_memory", "stable", "driver"})
#: What numbers come from is all one.
_GENERATOR: Final = "generator"


def given_in(machine: Machine, value: Any, depth: int = 0) -> Any:
    """An argument: numbers, tensors and lists of such. Raises Unsupported for all else."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > _LONGEST:
        raise Unsupported("a number too large")
    if isinstance(value, _PLAIN) or (isinstance(value, type) and value in _TYPES):
        return value
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufc":
        return value
    if isinstance(value, Iterator | range):
        found = []
        for element in machine.counted(value):
            found.append(element)
            check_room(len(found))
        value = found
    if isinstance(value, list | tuple) and depth < _DEEPEST:
        if len(value) > _MOST_PARTS:
            raise Unsupported("so many parts")
        machine.allows(_PART * len(value))
        if value and type(value[0]) in {int, float} and all(type(part) in {int, float, bool} for part in value):
            return value
        parts = [given_in(machine, part, depth + 1) for part in value]
        return parts if type(value) is list else tuple(parts)
    raise Unsupported("a tensor of something else")


def forgiving(run: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A function that raises Unsupported for arguments that it does not have: PyTorch's may have them."""

    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return run(*args, **{key: value for key, value in kwargs.items() if key not in _WITHOUT_EFFECT})
        except TypeError as error:
            if any(text in str(error) for text in _UNKNOWN_ARGUMENT):
                raise Unsupported(f"{name} with other arguments") from None
            raise

    return call


def gated(machine: Machine, run: Callable[..., Any], name: str, aside: int = FUNCTION_ASIDE) -> Callable[..., Any]:
    """A function that is told only what tensors are made of.

    Args:
        aside: bytes beside its result.
    """

    def gate(*args: Any, **kwargs: Any) -> Any:
        told = {key: value for key, value in kwargs.items() if key != _GENERATOR}
        named = {_NAMES.get(key, key): given_in(machine, value) for key, value in told.items()}
        given = [given_in(machine, value) for value in args]
        given += [named.pop(key) for key in _ORDERED.get(name, _OPERANDS) if key in named]
        wants_gradient, out = named.pop("requires_grad", False), named.pop("out", None)
        before = len(machine.waiting)
        machine.waiting += args
        try:
            found = forgiving(run, name)(*given, **named)
        finally:
            del machine.waiting[before:]
        if wants_gradient and isinstance(found, Tensor):
            found.needs_gradient = True
        if isinstance(out, Tensor) and isinstance(found, Tensor) and out.shape == found.shape:
            out.array[...] = found.array.astype(out.kind.held, copy=False)
            return out
        if out is not None:
            raise Unsupported(f"{name} into other tensors")
        if aside:
            machine.briefly(aside)
        return found

    return gate


def bound(methods: Mapping[str, Callable[..., Any]], receiver: Tensor, name: str) -> Guarded:
    """A method."""
    machine = receiver.machine
    method = gated(machine, methods[name], name, 0)
    return Guarded(lambda *args, **kwargs: method(receiver, *args, **kwargs))


def shape_of(sizes: tuple[Any, ...]) -> tuple[int, ...]:
    """A shape that is given as numbers, or as a list of them. Raises TypeError, RuntimeError, Unsupported."""
    if len(sizes) == 1 and isinstance(sizes[0], list | tuple):
        sizes = tuple(sizes[0])
    found = tuple(int(size) if isinstance(size, Tensor) else size for size in sizes)
    if not all(isinstance(size, int | np.integer) for size in found):
        raise TypeError("a shape is of whole numbers")
    elements = 1
    for size in found:
        if size < -1:
            raise RuntimeError("Trying to create tensor with negative dimension")
        elements *= max(1, int(size))
        check_room(elements)
    return tuple(int(size) for size in found)


def axes_of(tensor: Tensor, dim: Any) -> tuple[int, ...]:
    """Axes that are given as a number or several. Raises IndexError."""
    dims = dim if isinstance(dim, list | tuple) else (dim,)
    return tuple(axis_of(tensor, one) for one in dims)


def axis_of(tensor: Tensor, dim: Any, more: int = 0) -> int:
    """An axis, counted from the front. Raises IndexError where there is none.

    Args:
        more: axes that there may be besides.
    """
    if not isinstance(dim, int | np.integer | Tensor):
        raise TypeError("an axis is a whole number")
    axis, most = int(dim), max(1, tensor.array.ndim + more)
    if not -most <= axis < most:
        raise IndexError("Dimension out of range")
    return axis % most
