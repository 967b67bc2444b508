"""What names stand for while a file is followed: functions, kernels, and what nothing is known of."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from perfcast.source import FunctionNode
from perfcast.triton.kernels.configurations import Config


class Unknown:
    """A value that cannot be told without running the code."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the file or a lambda, with what the names around it stand for."""

    node: FunctionNode | ast.Lambda
    surroundings: Mapping[str, object] = field(repr=False)
    by_name: bool = False
    """It speaks of a launch's values by their names, rather than through its parameter."""


@dataclass(frozen=True, eq=False)
class Partial:
    """``functools.partial(...)`` of a function of the file, or of torch's.

    Attributes:
        named: what the function's name means, as ``torch.randn``.
        function: None for one of torch's.
    """

    named: str
    function: Function | None
    values: tuple[object, ...]
    keywords: Mapping[str, object]


@dataclass(frozen=True, eq=False)
class Class:
    """A class of the file.

    Attributes:
        names: what its body, and those of its bases in the file, bind.
        fields: names with an annotation, in order, where it is a dataclass or a named tuple; else None.
    """

    names: Mapping[str, object] = field(repr=False)
    fields: tuple[str, ...] | None = None


@dataclass(frozen=True, eq=False)
class Instance:
    """An instance of a class of the file, or one of torch's layers.

    Attributes:
        of: its class; for a layer the name of torch's class, as 'Linear'.
        kept: its attributes, as far as they can be told.
    """

    of: Class | str
    kept: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Applied:
    """``F.apply`` of a ``torch.autograd.Function``.

    Attributes:
        methods: of the class, by name.
    """

    methods: Mapping[str, object]


@dataclass(frozen=True, eq=False)
class Context:
    """The ``ctx`` of one call of a ``torch.autograd.Function``: what its forward pass keeps for the backward pass."""

    kept: dict[str, object] = field(default_factory=dict)

    def call(self, method: str, values: Sequence[object]) -> None:
        if method == "save_for_backward":
            self.kept["saved_tensors"] = tuple(values)


@dataclass(frozen=True, eq=False)
class Tuned:
    """What ``@triton.autotune`` says.

    Attributes:
        configs: None where the list cannot be told without running the file.
        key: the parameters whose change starts the search anew.
    """

    configs: tuple[Config, ...] | None
    key: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class JitKernel:
    """A ``@triton.jit`` function as it stands in the file.

    Attributes:
        node: its definition.
        tuned: None without ``@triton.autotune``.
        heuristics: constexpr parameters, and the function of the arguments that gives each.
    """

    node: FunctionNode
    tuned: Tuned | None = None
    heuristics: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Gridded:
    """``kernel[grid]``, of a kernel or of one that was compiled before."""

    kernel: JitKernel | Compiled
    grid: object


@dataclass(frozen=True, eq=False)
class Met:
    """A launch that was met while the file was followed; values not known are `UNKNOWN`.

    Attributes:
        line: 1-based.
        grid: a tuple, a number, or the `Function` that gives it for the launch's values.
        complete: whether there are no arguments beside these.
    """

    kernel: JitKernel
    line: int
    positional: tuple[object, ...]
    keywords: Mapping[str, object]
    grid: object
    complete: bool


@dataclass(frozen=True, eq=False)
class Compiled:
    """What ``kernel.warmup(...)`` gives: launched, it has the constants and options that it was compiled with.

    Attributes:
        met: the arguments that it was compiled for; no launch.
    """

    met: Met
