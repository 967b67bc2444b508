"""Sequences as long as the places say that a function asks them for."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve
from tests.effort import lines_run
from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(board):\n    for r in range(9):\n        for c in range(9):\n            if board[r][c] == 0:\n"
            "                return r, c",
            "board: list[list[int]] * 9 * 9 in 0..1",
        ),
        (
            "def f(board: list[list[int]]):\n    for r in range(6):\n        for c in range(4):\n"
            "            if all(board[r][c + k] for k in range(4)):\n                return True\n"
            "    for r in range(3):\n        for c in range(7):\n"
            "            if all(board[r + k][c] for k in range(4)):\n"
            "                return True",
            "board: list[list[int]] * 6 * 7 in 0..1000",
        ),
        (
            "def f(board):\n    for i in range(3):\n        if board[i][0] == board[i][1] == board[i][2] != ' ':\n"
            "            return board[i][0]",
            "board: list[list[str]] * 3 * 3 * 1 in ' .'",
        ),
        ("def f(m):\n    return m[0][0] * m[1][1] - m[0][1] * m[1][0]", "m: list[list[int]] * 2 * 2 in 0..1000"),
        ("def f(xs):\n    return xs[0] + xs[1] + sum(xs)", "xs: list[int] * 1000 in 0..1000"),
        ("def f(xs):\n    return [xs[i + 1] for i in range(len(xs) - 1)]", "xs: list[int] * 1000 in 0..1000"),
    ],
)
def test_constants_by_which_a_sequence_is_asked_say_its_length(source: str, workload: str) -> None:
    assert default(source) == workload


def test_a_constant_of_the_module_says_it_too() -> None:
    file = SourceFile.parse(
        "SIZE = 8\ndef f(board):\n    return [board[r][c] for r in range(SIZE) for c in range(SIZE)]\n"
    )
    assert str(resolve(file.units[0], file).workload) == "board: list[list[int]] * 8 * 8 in 0..1000"


def test_numbers_that_are_places_are_some_that_there_are() -> None:
    source = (
        "def f(board, row, col, n):\n    for i in range(col):\n        if board[row][i] == 1:\n"
        "            return False\n    for i, j in zip(range(row, n), range(col, -1, -1)):\n"
        "        if board[i][j] == 1:\n            return False\n"
    )
    assert default(source) == "board: list[list[int]] * 32 * 32 in 0..1; row: int = 31; col: int = 31; n: int = 32"
    source = "def f(board: list[list[int]], row: int):\n    return sum(board[row][i] + board[i][row] for i in range(9))"
    assert default(source) == "board: list[list[int]] * 9 * 9 in 0..1000; row: int = 8"


def test_a_list_is_as_long_as_the_matrix_that_is_asked_for_the_same_places() -> None:
    source = "def f(a, b):\n    n = len(b)\n    return [sum(a[i][j] * b[j] for j in range(n)) for i in range(n)]"
    assert default(source) == "a: list[list[int]] * 32 * 32 in 0..1000; b: list[int] * 32 in 0..1000"


def test_cells_are_as_large_as_what_a_loop_puts_there() -> None:
    source = (
        "def f(board):\n    for r in range(9):\n        for n in range(1, 10):\n            board[r][0] = n\n"
        "        board[r][0] = 0"
    )
    assert default(source) == "board: list[list[int]] * 9 * 32 in 0..9"
    source = "def f(matrix, r):\n    matrix[r][0] = 0"
    assert default(source) == "matrix: list[list[int]] * 32 * 32 in 0..1000; r: int = 0"


def test_of_places_that_are_reckoned_from_each_other_nobody_knows_the_last() -> None:
    def effort(names: str) -> int:
        steps = "".join(f"    {one} = {one} + {other}\n" for one in names for other in names)
        begun = f"    {', '.join(names)} = {', '.join(map(str, range(len(names))))}\n"
        source = f"def f(xs):\n{begun}{steps}    return xs[a] + xs[{' + '.join(names)}]"
        assert default(source) == "xs: list[int] * 1000 in 0..1000"
        return lines_run(lambda: default(source))

    # There is a statement for each pair of names: 36 for 16. The ways from one to the next are many times as many.
    assert effort("abcdef") < 6 * effort("abcd")
