"""torch's calls that make tensors and ask for their shapes, evaluated without torch."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from perfcast.triton.kernels.launch import DTYPE_BYTES, Tensor, row_by_row
from perfcast.workload.code.evaluation import UnknownValueError

_SHAPED: Final = frozenset({"empty", "zeros", "ones", "rand", "randn"})
_LIKE: Final = frozenset(f"{name}_like" for name in ("empty", "zeros", "ones", "full", "rand", "randn", "randint"))
#: Methods that keep shape and dtype.
_SAME: Final = frozenset(
    {"cuda", "cpu", "clone", "detach", "requires_grad_", "normal_", "uniform_", "zero_", "copy_", "abs", "random_"}
)
_CASTS: Final = {"half": "float16", "bfloat16": "bfloat16", "float": "float32", "double": "float64",
                 "int": "int32", "long": "int64", "bool": "bool"}  # fmt: skip
#: Methods that give a view of the same elements, with other axes.
_TURNED: Final = frozenset({"t", "transpose", "swapaxes", "swapdims", "permute", "squeeze", "unsqueeze", "expand"})
_TORCH_NAMES: Final = {"half": "float16", "float": "float32", "double": "float64", "long": "int64", "int": "int32"}
DEFAULT_DTYPE: Final = "float32"
#: Functions that torch's Inductor calls without saying that they are torch's.
INDUCTOR: Final = frozenset({"empty_strided_cuda", "rand_strided", "reinterpret_tensor", "copy_if_misaligned"})


def dtype_name(value: object) -> str | None:
    """'float16' for ``torch.float16`` as it is evaluated; None for what is no element type known here."""
    if not isinstance(value, str):
        return None
    name = value.removeprefix("torch.")
    name = _TORCH_NAMES.get(name, name)
    return name if name in DTYPE_BYTES else None


def made_by(function: str, values: Sequence[object], keywords: Mapping[str, object]) -> Tensor:  # noqa: PLR0911
    """The tensor that ``torch.<function>(...)`` makes.

    Raises:
        UnknownValueError: it makes no tensor, or none that can be told.
    """
    dtype = dtype_name(keywords.get("dtype"))
    if "dtype" in keywords and dtype is None:
        raise UnknownValueError
    if function in _LIKE and values and isinstance(values[0], Tensor):
        return _like(values[0], dtype or values[0].dtype)
    if function in _SHAPED:
        return Tensor(dtype or DEFAULT_DTYPE, _shape(values or [keywords.get("size")]))
    if function == "full" and len(values) >= 1:
        filler = keywords.get("fill_value", values[1] if len(values) > 1 else 0.0)
        return Tensor(dtype or ("int64" if type(filler) is int else DEFAULT_DTYPE), _shape(values[:1]))
    if function == "randint":
        shape = keywords.get("size", values[-1] if values else None)
        return Tensor(dtype or "int64", _shape([shape]))
    if function in {"tensor", "as_tensor"} and values:
        return _of_elements(values[0], dtype)
    if function == "randperm" and values:
        return Tensor(dtype or "int64", _shape(values[:1]))
    if function == "arange":
        numbers = [value for value in values if isinstance(value, int | float)]
        if not numbers or len(numbers) != len(values):
            raise UnknownValueError
        low, high = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
        step = numbers[2] if len(numbers) > 2 else 1
        whole = all(isinstance(number, int) for number in numbers)
        return Tensor(dtype or ("int64" if whole else DEFAULT_DTYPE), (max(0, math.ceil((high - low) / step)),))
    if function in {"empty_strided", "empty_strided_cuda", "rand_strided"} and values:
        given = dtype or next((name for name in map(dtype_name, values[1:]) if name), None)
        return Tensor(given or DEFAULT_DTYPE, _shape(values[:1]))
    if function in {"reinterpret_tensor", "_reinterpret_tensor"} and len(values) > 1 and isinstance(values[0], Tensor):
        return Tensor(values[0].dtype, _shape(values[1:2]))
    if function == "copy_if_misaligned" and values and isinstance(values[0], Tensor):
        return values[0]
    raise UnknownValueError


def attribute(tensor: Tensor, name: str) -> object:  # noqa: PLR0911
    """Raises UnknownValueError for an attribute that shape and dtype do not give."""
    if name == "shape":
        return tensor.shape
    if name == "dtype":
        return f"torch.{tensor.dtype}"
    if name == "ndim":
        return len(tensor.shape)
    if name in {"T", "mT"} and len(tensor.shape) == 2:
        return _permuted(tensor, (1, 0))
    if name in {"data", "grad"}:
        return tensor
    if name == "is_cuda":
        return True
    if name == "device":
        return "cuda"
    raise UnknownValueError


def method(  # noqa: PLR0911, PLR0912
    tensor: Tensor, name: str, values: Sequence[object], keywords: Mapping[str, object]
) -> object:
    """What a method of the tensor gives. Raises UnknownValueError where that cannot be told."""
    if name in {"size", "stride"}:
        sizes = tensor.shape if name == "size" else tensor.strides
        axis = values[0] if values else keywords.get("dim")
        return sizes[axis] if isinstance(axis, int) else sizes
    if name in {"numel", "nelement"}:
        return tensor.elements
    if name in {"dim", "ndimension"}:
        return len(tensor.shape)
    if name == "data_ptr":
        # Which address it is does not matter: all are aligned alike.
        return 0
    if name == "element_size":
        return DTYPE_BYTES[tensor.dtype]
    if name == "is_contiguous":
        return tensor.steps is None
    if name == "contiguous":
        return Tensor(tensor.dtype, tensor.shape)
    if name in _SAME:
        return tensor
    if name in _CASTS:
        return _like(tensor, _CASTS[name])
    if name in {"to", "type"}:
        named = [dtype_name(value) for value in (*values, keywords.get("dtype"))]
        return _like(tensor, next((name for name in named if name), tensor.dtype))
    if name in _TURNED:
        return _turned(tensor, name, values)
    if name in {"view", "reshape"}:
        return Tensor(tensor.dtype, _reshaped(tensor, values))
    if name == "flatten" and not values:
        return Tensor(tensor.dtype, (tensor.elements,))
    if name.startswith("new_"):
        dtype = keywords.get("dtype", f"torch.{tensor.dtype}")
        return made_by(name.removeprefix("new_"), values, {**keywords, "dtype": dtype})
    raise UnknownValueError


def _of_elements(given: object, dtype: str | None) -> Tensor:
    """``torch.tensor(given)``."""
    if isinstance(given, Tensor):
        return _like(given, dtype or given.dtype)
    shape: list[int] = []
    while isinstance(given, list | tuple) and given:
        shape.append(len(given))
        given = given[0]
    if dtype is None:
        dtype = {bool: "bool", int: "int64", float: DEFAULT_DTYPE}.get(type(given))
    if dtype is None:
        raise UnknownValueError
    return Tensor(dtype, tuple(shape) or (1,))


def laid_out(dtype: str, shape: tuple[int, ...], steps: tuple[int, ...]) -> Tensor:
    """A tensor with these strides; one that lies row by row is the same as one of which no strides are said."""
    apart = [(step, own) for step, own, size in zip(steps, row_by_row(shape), shape, strict=True) if size != 1]
    return Tensor(dtype, shape, None if all(step == own for step, own in apart) else steps)


def item(tensor: Tensor, key: object) -> Tensor:
    """``tensor[key]`` for whole numbers, slices without a step, None and an ellipsis, one or several.

    Raises UnknownValueError for all else.
    """
    keys = list(key) if isinstance(key, tuple) else [key]
    if Ellipsis in keys:
        at = keys.index(Ellipsis)
        named = sum(1 for one in keys if one is not None) - 1
        keys[at : at + 1] = [slice(None)] * (len(tensor.shape) - named)
    axes = list(zip(tensor.shape, tensor.strides, strict=True))
    found: list[tuple[int, int]] = []
    for one in keys:
        if one is None:
            found.append((1, 1))
            continue
        if not axes:
            raise UnknownValueError
        size, step = axes.pop(0)
        if isinstance(one, slice) and one.step is None:
            found.append((len(range(*one.indices(size))), step))
        elif type(one) is not int:
            raise UnknownValueError
    found += axes
    if not found:
        raise UnknownValueError
    return laid_out(tensor.dtype, tuple(size for size, _ in found), tuple(step for _, step in found))


def _like(tensor: Tensor, dtype: str) -> Tensor:
    """As large and laid out in the same way, where no element of it lies on another."""
    return Tensor(dtype, tensor.shape, None if 0 in tensor.strides else tensor.steps)


def _permuted(tensor: Tensor, order: Sequence[int]) -> Tensor:
    shape, strides = tensor.shape, tensor.strides
    return laid_out(tensor.dtype, tuple(shape[axis] for axis in order), tuple(strides[axis] for axis in order))


def _turned(tensor: Tensor, name: str, values: Sequence[object]) -> Tensor:
    """A view of the same elements, with other axes."""
    given = values[0] if len(values) == 1 and isinstance(values[0], list | tuple) else values
    numbers = [value for value in given if type(value) is int]
    rank = len(tensor.shape)
    if len(numbers) != len(given):
        raise UnknownValueError
    if name == "t":
        return _permuted(tensor, tuple(reversed(range(rank))))
    if name == "permute" and sorted(axis % rank for axis in numbers) == list(range(rank)):
        return _permuted(tensor, [axis % rank for axis in numbers])
    if name in {"transpose", "swapaxes", "swapdims"} and len(numbers) == 2:
        order = list(range(rank))
        first, second = numbers
        order[first], order[second] = order[second], order[first]
        return _permuted(tensor, order)
    axes = list(zip(tensor.shape, tensor.strides, strict=True))
    if name == "squeeze":
        chosen = {axis % rank for axis in numbers} if numbers else set(range(rank))
        axes = [one for axis, one in enumerate(axes) if one[0] != 1 or axis not in chosen]
    elif name == "unsqueeze" and len(numbers) == 1:
        axes.insert(numbers[0] % (rank + 1), (1, 1))
    elif name == "expand" and len(numbers) >= rank:
        new = len(numbers) - rank
        axes = [(1, 0)] * new + axes
        axes = [(size, step) if wanted in {-1, size} else (wanted, 0)
                for wanted, (size, step) in zip(numbers, axes, strict=True)]  # fmt: skip
    else:
        raise UnknownValueError
    return laid_out(tensor.dtype, tuple(size for size, _ in axes), tuple(step for _, step in axes))


def _reshaped(tensor: Tensor, values: Sequence[object]) -> tuple[int, ...]:
    shape = _shape(values, free=True)
    known = math.prod(size for size in shape if size != -1)
    if known == 0 or shape.count(-1) > 1:
        raise UnknownValueError
    whole = tuple(tensor.elements // known if size == -1 else size for size in shape)
    if math.prod(whole) != tensor.elements:
        raise UnknownValueError
    return whole


def _shape(values: Sequence[object], *, free: bool = False) -> tuple[int, ...]:
    """A shape given as one number, one tuple, or numbers one after the other; -1 may stand in it where `free`."""
    sizes = values[0] if len(values) == 1 and isinstance(values[0], list | tuple) else values
    if not isinstance(sizes, Sequence):
        raise UnknownValueError
    whole = tuple(size for size in sizes if type(size) is int and (size >= 0 or (free and size == -1)))
    if len(whole) != len(sizes):
        raise UnknownValueError
    return whole
