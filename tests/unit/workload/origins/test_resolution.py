"""Where a unit's workload comes from."""

import ast
import gc
import weakref

import pytest

from perfcast.source import SourceFile
from perfcast.source.classes.constructors import constructor_of
from perfcast.source.locations.place import Place
from perfcast.source.projects import imported_names
from perfcast.source.projects.aliases import without_aliases
from perfcast.source.projects.imported_names import imported_value
from perfcast.workload import parse
from perfcast.workload.origins.resolution import Resolved, resolve
from perfcast.workload.receivers.filling import made_with


def resolved(source: str, name: str = "f", size: int = 1000) -> Resolved:
    file = SourceFile.parse(source)
    return resolve(file.unit(name), file, size)


def workload(source: str, name: str = "f", size: int = 1000) -> str:
    return str(resolved(source, name, size).workload)


# Comments


@pytest.mark.parametrize(
    "source",
    [
        "# perfcast: nums: list[int] * 1e6\ndef f(nums): pass",
        "#perfcast:nums: list[int]*1000000\ndef f(nums): pass",
        "# perfcast: nums: list[int] * 1e6; peak < 1 MiB, time < 2 s\ndef f(nums): pass",
        "# perfcast: nums: list[int] * 1e6\n@decorated\ndef f(nums): pass",
        "@decorated\n# perfcast: nums: list[int] * 1e6\ndef f(nums): pass",
        "def f(nums):  # perfcast: nums: list[int] * 1e6\n    pass",
        "def f(\n    nums,  # perfcast: nums: list[int] * 1e6\n): pass",
        "# perfcast: list[int] * 1e6\ndef f(nums): pass",
        "class C:\n    # perfcast: nums: list[int] * 1e6\n    def f(self, nums): pass\ndef f(): pass",
    ],
)
def test_comments(source):
    name = "C.f" if "class" in source else "f"
    found = resolved(source, name)
    assert (str(found.workload), found.origin, found.default_size) == ("nums: list[int] * 1e6", "comment", None)


def test_a_comment_comes_before_calls():
    assert resolved("# perfcast: n: int = 5\ndef f(n): pass\nf(7)").origin == "comment"


def test_several_lines_are_one_workload():
    source = "# Adds.\n# perfcast: a: int = 1;\n# perfcast: peak < 100 MiB\n# perfcast: b: int = 2\ndef f(a, b): pass"
    assert workload(source) == "a: int = 1; b: int = 2"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# perfcast: a: int = 1\n# perfcast: a: int = 2\ndef f(a: bool): pass", "a: bool = False"),
        ("# perfcast: list[int] * 5; a: int = 2\ndef f(a, b): pass", "list[int] * 5; a: int = 2"),
        ("def f(a: bool, b: bool, a: bool): pass", "a: bool = False; b: bool = False"),
    ],
)
def test_a_workload_names_an_argument_once(source, expected):
    assert workload(source) == expected
    assert parse(expected) == resolved(source).workload


@pytest.mark.parametrize("call", ["range(10**20)", "random.randint(9, 1)", "bytes(-1)", "[10**400]", "-(10**400)"])
def test_a_call_with_what_the_language_cannot_say_is_passed_over(call):
    assert resolved(f"import random\ndef f(n): pass\nf({call})").origin == "default"


def test_bounds_in_either_order():
    assert workload("import random\ndef f(n): pass\nf(random.uniform(9, 1))") == "n: float in 1..9"


@pytest.mark.parametrize(
    "source",
    [
        "# perfcast: nums: list[int] * 1e6\n\ndef f(nums): pass",
        "def f(nums='# perfcast: nums: list[int] * 5'): pass",
        "def f(nums):\n    # perfcast: nums: list[int] * 5\n    pass",
        "# about perfcast\ndef f(nums): pass",
        "# perfcast: ignore\ndef f(nums): pass",
    ],
)
def test_what_is_no_workload_comment(source):
    assert resolved(source).origin == "default"


def test_a_comment_that_does_not_parse_is_named_with_its_place_and_passed_over():
    found = resolved("x = 1\n  # perfcast: nums: list[int * 3\ndef f(nums): pass\nf([1, 2])")
    [misread] = found.misread
    assert (misread.line, misread.column) == (2, 29)
    assert str(misread) == "line 2, column 30: ']' is expected, not '*'"
    assert found.origin == "call on line 4"


