"""Imports are followed into modules written in Python, which cost nothing until they are called."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path
from typing import Any

import pytest

from perfcast.source.locations.place import Place, here
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.imports.sources import find
from perfcast.trial.interpreter.imports.toplevel import TopLevel
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run, soon

FILES = {
    "shop/__init__.py": "from .prices import *\nfrom shop.cart import Cart\nVERSION = (1, 2)\n",
    "shop/prices.py": """
        import math as _math
        from .rates import RATES, rate
        __all__ = ["total", "RATES", "_listed"]
        TABLE = {}
        for _name, _rate in RATES.items():
            TABLE[_name] = _rate * 2
        TABLE["more"] = 1
        try:
            from _no_such_module import total as total
        except ImportError:
            pass
        def total(xs):
            return sum(x * rate("a") for x in xs) + _math.floor(0.5)
        def hidden(): return 1
        def _listed(): return 2
        """,
    "shop/rates.py": """
        import os
        RATES = {"a": 3, "b": 4}
        SECRET = os.listdir()
        def rate(name): return RATES[name]
        """,
    "shop/cart.py": """
        from __future__ import annotations
        import shop
        from shop import prices
        class Cart:
            count = 0
            def __init__(self, xs):
                self.xs = list(xs)
                Cart.count += 1
            def total(self):
                return prices.total(self.xs) + shop.VERSION[0]
        """,
    "kinds.py": """
        __all__ = ["Text", "Number"]
        def used(): return [globals()[name] for name in __all__]
        def named(name): return globals().get(name, "none")
        def listed(): return [name for name, value in globals().items() if value is used or value is KINDS]
        class Text:
            def __init__(self): self.__size = 1
            def size(self): return self.__size
        class Number: pass
        KINDS = []
        KINDS.extend(used())
        """,
    "flat.py": """
        def squares(xs):
            return [x * x for x in xs]
        def even(n): return n == 0 or odd(n - 1)
        def odd(n): return n != 0 and even(n - 1)
        def again(n):
            global TIMES
            TIMES += n
            return TIMES
        TIMES = 0
        def _begin():
            global STORE, KINDS
            STORE = KINDS = {"a": 1}
        _begin()
        STORE["b"] = 2
        """,
    "handlers.py": """
        HANDLERS = {}
        ORDER = []
        def register(name):
            def wrap(function):
                HANDLERS[name] = function
                ORDER.append(name)
                return function
            return wrap
        @register("a")
        def first(x): return x + 1
        @register("b")
        def second(x): return first(x) * 2
        class Base:
            kinds = []
            def __init_subclass__(cls): KINDS[cls.__name__] = cls
        KINDS = {}
        class One(Base):
            def value(self): return 1
        TABLE = [0] * 4
        def _fill():
            for i in range(4):
                TABLE[i] = i * i
        _fill()
        NESTED = {"a": {}}
        NESTED["a"]["b"] = 1
        NESTED.setdefault("c", []).append(2)
        def handle(name, x): return HANDLERS[name](x)
        def made(name): return KINDS[name]().value()
        """,
    "lazily/__init__.py": """
        import lazy_loader as lazy
        __getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)
        """,
    "lazily/__init__.pyi": "from . import parts as parts\nfrom .rates import rate as rate, LEAST as least\n",
    "lazily/rates.py": "from . import parts\nLEAST = 2\ndef rate(n): return parts.doubled(n)\n",
    "lazily/parts/__init__.py": """
        from lazy_loader import attach
        __getattr__, __dir__, __all__ = attach(__name__, submodules={"far"}, submod_attrs={"near": ["doubled", "_own"]})
        """,
    "lazily/parts/near.py": "def doubled(n): return n * 2\ndef _own(): return 7\n",
    "lazily/parts/far.py": "def tripled(n): return n * 3\n",
    "faster/__init__.py": """
        try:
            from ._fast import total
        except ImportError:
            from .slow import total
        try:
            import faster._built
        except ImportError:
            IS_BUILT = False
        else:
            IS_BUILT = True
        """,
    "faster/slow.py": "def total(xs): return sum(xs)\n",
    "faster/_built.cpython-311-x86_64-linux-gnu.so": "",
    "broken.py": "def f(:\n",
}


# As libraries take what was compiled, where it is there: here it is not to be followed any farther.
FILES |= {
    "fast/__init__.py": """
        try:
            from .compiled import *
            FAST = True
        except ImportError:
            FAST = False
        class Quick: pass
        def slow(x): return x + 1
        """,
    "months.py": """
        from enum import IntEnum, global_enum
        @global_enum
        class Month(IntEnum):
            JANUARY = 1
            FEBRUARY = 2
        def days(month, leap):
            return 31 if month == JANUARY else 28 + (month == FEBRUARY and leap)
        """,
    "noted.py": """
        class Node:
            pass
        class Root(Node):
            pass
        class Table:
            def __init__(self, root):
                self.root = root
        root = Root()
        Node.root = root
        Node.table = Table(Node.root)
        """,
    "fast/compiled.py": "from fast._native import Quick\n__all__ = ['Quick']\nclass Other: pass\n",
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(textwrap.dedent(text).lstrip())
    return Place((str(tmp_path),), here().installed)


@pytest.mark.parametrize(
    ("imports", "expression", "value"),
    [
        ("import shop", "shop.total([1, 2])", 9),
        ("import shop.rates", "shop.rates.rate('b')", 4),
        ("import shop.rates as r", "r.RATES['a']", 3),
        ("from shop import total as t, VERSION", "t([1]) + VERSION[1]", 5),
        ("from shop.prices import *", "total([1]), _listed()", (3, 2)),
        ("from shop import Cart", "Cart([1, 2]).total(), Cart([]).count", (10, 2)),
        ("from shop.prices import TABLE", "TABLE", {"a": 6, "b": 8, "more": 1}),
        ("import handlers", "handlers.handle('b', 1), handlers.first(1), handlers.ORDER", (4, 2, ["a", "b"])),
        ("import handlers", "handlers.first(3), handlers.ORDER", (4, ["a", "b"])),
        (
            "from handlers import made, TABLE, NESTED",
            "made('One'), TABLE, NESTED",
            (1, [0, 1, 4, 9], {"a": {"b": 1}, "c": [2]}),
        ),
        (
            "import kinds",
            "kinds.KINDS == [kinds.Text, kinds.Number], kinds.named('Number') is kinds.Number",
            (True, True),
        ),
        (
            "import kinds",
            "kinds.named('len'), kinds.named('__name__'), kinds.listed()",
            ("none", "kinds", ["KINDS", "used"]),
        ),
        ("import kinds", "kinds.Text().size(), kinds.Text()._Text__size", (1, 1)),
        (
            "import months",
            "months.days(1, True), months.days(2, True), months.FEBRUARY is months.Month(2)",
            (31, 29, True),
        ),
        ("import noted", "noted.root.table.root is noted.root", True),
        ("import flat", "flat.squares([2, 3]), flat.even(10)", ([4, 9], True)),
        ("import flat", "flat.again(2), flat.again(3), flat.TIMES", (2, 5, 5)),
        ("import flat", "flat.STORE, flat.KINDS is flat.STORE", ({"a": 1, "b": 2}, True)),
        ("from flat import *", "squares([3])", [9]),
        (
            "import lazily",
            "lazily.rate(3), lazily.least, lazily.parts.far.tripled(2), lazily.parts._own()",
            (6, 2, 6, 7),
        ),
        ("from lazily import parts, rate", "parts.doubled(2), rate(2)", (4, 4)),
        ("from lazily import *", "rate(4), least", (8, 2)),
        ("import faster", "faster.total([1, 2]), faster.IS_BUILT, faster.slow.__name__", (3, True, "faster.slow")),
        ("import math", "math.__name__", "math"),
        ("import shop, flat", "isinstance(shop.Cart([]), shop.Cart), hasattr(flat, 'odd')", (True, True)),
    ],
)
def test_what_modules_hold(place: Place, imports: str, expression: str, value: Any) -> None:
    assert interpreted(f"{imports}\nfound = {expression}\n", place=place) == value


@pytest.mark.parametrize(
    ("imports", "expression"),
    [
        ("from shop import hidden", "hidden()"),
        ("from shop.rates import SECRET", "len(SECRET)"),
        ("import broken", "broken.f()"),
        ("import nowhere", "nowhere.f()"),
        ("from shop import nothing", "nothing()"),
    ],
)
def test_what_cannot_be_followed_is_refused_where_it_is_used(place: Place, imports: str, expression: str) -> None:
    assert interpreted(f"{imports}\nfound = 1\n", place=place) == 1
    with pytest.raises(Unsupported):
        interpreted(f"{imports}\nfound = {expression}\n", place=place)


def test_names_that_a_unit_leaves_out_are_not_known() -> None:
    source = "def f(n):\n    return globals()[{}](n)\ndef g(n):\n    return n\n"
    runs = [Trials(source.format(repr(name))).estimate(parse("n: int = 4")) for name in ("g", "h")]
    assert [found[NAMES.index("trial_runs")] > 0 for found in runs] == [True, False]


def test_relative_imports_start_from_the_package(tmp_path: Path, place: Place) -> None:
    inside = Place.of(tmp_path / "shop" / "main.py")
    assert inside.package == "shop"
    assert interpreted("from .rates import rate\nfrom . import prices\nfound = rate('a') + prices.total([1])\n",
                       place=inside) == 6  # fmt: skip
    with pytest.raises(Unsupported):
        interpreted("from ..rates import rate\nfound = rate('a')\n", place=inside)


def test_a_call_costs_the_same_wherever_its_function_stands(place: Place) -> None:
    body = textwrap.dedent(FILES["flat.py"])
    here_ = Trials(f"def f(xs):\n    return squares(xs)\n\n{body}", place)
    there = Trials("def f(xs):\n    return squares(xs)\n\nfrom flat import squares\n", place)
    workload = parse("xs: list[int] * 500 in 0..1000")
    assert there.estimate(workload) == here_.estimate(workload)
    assert there.estimate(workload)[NAMES.index("trial_runs")] > 3


def test_what_modules_hold_was_there_before(place: Place, tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text("TABLE = list(range(50_000))\n")
    text = "def f(n):\n    table = TABLE\n    found = list(range(n))\n    return table[n % 7] + found[0]\n\n"
    trials = Trials(f"{text}from large import TABLE\n", place)
    estimate = dict(zip(NAMES, trials.estimate(parse("n: int = 1000")), strict=True))
    # A list of a thousand numbers, not the table.
    assert 13 < estimate["trial_peak"] < 16


def test_files_that_were_followed_are_watched(place: Place, tmp_path: Path) -> None:
    trials = Trials("def f(xs):\n    return shop.total(xs)\n\nimport shop\n", place)
    workload = parse("xs: list[int] * 10")
    before = trials.estimate(workload)
    assert [path for path, stamp in trials.followed.items() if stamp is not None] == [
        str(tmp_path / "shop" / name) for name in ("__init__.py", "prices.py", "rates.py")
    ]
    assert trials.is_current
    prices = tmp_path / "shop" / "prices.py"
    prices.write_text(prices.read_text().replace("* rate", "* 2 * rate"))
    assert not trials.is_current
    again = Trials("def f(xs):\n    return shop.total(xs)\n\nimport shop\n", place)
    assert again.estimate(workload) != before


def test_the_stub_that_a_package_loads_by_is_watched(place: Place, tmp_path: Path) -> None:
    text = "def f(n):\n    return rate(n)\n\nfrom lazily import rate\n"
    trials = Trials(text, place)
    before = trials.estimate(parse("n: int = 10"))
    assert before[NAMES.index("trial_runs")] > 0
    (tmp_path / "lazily" / "__init__.pyi").write_text("from .rates import LEAST as rate\n")
    assert not trials.is_current
    assert Trials(text, place).estimate(parse("n: int = 10")) != before


def test_a_module_that_is_there_but_not_followed_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "regex").mkdir()
    (tmp_path / "regex" / "__init__.py").touch()
    trials = Trials("def f(n):\n    return list(range(n))\n\nimport regex.core\n", Place.of(tmp_path / "mine.py"))
    trials.estimate(parse("n: int = 10"))
    assert trials.is_current
    (tmp_path / "regex" / "core.py").touch()
    assert not trials.is_current


def test_a_file_that_is_gone_is_noticed(place: Place, tmp_path: Path) -> None:
    trials = Trials("def f(xs):\n    return squares(xs)\n\nfrom flat import squares\n", place)
    (tmp_path / "flat.py").unlink()
    assert not trials.is_current


@pytest.mark.parametrize("name", ["numpy", "torch", "typing", "sys", "no.such", "_bisect"])
def test_modules_that_are_not_followed(name: str) -> None:
    assert find(name, here().folders) is None


@pytest.mark.parametrize(
    "source",
    [
        "import textwrap\nfound = textwrap.wrap('one two three four five six ' * 9, 20)",
        "import graphlib\nfound = list(graphlib.TopologicalSorter({i: [i + 1] for i in range(9)}).static_order())",
        "import difflib\nfound = difflib.SequenceMatcher(None, 'abcd' * 9, 'bcda' * 9).ratio()",
        "import heapq\nfound = list(heapq.merge([1, 4, 6], [2, 3, 9], key=lambda x: x))",
        "import shlex\nfound = shlex.split('a \"b c\" d')",
        "from urllib.parse import urlparse, quote\nfound = urlparse('http://a.b/c?d=1').query, quote('a b/c')",
        "import html\nfound = html.escape('<a & b>')",
        "from statistics import quantiles, correlation\n"
        "found = quantiles(list(range(9)), n=4), correlation(range(9), range(9))",
        "from calendar import monthrange\nfound = monthrange(2024, 2)",
        "from collections import UserDict\nclass D(UserDict):\n    def __setitem__(self, key, value):\n"
        "        super().__setitem__(key, value * 2)\nd = D(a=1)\nd['b'] = 2\nfound = dict(d), d.get('c', 3), len(d)",
        "import csv\nfound = list(csv.DictReader(['a,b', '1,2', '3,4']))",
        "from queue import PriorityQueue\nq = PriorityQueue()\nfor i in (3, 1, 2):\n    q.put(i)\n"
        "found = [q.get() for _ in range(3)]",
        "import colorsys\nfound = colorsys.rgb_to_hsv(0.2, 0.4, 0.4)",
        "import string\nfound = string.capwords('one two')",
        "import pprint\nfound = pprint.pformat({'b': [list(range(30)), 'x' * 90], 'a': (1, {2, 3})}, width=40)",
        "import string\nfound = [p[:3] for p in string.Formatter().parse('a{b!r:>4}{}c')]",
        "import string\nclass F(string.Formatter):\n    def get_value(self, key, args, named):\n"
        "        return named.get(key, '?') if isinstance(key, str) else args[key]\n"
        "found = F().format('{0} is {a:>4}, {b}, {c[x].real}', 1, a='y', c={'x': 2})",
    ],
)
def test_the_standard_library_as_it_is_written(source: str) -> None:
    assert interpreted(source, place=here()) == run(source)


def test_statements_that_make_a_name() -> None:
    text = """
        from a import *
        @overload
        def f(x): ...
        def f(x): return x
        T = {}
        T["one"] = 1
        def g(): return T
        for i in range(3):
            T[i] = i
        T.update(two=2)
        setup()
        if True:
            import late
        """
    top = TopLevel(ast.parse(textwrap.dedent(text)))
    made = {name: [ast.unparse(node).partition("\n")[0] for node in top.of(name)] for name in ("f", "T", "late", "x")}
    assert made == {
        "f": ["def f(x):"],
        "T": ["T = {}", "T['one'] = 1", "for i in range(3):", "T.update(two=2)"],
        "late": ["if True:"],
        "x": [],
    }
    assert [ast.unparse(star) for star in top.stars] == ["from a import *"]
    assert {"f", "T", "g", "i", "late"} == top.names


def test_functions_that_bind_names_are_looked_through_once() -> None:
    text = "def setup():\n    global q\n" + "    q = 1\n" * 4_000 + "setup()\n" * 4_000
    with soon():
        assert "q" in TopLevel(ast.parse(text)).names


def test_caches_of_other_modules_are_full_as_where_they_are_measured(place: Place, tmp_path: Path) -> None:
    body = """
        from functools import lru_cache
        @lru_cache(maxsize=None)
        def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
        def ask(n): return fib(n)
        """
    (tmp_path / "caching.py").write_text(textwrap.dedent(body).lstrip())
    text = textwrap.dedent(body)
    same = Trials(f"def f(n):\n    return ask(n)\n\n{text}", place)
    imported = Trials("def f(n):\n    return ask(n)\n\nfrom caching import ask\n", place)
    workload = parse("n: int = 20")
    first = imported.estimate(workload)
    # That of the unit's own module is emptied before each call.
    assert first[0] < same.estimate(workload)[0] - 4
    imported._running._known.clear()
    assert imported.estimate(workload)[:2] == first[:2]
    asking = Trials("def f(n):\n    return fib(n)\n\nfrom caching import fib\n", place)
    assert asking.estimate(workload)[0] == pytest.approx(same.estimate(workload)[0], abs=0.3)


LOOKING = """
import importlib, types
import importlib.util
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
def plain(): pass
def steps(): yield 1
class A:
    def method(self): pass
