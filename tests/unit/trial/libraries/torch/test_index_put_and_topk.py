"""Parts of tensors that are put into, and the largest few of each row: 2.13, one core."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, time_of

PADDED = """
def run(rows):
    out = torch.zeros(len(rows), 1000)
    for place, row in enumerate(rows):
        out[place, :1000] = row
    return out

import torch
"""


def _estimated(text: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))


def test_a_part_costs_what_is_put_there_not_the_whole() -> None:
    found = _estimated(PADDED, "rows: list[torch.float32[1000]] * 1000")
    # Measured: 3.2 ms, and 4 MB.
    assert 1.6e6 < 2.0 ** found["trial_time"] < 6.4e6
    assert 3.5e6 < 2.0 ** found["trial_peak"] < 4.5e6


def test_what_is_changed_in_place_is_not_made_anew() -> None:
    text = "def run(x):\n    for _ in range(100):\n        x.add_(1.0)\n    return x\n\nimport torch\n"
    found = _estimated(text, "x: torch.float32[100000]")
    assert 2.0 ** found["trial_allocated"] < 4e6


@pytest.mark.parametrize(
    ("rows", "columns", "count", "micros"),
    [
        (100, 100, 1, 12.8),
        (316, 316, 1, 121.4),
        (316, 316, 5, 806.2),
        (1000, 1000, 1, 1_163.6),
        (1000, 1000, 5, 1_856.9),
        (1000, 1000, 50, 9_947.0),
        (100, 30_000, 5, 3_732.7),
    ],
)
def test_the_largest_of_each_row_take_what_was_measured(rows: int, columns: int, count: int, micros: float) -> None:
    text = f"def run(x):\n    return x.topk({count})\n\nimport torch\n"
    found = 2.0 ** _estimated(text, f"x: torch.float32[{rows}, {columns}]")["trial_time"]
    assert micros / 1.6 < found / 1_000 < 1.6 * micros


def test_what_comes_into_one_place_is_added_up() -> None:
    begin = "import torch\ntable = torch.zeros(2, 2)\nplaces = (torch.tensor([0, 1, 0]), torch.tensor([1, 1, 1]))\n"
    added = interpreted(f"{begin}table.index_put_(places, torch.ones(3), accumulate=True)\nfound = table.tolist()")
    assert added == [[0.0, 2.0], [0.0, 1.0]]
    put = interpreted(f"{begin}found = table.index_put(places, torch.ones(3)).tolist() + table.tolist()")
    assert put == [[0.0, 1.0], [0.0, 1.0], [0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize(
    ("called", "error"),
    [
        ("table.index_put_(places, torch.ones(3, dtype=torch.int64))", RuntimeError),
        ("table.index_put_(places, torch.ones(2), accumulate=True)", RuntimeError),
        ("table.requires_grad_().index_put_(places, torch.ones(3), accumulate=True)", RuntimeError),
        ("table.index_put_(places, 1.0)", TypeError),
        ("table.index_put_(places[0], torch.ones(3))", TypeError),
    ],
)
def test_what_does_not_fit_is_refused(called: str, error: type[Exception]) -> None:
    begin = "import torch\ntable = torch.zeros(2, 2)\nplaces = (torch.tensor([0, 1, 0]), torch.tensor([1, 1, 1]))\n"
    with pytest.raises(error):
        interpreted(f"{begin}found = {called}")


def test_places_that_meet_as_rows_and_columns_are_paid_for_each() -> None:
    source = "def f(x, rows):\n    return x.index_put_(({}), x.clone(), accumulate=True)\n\nimport torch\n"
    workload = "x: torch.float32[300, 300]; rows: torch.int64[300] in 0..299"
    of_all, of_some = (
        time_of(source.format(places), workload) for places in ("rows[:, None], rows", "rows[:, None], rows[None, :1]")
    )
    assert of_all > 5 * of_some
