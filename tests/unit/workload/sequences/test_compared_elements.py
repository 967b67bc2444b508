"""Parameters that are compared with each other are of one kind."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.naming.names import INTS
from perfcast.workload.sequences.compared_elements import with_alike
from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(a, b):\n    out = []\n    for i in range(len(a)):\n        if a[i] == b[i]:\n"
            "            out.append(a[i])\n    return ''.join(out)",
            "a: str * 1000 in 'a'..'z'; b: str * 1000 in 'a'..'z'",
        ),
        (
            "def f(word, tried):\n    return [c if c in tried else '_' for c in word]",
            "word: str * 1000 in 'a'..'z'; tried: str * 1000 in 'a'..'z'",
        ),
        (
            "def f(board, word):\n    return [c for row in board for k, c in enumerate(row) if c == word[k]]",
            "board: list[list[str]] * 32 * 32 * 1 in 'a'..'z'; word: str * 8 in 'a'..'z'",
        ),
        (
            "def f(board, player):\n    return all(board[r][0] == player for r in range(3))",
            "board: list[list[int]] * 3 * 32 in 0..1000; player: int = 1",
        ),
        (
            "def f(y_true, y_pred):\n    return np.sqrt(np.mean((y_true - y_pred) ** 2))",
            "y_true: float64[1000]; y_pred: float64[1000]",
        ),
        ("def f(pred, wanted):\n    return (pred == wanted).mean()", "pred: float64[1000]; wanted: float64[1000]"),
        (
            "def f(names, known):\n    return [name for name in names if name in known]",
            "names: list[str] * 1000 * 8 in 'a'..'z'; known: list[str] * 1000 * 8 in 'a'..'z'",
        ),
        # What is reckoned with is no text, and what an annotation says stands.
        (
            "def f(text, xs):\n    return sum(x - 1 for x in xs if x == text[0])",
            "text: str * 1000 in 'a'..'z'; xs: list[int] * 1000 in 0..1000",
        ),
        (
            "def f(grid, d):\n    return d in grid[0] or any(grid[i][2] == d for i in range(9))",
            "grid: list[list[int]] * 9 * 3 in 0..1000; d: int = 1",
        ),
        (
            "def f(grid, d):\n    return d['a'] in grid[0]",
            "grid: list[list[int]] * 32 * 32 in 0..1000; d: {a: label}",
        ),
        (
            "def f(times, t):\n    return bisect.bisect_right(times, t) - 1",
            "times: list[int] * 1000 in 0..1000 sorted; t: int = 1",
        ),
        (
            "def f(word, tried: list[int]):\n    return [c for c in word if c in tried]",
            "word: str * 1000 in 'a'..'z'; tried: list[int] * 1000 in 0..1000",
        ),
    ],
)
def test_what_is_compared_is_alike(source: str, workload: str) -> None:
    assert default(source) == workload


def test_elements_whose_code_points_are_asked_for_are_characters() -> None:
    source = "def f(plain):\n    return [ord(c) - 97 for i, c in enumerate(plain)]"
    assert default(source) == "plain: str * 1000 in 'a'..'z'"


def test_what_a_dictionary_is_made_of_is_one() -> None:
    assert default("def f(base):\n    out = dict(base)\n    return out") == "base: dict[str, int] * 1000 in 0..1000"


def test_what_is_taken_apart_into_numbers_is_several() -> None:
    assert default("def f(point):\n    x, y = point\n    return x * x + y * y") == "point: tuple[int, int] in 0..1000"
    source = "def f(one):\n    name, weight = one\n    return name.upper(), weight * 2"
    assert default(source) == "one: tuple[str, float] * 1000"


def test_places_in_a_grid_are_some_that_there_are() -> None:
    source = (
        "def f(maze, start, end):\n    todo = [(start, 0)]\n    for (r, c), d in todo:\n"
        "        if (r, c) == end:\n            return d\n        if maze[r][c]:\n"
        "            todo.append(((r, c + 1), d))"
    )
    place = "tuple[int, int] in 0..31"
    assert default(source) == f"maze: list[list[int]] * 32 * 32 in 0..1; start: {place}; end: {place}"


def test_what_something_is_asked_for_by_is_a_place() -> None:
    source = "def f(edges, src):\n    dist = make(edges)\n    dist[src] = 0\n    return dist"
    assert default(source).endswith("src: int = 0")


def test_what_has_lengths_of_its_own_says_none() -> None:
    arguments = [Argument("names", TypeExpression("list", (TypeExpression("str"),))), Argument("known", INTS, (1000,))]
    node = ast.parse("def f(names, known):\n    return [name for name in names if name in known]").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert with_alike(node, arguments, {"names", "known"}, lambda name: False) == arguments


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(start, end):\n    day = start\n    while day <= end:\n        if start.weekday() < 5:\n"
            "            count()\n        day += timedelta(days=1)",
            "start: datetime; end: datetime",
        ),
        ("def f(rule):\n    return [(rule >> k) & 1 for k in range(8)]", "rule: int = 10"),
        ("def f(op):\n    return {'add': plus, 'sub': minus}[op](1, 2)", "op: str = 'add'"),
        ("def f(op):\n    return {'add': plus, 'sub': minus}.get(op)", "op: str = 'add'"),
        (
            "def f(board):\n    for row in board:\n        print('|'.join(row))",
            "board: list[list[str]] * 32 * 32 * 8 in 'a'..'z'",
        ),
        (
            "def f(board, move):\n    r, c, to_r, to_c = move\n    board[to_r][to_c] = board[r][c]",
            "board: list[list[int]] * 32 * 32 in 0..1000; move: tuple[int, int, int, int] in 0..31",
        ),
        (
            "def f(start, steps_of, steps):\n    for _ in range(steps):\n"
            "        start = random.choice(steps_of[start])\n    return start",
            "start: int = 0; steps_of: dict[int, list[int]] * 1000 * 4 in 0..999; steps: int = 1000",
        ),
    ],
)
def test_uses_say_what_is_of_one_kind(source: str, workload: str) -> None:
    assert default(source) == workload
