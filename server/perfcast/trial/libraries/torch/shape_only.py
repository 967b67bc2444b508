"""Arrays without elements: what is too large to compute is executed by shapes alone.

An array of a tensor's shape, type and strides lies over memory that nobody ever writes to, so that all its elements are
zero and none of them takes any room. NumPy's functions give others of the shapes that they would have given, by its
protocols of overriding (NEP 13 and NEP 18). What an element would decide, how many are not zero say, is not known.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported

Array = np.ndarray[Any, np.dtype[Any]]
#: Bytes of the largest array: of this many there are two, for what does not share its elements with the other.
_MOST_BYTES: Final = 256 * 2**30
#: Bytes of address space that is taken and not used.
_RESERVED: Final = 2 * _MOST_BYTES
#: Arrays up to this many elements have them: places and lengths are looked at.
_SMALL: Final = 2_048
#: Elements whose places are looked up one by one.
_MOST_PICKED: Final = 4_000_000

_without = ContextVar("without elements", default=False)


@contextmanager
def without_elements() -> Iterator[None]:
    """Large tensors that are made within have no elements."""
    token = _without.set(True)
    try:
        yield
    finally:
        _without.reset(token)


def are_left_out() -> bool:
    """Whether large tensors have no elements now."""
    return _without.get()


def made(shape: Sequence[int], dtype: Any, make: Callable[[], Any]) -> Any:
    """What `make` gives, an array of that shape and type; one without elements where those are left out."""
    return hollow(tuple(shape), dtype) if are_left_out() and prod(shape) > _SMALL else make()


def emptied(array: Array) -> Array:
    """The array, without its elements where those are left out: small ones may have become a large one together."""
    if not are_left_out() or array.size <= _SMALL or isinstance(array, Hollow):
        return array
    found = hollow(array.shape, array.dtype)
    if array.flags.c_contiguous or min(array.strides) < 0:
        return found  # type: ignore[no-any-return]
    # Of a view: elements lie as they did.
    return np.lib.stride_tricks.as_strided(found, array.shape, array.strides, subok=True)


@cache
def _memory() -> mmap.mmap:
    """Of zeros, for reading alone: none of it is there before it is read."""
    if not hasattr(mmap, "MAP_ANONYMOUS"):
        raise Unsupported("arrays without elements on this system")
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    try:
        return mmap.mmap(-1, _RESERVED, flags=flags, prot=mmap.PROT_READ)
    except OSError:
        raise Unsupported("so much address space") from None


def reserved() -> int:
    """Bytes of address space that the zeros take from now on; none of it is used."""
    try:
        return len(_memory())
    except Unsupported:
        return 0


def hollow(shape: tuple[int, ...], dtype: Any, apart_from: Array | None = None) -> Any:
    """Of zeros that are not there.

    Args:
        apart_from: shares no elements with that one.

    Raises:
        Unsupported: it would be too large.
    """
    kind = np.dtype(dtype)
    count = prod(shape)
    if count * kind.itemsize > _MOST_BYTES:
        raise Unsupported("a tensor too large")
    plain = np.frombuffer(_memory(), kind, count, _MOST_BYTES if _is_first(apart_from) else 0)
    return plain.reshape(shape).view(Hollow)


def _is_first(array: Array | None) -> bool:
    """Whether its elements would lie in the first half of the memory."""
    if not isinstance(array, Hollow):
        return False
    first: int = np.frombuffer(_memory(), np.uint8, 1).ctypes.data
    return bool(array.ctypes.data - first < _MOST_BYTES)


class Hollow(np.ndarray):
    """One of them; views of it are such too."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, out: Any = None, **options: Any) -> Any:
        if method == "at":
            return None
        if method not in _SHAPES:
            raise Unsupported(f"{ufunc.__name__}.{method} without elements")
        shape, kinds = _SHAPES[method](ufunc, *inputs, **options)
        if out is not None:
            return out[0] if len(out) == 1 else out
        found = tuple(hollow(shape, kind) for kind in kinds)
        return found[0] if len(found) == 1 else found

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func in _AS_THEY_ARE:
            kept = kwargs | {"subok": True} if func in _LOSING else kwargs
            return super().__array_function__(func, types, args, kept)
        if func not in _FUNCTIONS:
            raise Unsupported(f"{func.__name__} without elements")
        return _FUNCTIONS[func](*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        if any(isinstance(part, np.ndarray | list) for part in parts):
            return hollow(_picked(self.shape, parts), self.dtype)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        parts = key if isinstance(key, tuple) else (key,)
        if not any(isinstance(part, np.ndarray | list) for part in parts):
            room = np.shape(super().__getitem__(key))
            if np.broadcast_shapes(room, np.shape(value)) != room:
                raise ValueError("could not broadcast input array")

    def astype(  # type: ignore[override]
        self, dtype: Any, order: Any = "K", casting: Any = "unsafe", subok: bool = True, copy: bool = True
    ) -> Any:
        return self if not copy and np.dtype(dtype) == self.dtype else hollow(self.shape, dtype, self)

    def copy(self, order: Any = "C") -> Any:
        return hollow(self.shape, self.dtype, self)

    def reshape(self, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
        wanted = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], list | tuple) else shape
        if -1 in wanted:
            rest = -prod(wanted)
            if not rest or self.size % rest:
                raise ValueError("cannot reshape array")
            wanted = tuple(self.size // rest if size < 0 else size for size in wanted)
        if prod(wanted) != self.size:
            raise ValueError("cannot reshape array")
        # NumPy would copy all elements before it says that no view will do.
        strides = _viewed_strides(self.shape, self.strides, wanted)
        if strides is None:
            return hollow(wanted, self.dtype, self)
        return np.lib.stride_tricks.as_strided(self, wanted, strides, subok=True)

    def ravel(self, order: Any = "C") -> Any:
        return self.reshape(-1)

    flatten = ravel

    def argmax(self, axis: Any = None, out: Any = None, *, keepdims: Any = False) -> Any:
        return hollow(_reduced(self.shape, axis, bool(keepdims)), np.int64)

    argmin = argmax

    def tolist(self) -> Any:
        if self.size > _SMALL:
            raise Unsupported("the elements of a large tensor")
        return self.view(np.ndarray).tolist()

    def _unsupported(self, *_: Any, **__: Any) -> Any:
        raise Unsupported("the elements of a large tensor")

    repeat = dot = argsort = choose = round = byteswap = nonzero = sort = take = partition = searchsorted = _unsupported
    cumsum = cumprod = argpartition = compress = tobytes = trace = put = _unsupported


def _viewed_strides(
    shape: tuple[int, ...], strides: tuple[int, ...], wanted: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Strides of a view of another shape with as many elements; None where only a copy has it.

    Axes that lie one in the other are one; each of those has to be made of whole new ones (as NumPy's
    ``_attempt_nocopy_reshape`` has it).
    """
    merged: list[list[int]] = []
    for size, stride in zip(shape, strides, strict=True):
        if size == 1:
            continue
        if merged and merged[-1][1] == size * stride:
            merged[-1] = [merged[-1][0] * size, stride]
        else:
            merged.append([size, stride])
    found: list[int] = []
    place = len(merged) - 1
    left, stride = merged[place] if merged else (1, 0)
    for size in reversed(wanted):
        if size == 1:
            found.append(stride)
            continue
        if left == 1 and place > 0:
            place -= 1
            left, stride = merged[place]
        if left % size:
            return None
        found.append(stride)
        left, stride = left // size, stride * size
    return tuple(reversed(found))


def in_order(array: Array) -> Array:
    """The elements in the order of the axes: a copy, where they do not lie so."""
    if isinstance(array, Hollow):
        return array if array.flags.c_contiguous else array.copy()
    return np.ascontiguousarray(array)


def _called(ufunc: np.ufunc, *inputs: Any, **options: Any) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    kinds = _kinds(ufunc, *[_kind(one) for one in inputs]) if options.get("dtype") is None else (options["dtype"],)
    shapes = [np.shape(one) for one in inputs]
    return _product(*shapes) if ufunc is np.matmul else np.broadcast_shapes(*shapes), kinds


def _kind(value: Any) -> Any:
    """Of an operand: numbers of Python's count for less than those of arrays."""
    return type(value) if type(value) in {int, float, complex} else np.asanyarray(value).dtype


@cache
def _kinds(ufunc: np.ufunc, *operands: Any) -> tuple[Any, ...]:
    """The types of its results."""
    found: tuple[Any, ...] = ufunc.resolve_dtypes((*operands, *[None] * ufunc.nout))
    return found[ufunc.nin :]


def _product(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of a product of matrices. Raises ValueError where there is none."""
    if not left or not right or left[-1] != right[-2 if len(right) > 1 else 0]:
        raise ValueError("matmul: Input operand 1 has a mismatch in its core dimension 0")
    rows = left[-2:-1]
    columns = right[-1:] if len(right) > 1 else ()
    return *np.broadcast_shapes(left[:-2], right[:-2]), *rows, *columns


def _reduced(shape: tuple[int, ...], axis: Any, keepdims: bool) -> tuple[int, ...]:
    axes = range(len(shape)) if axis is None else axis if isinstance(axis, tuple | list) else (axis,)
    if any(not -len(shape) <= one < len(shape) for one in axes):
        raise np.exceptions.AxisError("axis is out of bounds")
    gone = {one % len(shape) for one in axes}
    return tuple(1 if place in gone else size for place, size in enumerate(shape) if keepdims or place not in gone)


def _of_reduce(
    ufunc: np.ufunc, array: Array, axis: Any = 0, dtype: Any = None, keepdims: Any = False, **_: Any
) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    kind = ufunc.reduce(np.ones(1, array.dtype)).dtype if dtype is None else dtype
    return _reduced(array.shape, axis, bool(keepdims)), (kind,)


def _of_accumulate(ufunc: np.ufunc, array: Array, *_: Any, **options: Any) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    kind = options.get("dtype")
    return array.shape, (ufunc.accumulate(np.ones(1, array.dtype)).dtype if kind is None else kind,)


_SHAPES: Final[Mapping[str, Callable[..., tuple[tuple[int, ...], tuple[Any, ...]]]]] = {
    "__call__": _called,
    "reduce": _of_reduce,
    "accumulate": _of_accumulate,
}


def _picked(shape: tuple[int, ...], parts: tuple[Any, ...]) -> tuple[int, ...]:
    """The shape of what arrays of places pick."""
    named = [np.asanyarray(part) for part in parts if isinstance(part, np.ndarray | list)]
    if any(isinstance(part, Hollow) and part.dtype == np.bool_ for part in named):
        raise Unsupported("how many elements are chosen")
    if len(named) == 1 and named[0].dtype != np.bool_ and parts[0] is not ... and all(p is ... for p in parts[1:]):
        return *named[0].shape, *shape[1:]
    if prod(np.broadcast_shapes(*[part.shape for part in named if part.dtype != np.bool_])) > _MOST_PICKED:
        raise Unsupported("so many places")
    places = tuple(
        np.broadcast_to(np.zeros((), part.dtype), part.shape) if isinstance(part, Hollow) else part for part in parts
    )
    # Of bytes, which are one and the same.
    found = np.broadcast_to(np.zeros((), np.bool_), shape)[places]
    return tuple(found.shape)


def _like(array: Any, *_: Any, dtype: Any = None, **__: Any) -> Any:
    return hollow(np.shape(array), np.asanyarray(array).dtype if dtype is None else dtype)


def _places_like(array: Any, *_: Any, **__: Any) -> Any:
    return hollow(np.shape(array), np.int64)


def _where(condition: Any, left: Any, right: Any) -> Any:
    return hollow(
        np.broadcast_shapes(np.shape(condition), np.shape(left), np.shape(right)), np.result_type(left, right)
    )


def _taken(array: Any, indices: Any, axis: Any = None, **_: Any) -> Any:
    shape, places = np.shape(array), np.shape(indices)
    if axis is None:
        return hollow(places, array.dtype)
    place = axis % len(shape)
    return hollow((*shape[:place], *places, *shape[place + 1 :]), array.dtype)


def _taken_along(array: Any, indices: Any, axis: Any = -1) -> Any:
    return hollow(np.shape(indices), array.dtype)


def _joined(arrays: Any, axis: Any = 0, **_: Any) -> Any:
    shapes = [np.shape(one) for one in arrays]
    place = axis % len(shapes[0])
    rests = {(*shape[:place], *shape[place + 1 :]) for shape in shapes}
    if len(rests) > 1:
        raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
    length = sum(shape[place] for shape in shapes)
    return hollow((*shapes[0][:place], length, *shapes[0][place + 1 :]), np.result_type(*arrays))


def _padded(array: Any, widths: Any, *_: Any, **__: Any) -> Any:
    pairs = np.broadcast_to(np.asarray(widths), (array.ndim, 2)).tolist()
    return hollow(tuple(size + sum(pair) for size, pair in zip(array.shape, pairs, strict=True)), array.dtype)


def _tiled(array: Any, times: Any) -> Any:
    counts = tuple(times) if isinstance(times, list | tuple) else (times,)
    axes = max(len(counts), array.ndim)
    counts, shape = (1,) * (axes - len(counts)) + counts, (1,) * (axes - array.ndim) + array.shape
    return hollow(tuple(size * count for size, count in zip(shape, counts, strict=True)), array.dtype)


def _repeated(array: Any, repeats: Any, axis: Any = None) -> Any:
    if np.ndim(repeats):
        raise Unsupported("repeats one by one")
    if axis is None:
        return hollow((array.size * int(repeats),), array.dtype)
    shape = list(array.shape)
    shape[axis] *= int(repeats)
    return hollow(tuple(shape), array.dtype)


def _contracted(left: Any, right: Any, axes: Any = 2) -> Any:
    """As ``tensordot``."""
    if isinstance(axes, int):
        ours, theirs = list(range(left.ndim - axes, left.ndim)), list(range(axes))
    else:
        ours, theirs = ([one] if isinstance(one, int) else list(one) for one in axes)
    if [left.shape[one] for one in ours] != [right.shape[one] for one in theirs]:
        raise ValueError("shape-mismatch for sum")
    ours, theirs = [one % left.ndim for one in ours], [one % right.ndim for one in theirs]
    kept = [size for place, size in enumerate(left.shape) if place not in ours]
    others = [size for place, size in enumerate(right.shape) if place not in theirs]
    return hollow((*kept, *others), np.result_type(left, right))


def _summed(equation: str, *arrays: Any, **_: Any) -> Any:
    """As ``einsum``: what one of the same letters gives, of bytes that are one and the same."""
    letters, _arrow, result = equation.replace(" ", "").partition("->")
    if "..." in letters or "->" not in equation:
        raise Unsupported("indices of another kind")
    sizes: dict[str, int] = {}
    for names, array in zip(letters.split(","), arrays, strict=True):
        if len(names) != array.ndim:
            raise ValueError("einstein sum subscripts string does not match the operand")
        for name, size in zip(names, tuple(array.shape), strict=True):
            if sizes.setdefault(name, size) not in {size, 1} and size != 1:
                raise ValueError("operands could not be broadcast together")
            sizes[name] = max(sizes[name], size)
    return hollow(tuple(sizes[name] for name in result), np.result_type(*arrays))


def _outer(left: Any, right: Any, **_: Any) -> Any:
    return hollow((np.size(left), np.size(right)), np.result_type(left, right))


def _differences(array: Any, n: Any = 1, axis: Any = -1, **_: Any) -> Any:
    shape = list(array.shape)
    shape[axis] = max(0, shape[axis] - n)
    return hollow(tuple(shape), array.dtype)


def _running(array: Any, axis: Any = None, dtype: Any = None, **_: Any) -> Any:
    return hollow(array.shape if axis is not None else (array.size,), array.dtype if dtype is None else dtype)


def _sorted(array: Any, axis: Any = -1, **_: Any) -> Any:
    return hollow(array.shape if axis is not None else (array.size,), array.dtype)


def _counted(array: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return hollow(_reduced(array.shape, axis, keepdims), np.int64)


#: NumPy's functions by what they give of an array without elements.
_FUNCTIONS: Final[Mapping[Any, Callable[..., Any]]] = {
    **dict.fromkeys((np.zeros_like, np.ones_like, np.empty_like, np.triu, np.tril, np.roll, np.copy), _like),
    **dict.fromkeys((np.nan_to_num, np.round), _like),
    np.full_like: lambda array, _, dtype=None, **__: _like(array, dtype=dtype),
    np.sort: _sorted,
    np.argsort: _places_like,
    np.where: _where,
    np.take: _taken,
    np.take_along_axis: _taken_along,
    np.concatenate: _joined,
    np.pad: _padded,
    np.tile: _tiled,
    np.repeat: _repeated,
    np.tensordot: _contracted,
    np.einsum: _summed,
    np.outer: _outer,
    np.diff: _differences,
    np.cumsum: _running,
    np.cumprod: _running,
    np.count_nonzero: _counted,
}
#: Those that are made of others, and those that give views.
_AS_THEY_ARE: Final = frozenset(
    {np.swapaxes, np.moveaxis, np.transpose, np.expand_dims, np.squeeze, np.split, np.array_split, np.sum, np.prod}
    | {np.max, np.min, np.amax, np.amin, np.mean, np.var, np.std, np.any, np.all, np.argmax, np.argmin, np.clip}
    | {np.stack, np.hstack, np.vstack, np.dstack, np.column_stack, np.flip, np.diagonal, np.broadcast_to}
    | {np.broadcast_arrays, np.shape, np.ndim, np.size, np.isneginf, np.isposinf, np.result_type}
    | {np.may_share_memory, np.shares_memory, np.iscomplexobj, np.ravel, np.reshape, np.nansum}
    | {np.lib.stride_tricks.sliding_window_view}
)
#: Views that forget whose they are, where that is not asked for.
_LOSING: Final = frozenset({np.broadcast_to, np.broadcast_arrays, np.lib.stride_tricks.sliding_window_view})
