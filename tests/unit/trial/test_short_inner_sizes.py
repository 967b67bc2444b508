"""Short texts and rows in long containers stay while the containers are shrunk."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.scaling import exponent, shrunk
from perfcast.workload import parse


@pytest.mark.parametrize(
    ("whole", "small"),
    [
        ("names: list[str] * 10000 * 8", "names: list[str] * 100 * 8"),
        ("x: float64[10000, 9]", "x: float64[100, 9]"),
        # Long ones, and those of a container that is not much longer, go with it.
        ("lines: list[str] * 10000 * 100", "lines: list[str] * 100 * 10"),
        ("grid: list[list[int]] * 25 * 9", "grid: list[list[int]] * 5 * 4"),
        # What something else is as large as might have to go with that.
        ("x: float64[10000, 9]; w: float64[9]", "x: float64[100, 4]; w: float64[4]"),
        ("names: list[str] * 10000 * 9; k: int = 9", "names: list[str] * 100 * 4; k: int = 4"),
    ],
)
def test_what_is_raised_to_a_half(whole: str, small: str) -> None:
    assert str(shrunk(parse(whole), 0.5)) == small


def test_only_what_was_shrunk_tells_how_far() -> None:
    whole = parse("names: list[str] * 10000 * 8")
    assert exponent(shrunk(whole, 0.5), whole) == pytest.approx(0.5)


def test_what_grows_with_the_container_alone_is_carried_on_as_that() -> None:
    source = "def f(names):\n    return [(n, n + '!') for n in names]\n"
    peaks = [
        dict(zip(NAMES, Trials(source).estimate(parse(f"names: list[str] * {n} * 8")), strict=True))["trial_peak"]
        for n in (100, 100_000)
    ]
    assert 2.0 ** (peaks[1] - peaks[0]) == pytest.approx(1000, rel=0.15)


def test_small_numbers_stay_as_far_as_there_is_room_for_them() -> None:
    whole = parse("v: list[float] * 10000; k: int = 10")
    assert [str(shrunk(whole, share)) for share in (0.3, 0.4, 0.5)] == [
        "v: list[float] * 16; k: int = 4",
        "v: list[float] * 40; k: int = 10",
        "v: list[float] * 100; k: int = 10",
    ]
    assert exponent(shrunk(whole, 0.5), whole) == pytest.approx(0.5)
    # Beside numbers alone there is more.
    assert [str(shrunk(parse("width: int = 10; height: int = 10000"), share)) for share in (0.2, 0.3)] == [
        "width: int = 6; height: int = 6",
        "width: int = 10; height: int = 16",
    ]
    # Nothing is small by itself.
    assert str(shrunk(parse("v: list[float] * 30; k: int = 10"), 0.5)) == "v: list[float] * 5; k: int = 4"


@pytest.mark.parametrize("turns", ["1", "k"])
def test_what_grows_beside_a_small_number_is_carried_on_by_itself(turns: str) -> None:
    source = f"def f(v, k):\n    t = 0\n    for x in v:\n        for _ in range({turns}): t += x\n    return t\n"
    times = [
        dict(zip(NAMES, Trials(source).estimate(parse(f"v: list[int] * {n}; k: int = 6")), strict=True))["trial_time"]
        for n in (20_000, 400_000)
    ]
    assert 2.0 ** (times[1] - times[0]) == pytest.approx(20, rel=0.1)


def test_what_goes_through_a_narrow_maze_is_carried_on_by_its_length() -> None:
    source = """
def f(width, height):
    rng = random.Random(0)
    stack, seen = [(0, 0)], {(0, 0)}
    while stack:
        x, y = stack[-1]
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        ahead = [(a, b) for a, b in near if 0 <= a < width and 0 <= b < height and (a, b) not in seen]
        if not ahead:
            stack.pop()
            continue
        stack.append(rng.choice(ahead))
        seen.add(stack[-1])
    return len(seen)
"""
    times = [
        dict(zip(NAMES, Trials(f"import random\n{source}").estimate(parse(f"width = 10; height = {n}")), strict=True))
        for n in (40, 4_000)
    ]
    assert 2.0 ** (times[1]["trial_time"] - times[0]["trial_time"]) == pytest.approx(150, rel=0.5)
