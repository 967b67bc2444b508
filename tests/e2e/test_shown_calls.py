"""What the tests of a project show of an open file's functions."""

from tests.e2e.session import session

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
        server = editor.local.server
        await editor.until(lambda: server.engine.predictor.unseen(server.forecasting.analysis(shop).file) is None)
        assert not any("test_shop" in origin for origin in origins(editor, shop))
        (tmp_path / "test_shop.py").write_text(TEST)
        editor.open(test, TEST)
        editor.save(test)
        await editor.until(lambda: "call in test_shop.py:3" in origins(editor, shop))


def origins(editor, uri):
    analysis = editor.local.server.forecasting.analysis(uri)
    return [entry.forecast.workload_origin for entry in analysis.entries if entry.forecast is not None]
