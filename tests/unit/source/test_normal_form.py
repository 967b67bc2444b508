"""What the model reads of a unit, and the digest by which forecasts are kept."""

import ast
import importlib
import inspect
import random
import sys
from collections.abc import Callable, Iterable
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfcast.source import SourceFile
from perfcast.source.classes.abstract import Meaning, stand_in
from perfcast.source.printing import print_code


def normal_form(text: str, name: str) -> str:
    file = SourceFile.parse(dedent(text))
    return file.normal_form(file.unit(name))


def digest(text: str, name: str) -> str:
    file = SourceFile.parse(dedent(text))
    return file.digest(file.unit(name))


SAMPLE = '''
"""A module."""
from __future__ import annotations

import os, sys
import numpy as np
import concurrent.futures
from math import sqrt as root, floor, pi
try:
    import simplejson as json
except ImportError:
    import json

LIMIT: int = 10
TABLE = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9, "j": 10, "k": 11}
HALF = LIMIT / 2
unused = 1
first, second = 1, [2]
pair_a, pair_b = divmod(7, 2)


def used_by_helper(x):
    """Doc."""
    return root(x) + HALF  # a comment


@staticmethod
def helper(x: "Shape") -> np.ndarray:
    return used_by_helper(x) + helper(x - 1)


class Shape:
    """A shape."""

    sides: int = 3

    def area(self):
        """Its area."""
        return floor(self.sides)


def work(values, *, limit=LIMIT):
    """Works.

    >>> work([])
    """
    # comment
    "another string"
    local = first
    unused = TABLE
    return [helper(v) for v in values if v < limit], pair_b, json


def alone(n):
    """Only a docstring."""
'''


def test_the_unit_comes_first_then_imports_constants_and_callees_that_it_needs() -> None:
    assert normal_form(SAMPLE, "work") == dedent(
        """\
        def work(values, *, limit=LIMIT):
            local = first
            unused = TABLE
            return ([helper(v) for v in values if v < limit], pair_b, json)

        import numpy as np
        from math import sqrt as root, floor
        import simplejson as json

        LIMIT: int = 10
        TABLE = ...
        HALF = LIMIT / 2
        first = 1
        pair_b = ...

        @staticmethod
        def helper(x: 'Shape') -> np.ndarray:
            return used_by_helper(x) + helper(x - 1)

        class Shape:
            sides: int = 3
            def area(self):
                return floor(self.sides)

        def used_by_helper(x):
            return root(x) + HALF"""
    )


def test_a_unit_that_needs_nothing_stands_alone() -> None:
    assert normal_form(SAMPLE, "alone") == "def alone(n):\n    pass"


COUNTER = '''
import time
from base import Base
STEP = 1

@registered
class Counter(Base, metaclass=Meta):
    """Counts."""
    START = 0
    LIMIT = 10
    unrelated = 5

    def __init__(self, start=START):
        self.value = start
        self._log("new")

    @property
    def size(self): return self._size
    @size.setter
    def size(self, value): self._size = value

    def increment(self, by):
        self._advance(by)
        self.size = 3
        return Counter.total(self.value)

    def _advance(me, by): me.value += by * STEP
    def _log(self, text): print(text, time.time())
    @classmethod
    def total(cls, value): return min(value, cls.LIMIT)
    def not_called(self): return self.unrelated
'''


def test_a_method_stands_in_its_class_with_the_members_it_uses() -> None:
    assert normal_form(COUNTER, "Counter.increment") == dedent(
        """\
        @registered
        class Counter(Base, metaclass=Meta):
            def increment(self, by):
                self._advance(by)
                self.size = 3
                return Counter.total(self.value)
            START = 0
            LIMIT = 10
            def __init__(self, start=START):
                self.value = start
                self._log('new')
            def _advance(me, by):
                me.value += by * STEP
            @property
            def size(self):
                return self._size
            @size.setter
            def size(self, value):
                self._size = value
            @classmethod
            def total(cls, value):
                return min(value, cls.LIMIT)
            def _log(self, text):
                print(text, time.time())

        import time
        from base import Base

        STEP = 1"""
    )


