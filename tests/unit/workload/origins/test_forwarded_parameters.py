"""Parameters that a function hands on to others of its file."""

import ast

import pytest

from perfcast.source import SourceFile
from perfcast.source.classes.constructors import constructor_of
from perfcast.workload import build, parse
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.origins.callees import element_handings
from perfcast.workload.origins.resolution import resolve
from perfcast.workload.values.makers import Makers
from tests.effort import lines_run

PARSE = "def parsed(lines):\n    return [line.split(',')[1].strip() for line in lines]\n"
SPREAD = "def spread(busy):\n    return sum(end - start for start, end in busy)\n"
PAIRS = "list[tuple[int, int]] * 1000 in 0..1000"


def workload(source: str, name: str = "f", size: int = 1000) -> str:
    file = SourceFile.parse(source)
    return str(resolve(file.unit(name), file, size).workload)


def taken(source: str, name: str) -> str:
    """What a function's only parameter is given."""
    return workload(source, name).partition(": ")[2]


@pytest.mark.parametrize(
    "call",
    [
        "spread(busy)",
        "spread(busy=busy)",
        "print(busy) or 1 + spread(busy)",
        "unknown(busy) + spread(busy)",
        "[spread(busy) for _ in range(3)]",
    ],
)
def test_what_is_only_handed_on_is_what_the_other_takes(call: str) -> None:
    source = f"def f(busy):\n    return {call}\n\n\ndef spread(busy: list[tuple[int, int]]):\n    return len(busy)\n"
    assert taken(source, "f") == PAIRS == taken(source, "spread")


def test_constructors_take_what_they_are_handed() -> None:
    init = "class Cell:\n    def __init__(self, ways, on=True):\n        self.w = [0.0 for _ in range(ways)]\n\n\n"
    init += "class Part(Cell):\n    pass\n\n\n"
    assert workload(f"{init}def f(ways, k):\n    return [Cell(ways) for _ in range(k)]\n").startswith(
        "ways: int = 1000"
    )
    assert workload(f"{init}def f(of):\n    return Part(of)\n") == "of: int = 1000"


PLACE = """
class Place:
    def __init__(self, aisle, rack):
        self.aisle, self.rack = aisle, rack

    @classmethod
    def parse(cls, code: str):
        aisle, rack = code.split("-")
        return cls(aisle, int(rack))

    @staticmethod
    def read(code: str):
        aisle, rack = code.split("-")
        return aisle, int(rack)

    def at(self, code: str):
        aisle, rack = code.split("-")
        return aisle, int(rack)
"""


@pytest.mark.parametrize("method", ["parse", "read"])
def test_methods_of_a_class_take_what_they_are_handed(method: str) -> None:
    each = f"def f(codes: list[str]):\n    return [Place.{method}(code) for code in codes]\n"
    assert workload(f"{PLACE}\n\n{each}") == "codes: list[str] * 1000 like 'aaaaaa-000'"
    whole = f"def f(code: str):\n    return Place.{method}(code)\n"
    assert workload(f"{PLACE}\n\n{whole}").endswith("like 'aaaaaa-000'")


def test_a_class_hands_no_instance_to_its_method() -> None:
    # The first place is the instance's.
    assert "like" not in workload(f"{PLACE}\n\ndef f(text: str):\n    return Place.at(text, 'A-1')\n")


def test_a_class_of_another_file_is_none_that_is_called_alike() -> None:
    own = PLACE.replace("class Place", "class NearPlace")
    assert "like" not in workload(f"from places import Place\n{own}\n\ndef f(text: str):\n    return Place.at(text)\n")


def test_a_name_of_another_function_is_not_taken_over() -> None:
    source = f"def f(anything):\n    return spread(anything)\n\n\n{SPREAD}"
    assert workload(source).startswith("anything: list[")
    assert taken(source, "f") == taken(source, "spread")


def test_a_use_tells_more_than_a_name() -> None:
    source = f"def f(lines):\n    rows = parsed(lines)\n    return len(rows)\n\n\n{PARSE}"
    assert " like " not in taken("def f(lines):\n    return unknown(lines)\n", "f")
    assert taken(source, "f") == taken(source, "parsed") != "list[str] * 1000 * 8 in 'a'..'z'"


def test_a_list_of_which_only_the_length_is_asked_holds_what_the_other_says() -> None:
    product = "def product(a, b):\n    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]\n"
    source = (
        f"def f(m, power):\n    n = len(m)\n    while power:\n        m = product(m, m)\n    return n\n\n\n{product}"
    )
    assert workload(source).startswith("m: list[list[int]] * 32 * 32")


