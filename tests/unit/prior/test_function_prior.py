"""Guesses at calls that cost more than any that was measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from perfcast.prior.functions import FunctionPrior
from perfcast.prior.reach import ESTIMATED, RUN, RUN_THERE
from perfcast.rlm import bundle
from perfcast.source.locations.place import NOWHERE, Place
from perfcast.workload import Workload, parse

NETWORK = """
class Net(nn.Module):
    def {method}
    def __init__(self, config: NetConfig):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(config.width, config.width) for _ in range(12)])

from dataclasses import dataclass
import torch.nn as nn

@dataclass
class NetConfig:
    width: int = 4096
"""


@pytest.fixture(scope="module")
def prior() -> Iterator[FunctionPrior]:
    found = FunctionPrior(bundle.PACKAGED)
    yield found
    # Others look for processes that are left behind.
    found.trials._processes.close()


def test_what_cannot_be_shrunk_is_told_by_its_trial_run(prior: FunctionPrior) -> None:
    text = NETWORK.replace("    def {method}\n", "")
    reached = prior.within_reach(prior.read(text, NOWHERE), [parse("config: NetConfig")])
    memory, time = (reached.guesses * 2.0**reached.beyond)[0]
    assert memory == pytest.approx(12 * 4096 * 4097 * 4, rel=0.05)
    assert 0.5 < time < 10
    # Of that the model is asked about no more than was ever measured.
    assert reached.guesses[0, 0] <= 2**27
    assert str(reached.workloads[0]) == "config: NetConfig"


def test_what_fits_no_smaller_input_is_told_by_its_trial_run_too(prior: FunctionPrior) -> None:
    method = "forward(self, x):\n        for layer in self.layers:\n            x = layer(x)\n        return x"
    source = prior.read(NETWORK.format(method=method), NOWHERE)
    reached = prior.within_reach(source, [parse("x: torch.float32[4096, 4096]"), parse("x: torch.float32[2, 4096]")])
    memory = (reached.guesses * 2.0**reached.beyond)[:, 0]
    # Autograd keeps what each layer was given; one product more is there at the end.
    assert memory[0] == pytest.approx(12 * 4096 * 4096 * 4, rel=0.15)
    assert memory[1] == pytest.approx(12 * 2 * 4096 * 4, rel=0.25)


def test_what_can_be_shrunk_is_asked_about_less(prior: FunctionPrior) -> None:
    source = prior.read("def f(xs):\n    return [x + 1000 for x in xs]", NOWHERE)
    reached = prior.within_reach(source, [parse("xs: list[int] * 1e9")])
    assert reached.workloads[0].arguments[0].count < 10**8
    assert np.all(reached.beyond > 3)


@pytest.mark.parametrize(("size", "most"), [("1e7", 2), ("1e10", 5)])
def test_no_more_is_tried_than_the_first_that_will_do(
    prior: FunctionPrior, monkeypatch: pytest.MonkeyPatch, size: str, most: int
) -> None:
    asked: list[str] = []
    estimate = prior.trials._processes.estimate

    def noted(text: str, workloads: Sequence[Workload], place: Place) -> list[list[float]]:
        asked.extend(map(str, workloads))
        return estimate(text, workloads, place)

    monkeypatch.setattr(prior.trials._processes, "estimate", noted)
    source = prior.read("def f(xs):\n    return [x + 1000 for x in xs]", NOWHERE)
    reached = prior.within_reach(source, [parse(f"xs: list[int] * {size}")])
    assert asked[-1] == str(reached.workloads[0])
    assert 2 <= len(asked) <= most


def test_what_a_guess_rests_on(prior: FunctionPrior, tmp_path: Path) -> None:
    text, workload = "def f(xs):\n    return xs[0] + xs[-1]", parse("xs: list[int] * 50")
    (tmp_path / "own.py").write_text(text)
    asked = ((text, NOWHERE), (text, Place.of(tmp_path / "own.py")), ("def f(xs):\n    return xs.lost", NOWHERE))
    bases = [prior.within_reach(prior.read(*one), [workload]).bases for one in asked]
    assert bases == [[RUN], [RUN_THERE], [ESTIMATED]]


def test_guesses_that_rest_on_less_are_doubted_more(prior: FunctionPrior) -> None:
    asked = ("def f(xs):\n    return [None] * len(xs)", "def f(xs):\n    return xs.lost")
    exact, estimated = (
        prior.within_reach(prior.read(text, NOWHERE), [parse("xs: list[int] * 500")]).doubts[0] for text in asked
    )
    assert 0 < exact[0] < 0.1
    assert (estimated > 3 * exact).all()


def test_nobody_knows_how_far_off_guesses_are_of_what_was_never_measured(prior: FunctionPrior) -> None:
    source = prior.read(NETWORK.format(method="forward(self, x):\n        return self.layers[0](x)"), NOWHERE)
    assert np.isnan(prior.within_reach(source, [parse("x: torch.float32[4096, 4096]")]).doubts).all()
