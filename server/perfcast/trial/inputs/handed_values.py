"""Values of libraries that a call is given: functions, files, networks, pictures, sparse matrices."""

from __future__ import annotations

import builtins
import datetime
import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.inputs.known_classes import KnownClasses
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.syntax_prices import COROUTINE_MADE
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Parameter
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.libraries.numpy.library import MODULES as ARRAY_MODULES
from perfcast.trial.libraries.pillow.images import Picture, picture_of
from perfcast.trial.libraries.scipy.sparse.values import Sparse, in_form
from perfcast.trial.libraries.torch.dtypes import CPU, FLOAT32
from perfcast.trial.libraries.torch.layers import members as layer_members
from perfcast.trial.libraries.torch.modules import parameters_of
from perfcast.trial.libraries.torch.optimizers import members as optimizer_members
from perfcast.trial.stdlib.concurrency.coroutines import at_once
from perfcast.trial.stdlib.formats.io_and_csv import ByteBuffer, TextBuffer
from perfcast.trial.stdlib.numbers import random_numbers
from perfcast.trial.stdlib.numbers.zones import Zone
from perfcast.trial.stdlib.regular_expressions import expressions as regular
from perfcast.trial.stdlib.system import argparse_options
from perfcast.trial.stdlib.system.loggers import logging
from perfcast.workload.language.workload import (
    ASYNC_CALLABLE,
    BINARY_FILE,
    CALLABLE,
    DEVICE,
    ELEMENT_TYPE,
    LEGACY_GENERATOR,
    LOSS,
    MATCH,
    NETWORK,
    NETWORK_WIDTH,
    NUMPY_GENERATOR,
    PATTERN,
    PYTHON_GENERATOR,
)
from perfcast.workload.values.errors import BuildError
from perfcast.workload.values.handed import FAILURE, FILE, FINDING, FOUND, WORDS, first_awaited, first_given
from perfcast.workload.values.sparse_matrices import Rows
from perfcast.workload.values.standard_library import MODULES, Given

#: Nanoseconds of calling a function that is made up.
_GIVEN_BACK: Final = 80.0
#: Of the standard library, for whom nothing else is of that name.
_OF_LIBRARIES: Final[dict[str, Callable[[Machine], Any]]] = {
    **dict.fromkeys(("Logger", "LoggerAdapter"), lambda machine: logging(machine)["root"]),
    "ArgumentParser": lambda machine: argparse_options.members(machine)["ArgumentParser"](),
    "slice": lambda _: slice(0, 10),
    **dict.fromkeys(("tzinfo", "timezone"), lambda _: datetime.UTC),
    "ZoneInfo": lambda _: Zone("UTC"),
}
#: What makes a generator of random numbers.
_GENERATORS: Final[dict[str, Callable[[Machine], Any]]] = {
    PYTHON_GENERATOR: lambda machine: random_numbers.members(machine)["Random"],
    NUMPY_GENERATOR: lambda machine: ARRAY_MODULES["numpy.random"](machine)["default_rng"],
    LEGACY_GENERATOR: lambda machine: ARRAY_MODULES["numpy.random"](machine)["RandomState"],
}