@pytest.mark.parametrize(
    ("said", "column", "message"),
    [
        ("n: list[int] * 5", 12, "f has no parameter 'n'"),
        ("nums: list[int] * 5; limt = 3", 33, "f has no parameter 'limt'; did you mean 'limit'?"),
        ("nums: lisst[int] * 5", 18, "lisst[int] takes no sizes, 1 given; did you mean 'list'?"),
        ("nums: list[itn] * 5", 12, "there is no type 'itn'; did you mean 'int'?"),
        ("nums: list[Sale] * 5", 12, "there is no type 'Sale'"),
        ("limit = 3; nums: dict[str, Hand]", 23, "there is no type 'Hand'; did you mean 'Handy'?"),
        ("nums: Sequence[int]", 12, "there is no type 'Sequence'; did you mean 'list'?"),
        ("nums", 12, "there is no type 'nums'"),
        ("Ignore", 12, "there is no type 'Ignore'; did you mean 'ignore'?"),
        (
            "nums: np.ndarray[5, 5]",
            29,
            "np.ndarray takes no lengths in brackets; an array is written as 'float64[1024, 64]'",
        ),
        ("limit = 3; limit = 4", 23, "argument 'limit' is given twice"),
    ],
)
def test_a_comment_about_what_is_not_there_is_passed_over(said, column, message):
    source = f"class Handy:\n    def g(self): pass\n# perfcast: {said}\ndef f(nums, limit): pass\nf([1, 2], 3)"
    found = resolved(source)
    [misread] = found.misread
    assert (misread.line, misread.column, misread.message) == (3, column, message)
    assert found.origin == "call on line 5"


@pytest.mark.parametrize(
    "source",
    [
        "from shop import Order\n# perfcast: a: list[Order] * 5\ndef f(a): pass",
        "from shop import *\n# perfcast: a: list[Order] * 5\ndef f(a): pass",
        "# perfcast: a: shop.Order\ndef f(a): pass",
        "# perfcast: a: {user: label, when: datetime}; b: tuple[Decimal, ...] * 3\ndef f(a, b): pass",
        "# perfcast: a: Callable; b: 'x' | None; c: torch.float32[3]\ndef f(a, b, c): pass",
        "# perfcast: a: ValueError\ndef f(a): pass",
        "class Deque: pass\n# perfcast: a: list[Deque] * 5\ndef f(a): pass",
        "# perfcast: time < 1 s; a: int = 3; peak < 1 MiB\ndef f(a): pass",
        "# perfcast: anything: int = 3\ndef f(**more): pass",
    ],
)
def test_what_a_comment_may_name(source):
    found = resolved(source)
    assert found.misread == ()
    assert found.origin == "comment"


@pytest.mark.parametrize("said", ["nums: list[int] * 10, peak < 1 MiB", "memory < 1 MiB"])
def test_a_budget_in_the_wrong_words_is_told_how_it_is_said(said):
    [misread] = resolved(f"# perfcast: {said}\ndef f(nums): pass").misread
    assert misread.message == "'<' does not belong here; a budget is 'peak < ...' or 'time < ...', behind a ';'"


# Calls

