"""The collector of cycles is paused while a tree is made, and is then as it was."""

import ast
import gc
import weakref
from collections.abc import Iterator

import pytest

from perfcast.source import SourceError, SourceFile
from perfcast.source.parsing.collector import collector_paused


@pytest.fixture(params=[True, False], ids=["collecting", "not collecting"])
def was_enabled(request: pytest.FixtureRequest) -> Iterator[bool]:
    before = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if before else gc.disable)()


LARGE = "def f(): pass\n" * 10_000


def test_nothing_is_collected_while_a_large_text_is_parsed(was_enabled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    parse, met = ast.parse, []
    monkeypatch.setattr(ast, "parse", lambda text: (met.append(gc.isenabled()), parse(text))[1])
    SourceFile.parse(LARGE)
    assert met == [False]
    assert gc.isenabled() is was_enabled


def test_the_collector_is_as_it_was_after_an_error(was_enabled: bool) -> None:
    with pytest.raises(SourceError):
        SourceFile.parse(LARGE + "def f(:\n")
    assert gc.isenabled() is was_enabled


def test_the_tree_is_old_at_once_and_cycles_are_still_found() -> None:
    class Cycle:
        def __init__(self) -> None:
            self.itself = self

    # A server in this process may have frozen a large file's.
    gc.unfreeze()
    tree = None
    with collector_paused():
        tree, cycle = ast.parse("x = 1"), weakref.ref(Cycle())
    assert not any(node is tree for generation in (0, 1) for node in gc.get_objects(generation))
    assert any(node is tree for node in gc.get_objects(2))
    assert gc.get_freeze_count() == 0
    assert cycle() is not None
    gc.collect()
    assert cycle() is None


def test_what_was_frozen_stays_so() -> None:
    gc.freeze()
    try:
        with collector_paused():
            pass
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
