"""The collector of cycles is paused while a tree is made, and is then as it was."""

import ast
import gc
from collections.abc import Iterator

import pytest

from perfcast.source import SourceError, SourceFile


@pytest.fixture(params=[True, False], ids=["collecting", "not collecting"])
def was_enabled(request: pytest.FixtureRequest) -> Iterator[bool]:
    before = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if before else gc.disable)()


def test_nothing_is_collected_while_a_text_is_parsed(was_enabled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    parse, met = ast.parse, []
    monkeypatch.setattr(ast, "parse", lambda text: (met.append(gc.isenabled()), parse(text))[1])
    SourceFile.parse("def f(): pass\n")
    SourceFile.parse_tolerant("def f(): pass\n")
    assert met == [False, False]
    assert gc.isenabled() is was_enabled


def test_the_collector_is_as_it_was_after_an_error(was_enabled: bool) -> None:
    with pytest.raises(SourceError):
        SourceFile.parse("def f(:\n")
    assert gc.isenabled() is was_enabled
