"""Tensors, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.live_tensor_bytes import Live
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.rendering import pay_for_writing
from perfcast.trial.libraries.torch.dtypes import FLOAT32, Kind
from perfcast.trial.libraries.torch.rendering import tensor_written
from perfcast.trial.libraries.torch.shape_only import Hollow, are_left_out, emptied

Array = np.ndarray[Any, np.dtype[Any]]
#: Elements of the largest tensor that is tried, and multiplications of a product, where they are really made.
MOST_ELEMENTS: Final = 1_000_000
MOST_PRODUCTS: Final = 20_000_000
#: Axes of the tensor with the most of them.
_MOST_AXES: Final = 16
#: Bytes of what holds elements, without them; of a tensor; and of what it knows of the one that it is a view of.
_STORAGE: Final = 120
_TENSOR: Final = 256
_VIEWED: Final = 312
#: Bytes of a step in the history of a tensor whose gradient is wanted.
_STEP: Final = 660
#: Digits of a float in a tensor's text.
_DIGITS: Final = 4
#: What the walk takes for the reference to a part.
_REFERENCE: Final = 8


class Storage:
    """Elements of a tensor and of its views.

    Attributes:
        nbytes: of them, as PyTorch holds them.
    """

    __slots__ = ("attributes", "nbytes")

    def __init__(self, nbytes: int, of_array: Array | None = None) -> None:
        """
        Args:
            nbytes: of the elements; of_array: the array that they are those of.
        """
        self.nbytes = _STORAGE + (nbytes if of_array is None else 0)
        self.attributes: dict[str, Any] = {} if of_array is None else {"array": of_array}

    def __sizeof__(self) -> int:
        return self.nbytes


class Telling(Storage):
    """One that tells when it comes and when it goes."""

    __slots__ = ("_live",)

    def __init__(self, nbytes: int, live: Live) -> None:
        super().__init__(nbytes)
        self._live = live
        live.nbytes += self.nbytes

    def __del__(self) -> None:
        self._live.nbytes -= self.nbytes


class Past(NamedTuple):
    """What the way back needs of a tensor that was itself computed, without keeping its elements."""

    step: Step
    elements: int
    kind: Kind


class Step:
    """How a tensor was computed, as long as its gradient may be asked for.

    Attributes:
        operands: of which gradients are wanted: leaves, and what other tensors were then.
        kept: what is needed for that.
        call, work: nanoseconds that the step took.
    """

    __slots__ = ("call", "kept", "operands", "work")
    nbytes: int = _STEP

    def __init__(self, operands: Sequence[Tensor], kept: Sequence[Storage], call: float, work: float) -> None:
        self.operands: tuple[Tensor | Past, ...] = tuple(
            one if one.step is None else Past(one.step, one.elements, one.kind) for one in operands
        )
        self.kept, self.call, self.work = tuple(kept), call, work

    @property
    def attributes(self) -> dict[str, Any]:
        # No lists: what is made for this alone would be gone, and another one at its address taken for known.
        parts: dict[str, Any] = {f"kept{place}": one for place, one in enumerate(self.kept)}
        steps = [one.step for one in self.operands if one.step is not None]
        return parts | {f"step{place}": one for place, one in enumerate(steps)}


class Tensor:
    """A tensor on the CPU.

    Attributes:
        array: its elements, with the strides that PyTorch has; kind: their type.
        is_view: of another tensor; is_weight: of a module; needs_gradient: whether a gradient may be asked for; step:
            how it was computed.
        gradient: of a leaf, once it was asked for.
    """

    __slots__ = ("array", "gradient", "is_view", "is_weight", "kind", "machine", "needs_gradient", "step", "storage")
    #: NumPy leaves its operators to this side.
    __array_ufunc__ = None

    def __init__(self, machine: Machine, array: Array, kind: Kind, storage: Storage | None = None) -> None:
        """
        Args:
            storage: of the tensor that this one is a view of.
        """
        self.machine, self.array, self.kind = machine, emptied(array), kind
        self.is_view = storage is not None
        self.storage = storage or _storage(machine, array.size * kind.itemsize)
        self.is_weight = self.needs_gradient = False
        self.step: Step | None = None
        self.gradient: Tensor | None = None

    @property
    def nbytes(self) -> int:
        return _TENSOR + (_VIEWED if self.is_view else 0) - _REFERENCE

    @property
    def attributes(self) -> dict[str, Any]:
        """What it refers to."""
        parts: dict[str, Any] = {"storage": self.storage}
        if self.step is not None:
            parts["step"] = self.step
        if self.gradient is not None:
            parts["gradient"] = self.gradient
        return parts

    def __sizeof__(self) -> int:
        return self.nbytes + _REFERENCE + (0 if self.is_view else self.storage.nbytes)

    @property
    def elements(self) -> int:
        return int(self.array.size)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    def view(self, array: Array) -> Tensor:
        """The same elements otherwise."""
        return Tensor(self.machine, array, self.kind, self.storage)

    def item(self) -> Any:
        """The only element, as a number of Python's. Raises RuntimeError."""
        if self.array.size != 1:
            raise RuntimeError("a Tensor with several elements cannot be converted to Scalar")
        return self.array.item()

    def __len__(self) -> int:
        if not self.array.ndim:
            raise TypeError("len() of a 0-d tensor")
        self.machine.scalar(_LENGTH)
        return len(self.array)

    def __bool__(self) -> bool:
        self.machine.scalar(_AS_NUMBER)
        if self.array.size != 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        if isinstance(self.array, Hollow):
            raise Unsupported("what a value decides that is not there")
        return bool(self.array.item())

    def __int__(self) -> int:
        self.machine.scalar(_AS_NUMBER)
        return int(self.item())

    def __float__(self) -> float:
        self.machine.scalar(_AS_NUMBER)
        return float(self.item())

    def __index__(self) -> int:
        self.machine.scalar(_AS_NUMBER)
        found = self.item()
        if type(found) is not int:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        if abs(found) > _MOST_INDEX:
            # Nobody looks at it again before it becomes a length.
            raise Unsupported("a number too large")
        return found

    __hash__ = object.__hash__

    def __iter__(self) -> Iterator[Any]:
        """Rows one after the other; PyTorch makes them all at once."""
        if not self.array.ndim:
            raise TypeError("iteration over a 0-d tensor")
        self.machine.array(0, _ROW * len(self.array), 0.0)
        self.machine.allows(_ROW_ALLOWED * len(self.array))
        rows = [self.view(self.array[place, ...]) for place in range(len(self.array))]
        for row in rows if self.needs_gradient and self.machine.keeps_steps else ():
            row.step, row.needs_gradient = Step([self], [], _ROW, 0.0), True
        return self.machine.alive_while((_TENSOR + _VIEWED + _REFERENCE) * len(rows), iter(rows))

    def __repr__(self) -> str:
        if not self.array.size or are_left_out():
            raise Unsupported("the text of a tensor")
        text = f"tensor({np.array2string(self.array, precision=_DIGITS, separator=', ')})"
        return pay_for_writing(self.machine, tensor_written(self.array), text)

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        if self.array.ndim or not self.array.size:
            if not spec:
                return repr(self)
            raise Unsupported("the text of a tensor")
        return format(self.item(), spec)


