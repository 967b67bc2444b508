"""Attributes of tensors, dtypes and modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Lacking, Unsupported
from perfcast.trial.libraries.torch import (
    construction,
    elementwise,
    gathering,
    gradients,
    joining,
    linalg,
    products,
    reducing,
    reshaping,
    softmax,
    sorting,
)
from perfcast.trial.libraries.torch.charging import pay, remember
from perfcast.trial.libraries.torch.dtypes import CPU, KINDS, Device, Kind
from perfcast.trial.libraries.torch.function_calls import bound, forgiving
from perfcast.trial.libraries.torch.modules import METHODS as OF_MODULES
from perfcast.trial.libraries.torch.modules import Layer
from perfcast.trial.libraries.torch.prices import ATTRIBUTE
from perfcast.trial.libraries.torch.values import Tensor, as_array

_DRAWN: Final = {"uniform_": "rand_", "normal_": "randn_", "exponential_": "rand_"}
_NUMBERS: Final[Mapping[str, Callable[[Tensor], Any]]] = {
    "numel": lambda tensor: tensor.elements,
    "nelement": lambda tensor: tensor.elements,
    "dim": lambda tensor: tensor.array.ndim,
    "ndimension": lambda tensor: tensor.array.ndim,
    "element_size": lambda tensor: tensor.kind.itemsize,
    "is_contiguous": lambda tensor: bool(tensor.array.flags.c_contiguous),
    "is_floating_point": lambda tensor: tensor.kind.is_floating_point,
    "is_complex": lambda tensor: tensor.kind.is_complex,
    "data_ptr": id,
}
#: What tells other kinds of values from tensors, which have nothing of it.
_LACKED: Final = frozenset(
    {
        "__array_namespace__",
        "__dataframe__",
        "__dataclass_fields__",
        "__fspath__",
        "__getattr__",
        "__name__",
        "__next__",
    }
    | {"_fields", "append", "astype", "columns", "copy", "decode", "dtypes", "encode", "get", "iloc", "items", "join"}
    | {"keys", "loc", "read", "startswith", "to_dict", "to_numpy", "toarray", "tocsr", "todense"}
)
#: Methods, and functions of the module ``torch`` of the same names.
METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    **elementwise.METHODS,
    **reducing.METHODS,
    **reshaping.METHODS,
    **joining.METHODS,
    **sorting.METHODS,
    **products.METHODS,
    **linalg.METHODS,
    **softmax.METHODS,
    **construction.METHODS,
    **gathering.METHODS,
    **gradients.METHODS,
    **{f"{name}_": lambda tensor, diagonal=0, name=name: _cut(tensor, name, diagonal) for name in ("triu", "tril")},
}


def tensor_attribute(machine: Machine, tensor: Tensor, name: str) -> Any:  # noqa: PLR0911, PLR0912
    """What stands behind a tensor's dot. Raises Unsupported."""
    if name in METHODS:
        return bound(METHODS, tensor, name)
    if name in construction.NEW:
        return bound(construction.NEW, tensor, name)
    if name in _NUMBERS:
        return Guarded(lambda: _told(tensor, _NUMBERS[name](tensor)))
    if name == "size":
        return Guarded(lambda dim=None: _told(tensor, tensor.shape if dim is None else tensor.shape[int(dim)]))
    if name == "stride":
        return Guarded(lambda dim=None: _strides(tensor, dim))
    if name == "numpy":
        return Guarded(lambda **_: as_array(tensor))
    if name in _DRAWN:
        return Guarded(partial(_drawn, tensor, name))
    if name in {"T", "mT", "H"}:
        return reshaping.turned(tensor) if name != "mT" else reshaping.transposed(tensor, -2, -1)
    plain: dict[str, Any] = {
        "shape": tensor.shape, "ndim": tensor.array.ndim, "dtype": tensor.kind, "device": CPU,
        **dict.fromkeys(("is_cuda", "is_xpu", "is_mps", "is_quantized", "is_sparse", "is_meta"), False),
        "requires_grad": tensor.needs_gradient, "grad": tensor.gradient, "is_leaf": tensor.step is None,
        "nbytes": tensor.elements * tensor.kind.itemsize, "itemsize": tensor.kind.itemsize, "layout": "strided",
    }  # fmt: skip
    if name in plain:
        return _told(tensor, plain[name])
    if name in {"real", "imag"}:
        return _part_of_complex(tensor, name)
    if name == "data":
        return reshaping.METHODS["detach"](tensor)
    if name == "__class__":
        raise Unsupported("the class of a tensor")
    if name in _LACKED:
        raise Lacking(f"'Tensor' object has no attribute '{name}'")
    raise Unsupported(f"Tensor.{name}")


