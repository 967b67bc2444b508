"""Small numbers that get no longer with the sizes are no objects of their own at the workload's sizes either."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

WORDS = "words: list[str] * 1000 * 8 in 'a'..'z'"
DISTANCE = "sum(a != b for a, b in zip(w, v))"


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        # Runs end at 32 words, where a distance of eight letters would be one of some hundred if it grew.
        (f"return [{DISTANCE} for w in words for v in words]", 8_450_000),
        (f"return [[{DISTANCE} for v in words] for w in words]", 8_870_000),
    ],
)
def test_distances_of_short_words_take_no_memory(body: str, measured: int) -> None:
    # Three runs tell how the list itself grows: by a factor of two or three.
    assert measured / 3 < peak(body, WORDS, "") < measured * 3


def test_numbers_that_grow_with_the_sizes_do() -> None:
    # Each is an object of 32 bytes beside its place of eight; in a run of 32 words it is a small number.
    body = f"return [{DISTANCE} + i * j for i, w in enumerate(words) for j, v in enumerate(words)]"
    assert peak(body, WORDS, "") > 20_000_000
