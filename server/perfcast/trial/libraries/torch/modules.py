"""Modules: what ``nn.Module`` and all layers have in common."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from sys import getsizeof
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Extendable, Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.dtypes import FLOAT32, KINDS, Kind, named
from perfcast.trial.libraries.torch.function_calls import forgiving, given_in
from perfcast.trial.libraries.torch.prices import (
    DRAWN,
    FROM_SYSTEM,
    LARGEST_WEIGHTS_KEPT,
    MODULE,
    MODULE_BYTES,
    MODULE_CALL,
    MODULE_CALL_ASIDE,
    OWN_MODULE,
    OWN_MODULE_CALL,
    PARAMETER,
    PUT_INTO_MODULE,
    WITH_WEIGHTS,
    WITH_WEIGHTS_BYTES,
)
from perfcast.trial.libraries.torch.reshaping import converted
from perfcast.trial.libraries.torch.shape_only import are_left_out
from perfcast.trial.libraries.torch.values import Storage, Tensor, worked

Forward = Callable[..., Any]
#: Where a unit's own module keeps what all modules have, and whether it is in training.
OF_MODULE: Final = "_modules"
_TRAINING: Final = "training"
#: Nanoseconds of finding a weight of a module; what looking at a part of one takes of the allowance.
_ASKED: Final = 900.0
_LOOKED_AT: Final = 20.0
#: The same of each module that is gone through, and bytes that going through them takes besides the set of those seen.
_VISITED: Final = 440.0
_VISITING: Final = 850
#: Of the parts of one module alone.
_HELD: Final = 110.0
_HOLDING_TIME: Final = 350.0
_HOLDING: Final = 750
#: Those whose parts are asked for as a dictionary's.
_BY_NAME: Final = frozenset({"ModuleDict", "ParameterDict"})


def _from_system(weights: Iterable[Tensor]) -> float:
    """Nanoseconds that it takes to get room for them, where there is none that others have left."""
    nbytes = sum(weight.elements * weight.kind.itemsize for weight in weights)
    return FROM_SYSTEM * nbytes if nbytes > LARGEST_WEIGHTS_KEPT else 0.0


class Layer(Guarded):
    """A module of the library's own.

    Attributes:
        parameters: its weights, by name; layers: modules that it consists of, by name.
        kind: its class; options: what else it may be asked for; is_training: as ``train`` and ``eval`` set it.
    """

    __slots__ = ("is_training", "kind", "layers", "machine", "options", "parameters")

    def __init__(
        self,
        machine: Machine,
        forward: Forward | None,
        parameters: dict[str, Tensor] | None = None,
        layers: dict[str, Any] | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        made: float = 0.0,
        nbytes: int = 0,
    ) -> None:
        """
        Args:
            forward: what calling it does, with the weights that `parameters` holds then.
            made: nanoseconds that making it takes besides; nbytes: bytes of it.
        """
        self.machine, self.is_training = machine, True
        self.kind: LayerKind | None = None
        self.layers = {} if layers is None else layers
        self.parameters, self.options = {} if parameters is None else parameters, options or {}
        held: dict[str, Any] = {"weights": self.parameters, "layers": self.layers}
        super().__init__(_uncalled if forward is None else partial(_run, machine, forward), held)
        numbers = sum(weight.elements for weight in self.parameters.values())
        has_weights = bool(numbers)
        self.nbytes = MODULE_BYTES + WITH_WEIGHTS_BYTES * has_weights + nbytes
        call = MODULE + WITH_WEIGHTS * has_weights + PARAMETER * len(self.parameters) + made
        machine.array(worked(numbers), call, DRAWN * numbers + _from_system(self.parameters.values()))
        if are_left_out():
            for weight in self.parameters.values():
                machine.made(weight)
            machine.made(self)
        else:
            machine.made_of(self, self.parameters.values())

    def append(self, module: Any) -> None:
        """Puts a module behind those that there are."""
        self.add(str(len(self.layers)), module)

    def add(self, name: Any, module: Any) -> None:
        """As ``add_module``."""
        if not (isinstance(module, Tensor) and module.is_weight):
            check_module(module)
        self.machine.changes(self)
        self.layers[str(name)] = module

    def take_all(self, parts: Any) -> None:
        """As ``update`` of what holds parts by name. Raises Unsupported for other parts."""
        if not isinstance(parts, dict):
            raise Unsupported("parts of another kind")
        for name, part in parts.items():
            self.add(name, part)

    def take(self, name: Any) -> Any:
        """As ``pop``. Raises KeyError."""
        self.machine.changes(self)
        return self.layers.pop(name)

    def extend(self, modules: Any) -> None:
        """Puts several behind those that there are."""
        for module in modules:
            self.append(module)

    def insert(self, place: Any, module: Any) -> None:
        """Puts one before those from a place on."""
        held = list(self.layers.values())
        check_module(module)
        held.insert(int(place), module)
        self.machine.changes(self)
        self.layers.clear()
        self.layers.update({str(number): one for number, one in enumerate(held)})

    def draw_anew(self) -> None:
        """As ``reset_parameters``."""
        numbers = sum(weight.elements for weight in self.parameters.values())
        self.machine.array(worked(numbers), PARAMETER * len(self.parameters), DRAWN * numbers)

    def __iter__(self) -> Iterator[Any]:
        is_by_name = self.kind is not None and self.kind.name in _BY_NAME
        return self.machine.counted(list(self.layers if is_by_name else self.layers.values()))

    def __len__(self) -> int:
        return len(self.layers)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, str):
            return self.layers[place]
        found = list(self.layers.values())[place]
        if isinstance(found, list):
            raise Unsupported("a part of a list of modules")
        return found

    def __setitem__(self, place: Any, part: Any) -> None:
        self.machine.array(0, PUT_INTO_MODULE, 0.0)
        self.add(place if isinstance(place, str) else list(self.layers)[int(place)], part)

    def __delitem__(self, name: Any) -> None:
        if not isinstance(name, str):
            raise Unsupported("a list of modules without one of them")
        self.take(name)

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str):
            return name in self.layers
        return any(one is name for one in self.layers.values())


#: Arguments of all layers that change nothing of what is counted here.
_ELSEWHERE: Final = frozenset({"device", "dtype"})


class LayerKind(Extendable):
    """A class of the library's layers: called, it makes one.

    Attributes:
        name: of it; members: what stands behind its dot.
    """

    __slots__ = ("members", "name")

    def __init__(self, name: str, make: Callable[..., Any]) -> None:
        self.name = name
        self.members: dict[str, Any] = {"__name__": name}
        super().__init__(self._made_by(make), self.members)

    def _made_by(self, make: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            found = make(*args, **{name: value for name, value in kwargs.items() if name not in _ELSEWHERE})
            if isinstance(found, Layer):
                found.kind = self
            return found

        return call

    def has(self, value: Any) -> bool:
        """Whether a value is one of it."""
        if isinstance(value, Instance):
            return any(one is self.as_class() for one in value.of.order)
        return isinstance(value, Layer) and value.kind is not None and value.kind.name == self.name


class WeightKind(Guarded):
    """``nn.Parameter``."""

    __slots__ = ()

    @staticmethod
    def has(value: Any) -> bool:
        """Whether a value is one."""
        return isinstance(value, Tensor) and value.is_weight


def check_module(module: Any) -> None:
    """Raises Unsupported for what is none."""
    if not isinstance(module, Layer | Instance):
        raise Unsupported("a list of other modules")


def _uncalled(*_: Any, **__: Any) -> Any:
    raise Unsupported("calling a list of modules")


def _run(machine: Machine, forward: Forward, *args: Any, **kwargs: Any) -> Any:
    machine.array(0, MODULE_CALL, 0.0)
    given = [given_in(machine, arg) for arg in args]
    before = len(machine.waiting)
    machine.waiting.extend(given)
    try:
        found = forgiving(forward, "a module")(
            *given, **{name: given_in(machine, value) for name, value in kwargs.items()}
        )
    finally:
        del machine.waiting[before:]
    machine.briefly(MODULE_CALL_ASIDE)
    return found


def _parts(module: Any) -> Iterator[tuple[str, Any]]:
    """Modules and weights of a module, by name. Raises Unsupported where it was made in part, and may lack some."""
    if isinstance(module, Layer):
        yield from module.parameters.items()
        yield from module.layers.items()
    elif isinstance(module, Instance):
        if module.is_partial:
            raise Unsupported(f"parts of {module.of.name}")
        for name, part in module.attributes.items():
            if isinstance(part, Layer | Instance | Tensor):
                yield str(name), part


def walked(machine: Machine, module: Any) -> Iterator[tuple[str, Any]]:
    """A module, those in it and their weights, each once, with its name.

    Raises:
        Unsupported: one of them was made in part, and may lack some.
    """
    waiting, seen = deque([("", module)]), {id(module)}
    while waiting:
        name, one = waiting.popleft()
        yield name, one
        for inner, part in _parts(one):
            machine.allows(_LOOKED_AT)
            if id(part) not in seen:
                seen.add(id(part))
                waiting.append((f"{name}.{inner}" if name else inner, part))


def parameters_of(machine: Machine, module: Any) -> dict[str, Tensor]:
    """Weights of a module and of those in it."""
    return {
        name: one
        for name, one in walked(machine, module)
        if isinstance(one, Tensor) and one.is_weight
    }  # fmt: skip


def _parameters(machine: Machine, module: Any) -> Iterator[Tensor]:
    return (weight for _, weight in _named_parameters(machine, module))


def _named_parameters(machine: Machine, module: Any) -> Iterator[tuple[str, Tensor]]:
    found = parameters_of(machine, module)
    machine.briefly(2 * _VISITING + getsizeof({id(one) for one in found.values()}))
    for name, weight in found.items():
        machine.array(0, _ASKED, 0.0)
        yield name, weight


def _visited(machine: Machine, module: Any) -> Iterator[tuple[str, Any]]:
    """As `walked`, paid for as PyTorch goes through the modules: it keeps a set of those that it has seen."""
    found = list(walked(machine, module))
    modules = [one for _, one in found if isinstance(one, Layer | Instance)]
    machine.briefly(_VISITING + getsizeof({id(one) for one in modules}))
    for name, one in found:
        if isinstance(one, Layer | Instance):
            machine.array(0, _VISITED, 0.0)
        yield name, one


def _held(machine: Machine, module: Any) -> Iterator[tuple[str, Any]]:
    """As `_parts`, paid for likewise."""
    machine.briefly(_HOLDING)
    machine.array(0, _HOLDING_TIME, 0.0)
    for name, one in _parts(module):
        machine.array(0, _HELD, 0.0)
        yield name, one


def _modules(machine: Machine, module: Any) -> Iterator[Any]:
    return (one for _, one in _visited(machine, module) if isinstance(one, Layer | Instance))


def _children(machine: Machine, module: Any) -> Iterator[Any]:
    return (one for _, one in _held(machine, module) if isinstance(one, Layer | Instance))


def _named(kinds: type | tuple[type, ...], *, inner: bool) -> Callable[..., Iterator[tuple[str, Any]]]:
    """Modules or weights with their names, of all those within or of the module itself alone."""

    def find(machine: Machine, module: Any, prefix: Any = "", recurse: Any = True) -> Iterator[tuple[str, Any]]:
        parts = _visited(machine, module) if inner else _held(machine, module)
        return ((f"{prefix}{name}", one) for name, one in parts if isinstance(one, kinds))

    return find


def _applied(machine: Machine, module: Any, function: Any) -> Any:
    """Calls a function with each module, those within first."""
    found = [one for _, one in walked(machine, module) if isinstance(one, Layer | Instance)]
    for one in reversed(found):
        function(one)
    return module


def _buffers(machine: Machine, module: Any) -> Iterator[Tensor]:
    return (one for _, one in _visited(machine, module) if isinstance(one, Tensor) and not one.is_weight)


def _training(machine: Machine, module: Any, mode: Any = True) -> Any:
    for one in _modules(machine, module):
        if isinstance(one, Layer):
            one.is_training = bool(mode)
        else:
            one.attributes[_TRAINING] = bool(mode)
    return module


def _forget_gradients(machine: Machine, module: Any, set_to_none: bool = True) -> None:
    for weight in _parameters(machine, module):
        weight.gradient = None


def _moved(machine: Machine, module: Any, *args: Any, dtype: Any = None) -> Any:
    wanted = next((one for one in (dtype, *args) if isinstance(one, Kind)), None)
    if wanted is not None:
        for weight in _parameters(machine, module):
            other = converted(weight, named(wanted))
            weight.array, weight.kind, weight.storage = other.array, other.kind, other.storage
    return module


def _wanting(machine: Machine, module: Any, mode: Any = True) -> Any:
    for weight in _parameters(machine, module):
        weight.needs_gradient = bool(mode)
    return module


def _state(machine: Machine, module: Any) -> dict[str, Tensor]:
    return machine.made(parameters_of(machine, module))  # type: ignore[no-any-return]


def _as(kind: Kind) -> Callable[..., Any]:
    return lambda machine, module: _moved(machine, module, kind)


#: What all modules may be asked for, told the machine and the module.
METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "parameters": _parameters,
    "named_parameters": _named_parameters,
    "modules": _modules,
    "children": _children,
    "named_modules": _named((Layer, Instance), inner=True),
    "named_children": _named((Layer, Instance), inner=False),
    "buffers": _buffers,
    "named_buffers": lambda machine, module: (
        (name, one) for name, one in walked(machine, module) if isinstance(one, Tensor) and not one.is_weight
    ),
    "apply": _applied,
    "state_dict": _state,
    "train": _training,
    "eval": lambda machine, module: _training(machine, module, False),
    "zero_grad": _forget_gradients,
    "to": _moved,
    "double": _as(KINDS["float64"]),
    "half": _as(KINDS["float16"]),
    "float": _as(FLOAT32),
    "cpu": lambda machine, module: module,
    "requires_grad_": _wanting,
}


#: What ``nn.Module`` has besides.
_LACKING: Final = frozenset(
    {"bfloat16", "compile", "cuda", "extra_repr", "forward", "get_buffer", "get_extra_state", "get_parameter", "type"}
    | {"get_submodule", "ipu", "load_state_dict", "register_backward_hook", "register_forward_hook", "set_submodule"}
    | {"register_forward_pre_hook", "register_full_backward_hook", "share_memory", "to_empty", "xpu", "_get_name"}
    | {"register_load_state_dict_post_hook", "register_state_dict_pre_hook", "dump_patches", "T_destination"}
    | {"call_super_init", "_modules", "_parameters", "_buffers", "_version", "_apply"}
)


def module_class(machine: Machine) -> Class:
    """``nn.Module``, for classes of the unit's that extend it."""
    found = Class("Module", [], None)
    # What else it has is not there.
    found.is_partial, found.lacking = True, _LACKING
    found.abstract = Layer

    def begin(instance: Instance) -> None:
        machine.array(0, OWN_MODULE, 0.0)
        instance.attributes[OF_MODULE] = Storage(MODULE_BYTES)
        instance.attributes[_TRAINING] = True

    def call(instance: Instance, *args: Any, **kwargs: Any) -> Any:
        machine.array(0, OWN_MODULE_CALL, 0.0)
        forward = instance.of.find("forward")
        if not callable(forward):
            raise NotImplementedError("forward")
        return forward(instance, *args, **kwargs)

    def keep(instance: Instance, name: Any, value: Any, persistent: bool = True) -> None:
        instance.attributes[str(name)] = value

    found.attributes = {
        "__init__": Guarded(begin),
        "__call__": Guarded(call),
        "register_buffer": Guarded(keep),
        "add_module": Guarded(keep),
        "register_module": Guarded(keep),
        "register_parameter": Guarded(keep),
        **{name: Guarded(forgiving(partial(method, machine), name)) for name, method in METHODS.items()},
    }
    return found