CALLS = [
    ("f([3, 1, 2])", "x: list[int] * 3 in 1..3"),
    ("f(list(range(1000)))", "x: list[int] * 1000 in 0..999 sorted distinct"),
    ("f(list(range(10**7)))", "x: list[int] * 1e7 in 0..9999999 sorted distinct"),
    ("f([0] * 1000)", "x: list[int] * 1000 in 0..0 equal"),
    ("f(10**9 * [0])", "x: list[int] * 1e9 in 0..0 equal"),
    ("f('a' * 100)", "x: str * 100 in 'a'..'a'"),
    ("f('ab' * 10**6)", "x: str * 2e6 in 'a'..'b'"),
    ("f(b'x' * 10**6)", "x: bytes * 1e6"),
    ("f(bytearray(5000))", "x: bytearray * 5000 equal"),
    ("f([[0] * 30 for _ in range(4000)])", "x: list[list[int]] * 4000 * 30 in 0..0"),
    ("f([i * 2 for i in range(10**5)])", "x: list[int] * 1e5 in 0..199998 sorted distinct"),
    ("f([random.randint(0, 9) for _ in range(5000)])", "x: list[int] * 5000 in 0..9"),
    ("f(sorted(random.random() for _ in range(5000)))", "x: list[float] * 5000 in 0.0..1.0 sorted"),
    ("f(random.sample(range(10**6), 500))", "x: list[int] * 500 in 0..999999 distinct"),
    ("f(''.join(random.choice('abc') for _ in range(5000)))", "x: str * 5000 in 'a'..'a'"),
    ("f({i: [0] * 5 for i in range(3000)})", "x: dict[int, list[int]] * 3000 * 5 in 0..0"),
    ("f({'a': 1, 'b': 2})", "x: dict[str, int] * 2 in 1..2"),
    ("f(set(range(10**5)))", "x: set[int] * 1e5 in 0..99999"),
    ("f(tuple(range(10**5)))", "x: tuple[int, ...] * 1e5 in 0..99999 sorted distinct"),
    ("f(-3)", "x: int = -3"),
    ("f(2**10 + 7 // 2)", "x: int = 1027"),
    ("f(len([1, 2, 3]))", "x: int = 3"),
    ("f(True)", "x: bool = True"),
    ("f(None)", "x: None"),
    ("f(x=1.5)", "x: float = 1.5"),
    ("f(np.zeros((1000, 64)))", "x: float64[1000, 64] equal"),
    ("f(np.zeros(50, dtype=np.float32))", "x: float32[50] equal"),
    ("f(np.zeros((5, 6), np.uint8))", "x: uint8[5, 6] equal"),
    ("f(np.random.rand(30, 40))", "x: float64[30, 40] in 0..1"),
    ("f(np.random.randint(0, 100, size=(5, 6)))", "x: int64[5, 6] in 0..99"),
    ("f(np.random.default_rng(0).random(50))", None),
    ("rng = np.random.default_rng(0)\nf(rng.normal(size=(7, 8)))", "x: float64[7, 8] in -3..3"),
    ("f(np.arange(10**6).reshape(1000, -1))", "x: int64[1000, 1000] in 0..999999"),
    ("f(np.array([[1.0, 2.0], [3.0, 4.0]]))", "x: float64[2, 2]"),
    ("f(np.linspace(0, 1, 200).astype('float32'))", "x: float32[200] in 0..1 sorted"),
    ("f(torch.randn(8, 16))", "x: torch.float32[8, 16] in -3..3"),
    ("f(pd.DataFrame({'a': np.arange(1000), 'b': np.zeros(1000)}))", "x: DataFrame[1000, 2]"),
    ("f(pd.DataFrame(np.zeros((100, 5)), columns=list('abcde')))", "x: DataFrame[100, 5]"),
    ("N = 500\nf([1] * N)", "x: list[int] * 500 in 1..1 equal"),
    ("for n in [10, 100, 1000]:\n    f([1] * n)", "x: list[int] * 1000 in 1..1 equal"),
    ("def main():\n    data = [0] * 64\n    f(data)", "x: list[int] * 64 in 0..0 equal"),
    ("if __name__ == '__main__':\n    data = 'x' * 9\n    f(data)", "x: str * 9 in 'x'..'x'"),
    # These cannot be told without running something, or are no workload.
    ("f(compute())", None),
    ("f(open('x').read())", None),
    ("def main(data):\n    f(data)", None),
    ("n = 5\nn += 1\nf(n)", None),
    ("f(*[1])", None),
    ("f(**{'x': 1})", None),
    ("f()", None),
    ("f(1, 2, 3)", None),
    ("f(10 ** 10 ** 10)", None),
    ("f(1 << 10 ** 10)", None),
    ("f([[0] * 10 ** 9] * 10 ** 9)", "x: list[list[int]] * 1e9 * 1e9 in 0..0"),
    ("f([0] * 10 ** 100)", None),
    ("f('a' * -1)", "x: str * 0"),
    ("f(1 / 0)", None),
    ("f([1, 2][5])", None),
    ("a = b\nb = a\nf(a)", None),
    ("f(" + "[" * 60 + "]" * 60 + ")", None),
]


@pytest.mark.parametrize(("call", "expected"), CALLS)
def test_calls(call, expected):
    found = resolved(f"def f(x): return x\n{call}\n")
    if expected is None:
        assert found.origin == "default"
    else:
        assert (str(found.workload), found.origin.rpartition(" ")[0]) == (expected, "call on line")
        assert parse(expected) == found.workload


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = []\n    for i in rows:\n        x.append(i)\n    f(x)", None),
        ("x = {}\n    for i in rows:\n        x[i] = 1\n    f(x)", None),
        ("x = set()\n    x.add(rows)\n    f(x)", None),
        ("x = [0]\n    while rows:\n        f(x)\n        x.append(rows.pop())", None),
        ("x = ''\n    for i in rows:\n        f(x)\n        x += i", None),
        # What holds something holds much the same with one more, and what nobody fills before stays empty.
        ("x = [1, 2]\n    x.append(rows)\n    f(x)", "x: list[int] * 2 in 1..2"),
        ("x = [1, 2]\n    for i in rows:\n        x[i] = 1\n    f(x)", "x: list[int] * 2 in 1..2"),
        ("for i in rows:\n        x = []\n        f(x)\n        x.append(i)", "x: list[int] * 0"),
        ("def fill(x):\n        x.append(1)\n    x = []\n    f(x)", "x: list[int] * 0"),
    ],
)
def test_what_is_filled_before_a_call_is_not_what_it_was_made_as(body: str, expected: str | None) -> None:
    found = resolved(f"def f(x): return x\n\ndef main(rows):\n    {body}\n")
    assert (str(found.workload) if found.origin != "default" else None) == expected


def test_the_largest_call_counts_and_its_line_is_named():
    found = resolved("def f(x): pass\nassert f([1, 2]) is None\nf([0] * 999)\nf([5])")
    assert (str(found.workload), found.origin) == ("x: list[int] * 999 in 0..0 equal", "call on line 3")


def test_a_units_call_of_itself_is_none():
    assert resolved("def f(n):\n    return f(3) if n else 0").origin == "default"


