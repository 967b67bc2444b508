"""What PyTorch's functions are paid for, against what they were measured to on the corpus' machine: 2.13, one core."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

SMALL, LARGE = "[64, 256]", "[1024, 512]"


def _time(code: str, workload: str) -> float:
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    text = f"def run({names}):\n    return {code}\n\nimport torch\nimport torch.nn.functional as F"
    return float(2 ** dict(zip(NAMES, Trials(text).estimate(parsed), strict=True))["trial_time"])


@pytest.mark.parametrize(
    ("code", "small", "large"),
    [
        ("torch.tanh(x)", 42_700, 1_310_000),
        ("torch.exp(x)", 14_700, 429_000),
        ("torch.log(u)", 17_800, 526_000),
        ("torch.sin(x)", 21_600, 640_000),
        ("torch.sigmoid(x)", 7_760, 210_000),
        ("x.var(dim=1)", 105_000, 2_940_000),
        ("x.std()", 18_900, 460_000),
        ("x.unique()", 1_120_000, 48_700_000),
        ("F.elu(x)", 23_800, 705_000),
        ("F.layer_norm(x, (x.shape[-1],))", 13_600, 309_000),
        ("F.binary_cross_entropy_with_logits(x, u)", 37_000, 1_010_000),
        ("F.binary_cross_entropy(u, u)", 202_000, 8_050_000),
        ("torch.logsumexp(x, dim=1)", 27_100, 573_000),
        ("x.index_select(0, t)", 3_450, 64_800),
        ("x[t]", 12_200, 305_000),
        ("x + u", 4_280, 69_300),
    ],
)
def test_calls_take_what_they_were_measured_to(code: str, small: float, large: float) -> None:
    for shape, measured in ((SMALL, small), (LARGE, large)):
        numbers = f"x: torch.float32{shape} in -3..3; u: torch.float32{shape} in 0.01..0.99"
        places = f"t: torch.int64[{64 if shape == SMALL else 1024}] in 0..63"
        assert measured / 2.1 < _time(code, f"{numbers}; {places}") < measured * 2.1


def test_products_take_as_long_for_each_step() -> None:
    for rows, columns, measured in ((32, 256, 49_000), (256, 256, 332_000), (1024, 1024, 23_800_000)):
        workload = f"x: torch.float32[{rows}, {columns}]; w: torch.float32[{columns}, {columns}]"
        assert measured / 1.6 < _time("x @ w", workload) < measured * 1.6


@pytest.mark.parametrize(("kind", "measured"), [("SGD", 36_000), ("Adam", 216_000), ("RMSprop", 168_000)])
def test_steps_of_optimisers(kind: str, measured: float) -> None:
    text = f"""
def run(w):
    weights = [torch.nn.Parameter(w.clone()) for _ in range(2)]
    steps = torch.optim.{kind}(weights, lr=0.1)
    for one in weights:
        one.grad = w
    for _ in range(20):
        steps.step()

import torch
"""
    taken = {}
    for times in ("", "    for _ in range(20):\n        steps.step()\n"):
        trials = Trials(text.replace("\nimport torch", f"{times}\nimport torch", 1))
        found = dict(zip(NAMES, trials.estimate(parse("w: torch.float32[65536]")), strict=True))
        assert not trials.error
        taken[bool(times)] = 2 ** found["trial_time"]
    assert (taken[True] - taken[False]) / 20 == pytest.approx(measured, rel=0.5)