TUNED = """
import torch
import triton
import triton.language as tl


def configs():
    return [triton.Config({"B": 64})]


def even(args):
    return args["n"] % args["B"] == 0


@triton.autotune(configs=configs(), key=["n"])
@triton.heuristics({"EVEN": even})
@triton.jit
def kernel(x_ptr, n, B: tl.constexpr, EVEN: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, B), helper(n))


@triton.jit
def helper(n):
    return n + 1
"""


def test_a_kernel_stands_without_what_chooses_among_its_launches() -> None:
    form = normal_form(TUNED, "kernel")
    assert form.startswith("@triton.jit\ndef kernel(")
    assert all(name not in form for name in ("autotune", "heuristics", "configs", "even", "torch"))
    assert "import triton.language as tl" in form and "def helper(n):" in form


def test_a_kernels_digest_is_that_of_all_its_configurations() -> None:
    more = TUNED.replace('[triton.Config({"B": 64})]', '[triton.Config({"B": size}) for size in (64, 128)]')
    assert digest(more, "kernel") == digest(TUNED, "kernel")
    assert digest(TUNED.replace("n + 1", "n + 2"), "kernel") != digest(TUNED, "kernel")
    assert digest(TUNED.replace("@triton.jit\ndef kernel", "@triton.jit(debug=True)\ndef kernel"), "kernel") != digest(
        TUNED, "kernel"
    )


@pytest.mark.parametrize("decorator", ["@autotune(configs=configs(), key=['n'])", "@tuner.heuristics({'EVEN': even})"])
def test_what_tunes_a_kernel_is_known_however_it_is_named(decorator: str) -> None:
    text = TUNED.replace('@triton.heuristics({"EVEN": even})', decorator)
    assert digest(text, "kernel") == digest(TUNED, "kernel")


def test_a_function_that_is_no_kernel_keeps_decorators_of_such_names() -> None:
    assert normal_form("@lib.autotune(3)\ndef f(x): return x", "f").startswith("@lib.autotune(3)\n")


def test_methods_of_what_a_method_gives_come_with_it() -> None:
    file = SourceFile.parse("""
class A:
    def fit(self, x): return self
    def transform(self, x): return x
    def other(self): pass
    def both(self, x): return self.fit(x).transform(x)
""")
    form = file.normal_form(next(unit for unit in file.units if unit.name == "A.both"))
    assert "def transform" in form
    assert "def other" not in form


def test_a_static_method_has_no_self() -> None:
    text = "class C:\n    @staticmethod\n    def f(x): return x.g()\n    def g(self): pass\n"
    assert "def g" not in normal_form(text, "C.f")


def test_methods_of_a_base_class_of_the_file_come_with_it() -> None:
    text = "class A:\n    def g(self): return [0] * 9\nclass B(A):\n    def f(self): return self.g()\n"
    assert normal_form(text, "B.f").endswith("class A:\n    def g(self):\n        return [0] * 9")


def test_a_nested_function_stands_first_with_the_functions_around_it_that_it_calls() -> None:
    text = """
    from math import sqrt
    n = 5
    def solve(n):
        from math import floor
        width = n * 2
        def helper(x): return floor(sqrt(x))
        def inner(x): return helper(x) + n + width + inner(x)
        return inner
    """
    assert normal_form(text, "solve.inner") == dedent(
        """\
        def inner(x):
            return helper(x) + n + width + inner(x)

        from math import sqrt
        from math import floor

        def helper(x):
            return floor(sqrt(x))"""
    )


def test_names_bound_in_the_unit_are_not_those_of_the_module() -> None:
    text = """
    import a, b, c, d, e, f, g, h
    def unit(a, *b, **c):
        d = 1
        for e in []: pass
        try: pass
        except E as f: pass
        import g
        match a:
            case [h, *i] | {"k": j, **k}: pass
        return a, b, c, d, e, f, g, h
    """
    assert "import a" not in normal_form(text, "unit")
    assert normal_form(text, "unit").count("import") == 1


@pytest.mark.parametrize(
    "body",
    [
        "return NAME",
        "return lambda x: NAME",
        "return [x for x in NAME]",
        "return [NAME for NAME in NAME]",
        "return [x for y in z for x in NAME]",
        "return {NAME: 1 for x in y}",
        "global NAME\n    NAME = 1",
        "def g(NAME=NAME): pass",
        "class G:\n        NAME = 1\n        def g(self): return NAME",
        "def g():\n        def h(): return NAME",
        "x: NAME = 1",
        "x: 'list[NAME]' = 1",
        "return f'{x:{NAME}}'",
        "NAME.x = 1",
        "@NAME\n    def g(): pass",
        "def g():\n        NAME = 1\n    return NAME",
        "match x:\n        case NAME.y: pass",
    ],
)
def test_names_taken_from_the_module_in_any_scope_are_found(body: str) -> None:
    assert "import NAME" in normal_form(f"import NAME\ndef unit():\n    {body}\n", "unit")


