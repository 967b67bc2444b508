"""What a program of a kernel computes with, known by shape and type, and by value where that is small."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from perfcast.triton.errors import KernelError
from perfcast.triton.kernels.launch import DTYPE_BYTES
from perfcast.triton.program.layout import Layout
from perfcast.triton.program.steps import Steps, aligned, combined_steps, steps_of
from perfcast.workload.code.evaluation import COMPARISONS

#: Elements of a block whose values are kept: offsets and masks along one axis.
KEPT: Final = 1 << 16
#: Elements of a block that Triton allows.
_LARGEST: Final = 1 << 20
_MOST_BITS: Final = 512
_POINTER_BYTES: Final = 8

Values = npt.NDArray[Any]
#: Where something is written, and the loop that it is done in; 0 outside of loops.
Place = tuple[int, int]


class DType(str):
    """An element type by torch's name; apart from texts that a constexpr may be."""

    __slots__ = ()

    @property
    def is_float(self) -> bool:
        return "float" in self

    @property
    def bits(self) -> int:
        return 8 * DTYPE_BYTES.get(self, 4)

    def answer(self, method: str) -> bool:
        """What ``dtype.is_floating()`` and the like give. Raises KernelError for what is not known."""
        given = method.removeprefix("is_")
        if given in _TYPES_ASKED_FOR:
            return self in _TYPES_ASKED_FOR[given]
        raise KernelError(f"an element type's {method} is not followed")