def test_defaults_fill_in_what_a_call_leaves_out():
    assert workload("def f(x, k=6, *rest, name=None, **more): pass\nf([1], name='abc')") == (
        "x: list[int] * 1 in 1..1; k: int = 6; name: str = 'abc'"
    )


@pytest.mark.parametrize(
    ("head", "call", "expected", "origin"),
    [
        (
            "*rest, key=None",
            "[1, 2], [3], key='ab'",
            "list[int] * 2 in 1..2; list[int] * 1 in 3..3; key: str = 'ab'",
            "call on line 2",
        ),
        ("*rest", "3", "int = 3", "call on line 2"),
        ("*rest", "", "", "call on line 2"),
        ("*rest", "[1], unknown()", "", "default"),
        ("*rest", "*[1, 2]", "", "default"),
    ],
)
def test_what_a_call_gives_behind_a_star_has_no_name(head, call, expected, origin):
    found = resolved(f"def f({head}): pass\nf({call})")
    assert (str(found.workload), found.origin) == (expected, origin)


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        ("mode", "mode: str = 'fast'"),
        ("average='all'", "average: str = 'fast'"),
        ("text='all'", "text: str * 4 in 'a'..'t'"),
        ("s", "s: str * 4 in 'a'..'t'"),
        ("given", "given: str * 4 in 'a'..'t'"),
    ],
)
def test_a_choice_that_a_call_writes_out_is_as_it_is(parameter, expected):
    assert workload(f"def f({parameter}): pass\nf('fast')") == expected


def test_methods_drop_self_and_a_class_calls_its_init():
    source = """
class C:
    def __init__(self, size): pass
    def method(self, nums): pass
    @classmethod
    def build(cls, text): pass
    @staticmethod
    def helper(nums): pass
c = C(30)
c.method([1, 2])
C.build('abc')
C.helper([0] * 7)
"""
    assert workload(source, "C.__init__") == "size: int = 30"
    assert workload(source, "C.method") == "nums: list[int] * 2 in 1..2"
    assert workload(source, "C.build") == "text: str * 3 in 'a'..'c'"
    assert workload(source, "C.helper") == "nums: list[int] * 7 in 0..0 equal"


# Doctests


def test_doctests():
    examples = ">>> nums = [1, 2, 3]\n    >>> f(nums, k=2)\n    5\n    >>> f([], 1)\n    0"
    source = f'def f(nums, k):\n    """\n    {examples}\n    """'
    found = resolved(source)
    assert (str(found.workload), found.origin) == ("nums: list[int] * 3 in 1..3; k: int = 2", "doctest")


@pytest.mark.parametrize("doc", [">>> f(", ">>> other(1)", ">>> f(undefined)", ">>> x\n  >>>y"])
def test_doctests_that_tell_nothing(doc):
    assert resolved(f'def f(n):\n    """\n    {doc}\n    """').origin == "default"


# Annotations, names and uses

DEFAULTS = [
    ("x: list[int]", "", "x: list[int] * 1000 in 0..1000"),
    ("x: 'Optional[List[str]]'", "", "x: list[str] * 1000 * 8 in 'a'..'z'"),
    ("x: Sequence[float] | None", "", "x: list[float] * 1000"),
    ("x: dict[str, int]", "", "x: dict[str, int] * 1000 in 0..1000"),
    ("x: list[list[int]]", "", "x: list[list[int]] * 32 * 32 in 0..1000"),
    ("x: tuple[int, str]", "", "x: tuple[int, str] * 1000 in 0..1000"),
    ("x: tuple[int, ...]", "", "x: tuple[int, ...] * 1000 in 0..1000"),
    ("x: np.ndarray", "", "x: float64[1000]"),
    ("x: npt.NDArray[np.float32]", "", "x: float32[1000]"),
    ("x: pd.DataFrame", "", "x: DataFrame[1000, 3]"),
    ("x: str", "", "x: str * 1000 in 'a'..'z'"),
    ("x: Foo", "", "x: Foo"),
    ("nums", "", "nums: list[int] * 1000 in 0..1000"),
    ("s", "", "s: str * 1000 in 'a'..'z'"),
    ("words", "", "words: list[str] * 1000 * 8 in 'a'..'z'"),
    ("grid", "", "grid: list[list[int]] * 32 * 32 in 0..1000"),
    ("n", "", "n: int = 1000"),
    ("k", "", "k: int = 10"),
    ("root", "", "root: TreeNode * 1000"),
    ("thing", "", "thing: object"),
    ("x", "return x.split()", "x: str * 1000 in 'abcdefgh '"),
    ("x", "return x.items()", "x: dict[str, int] * 1000 in 0..1000"),
    ("x", "return x.shape", "x: float64[1000]"),
    ("x", "return np.dot(x, x)", "x: float64[1000]"),
    ("x", "return x.groupby('a')", "x: DataFrame[1000, 3]"),
    ("df", "return df['a'] + df['b']", "df: DataFrame[1000, 3]"),
    ("x", "return [i for i in range(x)]", "x: int = 1000"),
    ("x", "return x[0]", "x: list[int] * 1000 in 0..1000"),
    ("x", "return x[0][1]", "x: list[list[int]] * 32 * 32 in 0..1000"),
    ("x", "return len(x)", "x: list[int] * 1000 in 0..1000"),
    ("x", "return sum(y for y in x)", "x: list[int] * 1000 in 0..1000"),
    ("n", "return n if n < 2 else f(n - 1) + f(n - 2)", "n: int = 20"),
    ("k=6, flag=False, mode='abc', x=None, y=-1", "", "k: int = 6; flag: bool = False; mode: str = 'abc'; y: int = -1"),
    ("*args, **kwargs", "", ""),
    ("a, /, b, *, c", "", "a: int = 10; b: int = 10; c: int = 10"),
]  # fmt: skip


