"""The configurations of a kernel, the most promising first."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from perfcast.triton.errors import KernelError
from perfcast.triton.finding.kernels import Kernel
from perfcast.triton.finding.plans import LaunchPlan
from perfcast.triton.gpus.devices import Device
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.ranking.learned import scorer_for
from perfcast.triton.ranking.scoring import Scored, Scorer

#: Values tried for a constexpr parameter that nothing gives, by what its name says of it.
_BLOCKS_OF_PRODUCTS: Final = (32, 64, 128, 256)
_INNER_BLOCKS: Final = (32, 64, 128)
_BLOCKS: Final = (256, 512, 1024, 2048, 4096)
_GROUPS: Final = (1, 8)
_WARPS: Final = (2, 4, 8)
_STAGES: Final = (2, 3, 4)
_MOST: Final = 4096


@dataclass(frozen=True)
class Ranking:
    """What `rank` found.

    Attributes:
        ranked: those that can run, the best first.
        left_out: those that cannot run on the device, or of which nothing can be told; each says why.
        about: what the scores are.
        is_forecast: whether these are forecasts of times.
        own: whether the configurations are the file's; else they are a default grid.
    """

    ranked: tuple[Scored, ...]
    left_out: tuple[Scored, ...]
    about: str
    is_forecast: bool
    own: bool


def rank(plan: LaunchPlan, device: Device, scorer: Scorer | None = None) -> Ranking:
    """The kernel's configurations in the order of their scores.

    Args:
        scorer: gives the scores; without one `scorer_for` chooses it.

    Raises:
        KernelError: a constexpr parameter has no value, or nothing can be told of any configuration.
    """
    chosen = scorer or scorer_for(device)
    configs, own = candidates(plan)
    scores = chosen.score(plan.kernel, plan.launches(configs), device)
    scored = [replace(one, config=config) for one, config in zip(scores, configs, strict=True)]
    ranked = sorted((one for one in scored if math.isfinite(one.score)), key=lambda one: one.score)
    left_out = tuple(one for one in scored if not math.isfinite(one.score))
    if not ranked:
        reasons = dict.fromkeys(one.reason or one.invalid or "" for one in left_out)
        raise KernelError(f"{plan.kernel.name}: no configuration can be ranked: {'; '.join(list(reasons)[:3])}")
    return Ranking(tuple(ranked), left_out, chosen.about, chosen.is_forecast, own)


def candidates(plan: LaunchPlan) -> tuple[list[Config], bool]:
    """The configurations to choose from, and whether they are those of the file.

    Raises:
        KernelError: the file's cannot be told without running it.
    """
    kernel = plan.kernel
    if kernel.configs is None:
        raise KernelError(
            f"{kernel.name}: the configurations of @triton.autotune cannot be told without running the file"
        )
    if kernel.configs:
        return list(kernel.configs), True
    return default_grid(kernel, plan.missing()), False


def default_grid(kernel: Kernel, names: Sequence[str]) -> list[Config]:
    """Usual values for these constexpr parameters, each with each, and warps and stages; at most 4,096.

    Raises:
        KernelError: a parameter whose name does not say that it is a block's length or a group.
    """
    products = any(name.upper().endswith(("_M", "_N", "_K")) or name.upper() in {"BM", "BN", "BK"} for name in names)
    values = [_usual(kernel, name, products=products) for name in names]
    # Where all blocks are given, the launch alone says whether there is something to copy ahead.
    stages = _STAGES if products or (not names and kernel.multiplies_matrices) else (2,)
    found = [
        Config.of(dict(zip(names, chosen, strict=True)), {"num_warps": warps, "num_stages": stage})
        for *chosen, warps, stage in itertools.product(*values, _WARPS, stages)
    ]
    return found[:_MOST]


def _usual(kernel: Kernel, name: str, *, products: bool) -> tuple[int, ...]:
    upper = name.upper()
    if "GROUP" in upper:
        return _GROUPS
    if "BLOCK" in upper or "TILE" in upper or upper in {"BM", "BN", "BK"}:
        return _BLOCKS if not products else _INNER_BLOCKS if upper.endswith("K") else _BLOCKS_OF_PRODUCTS
    raise KernelError(
        f"{kernel.name}: the constexpr {name} has no value; give it as {name}=..., in a configuration or in a"
        " '# perfcast:' comment"
    )
