"""Loops whose turns are alike cost what they cost where all turns are run, though few are."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.live_tensor_bytes import Live
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.syntax.repeated_iterations import counted, cut_short, some
from perfcast.workload import parse

TRAINING = """\
def train():
    model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(TensorDataset(torch.randn(640, 32), torch.randint(0, 10, (640,))), batch_size=32)
    losses = []
    for _ in range(EPOCHS):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
"""


def begun(limit: float = 1e4) -> Machine:
    machine = Machine()
    machine.begin(limit, ())
    return machine


def gone_through(machine: Machine, elements: range, price: float = 100.0) -> list[int]:
    found = []
    for element in some(machine, elements):
        machine.pay(price)
        found.append(element)
    return found


def test_the_turns_between_are_paid_for_as_the_one_before_them():
    machine = begun()
    with cut_short():
        assert gone_through(machine, range(1_000)) == [0, 1, 999]
    assert machine.counts.native == pytest.approx(100_000.0)
    assert machine.spent == 300.0, "what is left out takes no time"


def test_all_turns_are_run_where_that_takes_little_or_nobody_asked_for_less():
    with cut_short():
        assert len(gone_through(begun(1e9), range(50))) == 50
    assert len(gone_through(begun(1e9), range(50))) == 50


def test_turns_that_differ_are_all_run():
    machine = begun(1e9)
    with cut_short():
        for number in some(machine, range(1, 9)):
            machine.pay(1e6 * number**2)
    assert machine.counts.native == pytest.approx(1e6 * sum(number**2 for number in range(1, 9)))


def test_only_loaders_leave_turns_out_where_others_make_what_comes_later():
    machine = begun()
    with cut_short(loaders_alone=True):
        assert len(list(counted(machine, range(1_000)))) == 1_000
        assert len(gone_through(machine, range(1_000))) == 3


def test_what_each_turn_keeps_is_held_until_the_function_ends():
    machine = begun()
    machine.live = Live()
    machine.enter(Frame(None))
    machine.enter(Frame(None))
    with cut_short():
        for _ in some(machine, range(100)):
            machine.pay(100.0)
            machine.live.nbytes += 8
    assert machine.aside == 8 * 97
    machine.leave()
    assert machine.aside == 0


def test_training_that_takes_long_comes_to_an_end():
    time, calls, peak = (NAMES.index(f"trial_{name}") for name in ("time", "calls", "peak"))
    once, often = (Trials(TRAINING.replace("EPOCHS", epochs)).estimate(parse("")) for epochs in ("20", "200"))
    assert once[NAMES.index("trial_runs")] == often[NAMES.index("trial_runs")] == 1.0
    assert 2.0 ** (often[time] - once[time]) == pytest.approx(10.0, rel=0.05)
    assert once[calls] == often[calls] and abs(once[peak] - often[peak]) < 1.0
