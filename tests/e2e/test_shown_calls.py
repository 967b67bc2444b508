"""What the tests of a project show of an open file's functions."""

import threading

import pytest
from lsprotocol import types

from perfcast.forecast.project_calls import ProjectCalls, Question
from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial.observing.callers import Mentions
from perfcast.trial.process.worker import Observations
from tests.e2e.session import SECONDS, session

SHOP = "class Cart:\n    def __init__(self, n): self.n = n\n\ndef total(cart):\n    return cart.n + 1\n"
TEST = "from shop import *\n\ndef test_total():\n    total(Cart(3))\n"


async def test_a_file_is_forecast_anew_once_its_tests_have_been_looked_at(tmp_path):
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "test_shop.py").write_text(TEST)
    shop = f"{tmp_path.as_uri()}/shop.py"
    async with session(profile="vscode") as editor:
        editor.open(shop, SHOP)
        await editor.ready()
        await editor.until(lambda: "call in test_shop.py:3" in origins(editor, shop))
        await editor.ready()
        asked = len(editor.local.model.asked)
        later = SHOP.replace("+ 1", "+ 2")
        editor.edit(shop, later)
        (tmp_path / "shop.py").write_text(later)
        editor.save(shop)
        await editor.ready()
        assert "call in test_shop.py:3" in origins(editor, shop)
        assert len(editor.local.model.asked) - asked == 2, "what was edited alone"


async def test_a_test_that_is_written_later_is_looked_at(tmp_path):
    (tmp_path / "shop.py").write_text(SHOP)
    shop, test = (f"{tmp_path.as_uri()}/{name}.py" for name in ("shop", "test_shop"))
    async with session(profile="vscode") as editor:
        editor.open(shop, SHOP)
        await editor.ready()
        await editor.until(lambda: not editor.local.server.forecasting._looking)
        assert not any("test_shop" in origin for origin in origins(editor, shop))
        (tmp_path / "test_shop.py").write_text(TEST)
        editor.open(test, TEST)
        editor.save(test)
        await editor.until(lambda: "call in test_shop.py:3" in origins(editor, shop))


def origins(editor, uri):
    analysis = editor.local.server.forecasting.analysis(uri)
    return [entry.forecast.workload_origin for entry in analysis.entries if entry.forecast is not None]


async def test_what_is_written_while_one_looks_is_looked_at_after_it(tmp_path, monkeypatch):
    shop, test = tmp_path / "shop.py", tmp_path / "test_shop.py"
    shop.write_text("def one(nums): return nums\n")
    may_end, answered = threading.Event(), Question.answered

    def slow(question, stopped=None):
        found = answered(question, stopped)
        may_end.wait(SECONDS)
        return found

    monkeypatch.setattr(Question, "answered", slow)
    async with session(profile="vscode") as editor:
        editor.open(shop.as_uri(), shop.read_text())
        await editor.ready()
        test.write_text("from shop import *\n\ndef test_two():\n    two([1, 2, 3])\n")
        later = shop.read_text() + "def two(nums): return nums\n"
        shop.write_text(later)
        editor.edit(shop.as_uri(), later)
        editor.save(shop.as_uri())
        await editor.ready()
        may_end.set()
        await editor.until(lambda: any("test_shop" in origin for origin in origins(editor, shop.as_uri())))


async def test_a_call_that_is_gone_is_shown_no_more(tmp_path):
    shop, test = tmp_path / "shop.py", tmp_path / "test_shop.py"
    shop.write_text(SHOP)
    test.write_text(TEST)
    async with session(profile="vscode") as editor:
        editor.open(shop.as_uri(), SHOP)
        await editor.ready()
        await editor.until(lambda: "call in test_shop.py:3" in origins(editor, shop.as_uri()))
        test.unlink()
        deleted = types.FileEvent(test.as_uri(), types.FileChangeType.Deleted)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([deleted]))
        await editor.until(lambda: not any("test_shop" in origin for origin in origins(editor, shop.as_uri())))


def test_many_files_are_not_read_to_see_whether_they_call_something(tmp_path, monkeypatch):
    (tmp_path / "shop.py").write_text(SHOP)
    calls, file = ProjectCalls(), SourceFile.parse_tolerant(SHOP, home=Place.of(tmp_path / "shop.py", [tmp_path]))
    question = calls.question(file, 1000)
    calls.note(question, Observations({}, {}))
    monkeypatch.setattr(Mentions, "_of", lambda *_: pytest.fail("it was read"))
    shop, library = str(tmp_path / "shop.py"), str(tmp_path / "env/lib/python3/site-packages/m.py")
    assert calls.outdated_by([library] * 1000, [shop]) == []
    assert calls.outdated_by([str(tmp_path / f"m{index}.py") for index in range(1000)], [shop]) == [shop]
