"""The module ``torch.optim.lr_scheduler``: what changes how far an optimizer steps, which costs the same each time."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.stdlib.system.platform_facts import ignored

NAME: Final = "torch.optim.lr_scheduler"
_NAMES: Final = (
    *("StepLR", "MultiStepLR", "ConstantLR", "LinearLR", "ExponentialLR", "CosineAnnealingLR", "PolynomialLR"),
    *("CosineAnnealingWarmRestarts", "ReduceLROnPlateau", "OneCycleLR", "LambdaLR", "CyclicLR", "SequentialLR"),
)
#: Nanoseconds of making one and of a step; bytes of it.
_MADE: Final = 15_000.0
_STEP: Final = 6_000.0
_BYTES: Final = 2_500
_RATE: Final = 0.01


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    return dict.fromkeys(_NAMES, Guarded(partial(_scheduler, machine)))


def _scheduler(machine: Machine, *_: Any, **__: Any) -> Guarded:
    machine.array(0, _MADE, 0.0)
    functions = {
        "step": Guarded(lambda *_: machine.array(0, _STEP, 0.0)),
        "get_last_lr": Guarded(lambda: [_RATE]),
        "state_dict": Guarded(dict),
        "load_state_dict": Guarded(ignored),
    }
    made: Guarded = machine.made(Guarded(ignored, functions, nbytes=_BYTES))
    return made