@pytest.mark.parametrize(
    "body",
    [
        "return [NAME for NAME in x]",
        "return [(NAME := x) for x in y], NAME",
        "return lambda NAME: NAME",
        "NAME = 1\n    def g(): return NAME",
        "class G:\n        NAME = 1\n        y = NAME",
        "def g(NAME): return [NAME for x in y]",
        "return x.NAME",
        "f(NAME=1)",
        "with x as NAME: pass",
    ],
)
def test_names_bound_in_an_inner_scope_are_not(body: str) -> None:
    assert "import NAME" not in normal_form(f"import NAME\ndef unit():\n    {body}\n", "unit")


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("return sqrt(2)", True),
        ("return helper()", True),
        ("return max([1])", False),
        ("return loop + known", False),
        ("x = 1; return x", False),
        ("return __name__, __file__", False),
    ],
)
def test_star_imports_are_kept_where_a_name_comes_from_nowhere_else(body: str, kept: bool) -> None:
    text = f"""
    from math import *
    from os import *
    known = 1
    for loop in []: pass
    def helper(): return sin(1)
    def unit(): {body}
    """
    assert ("from math import *\nfrom os import *" in normal_form(text, "unit")) == kept


def test_of_several_bindings_the_one_in_force_is_shown() -> None:
    text = """
    import a.b
    import a.c
    import a.b
    try:
        import fast as engine
    except ImportError:
        import slow as engine
    try:
        import numpy as np
        FLAG = True
    except ImportError:
        np = None
        FLAG = False
    SIZE = 1
    SIZE = 2
    declared: int
    def helper(): return "first"
    def helper(): return "second"
    if FLAG:
        def choice(): return "if"
    else:
        def choice(): return "else"
    def replaced(): return 1
    try:
        from _fast import replaced
    except ImportError:
        pass
    def unit(): return a, engine, np, FLAG, SIZE, declared, helper(), choice(), replaced()
    """
    assert normal_form(text, "unit").partition("\n\n")[2] == dedent(
        """\
        import a.b
        import a.c
        import fast as engine
        import numpy as np

        FLAG = True
        SIZE = 2
        declared: int

        def choice():
            return 'if'

        def helper():
            return 'second'

        def replaced():
            return 1"""
    )


@pytest.mark.parametrize(
    ("test", "is_met"),
    [
        ("sys.version_info[0] < 3", False),
        ("sys.version_info >= (3,)", True),
        ("sys.version_info[:2] > (2, 7)", True),
        ("sys.version_info.major == 2", False),
        ("hexversion < 0x03000000", False),
        ("six.PY2", False),
        ("not PY2", True),
        ("sys.version_info >= (3, 12)", None),
        ("sys.version_info in (2, 3)", None),
        ("sys.version_info[0] < '3'", None),
        ("sys.version_info[1] < 3", None),
        ("older < 3", None),
    ],
)
def test_what_only_a_python_of_long_ago_binds_is_not_shown(test: str, is_met: bool | None) -> None:
    branches = "    from new import f\n    LIMIT = 1\nelse:\n    from old import f, g\n    LIMIT = 2\n"
    found = normal_form(f"if {test}:\n{branches}def h(x):\n    return f(g(x), LIMIT)\n", "h")
    assert ("from new import f" in found, "from old import" in found) == (is_met is not False, is_met is not True)
    assert f"LIMIT = {2 if is_met is False else 1}" in found


def test_what_makes_an_instance_comes_with_a_method() -> None:
    source = (
        "class A:\n    def __new__(cls):\n        return super().__new__(cls)\n    def f(self):\n        return 1\n"
    )
    assert "def __new__(cls)" in normal_form(source, "A.f")