@pytest.mark.parametrize(("parameters", "body", "expected"), DEFAULTS)
def test_defaults(parameters, body, expected):
    found = resolved(f"def f({parameters}):\n    {body or 'pass'}")
    assert (str(found.workload), found.origin) == (expected, "default")
    assert parse(expected) == found.workload


def test_what_numbers_and_paths_are_made_of_are_such_themselves():
    said = workload("def f(of: SupportsIndex, by: typing.SupportsFloat, path: os.PathLike[str] | None): pass")
    assert said == "of: int = 10; by: float; path: str * 10 in 'a'..'z'"


def test_the_default_size_is_told_where_the_workload_rests_on_it():
    assert resolved("def f(nums): pass", size=50).default_size == 50
    assert "* 50 " in workload("def f(nums): pass", size=50)
    assert resolved("def f(n): pass", size=50).default_size == 50
    assert resolved("def f(flag=True): pass").default_size is None
    assert resolved("def f(): pass").default_size is None


def test_nothing_is_run(tmp_path):
    mark = tmp_path / "mark"
    source = f"""
import pathlib
pathlib.Path({str(mark)!r}).write_text("run")
def f(x=pathlib.Path({str(mark)!r}).write_text("default")): pass
f(pathlib.Path({str(mark)!r}).write_text("call"))
f(__import__("pathlib").Path({str(mark)!r}).touch())
"""
    resolved(source)
    assert not mark.exists()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# perfcast: xs: list[int] * 50\ndef f(xs, n): return xs[n]", "xs: list[int] * 50; n: int = 999"),
        ("# perfcast: xs: list[int] * 50\ndef f(xs, n=3): return xs[n]", "xs: list[int] * 50"),
        ("# perfcast: n = 25\ndef f(n): pass", "n: int = 25"),
        (
            "# perfcast: n = 25; rate = 0.5; name = 'a'\ndef f(n, rate, name): pass",
            "n: int = 25; rate: float = 0.5; name: str = 'a'",
        ),
        ("# perfcast: int = 25\ndef f(n): pass", "n: int = 25"),
    ],
)
def test_a_comment_says_what_it_wants_to(source, expected):
    assert workload(source) == expected


CLASSES = """
class DirectedGraph:
    def __init__(self):
        self.edges = []
    def names(self): return []

class Item:
    price: float

class Box(Item): pass

class Crate(Box):
    def open(self): pass

class Line:
    def split(self): pass
"""


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("def f(graph): return graph.names()", "graph: DirectedGraph"),
        ("def f(old_graph): return old_graph.edges[0]", "old_graph: DirectedGraph"),
        ("def f(directed_graph, n): return directed_graph.names()", "directed_graph: DirectedGraph; n: int = 1000"),
        ("def f(gr): return gr.names()", "gr: DirectedGraph"),
        ("def f(dg): return dg.edges", "dg: DirectedGraph"),
        ("def f(grph): return grph.edges", "grph: DirectedGraph"),
        ("def f(gr): return gr.names(), gr.nodes", "gr: object"),
        ("def f(grs): return [gr.edges for gr in grs]", "grs: list[DirectedGraph] * 1000"),
        ("def f(graph): return graph.names(), graph.nodes", "graph: object"),
        ("def f(graph: dict[int, int]): return graph.names()", "graph: dict[int, int] * 1000 in 0..1000"),
        ("def f(thing): return thing.names()", "thing: object"),
        ("def f(items): return sum(one.price for one in items)", "items: list[Item] * 1000"),
        ("def f(items): return sorted(items, key=lambda one: one.price)", "items: list[Item] * 1000"),
        ("def f(items): return items[0].price", "items: list[Item] * 1000"),
        ("def f(new_items):\n for i, one in enumerate(new_items): use(one.price)", "new_items: list[Item] * 1000"),
        ("def f(items): return sum(one for one in items)", "items: list[int] * 1000 in 0..1000"),
        ("def f(crate):\n crate.open()\n return crate.price", "crate: Crate"),
        ("def f(line): return line.split()", "line: str * 1000 in 'abcdefgh '"),
    ],
)
def test_a_parameter_is_of_the_files_class_of_that_name_which_has_what_it_is_asked_for(function, expected):
    assert workload(CLASSES + function) == expected


