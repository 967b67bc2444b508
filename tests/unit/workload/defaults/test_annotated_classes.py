"""Parameters that are a class itself: ``kind: type[Shape]``."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.trial import NAMES, Trials
from perfcast.workload.origins.resolution import resolve

_SHAPES = """
from typing import Type, TypeVar
import typing as t

class Shape:
    def __init__(self, width: float): self.width = width
    @classmethod
    def unit(cls): return cls(1.0)

S = TypeVar("S", bound=Shape)
"""


def _told(definition: str) -> str:
    file = SourceFile.parse(f"{_SHAPES}\n{definition}\n")
    return str(resolve(file.units[-1], file).workload)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("type[Shape]", "kind: type[Shape]"),
        ("Type[Shape]", "kind: type[Shape]"),
        ("'t.Type[Shape] | None'", "kind: type[Shape]"),
        ("type[S]", "kind: type[Shape]"),
        ("list[type[Shape]]", "kind: list[type[Shape]] * 1000"),
        ("type[t.Any]", "kind: type"),
        ("type[np.ndarray]", "kind: type"),
        ("type[int]", "kind: type[int]"),
        ("list[type[str]]", "kind: list[type[str]] * 1000"),
        ("type", "kind: type"),
    ],
)
def test_they_are_no_instances(annotation: str, expected: str) -> None:
    assert _told(f"def f(kind: {annotation}): return kind.__name__") == expected


@pytest.mark.parametrize("name", ["Type", "Random", "Container"])
def test_classes_of_a_files_own_are_no_others(name: str) -> None:
    definition = f"class {name}:\n    def __init__(self, sides: int): self.sides = sides"
    assert _told(f"{definition}\n\ndef f(one: {name}): return one.kind(2)") == f"one: {name}"


def test_trial_runs_are_given_no_other_class_for_one_that_is_not_known() -> None:
    file = SourceFile.parse("import torch.nn as nn\n\ndef f(kind: type[nn.Module]): return [kind() for _ in range(9)]")
    unit = file.units[-1]
    trials = Trials(file.normal_form(unit))
    assert trials.estimate(resolve(unit, file).workload)[NAMES.index("trial_refused")] == 1


@pytest.mark.parametrize(
    "definition",
    [
        "def f(kind: type[Shape]): return [kind(1.0).width, kind.unit().width]",
        "def f(kinds: dict[str, type[Shape]]): return [kind.unit() for kind in kinds.values()]",
        "def f(failure: type[Exception]):\n    try:\n        raise failure('x')\n    except failure:\n        return 1",
    ],
)
def test_trial_runs_are_given_the_class(definition: str) -> None:
    file = SourceFile.parse(f"{_SHAPES}\n{definition}\n")
    unit = file.units[-1]
    trials = Trials(file.normal_form(unit))
    assert trials.estimate(resolve(unit, file).workload)[NAMES.index("trial_runs")] > 0
    assert not trials.error
