"""Lists of edges lead to nodes that there are, and in no circle where that is turned down."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

_ORDER = """
    after = [[] for _ in range({count})]
    before = [0] * {count}
    for one, other in {edges}:
        after[one].append(other)
        before[other] += 1
    waiting = [one for one in range({count}) if before[one] == 0]
    done = 0
    for one in waiting:
        done += 1
        for other in after[one]:
            before[other] -= 1
            if before[other] == 0:
                waiting.append(other)
"""
_CHECKS = ["    if done != {count}:\n        raise ValueError('cycle')\n    return done\n", "    return done\n"]


@pytest.mark.parametrize("check", _CHECKS)
@pytest.mark.parametrize("pair", ["tuple[int, int]", "list[int]"])
@pytest.mark.parametrize(("count", "edges"), [("n", "edges"), ("num_courses", "needed")])
def test_all_nodes_can_be_put_in_order(count: str, edges: str, pair: str, check: str) -> None:
    source = f"def f({count}: int, {edges}: list[{pair}]):" + (_ORDER + check).format(count=count, edges=edges)
    said = default(source, 100)
    sizes = "100 * 2" if pair == "list[int]" else "100"
    assert said == f"{count}: int = 100; {edges}: list[{pair}] * {sizes} in 0..99 tree"
    assert _given_to(source, said) == 100


def test_nodes_are_counted_from_1_where_there_is_one_place_more() -> None:
    source = (
        "def f(n: int, roads: list[tuple[int, int, float]]):\n    near = [[] for _ in range(n + 1)]\n"
        "    for a, b, length in roads:\n        near[a].append((b, length))\n        near[b].append((a, length))\n"
        "    return near\n"
    )
    said = default(source, 100)
    assert said == "n: int = 100; roads: list[tuple[int, int, float]] * 100 in 1..100"
    near = _given_to(source, said)
    assert near[0] == []
    assert near[-1] or near[-2]


def test_edges_that_lead_in_no_circle_go_from_each_to_a_later_one() -> None:
    _, given = build(parse("edges: list[tuple[int, int, float]] * 300 in 0..99 tree"), 1)
    assert all(0 <= start < end <= 99 for start, end, _ in given["edges"])
    assert len({start for start, _, _ in given["edges"]}) > 30
    assert len({end for _, end, _ in given["edges"]}) == 99


def test_pairs_that_are_no_nodes_stay_as_they_are() -> None:
    source = "def f(n: int, spans: list[tuple[int, int]]):\n    seen = [0] * n\n    return [b - a for a, b in spans]\n"
    assert default(source, 100).endswith("in 0..1000")


def _given_to(source: str, said: str) -> Any:
    names: dict[str, Any] = {}
    exec(source, names)
    _, given = build(parse(said), 1)
    return names["f"](**given)
