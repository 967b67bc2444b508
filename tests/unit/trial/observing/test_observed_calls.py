"""Calls that a project's own code makes of a file's units."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Caller, Place
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.heap_walk import Walk
from perfcast.trial.observing.callers import callers_of
from perfcast.trial.observing.observer import Observed, Observer
from perfcast.trial.observing.scripts import examples_in, scripts_in
from perfcast.workload import parse

SHOP = """
    class Cart:
        def __init__(self, owner, limit):
            if not limit > 0:
                raise ValueError(limit)
            self.owner, self.things = owner, []

        def put(self, name, price):
            self.things.append((name, price))
            self._check(self.things)

        def _check(self, things):
            return len(things)

        @staticmethod
        def of(names):
            return len(names)

    def total(cart):
        return sum(price for _, price in cart.things)

    def names(cart, sep=", "):
        return sep.join(name for name, _ in cart.things)

    def squares(nums):
        return [n * n for n in nums]

    def forever(n):
        while n:
            n += 1
    """


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    write(tmp_path, "shop.py", SHOP)
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(textwrap.dedent(text))


def observed(project: Path, *names: str, file: str = "shop.py") -> dict[str, Observed]:
    place = Place.of(project / file, [project])
    source = SourceFile.parse((project / file).read_text())
    return Observer(place, names or [unit.name for unit in source.units]).observed()


def called_with(found: dict[str, Observed], name: str) -> str:
    return str(found[name].described.workload)


def trials(project: Path, found: Observed) -> Trials:
    file = SourceFile.parse((project / "shop.py").read_text())
    place = replace(Place.of(project / "shop.py", [project]), caller=found.caller)
    return Trials(file.normal_form(file.unit(found.caller.unit)), place)


def runs(row: list[float]) -> tuple[float, float]:
    return row[NAMES.index("trial_runs")], row[NAMES.index("trial_raised")]


def test_tests_show_instances_and_what_is_called_on_the_way(project):
    write(
        project,
        "tests/test_shop.py",
        """
        from shop import Cart, total, names

        def test_total():
            cart = Cart("me", 3)
            cart.put("tea", 2.5)
            cart.put("jam", 4.0)
            assert total(cart) == "whatever"
            assert names(cart, sep="; ") == "tea; jam"
            Cart.of(["a", "b"])
        """,
    )
    found = observed(project)
    assert called_with(found, "total") == "cart: Cart"
    assert called_with(found, "names") == "cart: Cart; sep: str = '; '"
    assert called_with(found, "Cart.__init__") == "owner: str = 'me'; limit: int = 3"
    assert called_with(found, "Cart.put") == "name: str = 'jam'; price: float = 4.0", "that with more to do"
    assert called_with(found, "Cart._check").startswith("things: list[tuple[str, float]] * 2"), "called by another"
    assert called_with(found, "Cart.of").startswith("names: list[str] * 2")
    assert "squares" not in found
    assert not found["total"].described.is_whole and found["Cart.put"].described.is_whole
    assert found["total"].caller == Caller(str(project / "tests/test_shop.py"), "test_total", "total", 4, 0)
    assert found["total"].line == 4
    assert all(one.has_ended for one in found.values())


def test_tables_are_told_by_their_shapes_and_what_stands_in_them_by_nobody(project):
    write(
        project,
        "tests/test_shop.py",
        """
        import pandas as pd
        from shop import squares, total

        def test_it():
            squares(pd.Series([1.0, 2.0]))
            total(pd.DataFrame({"price": [1, 2, 3], "count": [4, 5, 6]}))
        """,
    )
    found = observed(project)
    assert called_with(found, "squares") == "nums: Series[2]"
    assert called_with(found, "total") == "cart: DataFrame[3, 2]"
    assert not any(one.described.is_whole for one in found.values())


@pytest.mark.parametrize(
    "test",
    [
        "@pytest.mark.parametrize('nums, want', [([1], 1), pytest.param([1, 2, 3], 9, id='x')])\n"
        "def test_it(nums, want):\n    assert squares(nums)[-1] == want\n",
        "@pytest.mark.parametrize('size', [1, 3])\n@pytest.mark.slow\n"
        "def test_it(size):\n    squares(list(range(1, size + 1)))\n",
        "@pytest.fixture\ndef nums(limit):\n    yield [1, 2, limit]\n@pytest.fixture(params=[2, 3])\n"
        "def limit(request):\n    return request.param\ndef test_it(nums):\n    squares(nums)\n",
        "def test_it(listed):\n    squares(listed)\n",
        "class TestIt:\n    def setup_method(self):\n        self.nums = [1, 2, 3]\n"
        "    def test_it(self):\n        squares(self.nums)\n",
        "import unittest\nclass Tests(unittest.TestCase):\n    def setUp(self):\n        super().setUp()\n"
        "        self.__set()\n        self.nums = self.__nums\n    def __set(self):\n        self.__nums = [1, 2, 3]\n"
        "    def test_it(self):\n        with self.assertRaises(KeyError):\n            {}[1]\n"
        "        self.assertEqual(squares(self.nums), 3)\n",
        "@pytest.mark.parametrize('size', [1, 3])\nclass TestIt:\n"
        "    def test_it(self, size):\n        squares(list(range(1, size + 1)))\n",
        "class TestIt:\n    @pytest.fixture\n    def nums(self, least):\n        yield [least, 2, 3]\n"
        "    @pytest.fixture(name=None)\n    def least(self):\n        return 1\n"
        "    def test_it(self, nums):\n        squares(nums)\n",
        "class TestIt:\n    @pytest.fixture(autouse=True)\n    def prepared(self, listed):\n"
        "        self.nums = listed\n    def test_it(self):\n        squares(self.nums)\n",
        "async def test_it(aloud):\n    await asyncio.sleep(0.1)\n    squares(await aloud([1, 2, 3]))\n",
        "class TestIt:\n    @pytest.mark.anyio\n    async def test_it(self):\n"
        "        got = await asyncio.gather(*[asyncio.sleep(0, n) for n in (1, 2, 3)])\n"
        "        async with asyncio.Lock():\n            squares(got)\n",
        "import unittest\nclass Tests(unittest.IsolatedAsyncioTestCase):\n    async def asyncSetUp(self):\n"
        "        await super().asyncSetUp()\n        self.nums = await asyncio.sleep(0, [1, 2, 3])\n"
        "    async def test_it(self):\n        squares(self.nums)\n",
        "@pytest_asyncio.fixture(scope='module')\nasync def nums(least):\n    await asyncio.sleep(0)\n"
        "    yield [least, 2, 3]\n@pytest.fixture\nasync def least():\n    return 1\n"
        "async def test_it(nums):\n    squares(nums)\n",
        "def test_it(tmp_path):\n    (tmp_path / 'x').write_text('x')\n    open('y').read()\n    squares([1, 2, 3])\n",
        "def test_it(tmp_path, caplog):\n    caplog.set_level('INFO')\n    name = (tmp_path / 'a.b').suffix\n"
        "    with caplog.at_level(10):\n        squares([len(name) - 1, len(caplog.records) + 2, 3])\n",
        "def test_it():\n    with pytest.raises(TypeError):\n        squares(1)\n    squares([1, 2, 3])\n",
        "def test_it():\n    for n in (1, 3):\n        assert squares([])\n        assert squares(range(n)), n\n"
        "    squares([1, 2, 3])\n",
    ],
    ids=["cases", "sizes", "fixtures", "conftest", "class", "unittest", "cases of a class",
         "fixtures of a class", "for all of a class", "awaited", "in a class", "isolated",
         "made late", "left out", "given by pytest", "raises", "asserts"],
)  # fmt: skip
def test_what_tests_are_made_of(project, test):
    write(
        project,
        "tests/conftest.py",
        "import pytest\n@pytest.fixture\ndef listed():\n    return [1, 2, 3]\n@pytest.fixture\nasync def aloud():\n"
        "    async def say(what):\n        return what\n    return say\n",
    )
    write(
        project,
        "tests/test_it.py",
        "import asyncio\nimport pytest\nimport pytest_asyncio\nfrom shop import squares\n" + test,
    )
    assert called_with(observed(project, "squares"), "squares") == "nums: list[int] * 3 in 1..3"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("examples/run.py", "from shop import squares\ndef main(size=3):\n    print(squares([1, 2, size]))\n"),
        ("run.py", "import shop\nif __name__ == '__main__':\n    nums = [1, 2, 3]\n    shop.squares(nums)\n"),
        ("run.py", "from shop import squares as s, squares\nnums = [1, 2, 3]\ns(nums)\n"),
        ("shop.py", SHOP.replace("def squares(nums):", 'def squares(nums):\n        """\n        >>> t = [1, 2]\n'
         '        >>> squares(t + [3])\n        [1]\n        """')),
        ("shop.py", SHOP + "\n    if __name__ == '__main__':\n        squares([1, 2, 3])\n"),
    ],
    ids=["main", "program", "script", "doctest", "own program"],
)  # fmt: skip
def test_programs_and_examples_show_calls_too(project, name, text):
    write(project, name, text)
    assert called_with(observed(project, "squares"), "squares") == "nums: list[int] * 3 in 1..3"


