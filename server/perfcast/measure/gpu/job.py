"""What is asked of the process that launches kernels, and what it tells of its GPU."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

#: What a measurement may hold: seconds, registers and spilled ones a thread, bytes a block.
METRICS: Final = frozenset({"gpu_time", "registers", "spills", "shared_memory"})


@dataclass(frozen=True)
class Gpu:
    """The GPU that launches run on.

    Attributes:
        name: as its driver says it.
        architecture: as the compiler calls it, such as 'sm_90'.
    """

    name: str
    architecture: str


@dataclass(frozen=True)
class LaunchJob:
    """One launch of a kernel.

    Attributes:
        source: a whole module's text; it is executed once, under a name that is not ``__main__``.
        name: of the kernel in it: ``kernel``, ``Class.kernel``.
        tensors: of the pointer parameters: torch's name of the elements' type, and the shape.
        values: of all other parameters that are passed: numbers, texts and None.
        grid: programs an axis.
        options: ``num_warps`` and the like.
    """

    source: str
    name: str
    tensors: Mapping[str, tuple[str, tuple[int, ...]]]
    values: Mapping[str, int | float | bool | str | None]
    grid: tuple[int, ...]
    options: Mapping[str, int]

    @classmethod
    def decoded(cls, message: Mapping[str, Any]) -> Self:
        """From its fields as JSON has them."""
        tensors = {name: (dtype, tuple(shape)) for name, (dtype, shape) in message["tensors"].items()}
        return cls(**{**message, "tensors": tensors, "grid": tuple(message["grid"])})
