"""Datasets and loaders of PyTorch give the batches that PyTorch gives, and cost what going through them takes."""

import pytest
from interpreting import interpreted, soon

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import OutOfSteps
from perfcast.workload import parse

_DATASET = """
import numpy as np, torch
from torch import nn
from torch.utils.data import ConcatDataset, DataLoader, Dataset, IterableDataset, Subset, TensorDataset, random_split
class Rows(Dataset):
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i): return {"x": torch.full((3,), i), "y": (i, float(i), np.ones(2), "name")}
class Endless(IterableDataset):
    def __iter__(self): return iter(range(5))
"""
_CASES = {
    "[(tuple(b['x'].shape), len(b['y'][3])) for b in DataLoader(Rows(7), batch_size=3)]": [((3, 3), 3)] * 2
    + [((1, 3), 1)],
    "[b['y'][0].tolist() for b in DataLoader(Rows(4), 2)]": [[0, 1], [2, 3]],
    "[tuple(b['y'][2].shape) for b in DataLoader(Rows(4), 2)]": [(2, 2)] * 2,
    "len(DataLoader(Rows(7), batch_size=3)), len(DataLoader(Rows(7), batch_size=3, drop_last=True))": (3, 2),
    "sum(len(b) for b in DataLoader(Rows(7), 2, collate_fn=lambda b: b, drop_last=True))": 6,
    "sorted(x for b in DataLoader(list(range(6)), 4, shuffle=True) for x in b.tolist())": list(range(6)),
    "[b.tolist() for b in DataLoader(Endless(), batch_size=3)]": [[0, 1, 2], [3, 4]],
    "[tuple(x.shape) for x, y in DataLoader(TensorDataset(torch.zeros(5, 2), torch.zeros(5)), 4)]": [(4, 2), (1, 2)],
    "[len(part) for part in random_split(Rows(10), [0.8, 0.2])]": [8, 2],
    "[Subset(range(9).__class__ and list(range(9)), [2, 4])[1], ConcatDataset([[1], [2, 3]])[2]]": [4, 3],
    "[ConcatDataset([[1], [2, 3]])[place] for place in (-1, -2, -3)]": [3, 2, 1],
}


@pytest.mark.parametrize("expression", _CASES)
def test_batches_are_those_of_pytorch(expression):
    assert interpreted(f"{_DATASET}found = {expression}") == _CASES[expression]


def test_parts_without_an_end_are_paid_for():
    with soon(), pytest.raises(OutOfSteps):
        interpreted(f"{_DATASET}import itertools\nfound = random_split(Rows(3), itertools.repeat(1))")


def test_training_is_followed_with_what_steps_and_how_far():
    found = interpreted(
        f"""{_DATASET}
def train(model, loader, optimizer, scheduler):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
    scheduler.step()
    return scheduler.get_last_lr(), optimizer.param_groups[0]["lr"]
model = nn.Linear(2, 1)
optimizer = torch.optim.AdamW([{{"params": model.parameters()}}], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
found = train(model, DataLoader(TensorDataset(torch.zeros(8, 2), torch.zeros(8, 1)), 4), optimizer, scheduler)
"""
    )
    assert found == ([0.01], 0.1)


def test_a_loader_costs_what_its_elements_and_its_batches_take():
    source = """import torch
from torch.utils.data import DataLoader, TensorDataset
def f(x: torch.Tensor):
    for batch in DataLoader(TensorDataset(x), batch_size=64): pass
"""
    found = dict(zip(NAMES, Trials(source).estimate(parse("x: torch.float32[6400, 20]")), strict=True))
    assert 4e6 < 2 ** found["trial_time"] < 30e6


def _time(workers: int, work: int = 1) -> float:
    source = f"""def f():
    for batch in DataLoader(Rows(), batch_size=32, num_workers={workers}): pass
class Rows(Dataset):
    def __len__(self): return 320
    def __getitem__(self, i): return torch.tensor([sum(range({work}))])
import torch
from torch.utils.data import DataLoader, Dataset
"""
    return 2.0 ** Trials(source).estimate(parse(""))[NAMES.index("trial_time")]


def test_what_other_processes_make_costs_starting_them_and_receiving_it():
    assert 15e6 < _time(2) < 25e6
    assert _time(4) - _time(2) == pytest.approx(12e6, rel=0.1)
    assert _time(2, 1_000) == pytest.approx(_time(2), rel=0.01)
    assert _time(0, 1_000) > 1.5 * _time(0)


def test_what_random_numbers_come_from_may_be_given():
    source = """
g = torch.Generator().manual_seed(3)
parts = random_split(TensorDataset(torch.rand(8, 2, generator=g)), [6, 2], generator=g)
loader = DataLoader(parts[0], 4, shuffle=True, generator=g)
found = len(torch.randperm(5, generator=g)), [tuple(x.shape) for x, in loader]
"""
    assert interpreted(_DATASET + source) == (5, [(4, 2), (2, 2)])
