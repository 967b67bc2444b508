"""The functions of Triton's language: what each gives, and what it adds to the counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVarTuple

import numpy as np

from perfcast.triton.errors import KernelError
from perfcast.triton.host_code.known_functions import cdiv, next_power_of_2
from perfcast.triton.kernels.signatures import LANGUAGE_DTYPES
from perfcast.triton.program.bitonic import merging_passes, sorting_passes, topk_passes
from perfcast.triton.program.blocks import (
    BOOL,
    FLOAT32,
    INT32,
    Block,
    BlockPointer,
    DType,
    Place,
    Value,
    broadcast_shape,
    check_elements,
    depth_of,
    dtype_of,
    indexed,
    is_number,
    next_layout,
    of_values,
    promoted,
    reshaped,
    sources_of,
    turned,
    unknown,
    widened,
)
from perfcast.triton.program.layout import Conversion, Layout, Reduction, Scan, at_once
from perfcast.triton.program.steps import aligned, fast_axis
from perfcast.triton.program.tally import Effect, Tally

#: Element types under the names that the language gives them, and torch's own.
ELEMENT_TYPES: Final = {
    **{name: DType(torch_name) for name, torch_name in LANGUAGE_DTYPES.items()},
    **{f"torch.{name}": DType(name) for name in LANGUAGE_DTYPES.values()},
}
_REDUCTIONS: Final = {"sum", "max", "min", "argmax", "argmin", "xor_sum", "prod", "any", "all", "reduce_or"}
_SAME_SHAPE: Final = {"cumsum", "cumprod", "flip", "softmax", "associative_scan"}
#: Bytes that a thread takes at once, at least, where they are copied to shared memory while others are computed with.
_COPIED: Final = 4
#: Where nothing says otherwise.
_ALIGNED: Final = 16
_SCANS: Final = {"cumsum", "cumprod", "associative_scan"}
#: Operations after which an element may lie with another thread; reductions and matrix products beside them.
_EXCHANGED: Final = _SAME_SHAPE | {
    *("reshape", "view", "trans", "permute", "ravel", "cat", "join", "interleave", "split", "histogram", "gather"),
}
#: Each of them takes many instructions an element: as so many functions they count. Philox makes random numbers in ten
#: rounds (Salmon et al. 2011); a softmax takes an exponential and a quotient.
_FUNCTIONS: Final = {
    **dict.fromkeys(
        (
            *("exp", "exp2", "log", "log2", "log1p", "expm1", "pow", "sqrt", "sqrt_rn", "rsqrt", "sin", "cos", "tan"),
            *("tanh", "erf", "sigmoid", "fdiv", "div_rn", "fmod", "umulhi"),
        ),
        1,
    ),
    **dict.fromkeys(("rand", "randn", "randint", "randint64", "rand4x", "randn4x", "randint4x", "philox"), 10),
    "softmax": 2,
}
_RANDOM: Final = {"rand": FLOAT32, "randn": FLOAT32, "randint": INT32}
_NOTHING: Final = {
    *("static_print", "device_print", "device_assert", "debug_barrier", "assume"),
    *("inline_asm", "wait", "sync_warps"),
}
_UNCHANGED: Final = {"multiple_of", "max_contiguous", "max_constancy", "constexpr", "promote_to_tensor", "range_hint"}
#: Of the language's functions, those beside the ones above that work element by element.
_ELEMENTWISE: Final = {
    *("abs", "add", "sub", "mul", "ceil", "floor", "fma", "clamp", "minimum", "maximum", "isnan", "isinf"),
    *("logical_and", "logical_or", "map_elementwise", "to_tensor", "uint_to_uniform_float", "pair_uniform_to_normal"),
}
_ATOMICS: Final = ("add", "max", "min", "and", "or", "xor", "xchg", "cas")
_ACCESSES: Final = {"load", "store", *(f"atomic_{name}" for name in _ATOMICS)}
METHODS_OF_DESCRIPTORS: Final = _ACCESSES - {"atomic_xchg", "atomic_cas"} | {"gather", "scatter"}
#: Functions of the language that are methods of a descriptor, too.
_BY_DESCRIPTOR: Final = {"load_tensor_descriptor": "load", "store_tensor_descriptor": "store"}
#: The shortest inner length of a matrix product, by the bits of an element.
_SHORTEST_INNER: Final = {8: 32, 16: 16, 32: 8, 64: 4}
#: Named by the most precise of the operands' types.
_KINDS: Final = {
    "float16": "fp16",
    "bfloat16": "bf16",
    "float32": "tf32",
    "float64": "fp64",
    "int8": "int8",
    "uint8": "int8",
    "float8_e4m3fn": "fp8",
    "float8_e5m2": "fp8",
}
Given = TypeVarTuple("Given")


class Operations:
    """Evaluates the language's functions for one program, and takes note of what they do.

    Args:
        program: its index, an axis each.
        grid: programs an axis.
        aligned: see `alignment_of_accesses`.
    """

    def __init__(self, program: tuple[int, ...], grid: tuple[int, ...], aligned: Mapping[int, int]) -> None:
        self.aligned = aligned
        self.program = program
        self.grid = grid
        self._done: list[Effect] = []
        self.by_name: Mapping[str, Callable[..., Value]] = {
            "program_id": lambda axis=0: self._axis(self.program, axis, 0),
            "num_programs": lambda axis=0: self._axis(self.grid, axis, 1),
            "arange": _arange,
            "zeros": lambda shape, dtype=FLOAT32: Block(_shape(shape), _dtype(dtype)),
            "full": _full,
            "static_assert": _static_assert,
            "zeros_like": lambda block: replace(_block(block), values=None, active=None, loaded=None, depth=0),
            "cdiv": lambda left, right: _of_numbers(cdiv, left, right),
            "next_power_of_2": lambda number: _of_numbers(next_power_of_2, number),
            "dot": self._dot,
            "dot_scaled": self._dot_scaled,
            "where": self._where,
            "minimum": lambda left, right, **_: self._least(min, left, right),
            "maximum": lambda left, right, **_: self._least(max, left, right),
            "reduce": lambda block, axis=None, combine_fn=None, keep_dims=False: self.reduce(block, axis, keep_dims),
            "reshape": lambda block, *shape, **_: reshaped(_block(block), _shape(*shape)),
            "view": lambda block, *shape, **_: reshaped(_block(block), _shape(*shape)),
            "broadcast_to": lambda block, *shape: _broadcast(block, _shape(*shape)),
            "broadcast": lambda left, right: tuple(
                _broadcast(one, broadcast_shape(left, right)) for one in (left, right)
            ),
            "expand_dims": _expand_dims,
            "trans": _transposed,
            "permute": _transposed,
            "squeeze": lambda block, dim: reshaped(
                _block(block), tuple(n for at, n in enumerate(_block(block).shape) if at != dim % len(block.shape))
            ),
            "unsqueeze": _expand_dims,
            "sort": lambda block, *_, **__: self._sorted(block),
            "topk": self._highest,
            "bitonic_merge": lambda block, *_, **__: self._passed(block, merging_passes(_last(block))),
            "ravel": lambda block, **_: reshaped(_block(block), (_block(block).elements,)),
            "cat": lambda left, right, **_: reshaped(_block(left), (_block(left).elements + _block(right).elements,)),
            "join": lambda left, right: reshaped(_block(left), (*broadcast_shape(left, right), 2)),
            "interleave": lambda left, right: reshaped(
                _block(left), (*_block(left).shape[:-1], 2 * _block(left).shape[-1])
            ),
            "split": lambda block: (reshaped(_block(block), _block(block).shape[:-1]),) * 2,
            "cast": lambda block, dtype, **_: cast(block, dtype),
            "histogram": lambda block, bins, **_: Block((int(bins),), INT32),
            "gather": lambda source, index, axis: Block(
                _block(index).shape, dtype_of(source), depth=depth_of(source, index)
            ),
            **{name: partial(_random, dtype) for name, dtype in _RANDOM.items()},
            **{f"{name}4x": partial(_four_random, dtype) for name, dtype in _RANDOM.items()},
            "make_block_ptr": _make_block_pointer,
            "make_tensor_descriptor": _make_descriptor,
            "_experimental_make_tensor_descriptor": _make_descriptor,
            "advance": lambda base, offsets: base.moved(offsets),
            "philox": lambda seed, *counters, **_: (replace(_block(counters[0]), values=None),) * 4,
            "pointer_type": lambda dtype, **_: dtype,
            "swizzle2d": _swizzled,
            "inline_asm_elementwise": _inline_assembly,
            "max2": lambda block, dim: self.reduce(block, dim, False),
            "min2": lambda block, dim: self.reduce(block, dim, False),
            "sum2": lambda block, dim: self.reduce(block, dim, False),
            # Of Inductor's helpers, those that give several blocks.
            "welford": lambda mean, squares, weight, dim: self.reduce((mean, squares, weight), dim, False),
            "welford_reduce": lambda value, *kept: tuple(self.elementwise((value, one)) for one in kept[:3]),
            "welford_combine": lambda *parts: tuple(self.elementwise(parts) for _ in range(3)),
            "max_with_index": lambda value, index, dim: self.reduce((value, index), dim, False),
            "min_with_index": lambda value, index, dim: self.reduce((value, index), dim, False),
            "maximum_with_index": lambda *parts: tuple(map(self.elementwise, (parts[::2], parts[1::2]))),
            "minimum_with_index": lambda *parts: tuple(map(self.elementwise, (parts[::2], parts[1::2]))),
            "online_softmax_reduce": lambda most, total, dim, *_: tuple(
                self.reduce(one, dim, False) for one in (most, total)
            ),
            **dict.fromkeys(
                ("online_softmax_combine", "online_softmax_combine_with_sum"),
                lambda *parts: tuple(self.elementwise(parts) for _ in range(2)),
            ),
            "sort_with_index": lambda value, index, *_, **__: tuple(map(self._sorted, (value, index))),
            "frexp": lambda value: (self.elementwise((value,)), replace(_block(value), dtype=INT32)),
        }

    def do(self, method: Callable[[Tally, *Given], None], *given: *Given) -> None:
        """Takes note of what is to be done to a tally."""
        self._done.append((method, given))

    def done(self) -> tuple[Effect, ...]:
        """What was noted since this was asked before."""
        done = tuple(self._done)
        self._done.clear()
        return done

    def call(self, name: str, values: Sequence[Value], keywords: Mapping[str, Value], place: Place) -> Value:
        """The value of ``tl.<name>(...)``; one that is not listed works element by element.

        Args:
            place: in the source, and the loop that it stands in.

        Raises:
            KernelError: what it gives cannot be told.
            TypeError, ValueError: the arguments do not fit.
        """
        if name in _NOTHING:
            return None
        if name in _UNCHANGED:
            return values[0]
        if name in _BY_DESCRIPTOR:
            return self.through_descriptor(_BY_DESCRIPTOR[name], values[0], values[1:], place)
        if name in _ACCESSES:
            return self.access(name, values, keywords, place)
        if name in _EXCHANGED and values and isinstance(values[0], Block):
            self.do(Tally.exchange, name, values[0].size)
        result = self._result(name, values, keywords)
        of_one = result[0] if isinstance(result, tuple) and result else result
        if name in _FUNCTIONS and isinstance(of_one, Block):
            self.do(Tally.call, _FUNCTIONS[name] * of_one.elements)
        return result

    def _result(self, name: str, values: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        if name in self.by_name:
            return self.by_name[name](*values, **keywords)
        if name in _REDUCTIONS:
            return self._reduction(name, values, keywords)
        if name in _SAME_SHAPE:
            if name in _SCANS:
                self._scan(values[0], keywords.get("axis", values[1] if len(values) > 1 else 0))
            return self._scanned(values[0])
        return self.elementwise(values)

    def elementwise(self, values: Sequence[Value]) -> Value:
        """The result of an operation on each element."""
        blocks = [value for value in values if isinstance(value, Block)]
        if not blocks:
            return unknown(promoted(*values))
        shape, dtype = broadcast_shape(*blocks), promoted(*blocks)
        layout, depth = next_layout(blocks, shape), depth_of(*blocks)
        result = Block(shape, dtype, sources=sources_of(blocks), layout=layout, depth=depth)
        self.met(blocks, result)
        self.worked(result)
        return result

    def met(self, values: Sequence[Value], result: Value) -> None:
        """Counts the operands that are exchanged for their elements to lie with the threads that have the result's."""
        if not isinstance(result, Block) or result.layout is None:
            return
        blocks = [value for value in values if isinstance(value, Block)]
        turned = [one for one in blocks if one.shape == result.shape and one.fast is not None]
        if len({one.fast for one in turned}) > 1:
            self.do(Tally.turn, turned)
        for one in blocks:
            if one.layout is not None and one not in turned:
                self._converted(one, one.layout.within(result.layout))

    def _converted(self, block: Block, after: Layout) -> None:
        assert block.layout is not None
        self.do(Tally.convert, Conversion(block.shape, block.dtype.bits / 8, block.layout, after))

    def worked(self, result: Value) -> None:
        """Counts an operation on each element, one with a floating-point result apart from those on whole numbers."""
        if isinstance(result, Block) and result.dtype.is_float and result.pointer is None:
            self.do(Tally.compute, result)
        elif isinstance(result, Block) and result.dtype != BOOL:
            self.do(Tally.work, result.elements)

    def access(self, name: str, values: Sequence[Value], keywords: Mapping[str, Value], place: Place) -> Value:
        """Reads or writes memory."""
        address = values[0]
        if isinstance(address, BlockPointer):
            share = address.inside(address.offsets)
            return self.block_access(name, address, share, place)
        if not isinstance(address, Block) or address.pointer is None:
            raise KernelError("an address that goes back to no pointer of the kernel")
        position = {"load": 1, "store": 2}.get(name, 3 if name == "atomic_cas" else 2)
        mask = keywords.get("mask", values[position] if len(values) > position else None)
        shape = broadcast_shape(address, mask) if isinstance(mask, Block) else address.shape
        steps = aligned(address.steps, address.shape, len(shape))
        fast = fast_axis(steps, shape) if address.shape else None
        layout = None if fast is None else Layout.read(shape, fast, self._each(address, steps[fast], place))
        if layout is not None:
            self.do(Tally.access, layout)
        depth = 1 + depth_of(address, mask)
        whole = self._read(name, Block(shape, address.dtype, layout=layout, depth=depth), place)
        share = 1.0
        if isinstance(mask, Block):
            share = 1.0 if mask.active is None else mask.active
            if mask.active is None:
                self.do(Tally.note, "masks that depend on data are taken to hold")
        elif isinstance(mask, bool | int):
            share = float(bool(mask))
        self._move(name, address.pointer, whole.size * share)
        if name != "store":
            each = 1 if layout is None else layout.each
            self.do(Tally.wait, place, depth, each * address.dtype.bits / 8 >= _COPIED)
        given = keywords.get("value", values[1] if name != "load" and len(values) > 1 else None)
        if isinstance(given, Block) and given.shape == shape and layout is not None:
            self._given(given, layout, whole)
        if fast is not None and len(address.steps) == len(address.shape) and shape[fast] > 1:
            step = steps[fast]
            if step is None or abs(step) > 1:
                self.do(Tally.scatter, whole.size * share)
        if name == "load":
            self.do(Tally.enlarge, whole.size)
        return None if name == "store" else whole

    def _given(self, given: Block, layout: Layout, written: Block) -> None:
        """Counts what is exchanged for a block to lie with the threads that write it."""
        if given.fast is None and given.layout is not None:
            self._converted(given, layout)
        elif given.fast is not None and given.fast != layout.fast:
            self.do(Tally.exchange, "turned", written.size)
        elif given.fast is not None:
            self.do(Tally.write, layout, written.dtype.bits / 8)

    def _each(self, address: Block, step: float | None, place: Place) -> int:
        """Elements that a thread reads or writes at once, at most.

        Args:
            step: by which addresses grow along the axis on which they lie side by side.
        """
        if address.steps and step != 1:
            return 1
        return min(at_once(address.dtype.bits / 8), self.aligned.get(place[0], _ALIGNED))

    def through_descriptor(self, name: str, descriptor: BlockPointer, given: Sequence[Value], place: Place) -> Value:
        """A method of a tensor descriptor: ``descriptor.load([row, column])`` and the like."""
        if name in {"gather", "scatter"}:
            # Rows by their numbers.
            rows = _block(given[0 if name == "gather" else 1])
            named = replace(descriptor, block=(rows.elements, *descriptor.block[1:]))
            return self.block_access("load" if name == "gather" else "store", named, 1.0, place)
        return self.block_access(name, descriptor, descriptor.inside(_sizes(given[0])), place)

    def block_access(self, name: str, pointer: BlockPointer, share: float, place: Place) -> Value:
        """Reads or writes a whole block through a block pointer or a descriptor."""
        layout = None
        if pointer.block and name == "load":
            layout = Layout.read(pointer.block, pointer.fast, at_once(pointer.dtype.bits / 8))
        block = self._read(name, Block(pointer.block, pointer.dtype, layout=layout, depth=1), place)
        self._move(name, pointer.pointer, block.size * share)
        if name == "load":
            self.do(Tally.wait, place, 1, True)
        self.do(Tally.enlarge, block.size)
        return block if name == "load" else None

    def _read(self, name: str, block: Block, place: Place) -> Block:
        """The block as what is read in that place; what is written or changed in memory stays as it is."""
        if name != "load":
            return block
        self.do(Tally.read, place, block)
        return replace(block, loaded=place, sources=frozenset({place}))

    def _move(self, name: str, pointer: str, size: float) -> None:
        if name != "store":
            self.do(Tally.load, pointer, size)
        if name != "load":
            self.do(Tally.store, pointer, size)
            self.do(Tally.exchange, "store" if name == "store" else "atomic", size)
        if name.startswith("atomic_"):
            self.do(Tally.change, pointer, size)

    def reduce(self, value: Value, axis: Value, keep_dims: Value, beside: float = 0.0) -> Value:
        """A reduction over one axis, or over all where it is None.

        Args:
            beside: bytes of an element of what is reduced with it.
        """
        if isinstance(value, tuple):
            widths = [_block(one).dtype.bits / 8 for one in value]
            return tuple(
                self.reduce(one, axis, keep_dims, sum(widths) - width) for one, width in zip(value, widths, strict=True)
            )
        block = _block(value)
        self.worked(block)
        self.do(Tally.exchange, "reduce", block.size)
        at = int(axis) % max(len(block.shape), 1) if axis is not None else None
        if block.shape:
            fast, width, each = _lying(block)
            self.do(Tally.reduce, Reduction(block.shape, at, fast, width, beside, each))
        if at is None:
            shape: tuple[int, ...] = (1,) * len(block.shape) if keep_dims else ()
        else:
            kept = (1,) if keep_dims else ()
            shape = (*block.shape[:at], *kept, *block.shape[at + 1 :])
        layout = None
        if at is not None:
            before = block.layout or Layout.read(block.shape, len(block.shape) - 1, at_once(block.dtype.bits / 8))
            layout = before.without(at)
            if keep_dims:
                layout = replace(layout, axes=(*layout.axes[:at], None, *layout.axes[at:]))
        result = Block(shape, block.dtype, layout=layout, depth=block.depth)
        self.do(Tally.exchange, "reduced", result.size)
        return result

    @staticmethod
    def _axis(values: tuple[int, ...], axis: Value, default: int) -> int:
        return values[axis] if isinstance(axis, int) and axis < len(values) else default

    def _reduction(self, name: str, values: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        if name in {"max", "min"} and not any(isinstance(value, Block) for value in values):
            return (max if name == "max" else min)(*values)
        axis = keywords.get("axis", keywords.get("dim", values[1] if len(values) > 1 else None))
        with_index = name in {"argmax", "argmin"} or bool(keywords.get("return_indices"))
        beside = INT32.bits / 8 if with_index else 0.0
        result = _block(self.reduce(values[0], axis, keywords.get("keep_dims", False), beside))
        index = replace(result, dtype=INT32)
        if keywords.get("return_indices"):
            return result, index
        return index if with_index else result

    def _scan(self, value: Value, axis: Value) -> None:
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Block) and one.shape and isinstance(axis, int):
                fast, width, each = _lying(one)
                self.do(Tally.scan, Scan(one.shape, axis % len(one.shape), fast, width, each))

    def _scanned(self, value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple(self._scanned(one) for one in value)
        self.worked(value)
        return replace(_block(value), values=None, active=None, loaded=None, steps=())

    def _sorted(self, value: Value) -> Value:
        return self._passed(value, sorting_passes(_last(value)))

    def _highest(self, value: Value, k: Value, *_: Value, **__: Value) -> Value:
        """``tl.topk``: what is sorted is as long as the result, or the whole block."""
        block = _block(value)
        self._passed(block, topk_passes(_last(block), int(k)))
        return reshaped(replace(block, values=None, active=None, loaded=None, steps=()), (*block.shape[:-1], int(k)))

    def _passed(self, value: Value, passes: float) -> Value:
        """A block whose elements are compared with others, and change places with them, so many times."""
        block = _block(value)
        self.do(Tally.sort, block, passes)
        return replace(block, values=None, active=None, loaded=None, steps=())

    def _where(self, condition: Value, left: Value, right: Value) -> Value:
        if not any(isinstance(value, Block) for value in (condition, left, right)):
            return left if condition else right
        pointer = _pointer(left) or _pointer(right)
        blocks = [value for value in (left, right, condition) if isinstance(value, Block)]
        shape = broadcast_shape(condition, left, right)
        result = Block(
            shape,
            promoted(left, right),
            pointer=pointer,
            sources=sources_of(blocks),
            layout=next_layout(blocks, shape),
            depth=depth_of(*blocks),
        )
        self.met([left, right], result)
        return result

    def _least(self, of: Callable[[Any, Any], Any], left: Value, right: Value) -> Value:
        if is_number(left) and is_number(right):
            return of(left, right)
        known: list[Any] = [value.values if isinstance(value, Block) else value for value in (left, right)]
        if all(one is not None for one in known) and not any(isinstance(one, bool) for one in known):
            values = np.asarray((np.minimum if of is min else np.maximum)(known[0], known[1]))
            if sum(length > 1 for length in values.shape) <= 1:
                return of_values(values, promoted(left, right))
        return self.elementwise([left, right])

    def _dot(
        self,
        left: Value,
        right: Value,
        acc: Value = None,
        input_precision: Value = None,
        allow_tf32: Value = None,
        max_num_imprecise_acc: Value = None,
        out_dtype: Value = FLOAT32,
    ) -> Value:
        first, second = _block(left), _block(right)
        if len(first.shape) < 2 or len(second.shape) < 2 or first.shape[-1] != second.shape[-2]:
            raise KernelError(f"tl.dot of {first.shape} and {second.shape}: the shapes do not fit")
        shortest = _SHORTEST_INNER.get(first.dtype.bits, 1)
        if first.shape[-1] < shortest:
            raise KernelError(
                f"tl.dot of {first.shape} and {second.shape}: the inner length of {first.dtype} is {shortest} or more"
            )
        kind = _KINDS.get(promoted(first, second), "fp16")
        times = 1
        if kind == "tf32" and (input_precision == "ieee" or allow_tf32 is False):
            kind = "fp32"
        elif kind == "tf32" and input_precision == "tf32x3":
            times = 3
        rows, inner, columns = first.shape[-2], first.shape[-1], second.shape[-1]
        self.do(Tally.multiply, kind, 2.0 * times * math.prod(first.shape[:-2]) * rows * inner * columns)
        # Of a result, warps have rows side by side as long as there are no fewer rows than columns.
        self.do(Tally.stage, first, rows >= columns)
        self.do(Tally.stage, second, False)
        shape = (*first.shape[:-2], rows, columns)
        dtype = acc.dtype if isinstance(acc, Block) else INT32 if kind == "int8" else _dtype(out_dtype)
        result = Block(shape, dtype, depth=depth_of(first, second))
        self.do(Tally.accumulate, rows, result.size)
        self.do(Tally.exchange, "dot_left", first.size)
        self.do(Tally.exchange, "dot_right", second.size)
        self.do(Tally.exchange, "dot", result.size)
        return result

    def _dot_scaled(
        self,
        left: Value,
        left_scale: Value,
        left_format: Value,
        right: Value,
        right_scale: Value,
        right_format: Value,
        acc: Value = None,
        **_: Value,
    ) -> Value:
        first, second = _block(left), _block(right)
        packed = 2 if "e2m1" in (left_format, right_format) else 1
        operations = 2.0 * first.shape[-2] * first.shape[-1] * packed * second.shape[-1]
        self.do(Tally.multiply, "fp8", operations)
        self.do(Tally.stage, first, True)
        self.do(Tally.stage, second, True)
        return Block((first.shape[-2], second.shape[-1]), FLOAT32)


def is_followed(name: str) -> bool:
    """Whether it is known what a function of the language, or a method of its blocks, gives."""
    return name in _KNOWN


def _lying(block: Block) -> tuple[int, float, int]:
    """Along which axis elements lie side by side, how many bytes each has, and how many a thread takes at once."""
    fast = len(block.shape) - 1 if block.fast is None else block.fast
    width = block.dtype.bits / 8
    return fast, width, at_once(width) if block.layout is None else block.layout.each


def cast(value: Value, dtype: Value) -> Value:
    """``x.to(dtype)``: a block of the same shape."""
    if not isinstance(value, Block):
        return value if isinstance(value, bool | int | float) else unknown(_dtype(dtype))
    kind = _dtype(dtype)
    if value.pointer is not None:
        return replace(value, dtype=kind)
    values = value.values if not kind.is_float else None
    return replace(value, dtype=kind, values=values, loaded=value.loaded if kind == value.dtype else None)


def _arange(start: Value, end: Value, **_: Value) -> Block:
    if not isinstance(start, int) or not isinstance(end, int):
        raise KernelError("tl.arange of a length that is not known")
    if end <= start:
        raise KernelError(f"tl.arange from {start} to {end}, which has no element")
    check_elements((end - start,))
    if (end - start).bit_count() != 1:
        raise KernelError(f"tl.arange of {end - start}, which is no power of two")
    return of_values(np.arange(start, end))


def _static_assert(condition: Value, message: Value = "", **_: Value) -> None:
    if not isinstance(condition, Block) and not condition:
        raise KernelError(f"static_assert fails: {message}" if message else "static_assert fails")


def _inline_assembly(*given: Value, args: Value = None, dtype: Value = None, **_: Value) -> Value:
    # Behind the assembly and its constraints, where they are not named.
    return Block(broadcast_shape(*(given[2] if args is None else args)), _dtype(given[3] if dtype is None else dtype))


def _random(dtype: DType, seed: Value, offset: Value = None, *_: Value, offsets: Value = None, **__: Value) -> Block:
    """A number for each of the offsets."""
    return Block(_block(offsets if offset is None else offset).shape, dtype)


def _four_random(dtype: DType, *given: Value, **named: Value) -> tuple[Block, ...]:
    return (_random(dtype, *given, **named),) * 4


def _broadcast(value: Value, shape: tuple[int, ...]) -> Block:
    """Elements that are there once for each of the block's lie beside each other as they did."""
    block = value if isinstance(value, Block) and len(value.shape) == len(shape) else None
    layout = None if block is None else widened(block, shape)
    sources = frozenset() if block is None else block.sources
    pointer, depth = _pointer(value), depth_of(value)
    return Block(shape, dtype_of(value), pointer=pointer, sources=sources, layout=layout, depth=depth)


def _full(shape: Value, value: Value, dtype: Value = None, **_: Value) -> Block:
    kind = dtype_of(value) if dtype is None else _dtype(dtype)
    active = float(bool(value)) if kind == BOOL and not isinstance(value, Block) else None
    return Block(_shape(shape), kind, active=active)


def _expand_dims(block: Value, axis: Value, **_: Value) -> Block:
    given = _block(block)
    axes = [axis] if isinstance(axis, int) else list(axis)
    dimensions = len(given.shape) + len(axes)
    new = {at % dimensions for at in axes}
    return indexed(given, [None if at in new else slice(None) for at in range(dimensions)])


def _transposed(block: Value, *axes: Value, **_: Value) -> Block:
    given = _block(block)
    order = axes[0] if len(axes) == 1 and isinstance(axes[0], tuple | list) else axes
    if len(order) != len(given.shape):
        order = tuple(reversed(range(len(given.shape))))
    return turned(given, [int(axis) % len(given.shape) for axis in order])


def _make_block_pointer(
    base: Value, shape: Value, strides: Value, offsets: Value, block_shape: Value, order: Value = None
) -> BlockPointer:
    pointer = _pointer(base)
    if pointer is None:
        raise KernelError("tl.make_block_ptr of what goes back to no pointer of the kernel")
    block = _shape(block_shape)
    fast = order[0] if order and isinstance(order[0], int) else len(block) - 1
    return BlockPointer(pointer, dtype_of(base), _sizes(shape), _sizes(offsets), block, fast)


def _make_descriptor(base: Value, shape: Value, strides: Value, block_shape: Value, **_: Value) -> BlockPointer:
    return _make_block_pointer(base, shape, strides, (None,) * len(shape), block_shape)


def _swizzled(i: Value, j: Value, size_i: Value, size_j: Value, group: Value) -> tuple[Value, Value]:
    if not all(isinstance(value, int) for value in (i, j, size_i, size_j, group)):
        return unknown(), unknown()
    flat = i * size_j + j
    first = flat // (group * size_j) * group
    rows = min(size_i - first, group)
    inside = flat % (group * size_j)
    return first + inside % rows, inside // rows


def _of_numbers(function: Callable[..., int], *values: Value) -> Value:
    return function(*values) if all(isinstance(value, int) for value in values) else unknown()


def _block(value: Value) -> Block:
    if isinstance(value, Block):
        return value
    if is_number(value):
        return Block((), dtype_of(value))
    raise KernelError("a block is expected where the kernel has something else")


def _last(value: Value) -> int:
    """The length of the last axis."""
    shape = _block(value).shape
    return shape[-1] if shape else 1


def _pointer(value: Value) -> str | None:
    return value.pointer if isinstance(value, Block) else None


def _dtype(value: Value) -> DType:
    if isinstance(value, str) and value in ELEMENT_TYPES:
        # A constexpr that names a type is a text; within the kernel it is the type.
        return ELEMENT_TYPES[value]
    raise KernelError("an element type that cannot be told")


def _shape(*sizes: Value) -> tuple[int, ...]:
    given = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], tuple | list) else sizes
    if not all(isinstance(size, int) for size in given):
        raise KernelError("a block whose shape is not known: a constexpr in it has no value")
    if 0 in given:
        raise KernelError("a block of no elements")
    check_elements(given)
    return tuple(int(size) for size in given)


def _sizes(given: Value) -> tuple[int | None, ...]:
    return tuple(size if isinstance(size, int) else None for size in given)


_KNOWN: Final = frozenset(Operations((0,), (1,), {}).by_name).union(
    *(_ACCESSES, _BY_DESCRIPTOR, _ELEMENTWISE, _FUNCTIONS, _NOTHING, _REDUCTIONS, _SAME_SHAPE, _UNCHANGED)
)
