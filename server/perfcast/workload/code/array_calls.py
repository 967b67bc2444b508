"""Calls that make arrays, tensors and tables -> the argument that describes what they make."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from perfcast.workload.language.workload import DTYPES, TORCH_DTYPES, Argument, TypeExpression

if TYPE_CHECKING:
    from perfcast.workload.code.evaluation import Names

_Maker = Callable[[Sequence[object], Mapping[str, object]], Argument | None]

_ALIASES: Final = {"np": "numpy", "pd": "pandas"}
_MAX_ELEMENTS: Final = 10**12


def dotted_name(node: ast.expr, names: Names | None) -> str | None:
    """'numpy.random.rand' for ``np.random.rand``; a random generator made by NumPy counts as ``numpy.random``."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    root = _ALIASES.get(node.id, node.id)
    if parts and names is not None:
        assigned = names.assigned(node.id, node.lineno)
        if isinstance(assigned, ast.Call) and dotted_name(assigned.func, None) == "numpy.random.default_rng":
            root = "numpy.random"
    return ".".join([root, *reversed(parts)])


def array_method(argument: Argument, method: str, values: Sequence[object]) -> Argument | None:
    """What a method of a described array gives; None where that cannot be told."""
    if method == "copy":
        return argument
    if method == "astype" and values:
        dtype = _dtype(values[0], "")
        return replace(argument, type=replace(argument.type, name=dtype)) if dtype else None
    if method == "reshape":
        shape = _shape(values)
        if shape is None or any(size == 0 for size in shape):
            return None
        known = math.prod(size for size in shape if size > 0)
        whole = tuple(size if size > 0 else argument.count // known for size in shape)
        # Order and distinctness are told of one axis alone.
        return replace(argument, type=replace(argument.type, shape=whole), qualifiers=())
    return None


def _array(shape: tuple[int, ...] | None, dtype: str, low: float | None = None, high: float | None = None,
           qualifiers: tuple[str, ...] = ()) -> Argument | None:  # fmt: skip
    """An array's argument; None for a shape that no array has."""
    if not shape or any(size < 0 for size in shape) or math.prod(shape) > _MAX_ELEMENTS or not dtype:
        return None
    return Argument(None, TypeExpression(dtype, shape=shape), (), low, high, None, qualifiers)


def _shape(values: Sequence[object]) -> tuple[int, ...] | None:
    """A shape given as one number, as one tuple, or as numbers one after the other."""
    sizes = values[0] if len(values) == 1 and isinstance(values[0], list | tuple) else values
    if not isinstance(sizes, Sequence) or not sizes or not all(type(size) is int for size in sizes):
        return None
    return tuple(size for size in sizes if isinstance(size, int))


def _dtype(value: object, default: str) -> str:
    """'float32' for ``np.float32``, 'float32' or ``float``; '' for a type that the workload language lacks."""
    if value is None:
        return default
    name = str(value).removeprefix("numpy.").removeprefix("np.").removeprefix("torch.")
    name = {
        "int": "int64",
        "float": "float64",
        "bool": "bool",
        "long": "int64",
        "half": "float16",
        "double": "float64",
    }.get(name, name)
    return name if name in DTYPES | TORCH_DTYPES else ""


def _filled(default: str, *, one_shape: bool, prefix: str = "") -> _Maker:
    """zeros, ones, empty: a shape and perhaps a dtype."""

    def make(values: Sequence[object], keywords: Mapping[str, object]) -> Argument | None:
        given = keywords.get("shape", keywords.get("size"))
        shape = _shape([given]) if given is not None else _shape(values[:1] if one_shape else values)
        positional = values[1] if one_shape and len(values) > 1 and isinstance(values[1], str) else None
        dtype = _dtype(keywords.get("dtype", positional), default)
        return _array(shape, prefix + dtype if dtype else "", qualifiers=("equal",) if default else ())

    return make


def _random(low: float, high: float, *, one_shape: bool, dtype: str = "float64", skip: int = 0) -> _Maker:
    """Random numbers of a distribution; `skip` parameters come before the shape."""

    def make(values: Sequence[object], keywords: Mapping[str, object]) -> Argument | None:
        given = keywords.get("size", values[skip] if one_shape and len(values) > skip else None)
        shape = _shape([given]) if given is not None else None if one_shape else _shape(values)
        return _array(shape, dtype, low, high)

    return make


def _integers(prefix: str) -> _Maker:
    """Random integers: low, high, shape."""

    def make(values: Sequence[object], keywords: Mapping[str, object]) -> Argument | None:
        numbers = [value for value in values if type(value) is int]
        given = keywords.get(
            "size", values[2] if len(values) > 2 else values[1] if prefix and len(values) > 1 else None
        )
        bounds = [0, numbers[0]] if len(numbers) == 1 else numbers[:2] if len(numbers) >= 2 else [0, 1000]
        low, high = keywords.get("low", bounds[0]), keywords.get("high", bounds[1])
        if type(low) is not int or type(high) is not int or given is None or low >= high:
            return None
        return _array(_shape([given]), f"{prefix}int64", low, high - 1)

    return make


def _arange(prefix: str) -> _Maker:
    def make(values: Sequence[object], keywords: Mapping[str, object]) -> Argument | None:
        numbers = [value for value in values if isinstance(value, int | float)]
        if not numbers or len(numbers) != len(values):
            return None
        low, high = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
        step = numbers[2] if len(numbers) > 2 else 1
        kind = "int64" if all(isinstance(number, int) for number in numbers) else "float32" if prefix else "float64"
        dtype = _dtype(keywords.get("dtype"), kind)
        length = math.ceil((high - low) / step)
        if step <= 0 or length <= 0:
            return None
        last = low + (length - 1) * step
        return _array((length,), prefix + dtype if dtype else "", low, last, ("sorted", "distinct"))

    return make


def _linspace(values: Sequence[object], keywords: Mapping[str, object]) -> Argument | None:
    count = keywords.get("num", values[2] if len(values) > 2 else 50)
    low, high = (value if isinstance(value, int | float) else None for value in (*values, None, None)[:2])
    if low is None or high is None or low > high:
        return None
    return _array(_shape([count]), "float64", low, high, ("sorted",))


def _square(values: Sequence[object], keywords: Mapping[str, object]) -> Argument | None:
    size = _shape(values[:1])
    return _array((size[0], size[0]), _dtype(keywords.get("dtype"), "float64")) if size else None


def _from_values(values: Sequence[object], keywords: Mapping[str, object]) -> Argument | None:
    """``np.array`` of nested lists, or of what is described already."""
    if not values:
        return None
    source = values[0]
    if isinstance(source, Argument):
        numbers = [leaf.name for leaf in source.type.leaves()]
        if source.type.shape or source.type.name != "list" or set(numbers) > {"int", "float"}:
            return source if source.type.shape else None
        kind = "int64" if numbers == ["int"] else "float64"
        return _array(source.sizes, _dtype(keywords.get("dtype"), kind), source.low, source.high)
    shape: list[int] = []
    level = source
    while isinstance(level, list | tuple) and level:
        shape.append(len(level))
        level = level[0]
    kind = {int: "int64", float: "float64", bool: "bool"}.get(type(level), "")
    return _array(tuple(shape), _dtype(keywords.get("dtype"), kind))


def _table(values: Sequence[object], _: Mapping[str, object]) -> Argument | None:
    """``pd.DataFrame`` of columns or of an array."""
    source = values[0] if values else None
    if isinstance(source, dict) and source:
        rows = {len(column) for column in source.values() if isinstance(column, list | tuple)}
        return _array((rows.pop(), len(source)), "DataFrame") if len(rows) == 1 else None
    if isinstance(source, Argument) and len(source.type.shape) == 2:
        return _array(source.type.shape, "DataFrame")
    if isinstance(source, Argument) and source.type.name == "dict" and source.sizes:
        lengths = source.type.elements[0].shape or source.sizes[1:]
        return _array((lengths[0], source.sizes[0]), "DataFrame") if lengths else None
    return None


def _series(values: Sequence[object], _: Mapping[str, object]) -> Argument | None:
    source = values[0] if values else None
    if isinstance(source, Argument):
        lengths = source.type.shape or source.sizes
        return _array((lengths[0],), "Series") if lengths else None
    return _array((len(source),), "Series") if isinstance(source, list | tuple | range) else None


ARRAY_CALLS: Final[Mapping[str, _Maker]] = {
    **{f"numpy.{name}": _filled("float64", one_shape=True) for name in ("zeros", "ones", "empty", "full")},
    "numpy.arange": _arange(""),
    "numpy.linspace": _linspace,
    "numpy.eye": _square,
    "numpy.identity": _square,
    "numpy.array": _from_values,
    "numpy.asarray": _from_values,
    "numpy.random.rand": _random(0, 1, one_shape=False),
    "numpy.random.randn": _random(-3, 3, one_shape=False),
    "numpy.random.random": _random(0, 1, one_shape=True),
    "numpy.random.random_sample": _random(0, 1, one_shape=True),
    "numpy.random.standard_normal": _random(-3, 3, one_shape=True),
    "numpy.random.normal": _random(-3, 3, one_shape=True, skip=2),
    "numpy.random.uniform": _random(0, 1, one_shape=True, skip=2),
    "numpy.random.randint": _integers(""),
    "numpy.random.integers": _integers(""),
    **{f"torch.{name}": _filled("float32", one_shape=False, prefix="torch.") for name in ("zeros", "ones", "empty")},
    "torch.rand": _random(0, 1, one_shape=False, dtype="torch.float32"),
    "torch.randn": _random(-3, 3, one_shape=False, dtype="torch.float32"),
    "torch.randint": _integers("torch."),
    "torch.arange": _arange("torch."),
    "pandas.DataFrame": _table,
    "pandas.Series": _series,
}
