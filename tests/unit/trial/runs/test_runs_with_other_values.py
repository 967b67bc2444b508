"""Runs with other values, which tell by how much costs vary."""

import pytest

from perfcast.trial import Trials
from perfcast.trial.inputs import call_arguments
from perfcast.trial.runs.execution import SEED
from perfcast.trial.scaling import cells
from perfcast.workload import Workload, build, parse


def test_inputs_of_many_elements_are_made_for_one_of_them_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[bool, int]] = []

    def noted(workload: Workload, seed: int, **others: object) -> object:
        made.append((seed == SEED, cells(workload)))
        return build(workload, seed, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(call_arguments, "build", noted)
    Trials("def f(xs):\n    return xs[0] + xs[-1]\n").estimate(parse("xs: list[int] * 200_000"))
    assert max(count for is_first, count in made if is_first) == 200_000
    assert 0 < max(count for is_first, count in made if not is_first) < 50_000
