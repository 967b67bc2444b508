"""What is copied element by element has several of them, each time."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize("copied", ["list(row)", "tuple(row)", "tuple(sorted(row))", "list(row) + [1]"])
@pytest.mark.parametrize("over", ["row in a", "i, row in enumerate(a)"])
def test_rows_that_are_copied_are_sequences(copied: str, over: str) -> None:
    assert default(f"def f(a):\n    return [{copied} for {over}]\n") == "a: list[list[int]] * 32 * 32 in 0..1000"


@pytest.mark.parametrize("call", ["list(table.items())", "len(table.items())", "tuple(sorted(table.items()))"])
def test_values_of_entries_that_are_copied_are_none(call: str) -> None:
    assert default(f"def f(table):\n    return {call}\n") == "table: dict[str, int] * 1000 in 0..1000"


def test_names_of_entries_stand_for_no_values() -> None:
    source = "def f(table):\n    entries = table.items()\n    return list(entries)\n"
    assert default(source) == "table: dict[str, int] * 1000 in 0..1000"


def test_what_is_held_by_the_name_of_items_is_a_sequence() -> None:
    source = "def f(order):\n    return [item.price for item in order.items], len(order.items)\n"
    assert default(source).startswith("order: {.items: list[")