def test_of_several_classes_that_a_name_may_mean_none_is_meant():
    graphs = "class OldGraph:\n    def names(self): pass\n\nclass NewGraph(OldGraph):\n    def names(self): pass\n"
    assert workload(graphs + "def f(graph): return graph.names()") == "graph: object"
    assert (
        workload(graphs + "class Graph(OldGraph):\n    names = 3\ndef f(graph): return graph.names()") == "graph: Graph"
    )


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("def __add__(self, other): return P(self.x + other.x)", "other: P"),
        ("def __eq__(self, other): return self.x == other.x", "other: P"),
        ("def __eq__(self, other: int): return self.x == other", "other: int = 10"),
        ("def __ne__(self, other): return not self.__eq__(other)", "other: P"),
        ("def __ior__(self, other): return self.joined(other)", "other: P"),
        ("def __ne__(self, one): return not self.__eq__(one)", "one: object"),
        ("def __sub__(self, other): return self.x - other", "other: float"),
        ("def __eq__(self, other): return isinstance(other, Quad) and self.like(other)", "other: Quad"),
        ("def __mul__(self, k): return P(self.x * k)", "k: int = 10"),
        ("def add(self, other): return P(self.x + other.x)", "other: {.x: float}"),
    ],
)
def test_the_other_side_of_an_operator_is_of_the_same_class(method, expected):
    file = SourceFile.parse(f"class P:\n    def __init__(self, x): self.x = x\n    {method}\n")
    assert str(resolve(file.units[-1], file).workload) == expected


BESIDE = """
import re
from enum import Enum
UNITS = {"km": 1000, "m": 1}
CODES = {200: "ok", 404: "missing"}
MODES = frozenset({"slow", "fast"})
FIRST = ["only", "these"]
STOP = "aeiou"
NUMBERS = {letter: number for letter, number in zip(STOP, range(5))}
LINE = re.compile(r"(\\d+)\\s+(\\w+)")
CACHE = {"x": 1}

class Color(Enum):
    RED = "red"
    BLUE = "blue"

class Ways:
    def left(self): pass
    def right(self): pass
"""


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("def f(value, unit): return value * UNITS[unit]", "value: int = 10; unit: 'km' | 'm'"),
        ("def f(unit: str): return UNITS[unit]", "unit: 'km' | 'm'"),
        ("def f(unit): return UNITS.get(unit, 1)", "unit: 'km' | 'm'"),
        ("def f(mode):\n if mode not in MODES: raise ValueError(mode)", "mode: 'slow' | 'fast'"),
        ("def f(mode):\n if mode in MODES: return mode == 'fast'", "mode: str = 'fast'"),
        ("def f(name): return Color(name)", "name: 'red' | 'blue'"),
        ("def f(name): return Color[name]", "name: 'RED' | 'BLUE'"),
        ("def f(name): return getattr(Ways, name)", "name: 'left' | 'right'"),
        ("def f(code): return CODES[code]", "code: int = 200"),
        ("def f(i): return FIRST[i]", "i: int = 0"),
        ("def f(units): return [UNITS[unit] for unit in units]", "units: list['km' | 'm'] * 1000"),
        ("def f(units: list[str]): return sum(map(lambda u: UNITS[u], units))", "units: list['km' | 'm'] * 1000"),
        ("def f(rows): return [UNITS[row['unit']] for row in rows]", "rows: list[{unit: 'km' | 'm'}] * 1000"),
        ("def f(units):\n for u in units:\n  if u not in UNITS: raise KeyError", "units: list['km' | 'm'] * 1000"),
        ("def f(rows): return [r for r in rows if r['kind'] in MODES]", "{kind: 'slow' | 'fast' | label}"),
        (
            "def f(words): return [word for word in words if word not in MODES]",
            "words: list[str] * 1000 * 8 in 'a'..'z'",
        ),
        ("def f(line): return LINE.match(line).group(1)", "line: str * 10 like '000 aaaaaa'"),
        ("def f(line): return LINE.sub('', line)", "line: str * 1000 like 'aaaaaa aaaaaa 000 aaaaaa\\n'"),
        ("def f(s: str):\n v = {'I': 1, 'V': 5}\n return sum(v[c] for c in s)", "s: str * 1000 in 'IV'"),
        ("def f(s: str):\n v = {'I': 1}\n for c in s: v[c] = v[c] + 1", "s: str * 1000 in 'abcdefghI'"),
        # Letters of an alphabet, which have numbers there.
        ("def f(s: str): return [STOP.index(c) for c in s]", "s: str * 1000 in 'aeiou'"),
        ("def f(s: str):\n for c in s.rstrip('='): print(STOP.index(c))", "s: str * 1000 in 'aeiou'"),
        ("def f(s: str): return [NUMBERS[c] for c in s]", "s: str * 1000 in 'aeiou'"),
        (
            "def f(s: str):\n v = {c: i for i, c in enumerate(STOP)}\n return [v[c] for c in s]",
            "s: str * 1000 in 'aeiou'",
        ),
        ("def f(s: str):\n v = dict(zip('IVX', [1, 5, 10]))\n return [v[c] for c in s]", "s: str * 1000 in 'IVX'"),
        # What it is made of is not what it was.
        (
            "def f(s: str):\n k = {'I', 'V'}\n k.discard('I')\n v = {c: 1 for c in k}\n return [v[c] for c in s]",
            "s: str * 1000 in 'a'..'z'",
        ),
        ("def f(name: str): return FIRST.index(name)", "name: 'only' | 'these'"),
        ("def f(key: str):\n CACHE[key] = 1\n return CACHE[key]", "key: str * 10 in 'a'..'z'"),
        ("def f(unit, UNITS): return UNITS[unit]", "UNITS: "),
        ("def f(unit): return OTHERS[unit]", "unit: str * 10 in 'a'..'z'"),
    ],
)
def test_what_constants_and_classes_beside_a_function_tell(function, expected):
    assert expected in workload(BESIDE + function)


