"""Functions that take lengths of some kinds alone."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.runs.divisible_sizes import divisible
from perfcast.trial.scaling import shrunk
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

_HEAD = "import numpy as np\ndef f(x, k=10):\n    "


@pytest.mark.parametrize(
    ("workload", "by", "sizes"),
    [
        ("x: float64[20000]", 0.5, (160,)),
        ("x: float64[4096]", 0.7, (256,)),
        ("x: float64[640, 480]", 0.8, (160, 240)),
        ("x: list[int] * 1000", 0.6, (80,)),
    ],
)
def test_shrunk_lengths_divide_as_the_whole_ones(workload: str, by: float, sizes: tuple[int, ...]) -> None:
    whole = parse(workload)
    found = divisible(shrunk(whole, by), whole, 1_680).arguments[0]
    assert (found.type.shape or found.sizes) == sizes


def test_numbers_that_divide_a_length_do_so() -> None:
    whole = parse("x: float64[20000]; k: int = 50")
    for by in (0.4, 0.6, 0.8):
        array, number = divisible(shrunk(whole, by), whole, 1_680).arguments
        assert array.type.shape[0] % number.value == 0


@pytest.mark.parametrize(
    ("body", "workload", "peak"),
    [
        # Measured: the sums; every second element twice, of 8 bytes each.
        ("return x.reshape(-1, 10).sum(axis=1)", "x: float64[20000]", 17_400),
        ("return x[0::2] + x[1::2]", "x: float64[20000]", 80_300),
        ("return x.reshape(-1, k).mean(axis=1)", "x: float64[20000]; k: int = 50", 4_500),
        (
            "h, w = x.shape\n    return x.reshape(h // 2, 2, w // 2, 2).sum(axis=(1, 3))",
            "x: float64[512, 512]",
            526_000,
        ),
    ],
)
def test_what_takes_such_lengths_alone_is_carried_on(body: str, workload: str, peak: float) -> None:
    assert peak / 1.15 < peak_of(_HEAD + body, workload) < 1.15 * peak


@pytest.mark.parametrize("body", ["return x[0::2] + x[1::2]", "return x.reshape(-1, 5).sum(axis=1)"])
def test_each_run_is_larger_than_the_last(body: str) -> None:
    trials = Trials(_HEAD + body)
    lengths = [
        small.arguments[0].type.shape[0] for small, _, _ in trials._growing.series(parse("x: float64[20000]")).made
    ]
    assert lengths == sorted(set(lengths))
    assert lengths[0] <= 20
    assert len(lengths) > 5


def test_a_length_that_one_run_takes_by_chance_is_not_the_last_word() -> None:
    trials = Trials(_HEAD + "return x[: len(x) // 2 * 2].reshape(-1, 2) if len(x) < 50 else x.reshape(-1, 80)")
    series = trials._growing.series(parse("x: float64[20000]"))
    assert not any(run.raised for _, _, run in series.made)


def test_what_a_whole_workload_does_not_end_with_either_is_told() -> None:
    trials = Trials(_HEAD + "return x.reshape(-1, 13)")
    workload = parse("x: float64[20000]")
    assert trials.estimate(workload)[NAMES.index("trial_raised")] == 1.0
    assert trials.failure(workload)


@pytest.mark.parametrize(
    "body",
    [
        'return [name for name, in struct.iter_unpack("<13s", x)]',
        'return [struct.unpack("<13s", x[at : at + 13])[0] for at in range(0, len(x), 13)]',
        'return [struct.unpack_from("<13s", x, at)[0] for at in range(0, len(x), 13)]',
    ],
)
def test_records_are_as_long_as_they_are_packed(body: str) -> None:
    # Measured: 54.4 MB, of a million texts.
    assert 54.4e6 / 1.1 < peak_of(f"import struct\ndef f(x):\n    {body}", "x: bytes * 13000000") < 54.4e6 * 1.1