def test_modules_of_a_package_call_one_another(project):
    write(project, "src/pack/__init__.py", "from .a import f\n")
    write(
        project, "src/pack/a.py", "from . import b\nclass Box:\n    pass\ndef f(box, n=2):\n    return b.g([box] * n)\n"
    )
    write(project, "src/pack/b.py", "def g(boxes):\n    return len(boxes)\n")
    write(project, "tests/test_a.py", "import pack\nfrom pack.a import Box\ndef test_f():\n    pack.f(Box(), n=4)\n")
    assert called_with(observed(project, file="src/pack/a.py"), "f") == "box: Box; n: int = 4"
    place = Place.of(project / "src/pack/b.py", [project])
    assert str(Observer(place, ["g"]).observed()["g"].described.workload) == "boxes: list[Box] * 4"


@pytest.mark.parametrize("after", ["", "    len(range(3))\n"])
def test_what_follows_does_without_what_a_generator_does_that_is_gone(project, after):
    write(
        project,
        "tests/test_shop.py",
        "from shop import *\ndef g():\n    try:\n        yield 1\n    finally:\n        open('a')\n"
        f"def first():\n    return next(g())\ndef test_total():\n    first()\n{after}"
        "    squares([1, 2])\n    names(Cart('me', 3))\n",
    )
    assert {"squares", "names"} <= observed(project).keys()


