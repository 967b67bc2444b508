"""Calls that a project's tests make, repeated in the sandbox."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from perfcast.measure import Job, Limits, Measurement, Sandbox
from perfcast.source.locations.place import Caller
from perfcast.trial.observing.scripts import going_on, scripts_in

SHOP = """\
class Cart:
    def __init__(self, n):
        self.n = n

    @property
    def things(self):
        return [bytes(100) for _ in range(self.n)]

    @staticmethod
    def of(n):
        return bytearray(n)

def buy(cart, price=1):
    return bytearray(1000 * cart.n * price)

def around():
    def inner():
        return 1
    return inner()
"""

WORKER = """\
async def work(queue):
    while True:
        buy(await queue.get())
        queue.task_done()
"""
FIXTURES = """\
import asyncio
import pytest
@pytest.fixture
def large():
    yield 40
@pytest.fixture
async def late():
    await asyncio.sleep(0)
    return 40
@pytest.fixture
async def last(late):
    await asyncio.sleep(0)
    yield late + 1
"""


def measured(
    folder: Path,
    test: str,
    unit: str,
    at: tuple[int, int] = (1, 0),
    workload: str = "",
    called_with: str = "",
    script: str = "",
) -> Measurement:
    (folder / "shop.py").write_text(SHOP)
    (folder / "conftest.py").write_text(FIXTURES)
    (folder / "test_shop.py").write_text(f"import asyncio\nimport pytest\nimport shop\nfrom shop import *\n{test}")
    written = "TestIt.test_it" if "class TestIt" in test else "test_it"
    caller = Caller(str(folder / "test_shop.py"), script or written, unit, *at)
    job = Job(
        unit, SHOP, unit, (workload or called_with,), folders=((str(folder),), ()),
        path=str(folder / "shop.py"), caller=caller, called_with=called_with,
    )  # fmt: skip
    with Sandbox(Limits()) as sandbox:
        [found] = list(sandbox.run(job))
    return found


@pytest.mark.parametrize(
    ("test", "at", "size"),
    [
        ("def test_it():\n    buy(Cart(1))\n", (1, 0), 1),
        ("def test_it():\n    assert buy(Cart(1)) is None\n    shop.buy(cart=Cart(20), price=2)\n", (2, 0), 40),
        ("def test_it():\n    for n in 1, 40:\n        buy(Cart(n))\n", (1, 1), 40),
        ("def test_it(large):\n    open('/etc/none')\n    buy(Cart(1))\n    buy(Cart(large))\n", (3, 0), 40),
        ("@pytest.mark.parametrize('n, p', [pytest.param(20, 2)])\ndef test_it(n, p):\n    buy(Cart(n), p)\n",
         (1, 0), 40),
        ("@pytest.mark.parametrize('n', [1, 40])\ndef test_it(n):\n    buy(Cart(n))\n", (3, 0), 40),
        ("import unittest\nclass TestIt(unittest.TestCase):\n    def setUp(self):\n        self.cart = Cart(40)\n"
         "    def test_it(self):\n        buy(Cart(1))\n        self.assertTrue(buy(self.cart))\n", (2, 0), 40),
        ("class TestIt:\n    def setup_method(self):\n        self.cart = Cart(40)\n"
         "    def test_it(self, large):\n        buy(Cart(1))\n        buy(self.cart)\n", (2, 0), 40),
        ("@pytest.mark.parametrize('n', [1, 40])\nclass TestIt:\n    @pytest.fixture\n    def cart(self):\n"
         "        return Cart(40)\n    @pytest.fixture(autouse=True)\n    def prepared(self, large, tmp_path):\n"
         "        self.large = large\n        self.more = len(tmp_path.name)\n"
         "    def test_it(self, cart, n):\n        buy(cart)\n"
         "        buy(Cart(min(n, self.large, 35 + self.more)))\n", (5, 0), 40),
        ("import argparse\ndef test_it():\n    parser = argparse.ArgumentParser()\n    args = parser.parse_args()\n"
         "    args\n    buy(Cart(40))\n    buy(Cart(args and 1))\n", (5, 0), 1),
        ("async def test_it(late, last):\n    queue = asyncio.Queue()\n    await queue.put(Cart(late))\n"
         "    task = asyncio.create_task(asyncio.Event().wait())\n    assert not task.done()\n"
         "    buy(Cart(last))\n    buy(await queue.get())\n", (6, 0), 40),
        ("async def late_one():\n    buy(Cart(1))\n    await asyncio.sleep(0)\n    buy(Cart(40))\n"
         "async def test_it():\n    tasks = [asyncio.create_task(late_one())]\n    await asyncio.sleep(0.01)\n",
         (2, 1), 40),
        (f"{WORKER}async def test_it():\n    queue = asyncio.Queue()\n    task = asyncio.create_task(work(queue))\n"
         "    for n in 1, 40: queue.put_nowait(Cart(n))\n    await queue.join()\n", (4, 1), 40),
        (f"{WORKER}async def main():\n    queue = asyncio.Queue()\n    task = asyncio.create_task(work(queue))\n"
         "    for n in 1, 40: queue.put_nowait(Cart(n))\n    await queue.join()\n"
         "def test_it():\n    asyncio.run(main())\n", (1, 1), 40),
        ("import unittest\nclass TestIt(unittest.IsolatedAsyncioTestCase):\n    async def asyncSetUp(self):\n"
         "        self.cart = await asyncio.sleep(0, Cart(40))\n    async def test_it(self):\n"
         "        buy(self.cart)\n", (1, 0), 40),
    ],
    ids=["plain", "second", "loop", "conftest", "cases", "second case", "unittest", "class", "of a class", "program",
         "awaited", "task", "worker", "worker of a program", "isolated"],
)  # fmt: skip
def test_the_call_that_was_seen_is_measured(tmp_path, test, at, size):
    found = measured(tmp_path, test, "buy", at, called_with="cart: Cart")
    assert found.error is None
    assert found.metrics["peak_memory"] == pytest.approx(1000 * size, abs=400)


def test_what_a_test_makes_is_lent_to_a_call_that_it_does_not_make(tmp_path):
    test = "def test_it():\n    cart = Cart(20)\n    assert cart.n == 3\n"
    [script] = scripts_in(ast.parse(test))
    lent = going_on(script, "from shop import buy; buy(cart=cart)")
    said = "cart: Cart; price: int = 2"
    found = measured(tmp_path, test, "buy", (4, 0), said, "cart: Cart", script=lent.name)
    assert found.error is None
    assert found.metrics["peak_memory"] == pytest.approx(40_000, abs=400)


def test_what_a_workload_says_otherwise_is_made(tmp_path):
    said = "cart: Cart; price: int = 1"
    found = measured(tmp_path, "def test_it():\n    buy(Cart(2))\n", "buy", (1, 0), "cart: Cart; price: int = 30", said)
    assert found.metrics["peak_memory"] == pytest.approx(60_000, abs=400)


@pytest.mark.parametrize(
    ("unit", "call", "size"), [("Cart.things", "Cart(30).things", 4_000), ("Cart.of", "Cart.of(9_000)", 9_000)]
)
def test_properties_and_static_methods(tmp_path, unit, call, size):
    found = measured(tmp_path, f"def test_it():\n    {call}\n", unit)
    assert found.metrics["peak_memory"] == pytest.approx(size, rel=0.2)


@pytest.mark.parametrize(
    ("unit", "at", "error"),
    [
        ("buy", (3, 0), "inputs: test_it of test_shop.py does not call it"),
        ("sell", (1, 0), "source: LookupError: sell"),
        ("around.inner", (1, 0), "source: LookupError: around.inner is defined within a function"),
    ],
)
def test_what_is_not_called_any_more(tmp_path, unit, at, error):
    assert measured(tmp_path, "def test_it():\n    buy(Cart(1))\n    around()\n", unit, at).error == error


def called_once(folder: Path, file: str, test: str, unit: str, called_with: str) -> Measurement:
    """By the first statement of `test_it`."""
    caller = Caller(str(folder / test), "test_it", unit, 1, 0)
    job = Job(
        unit, "", unit, (called_with,), folders=((str(folder),), ()),
        path=str(folder / file), caller=caller, called_with=called_with,
    )  # fmt: skip
    with Sandbox(Limits()) as sandbox:
        [found] = list(sandbox.run(job))
    return found


def test_the_code_that_is_worked_on_is_measured_not_an_installed_version(tmp_path):
    """The harness itself needs rich."""
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich/__init__.py").write_text("")
    (tmp_path / "rich/cells.py").write_text("def wide(n):\n    return [0] * n\n")
    (tmp_path / "test_cells.py").write_text("from rich.cells import wide\ndef test_it():\n    wide(5_000)\n")
    found = called_once(tmp_path, "rich/cells.py", "test_cells.py", "wide", "n: int = 5000")
    assert found.error is None
    assert found.metrics["peak_memory"] == pytest.approx(40_000, rel=0.1)


def test_arguments_by_keyword_cost_nothing_that_is_measured(tmp_path):
    (tmp_path / "few.py").write_text("def few(a=1, b=2, c=3):\n    return c\n")
    (tmp_path / "test_few.py").write_text("from few import few\ndef test_it():\n    few(c=4)\n")
    found = called_once(tmp_path, "few.py", "test_few.py", "few", "c: int = 4")
    assert found.metrics["allocations"] == 0


def test_the_caller_may_know_the_module_by_a_longer_name_than_its_file_tells(tmp_path: Path) -> None:
    shop = tmp_path / "src" / "town" / "market" / "shop.py"
    shop.parent.mkdir(parents=True)
    (shop.parent / "__init__.py").touch()
    shop.write_text(SHOP)
    test = tmp_path / "test_shop.py"
    test.write_text("from town.market.shop import Cart, buy\n\ndef test_it():\n    buy(Cart(40))\n")
    job = Job(
        "buy", SHOP, "buy", ("",), folders=((str(tmp_path / "src"),), ()), path=str(shop),
        caller=Caller(str(test), "test_it", "buy", 1, 0),
    )  # fmt: skip
    with Sandbox(Limits()) as sandbox:
        [found] = list(sandbox.run(job))
    assert found.error is None
    assert found.metrics["peak_memory"] == pytest.approx(40_057, abs=100)
