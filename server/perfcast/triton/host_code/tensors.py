"""torch's calls that make tensors and ask for their shapes, evaluated without torch."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from perfcast.triton.kernels.launch import DTYPE_BYTES, Tensor
from perfcast.workload.code.evaluation import UnknownValueError

_SHAPED: Final = frozenset({"empty", "zeros", "ones", "rand", "randn"})
_LIKE: Final = frozenset(f"{name}_like" for name in ("empty", "zeros", "ones", "full", "rand", "randn", "randint"))
#: Methods that keep shape and dtype.
_SAME: Final = frozenset(
    {"contiguous", "cuda", "cpu", "clone", "detach", "requires_grad_", "normal_", "uniform_", "zero_", "copy_", "abs"}
)
_CASTS: Final = {"half": "float16", "bfloat16": "bfloat16", "float": "float32", "double": "float64",
                 "int": "int32", "long": "int64", "bool": "bool"}  # fmt: skip
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
        return Tensor(dtype or values[0].dtype, values[0].shape)
    if function in _SHAPED:
        return Tensor(dtype or DEFAULT_DTYPE, _shape(values or [keywords.get("size")]))
    if function == "full" and len(values) >= 1:
        filler = keywords.get("fill_value", values[1] if len(values) > 1 else 0.0)
        return Tensor(dtype or ("int64" if type(filler) is int else DEFAULT_DTYPE), _shape(values[:1]))
    if function == "randint":
        shape = keywords.get("size", values[-1] if values else None)
        return Tensor(dtype or "int64", _shape([shape]))
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


def attribute(tensor: Tensor, name: str) -> object:
    """Raises UnknownValueError for an attribute that shape and dtype do not give."""
    if name == "shape":
        return tensor.shape
    if name == "dtype":
        return f"torch.{tensor.dtype}"
    if name == "ndim":
        return len(tensor.shape)
    if name == "is_cuda":
        return True
    if name == "device":
        return "cuda"
    raise UnknownValueError


def method(tensor: Tensor, name: str, values: Sequence[object], keywords: Mapping[str, object]) -> object:  # noqa: PLR0911
    """What a method of the tensor gives. Raises UnknownValueError where that cannot be told."""
    if name in {"size", "stride"}:
        sizes = tensor.shape if name == "size" else tensor.strides
        axis = values[0] if values else keywords.get("dim")
        return sizes[axis] if isinstance(axis, int) else sizes
    if name in {"numel", "nelement"}:
        return tensor.elements
    if name in {"dim", "ndimension"}:
        return len(tensor.shape)
    if name == "element_size":
        return DTYPE_BYTES[tensor.dtype]
    if name == "is_contiguous":
        return True
    if name in _SAME:
        return tensor
    if name in _CASTS:
        return Tensor(_CASTS[name], tensor.shape)
    if name in {"to", "type"}:
        named = [dtype_name(value) for value in (*values, keywords.get("dtype"))]
        return Tensor(next((name for name in named if name), tensor.dtype), tensor.shape)
    if name in {"view", "reshape"}:
        return Tensor(tensor.dtype, _reshaped(tensor, values))
    if name == "flatten" and not values:
        return Tensor(tensor.dtype, (tensor.elements,))
    if name.startswith("new_"):
        dtype = keywords.get("dtype", f"torch.{tensor.dtype}")
        return made_by(name.removeprefix("new_"), values, {**keywords, "dtype": dtype})
    raise UnknownValueError


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
