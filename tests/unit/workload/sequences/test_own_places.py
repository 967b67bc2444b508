"""Numbers that are places in a list of the body's own lie in it."""

import pytest

from tests.unit.workload.made_up import default

_RANKED = "    rank = [0] * {}\n    for i, one in enumerate(order):\n        rank[one] = i\n    return rank"


@pytest.mark.parametrize("length", ["len(text)", "n"])
def test_each_place_is_there_once_where_something_is_put_there(length: str) -> None:
    source = f"def f(text, order):\n    n = len(text)\n{_RANKED.format(length)}"
    assert default(source).endswith("order: list[int] * 1000 in 0..999 distinct")


def test_places_that_are_asked_for_recur() -> None:
    source = "def f(names, ids):\n    seen = [0] * len(names)\n    return [seen[one] for one in ids]"
    assert default(source).endswith("ids: list[int] * 1000 in 0..999")


@pytest.mark.parametrize("counting", ["seen[one] += 1", "seen[one] = seen[one] + 1"])
def test_places_that_are_counted_recur(counting: str) -> None:
    source = f"def f(ids):\n    seen = [0] * len(ids)\n    for one in ids:\n        {counting}\n    return seen"
    assert default(source) == "ids: list[int] * 1000 in 0..999"


def test_places_in_what_is_longer_than_nothing_known_are_any() -> None:
    assert default(f"def f(order, size):\n{_RANKED.format('size')}").startswith("order: list[int] * 1000 in 0..1000")
