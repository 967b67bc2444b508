"""A launch that is timed goes straight to what was compiled, and the lesser of its medians counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from model_export.corpus.triton.gpu import TURNS, CudaGpu
from model_export.corpus.triton.launching import Seen


class Compiled:
    """Notes what it is launched with, as Triton's compiled kernel is: on three axes, with all that is declared."""

    def __init__(self) -> None:
        self.launches: list[tuple[Any, ...]] = []

    def function(self) -> None:
        """Its address on the GPU; what Triton interprets has none."""

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        return lambda *arguments: self.launches.append((grid, *arguments))


def seen(grid: tuple[int, ...], run: Callable[..., Any]) -> Seen:
    return Seen("k", "function", {"x": "pointer", "n": 5, "BLOCK": 64}, {"num_warps": 2}, grid, run)


def never(*_: object, **__: object) -> None:
    raise AssertionError("Triton need not be asked")


@pytest.mark.parametrize(("grid", "axes"), [((7,), (7, 1, 1)), ((7, 2), (7, 2, 1)), ((7, 2, 3), (7, 2, 3))])
def test_what_is_compiled_is_launched_straight_away(grid: tuple[int, ...], axes: tuple[int, ...]) -> None:
    compiled = Compiled()
    again = seen(grid, never).again(compiled)
    again()
    again()
    assert compiled.launches == [(axes, "pointer", 5, 64)] * 2


def test_what_is_interpreted_is_launched_as_before() -> None:
    launches = []

    def run(function: object, **given: object) -> None:
        launches.append((function, given))

    seen((7,), run).again(object())()
    given = {"x": "pointer", "n": 5, "BLOCK": 64, "num_warps": 2, "grid": (7,), "warmup": False}
    assert launches == [("function", given)]


def test_the_lesser_of_the_medians_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    milliseconds: Iterator[float] = iter([0.25, 0.125, *[9.0] * TURNS])
    launch = Compiled()

    def do_bench(timed: object, *, warmup: int, rep: int, return_mode: str) -> float:
        assert timed is launch and warmup and rep and return_mode == "median"
        return next(milliseconds)

    monkeypatch.setattr("triton.testing.do_bench", do_bench)
    assert CudaGpu.time(object.__new__(CudaGpu), launch) == 0.125e-3
    assert len([*milliseconds]) == TURNS