def said(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return None
def imported(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
found = {expression}
"""


@pytest.mark.parametrize(
    "expression",
    [
        "find_spec('no_such_library') is None, importlib.util.find_spec('numpy') is not None, find_spec('json').name",
        "said('no_such_library'), imported('no_such_library')",
        "imported('math').pi, importlib.import_module('numpy.linalg').norm([3.0, 4.0])",
        "importlib.import_module('.path', 'os').join('a', 'b')",
        "[isinstance(one, types.FunctionType) for one in (plain, A, A().method, 1)]",
        "isinstance(A().method, types.MethodType), isinstance(types, types.ModuleType)",
        "isinstance(steps(), types.GeneratorType), isinstance(None, types.NoneType)",
    ],
)
def test_modules_are_looked_for_by_name(expression: str) -> None:
    assert interpreted(LOOKING.format(expression=expression)) == run(LOOKING.format(expression=expression))


@pytest.mark.parametrize(
    "expression",
    ["find_spec('../secret')", "importlib.import_module('a/b')", "find_spec('x' * 1000)", "types.FunctionType(1, 2)"],
)
def test_nothing_else_is_looked_for(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(LOOKING.format(expression=expression))


def test_what_is_deleted_in_the_end_was_there_before(tmp_path):
    (tmp_path / "codes.py").write_text(
        "table = {}\nclass Missing: code = 404\nclass Gone: code = 410\n"
        "def _gather():\n    for one in (Missing, Gone): table[one.code] = one\n_gather()\ndel _gather\n"
    )
    source = "from codes import table\nfound = sorted(table)\n"
    assert interpreted(source, place=Place.of(tmp_path / "a.py")) == [404, 410]


def test_a_recursion_that_another_module_remembers_is_known_as_a_whole(place: Place, tmp_path: Path) -> None:
    body = """
        from functools import cache
        @cache
        def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
        def ask(n): return fib(n)
        """
    (tmp_path / "remembering.py").write_text(textwrap.dedent(body).lstrip())
    trials = Trials("def f(n):\n    return ask(n)\n\nfrom remembering import ask\n", place)
    found = dict(zip(NAMES, trials.estimate(parse("n: int = 300")), strict=True))
    assert not trials.error
    assert 2.0 ** found["trial_time"] < 1_000
    trials.estimate(parse("n: int = 1000"))
    assert "RecursionError" not in trials.error


def test_what_a_compiled_part_does_not_give_is_the_modules_own(place: Place) -> None:
    assert interpreted("import fast\nfound = fast.slow(1)\n", place=place) == 2
    with pytest.raises(Unsupported):
        interpreted("import fast\nfound = fast.Quick()\n", place=place)


def test_types_of_pythons_own_tell_what_they_extend() -> None:
    found = interpreted("found = [t.__name__ for t in type(True).__mro__], int.__bases__ == (object,)\n")
    assert found == (["bool", "int", "object"], True)


@pytest.mark.parametrize("handled", ["ModuleNotFoundError", "ImportError", "Exception"])
def test_what_is_not_installed_is_told_by_its_own_error(place: Place, tmp_path: Path, handled: str) -> None:
    body = f"""
        try:
            from nowhere_installed.parts import Part
            parts = "there"
        except {handled} as error:
            parts = type(error).__name__ + ": " + str(error)
        """
    (tmp_path / "choosing.py").write_text(textwrap.dedent(body).lstrip())
    expected = "ModuleNotFoundError: No module named 'nowhere_installed.parts'"
    assert interpreted("from choosing import parts\nfound = parts\n", place=place) == expected
