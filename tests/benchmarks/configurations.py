"""Configurations of a Triton kernel, a matrix product, that are ranked in a second on one core."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from perfcast.triton import DEVICES, Config, KernelFile, PacedScorer, Scorer, plan
from perfcast.triton.ranking.learned import LearnedScorer
from tests.benchmarks.bench import Bench, seconds
from tests.benchmarks.rows import Row
from tests.unit.triton.sources import MATMUL

_SIZES = {"M": 4096, "N": 4096, "K": 4096}
_TILES = ((32, 64, 128, 256), (32, 64, 128, 256), (32, 64, 128))
_WARPS = (2, 4, 8)
_STAGES = (2, 3, 4, 5)


def measure(bench: Bench) -> Iterator[Row]:
    """By forecasts, tiles that are met for the first time and such as are known; by estimates for another device."""
    file = KernelFile.parse(MATMUL)
    planned = plan(file, file.kernel("matmul"), sizes=_SIZES)
    configs = [
        Config.of({"BLOCK_M": m, "BLOCK_N": n, "BLOCK_K": k}, {"num_warps": warps, "num_stages": stages})
        for m, n, k, warps, stages in product(*_TILES, _WARPS, _STAGES)
    ]
    configs = configs[: bench.count(len(configs), 24)]
    size = f"{len(configs)} of {len({config.values for config in configs})} tiles"
    repeats = bench.count(9)

    def rates(device: str, *scorers: Scorer) -> list[float]:
        """Of each repeat; the first of the scorers warms up, the last one is asked as often as is left."""
        waiting = iter(scorers)
        last = scorers[-1]
        times = seconds(
            lambda: next(waiting, last).score(planned.kernel, planned.launches(configs), DEVICES[device]), repeats
        )
        return [len(configs) / one for one in times]

    anew = rates("H200", *(LearnedScorer(bench.bundle) for _ in range(repeats + 1)))
    yield Row.of(f"{size}, by forecasts", "configurations/s", anew, 5_000, at_least=True)
    known = rates("H200", LearnedScorer(bench.bundle))
    yield Row.of(f"{size}, by forecasts, tiles that are known", "configurations/s", known)
    estimated = rates("L40S", *(PacedScorer() for _ in range(repeats + 1)))
    yield Row.of(f"{size}, by estimates", "configurations/s", estimated)
