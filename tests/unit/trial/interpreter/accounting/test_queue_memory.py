"""Queues that are longest midway: figures are tracemalloc's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of


@pytest.mark.parametrize(
    ("take", "more", "measured"),
    [
        ("i = queue.popleft()", "True", 9_460),
        ("i = queue.pop()", "True", 8_932),
        ("i, _ = queue.popleft()", "(i, i)", 65_460),
    ],
)
def test_queues_count_as_long_as_they_ever_were(take: str, more: str, measured: int) -> None:
    source = f"""
from collections import deque
def run(n: int) -> int:
    queue, done = deque([{more.replace("i", "1")}]), 0
    while queue:
        {take}
        done += 1
        if done + len(queue) < n:
            queue.append({more})
            queue.append({more})
    return done
"""
    assert peak_of(source, "n: int = 2000") == pytest.approx(measured, rel=0.05)


def test_queues_count_that_are_emptied_by_a_method_of_another_name() -> None:
    source = """
from collections import deque
def run(n: int) -> int:
    queue, done = deque([1]), 0
    take = queue.popleft
    while queue:
        take()
        done += 1
        if done + len(queue) < n:
            queue.append(True)
            queue.append(True)
    return done
"""
    assert peak_of(source, "n: int = 2000") == pytest.approx(9_460, rel=0.05)


def test_queues_count_that_are_emptied_at_once() -> None:
    source = """
from collections import deque
def run(n: int) -> int:
    batch, total = deque(), 0
    for i in range(n):
        batch.append(True)
        if len(batch) == 900:
            total += sum(batch)
            batch.clear()
    return total
"""
    assert peak_of(source, "n: int = 2000") == pytest.approx(8_920, rel=0.1)


def test_queues_count_as_much_where_a_longer_one_was_there_before_the_call() -> None:
    line = """
from collections import deque
class Line:
    def drained(self, of):
        waiting, total = deque(), 0
        for x in of:
            waiting.append((x, x))
        while waiting:
            a, b = waiting.popleft()
            total += a
        return total

    def __init__(self, of):
        queue = deque(range({before}))
        while queue:
            queue.popleft()
        self.of = of
"""
    after_none, after_more = (
        peak_of(line.format(before=before), "of: list[int] * 2000") for before in ("0", "4 * len(of)")
    )
    assert after_more == pytest.approx(after_none, rel=0.01)
