"""Whole numbers of a workload that is shrunk."""

from __future__ import annotations

import pytest

from perfcast.trial.scaling import shrunk
from perfcast.workload.language.parsing import parse


@pytest.mark.parametrize(
    ("whole", "small"),
    [
        ("n: int = 1000", "n: int = 32"),
        ("n: int = 1001", "n: int = 31"),
        ("p: int = 1009", "p: int = 31"),
        ("p: int = 997; xs: list[int] * 1000", "p: int = 31; xs: list[int] * 32"),
        ("n: int = 1024", "n: int = 32"),
        # The last place stays one.
        ("i: int = 999; xs: list[int] * 1000", "i: int = 31; xs: list[int] * 32"),
    ],
)
def test_an_odd_number_stays_odd_and_a_prime_a_prime(whole: str, small: str) -> None:
    assert str(shrunk(parse(whole), 0.5)) == small


def test_what_is_whole_stays_as_it_is() -> None:
    assert shrunk(parse("p: int = 1009"), 1.0) == parse("p: int = 1009")
