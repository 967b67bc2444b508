"""Constructors of tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import FLOAT32, INT64, KINDS, Kind, named, of_array, of_number, promoted
from perfcast.trial.libraries.torch.function_calls import shape_of
from perfcast.trial.libraries.torch.prices import FROM_NUMBER
from perfcast.trial.libraries.torch.shape_only import Hollow, hollow, made
from perfcast.trial.libraries.torch.values import Storage, Tensor, check_room, fresh
from perfcast.workload.language.workload import Argument
from perfcast.workload.values.arrays_and_tables import DEFAULT_FLOATS, FEW_VALUES

Maker = Callable[..., Tensor]
_DEFAULT_INTEGERS: Final = (0, 1000)


def of_workload(machine: Machine, argument: Argument, seed: int) -> Tensor:
    """Of the shape and type that the argument says. Raises Unsupported for types that are not tried."""
    name = argument.type.name.removeprefix("torch.")
    kind = KINDS.get(name)
    shape = argument.type.shape
    if kind is None:
        raise Unsupported(f"a tensor of {name}")
    return fresh(machine, made(shape, kind.held, lambda: _values(argument, kind, seed)), kind)


def _values(argument: Argument, kind: Kind, seed: int) -> Any:
    generator = np.random.default_rng(seed)
    shape, low, high = argument.type.shape, argument.low, argument.high
    values: Any
    if kind.category == 0:
        values = generator.integers(0, 2, shape)
    elif kind.category == 1:
        info = np.iinfo(kind.held)
        lower, upper = _DEFAULT_INTEGERS if low is None or high is None else (int(low), int(high))
        values = generator.integers(max(lower, info.min), min(upper, info.max), shape, endpoint=True)
    else:
        least, most = DEFAULT_FLOATS if low is None or high is None else (float(low), float(high))
        values = generator.uniform(least, most, shape)
    if "sorted" in argument.qualifiers or "reversed" in argument.qualifiers:
        values = np.sort(values, axis=-1)
        if "reversed" in argument.qualifiers:
            values = np.ascontiguousarray(values[..., ::-1])
    elif "equal" in argument.qualifiers and values.size:
        values[...] = values.flat[0]
    elif "few" in argument.qualifiers and values.size:
        values = values.flat[generator.integers(0, min(FEW_VALUES, values.size), shape)]
    return values


def tensor(machine: Machine, data: Any, dtype: Any = None) -> Tensor:
    """As ``torch.tensor``. Raises ValueError, Unsupported."""
    if isinstance(data, Tensor):
        kind = data.kind if dtype is None else named(dtype)
        return _settled("clone", fresh(machine, data.array.astype(kind.held), kind))
    if isinstance(data, np.ndarray):
        kind = of_array(data) if dtype is None else named(dtype)
        return _settled("tensor", fresh(machine, data.astype(kind.held), kind))
    numbers, kind = _numbers(data)
    kind = kind if dtype is None else named(dtype)
    array = np.array(_plain(data), dtype=kind.held)
    return _settled("tensor", fresh(machine, array, kind), work=FROM_NUMBER * numbers)


def as_tensor(machine: Machine, data: Any, dtype: Any = None) -> Tensor:
    """As ``torch.as_tensor``: itself where it is one."""
    if isinstance(data, Tensor) and dtype in {None, data.kind}:
        return _settled("as_tensor", data)
    if isinstance(data, np.ndarray) and (dtype is None or named(dtype) is of_array(data)):
        return from_array(machine, data)
    return tensor(machine, data, dtype)


def from_array(machine: Machine, array: Any) -> Tensor:
    """As ``torch.from_numpy``: of the same elements."""
    if not isinstance(array, np.ndarray):
        raise TypeError("expected np.ndarray")
    kind = of_array(array)
    return _settled("from_numpy", Tensor(machine, array, kind, Storage(0, array)))


def _numbers(data: Any) -> tuple[int, Kind]:
    """How many numbers there are, and the type that holds them; the first ones of a list tell how its others are."""
    if isinstance(data, Tensor):
        return 10 * data.elements, data.kind
    if not isinstance(data, list | tuple):
        kind = of_number(data)
        return 1, kind if not isinstance(data, np.generic) else KINDS[data.dtype.name]
    count, found = 0, None
    for part in data:
        numbers, kind = _numbers(part)
        count += numbers
        found = kind if found is None else promoted(found, kind)
    return count, found or FLOAT32


def _plain(data: Any) -> Any:
    if isinstance(data, Tensor):
        return data.array
    return [_plain(part) for part in data] if isinstance(data, list | tuple) else data


def _settled(name: str, found: Tensor, *, work: float = 0.0) -> Tensor:
    settled(name, found, [found], work=work)
    return found


def _kind(dtype: Any, otherwise: Kind = FLOAT32) -> Kind:
    return otherwise if dtype is None else named(dtype)


def filled(machine: Machine, name: str, value: Any, *sizes: Any, dtype: Any = None, size: Any = None) -> Tensor:
    """As ``zeros`` and its like."""
    shape = shape_of(sizes if size is None else (size,))
    kind = _kind(dtype)
    return _settled(name, fresh(machine, _filled(shape, value, kind), kind))


def _filled(shape: tuple[int, ...], value: Any, kind: Kind) -> Any:
    return made(shape, kind.held, lambda: np.full(shape, value, dtype=kind.held))


def full(machine: Machine, size: Any, fill_value: Any, *, dtype: Any = None) -> Tensor:
    value = fill_value.item() if isinstance(fill_value, Tensor) else fill_value
    kind = _kind(dtype, of_number(value))
    return _settled("full", fresh(machine, _filled(shape_of((size,)), value, kind), kind))


def drawn(machine: Machine, name: str, *sizes: Any, dtype: Any = None, size: Any = None) -> Tensor:
    """As ``rand`` and ``randn``."""
    shape = shape_of(sizes if size is None else (size,))
    return _settled(name, fresh(machine, _chance(name, shape), _kind(dtype)))


def _chance(name: str, shape: tuple[int, ...]) -> Any:
    generator = np.random.default_rng(_SEED)
    is_even = name.startswith("rand_") or name == "rand"
    return made(shape, np.float64, lambda: generator.random(shape) if is_even else generator.standard_normal(shape))


_SEED: Final = 5


def like(name: str, value: Any) -> Callable[..., Tensor]:
    """As ``zeros_like`` and its like."""

    def run(tensor: Tensor, fill_value: Any = None, *, dtype: Any = None, memory_format: Any = None) -> Tensor:
        kind = _kind(dtype, tensor.kind)
        array = np.empty_like(tensor.array, dtype=kind.held)
        if name in {"rand_like", "randn_like"}:
            array[...] = _chance(name, array.shape)
        else:
            array[...] = value if fill_value is None else fill_value
        return _settled(name, Tensor(tensor.machine, array, kind))

    return run


def new(name: str, value: Any) -> Callable[..., Tensor]:
    """As the methods ``new_zeros`` and its like."""

    def run(tensor: Tensor, *sizes: Any, fill_value: Any = None, dtype: Any = None) -> Tensor:
        if name == "new_full" and fill_value is None:
            sizes, fill_value = sizes[:1], sizes[1]
        kind = _kind(dtype, tensor.kind)
        found = value if fill_value is None else fill_value
        return _settled(name, fresh(tensor.machine, _filled(shape_of(sizes), found, kind), kind))

    return run


def arange(machine: Machine, start: Any, end: Any = None, step: Any = 1, *, dtype: Any = None) -> Tensor:
    start, end = (0, start) if end is None else (start, end)
    start, end, step = (one.item() if isinstance(one, Tensor) else one for one in (start, end, step))
    if step == 0:
        raise RuntimeError("step must be nonzero")
    check_room(abs((end - start) / step), is_there=True)
    is_whole = all(isinstance(one, int | np.integer) for one in (start, end, step))
    kind = _kind(dtype, INT64 if is_whole else FLOAT32)
    return _settled("arange", fresh(machine, np.arange(start, end, step), kind))


def linspace(machine: Machine, start: Any, end: Any, steps: Any, *, dtype: Any = None) -> Tensor:
    (steps,) = shape_of((steps,))
    check_room(steps, is_there=True)
    low, high = float(start), float(end)
    return _settled("linspace", fresh(machine, np.linspace(low, high, steps), _kind(dtype)))


def eye(machine: Machine, n: Any, m: Any = None, *, dtype: Any = None) -> Tensor:
    shape = shape_of((n, n if m is None else m))
    found = made(shape, np.float64, lambda: np.eye(shape[0], shape[1]))
    return _settled("eye", fresh(machine, found, _kind(dtype)))


def whole_numbers(
    machine: Machine, *bounds: Any, low: Any = 0, high: Any = None, size: Any = None, dtype: Any = None
) -> Tensor:
    """As ``randint``."""
    if size is None:
        *bounds, size = bounds  # type: ignore[assignment]
    numbers = [low, *bounds, *([] if high is None else [high])][-2:]
    low, high = (int(one) for one in numbers)
    if low >= high:
        raise RuntimeError("random_ expects 'from' to be less than 'to'")
    if not -(2**62) < low <= high < 2**62:
        raise Unsupported("a number too large")
    shape = shape_of((size,))
    found = made(shape, np.int64, lambda: np.random.default_rng(_SEED).integers(low, high, shape))
    return _settled("randint", fresh(machine, found, _kind(dtype, INT64)))


def permutation(machine: Machine, n: Any, *, dtype: Any = None) -> Tensor:
    (size,) = shape_of((n,))
    check_room(size, is_there=True)
    return _settled("randperm", fresh(machine, np.random.default_rng(_SEED).permutation(size), _kind(dtype, INT64)))


def triangle(machine: Machine, upper: bool, row: Any, col: Any, offset: Any = 0) -> Tensor:
    """As ``triu_indices``."""
    rows, columns = shape_of((row, col))
    check_room(rows * columns, is_there=True)
    find = np.triu_indices if upper else np.tril_indices
    return _settled("tri_indices", fresh(machine, np.array(find(rows, int(offset), columns)), INT64))


def hann_window(machine: Machine, window_length: Any, *, dtype: Any = None) -> Tensor:
    (size,) = shape_of((window_length,))
    return _settled("hann_window", fresh(machine, np.hanning(size + 1)[:size], _kind(dtype)))


def bernoulli(chances: Tensor, p: Any = None) -> Tensor:
    limit = chances.array if p is None else float(p)
    found = made(chances.shape, np.bool_, lambda: np.random.default_rng(_SEED).random(chances.shape) < limit)
    return _settled("bernoulli", fresh(chances.machine, found, chances.kind))


def multinomial(weights: Tensor, num_samples: Any, replacement: bool = False) -> Tensor:
    (count,) = shape_of((num_samples,))
    rows = weights.array.reshape(-1, weights.array.shape[-1])
    check_room(count * len(rows))
    if not replacement and count > rows.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    generator = np.random.default_rng(_SEED)
    weights.machine.allows(_DRAWN * len(rows))
    found: Any
    if isinstance(rows, Hollow):
        found = hollow((len(rows), count), np.int64)
    elif replacement:
        sums = np.cumsum(rows.astype(np.float64), axis=-1)
        found = [np.searchsorted(one, generator.random(count) * one[-1]) for one in sums]
    else:
        found = [np.argsort(-generator.random(len(row)) * (row > 0), kind="stable")[:count] for row in rows]
    array = np.minimum(np.asanyarray(found), rows.shape[-1] - 1).reshape(*weights.array.shape[:-1], count)
    result = fresh(weights.machine, array, INT64)
    settled("multinomial" if replacement else "multinomial_once", result, [weights], elements=weights.elements)
    return result


#: What a row takes of the allowance that is drawn from.
_DRAWN: Final = 100.0


def _of_class(kind: Kind, machine: Machine, *data: Any) -> Tensor:
    """As a class of tensors called: with numbers they are a shape."""
    if not data or all(isinstance(one, int) for one in data):
        return filled(machine, "empty", 0, *(data or (0,)), dtype=kind)
    return tensor(machine, data[0], kind)


def makers(machine: Machine) -> dict[str, Maker]:
    """Functions of the module ``torch`` that make tensors of no others."""
    found: Mapping[str, Callable[..., Tensor]] = {
        "tensor": tensor, "as_tensor": as_tensor, "asarray": as_tensor, "from_numpy": from_array, "full": full,
        "arange": arange, "linspace": linspace, "eye": eye, "randint": whole_numbers, "randperm": permutation,
        "hann_window": hann_window,
        "FloatTensor": partial(_of_class, FLOAT32), "LongTensor": partial(_of_class, INT64),
    }  # fmt: skip
    return {
        **{name: partial(run, machine) for name, run in found.items()},
        **{name: partial(drawn, machine, name) for name in ("rand", "randn")},
        "zeros": partial(filled, machine, "zeros", 0),
        "ones": partial(filled, machine, "ones", 1),
        "empty": partial(filled, machine, "empty", 0),
        "triu_indices": partial(triangle, machine, True),
        "tril_indices": partial(triangle, machine, False),
    }


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    **{name: like(name, value) for name, value in (("zeros_like", 0), ("ones_like", 1), ("empty_like", 0))},
    **{name: like(name, None) for name in ("full_like", "rand_like", "randn_like")},
    "bernoulli": bernoulli,
    "multinomial": multinomial,
}
NEW: Final[Mapping[str, Callable[..., Any]]] = {
    name: new(name, value) for name, value in (("new_zeros", 0), ("new_ones", 1), ("new_empty", 0), ("new_full", 0))
} | {"new_tensor": lambda of, data, dtype=None: tensor(of.machine, data, dtype or of.kind)}
