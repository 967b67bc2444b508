"""Autograd: what it keeps, and what a backward pass costs. Gradients' values are made up; no control flow rests on
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.context_managers import Context, Switch
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.dtypes import KINDS, named
from perfcast.trial.libraries.torch.prices import BACK, CALL_BACK, GRADIENT, STEP_ASIDE, STEP_BACK, WORK_BACK
from perfcast.trial.libraries.torch.shape_only import made
from perfcast.trial.libraries.torch.values import Past, Step, Tensor, check_room, worked

_ITS_SIZE: Final = 0.01
#: What an operand takes of the allowance on the way back.
_OPERAND: Final = 20.0


def _back_through(tensor: Tensor) -> list[Tensor]:
    """Pays for going back through all steps; the leaves that they begin with. Raises RuntimeError."""
    machine = tensor.machine
    if not tensor.needs_gradient:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    leaves: dict[int, Tensor] = {}
    seen = set[int]()
    waiting: list[Tensor | Past] = [tensor]
    largest = tensor.elements * tensor.kind.itemsize
    while waiting:
        one = waiting.pop()
        if isinstance(one, Tensor) and one.step is None:
            leaves[id(one)] = one
            continue
        if one.step is None or id(one.step) in seen:
            continue
        seen.add(id(one.step))
        machine.array(0, STEP_BACK + CALL_BACK * one.step.call, WORK_BACK * one.step.work)
        machine.allows(_OPERAND * len(one.step.operands))
        for operand in one.step.operands:
            largest = max(largest, operand.elements * operand.kind.itemsize)
            waiting.append(operand)
    machine.briefly(STEP_ASIDE * (1 + len(seen)) + 2 * largest)
    machine.array(0, BACK + GRADIENT * len(leaves), 0.0)
    return list(leaves.values())


def _gradient(of: Tensor) -> Tensor:
    of.machine.array(worked(of.elements), 0.0, 0.0)
    array = made(of.shape, of.kind.held, lambda: np.full(of.shape, _ITS_SIZE, dtype=of.kind.held))
    return Tensor(of.machine, array, of.kind)


def _forget(step: Step | None) -> None:
    """What was kept for the way back is gone after it."""
    waiting, seen = [step], set[int]()
    while waiting:
        one = waiting.pop()
        if one is not None and id(one) not in seen:
            seen.add(id(one))
            one.kept = ()
            waiting += [operand.step for operand in one.operands]


def _backward(tensor: Tensor, gradient: Any = None, retain_graph: Any = None) -> None:
    if tensor.elements != 1 and gradient is None:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    for leaf in _back_through(tensor):
        if leaf.gradient is None:
            leaf.gradient = _gradient(leaf)
            leaf.machine.changes(leaf)
    tensor.machine.look(tensor)
    if not retain_graph:
        _forget(tensor.step)


def _grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: Any = None, create_graph: bool = False
) -> tuple[Tensor, ...]:
    """As ``torch.autograd.grad``."""
    if create_graph:
        raise Unsupported("gradients of gradients")
    first = outputs[0] if isinstance(outputs, list | tuple) else outputs
    _back_through(first)
    wanted = inputs if isinstance(inputs, list | tuple) else (inputs,)
    check_room(sum(one.elements for one in wanted))
    found = tuple(_gradient(one) for one in wanted)
    first.machine.made_of(found, wanted)
    if not retain_graph:
        _forget(first.step)
    return found


def switches(machine: Machine) -> dict[str, Any]:
    """Contexts of the module ``torch``."""

    def keep(wanted: bool) -> bool:
        before, machine.keeps_steps = machine.keeps_steps, wanted
        return before

    def lower(kind: Any) -> Any:
        before, machine.lower_precision = machine.lower_precision, kind
        return before

    def keeping(wanted: bool) -> Guarded:
        # Without parentheses it stands before a function.
        def made(*args: Any, mode: Any = True) -> Any:
            is_asked = bool(args[0]) if args and isinstance(args[0], bool) else bool(mode)
            switch = Switch(keep, wanted if is_asked else not wanted)
            return switch(args[0]) if args and not isinstance(args[0], bool) else switch

        return Guarded(made)

    def turned(mode: Any) -> Context:
        # It holds from the call on, as a context until its end.
        before = keep(bool(mode))

        def leave(error: Exception | None) -> bool:
            keep(before)
            return False

        return Context(None, leave)

    def cast(device: Any = "cpu", dtype: Any = None, enabled: Any = True, **_: Any) -> Switch:
        return Switch(lower, (KINDS["bfloat16"] if dtype is None else named(dtype)) if enabled else None)

    return {
        "no_grad": keeping(False),
        "inference_mode": keeping(False),
        "enable_grad": keeping(True),
        "set_grad_enabled": Guarded(turned),
        "autocast": Guarded(cast),
    }


def wanting(tensor: Tensor, requires_grad: Any = True) -> Tensor:
    """As ``requires_grad_``. Raises RuntimeError for whole numbers."""
    if requires_grad and tensor.kind.category < 2:
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    tensor.needs_gradient = bool(requires_grad)
    return tensor


def retain(tensor: Tensor) -> None:
    raise Unsupported("gradients of steps on the way")


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "backward": _backward,
    "requires_grad_": wanting,
    "retain_grad": retain,
}
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {"grad": _grad}
