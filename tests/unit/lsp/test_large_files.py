"""What a large file leaves in memory does not hold up the editor."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from perfcast.lsp.forecasting import _parsed

pytest.importorskip("pyarrow")
from tests.benchmarks.sources import file_of_lines


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("lines, most_looked_at", [(500, 0), (15_000, 100_000)])
def test_trees_of_a_large_file_are_not_looked_through_again(lines: int, most_looked_at: int) -> None:
    text = file_of_lines(lines)
    file, _ = _parsed(text, 10_000, None, None)
    frozen = gc.get_freeze_count()
    assert bool(frozen) == bool(most_looked_at)
    if frozen:
        assert len(gc.get_objects()) < most_looked_at < frozen
    _parsed(text + "x = 1\n", 10_000, file, None)
    # Not frozen again; what dies of what was frozen meanwhile is counted off.
    assert gc.get_freeze_count() <= frozen
