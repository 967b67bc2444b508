"""Which regular expressions may be tried."""

import pytest

from perfcast.workload.code.backtracking import tame


@pytest.mark.parametrize(
    "expression",
    [
        r"\d+(\.\d*)?",
        r"[a-z]+|\d+",
        r'"(?:[^"\\]|\\.)*"',
        r"(?:ab){2,5}c*",
        r"(?=\w+)\w+",
        r"(?>a+)b*",
        r"(a)?(?(1)b+|c+)",
    ],
)
def test_repetitions_beside_one_another_are_tame(expression: str) -> None:
    assert tame(expression, 0) is not None


@pytest.mark.parametrize(
    "expression",
    [r"(a+)+b", r"(?:\w+[ +]?)+=", r"(?:a|b*)*c", r"((a{1,20})x?){1,20}", r"(?:(?=a+)a)*b", r"(?:(a)?(?(1)b+|c+))*d"],
)
def test_those_within_one_another_are_not(expression: str) -> None:
    assert tame(expression, 0) is None


@pytest.mark.parametrize("expression", ["(", r"(?<=a+)b", "*"])
def test_what_is_no_expression_is_none(expression: str) -> None:
    assert tame(expression, 0) is None
