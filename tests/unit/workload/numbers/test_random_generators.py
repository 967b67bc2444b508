"""What random numbers are drawn from is a generator, of the library whose methods it is asked for."""

from __future__ import annotations

import random

import numpy as np
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

_RUNS, _RAISED = NAMES.index("trial_runs"), NAMES.index("trial_raised")


@pytest.mark.parametrize(
    ("parameter", "body", "type_"),
    [
        ("rng", "rng.normal(size=n)", "np.random.Generator"),
        ("rng", "rng.random((n, 2))", "np.random.Generator"),
        ("rng", "np.array([rng.random() for _ in range(n)])", "np.random.Generator"),
        ("rng", "[rng.random() for _ in range(n)]", "random.Random"),
        ("rng", "[rng.randint(0, 9) for _ in range(n)]", "random.Random"),
        ("rng: np.random.Generator", "rng.random()", "np.random.Generator"),
        ("rng: np.random.RandomState", "rng.rand(n)", "np.random.RandomState"),
        ("rng: random.Random | None", "rng.random()", "random.Random"),
        ("rng: Generator", "next(rng)", "Iterator[int] * 1000"),
        ("rng: Generator[int, None, None]", "next(rng)", "Iterator[int] * 1000"),
    ],
)
def test_parameters_that_are_drawn_from(parameter: str, body: str, type_: str) -> None:
    assert f"; rng: {type_}" in default(f"def f(n, {parameter}):\n    return {body}")


@pytest.mark.parametrize("body", ["rng.next()", "rng", "rng.random(), rng.sequence", "rng.integers(3), rng.randint(3)"])
def test_others_are_none(body: str) -> None:
    assert "random." not in default(f"def f(n, rng):\n    return {body}")


def test_what_is_asked_for_attributes_alone_is_none() -> None:
    assert "random." not in default("def f(n, r):\n    return n * r.beta + r.gamma")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("random.Random", random.Random),
        ("np.random.Generator", np.random.Generator),
        ("np.random.RandomState", np.random.RandomState),
    ],
)
def test_generators_are_the_same_each_time(name: str, kind: type) -> None:
    one, other = (build(parse(f"rng: {name}"), 0)[1]["rng"] for _ in range(2))
    assert type(one) is kind
    assert one.random() == other.random()


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("random.Random", "[rng.gauss(0, 1) for _ in range(n)] if isinstance(rng, random.Random) else 1 / 0"),
        ("np.random.Generator", "rng.integers(0, 9, n) if isinstance(rng, np.random.Generator) else 1 / 0"),
        ("np.random.RandomState", "rng.randint(0, 9, n) if isinstance(rng, np.random.RandomState) else 1 / 0"),
    ],
)
def test_trial_runs_draw_from_them(name: str, body: str) -> None:
    text = f"def f(n, rng):\n    return {body}\n\nimport random\nimport numpy as np\n"
    found = Trials(text).estimate(parse(f"n: int = 1000; rng: {name}"))
    assert found[_RUNS] > 0
    assert found[_RAISED] == 0
