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
