"""How operations on tensors are charged, and recorded where a gradient may be asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from perfcast.trial.libraries.torch.prices import (
    FROM_SYSTEM,
    LARGEST_KEPT,
    NUMBER_ASIDE,
    NUMBER_OPERAND,
    OTHER,
    PRICES,
    STEP_KEPT,
    WHOLE_ASIDE,
    WHOLES,
)
from perfcast.trial.libraries.torch.shape_only import are_left_out
from perfcast.trial.libraries.torch.values import Step, Storage, Tensor, allow, worked

#: What an operation takes of the allowance, and a nanosecond of PyTorch's elements; NumPy is slower with some.
_OPERATION: Final = 60.0
_ALLOWED: Final = 0.1
#: By how much longer calls and elements take on the corpus' machine than on the one that their prices were taken on.
_CALLED: Final = 1.8
_WORKED: Final = 1.2
#: Of which the gradient needs the result, or nothing at all; of others it needs the operands.
_OF_RESULT: Final = frozenset(
    {"relu", "exp", "sigmoid", "tanh", "softmax", "log_softmax", "sqrt", "rsqrt", "elu", "reciprocal", "dropout"}
)
_OF_NOTHING: Final = frozenset(
    {"add", "sub", "rsub", "neg", "sum", "mean", "view", "reshape", "flatten", "transpose", "permute", "unsqueeze"}
    | {"squeeze", "expand", "cat", "stack", "clone", "to", "layout", "index", "repeat", "chunks", "cumsum", "flip"}
    | {"roll", "pad", "diagonal", "narrow", "select"}
)
#: Of which a tensor is not needed on the way back that a number was multiplied with, or that was divided by one.
_PRODUCTS: Final = frozenset({"mul", "multiply"})
_QUOTIENTS: Final = frozenset({"div", "divide", "true_divide"})


def settled(
    name: str,
    found: Any,
    operands: Sequence[Any],
    *,
    elements: float | None = None,
    work: float = 0.0,
    call: float = 0.0,
) -> Any:
    """What was found, a tensor or a tuple of them, paid for as the operation of that name.

    Args:
        operands: of which those count that are tensors, one of them at least, or the result is.
        elements: that it goes through, where that are not those of the largest operand, or of the result.
        work, call: nanoseconds besides.
    """
    tensors = [value for value in operands if isinstance(value, Tensor)]
    results = list(_tensors_in(found))
    first = (tensors or results)[0]
    machine, price = first.machine, PRICES.get(name, OTHER)
    largest = max((*tensors, *results), key=lambda one: one.elements * one.kind.itemsize)
    count = float(largest.elements) if elements is None else float(elements)
    each = price.element
    if first.kind.category < 2:
        each = WHOLES.get(name, each)
        each *= first.kind.itemsize / (8 if name in WHOLES else 4)
    else:
        each *= largest.kind.itemsize / 4
    time = _WORKED * (each * count + work)
    if are_left_out():
        # What is changed in place has its room.
        made = [one for one in results if not (one.is_view or _is_among(one, tensors))]
        nbytes = sum(one.elements * one.kind.itemsize for one in made)
        time += FROM_SYSTEM * nbytes if nbytes > LARGEST_KEPT else 0.0
    called = _CALLED * price.call + call
    machine.allows(_OPERATION)
    allow(machine, _ALLOWED * time)
    machine.array(worked(int(count)), called, time)
    is_scaled = len(operands) > 1 and len(tensors) == 1 and (name in _PRODUCTS or _is_quotient(name, operands[0]))
    remember(name, tensors, results, called, time, keeps_nothing=is_scaled)
    (machine.made_over if _is_among(found, tensors) else machine.made_of)(found, tensors)
    machine.briefly(int(price.base + price.aside * count))
    return found


def _is_among(found: Any, tensors: Sequence[Tensor]) -> bool:
    return any(found is one for one in tensors)


def _is_quotient(name: str, left: Any) -> bool:
    """Whether a tensor is divided, by what is none."""
    return name in _QUOTIENTS and isinstance(left, Tensor)


def _tensors_in(found: Any) -> Iterator[Tensor]:
    if isinstance(found, Tensor):
        yield found
    elif isinstance(found, tuple | list):
        for part in found:
            yield from _tensors_in(part)


def remember(
    name: str,
    tensors: Sequence[Tensor],
    results: Sequence[Tensor],
    call: float = 0.0,
    work: float = 0.0,
    *,
    keeps_nothing: bool = False,
) -> None:
    """Keeps how the results were computed, if a gradient may be asked for.

    Args:
        keeps_nothing: the way back needs no more than a number.
    """
    wanted = [one for one in tensors if one.needs_gradient]
    if not wanted or not wanted[0].machine.keeps_steps:
        return
    kept: list[Storage] = []
    if name in _OF_RESULT:
        kept = [one.storage for one in results]
    elif name not in _OF_NOTHING and not keeps_nothing:
        kept = [one.storage for one in tensors]
    wanted[0].machine.array(0, STEP_KEPT, 0.0)
    step = Step(wanted, kept, call, work)
    for one in results:
        if _is_among(one, tensors):
            _change(one, wanted, kept, call, work)
        elif one.kind.category >= 2:
            one.step, one.needs_gradient = step, True


def _change(tensor: Tensor, wanted: Sequence[Tensor], kept: Sequence[Storage], call: float, work: float) -> None:
    """Of one that was changed in place: what it was before is what it was computed from, besides the others."""
    others = [one for one in wanted if one is not tensor]
    if tensor.step is None and not others:
        return
    before = Tensor(tensor.machine, tensor.array, tensor.kind, tensor.storage)
    before.step, before.needs_gradient = tensor.step, tensor.needs_gradient
    former = [before] if tensor.step is not None else []
    tensor.step, tensor.needs_gradient = Step([*others, *former], kept, call, work), True


def pay(of: Tensor, call: float, work: float = 0.0) -> None:
    """Pays for what is no whole operation, in nanoseconds."""
    of.machine.array(0, call, work)


def with_number(of: Tensor, beside: int) -> float:
    """Notes that a number of Python's is made a tensor for an operator; nanoseconds of that.

    Args:
        beside: bytes that the operator makes.
    """
    # Where things tell when they come, the operator's result has told it.
    new = beside if of.machine.live is None else 0
    of.machine.briefly(new + (NUMBER_ASIDE if of.kind.category >= 2 else WHOLE_ASIDE))
    return NUMBER_OPERAND