def test_a_seen_call_is_tried_with_what_the_test_makes(project):
    write(
        project,
        "tests/test_shop.py",
        "from shop import *\ndef test_total():\n    cart = Cart('me', 3)\n    for k in range(50):\n"
        "        cart.put('x', k)\n    total(Cart('you', 1))\n    total(cart)\n    cart.put('last', 1.5)\n",
    )
    found = observed(project)
    assert found["total"].caller.step == 4
    few = Trials("def total(cart):\n    return sum(price for _, price in cart.things)\n")
    assert runs(few.estimate(parse("cart: Cart")))[0] < 1, "nobody knows what a cart is"
    assert runs(trials(project, found["total"]).estimate(parse("cart: Cart"))) == (1, 0)
    put = trials(project, found["Cart.put"])
    for workload in (str(found["Cart.put"].described.workload), "name: str * 1000; price: float = 2.0"):
        number, raised = runs(put.estimate(parse(workload)))
        assert number >= 1 and not raised


def test_a_call_that_is_not_made_any_more_is_not_tried(project):
    test = "from shop import *\ndef test_total():\n    total(Cart('me', 3))\n"
    write(project, "tests/test_shop.py", test)
    found = observed(project)["total"]
    known = trials(project, found)
    assert runs(known.estimate(parse("cart: Cart"))) == (1, 0)
    assert known.is_current
    assert str(project / "tests/test_shop.py") in known.followed
    assert str(project / "shop.py") not in known.followed, "its own text is what is asked about"
    write(project, "tests/test_shop.py", test.replace("total(", "print("))
    assert not known.is_current
    for later in (test.replace("total(", "print("), "", "def test_total(:\n"):
        write(project, "tests/test_shop.py", later)
        assert runs(trials(project, found).estimate(parse("cart: Cart")))[0] < 1


def test_code_that_takes_for_ever_or_breaks_shows_nothing(project):
    write(
        project,
        "tests/test_shop.py",
        "from shop import forever, squares, names\ndef test_it():\n    forever(1)\n    squares([1])\n"
        "def test_that():\n    while True:\n        squares([1, 2])\n"
        "def test_deep():\n    test_deep()\ndef test_long():\n    squares([0] * 10**9)\n"
        "def test_names():\n    names(None)\n"
        "def test_more():\n    squares([1, 2, 3])\n",
    )
    found = observed(project)
    assert called_with(found, "squares").startswith("nums: list[int] * ")
    assert found["squares"].has_ended
    assert not found["forever"].has_ended
    assert not found["names"].has_ended


