"""What a table holds is like what stands in for it where a key is missing."""

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("body", "held"),
    [
        ("return set.intersection(*[index.get(one, set()) for one in query.split()])", "set[int]"),
        ("return [place for one in query.split() for place in index.get(one, [])]", "list[int]"),
        ("return [index.get(one, {}).get('count') for one in query.split()]", "dict[str, int]"),
    ],
)
def test_tables_hold_what_stands_in_for_it(body: str, held: str) -> None:
    assert default(f"def f(index, query):\n    {body}").startswith(f"index: dict[str, {held}] * 32 * 32 in 0..1000;")


def test_others_hold_numbers() -> None:
    assert default("def f(index, query):\n    return index.get(query, 0)").startswith("index: dict[str, int]")
