"""Numerals: numbers as tokens that sort like the numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfcast.rlm import numerals


def ids(tokens: list[str]) -> np.ndarray:
    return np.array([numerals.TOKENS.index(token) for token in tokens])


@pytest.mark.parametrize(
    ("number", "tokens"),
    [
        (12_400, ["<+>", "<E4>", "<D1>", "<D2>", "<D4>"]),
        (0.00357, ["<+>", "<E-3>", "<D3>", "<D5>", "<D7>"]),
        (9.999, ["<+>", "<E1>", "<D1>", "<D0>", "<D0>"]),
        (0, ["<+>", "<E0->", "<D1>", "<D0>", "<D0>"]),
        (-80, ["<->", "<E1>", "<D8>", "<D0>", "<D0>"]),
    ],
)
def test_numbers_become_sign_exponent_and_digits(number: float, tokens: list[str]) -> None:
    assert numerals.write(number) == tokens


def test_the_plus_and_trailing_zeros_are_left_out_in_prompts() -> None:
    assert numerals.write_short(1000) == ["<E3>", "<D1>"]
    assert numerals.write_short(-1.05) == ["<->", "<E0>", "<D1>", "<D0>", "<D5>"]
    assert numerals.write_short(0) == ["<E0->"]


@given(st.floats(1e-11, 1e18))
def test_reading_gives_the_number_within_half_a_unit_of_the_last_digit(number: float) -> None:
    assert numerals.read(ids(numerals.write(number))) == pytest.approx(number, rel=0.5 * 10 ** (1 - numerals.DIGITS))


@pytest.mark.parametrize(("within", "number"), [(0.0, 3.395), (0.5, 3.445), (1.0, 3.495)])
def test_the_beginning_of_a_numeral_stands_for_all_that_begin_so(within: float, number: float) -> None:
    begun = ids(["<+>", "<E0>", "<D3>", "<D4>"])
    assert numerals.read(begun, np.array(within)) == pytest.approx(number)


@given(st.floats(0, 1e18), st.floats(0, 1e18))
def test_numerals_sort_like_numbers(one: float, other: float) -> None:
    first, second = sorted([one, other])
    assert tuple(ids(numerals.write(first))) <= tuple(ids(numerals.write(second)))


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=0))
def test_every_written_numeral_is_allowed_by_the_mask(number: float) -> None:
    mask = numerals.allowed()
    assert all(mask[position, token] for position, token in enumerate(ids(numerals.write(number))))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_has_no_numeral(number: float) -> None:
    with pytest.raises(ValueError, match="no numeral"):
        numerals.write(number)