def test_nothing_of_a_project_is_run_for_real(project, tmp_path):
    marked = tmp_path / "marked"
    write(
        project,
        "tests/test_shop.py",
        f"import os, pathlib, subprocess\nfrom shop import squares\nopen({str(marked)!r}, 'w').write('x')\n"
        f"def test_it():\n    open({str(marked)!r}, 'w').write('x')\n    pathlib.Path({str(marked)!r}).touch()\n"
        f"    os.system('touch {marked}')\n    subprocess.run(['touch', {str(marked)!r}])\n"
        f"    __import__('os').system('touch {marked}')\n    squares([1, 2, 3])\n",
    )
    assert called_with(observed(project, "squares"), "squares").startswith("nums: list[int] * 3")
    assert not marked.exists()


def test_the_likeliest_callers_come_first(project):
    for name in ("tests/test_shop.py", "tests/test_other.py", "app.py"):
        write(project, name, "from shop import squares\nsquares([1])\n")
    for name in (".hidden/a.py", "node_modules/a.py", "env/lib/a.py", "deep/site-packages/a.py"):
        write(project, name, "from shop import squares\n")
    write(project, "env/pyvenv.cfg", "")
    write(project, "tests/test_unlike.py", "def squares(): pass\n")
    write(project, "tests/test_around.py", "import shop\n")
    write(project, "large.py", "from shop import squares\n" + "#" * 400_000)
    found = callers_of(Place.of(project / "shop.py", [project]), ["squares"])
    assert [path.relative_to(project).as_posix() for path in found] == [
        "tests/test_shop.py",
        "tests/test_other.py",
        "app.py",
        "tests/test_around.py",
    ]


@pytest.mark.parametrize(
    ("module", "near", "others"),
    [
        ("lang_JA", "test_ja", ("test_base", "test_jam", "test_pt_br")),
        ("lang_PT_BR", "test_pt_br", ("test_pt", "test_sk")),
        ("HtmlParser", "html_parser_test", ("test_css", "test_x_parser")),
        ("interval", "test_intervals", ("test_dict", "test_int")),
        ("base", "test_base_2", ("test_a", "test_b")),
    ],
)
def test_tests_that_are_named_like_the_file_come_first(project, module, near, others):
    write(project, f"pack/{module}.py", "def f(n):\n    return n\n")
    write(project, "pack/__init__.py", "")
    for name in others:
        write(project, f"tests/{name}.py", f"import pack.{module}\ndef test_it():\n    pack.f(1)\n")
    write(project, f"tests/{near}.py", f"import pack\n{'# long' * 99}\n")
    found = callers_of(Place.of(project / f"pack/{module}.py", [project]), ["f"])
    assert found[0].stem == near
    assert len(found) == 1 + len(others)


def test_files_that_mention_the_module_come_before_those_of_its_package_alone(project):
    write(project, "pack/__init__.py", "from .a import f\n")
    write(project, "pack/a.py", "def f(n):\n    return n\n")
    write(project, "tests/test_b.py", "import pack\n")
    write(project, "tests/test_c.py", f"import pack.a as it\n{'# long' * 99}\n")
    write(project, "pack/d.py", "from .a import g\n")
    write(project, "tests/test_g.py", "import pack\npack.g()\n")
    found = callers_of(Place.of(project / "pack/a.py", [project]), ["g"])
    assert [one.stem for one in found] == ["test_g", "d", "test_c", "test_b"]


def test_what_mentions_a_unit_is_run_however_much_stands_before_it(project, monkeypatch):
    monkeypatch.setattr("perfcast.trial.observing.observer._MOST_SCRIPTS", 3)
    monkeypatch.setattr("perfcast.trial.observing.observer._MOST_OF_ALL", 0)
    before = "".join(f"def test_{k}():\n    print({k})\n" for k in range(9))
    write(project, "tests/test_shop.py", "from shop import names, total\n" + before)
    write(project, "tests/test_that.py", f"from shop import squares\n{before}def test_it():\n    squares([1, 2])\n")
    assert called_with(observed(project, "squares"), "squares") == "nums: list[int] * 2 in 1..2"