ALIASES = """
Content = t.Union[bytes, str]
Name: TypeAlias = "str | None"
Filter = t.Callable[[int], str]
Bound = t.TypeVar("Bound", bound=Filter)
Free = t.TypeVar("Free")
Tensor = t.TypeVar("Tensor")
Number = t.NewType("Number", int)
Tree = t.Dict[str, "Tree"]
"""


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("Content", "value: bytes * 1000"),
        ("list[Content]", "value: list[bytes] * 1000 * 8"),
        ("'Name'", "value: str * 1000 in 'a'..'z'"),
        ("Bound", "value: Callable"),
        ("Free", "value: int = 10"),
        ("Tensor", "value: torch.float32[1000]"),
        ("Number", "value: int = 10"),
        ("Tree", "value: dict[str, int] * 1000 in 0..1000"),
        ("Literal['Content']", "value: str = 'Content'"),
    ],
)
def test_annotations_that_stand_for_others(annotation, expected, tmp_path):
    source = f"def f(value: {annotation}): pass"
    assert workload(f"import typing as t\n{ALIASES}\n{source}") == expected
    (tmp_path / "kinds.py").write_text(f"import typing as t\n{ALIASES}")
    home = Place.of(tmp_path / "of.py")
    names = "from kinds import Bound, Content, Free, Name, Number, Tree"
    for start in (names, f"if TYPE_CHECKING:\n    {names}"):
        file = SourceFile.parse_tolerant(f"{start}\n{source}", home=home)
        assert str(resolve(file.unit("f"), file).workload) == expected
    if annotation == "Bound":
        file = SourceFile.parse_tolerant("import kinds as k\ndef f(value: k.Bound): pass", home=home)
        assert str(resolve(file.unit("f"), file).workload) == expected


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("key: K, table: Mapping[K, V]", "key: int = 10; table: dict[int, int] * 1000 in 0..1000"),
        ("name: V, names: list[V]", "name: int = 10; names: list[int] * 1000 in 0..1000"),
        ("key: K, table: Mapping[V, V]", "key: str * 10 in 'a'..'z'; table: dict[int, int] * 1000 in 0..1000"),
        ("key: K, of: Callable[[K], V]", "key: str * 10 in 'a'..'z'; of: Callable"),
        ("name: Bound, names: list[Bound]", "name: str * 10 in 'a'..'z'; names: list[str] * 1000 * 8 in 'a'..'z'"),
    ],
)
def test_a_type_variable_is_one_type_in_a_signature(parameters, expected):
    variables = 'K = TypeVar("K")\nV = TypeVar("V")\nBound = TypeVar("Bound", bound=str)\n'
    assert workload(f"{variables}def f({parameters}): pass") == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Union[Number, 'Sum']", "value: Expr"),
        ("Number | Sum | None", "value: Expr"),
        ("Optional[Sum]", "value: Sum"),
        ("Number | int", "value: Number"),
        # Of such classes no instances are made.
        ("Number | Sign", "value: Number"),
        ("Number | Written", "value: Number"),
        # Of these no tree ever ends.
        ("Sum | Negation", "value: Sum"),
    ],
)
def test_what_is_of_several_classes_keeps_its_name(said, expected):
    classes = (
        "class Number:\n    value: int\nclass Sum:\n    left: 'Expr'\n"
        "class Negation:\n    of: 'Expr'\nclass Sign(Enum):\n    PLUS = '+'\n"
        "class Written(Protocol):\n    def write(self) -> str: ...\n"
    )
    assert workload(f"{classes}Expr = {said}\ndef f(value: Expr): pass") == expected


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ("def __call__(self, part: int) -> None: ...", "report: Callable"),
        ("'Told of progress.'\n    async def __call__(self, part: int) -> None: pass", "report: AsyncCallable"),
        ("def __call__(self, part: int) -> None: ...\n    def end(self) -> None: ...", "report: Report"),
    ],
)
def test_protocols_of_what_is_only_called_stand_for_functions(members, expected):
    protocol = f"class Report(Protocol):\n    {members}\n"
    assert workload(f"{protocol}\ndef f(report: Report): pass") == expected


