"""Rankings as plain data, for JSON."""

from __future__ import annotations

from typing import Any

from perfcast.triton.finding.plans import LaunchPlan
from perfcast.triton.kernels.configurations import Config
from perfcast.triton.ranking.ranked import Ranking
from perfcast.triton.ranking.scoring import Scored


def ranking_payload(plan: LaunchPlan, ranking: Ranking, device: str, top: int) -> dict[str, Any]:
    """The `top` best configurations and all that were left out; times in seconds, sizes in bytes.

    ``estimate`` is what they are ordered by: a forecast where ``is_forecast`` says so.
    """
    order = tuple(plan.kernel.roles)
    return {
        "kernel": plan.kernel.name,
        "line": plan.kernel.unit.line,
        "device": device,
        "origin": plan.origin,
        "guessed": list(plan.guessed),
        "about": ranking.about,
        "is_forecast": ranking.is_forecast,
        "configurations": "file" if ranking.own else "default",
        "count": len(ranking.ranked) + len(ranking.left_out),
        "ranked": [_scored(one, order) for one in ranking.ranked[:top]],
        "left_out": [
            {**_config(one.config), "reason": one.invalid or one.reason or "nothing can be told"}
            for one in ranking.left_out
        ],
    }


def _config(config: Config) -> dict[str, Any]:
    options = {"num_warps": config.num_warps, "num_stages": config.num_stages, "num_ctas": config.num_ctas}
    return {"values": config.constants, **options, "maxnreg": config.maxnreg}


def _scored(one: Scored, order: tuple[str, ...]) -> dict[str, Any]:
    assert one.launch is not None and one.bound is not None and one.resources is not None and one.occupancy is not None
    counts = one.counts
    return {
        **_config(one.config),
        "workload": str(one.launch.workload(order)),
        "estimate": one.score,
        "roofline_bound": {
            "seconds": one.bound.seconds,
            "limited_by": one.bound.limited_by,
            "bytes": one.bound.bytes,
            "operations": one.bound.operations,
        },
        "shared_memory": one.resources.shared_memory,
        "registers_estimate": one.resources.registers,
        "spills_estimate": one.resources.spills,
        "occupancy": {
            "blocks": one.occupancy.blocks,
            "warps": one.occupancy.warps,
            "share": one.occupancy.share,
            "limited_by": one.occupancy.limited_by,
        },
        "notes": list(counts.notes) if counts is not None else [],
    }