@pytest.mark.parametrize(("length", "kept"), [(80, True), (81, False)])
def test_long_constants_are_cut_at_80_characters(length: int, kept: bool) -> None:
    value = repr("x" * (length - 2))
    assert (value in normal_form(f"A = {value}\ndef f(): return A\n", "f")) == kept
    assert ("A = ..." in normal_form(f"A = {value}\ndef f(): return A\n", "f")) == (not kept)


def test_a_constant_too_deep_to_be_written_is_cut() -> None:
    assert normal_form(f"A = {'+'.join('1' * 2000)}\ndef f(): return A\n", "f").endswith("A = ...")


def test_characters_that_an_f_string_cannot_escape_are_replaced() -> None:
    # Since Python 3.12 they can.
    written = "f'{x.split('\\u200b')}'" if sys.version_info >= (3, 12) else "f\"{x.split('\ufffd')}\""
    assert normal_form("def f(x): return f\"{x.split('\u200b')}\"", "f") == f"def f(x):\n    return {written}"


def test_only_strings_that_stand_alone_are_dropped() -> None:
    text = '''
    class A:
        """Doc."""
        x = """kept"""
        """doc of x"""
        def f(self):
            r"""Doc."""
            f"not {self.x} a docstring"
            if self.x:
                "comment"
            return "kept"
    '''
    assert normal_form(text, "A.f") == dedent(
        """\
        class A:
            def f(self):
                f'not {self.x} a docstring'
                if self.x:
                    pass
                return 'kept'
            x = 'kept'"""
    )


HOOKED = """
from elsewhere import Base
from typing import Generic
class Sub({bases}):
    def setup(self, more=()):
        self.words = self._found()
    def _found(self):
        return []
    def _init_cards(self):
        pass
    def set_high(self, high):
        pass
    def create_with(self, what):
        pass
    def settle(self):
        pass
    def unit(self):
        return self.words
"""


@pytest.mark.parametrize(
    ("bases", "has_hooks"),
    [
        *(("Base", True), ("elsewhere.Base", True), ("Base[int], dict", True), ("ABC, Base", True)),
        *(("", False), ("dict", False), ("Generic[T]", False), ("torch.nn.Module", False)),
    ],
)
def test_methods_that_what_a_class_extends_may_call_to_make_it_are_kept(bases: str, has_hooks: bool) -> None:
    kept = methods_of(normal_form(HOOKED.format(bases=bases), "Sub.unit"), "Sub")
    assert kept == ["unit", *(["_init_cards", "set_high", "setup", "_found"] if has_hooks else [])]


ABSTRACT = """
from abc import ABC, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Angular(Shape):
    def sides(self): raise NotImplementedError
class Square(Angular):
    def area(self): return 1
    def sides(self): return 4
    def near(self, other: Shape): return self is other
class Plan:
    def __init__(self, shapes: "list[Shape]"): self.shapes = shapes
    def unit(self): return sum(one.area() for one in self.shapes)
class Named:
    def area(self): return 2
def said(shapes: list[Shape]): return sum(one.area() for one in shapes)
def held(plan: Plan): return plan.unit()
def implied(shapes): return sum(one.area() for one in shapes)
def other(one: Named): return isinstance(one, Shape)
"""


@pytest.mark.parametrize(
    ("unit", "has"),
    [*(("said", True), ("held", True), ("implied", True), ("Plan.unit", True), ("other", False))],
)
def test_of_a_class_that_leaves_methods_to_others_one_comes_with_it_that_has_them(unit: str, has: bool) -> None:
    assert ("class Square" in normal_form(ABSTRACT, unit)) is has


def test_a_method_that_is_given_another_of_its_class_comes_with_what_that_may_be_asked_for() -> None:
    assert methods_of(normal_form(ABSTRACT, "Square.near"), "Square") == ["near", "area", "sides"]


def test_what_stands_for_a_class_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noting(name: str, extending: Callable[[], Iterable[str]], meaning: Meaning) -> str | None:
        asked.append(name)
        return stand_in(name, extending, meaning)

    monkeypatch.setattr("perfcast.source.normal_forms.stand_ins.stand_in", noting)
    file = SourceFile.parse(ABSTRACT)
    for unit in file.units:
        file.normal_form(unit)
    assert asked and len(asked) == len(set(asked))