def test_one_unit_is_looked_for_where_the_whole_file_is(project, monkeypatch):
    monkeypatch.setattr("perfcast.trial.observing.observer._MOST_OF_ALL", 1)
    helper = "\n    def first(nums):\n        return inner(nums)\n    def inner(nums):\n        return nums[0]\n"
    write(project, "shop.py", SHOP + helper)
    write(project, "tests/test_a.py", "import shop\n")
    write(
        project,
        "tests/test_b.py",
        f"from shop import *\n{'# long' * 99}\ndef test_other():\n    pass\ndef test_it():\n    first([1, 2, 3])\n",
    )
    whole, one = observed(project), observed(project, "inner")
    assert called_with(one, "inner") == called_with(whole, "inner") == "nums: list[int] * 3 in 1..3"
    assert one["inner"].caller == whole["inner"].caller


def test_nobody_looks_at_what_a_script_holds(project, monkeypatch):
    looked: list[Walk] = []
    add_in_turn = Walk.add_in_turn
    monkeypatch.setattr(Walk, "add_in_turn", lambda walk, waiting: (looked.append(walk), add_in_turn(walk, waiting)))
    write(
        project,
        "test_shop.py",
        """
        import shop

        def test_many():
            cart = shop.Cart("a", 1)
            cart.things = [(str(n), n) for n in range(2000)]
            for _ in range(500):
                cart._check(cart.things)
            assert shop.names(shop.Cart("b", 2))
        """,
    )
    assert observed(project, "names")["names"].has_ended
    assert len(looked) < 50


def test_a_coroutine_has_ended_once_it_was_awaited(project):
    write(
        project,
        "loads.py",
        "import asyncio\nasync def load(n):\n    await asyncio.sleep(n)\n    return [0] * n\n"
        "async def wait(n):\n    await asyncio.Event().wait()\nasync def drop(n):\n    return n\n",
    )
    write(
        project,
        "tests/test_loads.py",
        "import asyncio\nimport pytest\nfrom loads import *\nasync def test_it():\n    drop(3)\n"
        "    for n in 2, 20, 3:\n        await load(n)\n"
        "    with pytest.raises(TimeoutError):\n        await asyncio.wait_for(wait(4), 1)\n",
    )
    found = observed(project, file="loads.py")
    assert {name: one.has_ended for name, one in found.items()} == {"load": True, "wait": False, "drop": False}
    assert called_with(found, "load") == "n: int = 20", "that with more to do"


def test_what_can_be_run_by_itself():
    tree = ast.parse(
        '"""Of the module."""\nimport os\nX = 1\ndef test_a(): pass\nasync def main(n=1): pass\ndef main_of(n): pass\n'
        "class TestB:\n    async def test_c(self): pass\n    def helper(self): pass\n"
        "try:\n    import z\nexcept E:\n    pass\n"
        'def f():\n    """\n    >>> f()\n    1\n    >>> f(\n    >>> g()\n    """\n'
    )
    assert [script.name for script in scripts_in(tree)] == ["test_a", "main", "TestB.test_c", "__main__"]
    [example] = examples_in(tree)
    assert example.words == {"f", "g"}
    assert scripts_in(ast.parse('"""Only text."""\nimport os\n')) == []


def test_another_text_is_tried_on_what_the_test_makes(project):
    write(
        project, "tests/test_shop.py", "from shop import *\ndef test_it():\n    c = Cart('me', 1)\n    c.put('x', 1)\n"
    )
    place = replace(Place.of(project / "shop.py", [project]), caller=observed(project)["Cart.put"].caller)
    later = (project / "shop.py").read_text().replace("self._check(self.things)", "[n for n in range(500)]")
    file = SourceFile.parse(later)
    known = Trials(file.normal_form(file.unit("Cart.put")), place)
    workload = parse("name: str = 'x'; price: int = 1")
    number, raised = runs(known.estimate(workload))
    assert number >= 1 and not raised
    same = trials(project, observed(project)["Cart.put"])
    assert known.estimate(workload) != same.estimate(workload), "of the text that was asked about"