def _storage(machine: Machine, nbytes: int) -> Storage:
    return Storage(nbytes) if machine.live is None else Telling(nbytes, machine.live)


#: The largest number that is taken for an index.
_MOST_INDEX: Final = 200_000
#: Nanoseconds of asking for the length, of making a number of it, and of a row as a tensor.
_LENGTH: Final = 230.0
_AS_NUMBER: Final = 150.0
_ROW: Final = 430.0
#: Of making NumPy's array of it.
_AS_ARRAY: Final = 500.0
#: What a row takes of the allowance.
_ROW_ALLOWED: Final = 20.0


def fresh(machine: Machine, array: Any, kind: Kind = FLOAT32) -> Tensor:
    """A tensor of elements of its own. Raises Unsupported for one too large."""
    found = np.asanyarray(array)
    check_room(found.size)
    if found.ndim > _MOST_AXES:
        raise Unsupported("so many axes")
    found = found.astype(kind.held, copy=False)
    return Tensor(machine, found if found.flags.c_contiguous else found.copy(order="C"), kind)


def as_array(tensor: Tensor) -> Array:
    """The elements as NumPy's, who takes no others. Raises RuntimeError, TypeError."""
    machine, kind = tensor.machine, tensor.kind
    if tensor.needs_gradient:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if kind.name == "bfloat16":
        raise TypeError("Got unsupported ScalarType BFloat16")
    if isinstance(tensor.array, Hollow):
        raise Unsupported("NumPy's array of a large tensor")
    is_half = kind.name == "float16"
    machine.array(tensor.elements if is_half else 0, _AS_ARRAY, 0.0)
    found = tensor.array.astype(np.float16) if is_half else tensor.array[...]
    if found.base is not None:
        # They are counted as the tensor's.
        machine.outside.add([found.base])
    machine.made_of(found, (tensor,))
    return found


def check_broadcast(*shapes: Sequence[int]) -> tuple[int, ...]:
    """What shapes become together. Raises RuntimeError where they do not fit, Unsupported for something too large."""
    try:
        found = np.broadcast_shapes(*map(tuple, shapes))
    except ValueError:
        raise RuntimeError("The sizes of tensors do not match") from None
    check_room(prod(found))
    return found


def check_room(elements: float, *, is_there: bool = False) -> None:
    """Raises Unsupported for more elements than are tried.

    Args:
        is_there: elements are made, whether those of large tensors are left out or not.
    """
    if elements > MOST_ELEMENTS and (is_there or not are_left_out()):
        raise Unsupported("a tensor too large")


def check_work(steps: float, most: float = MOST_PRODUCTS) -> None:
    """Raises Unsupported for more multiplications than are tried."""
    if steps > most and not are_left_out():
        raise Unsupported("so many products")


def allow(machine: Machine, time: float) -> None:
    """Spends on work with elements, where they are there."""
    if not are_left_out():
        machine.allows(time)


def worked(elements: int) -> int:
    """Elements that an operation goes through, as far as they are there."""
    return 0 if are_left_out() else elements
