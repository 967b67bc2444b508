"""Files that import one another."""

import pytest
from lsprotocol import types

from tests.e2e.session import session

MAIN = "from helpers import pairs\n\ndef use(nums):\n    return len(pairs(nums))\n"


async def test_a_saved_file_has_those_forecast_anew_that_import_it(tmp_path):
    helpers = tmp_path / "helpers.py"
    helpers.write_text("def pairs(xs): return xs\n")
    main, imported, apart = (f"{tmp_path.as_uri()}/{name}.py" for name in ("main", "helpers", "apart"))
    async with session() as editor:
        model = editor.local.model
        model.trials.follows = (str(helpers),)
        editor.open(main, MAIN)
        editor.open(imported, helpers.read_text())
        editor.open(apart, "def g(nums):\n    return sum(nums)\n")
        await editor.ready()
        before = list(model.encoded), len(model.asked)
        assert sum(text.startswith("def use") for text in before[0]) == 1
        later = "def pairs(xs): return [(x, x) for x in xs]\n"
        editor.edit(imported, later)
        helpers.write_text(later)
        editor.save(imported)
        await editor.ready()
        assert [text.partition("(")[0] for text in model.encoded[len(before[0]) :]] == ["def pairs"]
        assert len(model.asked) - before[1] == 2 * 2, "what was saved, and what imports it"


async def test_files_that_change_on_disk_are_watched(tmp_path):
    helpers = tmp_path / "helpers.py"
    helpers.write_text("def pairs(xs): return xs\n")
    main = f"{tmp_path.as_uri()}/main.py"
    async with session(profile="vscode") as editor:
        model = editor.local.model
        model.trials.follows = (str(helpers),)
        editor.open(main, MAIN)
        await editor.ready()
        await editor.until(lambda: editor.registered == [types.WORKSPACE_DID_CHANGE_WATCHED_FILES])
        asked = len(model.asked)
        changes = types.DidChangeWatchedFilesParams([types.FileEvent(helpers.as_uri(), types.FileChangeType.Changed)])
        editor.client.workspace_did_change_watched_files(changes)
        await editor.ready()
        assert len(model.asked) == asked, "nothing has changed"
        helpers.write_text("def pairs(xs): return [(x, x) for x in xs]\n")
        editor.client.workspace_did_change_watched_files(changes)
        await editor.until(lambda: len(model.asked) == 2 * asked)


async def test_a_hover_on_a_call_of_another_files_function(tmp_path):
    files = {
        "shop/__init__.py": "from .prices import total\n",
        "shop/prices.py": "def total(nums): return sum(nums)\n\nclass Cart:\n    def sizes(self, nums): return nums\n",
        "shop/main.py": "import shop.prices as p\nfrom . import total\nfrom .prices import Cart\nimport math\n"
        "print(total([1]), p.total([1]), Cart([2]), Cart.sizes([3]), math.floor(2.5))\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    main = (tmp_path / "shop/main.py").as_uri()
    async with session(profile="neovim") as editor:
        editor.open(main, files["shop/main.py"])
        await editor.until(lambda: editor.refreshes)
        line = files["shop/main.py"].splitlines()[4]
        for call, unit in (("total([", "total"), ("p.total", "total"), ("Cart.sizes", "Cart.sizes")):
            column = line.index(call) + call.rfind(".") + 1
            found = await editor.hover(main, 4, column + 1)
            assert found.startswith(f"**{unit}**: forecast")
            assert "Defined in the module `shop.prices`." in found
        for call in ("floor", "Cart(["):
            assert await editor.hover(main, 4, line.index(call) + 1) is None


def changed(*uris: str) -> types.DidChangeWatchedFilesParams:
    return types.DidChangeWatchedFilesParams([types.FileEvent(uri, types.FileChangeType.Changed) for uri in uris])


@pytest.mark.parametrize("is_told_first", [True, False])
async def test_a_document_that_the_editor_reads_anew_is_forecast(tmp_path, is_told_first):
    path = tmp_path / "code.py"
    before, after = ("def f(nums):\n    return nums\n", "def f(nums):\n    return nums + nums\n")
    path.write_text(before)
    async with session(profile="vscode") as editor:
        editor.open(path.as_uri(), before)
        await editor.ready()
        path.write_text(after)
        if is_told_first:
            editor.client.workspace_did_change_watched_files(changed(path.as_uri()))
        editor.edit(path.as_uri(), after)
        if not is_told_first:
            editor.client.workspace_did_change_watched_files(changed(path.as_uri()))
        assert len(await editor.settled(path.as_uri())) == 1


async def test_a_document_with_edits_of_its_own_is_not_forecast_for_its_file(tmp_path):
    path = tmp_path / "code.py"
    path.write_text("def f(nums):\n    return nums\n")
    async with session(profile="vscode") as editor:
        editor.open(path.as_uri(), path.read_text())
        await editor.ready()
        asked = len(editor.local.model.asked)
        editor.edit(path.as_uri(), "def f(nums):\n    return nums + [1]\n")
        path.write_text("def f(nums):\n    return nums + nums\n")
        editor.client.workspace_did_change_watched_files(changed(path.as_uri()))
        assert await editor.settled(path.as_uri()) == []
        assert len(editor.local.model.asked) == asked


async def test_an_import_that_is_saved_during_a_forecast_is_heeded(tmp_path):
    helpers, main = tmp_path / "helpers.py", f"{tmp_path.as_uri()}/main.py"
    helpers.write_text("def pairs(xs): return xs\n")
    uses = [f"def use{index}(nums):\n    return len(pairs(nums)) + {index}\n" for index in range(8)]
    async with session(seconds=0.1) as editor:
        model, server = editor.local.model, editor.local.server
        model.trials.follows = (str(helpers),)
        editor.open(main, "\n".join(["from helpers import pairs\n", *uses]))
        await editor.until(lambda: len(model.asked) >= 6)
        helpers.write_text("def pairs(xs): return [(x, x) for x in xs]\n")
        editor.save(helpers.as_uri())
        await editor.until(lambda: server.forecasting.analysis(main).is_whole)
        await editor.ready()
        predictor, analysis = server.engine.predictor, server.forecasting.analysis(main)
        assert all(predictor.is_current(analysis.file, entry.unit) for entry in analysis.entries)
