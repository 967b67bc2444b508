"""Tensors and strides of a kernel that nothing in its file tells, by the names of its parameters."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final

from perfcast.triton.finding.kernels import Kernel
from perfcast.triton.kernels.launch import Tensor
from perfcast.triton.kernels.roles import Role
from perfcast.triton.kernels.signatures import pointed_to

#: ``stride_am``, ``stride_a_m``, ``a_stride_m``, ``stride_qz``: the tensor's letters, then the axis.
_STRIDE: Final = re.compile(
    r"^stride_?(?P<tensor>[a-zA-Z]+?)_?(?P<axis>[a-zA-Z0-9])$|^(?P<other>\w+)_stride_?(?P<of>\w)$"
)
_DECORATION: Final = re.compile(r"(_?(ptrs?|pointer|p))$", re.IGNORECASE)
_PLAIN: Final = re.compile(
    r"^(n_?|num_?)?(rows?|cols?|elements?|elems?|size|numel|[mnk]|len\w*|[xyz]numel|r\d*_?numel)$", re.IGNORECASE
)


def guessed_tensors(kernel: Kernel, values: Mapping[str, object], dtype: str) -> dict[str, object]:
    """Tensors of the pointers that have no value, and the strides that follow from them.

    ``a_ptr`` with ``stride_am, stride_ak`` and ``M``, ``K`` known is (M, K), row by row; a pointer without strides of
    its own has as many elements as the kernel's sizes multiply to.
    """
    named = pointed_to(kernel.node)
    sizes = {
        name: value
        for name in kernel.roles
        if kernel.roles[name] is not Role.POINTER and type(value := values.get(name)) is int and value > 0
    }
    plain = [size for name, size in sizes.items() if _PLAIN.match(name)]
    found: dict[str, object] = {}
    for pointer in kernel.named(Role.POINTER):
        if pointer in values:
            tensor = values[pointer]
            if isinstance(tensor, Tensor):
                found.update(_strides(kernel, pointer, tensor, values))
            continue
        axes = _axes(kernel, pointer)
        shape = tuple(_axis_size(axis, sizes) for axis in axes)
        if axes and all(shape):
            tensor = Tensor(named.get(pointer, dtype), tuple(size for size in shape if size))
            found[pointer] = tensor
            found.update(_strides(kernel, pointer, tensor, values))
        elif not axes and plain:
            found[pointer] = Tensor(named.get(pointer, dtype), (math.prod(plain),))
    return found


def _strides(kernel: Kernel, pointer: str, tensor: Tensor, values: Mapping[str, object]) -> dict[str, object]:
    axes = _axes(kernel, pointer)
    names = _stride_names(kernel, pointer)
    if len(axes) != len(tensor.shape):
        return {}
    strides = zip(names, tensor.strides, strict=True)
    return {name: stride for name, stride in strides if name not in values}


def _axes(kernel: Kernel, pointer: str) -> list[str]:
    return [_axis_of(name) for name in _stride_names(kernel, pointer)]


def _stride_names(kernel: Kernel, pointer: str) -> list[str]:
    stem = _DECORATION.sub("", pointer).lower()
    found = []
    for name in kernel.roles:
        match = _STRIDE.match(name)
        if match and (match["tensor"] or match["other"]).lower().strip("_") in {stem, stem[:1], pointer.lower()}:
            found.append(name)
    return found


def _axis_of(stride: str) -> str:
    match = _STRIDE.match(stride)
    assert match is not None
    return match["axis"] or match["of"]


def _axis_size(axis: str, sizes: Mapping[str, int]) -> int | None:
    """The size that an axis is called by: ``m`` is ``M``, or ``n_m``."""
    for name, size in sizes.items():
        if name.lower() in {axis.lower(), f"n_{axis.lower()}", f"{axis.lower()}_size"}:
            return size
    return None
