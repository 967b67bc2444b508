"""One configuration of a kernel: constexpr values and how it is launched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from perfcast.workload.language.workload import LAUNCH_OPTIONS, Literal

#: What Triton takes where nothing is said.
DEFAULT_WARPS: Final = 4
DEFAULT_STAGES: Final = 3


@dataclass(frozen=True)
class Config:
    """What ``triton.Config`` holds.

    Attributes:
        values: constexpr parameters and their values, in the order in which they are written.
        num_warps: warps of 32 threads a block.
        num_stages: depth of the software pipeline.
        num_ctas: blocks a cluster.
        maxnreg: most registers a thread; None for no limit.
    """

    values: tuple[tuple[str, Literal], ...] = ()
    num_warps: int = DEFAULT_WARPS
    num_stages: int = DEFAULT_STAGES
    num_ctas: int = 1
    maxnreg: int | None = None

    @classmethod
    def of(cls, values: Mapping[str, Literal], options: Mapping[str, int | None] | None = None) -> Config:
        """From constexpr values and the launch options that are given."""
        given = {name: value for name, value in (options or {}).items() if name in LAUNCH_OPTIONS and value is not None}
        return cls(
            tuple(values.items()),
            num_warps=given.get("num_warps", DEFAULT_WARPS),
            num_stages=given.get("num_stages", DEFAULT_STAGES),
            num_ctas=given.get("num_ctas", 1),
            maxnreg=given.get("maxnreg"),
        )

    @property
    def constants(self) -> dict[str, Literal]:
        return dict(self.values)

    def __str__(self) -> str:
        parts = [f"{name}={value}" for name, value in self.values]
        parts += [f"num_warps={self.num_warps}", f"num_stages={self.num_stages}"]
        parts += [f"num_ctas={self.num_ctas}"] if self.num_ctas != 1 else []
        parts += [f"maxnreg={self.maxnreg}"] if self.maxnreg is not None else []
        return ", ".join(parts)
