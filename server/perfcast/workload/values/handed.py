"""What a unit is handed that is no data: functions, files, patterns, networks."""

from __future__ import annotations

import importlib
import io
import random
import re
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

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
from perfcast.workload.values.errors import imported

#: What was found, by which pattern; and what is looked for.
FOUND: Final = "123456789"
FINDING: Final = r"(\d)" * len(FOUND)
WORDS: Final = r"\w+"
#: What files hold.
FILE: Final = "".join(f"line {number} of a file\n" for number in range(100))
#: What an error says that is made up.
FAILURE: Final = "failed"
#: Generators of random numbers, the same ones each time.
_GENERATORS: Final[dict[str, Callable[[int], Any]]] = {
    PYTHON_GENERATOR: random.Random,
    NUMPY_GENERATOR: np.random.default_rng,
    LEGACY_GENERATOR: np.random.RandomState,
}


def first_given(*args: Any, **_: Any) -> Any:
    """What a parameter is that is called: it gives back what it is given."""
    return args[0] if args else None


async def first_awaited(*args: Any, **_: Any) -> Any:
    """The same where that is awaited."""
    return first_given(*args)


def default_handed(name: str, text: str = FILE) -> Any:
    """A function, a file of a text, what regular expressions are and find, what random numbers are drawn from, or what
    PyTorch is told of tensors."""
    if name in {CALLABLE, ASYNC_CALLABLE}:
        return first_given if name == CALLABLE else first_awaited
    if name in {DEVICE, ELEMENT_TYPE}:
        torch = importlib.import_module("torch")
        return torch.device("cpu") if name == DEVICE else torch.float32
    if name == NETWORK:
        layers, width = importlib.import_module("torch.nn"), NETWORK_WIDTH
        return layers.Sequential(layers.Linear(width, width), layers.ReLU(), layers.Linear(width, width))
    if name == LOSS:
        return importlib.import_module("torch.nn").CrossEntropyLoss()
    if name in _GENERATORS:
        return _GENERATORS[name](0)
    return _told_of_texts(name, text)


def _told_of_texts(name: str, text: str) -> Any:
    """A file of a text, or what regular expressions are and find."""
    if name in {MATCH, PATTERN}:
        return re.fullmatch(FINDING, FOUND) if name == MATCH else re.compile(WORDS)
    return io.BytesIO(text.encode()) if name == BINARY_FILE else io.StringIO(text)


def default_optimiser(network: Any) -> Any:
    """One of PyTorch's, of a network's weights."""
    return importlib.import_module("torch.optim").Adam(network.parameters())


def default_picture(pixels: npt.NDArray[np.uint8]) -> Any:
    """One of Pillow's. Raises BuildError where there is no Pillow."""
    return imported("PIL.Image").fromarray(pixels)