_INTEGERS: Final = frozenset(f"int{bits}" for bits in (8, 16, 32, 64))
_UNSIGNED: Final = frozenset({"bool", *(f"u{name}" for name in _INTEGERS)})
_EIGHT_BIT_FLOATS: Final = frozenset({"float8_e4m3fn", "float8_e5m2"})
_FLOATS: Final = {"fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "fp64": "float64"}
#: What Triton asks an element type for -> the types that are that.
_TYPES_ASKED_FOR: Final = {
    "int": _INTEGERS | _UNSIGNED,
    "int_signed": _INTEGERS,
    "int_unsigned": _UNSIGNED,
    "bool": frozenset({"bool"}),
    "int1": frozenset({"bool"}),
    **{name: frozenset({name}) for name in (*_INTEGERS, *_UNSIGNED)},
    **{name: frozenset({of_torch}) for name, of_torch in _FLOATS.items()},
    "fp8": _EIGHT_BIT_FLOATS,
    "fp8e4nv": frozenset({"float8_e4m3fn"}),
    "fp8e5": frozenset({"float8_e5m2"}),
    "standard_floating": frozenset(_FLOATS.values()),
    "floating": _EIGHT_BIT_FLOATS.union(_FLOATS.values()),
}
INT32: Final = DType("int32")
FLOAT32: Final = DType("float32")
BOOL: Final = DType("bool")


@dataclass(frozen=True, eq=False)
class Block:
    """A block of elements; of shape () a number that is not known.

    Attributes:
        dtype: of the elements; of what is pointed to, for a block of pointers.
        values: of integers and masks along one axis, broadcastable to `shape`; None where they are not known.
        active: the share of a mask's elements that hold; None where it is not known, and for what is no mask.
        pointer: the parameter that the block's pointers go back to; None for a block of numbers.
        loaded: the place in the source and the loop in which the elements were read from memory, unchanged since.
        sources: such places of all that the elements were computed from.
        steps: of integers and pointers, by how much they grow along each axis; () where nothing is known.
        layout: how the elements are spread over threads; None where they come from nowhere.
        depth: loads one of which waits for the other that the elements, or what they point to, come of.
        elements: how many.
        size: in bytes.
    """

    shape: tuple[int, ...]
    dtype: DType
    values: Values | None = None
    active: float | None = None
    pointer: str | None = None
    loaded: Place | None = None
    sources: frozenset[Place] = frozenset()
    steps: Steps = ()
    layout: Layout | None = None
    depth: int = 0
    elements: int = field(init=False)
    size: float = field(init=False)

    def __post_init__(self) -> None:
        elements = math.prod(self.shape)
        object.__setattr__(self, "elements", elements)
        object.__setattr__(self, "size", elements * self.dtype.bits / 8)

    @property
    def fast(self) -> int | None:
        """The axis along which the elements lay side by side in memory; None where they come from nowhere."""
        return None if self.layout is None or not self.layout.is_whole else self.layout.fast

    @cached_property
    def held(self) -> tuple[str, float]:
        """What a program holds of it in registers: the kind of elements, and bytes."""
        if self.pointer is not None:
            return "pointers", self.elements * _POINTER_BYTES
        kind = "masks" if self.dtype == BOOL else "data" if self.dtype.is_float else "offsets"
        return kind, self.size


@dataclass(frozen=True, eq=False)
class BlockPointer:
    """What ``tl.make_block_ptr`` and ``tl.make_tensor_descriptor`` give.

    Attributes:
        shape: of the whole tensor; an axis that is not known is None, as in `offsets`.
        block: the lengths of the block that is read at once.
        fast: the axis along which elements lie side by side in memory.
    """

    pointer: str
    dtype: DType
    shape: tuple[int | None, ...]
    offsets: tuple[int | None, ...]
    block: tuple[int, ...]
    fast: int

    def moved(self, by: Sequence[object]) -> BlockPointer:
        offsets = tuple(
            at + step if at is not None and isinstance(step, int) else None
            for at, step in zip(self.offsets, by, strict=False)
        )
        return replace(self, offsets=offsets)

    def inside(self, offsets: Sequence[int | None]) -> float:
        """The share of the block at `offsets` that lies in the tensor."""
        share = 1.0
        for length, whole, at in zip(self.block, self.shape, offsets, strict=False):
            if whole is not None and at is not None and length > 0:
                share *= min(max(whole - max(at, 0), 0), length) / length
        return share


#: What an expression of a kernel stands for: a number, text or None that is known, a tuple of such, or a block.
Value = Any


def unknown(dtype: DType = INT32) -> Block:
    """A number of which only the type is known."""
    return Block((), dtype)


def is_number(value: Value) -> bool:
    return isinstance(value, int | float)


def of_values(values: Values, dtype: DType = INT32) -> Block:
    """A block whose values are known; they are dropped where they are many."""
    shape, size, is_mask = values.shape, values.size, values.dtype == np.bool_
    active = np.count_nonzero(values) / size if is_mask and size else None
    # All elements lie along one axis, or more than one has several.
    kept = values if size <= KEPT and size == max(shape, default=1) else None
    return Block(shape, BOOL if is_mask else dtype, kept, active, steps=steps_of(values))


def broadcast_shape(*values: Value) -> tuple[int, ...]:
    """Raises ValueError where the shapes do not fit."""
    shapes = frozenset([value.shape for value in values if isinstance(value, Block)])
    return _broadcast(shapes)


@lru_cache(maxsize=1024)
def _broadcast(shapes: frozenset[tuple[int, ...]]) -> tuple[int, ...]:
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        raise KernelError(f"blocks of {' and '.join(map(str, sorted(shapes)))}: the shapes do not fit") from None
    check_elements(shape)
    return shape


def check_elements(shape: Sequence[int]) -> None:
    """Raises KernelError for a block of more elements than Triton allows."""
    elements = math.prod(shape)
    if elements > _LARGEST:
        raise KernelError(f"a block of {elements:,} elements, Triton allows {_LARGEST:,} at most")


def next_layout(blocks: Sequence[Block], shape: tuple[int, ...]) -> Layout | None:
    """That of what is computed from blocks element by element: as the first largest one from memory lies."""
    known = [block for block in blocks if len(block.shape) == len(shape) and block.layout and block.elements > 1]
    if not known:
        return None
    largest = max(known, key=lambda block: block.elements)
    return widened(largest, shape)


def widened(block: Block, shape: tuple[int, ...]) -> Layout | None:
    """How a block lies that has got larger along axes of length 1; None where it was not whole."""
    if block.layout is None or block.shape == shape:
        return block.layout
    return replace(block.layout, shape=shape) if block.layout.is_whole else None


def sources_of(blocks: Sequence[Block]) -> frozenset[Place]:
    """Where all was read that blocks were computed from."""
    return frozenset().union(*(block.sources for block in blocks))


def depth_of(*values: Value) -> int:
    """The longest chain of loads that any of the values comes of."""
    return max([value.depth for value in values if isinstance(value, Block)], default=0)


def dtype_of(value: Value) -> DType:
    if isinstance(value, Block):
        return value.dtype
    if isinstance(value, bool):
        return BOOL
    return FLOAT32 if isinstance(value, float) else INT32


def promoted(*values: Value) -> DType:
    """The type of an elementwise result; numbers of Python take the type of the blocks beside them."""
    blocks = [value.dtype for value in values if isinstance(value, Block) and value.pointer is None]
    if not blocks:
        return FLOAT32 if any(isinstance(value, float) for value in values) else INT32
    floats = [dtype for dtype in blocks if dtype.is_float]
    if not floats:
        return FLOAT32 if any(isinstance(value, float) for value in values) else max(blocks, key=lambda d: d.bits)
    return max(floats, key=lambda dtype: dtype.bits)


_ARITHMETIC: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}


def combined(op: ast.operator, left: Value, right: Value) -> Value:
    """The value of a binary operation.

    Raises:
        ValueError: the shapes do not fit.
        ArithmeticError, TypeError, KeyError: as the operation itself.
    """
    if not isinstance(left, Block) and not isinstance(right, Block):
        return _of_numbers(op, left, right)
    shape = broadcast_shape(left, right)
    blocks = [value for value in (left, right) if isinstance(value, Block)]
    for block in blocks:
        if block.pointer is not None:
            steps = _steps(op, left, right, shape)
            return Block(shape, block.dtype, pointer=block.pointer, steps=steps, depth=depth_of(left, right))
    dtype = promoted(left, right)
    first, second = _known(left), _known(right)
    if first is not None and second is not None and math.prod(shape) <= KEPT:
        return of_values(np.asarray(_ARITHMETIC[type(op)](first, second)), dtype)
    if isinstance(op, ast.Div) and not dtype.is_float:
        dtype = FLOAT32
    if isinstance(op, ast.BitAnd) and dtype == BOOL:
        # Masks of different axes hold independently of each other.
        return Block(shape, BOOL, active=_product(_share(left), _share(right)), depth=depth_of(left, right))
    steps = () if dtype.is_float else _steps(op, left, right, shape)
    layout = next_layout(blocks, shape)
    depth = depth_of(left, right)
    return Block(shape, dtype, sources=sources_of(blocks), steps=steps, layout=layout, depth=depth)


