"""What the modules of PyTorch hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class, Either
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module, inner_modules
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries import einops
from perfcast.trial.libraries.torch import (
    construction,
    datasets,
    fourier,
    gathering,
    gradients,
    joining,
    layers,
    linalg,
    neural,
    optimizers,
    products,
    runtime,
    schedulers,
    sorting,
    weights,
)
from perfcast.trial.libraries.torch.attributes import METHODS
from perfcast.trial.libraries.torch.dtypes import ALIASES, CPU, KINDS, Device, Kind, named
from perfcast.trial.libraries.torch.function_calls import forgiving, gated
from perfcast.trial.libraries.torch.prices import PRICES
from perfcast.trial.libraries.torch.values import Tensor

NAMES: Final = (
    *("torch", "torch.nn", "torch.nn.functional", "torch.nn.init", "torch.nn.utils", "torch.nn.utils.rnn"),
    *("torch.linalg", "torch.autograd", "torch.fft", "torch.cuda", "torch.optim", "torch.utils"),
    *("torch.utils.checkpoint", "torch.nn.utils.parametrizations", "torch.backends"),
    *(datasets.NAME, schedulers.NAME, *runtime.NAMES, *einops.NAMES),
)
#: A module by its whole name.
Modules = Callable[[str], Module]
#: Methods that are no functions of the module.
_METHODS_ALONE: Final = frozenset(
    {"view", "view_as", "expand", "expand_as", "repeat", "contiguous", "to", "type", "type_as", "item", "tolist", "cpu"}
    | {"float", "double", "half", "long", "int", "short", "bool", "char", "byte", "backward", "retain_grad"}
    | {"bfloat16", "masked_fill_", "copy_", "zero_", "unfold", "divide_to_zero"}
)
_FUNCTIONAL: Final = frozenset({"dropout", "layer_norm", "conv1d", "conv2d", "cosine_similarity"})
#: Nanoseconds of making what numbers come from, and of seeding it.
_MADE_GENERATOR: Final = 950.0
_SEEDED_GENERATOR: Final = 900.0
_INFINITY: Final = float("inf")
#: The one whose prices these are.
_VERSION: Final = "2.13.0"


class Type(Guarded):
    """A class of the library, for asking for it and for making an instance.

    Attributes:
        kind: of its instances.
    """

    __slots__ = ("kind",)

    def __init__(self, make: Callable[..., Any], kind: type) -> None:
        super().__init__(make)
        self.kind = kind

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)


def members(machine: Machine, name: str, module: Modules) -> dict[str, Any]:
    """What the module of that name holds, one of `NAMES`.

    Args:
        module: gives those that it holds in turn.
    """
    made: Mapping[str, Callable[[], dict[str, Any]]] = {
        "torch": lambda: _torch(machine),
        "torch.nn": lambda: layers.members(machine),
        "torch.nn.functional": lambda: _guarded(machine, neural.FUNCTIONS),
        "torch.nn.init": lambda: _guarded(machine, weights.INIT) | {"calculate_gain": Guarded(weights.gain)},
        "torch.nn.utils": lambda: {
            "clip_grad_norm_": Guarded(partial(weights.clip_norm, machine)), **_NORMED, "remove_weight_norm": _itself,
        },
        "torch.nn.utils.parametrizations": lambda: dict(_NORMED),
        "torch.utils.checkpoint": lambda: {"checkpoint": Guarded(_run_at_once)},
        **{one: partial(einops.members, machine, one) for one in einops.NAMES},
        "torch.nn.utils.rnn": lambda: _guarded(machine, {"pad_sequence": joining.pad_sequence}),
        "torch.linalg": lambda: _guarded(machine, {**linalg.LINALG, "matmul": products.multiplied}),
        "torch.autograd": lambda: _guarded(machine, gradients.FUNCTIONS) | {"Variable": _itself},
        "torch.fft": lambda: _guarded(machine, {**fourier.FOURIER_FUNCTIONS, **fourier.makers(machine)}),
        "torch.optim": lambda: optimizers.members(machine),
        datasets.NAME: partial(datasets.members, machine),
        schedulers.NAME: partial(schedulers.members, machine),
    }  # fmt: skip
    return made.get(name, dict)() | runtime.members(machine, name) | inner_modules(name, NAMES, module)


def _torch(machine: Machine) -> dict[str, Any]:
    functions = {name: run for name, run in METHODS.items() if name not in _METHODS_ALONE}
    for part in (joining, sorting, gathering, products, linalg, fourier):
        functions |= part.FUNCTIONS
    functions |= {name: run for name, run in neural.FUNCTIONS.items() if name in _FUNCTIONAL}
    functions |= construction.makers(machine)
    found = _guarded(machine, functions)
    found["Tensor"] = Type(found["FloatTensor"].run, Tensor)
    return {
        **found,
        **KINDS,
        **{alias: KINDS[name] for alias, name in ALIASES.items()},
        **gradients.switches(machine),
        "dtype": Type(_made, Kind),
        "__version__": _VERSION,
        "spmm": found["mm"],
        "inf": _INFINITY,
        "nan": float("nan"),
        "pi": float(np.pi),
        "newaxis": None,
        "channels_last": "channels_last",
        "contiguous_format": "contiguous_format",
        "preserve_format": None,
        "manual_seed": Guarded(partial(_seeded, machine)),
        "Generator": _generator(machine),
        "is_tensor": Guarded(lambda value: isinstance(value, Tensor)),
        "_assert": Guarded(_asserted),
        "numel": Guarded(lambda tensor: tensor.elements),
        "set_num_threads": Guarded(lambda count: None),
        "device": Type(forgiving(_device, "device"), Device),
        "finfo": Guarded(lambda kind=KINDS["float32"]: _limits(kind)),
        "iinfo": Guarded(_limits),
        "get_default_dtype": Guarded(lambda: KINDS["float32"]),
        "get_default_device": Guarded(lambda: CPU),
        "Size": Guarded(tuple),
        "is_floating_point": Guarded(lambda tensor: tensor.kind.is_floating_point),
        "is_complex": Guarded(lambda tensor: tensor.kind.is_complex),
        "is_grad_enabled": Guarded(lambda: machine.keeps_steps),
    }


#: What brings weights to one length does so at each call, for little beside what the weights are for.
_itself: Final = Guarded(lambda module, *_, **__: module)
_NORMED: Final = {"weight_norm": _itself, "spectral_norm": _itself, "orthogonal": _itself}


def _run_at_once(function: Any, *args: Any, use_reentrant: Any = None, **named: Any) -> Any:
    """As ``checkpoint``, of whose way back nothing is known."""
    return function(*args, **named)


def _asserted(condition: Any, message: Any) -> None:
    if not condition:
        raise AssertionError(message)


def _made(*_: Any) -> Any:
    raise Unsupported("a data type of another kind")


def _device(name: Any, number: Any = None) -> Device:
    if isinstance(name, Device):
        return name
    if not isinstance(name, str) or name.partition(":")[0] != "cpu":
        raise Unsupported("another device")
    return Device(name)


#: Of two bytes: the largest number, the smallest step from one, and the smallest number.
_HALVES: Final = {"float16": (65504.0, 0.0009765625, 6.103515625e-05), "bfloat16": (3.3895e38, 0.0078125, 1.1754e-38)}


def _limits(kind: Any) -> Guarded:
    """As ``finfo`` and ``iinfo``."""
    of = named(kind)
    found: dict[str, Any]
    if of.name in _HALVES:
        most, step, least = _HALVES[of.name]
        found = {"max": most, "min": -most, "eps": step, "tiny": least}
    elif of.category == 2:
        floats = np.finfo(of.held)
        found = {name: float(getattr(floats, name)) for name in ("max", "min", "eps", "tiny")}
    elif of.category == 1:
        wholes = np.iinfo(of.held)
        found = {"max": int(wholes.max), "min": int(wholes.min)}
    else:
        raise TypeError("torch.finfo() requires a floating point input type")
    return Guarded(_made, found | {"bits": 8 * of.itemsize})


def _guarded(machine: Machine, functions: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    return {name: Guarded(gated(machine, run, name)) for name, run in functions.items()}


def _generator(machine: Machine) -> Class:
    """The class: nobody asks what numbers one gives."""

    def begin(generator: Instance, device: Any = None) -> None:
        machine.array(0, _MADE_GENERATOR, 0.0)

    def seeded(generator: Instance, seed: Any) -> Instance:
        machine.array(0, _SEEDED_GENERATOR, 0.0)
        return generator

    of = Class("Generator", [], None)
    of.attributes = {"__init__": Guarded(begin), "manual_seed": Guarded(seeded)}
    return of


def _seeded(machine: Machine, seed: Any) -> None:
    price = PRICES["manual_seed"]
    machine.array(0, price.call, 0.0)
    machine.briefly(price.base)