@pytest.mark.parametrize(
    "source",
    [
        # Its annotation, its body, its default.
        "def f(busy: set[str]):\n    return spread(busy)\n",
        "def f(busy):\n    return spread(busy), busy + 'x'\n",
        "def f(busy='x'):\n    return spread(busy)\n",
        # It is something else by then, or may be.
        "def f(busy):\n    busy = load()\n    return spread(busy)\n",
        "def f(busy):\n    return [spread(busy) for busy in unknown(busy)]\n",
        "def f(busy):\n    return map(lambda busy: spread(busy), unknown(busy))\n",
        # The function is not that of the file, or nobody knows at which place it is given.
        "def f(busy, spread):\n    return spread(busy)\n",
        "def f(busy):\n    def spread(it): return it\n    return spread(busy)\n",
        "def f(busy):\n    from other import spread\n    return spread(busy)\n",
        "def f(busy):\n    return spread(*args(), busy)\n",
        # Lists have none.
        "def f(busy):\n    return spread(busy), busy.horizon\n",
        # An element.
        "def f(busy):\n    return [spread(one) for one in busy]\n",
    ],
)
def test_what_is_told_otherwise_stays(source: str) -> None:
    assert workload(f"{source}\n\n{SPREAD}") == workload(source)


def test_one_that_is_bound_anew_was_handed_on_before() -> None:
    source = f"def f(busy):\n    busy = spread(busy)\n    return busy\n\n\n{SPREAD}"
    assert taken(source, "f") == taken(source, "spread")


def test_the_first_call_decides() -> None:
    source = "def f(it):\n    return second(it), first(it)\n\n\n"
    others = "def first(it: str):\n    pass\n\n\ndef second(it: set[int]):\n    pass\n"
    assert taken(source + others, "f") == "set[int] * 1000 in 0..1000"


METHODS = """
class Base:
    def inherited(self, it: set[int]):
        pass


class Other(Base):
    def f(self, it):
        return self.own(it)

    def g(self, it):
        return self.inherited(it)

    @classmethod
    def h(cls, it):
        return cls.fixed(it)

    def own(self, it: set[int]):
        pass

    @staticmethod
    def fixed(it: set[int]):
        pass
"""


@pytest.mark.parametrize("name", ["f", "g", "h"])
def test_methods_take_it_too(name: str) -> None:
    assert taken(METHODS, f"Other.{name}") == "set[int] * 1000 in 0..1000"


def test_it_is_handed_on_a_few_times_at_most() -> None:
    source = "".join(f"def f{n}(it):\n    return f{n + 1}(it)\n\n\n" for n in range(5)) + "def f5(it: set[int]): pass\n"
    assert [taken(source, f"f{n}").partition("[")[0] for n in range(6)] == ["object"] * 2 + ["set"] * 4


@pytest.mark.parametrize("other", ["f", "g"])
def test_what_goes_round_in_circles_tells_nothing(other: str) -> None:
    source = f"def f(it):\n    return {other}(it)\n\n\ndef g(it):\n    return f(it)\n"
    assert taken(source, "f") == "object"


def test_arrays_are_of_one_length() -> None:
    source = (
        "def f(data_x, data_y):\n    weights = data_x @ data_x.T\n    return fit(data_y), weights[0, 1]\n\n\n"
        "def fit(targets):\n    return np.sum(targets)\n"
    )
    assert workload(source) == "data_x: float64[32, 32]; data_y: float64[32]"


def test_lists_are_of_the_size_that_is_asked_for() -> None:
    source = f"def f(anything):\n    return spread(anything)\n\n\n{SPREAD}"
    assert " * 50" in workload(source, size=50)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("it: set[int]", "it: str"),
        ("def last(", "def lost("),
        ("return last(it)", "return it.upper()"),
        ("def last(", "\n\n\ndef last("),
        ("def own(self, it)", "def owned(self, it)"),
    ],
)
def test_an_edit_of_the_other_function_is_seen(before: str, after: str) -> None:
    text = (
        "def f(it):\n    return middle(it)\n\n\nclass A:\n    def g(self, it):\n        return self.own(it)\n\n"
        "    def own(self, it):\n        return last(it)\n\n\nclass B(A):\n    def h(self, it):\n"
        "        return self.own(it)\n\n\ndef middle(it):\n    return last(it)\n\n\ndef last(it: set[int]):\n    pass\n"
    )
    edited = text.replace(before, after)
    assert edited != text
    for one, other in ((text, edited), (edited, text)):
        earlier = SourceFile.parse(one)
        for unit in earlier.units:
            resolve(unit, earlier)
        later, alone = SourceFile.parse(other, earlier), SourceFile.parse(other)
        assert later.units == alone.units
        for unit in later.units:
            assert resolve(unit, later) == resolve(unit, alone)
    file = SourceFile.parse(text)
    assert {str(resolve(file.unit(name), file).workload) for name in ("f", "A.g", "B.h")} == {
        "it: set[int] * 1000 in 0..1000"
    }


