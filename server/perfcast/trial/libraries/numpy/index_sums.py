"""``einsum``: sums of products that are told by the letters of their indices."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.libraries.numpy import prices

#: Of as many operands NumPy goes through each combination of indices by a loop of its own.
_PAIR: Final = 2
#: Axes of two operands that are gone through where they lie, without any buffer.
_UNBUFFERED: Final = {1: (2,), 2: (2, 3)}
_BUFFERING: Final = ("buffered", "delay_bufalloc", "grow_inner")


class Letters(NamedTuple):
    """Of each operand's indices, and of the result's."""

    inputs: list[str]
    output: str


def index_steps(args: Sequence[Any]) -> float:
    """One for each combination of its indices; as many as there are of all elements at most."""
    operands = [value for value in args if not isinstance(value, str)]
    most = float(prod(max(1, int(np.size(operand))) for operand in operands))
    told = letters_of(args)
    if told is None:
        return most
    sizes = {
        letter: size
        for letters, operand in zip(told.inputs, operands, strict=True)
        for letter, size in zip(letters, np.shape(operand), strict=False)
    }
    return min(most, float(prod(sizes.values())))


def index_time(args: Sequence[Any], value: Any) -> float:
    """Nanoseconds of all steps, and of beginning the innermost loop."""
    steps = index_steps(args)
    going = _iterator(args, value, ())
    turns = steps / max(1, len(going.value[0])) if going is not None else 1.0
    step = prices.INDEXED_PRODUCT if len(args) - 1 <= _PAIR else prices.INDEXED_PRODUCTS
    return step * steps + prices.INDEXED_LOOP * turns


def gathered(args: Sequence[Any], value: Any) -> int:
    """How many operands are gathered in buffers: those that do not lie in memory as they are gone through."""
    plain = _iterator(args, value, ())
    if plain is None or plain.ndim in _UNBUFFERED.get(len(args) - 1, ()):
        return 0
    going = _iterator(args, value, _BUFFERING)
    if going is None:
        return 0
    going.reset()
    return sum(not np.may_share_memory(*pair) for pair in zip(going.value, going.operands, strict=True))


def letters_of(args: Sequence[Any]) -> Letters | None:
    """None where they are not told, or leave some out."""
    told = str(args[0]).replace(" ", "") if args else ""
    inputs, arrow, output = told.partition("->")
    each = inputs.split(",")
    if "..." in told or len(each) != len(args) - 1:
        return None
    every = "".join(each)
    return Letters(each, output if arrow else "".join(one for one in sorted(set(every)) if every.count(one) == 1))


def _iterator(args: Sequence[Any], value: Any, flags: tuple[str, ...]) -> Any:
    """What goes through operands and result as NumPy does; None where it is not known how, or there is nothing."""
    operands, told = args[1:], letters_of(args)
    if told is None or any(len(set(letters)) < len(letters) for letters in told.inputs) or not np.size(value):
        return None
    if not all(isinstance(operand, np.ndarray) and operand.size for operand in operands):
        return None
    axes = list(dict.fromkeys([*told.output, *"".join(told.inputs)]))
    result = value if isinstance(value, np.ndarray) else np.empty(())
    uses: list[Any] = [*(["readonly"] for _ in operands), ["readwrite"]]
    places: list[Any] = [[one.find(letter) for letter in axes] for one in (*told.inputs, told.output)]
    how: list[Any] = ["external_loop", "reduce_ok", *flags]
    return np.nditer([*operands, result], how, uses, op_axes=places)