def _part_of_complex(tensor: Tensor, name: str) -> Tensor:
    if not tensor.kind.is_complex:
        return tensor
    kind = KINDS["float32" if tensor.kind.itemsize == 8 else "float64"]
    found = Tensor(tensor.machine, getattr(tensor.array, name), kind, tensor.storage)
    tensor.machine.made_of(found, (tensor,))
    remember("view", [tensor], [found])
    return found


def _cut(tensor: Tensor, name: str, diagonal: Any) -> Tensor:
    """As ``triu_`` and ``tril_``."""
    return gathering.METHODS["copy_"](tensor, reshaping.METHODS[name](tensor, diagonal))  # type: ignore[no-any-return]


def _told(tensor: Tensor, value: Any) -> Any:
    pay(tensor, ATTRIBUTE)
    return tensor.machine.made(value)


def _strides(tensor: Tensor, dim: Any) -> Any:
    steps = tuple(step // max(1, tensor.array.itemsize) for step in tensor.array.strides)
    return _told(tensor, steps if dim is None else steps[int(dim)])


def _drawn(tensor: Tensor, name: str, *args: Any, **named: Any) -> Tensor:
    """Puts numbers drawn by chance into a tensor."""
    values = construction.like(f"{_DRAWN[name]}like", None)(tensor)
    return gathering.METHODS["copy_"](tensor, values)  # type: ignore[no-any-return]


def device_attribute(device: Device, name: str) -> Any:
    """Raises Unsupported."""
    if name in {"type", "index"}:
        return getattr(device, name)
    raise Unsupported(f"device.{name}")


def kind_attribute(kind: Kind, name: str) -> Any:
    """Raises Unsupported."""
    if name in {"is_floating_point", "is_complex", "itemsize"}:
        return getattr(kind, name)
    raise Unsupported(f"dtype.{name}")


def layer_attribute(layer: Layer, name: str) -> Any:
    """Raises Unsupported, AttributeError."""
    if name in OF_MODULES:
        return Guarded(forgiving(partial(OF_MODULES[name], layer.machine, layer), name))
    for held in (layer.parameters, layer.layers, layer.options):
        if name in held:
            return held[name]
    if name == "bias" and "weight" in layer.parameters:
        return None
    methods: dict[str, Callable[..., Any]] = {
        "forward": layer.run,
        "append": layer.append,
        "extend": layer.extend,
        "insert": layer.insert,
        "add_module": layer.add,
        "update": layer.take_all,
        "pop": layer.take,
        "reset_parameters": layer.draw_anew,
        **{method: getattr(layer.layers, method) for method in ("items", "values", "keys")},
    }
    if name in methods:
        return Guarded(methods[name])
    told = {"training": layer.is_training, "__class__": layer.kind}.get(name)
    if told is None:
        raise Unsupported(f"a module's {name}")
    return told


def put_part(layer: Layer, name: str, value: Any) -> None:
    """What ``layer.weight = other.weight`` and its like do. Raises Unsupported."""
    if name in layer.parameters and isinstance(value, Tensor):
        layer.parameters[name] = value
    elif name in layer.layers and isinstance(value, Layer | Instance):
        layer.layers[name] = value
    elif name == "training":
        layer.is_training = bool(value)
    else:
        raise Unsupported(f"assigning to a module's {name}")
    layer.machine.changes(layer)


def put_attribute(tensor: Tensor, name: str, value: Any) -> None:
    """What ``tensor.grad = value`` and its like do. Raises Unsupported."""
    if name == "grad" and (value is None or isinstance(value, Tensor)):
        tensor.gradient = value
    elif name == "requires_grad":
        gradients.wanting(tensor, value)
    elif name == "data" and isinstance(value, Tensor):
        tensor.array, tensor.kind, tensor.storage = value.array, value.kind, value.storage
    else:
        raise Unsupported(f"assigning to Tensor.{name}")
