"""Values of the standard library's types are made, the same ones by trial runs and by measuring."""

from __future__ import annotations

import sys
from decimal import Decimal
from typing import Any

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import build, parse
from perfcast.workload.values.makers import Makers
from perfcast.workload.values.standard_library import STANDARD


@pytest.mark.parametrize("name", sorted(STANDARD))
def test_values_are_of_the_type_that_is_named_and_differ(name: str) -> None:
    _, made = build(parse(f"xs: list[{name}] * 50"), seed=3)
    assert {one.__name__ for one in type(made["xs"][0]).__mro__} & {name, "PosixPath"}
    assert len(set(made["xs"])) > 40
    assert build(parse(f"xs: list[{name}] * 50"), seed=3)[1] == made


def test_numbers_lie_within_bounds() -> None:
    _, made = build(parse("xs: list[Decimal] * 200 in -3..5; n: Fraction"), seed=3)
    assert all(Decimal(-3) <= one <= Decimal(5) and one.as_tuple().exponent == -2 for one in made["xs"])
    assert made["n"] > 0


def test_the_user_has_types_of_these_names_too() -> None:
    def points(name: str, count: int, days: int | None) -> list[Any] | None:
        return ["a curve"] * count if name == "Path" else None

    _, made = build(parse("xs: list[Path] * 2; ys: list[Decimal] * 1"), 3, makers=Makers(points))
    assert made["xs"] == ["a curve"] * 2
    assert type(made["ys"][0]) is Decimal


@pytest.mark.parametrize(
    ("imports", "annotation"),
    [("from pathlib import Path", "Path"), ("import pathlib", "pathlib.Path")],
)
def test_trial_runs_take_the_type_that_the_module_has(imports: str, annotation: str) -> None:
    source = f"def f(xs: list[{annotation}]):\n    return [x.stem for x in xs]\n\n{imports}\n"
    found = dict(zip(NAMES, Trials(source).estimate(parse("xs: list[Path] * 100")), strict=True))
    assert found["trial_whole"] == 1
    # A list of as many texts.
    texts = [path.stem for path in build(parse("xs: list[Path] * 100"), 0)[1]["xs"]]
    assert 2.0 ** found["trial_peak"] == pytest.approx(920 + sum(map(sys.getsizeof, texts)), rel=0.05)


def test_an_argument_alone_is_made_too() -> None:
    imports = "from decimal import Decimal\nfrom pathlib import Path\n"
    source = f"def f(price: Decimal, at: Path):\n    return price * 2, at.with_suffix('.md')\n\n{imports}"
    found = dict(zip(NAMES, Trials(source).estimate(parse("price: Decimal; at: Path")), strict=True))
    assert found["trial_whole"] == 1
    assert found["trial_raised"] == 0