class HandedValues:
    """Makes them, of the libraries that the unit's module has imported where these are of some."""

    def __init__(self, machine: Machine, known: KnownClasses) -> None:
        self._machine, self._known = machine, known
        self._of_none = Class("object", [], None)

    def handed(self, name: str, text: str = FILE) -> Any:
        """A function, a file or the like, as outside of the closed world, see
        `perfcast.workload.values.makers.Makers`."""
        if name in {DEVICE, ELEMENT_TYPE}:
            return CPU if name == DEVICE else FLOAT32
        if name == CALLABLE:
            return _function(first_given, self._given_back)
        if name == ASYNC_CALLABLE:
            return _function(first_awaited, self._given_to_await)
        if name in {NETWORK, LOSS}:
            return self._network() if name == NETWORK else self._of_torch("nn", layer_members)["CrossEntropyLoss"]()
        if name in {MATCH, PATTERN}:
            library = regular.members(self._machine)
            return library["fullmatch"](FINDING, FOUND) if name == MATCH else library["compile"](WORDS)
        if name in _GENERATORS:
            made = _GENERATORS[name](self._machine)(0)
        else:
            made = ByteBuffer(self._machine, text.encode()) if name == BINARY_FILE else TextBuffer(self._machine, text)
        self._machine.outside.add(made)
        return made

    def _network(self) -> Any:
        """As `perfcast.workload.build` makes one, of the classes that the unit's module has imported, if any."""
        layers = self._of_torch("nn", layer_members)
        ends = [layers["Linear"](NETWORK_WIDTH, NETWORK_WIDTH) for _ in range(2)]
        made = layers["Sequential"](ends[0], layers["ReLU"](), ends[1])
        self._machine.outside.add(made)
        return made

    def optimiser(self, network: Any) -> Any:
        """One of the weights of such a network."""
        weights = parameters_of(self._machine, network)
        made = self._of_torch("optim", optimizer_members)["Adam"](list(weights.values()))
        self._machine.outside.add(made)
        return made

    def _of_torch(self, name: str, members: Callable[[Machine], Mapping[str, Any]]) -> Mapping[str, Any]:
        """What a module of PyTorch's holds: that which the unit's module has imported, if any."""
        modules = {value.name: value for value in self._known.names.values() if isinstance(value, Module)}
        imported = modules.get(f"torch.{name}") or modules.get("torch")
        if imported is not None and imported.name == "torch":
            imported = imported.get(name)
        return members(self._machine) if imported is None else imported.members

    def _given_back(self, *args: Any, **named: Any) -> Any:
        self._machine.pay(_GIVEN_BACK)
        return first_given(*args, **named)

    def _given_to_await(self, *args: Any, **named: Any) -> Any:
        self._machine.step(COROUTINE_MADE)
        return self._machine.made(at_once(partial(self._given_back, *args, **named)))

    def namespace(self, **attributes: Any) -> Instance:
        made = Instance(self._of_none)
        made.attributes = attributes
        return made

    def picture(self, pixels: Any) -> Picture:
        made = picture_of(self._machine, pixels)
        self._machine.outside.add(made)
        return made

    def sparse(self, name: str, shape: tuple[int, int], rows: Rows) -> Sparse:
        """A matrix of SciPy's, of the class of that name."""
        form, _, kind = name.partition("_")
        of_rows = Sparse(self._machine, "csr", shape, rows._asdict(), is_array=kind == "array")
        made = in_form(of_rows, form)
        self._machine.outside.add(made)
        return made

    def standard(self, name: str, given: Given) -> Any:
        """Of the standard library's type as the unit's module has it, or one that this has imported. Raises BuildError:
        there is none that can be called so."""
        modules = (value for value in self._known.names.values() if isinstance(value, Module))
        places = (self._known.names, *(module.members for module in modules))
        kind: Any = next((place[name] for place in places if name in place), None)
        if kind is None:
            # A class of another module takes one.
            kind = self._known.elsewhere(f"{MODULES[name]}.{name}")
        try:
            return kind(*given)
        except (Stop, Exception):
            raise BuildError(f"no value can be made for the type {name!r}") from None

    def of_library(self, name: str) -> Any:
        """A value of a class of the standard library, or an error; None of others."""
        if name in _OF_LIBRARIES:
            found = _OF_LIBRARIES[name](self._machine)
            self._machine.outside.add(found)
            return found
        error = getattr(builtins, name, None)
        is_error = isinstance(error, type) and issubclass(error, BaseException)
        return RuntimeError(FAILURE) if is_error else None


def _function(of: Callable[..., Any], run: Callable[..., Any]) -> Function:
    """One that is like another by what it is asked for, whatever its arguments."""
    made = Function(of.__name__, lambda _, args, kwargs: run(*args, **kwargs))
    said = inspect.signature(of).parameters.values()
    made.parameters = [Parameter(one.name, int(one.kind), is_annotated=True) for one in said]
    made.is_asynchronous = inspect.iscoroutinefunction(of)
    return made
