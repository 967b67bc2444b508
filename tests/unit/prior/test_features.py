"""What the trees see: loops around names, sizes of arguments, always as many numbers."""

from __future__ import annotations

import ast
import math

import numpy as np
import pytest

from perfcast.prior import FeatureMaker, counted, untried
from perfcast.prior.features import has_run, of_shapes
from perfcast.prior.syntax import common_names, syntax_features
from perfcast.static import NAMES as ESTIMATES
from perfcast.trial import NAMES as TRIED
from perfcast.workload import parse

NESTED = "def f(xs):\n    for x in sorted(xs):\n        print([len(y) for y in x])"


def depth_of(name: str, source: str) -> float:
    return float(syntax_features(ast.parse(source), [name])[-1])


def test_a_name_is_told_by_the_loops_around_it() -> None:
    assert depth_of("sorted", NESTED) == 1
    assert depth_of("print", NESTED) == 2
    assert depth_of("len", NESTED) == 3
    assert depth_of("open", NESTED) == 0


def test_what_a_comprehension_runs_over_stands_outside_of_it() -> None:
    assert depth_of("load", "[use(x) for x in load()]") == 1
    assert depth_of("use", "[use(x) for x in load()]") == 2
    assert depth_of("more", "[x for y in load() for x in more(y)]") == 2


def test_attributes_and_keywords_are_names_too() -> None:
    assert depth_of(".append", "while True:\n    xs.append(1)") == 2
    assert depth_of("axis=", "x.sum(axis=0)") == 1


def test_the_names_of_most_sources_come_first() -> None:
    assert common_names(["len(a)", "len(b)", "len(c) + abs(c)", "abs(d)"], 2) == ["len", "abs"]


def test_rows_have_one_length_whatever_the_source_and_workload() -> None:
    maker = FeatureMaker(["len"])
    workloads = [
        parse(text) for text in ("", "x: int = 3", "a: list[int] * 10 sorted; b: float64[3, 4]; c: dict[str, int] * 9")
    ]
    widths = {maker.rows(maker.read(source), workloads).shape for source in ("", NESTED, "def f(:", "x = 1")}
    assert len(widths) == 1
    assert all(np.isfinite(maker.rows(maker.read(source), workloads)).all() for source in (NESTED, "def f(:"))


def test_a_larger_workload_is_another_row() -> None:
    maker = FeatureMaker(["len"])
    source = maker.read(NESTED)
    small, large = maker.rows(source, [parse(f"xs: list[list[int]] * {size} * 3") for size in (10, 1000)])
    grown = large - small
    # Logarithms to base 2: a hundred times as many elements, of which both loops take as many steps.
    for name in ("trial_time", "trial_peak", "trial_size"):
        assert grown[TRIED.index(name)] == pytest.approx(math.log2(100), abs=1.1), name
    for name in ("log2_time", "log2_peak", "log2_work", "log2_longest_loop"):
        assert grown[len(TRIED) + ESTIMATES.index(name)] == pytest.approx(math.log2(100), abs=1.1), name
    assert grown[len(TRIED) + len(ESTIMATES)] == pytest.approx(math.log2(100))
    assert not grown[-source.syntax.size :].any(), "the source is the same"


def test_trial_runs_say_more_than_the_estimate_and_both_are_in_the_metrics_units() -> None:
    source, workloads = "def f(xs):\n    return [x + 1000 for x in xs]", [parse("xs: list[int] * 200")]
    maker = FeatureMaker([])
    tried = maker.rows(maker.read(source), workloads)
    without = FeatureMaker([], lambda text, place: None)
    estimated = without.rows(without.read(source), workloads)
    assert (untried(tried) == estimated).all()
    for rows in (tried, estimated):
        memory, time = 2.0 ** counted(rows)[0]
        assert 2_000 < memory < 20_000
        assert 1e-6 < time < 1e-3


def test_what_shapes_alone_tell_is_known_from_what_was_tried_at_several_sizes() -> None:
    module = (
        "class M(nn.Module):\n    def forward(self, x): return self.l(x)\n"
        "    def __init__(self):\n        super().__init__()\n        self.l = nn.Linear(4096, 4096)\n\n"
        "import torch.nn as nn"
    )
    maker = FeatureMaker([])
    shapes = maker.rows(maker.read(module), [parse("x: torch.float32[64, 4096]")])
    plain = "def f(xs):\n    return [x + 1000 for x in xs]"
    tried = maker.rows(maker.read(plain), [parse(f"xs: list[int] * {size}") for size in (200, 3)])
    misfit = maker.rows(maker.read(module), [parse("x: torch.float32[64, 4095]")])
    assert (of_shapes(shapes).tolist(), has_run(shapes).tolist()) == ([True], [True])
    assert (of_shapes(tried).tolist(), has_run(tried).tolist()) == ([False, False], [True, True])
    assert (of_shapes(misfit).tolist(), has_run(misfit).tolist()) == ([False], [False])
