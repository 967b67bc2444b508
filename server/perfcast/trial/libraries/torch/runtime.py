"""What PyTorch says of where it runs: eager, one process, no accelerator."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of asking.
_ASKED: Final = 150.0
#: What each module answers.
_ANSWERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "torch": {
        "are_deterministic_algorithms_enabled": False,
        "is_autocast_enabled": False,
        "is_inference_mode_enabled": False,
    },
    "torch.backends.mps": {"is_available": False, "is_built": False},
    "torch.cuda": {"is_available": False, "is_initialized": False, "device_count": 0},
    "torch.jit": {"is_scripting": False, "is_tracing": False},
    "torch.compiler": {"is_compiling": False, "is_dynamo_compiling": False, "is_exporting": False},
    "torch.distributed": {
        "is_available": True,
        "is_initialized": False,
        "is_torchelastic_launched": False,
        "is_gloo_available": True,
        "is_nccl_available": False,
        "is_mpi_available": False,
    },
    "torch.mps": {"is_available": False, "device_count": 0},
    "torch.xpu": {"is_available": False, "is_initialized": False, "device_count": 0},
    "torch.mtia": {"is_available": False, "device_count": 0},
}
_DECORATORS: Final[Mapping[str, tuple[str, ...]]] = {
    "torch.jit": ("script", "script_if_tracing", "ignore", "unused", "export", "interface", "script_method"),
    "torch.compiler": ("disable", "allow_in_graph"),
}
#: The modules that hold nothing else.
NAMES: Final = (
    *("torch.jit", "torch.compiler", "torch.distributed", "torch._C"),
    *("torch.backends.mps", "torch.mps", "torch.mtia", "torch.xpu"),
)


def members(machine: Machine, name: str) -> dict[str, Any]:
    """What the module of that name says; nothing where it says nothing of the kind."""
    found: dict[str, Any] = {
        asked: Guarded(partial(_answered, machine, answer)) for asked, answer in _ANSWERS.get(name, {}).items()
    }
    found |= {one: Guarded(_decorated) for one in _DECORATORS.get(name, ())}
    if name == "torch.jit":
        found |= {"Final": Any, "annotate": Guarded(lambda _, value: value)}
    if name == "torch._C":
        found["_log_api_usage_once"] = Guarded(partial(_answered, machine, None))
    return found


def _answered(machine: Machine, answer: Any, *_: Any, **__: Any) -> Any:
    machine.pay(_ASKED)
    return answer


def _decorated(function: Any = None, *_: Any, **__: Any) -> Any:
    """A function or a class as it is: once it is compiled it does the same, hardly sooner on a processor."""
    if isinstance(function, Function | Method | Class):
        return function
    if function is None or isinstance(function, bool):
        return Guarded(_decorated)
    raise Unsupported("compiling a module")
