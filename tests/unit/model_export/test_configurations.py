"""How the choice among a kernel's configurations is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from model_export.evaluation.configurations import ESTIMATE, RANDOM, choices
from model_export.evaluation.report import MODEL
from perfcast.source import SourceFile
from perfcast.triton import Device, Kernel, Launch, Scored
from perfcast.triton.ranking.scoring import PacedScorer
from tests.unit.triton.sources import ADD


class ByBlock(PacedScorer):
    """Takes the configurations with the largest blocks for the fastest."""

    def score(self, kernel: Kernel, launches: Sequence[Launch], device: Device) -> list[Scored]:
        scored = super().score(kernel, launches, device)
        return [replace(one, score=1.0 / float(str(one.config.constants["BLOCK"]))) for one in scored]


def record(block: int, seconds: float, elements: int = 4096) -> dict[str, Any]:
    tensors = "; ".join(f"{name}: float32[{elements}]" for name in ("x_ptr", "y_ptr", "out_ptr"))
    grid = -(-elements // block)
    workload = f"{tensors}; n_elements: int = {elements}; BLOCK: constexpr = {block}; grid: {grid}; num_warps: 4"
    return {"program": "add", "device": "H200", "workload": workload, "gpu_time": seconds}


@pytest.fixture
def texts() -> dict[str, str]:
    file = SourceFile.parse(ADD)
    return {"add": file.normal_form(next(unit for unit in file.units if unit.kind == "kernel"))}


def test_regret_is_of_the_fastest_among_the_first_tenth(texts: dict[str, str]) -> None:
    blocks = [2**power for power in range(3, 13)]
    rows = [record(block, 1e-5 * (1 + place)) for place, block in enumerate(reversed(blocks))]
    found = choices(rows, texts, ByBlock())
    assert found[MODEL] == {"choices": 1, "rho": pytest.approx(1.0), "median": 1.0, "mean": 1.0, "p90": 1.0}
    # One of ten, each as likely: the mean of 1 to 10.
    assert found[RANDOM]["median"] == pytest.approx(5.5)
    assert found[RANDOM]["rho"] == 0.0
    assert found[ESTIMATE]["choices"] == 1
    worst = choices([record(block, 1e-5 * (1 + place)) for place, block in enumerate(blocks)], texts, ByBlock())
    assert worst[MODEL]["median"] == pytest.approx(10.0) and worst[MODEL]["rho"] == pytest.approx(-1.0)


def test_a_choice_is_among_eight_or_more_at_one_workload(texts: dict[str, str]) -> None:
    few = [record(2**power, 1e-5) for power in range(3, 10)]
    assert choices(few, texts, ByBlock()) == {}
    assert choices([*few, record(1024, 1e-5, elements=8192)], texts, ByBlock()) == {}