EXPRESSIONS = """
from abc import ABC, abstractmethod
class Expression(ABC):
    @abstractmethod
    def value(self): ...
class Sum(Expression):
    def __init__(self, parts: "list[Expression]"): self.parts = parts
    def value(self): return sum(one.value() for one in self.parts)
class Unit(Expression):
    def value(self): return 1
def f(of: Expression): return of.value()
def other(of: int): return of
"""


def test_a_class_of_nodes_comes_with_those_that_extend_it() -> None:
    form = normal_form(EXPRESSIONS, "f")
    assert "class Unit" in form and "class Sum" in form
    assert "class" not in normal_form(EXPRESSIONS, "other")


def test_what_is_made_of_others_of_its_kind_stands_for_none() -> None:
    source = (
        EXPRESSIONS.replace("class Unit(Expression)", "class Unit(Abstract)")
        + """
class Abstract(Expression):
    @abstractmethod
    def value(self): ...
class Bare(Abstract):
    def __init__(self, of: "Abstract"): self.of = of
    def value(self): return 0
"""
    )
    file = SourceFile.parse(source)
    classes = {node.name: node for node in file.tree.body if isinstance(node, ast.ClassDef)}
    assert stand_in("Expression", lambda: classes, classes.get) == "Unit"


def test_a_class_that_comes_to_have_all_methods_is_seen() -> None:
    before = SourceFile.parse(ABSTRACT.replace("    def sides(self): return 4\n", ""))
    assert "class Square" not in before.normal_form(before.unit("said"))
    after = SourceFile.parse(ABSTRACT, before)
    assert "class Square" in after.normal_form(after.unit("said"))


PROTOCOL = """
from typing import Protocol
class Priced(Protocol[T]):
    price: float
    def doubled(self) -> float:
        "Twice the price."
class Bare:
    def __init__(self): self.price = 1
class Item:
    def __init__(self, price: float): self.price = price
    def doubled(self): return 2 * self.price
def said(items: list[Priced]): return sum(one.doubled() for one in items)
def bare(item: Bare): return item.price
"""


def test_of_a_protocol_a_class_comes_with_it_that_has_all_that_it_asks_for() -> None:
    form = normal_form(PROTOCOL, "said")
    assert "class Priced" in form and "class Item" in form and "class Bare" not in form
    assert "class Item" not in normal_form(PROTOCOL, "bare")


def test_a_class_that_comes_to_fit_a_protocol_is_seen() -> None:
    before = SourceFile.parse(PROTOCOL.replace("def doubled(self): return", "def twice(self): return"))
    assert "class Item" not in before.normal_form(before.unit("said"))
    after = SourceFile.parse(PROTOCOL, before)
    assert "class Item" in after.normal_form(after.unit("said"))


def test_what_no_class_fits_stands_for_itself() -> None:
    form = normal_form(PROTOCOL.replace("self.price = price", "self.cost = price"), "said")
    assert "class Priced" in form and "class Item" not in form


LARGE = """
import functools
from other import register
LIMIT = [1, 2]
THIRD = 3
def unit(graph: "Large"):
    return graph.first(1) + helper(graph) + graph.size
def helper(graph):
    return getattr(graph, "by_text")()
class Large:
    limit = 3
    def __init__(self):
        self.items = self._fresh()
    def _fresh(self):
        return []
    @register("told")
    def registered(self):
        return 1
    @property
    def size(self):
        return 1
    @size.setter
    def size(self, value):
        self._set(value)
    @staticmethod
    def unused(x):
        return 1
    def _set(self, value):
        pass
    def setup(self):
        pass
    def first(self, n):
        return self.second(n)
    def second(self, n):
        return LIMIT[n]
    def by_text(self):
        return 1
    def __len__(self):
        return 1
    def third(self, n):
        return THIRD.fourth()
    def fourth(self):
        return 1
"""
#: A thousand methods that nothing mentions.
MANY = "".join(f"    def left_{k}(self, number):\n        return [{k}] * number\n" for k in range(1000))
LARGER = """class Larger(Large):
    def method(self):
        return self.third(1)
"""


def methods_of(text: str, name: str) -> list[str]:
    node = next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == name)
    return [part.name for part in node.body if isinstance(part, ast.FunctionDef)]


