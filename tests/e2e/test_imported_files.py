"""Files that import one another."""

from lsprotocol import types

from tests.e2e.session import session

MAIN = "from helpers import pairs\n\ndef use(nums):\n    return len(pairs(nums))\n"


async def test_a_saved_file_has_those_forecast_anew_that_import_it(tmp_path):
    helpers = tmp_path / "helpers.py"
    helpers.write_text("def pairs(xs): return xs\n")
    main, imported, apart = (f"{tmp_path.as_uri()}/{name}.py" for name in ("main", "helpers", "apart"))
    async with session() as editor:
        model = editor.local.model
        model.follows = (str(helpers),)
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
        model.follows = (str(helpers),)
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
