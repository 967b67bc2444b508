"""What names stand for while a file is followed: functions, kernels, and what nothing is known of."""

from __future__ import annotations

import ast
from collections.abc import Mapping
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
    drop_first: bool = False
    """The first parameter is given by the way it is called: ``ctx`` of an autograd function."""
    by_name: bool = False
    """It speaks of a launch's values by their names, rather than through its parameter."""


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
    """``kernel[grid]``."""

    kernel: JitKernel
    grid: object


@dataclass(frozen=True, eq=False)
class Met:
    """A launch that was met while the file was followed; values not known are `UNKNOWN`.

    Attributes:
        line: 1-based.
        grid: a tuple, a number, or the `Function` that gives it for the launch's values.
    """

    kernel: JitKernel
    line: int
    positional: tuple[object, ...]
    keywords: Mapping[str, object]
    grid: object
