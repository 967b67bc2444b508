"""One launch of a kernel with all its values, and the workload text that stands for it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from perfcast.triton.kernels.configurations import Config
from perfcast.workload.language.workload import CONSTEXPR, LAUNCH, Argument, Literal, TypeExpression, Workload

GRID: Final = "grid"

#: Bytes of one element.
DTYPE_BYTES: Final[Mapping[str, int]] = {
    **dict.fromkeys(("bool", "int8", "uint8", "float8_e4m3fn", "float8_e5m2"), 1),
    **dict.fromkeys(("int16", "uint16", "float16", "bfloat16"), 2),
    **dict.fromkeys(("int32", "uint32", "float32"), 4),
    **dict.fromkeys(("int64", "uint64", "float64", "complex64"), 8),
    "complex128": 16,
}


@dataclass(frozen=True)
class Tensor:
    """What a pointer of a kernel points to.

    Attributes:
        dtype: by torch's name.
        shape: lengths of its axes.
        steps: from one element of each axis to the next, in elements; None where it lies row by row.
    """

    dtype: str
    shape: tuple[int, ...]
    steps: tuple[int, ...] | None = None

    @property
    def elements(self) -> int:
        return math.prod(self.shape)

    @property
    def size(self) -> int:
        """In bytes."""
        return self.elements * DTYPE_BYTES[self.dtype]

    @property
    def strides(self) -> tuple[int, ...]:
        """In elements."""
        return row_by_row(self.shape) if self.steps is None else self.steps


def row_by_row(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of a contiguous tensor, in elements."""
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


@dataclass(frozen=True)
class Launch:
    """What one launch of a kernel is given.

    Attributes:
        tensors: of the pointer parameters.
        scalars: of the parameters that are numbers at run time; those whose value is not known are left out.
        config: constexpr values, warps and stages.
        grid: programs an axis; None where it is not known.
        optional: parameters that are passed None.
        guessed: tensors whose shape and type nobody told.
    """

    tensors: Mapping[str, Tensor] = field(default_factory=dict)
    scalars: Mapping[str, int | float | bool] = field(default_factory=dict)
    config: Config = field(default_factory=Config)
    grid: tuple[int, ...] | None = None
    optional: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()

    @property
    def programs(self) -> int | None:
        return None if self.grid is None else math.prod(self.grid)

    @classmethod
    def of(cls, workload: Workload) -> Launch:
        """The launch that a workload says; what is left out is as Triton has it by default.

        ``x: float32[64]; n: int = 64; BLOCK: constexpr = 32; grid: 2; num_warps: 4``. An argument whose type is
        neither an array's nor a number's is left out.
        """
        tensors: dict[str, Tensor] = {}
        scalars: dict[str, int | float | bool] = {}
        constants: dict[str, Literal] = {}
        options: dict[str, int] = {}
        grid: tuple[int, ...] | None = None
        optional: list[str] = []
        for argument in workload.arguments:
            name, value, kind = argument.name or "", argument.value, argument.type
            dtype = kind.name.removeprefix("torch.")
            if kind.name == LAUNCH:
                if name == GRID:
                    grid = kind.shape
                else:
                    options[name] = kind.shape[0]
            elif kind.name == CONSTEXPR:
                constants[name] = value
            elif kind.shape and dtype in DTYPE_BYTES:
                tensors[name] = Tensor(dtype, kind.shape)
            elif kind.name == "None":
                optional.append(name)
            elif argument.has_value and isinstance(value, int | float):
                scalars[name] = value
        return cls(tensors, scalars, Config.of(constants, options), grid, tuple(optional))

    def workload(self, order: tuple[str, ...] = ()) -> Workload:
        """The workload text of the launch, its parameters in `order`, the options of the launch last."""
        said: dict[str, Argument] = {}
        for name, tensor in self.tensors.items():
            said[name] = Argument(name, TypeExpression(tensor.dtype, shape=tensor.shape))
        for name, number in self.scalars.items():
            said[name] = Argument(name, TypeExpression(type(number).__name__), value=number, has_value=True)
        for name in self.optional:
            said[name] = Argument(name, TypeExpression("None"))
        for name, value in self.config.values:
            said[name] = Argument(name, TypeExpression(CONSTEXPR), value=value, has_value=True)
        names = [*(name for name in order if name in said), *(name for name in said if name not in order)]
        arguments = [said[name] for name in names]
        if self.grid is not None:
            arguments.append(option(GRID, self.grid))
        arguments.append(option("num_warps", (self.config.num_warps,)))
        arguments.append(option("num_stages", (self.config.num_stages,)))
        if self.config.num_ctas != 1:
            arguments.append(option("num_ctas", (self.config.num_ctas,)))
        if self.config.maxnreg is not None:
            arguments.append(option("maxnreg", (self.config.maxnreg,)))
        return Workload(tuple(arguments))


def option(name: str, sizes: tuple[int, ...]) -> Argument:
    """An option of a launch, as a workload says it."""
    return Argument(name, TypeExpression(LAUNCH, shape=sizes))