def test_a_board_is_as_long_as_another_function_says() -> None:
    source = (
        "def f(board):\n    r, c = empty(board)\n    for n in range(1, 10):\n        board[r][c] = n\n"
        "        f(board)\n    board[r][c] = 0\n\n\n"
        "def empty(board):\n    return [(r, c) for r in range(9) for c in range(9) if board[r][c] == 0]\n"
    )
    assert workload(source) == "board: list[list[int]] * 9 * 9 in 0..9"


LOG = """\
import re
from datetime import datetime

ENTRY = re.compile(r"(?P<host>[a-z]+) \\[(?P<when>[^\\]]+)\\] (\\d{3})")

def entry(line):
    found = ENTRY.match(line)
    return datetime.strptime(found["when"].split()[0], "%d/%b/%Y:%H:%M:%S") if found.group() else None
"""
LIKE = "'aaaaaa [`12/Nov/2021:13:14:15`] 000'"


@pytest.mark.parametrize(
    "body",
    [
        "for line in lines:\n        entry(line)",
        "return [entry(line=one) for one in lines]",
        "return {one: len(one) for one in lines if entry(one)}",
    ],
)
def test_lines_are_such_as_a_function_takes_that_is_given_each(body: str) -> None:
    assert taken(LOG, "entry").endswith(f"like {LIKE}")
    source = f"{LOG}\ndef f(lines):\n    {body}\n"
    assert taken(source, "f") == f"list[str] * 1000 like {LIKE}"
    assert taken(source.replace("f(lines)", "f(lines: list[str])"), "f") == f"list[str] * 1000 like {LIKE}"


@pytest.mark.parametrize(
    "body",
    [
        "return [entry(one) for one in lines if one.startswith('#')]",
        "entry = lines.pop\n    return [entry(one) for one in lines]",
        "return [other(one) for one in lines]",
        "for one in lines:\n        print(one)\n    return [entry(one) for one in load()]",
    ],
)
def test_lines_of_which_the_body_says_something_stay(body: str) -> None:
    source = f"{LOG}\ndef other(line):\n    return line.split('\\n')\n\ndef f(lines):\n    {body}\n"
    assert LIKE not in taken(source, "f")


ENTRIES = "def entries(lines: list[str]):\n    return [int(line.split(' ')[1]) for line in lines]\n"


@pytest.mark.parametrize(
    "body",
    [
        "return sum(entries(lines))",
        "print(len(lines))\n    return max(entries(lines))",
        "return entries(lines), entries(lines=lines)",
        "def inner(one):\n        return one\n    return inner(entries(lines))",
    ],
)
def test_texts_that_are_handed_on_whole_say_what_the_other_takes(body: str) -> None:
    source = f"{ENTRIES}\n\ndef f(lines: list[str]):\n    {body}\n\n\ndef g(log: Iterable[str]):\n    return f(log)\n"
    assert taken(source, "entries") == "list[str] * 1000 like 'aaaaaa 000'"
    assert taken(source, "f") == taken(source, "g") == taken(source, "entries")


def test_a_text_that_is_handed_on_whole_says_what_the_other_takes() -> None:
    read = "def read(text: str):\n    return [row['price'] for row in json.loads(text)]\n"
    source = f"{read}\n\ndef f(text: str):\n    return sum(read(text))\n"
    assert taken(source, "f") == taken(source, "read") == "json[list[{price: float}]] * 1000"


