"""A kernel of the corpus before it is compiled or run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from perfcast.triton import Config


@dataclass(frozen=True)
class Case:
    """What a kernel is called with.

    Attributes:
        sizes: by the names that the kernel's `inputs` use.
        dtype: of its floating point inputs (of all, where they are integers), by torch's name.
    """

    sizes: tuple[tuple[str, int], ...]
    dtype: str


@dataclass(frozen=True)
class KernelProgram:
    """A module with one kernel that counts, and what is needed to launch it and to check it.

    Attributes:
        key: unique in the corpus, stable between builds.
        origin: ``own``, ``inductor`` or ``tritonbench``.
        family: what the kernel does, by its template; splits are by this. Of Inductor's it is told when all are known.
        source: the whole module: kernel, helpers and a wrapper that allocates and launches.
        unit: name of the kernel in `source`.
        entry: name of the wrapper, a function or ``Class.apply`` of an autograd function.
        inputs: statements that bind the wrapper's parameters; they see the sizes of a case, ``dtype``, ``device``,
            ``torch``, ``randn``, ``rand`` and ``randint``.
        reference: statements that return what the wrapper shall return, computed by PyTorch; they see the wrapper's
            parameters and, as ``got``, what it returned. Empty where nobody says what is right.
        cases: workloads.
        configs: constexpr values and launch options to try.
        licence: SPDX identifier of the source.
    """

    key: str
    origin: str
    family: str
    source: str
    unit: str
    entry: str
    inputs: str
    reference: str
    cases: tuple[Case, ...]
    configs: tuple[Config, ...]
    licence: str

    @property
    def source_sha256(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()

    def described(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return asdict(self)

    @classmethod
    def of(cls, described: Mapping[str, Any]) -> KernelProgram:
        """From what `described` gave, after JSON or not."""
        cases = tuple(Case(_pairs(case["sizes"]), case["dtype"]) for case in described["cases"])
        configs = tuple(Config(**{**config, "values": _pairs(config["values"])}) for config in described["configs"])
        return cls(**{**described, "cases": cases, "configs": configs})


def _pairs(values: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(tuple(pair) for pair in values)
