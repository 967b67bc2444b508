"""How long a kernel's names are needed."""

from __future__ import annotations

import ast

from perfcast.triton.program.liveness import NeededNames


def lines_of(body: str) -> dict[str, int]:
    """Name -> the line of `body`, from 1 on, until which it is needed."""
    text = "def k(x, y, n):\n" + "".join(f"    {line}\n" for line in body.strip().split("\n"))
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    needed = NeededNames(function, bound=False)
    return {name: line for line in range(1, text.count("\n")) for name in needed.after(line)}


def test_a_name_is_needed_until_the_line_that_reads_it_last() -> None:
    found = lines_of("a = x + 1\nb = a * 2\nc = b\ny = c")
    assert (found["x"], found["a"], found["b"], found["c"]) == (1, 2, 3, 4)


def test_what_is_never_read_is_not_needed() -> None:
    assert "a" not in lines_of("a = x\nb = x")


def test_what_a_loop_carries_to_its_next_round_is_needed_until_its_end() -> None:
    found = lines_of("total = x\nfor i in range(n):\n    total = total + i\n    other = i\n    other\ny = 1")
    assert found["total"] == 5


def test_what_is_added_to_in_place_is_read_by_the_next_round() -> None:
    assert lines_of("total = 0\nfor i in range(n):\n    total += i\n    i\n    y")["total"] == 5


def test_what_a_loop_reads_and_was_bound_before_it_is_needed_until_its_end() -> None:
    found = lines_of("q = x\nfor i in range(n):\n    a = q * i\n    b = a\n    y = b\ny = 1")
    assert found["q"] == 5


def test_what_is_bound_and_used_within_one_round_is_not_needed_until_the_loops_end() -> None:
    found = lines_of("for i in range(n):\n    a = x + i\n    b = a * 2\n    y = b\n    y")
    assert (found["a"], found["b"]) == (3, 4)


def test_what_a_round_leaves_to_the_next_is_needed_even_where_it_is_read_before_it_is_bound_again() -> None:
    found = lines_of("a = x\nwhile n:\n    b = a\n    a = b + 1\n    y = b\n    n")
    assert found["a"] == 6


def test_what_a_round_fetches_for_the_next_is_needed_until_the_loops_end() -> None:
    found = lines_of("for i in range(n):\n    if i:\n        y = a\n    a = x\n    b = i\n    y = b")
    assert found["a"] == 6


def test_of_nested_loops_the_outermost_that_needs_a_name_counts() -> None:
    found = lines_of("q = x\nfor i in range(n):\n    for j in range(n):\n        y = q\n    a = i\n    b = a")
    assert found["q"] == 6
    found = lines_of(
        "for i in range(n):\n    q = x\n    for j in range(n):\n        y = q\n        j\n    a = i\n    a"
    )
    assert found["q"] == 5


def test_of_a_function_that_is_launched_only_names_that_it_binds_count() -> None:
    function = ast.parse("def k(x, n):\n    a = x + n\n    n = n + a\n    y = x + a + n").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert sorted(NeededNames(function, bound=True).after(2)) == ["a", "n"]
    assert sorted(NeededNames(function, bound=False).after(2)) == ["a", "n", "x"]