@pytest.mark.parametrize(
    "function",
    [
        "def f(lines: list[str]):\n    return [one.upper() for one in lines], entries(lines)\n",
        "def f(lines: list[str] = ()):\n    return entries(lines)\n",
        "def f(lines: list[int]):\n    return entries(lines)\n",
        "def f(lines: list[str]):\n    return count(lines)\n",
    ],
)
def test_texts_of_which_something_else_is_said_stay(function: str) -> None:
    source = f"{ENTRIES}\n\ndef count(lines: list[str]):\n    return len(lines)\n\n\n{function}"
    assert "like" not in workload(source)


_ITEMS = """
@dataclass
class Item:
    sku: str
    quantity: int = 0
"""


@pytest.mark.parametrize(
    ("taker", "element"),
    [
        ("item: Item", "Item"),
        ("item: date", "date"),
        # Nothing more than the loop itself tells.
        ("item", "int"),
        ("item: int", "int"),
        ("item: float", "int"),
        ("item: list[int]", "int"),
    ],
)
def test_elements_are_of_the_class_that_a_method_takes_each_of(taker: str, element: str) -> None:
    methods = (
        f"def __init__(self, items=()):\n  for one in items:\n   self.add(one)\n def add(self, {taker}): self.n = 1"
    )
    found = workload(f"{_ITEMS}class Stock:\n {methods}\n", "Stock.__init__")
    assert found.partition(" in ")[0] == f"items: list[{element}] * 1000"


def test_elements_are_what_the_other_takes_of_them() -> None:
    distance = "def distance(a: str, b: str):\n    return sum(x != y for x, y in zip(a, b))\n"
    loop = "def f(word, vocabulary):\n    near = [(distance(word, v), v) for v in vocabulary]\n"
    loop += f"    return [v for d, v in near]\n\n\n{distance}"
    least = f"def f(word, candidates):\n    return min(candidates, key=lambda c: distance(word, c))\n\n\n{distance}"
    said = f"def f(word, vocabulary: list[int]):\n    return [distance(word, v) for v in vocabulary]\n\n\n{distance}"
    assert workload(loop).endswith("; vocabulary: list[str] * 1000 * 8 in 'a'..'z'")
    assert workload(least).endswith("; candidates: list[str] * 1000 * 8 in 'a'..'z'")
    assert workload(said).endswith("; vocabulary: list[int] * 1000 in 0..1000")


@pytest.mark.parametrize("texts", ["texts", "texts: list[str]"])
def test_texts_are_made_of_what_the_other_looks_for_in_each(texts: str) -> None:
    source = (
        f"def words(text): return text.split('-')\ndef f({texts}):\n    return [Counter(words(one)) for one in texts]\n"
    )
    assert taken(source, "f") == "list[str] * 1000 * 40 in 'abcdefgh-'"


@pytest.mark.parametrize("given", ["line", "line.strip()", "line.rstrip('\\n')"])
@pytest.mark.parametrize("lines", ["lines", "lines: list[str]"])
def test_lines_are_what_the_other_takes_without_the_blanks_around_them(lines: str, given: str) -> None:
    parsed = (
        "import re\n\ndef parsed(line: str):\n    m = re.match('([a-z]+)=(\\\\d+)', line)\n    return m[1], int(m[2])\n"
    )
    source = f"{parsed}\ndef f({lines}):\n    return [parsed({given}) for line in lines]\n"
    assert taken(source, "f") == "list[str] * 1000 like 'aaaaaa=000'"


@pytest.mark.parametrize(
    "body",
    [
        "return entries(text.splitlines())",
        "return entries(text.strip().split('\\n')[1:])",
        "lines = text.split('\\n')\n    return entries(lines)",
        "lines = [line for line in text.splitlines() if line]\n    return entries(lines)",
        "return [entry(line) for line in text.splitlines()]",
        "return dict(map(entry, text.splitlines()))",
        "for at, line in enumerate(text.splitlines(), 1):\n        line = line.strip()\n        use(at, entry(line))",
    ],
)
@pytest.mark.parametrize("parameter", ["text", "text: str"])
def test_a_text_has_lines_such_as_those_take_that_are_handed_them(parameter: str, body: str) -> None:
    one = "def entry(line):\n    key, count = line.split()\n    return key, int(count)\n"
    source = f"{ENTRIES}\n\n{one}\n\ndef f({parameter}):\n    {body}\n"
    assert taken(source, "f") == "str * 1000 like 'aaaaaa 000\\n'"