def compared(op: ast.cmpop, left: Value, right: Value) -> Value:
    """The value of a comparison. Raises as `combined`."""
    if not isinstance(left, Block) and not isinstance(right, Block):
        return COMPARISONS[type(op)](left, right)
    if isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn):
        return isinstance(op, ast.IsNot | ast.NotIn)
    shape = broadcast_shape(left, right)
    first, second = _known(left), _known(right)
    if first is not None and second is not None and math.prod(shape) <= KEPT:
        return of_values(np.asarray(COMPARISONS[type(op)](first, second)))
    return Block(shape, BOOL, depth=depth_of(left, right))


def indexed(block: Block, index: Sequence[Value]) -> Block:
    """``x[:, None]``: an index of None and whole slices; others leave a number that is not known."""
    shape: list[int] = []
    remaining = list(block.shape)
    for part in index:
        if part is None:
            shape.append(1)
        elif part is Ellipsis:
            kept = len(remaining) - sum(1 for later in index[len(shape) + 1 :] if later is not None)
            shape += [remaining.pop(0) for _ in range(max(kept, 0))]
        elif isinstance(part, slice):
            shape.append(remaining.pop(0) if remaining else 1)
        elif remaining:
            remaining.pop(0)
    shape += remaining
    whole = tuple(shape)
    fits = block.values is not None and math.prod(whole) == block.values.size
    values = block.values.reshape(whole) if fits and block.values is not None else None
    layout = None if block.layout is None else _with_new_axes(block.layout, index)
    return replace(block, shape=whole, values=values, steps=_spread(block, whole), layout=layout)


def _with_new_axes(layout: Layout, index: Sequence[Value]) -> Layout | None:
    """None where the index does more than that."""
    axes: list[int | None] = list(layout.axes)
    kept = [part for part in index if part is not None]
    if any(not isinstance(part, slice) for part in kept) or len(kept) > len(axes):
        return None
    found = [None if part is None else axes.pop(0) for part in index]
    return replace(layout, axes=(*found, *axes))


def reshaped(block: Block, shape: tuple[int, ...]) -> Block:
    return replace(block, shape=shape, values=None, steps=(), layout=None)


def turned(block: Block, order: Sequence[int]) -> Block:
    """The block with its axes in another order; its elements lie in memory as they did."""
    steps = tuple(block.steps[axis] for axis in order) if block.steps else ()
    layout = block.layout
    if layout is not None and layout.is_whole:
        layout = Layout.read(tuple(layout.shape[axis] for axis in order), list(order).index(layout.fast), layout.each)
    elif layout is not None:
        layout = replace(layout, axes=tuple(layout.axes[axis] for axis in order))
    return replace(block, shape=tuple(block.shape[axis] for axis in order), values=None, steps=steps, layout=layout)


def _spread(block: Block, shape: tuple[int, ...]) -> Steps:
    """The steps of a block to which axes of length 1 were added."""
    long = [step for step, length in zip(block.steps, block.shape, strict=False) if length > 1]
    if len(long) != sum([length > 1 for length in shape]):
        return ()
    return tuple([long.pop(0) if length > 1 else 0.0 for length in shape])


def _steps(op: ast.operator, left: Value, right: Value, shape: tuple[int, ...]) -> Steps:
    both = [
        aligned(value.steps, value.shape, len(shape)) if isinstance(value, Block) else (0.0,) * len(shape)
        for value in (left, right)
    ]
    factor = next((float(value) for value in (left, right) if is_number(value)), None)
    return combined_steps(op, both[0], both[1], factor)


def _known(value: Value) -> Any:
    return value.values if isinstance(value, Block) else value if is_number(value) else None


def _of_numbers(op: ast.operator, left: Value, right: Value) -> Value:
    """Without ever making a number of more than `_MOST_BITS` bits."""
    if not is_number(left) or not is_number(right):
        raise TypeError("numbers are expected")
    if isinstance(left, int) and isinstance(right, int):
        bits, shift = left.bit_length(), isinstance(op, ast.LShift)
        grown = bits * abs(right) if isinstance(op, ast.Pow) else bits + abs(right) if shift else 2 * bits
        if grown > _MOST_BITS:
            raise ArithmeticError("a number is too large")
    return _ARITHMETIC[type(op)](left, right)


def _share(value: Value) -> float | None:
    if isinstance(value, Block):
        return value.active
    return float(bool(value))


def _product(left: float | None, right: float | None) -> float | None:
    if left is None or right is None:
        return left if right is None else right
    return left * right