def test_protocols_that_extend_others_ask_for_more_than_calls():
    named = "class Named(Protocol):\n    name: str\n"
    protocol = "class Report(Named, Protocol):\n    def __call__(self, part: int) -> None: ...\n"
    assert workload(f"{named}{protocol}\ndef f(report: Report): pass") == "report: Report"


@pytest.mark.parametrize("bases", ["", "(Report)"])
def test_protocols_of_functions_that_a_class_implements_stand_for_its_instances(bases):
    source = f"""
class Report(Protocol):
    def __call__(self, part: int) -> None: ...
class Printed{bases}:
    def __call__(self, part: int) -> None: print(part)
def f(report: Report): pass
"""
    assert workload(source) == "report: Report"


def test_aliases_that_all_name_each_other_become_no_forest():
    names = [f"Kind{number}" for number in range(12)]
    lines = [f"{name} = {' | '.join(other for other in names if other != name)}" for name in names]
    file = SourceFile.parse("\n".join([*lines, "def f(value: Kind0): pass"]))
    meant = without_aliases(file.node(file.unit("f")), file)
    assert 100 < sum(1 for _ in ast.walk(meant)) < 10_000


def test_files_whose_aliases_name_each_other_are_forgotten(tmp_path):
    (tmp_path / "kinds.py").write_text("from of import Other\nValue = Other | None\n")
    text = "from kinds import Value\nOther = list[Value]\ndef f(value: Value): pass"
    (tmp_path / "of.py").write_text(text)
    file = SourceFile.parse_tolerant(text, home=Place.of(tmp_path / "of.py"))
    resolve(file.unit("f"), file)
    other = weakref.ref(imported_value(file, "Value")[0])
    del file
    imported_names._parsed_once.cache_clear()
    gc.collect()
    assert other() is None


def test_what_an_alias_of_another_file_says_now_counts(tmp_path):
    home = Place.of(tmp_path / "of.py")
    found = []
    for said in ("int", "bytes | None"):
        (tmp_path / "kinds.py").write_text(f"Value = {said}\n")
        file = SourceFile.parse_tolerant("from kinds import Value\ndef f(value: Value): pass", home=home)
        found.append(str(resolve(file.unit("f"), file).workload))
    assert found == ["value: int = 10", "value: bytes * 1000"]


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("", "thing: object"),
        ("    def __iter__(self):\n        return iter(self.thing)\n", "thing: list[int] * 1000 in 0..1000"),
        (
            "    @property\n    def thing(self):\n        return self._thing\n    @thing.setter\n"
            "    def thing(self, value):\n        if not isinstance(value, int):\n            raise TypeError\n"
            "        self._thing = value\n",
            "thing: int = 10",
        ),
        ("    thing = Integer('thing')\n", "thing: int = 10"),
        ("    thing = models.CharField(max_length=9)\n", "thing: str * 1000 in 'a'..'z'"),
        ("    thing = checked('thing', float)\n", "thing: float"),
        ("    thing = made()\n", "thing: object"),
    ],
)
def test_a_constructor_takes_what_its_class_does_with_it(around, expected):
    source = f"class Thing:\n{around}    def __init__(self, thing):\n        self.thing = thing\n"
    assert workload(source, "Thing.__init__") == expected
    assert str(made_with(constructor_of([ast.parse(source).body[0]]), 1000, lambda name, node: None)) == expected


def test_nodes_of_a_graph_are_what_its_edges_are_between() -> None:
    source = """
class Graph:
    def __init__(self):
        self.adjacent = {}
    def add_edge(self, u, v, weight=1.0):
        self.adjacent.setdefault(u, {})[v] = weight
    def reach(self, src):
        seen, waiting = {src}, [src]
        while waiting:
            for one in self.adjacent.get(waiting.pop(), ()):
                if one not in seen:
                    seen.add(one)
                    waiting.append(one)
        return seen
"""
    assert workload(source, "Graph.reach") == "src: int = 10"


@pytest.mark.parametrize(
    ("annotation", "known"),
    [
        ("dt", "value: datetime"),
        ("list[day] | None", "value: list[date] * 1000"),
        ("Moment", "value: datetime"),
        ("Number", "value: Decimal"),
        ("Reader", "value: Reader"),
        ("own", "value: own"),
    ],
)
def test_types_of_the_standard_library_may_be_imported_under_other_names(annotation, known):
    imports = """
from datetime import date as day, datetime as dt
from decimal import Decimal as Number
from shelf import Path as Reader
from pathlib import Path as own
Moment = dt | None
class Path: pass
"""
    assert workload(f"{imports}def f(value: {annotation}): return value") == known
