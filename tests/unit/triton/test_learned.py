"""Configurations ordered by forecast times."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from perfcast.triton import DEVICES, Config, KernelFile, LaunchPlan, PacedScorer, Scored, plan
from perfcast.triton.ranking.learned import LearnedScorer, scorer_for
from tests.unit.triton.sources import MATMUL


@pytest.fixture(scope="module")
def planned() -> LaunchPlan:
    file = KernelFile.parse(MATMUL)
    return plan(file, file.kernel("matmul"), sizes={"M": 4096, "N": 4096, "K": 4096})


def scored(planned: LaunchPlan, device: str, configs: list[Config] | None = None) -> list[Scored]:
    launches = planned.launches(configs or list(planned.kernel.configs or ()))
    return scorer_for(DEVICES[device]).score(planned.kernel, launches, DEVICES[device])


@pytest.mark.parametrize("device", ["H100", "H200"])
def test_times_are_forecasts_on_devices_that_launches_were_measured_on(planned: LaunchPlan, device: str) -> None:
    scorer = scorer_for(DEVICES[device])
    assert isinstance(scorer, LearnedScorer) and scorer.is_forecast
    for one in scored(planned, device):
        assert one.bound is not None and one.bound.seconds <= one.score < 1.0


def test_elsewhere_they_are_estimates(planned: LaunchPlan) -> None:
    assert isinstance(scorer_for(DEVICES["L40S"]), PacedScorer)
    assert scorer_for(DEVICES["L40S"]) is scorer_for(DEVICES["B200"])
    # One of that name and other figures was not measured.
    assert isinstance(scorer_for(replace(DEVICES["H200"], sms=66)), PacedScorer)


def test_what_cannot_run_has_no_time_and_says_why(planned: LaunchPlan) -> None:
    impossible = Config.of({"BLOCK_M": 256, "BLOCK_N": 256, "BLOCK_K": 128, "GROUP_M": 8}, {"num_stages": 5})
    possible = (planned.kernel.configs or ())[0]
    first, second = scored(planned, "H200", [impossible, possible])
    assert first.score == float("inf") and "of shared memory a block" in (first.invalid or "")
    assert second.invalid is None and second.score < 1e-2


def test_more_work_takes_longer() -> None:
    file = KernelFile.parse(MATMUL)
    times = []
    for size in (512, 2048, 8192):
        sizes = dict.fromkeys("MNK", size)
        one = plan(file, file.kernel("matmul"), sizes=sizes)
        times.append(min(found.score for found in scored(one, "H200")))
    assert all(smaller < larger for smaller, larger in pairwise(times))