@pytest.mark.parametrize(
    ("unit", "more"),
    [
        ("unit", ["size", "size", "_set", "setup", "first", "second", "by_text", "__len__"]),
        ("Larger.method", ["setup", "__len__", "third", "fourth"]),
    ],
)
def test_classes_of_forms_that_are_too_long_have_the_methods_that_are_mentioned(unit: str, more: list[str]) -> None:
    whole = normal_form(LARGE + LARGER, unit)
    assert {"third", "unused", *more} <= set(methods_of(whole, "Large"))
    text = normal_form(LARGE + MANY + LARGER, unit)
    assert methods_of(text, "Large") == ["__init__", "_fresh", "registered", *more]
    assert ("THIRD = 3" in text) == ("third" in more)
    assert "limit = 3" in text
    again = SourceFile.parse(text)
    assert again.normal_form(again.units[0]) == text
    assert digest(LARGE + MANY + LARGER, unit) == digest(LARGE + MANY.replace("] * number", "]") + LARGER, unit)


BASE = """
import math
LIMIT = 3
def helper(x): return math.sqrt(x) * LIMIT
def unit(values):
    total = 0
    for value in values:
        total += helper(value)
    return total
def other(x): return x
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x\n", "return [x] * 10\n"),
        ("import math", '"""Docstring."""\n# comment\nimport math, os, sys'),
        ("    total = 0", '    """Docstring."""\n\n    total   =   (0)  # comment'),
        ("    return total", "\n\n    # perfcast: values: list[int] * 10\n    return \\\n        total"),
        ("def other", "class New:\n    def method(self): pass\n\ndef other"),
        ("for value in values:\n        total", "for value in values:\n          total"),
        ("\n", "\r\n"),
        ("def helper(x): ", 'def helper(x):\n    """Doc."""\n    '),
        ("LIMIT = 3", "LIMIT = 0x3; OTHER = 4"),
    ],
)
def test_digest_stays_when_nothing_changes_that_the_unit_does(old: str, new: str) -> None:
    assert old in BASE
    assert digest(BASE.replace(old, new), "unit") == digest(BASE, "unit")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("total = 0", "total = 1"),
        ("math.sqrt(x)", "math.sin(x)"),
        ("LIMIT = 3", "LIMIT = 4"),
        ("import math", "import cmath as math"),
        ("def unit(values)", "def unit(values: list[int])"),
        ("def unit(values)", "@cache\ndef unit(values)"),
        ("def unit(values)", "async def unit(values)"),
    ],
)
def test_digest_changes_with_the_unit_and_all_it_uses(old: str, new: str) -> None:
    assert old in BASE
    assert digest(BASE.replace(old, new), "unit") != digest(BASE, "unit")


def test_digest_tells_units_of_one_text_apart_by_name() -> None:
    text = "def a():\n    def f(): pass\ndef b():\n    def f(): pass\n"
    assert normal_form(text, "a.f") == normal_form(text, "b.f")
    assert digest(text, "a.f") != digest(text, "b.f")


@pytest.mark.parametrize(
    "module",
    [
        *("heapq", "bisect", "textwrap", "statistics", "json.decoder", "difflib", "functools", "plistlib"),
        *("asyncio.queues", "contextlib", "collections", "graphlib", "fractions", "string", "csv", "tokenize"),
    ],
)
def test_normal_forms_of_real_code_parse_and_are_their_own_normal_form(module: str) -> None:
    file = SourceFile.parse(inspect.getsource(importlib.import_module(module)))
    assert file.units
    for unit in file.units:
        text = file.normal_form(unit)
        again = SourceFile.parse(text)
        assert again.normal_form(again.units[0]) == text
        assert unit.name.endswith(again.units[0].name)
        assert again.unit(again.units[0].name) == again.units[0]
        assert (again.units[0].is_async, again.units[0].is_generator) == (unit.is_async, unit.is_generator)


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("heapq", "nlargest(3, [5, 1, 4, 2, 3])"),
        ("heapq", "list(merge([1, 4], [2, 3]))"),
        ("bisect", "bisect_right([1, 2, 2, 3], 2)"),
        ("statistics", "median_grouped([1, 2, 3, 4])"),
        ("statistics", "variance([1.5, 2.5, 4.0])"),
        ("colorsys", "hls_to_rgb(0.3, 0.4, 0.5)"),
        ("fnmatch", "filter(['a.py', 'b.c'], '*.py')"),
    ],
)
def test_a_normal_form_has_all_that_the_unit_needs_to_run(module: str, call: str) -> None:
    file = SourceFile.parse(inspect.getsource(importlib.import_module(module)))
    name = call.removeprefix("list(").partition("(")[0]
    namespace: dict[str, object] = {}
    exec(file.normal_form(file.unit(name)), namespace)
    assert eval(call, namespace) == eval(call, vars(importlib.import_module(module)).copy())


@settings(deadline=None)
@given(st.data())
def test_a_digest_depends_on_exactly_what_can_be_reached(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 7))
    calls = [data.draw(st.sets(st.integers(0, count - 1), max_size=3)) for _ in range(count)]
    kinds = [data.draw(st.sampled_from(["function", "class", "constant"])) for _ in range(count)]

    def source(salts: list[int], order: list[int]) -> str:
        blocks = {}
        for index in range(count):
            value = "+".join([str(salts[index]), *(f"n{callee}()" for callee in sorted(calls[index]))])
            blocks[index] = {
                "function": f"def n{index}():\n    return {value}\n",
                "class": f"class n{index}:\n    def m(self):\n        return {value}\n",
                "constant": f"n{index} = {value}\n",
            }[kinds[index]]
        return "".join(blocks[index] for index in order) + "def unit():\n    return n0()\n"

    reached = {0}
    while more := {callee for index in reached for callee in calls[index]} - reached:
        reached |= more
    order = list(range(count))
    before = SourceFile.parse(source([0] * count, order))
    for changed in range(count):
        after = SourceFile.parse(source([int(index == changed) for index in range(count)], order), before)
        same = before.digest(before.unit("unit")) == after.digest(after.unit("unit"))
        assert same == (changed not in reached)
    text = before.normal_form(before.unit("unit"))
    again = SourceFile.parse(text)
    assert again.normal_form(again.units[0]) == text
    if "constant" not in kinds:
        random.Random(count).shuffle(order)
        moved = SourceFile.parse(source([0] * count, order))
        assert moved.normal_form(moved.unit("unit")) == text


def test_the_previous_version_changes_nothing_but_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    text = COUNTER + SAMPLE.replace("from __future__ import annotations", "")
    before = SourceFile.parse(text)
    for unit in before.units:
        before.digest(unit)
    edited = "# one line down\n" + text.replace("self._size = value", "self._size = [value]").replace("x - 1", "x - 2")
    fresh = SourceFile.parse(edited)
    after = SourceFile.parse(edited, before)
    assert [after.normal_form(unit) for unit in after.units] == [fresh.normal_form(unit) for unit in fresh.units]


def test_only_what_was_edited_since_the_previous_version_is_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = SourceFile.parse(COUNTER + "def free(x): return Counter(x)\ndef edited(x): return free(x)\n")
    for unit in before.units:
        before.digest(unit)
    written: list[str] = []

    def record(node: ast.AST) -> str:
        written.append(print_code(node))
        return written[-1]

    monkeypatch.setattr("perfcast.source.normal_forms.piece.print_code", record)
    after = SourceFile.parse(before.text.replace("return free(x)", "return [free(x)]"), before)
    for unit in after.units:
        after.digest(unit)
    assert [text for text in written if "def " in text] == ["def edited(x):\n    return [free(x)]"]


@pytest.mark.parametrize(
    "method",
    [
        "@classmethod\n    def of(cls):\n        made = cls()\n        made.hop()",
        "def __lt__(self, other):\n        return other.hop()",
    ],
)
def test_an_instance_may_go_by_another_name(method):
    file = SourceFile.parse(f"class C:\n    def hop(self): return 1\n    def skip(self): return 2\n    {method}\n")
    form = file.normal_form(file.units[-1])
    assert "def hop" in form
    assert "def skip" not in form


@pytest.mark.parametrize("call", ["chain(self, x)", "frozenset(self)", "list(map(f, self))", "seen.update(self)"])
def test_what_goes_through_an_instance_asks_it_for_its_elements(call: str) -> None:
    head, rest = (
        "class A:\n    def f(self, x, seen):\n        return ",
        "\n    def __iter__(self):\n        return iter([])\n",
    )
    assert "def __iter__" in normal_form(f"{head}{call}{rest}", "A.f")
    assert "def __iter__" not in normal_form(f"{head}{call.replace('self', 'x')}{rest}", "A.f")
