"""Instances of a file's classes, modules with their layers among them: made, asked for attributes, and called."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from perfcast.triton.host_code.tensors import DEFAULT_DTYPE, dtype_name, method
from perfcast.triton.host_code.values import UNKNOWN, Class, Function, Instance, Partial
from perfcast.triton.kernels.launch import Tensor
from perfcast.workload.code.evaluation import UnknownValueError

#: (function, values, keywords) -> what the call gives; raises UnknownValueError.
Call = Callable[[Function, Sequence[object], Mapping[str, object]], object]
_CASTS: Final = frozenset({"to", "half", "bfloat16", "float", "double", "type"})
_UNCHANGED: Final = frozenset({"cuda", "cpu", "eval", "train", "requires_grad_"})
_KEEPING: Final = frozenset({"register_buffer", "register_parameter"})
#: Methods that modules of torch have, beside those of their classes.
OF_MODULES: Final = _CASTS | _UNCHANGED | _KEEPING
_NORMS: Final = frozenset({"LayerNorm", "RMSNorm"})


def made(owner: Class, values: Sequence[object], keywords: Mapping[str, object], call: Call) -> Instance:
    """A new instance of the class, its constructor followed."""
    instance = Instance(owner)
    constructor = owner.names.get("__init__")
    if isinstance(constructor, Function):
        with suppress(UnknownValueError):
            call(constructor, [instance, *values], keywords)
    elif owner.fields is not None:
        instance.kept.update(zip(owner.fields, values, strict=False))
        instance.kept.update({name: value for name, value in keywords.items() if name in owner.fields})
    return instance


def of_class(owner: Class, name: str) -> object:
    """``Class.name``."""
    found = owner.names[name]
    if isinstance(found, Function) and _is(found, "classmethod"):
        return Partial(name, found, (owner,), {})
    return found


def attribute(instance: Instance, name: str, call: Call) -> object:
    """Raises UnknownValueError for one that is not known."""
    found = instance.kept.get(name, UNKNOWN)
    if found is UNKNOWN and isinstance(instance.of, Class):
        found = instance.of.names.get(name, UNKNOWN)
        if isinstance(found, Function) and not isinstance(found.node, ast.Lambda):
            if _is(found, "property") or _is(found, "cached_property"):
                return call(found, [instance], {})
            if not _is(found, "staticmethod"):
                owner = instance.of if _is(found, "classmethod") else instance
                return Partial(name, found, (owner,), {})
    if found is UNKNOWN:
        raise UnknownValueError
    return found


def called(instance: Instance, name: str, values: Sequence[object], keywords: Mapping[str, object]) -> object:
    """One of the methods in `OF_MODULES`: modules change in place, and give themselves."""
    if name in _KEEPING:
        kept, value = (*values, *keywords.values())[:2]
        instance.kept[str(kept)] = value
        return None
    if name in _CASTS:
        for kept, value in instance.kept.items():
            if isinstance(value, Instance):
                called(value, name, values, keywords)
            elif isinstance(value, Tensor) and "float" in value.dtype:
                instance.kept[kept] = method(value, name, values, keywords)
    return instance


def applied(instance: Instance, values: Sequence[object], keywords: Mapping[str, object], call: Call) -> object:
    """``instance(...)``. Raises UnknownValueError where what it gives cannot be told."""
    if isinstance(instance.of, Class):
        function = next((one for name in ("__call__", "forward") if (one := instance.of.names.get(name))), None)
        if isinstance(function, Function):
            return call(function, [instance, *values], keywords)
        raise UnknownValueError
    given = values[0] if values else UNKNOWN
    weight = instance.kept.get("weight")
    if not isinstance(given, Tensor) or not isinstance(weight, Tensor):
        raise UnknownValueError
    if instance.of == "Linear":
        return Tensor(weight.dtype, (*given.shape[:-1], weight.shape[0]))
    return Tensor(weight.dtype, (*given.shape, weight.shape[1])) if instance.of == "Embedding" else given


def of_torch(name: str, values: Sequence[object], keywords: Mapping[str, object]) -> object:
    """What ``torch.nn.<name>(...)`` makes: a parameter, which is a tensor, or a layer with its weights.

    Raises:
        UnknownValueError: a layer whose weights are not known here.
    """
    if name in {"Parameter", "Buffer"} and values and isinstance(values[0], Tensor):
        return values[0]
    dtype = dtype_name(keywords.get("dtype")) or DEFAULT_DTYPE
    if name == "Linear":
        rows, columns = _numbers(values, keywords, "out_features", 1), _numbers(values, keywords, "in_features", 0)
        bias = keywords.get("bias", values[2] if len(values) > 2 else True)
        kept: dict[str, object] = {"weight": Tensor(dtype, (rows, columns)), "in_features": columns}
        kept |= {"out_features": rows, "bias": Tensor(dtype, (rows,)) if bias is True else bias or None}
        return Instance(name, kept)
    if name == "Embedding":
        rows, columns = (
            _numbers(values, keywords, one, at) for at, one in enumerate(("num_embeddings", "embedding_dim"))
        )
        return Instance(name, {"weight": Tensor(dtype, (rows, columns))})
    if name in _NORMS:
        shape = keywords.get("normalized_shape", values[0] if values else None)
        weight = Tensor(dtype, (shape,) if type(shape) is int else _shape(shape))
        return Instance(name, {"weight": weight, "bias": weight, "eps": keywords.get("eps", 1e-5)})
    raise UnknownValueError


def _numbers(values: Sequence[object], keywords: Mapping[str, object], name: str, position: int) -> int:
    number = keywords.get(name, values[position] if len(values) > position else None)
    if type(number) is not int:
        raise UnknownValueError
    return number


def _shape(given: object) -> tuple[int, ...]:
    sizes: Sequence[Any] = given if isinstance(given, list | tuple) else ()
    if not sizes or not all(type(size) is int for size in sizes):
        raise UnknownValueError
    return tuple(sizes)


def _is(function: object, decorator: str) -> bool:
    """Whether a function of a class has this decorator."""
    if not isinstance(function, Function) or isinstance(function.node, ast.Lambda):
        return False
    names = (
        one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in function.node.decorator_list
    )
    return decorator in names