@pytest.mark.parametrize(
    ("taker", "text"),
    [
        ("[row['city'] for row in csv.DictReader(lines)]", "csv[{city: label}] * 1000"),
        ("[json.loads(line)['city'] for line in lines]", "jsonl[{city: label}] * 1000"),
        ("[int(line) for line in lines]", "str * 1000 like '000\\n'"),
        ("[line.split('=') for line in lines]", "str * 1000 in 'abcdefgh=\\n'"),
        ("[line for line in lines]", "str * 1000 in 'abcdefgh\\n'"),
    ],
)
def test_a_text_says_what_its_lines_say(taker: str, text: str) -> None:
    source = f"def read(lines):\n    return {taker}\n\n\ndef f(text: str):\n    return read(text.splitlines())\n"
    assert taken(source, "f") == text


def test_what_is_told_of_lines_by_the_text_itself_stays() -> None:
    body = "a, b = text.splitlines()[0].split(';')\n    for line in text.splitlines():\n        k, v = line.split('=')"
    source = f"{ENTRIES}\n\ndef f(text: str):\n    {body}\n    return entries(text.splitlines())\n"
    assert taken(source, "f") == "str * 1000 like 'aaaaaa=aaaaaa\\n'"


STORE = """\
class Store:
    def __init__(self, rows: dict[str, int]):
        self.rows = rows

    def price(self, sku: str) -> int:
        return self.rows[sku]

    def row(self, place):
        return self.found[place]

    def drop(self, keys: list[str]) -> None:
        for key in keys:
            del self.rows[key]

    def named(self, words: list[str]) -> list[str]:
        return [word.split("=")[0] for word in words]


"""


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("def f(of: Store, keys: list[str]):\n    of.drop(keys)", "list[label] * 1000 distinct"),
        ("def f(store, keys):\n    store.drop(keys)", "list[label] * 1000 distinct"),
        ("def f(of: 'Store', at: str):\n    return of.price(at)", "label"),
        (
            "def f(of: Store, keys: list[str]):\n    return [of.price(key) for key in keys]",
            "list[label] * 1000 distinct",
        ),
        ("def f(of: Store, at):\n    return of.row(at)", "object"),
        ("def f(of: Other, keys: list[str]):\n    of.drop(keys)", "list[str] * 1000 * 8 in 'a'..'z'"),
        ("def f(of: Store, words: list[str]):\n    of.named(words)", "list[str] * 1000 * 40 in 'abcdefgh='"),
    ],
)
def test_methods_of_what_is_given_say_what_they_take(function: str, told: str) -> None:
    assert workload(f"{STORE}{function}\n").partition("; ")[2].partition(": ")[2] == told


def test_keys_that_are_handed_on_are_those_of_what_the_instance_is_made_with() -> None:
    source = f"{STORE}def f(of: Store, keys: list[str]):\n    of.drop(keys)\n"
    file = SourceFile.parse(source)
    owner = file.owner(file.unit("Store.drop"))
    assert owner is not None
    made = constructor_of([owner])
    assert made is not None
    _, held = build(default_workload(made, 1000, drop_first=True), seed=1)
    _, given = build(parse(workload(source)), seed=2, makers=Makers(of=lambda *_: [0]))
    assert {*given["keys"]} == {*held["rows"]}
    assert len(given["keys"]) == 1000


@pytest.mark.parametrize("over", ["rows", "others"])
def test_many_loops_take_no_longer_each(over: str) -> None:
    def effort(count: int) -> int:
        loops = "".join(f"    for r{at} in {over}:\n        use(r{at}, {at} + 1)\n" for at in range(count))
        node = ast.parse(f"def f(rows):\n{loops}").body[0]
        assert isinstance(node, ast.FunctionDef)
        assert len(element_handings(node, drop_first=False)) == (count if over == "rows" else 0)
        return lines_run(lambda: element_handings(node, drop_first=False))

    # Where each loop took longer for the others, it would be four times as much.
    assert effort(800) < 2.2 * effort(400)


@pytest.mark.parametrize("name", ["parsed", "parse"])
@pytest.mark.parametrize("last", ["return dict(PARSE(lines))", "return [k.split('?')[0] for k, _ in PARSE(lines)]"])
def test_what_lines_are_like_is_told_by_what_takes_them_apart(name: str, last: str) -> None:
    source = (
        f"def {name}(lines):\n    for line in lines:\n        key, n = line.split('=')\n        yield key, int(n)\n"
    )
    source += f"\n\ndef f(lines: list[str]):\n    {last.replace('PARSE', name)}\n"
    assert taken(source, "f") == "list[str] * 1000 like 'aaaaaa=000'"
