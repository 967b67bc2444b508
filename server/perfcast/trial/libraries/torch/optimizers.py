"""Optimizers of ``torch.optim``, which put into weights what their gradients say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.function_calls import forgiving
from perfcast.trial.libraries.torch.values import Tensor, worked
from perfcast.trial.stdlib.system.platform_facts import ignored

#: Nanoseconds of making one, of a step, of a weight in it, and of a number of a weight; the latter two by how many
#: numbers are kept of each of theirs.
_MADE: Final = 7_000.0
_STEP: Final = 8_000.0
_WEIGHT: Final = (5_500.0, 16_000.0, 33_000.0)
_NUMBER: Final = (0.13, 0.6, 1.15)
_FORGOTTEN: Final = 1_500.0
_BYTES: Final = 3_500
_RATE: Final = 0.01


class Optimizer(Guarded):
    """One of the library's own.

    Attributes:
        weights: that it changes; kept: numbers that it keeps of each of theirs; state: what it has kept.
    """

    __slots__ = ("kept", "machine", "state", "weights")

    def __init__(self, machine: Machine, kept: int, parameters: Iterable[Any], *_: Any, **named: Any) -> None:
        self.machine = machine
        given = [one for part in machine.counted(parameters) for one in _weights_in(machine, part)]
        self.weights = [one for one in given if isinstance(one, Tensor)]
        if not self.weights:
            raise Unsupported("weights of another kind")
        self.kept = kept + (1 if named.get("momentum") else 0)
        self.state: list[Any] = []
        methods = {"step": Guarded(forgiving(self._step, "step")), "zero_grad": Guarded(self._forget)}
        methods |= {"state_dict": Guarded(dict), "load_state_dict": Guarded(ignored)}
        groups = [{"params": self.weights, "lr": named.get("lr", _RATE)}]
        super().__init__(_uncalled, {**methods, "state": self.state, "param_groups": groups})
        self.nbytes = _BYTES
        machine.array(0, _MADE, 0.0)
        machine.made_of(self, self.weights)

    def _step(self) -> None:
        wanted = [one for one in self.weights if one.gradient is not None]
        numbers = sum(one.elements for one in wanted)
        each = _WEIGHT[min(self.kept, len(_WEIGHT) - 1)]
        work = _NUMBER[min(self.kept, len(_NUMBER) - 1)]
        self.machine.array(worked(numbers), _STEP + each * len(wanted), work * numbers)
        if self.kept and not self.state:
            self.machine.changes(self.state)
            self.state += [
                Tensor(self.machine, np.zeros_like(one.array), one.kind) for one in wanted for _ in range(self.kept)
            ]
        # Of one weight after the other a root and a quotient are there, of what is kept of it.
        self.machine.briefly(self.kept * max((one.array.nbytes for one in wanted), default=0))
        for one in wanted:
            if one.gradient is not None:
                one.array -= (_RATE * one.gradient.array).astype(one.array.dtype)
        self.machine.made_of(self, self.weights)

    def _forget(self, set_to_none: bool = True) -> None:
        self.machine.array(0, _FORGOTTEN * len(self.weights), 0.0)
        for one in self.weights:
            one.gradient = None


def _weights_in(machine: Machine, part: Any) -> Iterable[Any]:
    """Those of a group of weights with options of its own, or the weight itself."""
    return machine.counted(part["params"]) if isinstance(part, dict) else (part,)


def _uncalled(*_: Any, **__: Any) -> Any:
    raise TypeError("an optimizer is not callable")


#: Numbers that are kept of each number of a weight.
_KINDS: Final = {"SGD": 0, "Adam": 2, "AdamW": 2, "RMSprop": 1, "Adagrad": 1, "NAdam": 2, "RAdam": 2}


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``torch.optim`` holds."""

    def maker(kept: int) -> Callable[..., Optimizer]:
        return lambda parameters, *args, **named: Optimizer(machine, kept, parameters, *args, **named)

    return {name: Guarded(maker(kept)) for name, kept in _KINDS.items()}