@pytest.mark.parametrize(
    ("test", "calls"),
    [
        ("def test_it():\n    squares([1])\n    if True:\n        return\n    squares([1, 2])\n", 1),
        ("def test_it():\n    squares([1])\n    pytest.skip('x')\n    squares([1, 2])\n", 1),
        ("@pytest.fixture\ndef a():\n    return []\n@pytest.fixture\ndef b(a):\n    a += [1, 2]\n"
         "def test_it(a, b):\n    squares(a)\n", 2),
        ("@pytest.mark.parametrize('k', range(10**12))\ndef test_it(k):\n    squares([1, 2])\n", 2),
        ("def test_it(monkeypatch):\n    monkeypatch.setattr(shop, 'N', [1, 2])\n    squares(shop.N)\n", 2),
        ("@pytest.fixture\ndef given(request):\n    request.cls.nums = [1, 2]\n@pytest.mark.usefixtures('given')\n"
         "class TestIt:\n    def test_it(self):\n        squares(self.nums)\n", 2),
        ("class TestIt:\n    def test_it(self):\n        with pytest.raises(KeyError) as told:\n            {}[1]\n"
         "        squares([told.value] * 2)\n", 2),
    ],
    ids=["return", "skip", "fixture", "many cases", "monkeypatch", "usefixtures", "raises"],
)  # fmt: skip
def test_tests_run_as_pytest_runs_them(project, test, calls):
    write(project, "tests/test_it.py", "import pytest\nimport shop\nfrom shop import squares\n" + test)
    assert f" * {calls}" in called_with(observed(project, "squares"), "squares")


@pytest.mark.parametrize(
    "hostile",
    [
        "with pytest.raises(ValueError): pass\n    pytest.raises(ValueError, sum, itertools.repeat(1))",
        "X = type('X', (), {'__iter__': itertools.repeat, '__neg__': list})\n    -X()",
        "P = collections.namedtuple('P', 'a')\n    class Q(P): pass\n    Q._asdict(itertools.repeat(1))",
        "class Q: pass\n    monkeypatch.setattr(Q, '__neg__', list)\n    -Q()",
        "test_it._cases = itertools.count()",
    ],
)
def test_nothing_that_tests_use_takes_for_ever(project, hostile):
    text = (
        f"import collections, itertools, pytest\nfrom shop import squares\ndef test_it(monkeypatch):\n    {hostile}\n"
    )
    write(project, "tests/test_it.py", f"{text}\ndef test_that():\n    squares([1, 2])\n")
    assert called_with(observed(project, "squares"), "squares") == "nums: list[int] * 2 in 1..2"


def test_a_folder_of_many_folders_is_not_gone_through(project, monkeypatch):
    for name in ("a", "b", "c"):
        write(project, f"{name}/test_it.py", "from shop import squares\n")
    place = Place.of(project / "shop.py", [project])
    assert len(callers_of(place, ["squares"])) == 3
    monkeypatch.setattr("perfcast.source.locations.projects._MOST_FOLDERS", 3)
    assert len(callers_of(place, ["squares"])) == 1


def test_what_decorators_put_in_the_place_of_objects_is_there(project):
    write(
        project,
        "tests/test_patched.py",
        """
        from unittest.mock import Mock, patch
        from shop import Cart, squares, names

        @patch.object(Cart, "of")
        def test_squares(of):
            of.return_value = [1, 2, 3]
            squares(Cart.of("ab"))

        def test_names():
            cart = Mock()
            cart.things = [("tea", 2.5)]
            names(cart, sep=Cart.of("ab") * "-")
        """,
    )
    found = observed(project)
    assert called_with(found, "squares").startswith("nums: list[int] * 3")
    assert "sep: str = '--'" in called_with(found, "names"), "it was put back"


def test_what_comes_after_a_statement_that_takes_too_much_is_seen(project):
    text = "\n    def main():\n        forever(1)\n        squares([1, 2])\n"
    write(project, "shop.py", SHOP + text)
    found = observed(project)
    assert called_with(found, "squares").startswith("nums: list[int] * 2")
    assert not found["forever"].has_ended


def test_a_call_without_gradients_is_tried_without_them(project):
    text = """
        import torch

        @torch.no_grad()
        def average(model, other):
            for one, two in zip(model.parameters(), other.parameters()):
                one.mul_(0.9).add_(two)

        def main():
            average(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2))
        """
    write(project, "shop.py", text)
    found = observed(project)["average"]
    assert runs(trials(project, found).estimate(found.described.workload)) == (1.0, 0.0)
