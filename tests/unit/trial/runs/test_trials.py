"""Trial runs: powers are found, what is small is exact, what cannot be tried says so."""

from __future__ import annotations

import math

import numpy as np
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.runs.execution import Running
from perfcast.trial.scaling import largest, shrunk
from perfcast.workload import parse


def tried(source: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(source).estimate(parse(workload)), strict=True))


SQUARE = """
def f(xs):
    found = []
    for a in xs:
        for b in xs:
            found.append(a * b)
    return found
"""
LINE = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"


def test_the_power_of_the_size_is_found() -> None:
    line, square = (tried(source, "xs: list[int] * 1e5 in 0..9") for source in (LINE, SQUARE))
    assert line["trial_time_power"] == pytest.approx(1, abs=0.1)
    assert square["trial_time_power"] == pytest.approx(2, abs=0.2)
    assert square["trial_peak_power"] == pytest.approx(2, abs=0.3)
    assert square["trial_time"] - line["trial_time"] == pytest.approx(math.log2(1e5), abs=2)


def test_memory_of_what_was_tried_whole_is_that_of_the_objects() -> None:
    found = tried("def f(n):\n    return [i * 1000 for i in range(n)]\n", "n: int = 64")
    assert found["trial_whole"] == 1
    # 64 references, and as many whole numbers of 28 bytes, the first of them shared.
    assert 2 ** found["trial_peak"] == pytest.approx(56 + 8 * 64 + 28 * 63, rel=0.15)


def test_arguments_are_not_counted_and_results_are() -> None:
    assert tried(LINE, "xs: list[int] * 500 in 1000..2000")["trial_peak"] < 8
    assert tried("def f(xs):\n    return xs\n", "xs: list[int] * 500 in 1000..2000")["trial_result"] == 0


def test_an_early_exit_is_seen() -> None:
    source = "def f(n, k):\n    while n > 1 and k > 0:\n        n -= 1\n    return n\n"
    stays, goes = (tried(source, f"n: int = 100000; k: int = {k}") for k in (0, 1))
    assert goes["trial_time"] > stays["trial_time"] + 10


@pytest.mark.parametrize(
    "source",
    ["def f(xs):\n    import scipy\n    return scipy.io.loadmat(xs)\n", "def f(xs):\n    return open(xs)\n", "x = 1\n"],
)
def test_what_cannot_be_tried_says_so(source: str) -> None:
    assert tried(source, "xs: list[int] * 10")["trial_runs"] <= 0


def test_decorators_that_are_not_known_leave_the_function_as_it_is() -> None:
    source = "import numba\n\n@numba.njit(parallel=True)\ndef f(xs):\n    return sum(xs)\n"
    assert tried(source, "xs: list[int] * 10")["trial_whole"] == 1


def test_what_a_decorator_makes_of_a_function_takes_its_arguments_by_their_places() -> None:
    source = """
@remembered
def paths(rows, columns):
    return 1 if rows == 1 or columns == 1 else paths(rows - 1, columns) + paths(rows, columns - 1)

def remembered(function):
    known = {}
    def wrapper(*args):
        if args not in known:
            known[args] = function(*args)
        return known[args]
    return wrapper
"""
    found = tried(source, "rows: int = 16; columns: int = 16")
    assert (found["trial_whole"], found["trial_raised"]) == (1, 0)


def test_what_a_decorator_makes_of_a_method_is_given_what_it_calls_otherwise() -> None:
    source = """
class Reader:
    @of_kind("abc")
    def read(self, _):
        self.count += 1
    def __init__(self):
        self.count = 0

def of_kind(kind):
    def decorator(function):
        def run(self, token):
            if token in kind:
                function(self, token)
        return run
    return decorator
"""
    found = tried(source, "_: str * 10")
    assert (found["trial_whole"], found["trial_raised"]) == (1, 0)


@pytest.mark.parametrize(
    "making",
    [
        "def __init__(self, val=0, left=None, right=None):\n        self.val, self.left, self.right = val, left, right",
        "def __init__(self, value):\n        self.left = self.right = None\n        self.value = value",
        "value: int\n    left: object = None\n    right: object = None",
    ],
)
def test_linked_nodes_are_of_the_units_class(making: str) -> None:
    source = """
class Solution:
    def depth(self, root):
        if root is None:
            return 0
        assert root.VALUE >= 0
        return 1 + max(self.depth(root.left), self.depth(root.right))

class TreeNode:
    """
    source = source.replace("VALUE", "value" if "value" in making else "val") + making
    assert tried(source, "root: TreeNode[int] * 1000")["trial_time_power"] == pytest.approx(1, abs=0.3)


def test_sizes_shrink_by_the_same_power_and_small_ones_stay() -> None:
    workload = parse("xs: list[int] * 10000 in 0..9999; ys: list[int] * 900 in 0..7; k: int = 3; n: int = 100")
    assert largest(workload) == 10_000
    assert str(shrunk(workload, 0.5)) == (
        "xs: list[int] * 100 in 0..99; ys: list[int] * 30 in 0..7; k: int = 3; n: int = 10"
    )
    assert shrunk(workload, 1.0) == workload


def test_the_last_place_of_something_stays_that() -> None:
    workload = parse("xs: list[int] * 1000; end: int = 999; n: int = 900")
    assert str(shrunk(workload, 0.5)) == "xs: list[int] * 32; end: int = 31; n: int = 30"


def test_the_same_workload_gives_the_same_numbers() -> None:
    trials = Trials(SQUARE)
    first, other = (trials.estimate(parse("xs: list[int] * 300")) for _ in range(2))
    assert np.array_equal(first, other)


def test_memory_of_one_run_is_not_left_for_the_next() -> None:
    source = "from functools import cache\n\n@cache\ndef f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)\n"
    found = tried(source, "n: int = 60")
    assert found["trial_whole"] == 1
    assert 2 ** found["trial_calls"] == pytest.approx(61, abs=3)


def test_what_was_tried_before_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = Trials(LINE)
    alone = [Trials(LINE).estimate(parse(f"xs: list[float] * {size}")) for size in (10**4, 10**6)]
    calls: list[str] = []
    call = Running.call
    monkeypatch.setattr(Running, "call", lambda self, w, *at: (calls.append(f"{w} {at[1]}"), call(self, w, *at))[1])
    together = [trials.estimate(parse(f"xs: list[float] * {size}")) for size in (10**4, 10**6)]
    assert together == alone
    assert len(calls) == len(set(calls)) < 16


def log_error(source: str, workload: str, name: str, truth: float) -> float:
    return abs(tried(source, workload)[name] - math.log2(truth))


def test_exponential_recursion_is_carried_on_as_such() -> None:
    source = "def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n"
    small, large = (tried(source, f"n: int = {n}")["trial_time"] for n in (20, 30))
    assert large - small == pytest.approx(10 * math.log2(1.618), abs=1.5)


def test_what_grows_without_bounds_stops_at_a_bound_of_its_own() -> None:
    source = """
def f(n):
    n = min(n, 18)
    def go(i):
        return 1 if i == 0 else go(i - 1) + go(i - 1)
    return go(n)
"""
    bounded, whole = (tried(source, f"n: int = {n}")["trial_time"] for n in (5000, 18))
    assert bounded == pytest.approx(whole, abs=2)


def test_frames_of_deep_recursion_take_memory() -> None:
    source = "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\n"
    # As measured on CPython 3.11.
    assert log_error(source, "n: int = 11000", "trial_peak", 1.67e6) < 0.5
    assert tried(source, "n: int = 20")["trial_peak"] < 8


def test_arrays_are_carried_to_their_size_in_all_dimensions() -> None:
    source = """
import numpy as np

def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""
    nbytes = 64 * 32 * 128 * 128 * 4
    assert log_error(source, "x: float32[64, 32, 128, 128]", "trial_peak", 2 * nbytes) < 1


def test_whole_numbers_that_become_large_become_objects() -> None:
    source = "def f(n):\n    return list(range(n))\n"
    assert log_error(source, "n: int = 1e6", "trial_peak", 36e6) < 0.5


def test_an_index_stays_one_where_sizes_shrink() -> None:
    source = """
def f(labels, classes):
    counts = [0] * classes
    for one in labels:
        counts[one] += 1
    return counts
"""
    assert tried(source, "labels: list[int] * 50000 in 0..9; classes: int = 10")["trial_raised"] == 0


@pytest.mark.parametrize(
    ("source", "truth"),
    [
        ("def f(xs):\n    return ''.join(str(x) for x in xs)\n", 30_000 * (8 + 54)),
        ("import heapq\n\ndef f(xs):\n    return heapq.nlargest(5000, xs)\n", 5000 * 136),
        ("import json\n\ndef f(xs):\n    return json.dumps(xs, indent=2)\n", 30_000 * (60 + 16)),
    ],
)
def test_what_built_in_functions_keep_for_a_moment_counts(source: str, truth: float) -> None:
    assert log_error(source, "xs: list[int] * 30000 in 10000..99999", "trial_peak", truth) < 1


@pytest.mark.parametrize(
    ("body", "nanoseconds"),
    [
        ("[asdict(one) for one in xs]", 2_200),
        ("[astuple(one) for one in xs]", 2_200),
        ("[replace(one, b='x') for one in xs]", 1_000),
        ("json.dumps(xs, default=asdict)", 3_000),
    ],
)
def test_dataclasses_are_copied_at_their_price(body: str, nanoseconds: float) -> None:
    source = f"""
import json
from dataclasses import asdict, astuple, dataclass, replace

def f(xs):
    return {body}

@dataclass
class One:
    a: int
    b: str
"""
    found = tried(source, "xs: list[One] * 1000")
    assert found["trial_raised"] == 0
    assert abs(found["trial_time"] - math.log2(1000 * nanoseconds)) < 0.5


def test_searching_a_sorted_list_does_not_go_through_it() -> None:
    source = """
import bisect

def f(xs):
    found = []
    for x in xs:
        bisect.insort(found, x)
    return found
"""
    # Beyond some thousands, moving those behind it begins to take longer than looking for the place.
    assert tried(source, "xs: list[int] * 20000")["trial_time_power"] < 1.75


def test_elements_that_an_array_names_are_picked_and_copied() -> None:
    source = "import numpy as np\n\ndef f(labels, classes):\n    return np.eye(classes)[labels]\n"
    found = tried(source, "labels: int64[50000] in 0..9; classes: int = 10")
    assert found["trial_raised"] == 0
    assert found["trial_array_work"] > 15


def test_an_array_that_would_be_too_large_is_not_picked() -> None:
    source = """
import numpy as np

def f(n):
    wide = np.zeros((2, 400000))
    return wide[np.zeros(300000, dtype=int)].shape
"""
    assert tried(source, "n: int = 5")["trial_refused"] == 1


def test_operators_of_the_units_class_are_called() -> None:
    source = """
class Money:
    def total(self, n):
        found = self
        for i in range(n):
            found = found + Money(i)
        return found
    def __init__(self, cents=0):
        self.cents = cents
    def __add__(self, other):
        return Money(self.cents + other.cents)
"""
    found = tried(source, "n: int = 500")
    assert found["trial_raised"] == 0
    assert 2 ** found["trial_calls"] > 900


def test_a_unit_may_need_what_follows_it() -> None:
    source = """
class Stack(Base):
    def fill(self, n):
        for i in range(n):
            self.push(i)
        return len(self.items)
    limit = LIMIT

LIMIT = 10

class Base:
    def __init__(self):
        self.items = []
    def push(self, item):
        self.items.append(item)
"""
    found = tried(source, "n: int = 500")
    assert found["trial_runs"] > 0
    assert found["trial_raised"] == 0
    assert 2 ** found["trial_calls"] > 450


EXTENDED = """
class Tag:
    def check(self, n):
        return Kept().kinds[0]().tell(n)
    def tell(self, n):
        return [0] * n

class Long(Tag):
    pass

class Kept:
    kinds = [Long]
"""


def test_what_extends_the_units_class_is_made_after_it() -> None:
    found = tried(EXTENDED, "n: int = 500")
    assert found["trial_raised"] == 0
    assert 2 ** found["trial_peak"] > 4_000


CALLED_OTHERWISE = {
    "what a class is called with": "class A:\n    def __new__(cls, n):\n        return super().__new__(cls), [0] * n\n",
    "what begins a subclass": "class A:\n    def __init_subclass__(cls, n=1):\n        cls.made = cls.__name__ * n\n",
    "a container": "class A(dict):\n    def __init__(self, n):\n        super().__init__(enumerate([0] * n))\n",
    "a property of another kind": """
class A:
    @Kept
    def f(self):
        return [0] * 500
class Kept(property):
    def __init__(self, fget):
        super().__init__(fget)
""",
    "a setter alone": """
class A:
    @f.setter
    def f(self, n):
        self.kept = [0] * n
""",
    "a deleter alone": """
class A:
    @f.deleter
    def f(self):
        self.kept = [0] * 500
""",
}


@pytest.mark.parametrize("source", CALLED_OTHERWISE.values(), ids=list(CALLED_OTHERWISE))
def test_units_are_called_as_python_calls_them(source: str) -> None:
    found = tried(source, "n: int = 500" if ", n" in source else "")
    assert (found["trial_whole"], found["trial_raised"]) == (1, 0)


FOREIGN = """
from frameworks import Widget

class Label(Widget):
    def draw(self, n):
        return BODY
    def text(self, n):
        return "-" * n
    cache = Widget.cache()
"""


def test_of_a_class_of_another_library_what_is_at_hand_is_tried() -> None:
    own = tried(FOREIGN.replace("BODY", "self.text(n)"), "n: int = 500")
    assert (own["trial_runs"] > 0, own["trial_raised"]) == (True, 0)
    inherited = tried(FOREIGN.replace("BODY", "self.width(n)"), "n: int = 500")
    assert (inherited["trial_runs"] > 0, inherited["trial_refused"]) == (False, 1)


@pytest.mark.parametrize(
    "body",
    [
        "return isinstance(n, int | str), isinstance([n], Sequence), hasattr([n], '__iter__')",
        "return os.path.join('a', 'b' * n), os.path.splitext('x.py'), os.fspath('a')",
        "return re.sub('a+', 'b', 'a' * n, flags=re.IGNORECASE), re.search('b', 'B' * n, re.I)",
        "return unicodedata.normalize('NFC', 'a' * n), type(n).__name__",
    ],
)
def test_pure_parts_of_the_standard_library_are_there(body: str) -> None:
    source = f"def f(n):\n    {body}\n\nimport os, re, unicodedata\nfrom collections.abc import Sequence\n"
    found = tried(source, "n: int = 50")
    assert (found["trial_whole"], found["trial_raised"], found["trial_refused"]) == (1, 0, 0)


def test_all_operators_of_a_class_are_called() -> None:
    source = """
class Fraction:
    def chain(self, n):
        found = self
        for _ in range(n):
            found = -(found / self * 2) @ self
        return found, 3 + found, found in Bag()
    def __truediv__(self, other): return self
    def __mul__(self, other): return self
    def __matmul__(self, other): return self
    def __neg__(self): return self
    def __radd__(self, other): return self

class Bag:
    def __iter__(self):
        return iter([1, 2])
"""
    found = tried(source, "n: int = 100")
    assert (found["trial_raised"], found["trial_refused"]) == (0, 0)
    assert 2 ** found["trial_calls"] > 390


def test_a_linked_list_may_be_turned_round_in_place() -> None:
    text = (
        "class Solution:\n    def turned(self, head):\n        before = None\n        while head:\n"
        "            head.next, before, head = before, head, head.next\n        return before\n"
    )
    found = tried(text, "head: ListNode[int] * 1000")
    assert found["trial_raised"] == 0.0
    assert found["trial_whole"] == 1.0


def test_adding_up_lists_copies_what_is_there_for_each() -> None:
    few, many = (
        tried("def flat(rows):\n    return sum(rows, [])", f"rows: list[list[int]] * {size} * 4")
        for size in (1000, 4000)
    )
    assert many["trial_time"] - few["trial_time"] > 3.5


def test_a_text_grows_where_it_is() -> None:
    for put in ("text += part", "text = text + part"):
        source = f"def f(parts):\n    text = ''\n    for part in parts:\n        {put}\n    return text\n"
        found = tried(source, "parts: list[str] * 100000 * 8")
        assert found["trial_time_power"] == pytest.approx(1, abs=0.3)
        assert found["trial_peak"] == pytest.approx(math.log2(8e5), abs=0.8)


def test_a_text_that_another_name_keeps_is_copied() -> None:
    source = (
        "def f(n):\n    texts = ['']\n    for _ in range(n):\n        texts.append(texts[-1] + 'a')\n    return texts\n"
    )
    assert tried(source, "n: int = 100000")["trial_peak_power"] > 1.3


def test_what_a_generator_holds_counts() -> None:
    source = """
def f(xs):
    held = []
    for x in xs:
        held.append(x * 1.5)
    yield from held
"""
    assert log_error(source, "xs: list[int] * 30000 in 0..9", "trial_peak", 30_000 * (24 + 8)) < 0.5


def test_characters_that_a_method_makes_are_objects() -> None:
    shared, made = (
        tried(f"def f(s):\n    return [{value} for c in s]\n", "s: str * 20000 in 'a'..'z'")["trial_peak"]
        for value in ("c", "c.upper()")
    )
    assert made - shared > 2


def test_what_is_not_asked_for_is_not_paid_for() -> None:
    source = """
def f(xs, ys):
    for x, y in zip(xs, ys):
        if x == y:
            return x
    return None
"""
    assert tried(source, "xs: list[int] * 50000 in 1..1; ys: list[int] * 50000 in 1..1")["trial_time_power"] < 0.1


def test_sorting_what_is_in_order_goes_through_it_once() -> None:
    source = "def f(xs):\n    xs.sort()\n    return xs\n"
    mixed, ordered = (tried(source, f"xs: list[int] * 30000 in 0..99999{how}")["trial_time"] for how in ("", " sorted"))
    assert mixed - ordered > 2


CONTAINERS = {
    "list": (
        "class Stack(list):\n    def least(self):\n        return min(self)\n",
        "stack = Stack()\n    for x in xs:\n        stack.append(x)\n        if len(stack) > 9:"
        "\n            stack.pop()\n    return stack.least()",
    ),
    "dict": (
        "class Groups(dict):\n    def __missing__(self, key):\n        self[key] = []\n        return self[key]\n",
        "groups = Groups()\n    for x in xs:\n        groups[x % 9].append(x)\n    return sorted(groups)",
    ),
    "ordered": (
        "from collections import OrderedDict\n\nclass Recent(OrderedDict):\n    def __init__(self, most):"
        "\n        super().__init__()\n        self.most = most\n    def put(self, key):\n        self[key] = key"
        "\n        if len(self) > self.most:\n            self.popitem(last=False)\n",
        "recent = Recent(9)\n    for x in xs:\n        recent.put(x)\n    return list(recent)",
    ),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_class_may_extend_a_container(name: str) -> None:
    made, body = CONTAINERS[name]
    found = tried(f"def f(xs):\n    {body}\n\n{made}", "xs: list[int] * 20000 in 0..99999")
    assert (found["trial_raised"], found["trial_refused"]) == (0, 0)
    assert found["trial_time_power"] == pytest.approx(1, abs=0.2)


def test_fractions_are_tried() -> None:
    source = "from fractions import Fraction\n\ndef f(n):\n    return sum(Fraction(1, i + 1) for i in range(n))\n"
    assert tried(source, "n: int = 50")["trial_whole"] == 1


def test_parts_between_matches_are_kept_for_a_moment() -> None:
    source = "import re\n\ndef f(s):\n    return len(re.sub('[^a-z]', '', s))\n"
    # Two places in a list for each match, and a text of its own for each part of more than one character.
    assert log_error(source, "s: str * 100000 in ' '..'z'", "trial_peak", 1.9e6) < 1


def test_what_is_made_of_an_unknown_library_is_refused() -> None:
    source = "from somewhere import A\nfrom collections import defaultdict\n\ndef f(n):\n    return defaultdict(A)\n"
    assert tried(source, "n: int = 50")["trial_runs"] <= 0


def test_values_of_unknown_types_may_be_passed_on_and_not_looked_into() -> None:
    source = "def f(n, one):\n    found = []\n    for i in range(n):\n        found.append(one)\n    return found{}\n"
    passed = tried(source.format(""), "n: int = 100; one: Thing")
    assert passed["trial_whole"] == 1 and passed["trial_raised"] == 0
    for use in (
        "[0].name",
        "[0] + 1",
        "[0]()",
        "[0][0]",
        "[0] and [*found[0]]",
        "[0] == 3",
        " and isinstance(one, int)",
        "+ [callable(one)]",
    ):
        looked = tried(source.format(use), "n: int = 100; one: Thing")
        assert looked["trial_runs"] <= 0, use


RECEIVER = """
class Shop:
    def total(self, n):
        return sum(price for price in self.prices if price < n){more}
    def __init__(self, prices: list[int], owner):
        self.prices = sorted(prices)
        self.owner = owner
        {setup}
"""


def test_a_receiver_is_made_of_arguments_of_the_calls_size() -> None:
    source = RECEIVER.format(more="", setup="")
    # Plain numbers say nothing of what the instance holds.
    one, other = (tried(source, f"n: int = {n}") for n in (50, 1_000))
    assert one["trial_time"] == pytest.approx(other["trial_time"], abs=0.5)
    source = source.replace("(self, n)", "(self, n, of)")
    few, many = (tried(source, f"n: int = 10; of: list[int] * {n}") for n in (50, 1_000))
    assert many["trial_whole"] == 1 and many["trial_raised"] == 0
    assert many["trial_time"] - few["trial_time"] == pytest.approx(math.log2(20), abs=1)
    # What it holds was there before the call.
    assert many["trial_peak"] < math.log2(1_000 * 8)


def test_a_receiver_that_is_half_made_lacks_what_comes_of_what_is_not_followed() -> None:
    setup = "self.file = open(owner); self.later = len(self.file.read())"
    assert tried(RECEIVER.format(more="", setup=setup), "n: int = 100")["trial_whole"] == 1
    assert tried(RECEIVER.format(more=" + self.later", setup=setup), "n: int = 100")["trial_runs"] <= 0


def test_arguments_of_the_units_classes_are_made() -> None:
    source = """
def f(shop: Shop, n: int):
    return [shop.prices[i % 2] for i in range(n)]
class Shop:
    def __init__(self, prices: list[int]):
        self.prices = prices
"""
    assert tried(source, "shop: Shop; n: int = 50")["trial_whole"] == 1


def test_what_is_not_interpreted_matters_only_where_it_is_met() -> None:
    source = """
import subprocess
@subprocess.registered
class A(subprocess.Base, metaclass=subprocess.Meta):
    def f(self, xs):
        if not xs:
            with subprocess.lock:
                raise subprocess.Error
        return sum(xs)
"""
    assert tried(source, "xs: list[int] * 10")["trial_whole"] == 1
    assert tried(source, "xs: list[int] * 0")["trial_runs"] <= 0


@pytest.mark.parametrize("decorator", ["property", "staticmethod", "classmethod"])
def test_methods_of_all_kinds_are_called(decorator: str) -> None:
    first = {"property": "self", "staticmethod": "", "classmethod": "cls"}[decorator]
    source = f"class A:\n    @{decorator}\n    def f({first}):\n        return [0] * 100\n"
    found = tried(source, "")
    assert found["trial_raised"] == 0 and found["trial_whole"] == 1


def test_constants_that_the_normal_form_leaves_out_are_unknown() -> None:
    source = "def f(n):\n    return [n{}] * n\n\nTABLE = ...\n"
    assert tried(source.format(""), "n: int = 50")["trial_whole"] == 1
    assert tried(source.format(" in TABLE"), "n: int = 50")["trial_runs"] <= 0


def test_what_a_lookup_finds_is_not_made_anew() -> None:
    source = "def f(a):\n    d = {}\n    for x in a:\n        d.setdefault(0, []).append(x)\n    return d\n"
    found = [tried(source, f"a: list[int] * {size} in 0..9")["trial_native"] for size in (100, 800)]
    assert found[1] - found[0] == pytest.approx(3, abs=0.3)


@pytest.mark.parametrize(
    ("dear", "cheap"),
    [
        ("d[x] = 1", "d[0] = 1"),
        ("d[x, x] = 1", "d[x] = 1"),
        ("c[x] += 1", "c[0] += 1"),
        ("s.add((x, x))", "s.add(x)"),
        ("x in [y, 2]", "x in [1, 2]"),
        ("s = (x, 1)", "s = (0, 1)"),
        ("B(x)", "b(x)"),
    ],
)
def test_of_two_ways_one_costs_more(dear: str, cheap: str) -> None:
    source = """
def f(a):
    d, c, s, y = {}, defaultdict(int), set(), 1
    for x in a:
        BODY

from collections import defaultdict

class B:
    def __init__(self, x):
        self.x = x

def b(x):
    b.x = x
"""
    times = [
        2 ** tried(source.replace("BODY", body), "a: list[int] * 500 distinct")["trial_time"] for body in (dear, cheap)
    ]
    assert times[0] > times[1] + 1_500


def test_other_values_tell_how_early_a_search_may_end() -> None:
    search = "def f(xs):\n    for x in xs:\n        if x % 97 == 5:\n            return x\n    return None\n"
    found = tried(search, "xs: list[int] * 5000 in 0..1000000")
    assert found["trial_time_most"] - found["trial_time_least"] > 0.5
    assert found["trial_time_least"] <= 0 <= found["trial_time_most"]


@pytest.mark.parametrize(
    ("source", "workload"),
    [(LINE, "xs: list[int] * 5000"), ("def f(n):\n    return [i for i in range(n) if i % 3]\n", "n: int = 5000")],
)
def test_where_values_decide_nothing_others_cost_the_same(source: str, workload: str) -> None:
    found = tried(source, workload)
    for name in ("trial_time_least", "trial_time_most", "trial_peak_least", "trial_peak_most"):
        assert found[name] == pytest.approx(0, abs=0.05), name


def test_operators_in_place_are_asked_of_classes_first() -> None:
    source = """
def run():
    bag = Bag()
    same = bag
    bag += 3
    sum_ = Sum(1)
    before = sum_
    sum_ += 2
    if same.things != [3] or bag is not same or (sum_.value, before.value) != (3, 1):
        raise ValueError

class Bag:
    def __init__(self):
        self.things = []
    def __add__(self, other):
        return Bag()
    def __iadd__(self, other):
        self.things.append(other)
        return self

class Sum:
    def __init__(self, value):
        self.value = value
    def __add__(self, other):
        return Sum(self.value + other)
"""
    found = tried(source, "")
    assert (found["trial_runs"], found["trial_raised"]) == (1, 0)


def test_identity_looks_into_nothing() -> None:
    source = """
def run():
    end = []
    end += [None, end, end]
    if end[1] is not end:
        raise ValueError
"""
    found = tried(source, "")
    assert (found["trial_runs"], found["trial_raised"]) == (1, 0)


def test_a_class_may_come_after_what_asks_for_it_at_once() -> None:
    source = """
from dataclasses import dataclass
from enum import Enum

def f(xs: list[A]):
    return [x for x in xs if x.status is Status.OPEN]

@dataclass
class A:
    id: int
    status: Status = Status.OPEN

class Status(Enum):
    OPEN = "open"
    CLOSED = "closed"
"""
    row = dict(zip(NAMES, Trials(source).estimate(parse("xs: list[A] * 100")), strict=True))
    assert row["trial_runs"] > 0
    assert row["trial_raised"] == 0


@pytest.mark.parametrize(
    "body",
    [
        "np.asanyarray(x).sum() > np.finfo(x.dtype).eps",
        "np.issubdtype(x.dtype, np.floating) and not np.issubdtype(x.dtype, np.integer)",
        "np.finfo(float).max > 1 and np.iinfo(np.int32).max == 2**31 - 1",
        "isinstance(x[0], np.number) and np.isscalar(1.5) and not np.isscalar(x)",
        "x.astype(np.int_).dtype == np.int64 and np.arange(3).dtype == np.intp",
        "np.around(np.arctanh(x / 2e9), 3).shape == x.shape",
    ],
)
def test_types_of_numbers_are_known(body: str) -> None:
    source = f"import numpy as np\n\ndef f(x):\n    with np.errstate(divide='ignore'):\n        assert {body}\n"
    found = tried(source, "x: float64[1000]")
    assert (found["trial_runs"] > 0, found["trial_raised"]) == (True, 0)


@pytest.mark.parametrize(("wanted", "is_tried"), [("ignore", True), ("warn", True), ("raise", False)])
def test_warnings_that_become_errors_are_refused(wanted: str, is_tried: bool) -> None:
    source = f"import numpy as np\n\ndef f(x):\n    with np.errstate(all='{wanted}'):\n        return np.log(x)\n"
    assert (tried(source, "x: float64[9]")["trial_runs"] > 0) == is_tried


def test_switches_of_warnings_decorate() -> None:
    source = "import numpy as np\n\ndef f(x): return g(x)\n\n@np.errstate(all='ignore')\ndef g(x): return np.log(x)\n"
    found = tried(source, "x: float64[9]")
    assert (found["trial_runs"] > 0, found["trial_raised"]) == (True, 0)


def test_what_is_written_instead_is_paid_for() -> None:
    source = """
import json

def f(n):
    return json.dumps([A()] * n, default=lambda one: [1] * 100)

class A:
    x = 1
"""
    assert tried(source, "n: int = 100")["trial_time"] > math.log2(100 * 900)
    assert Trials(source.replace("[1] * 100", "'x' * 4_000_000")).estimate(parse("n: int = 1000"))[0] < 60


def test_long_names_of_types_are_refused() -> None:
    found = tried(
        "import numpy as np\n\ndef f(x):\n    return np.issubdtype('U' + '9' * 50, x.dtype)\n", "x: float64[9]"
    )
    assert found["trial_runs"] <= 0


def test_a_method_with_a_name_of_its_classs_own_is_tried() -> None:
    assert (
        tried("class A:\n    def __f(self, xs):\n        return sorted(xs)\n", "xs: list[int] * 1000")["trial_time"] > 0
    )


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        # Pointers of as many elements as all values together say; turns of as many.
        ("def f(xs):\n    out = []\n    for n in xs:\n        out += [0] * n\n    return out\n", "trial_peak", 8),
        (
            "def f(xs):\n    t = 0\n    for n in xs:\n        for i in range(n):\n            t += i\n    return t\n",
            "trial_time",
            35,
        ),
    ],
)
def test_code_that_does_as_much_as_its_values_say_is_tried_with_smaller_ones(source, name, expected):
    found = dict(zip(NAMES, Trials(source).estimate(parse("xs: list[int] * 1000 in 0..50000")), strict=True))
    assert not found["trial_whole"]
    assert abs(found[name] - math.log2(expected * 1000 * 25_000)) < 1.5


def test_a_loop_that_does_not_end_beyond_the_second_size_is_no_exponential_one() -> None:
    source = """
def acquire(n):
    tokens, turns = 3.5, 0
    while tokens < n:
        tokens = min(5.0, tokens + 0.5)
        for step in range(n * n * n):
            turns += step
    return turns
"""
    found = tried(source, "n: int = 1000")
    assert found["trial_runs"] == 2
    assert found["trial_time"] < found["trial_time_run"] + 30


def test_who_waits_for_the_clock_need_not_wait_for_ever() -> None:
    source = """
import time

def f(n):
    last, tokens, turns = time.monotonic(), 0.0, 0
    while tokens < n:
        time.sleep(0.5)
        now = time.monotonic()
        tokens, last, turns = tokens + (now - last) * 4, now, turns + 1
    return turns
"""
    found = tried(source, "n: int = 64")
    assert found["trial_whole"] == 1
    assert 2 ** found["trial_time"] < 30_000


@pytest.mark.parametrize("kind", ["", "async "])
def test_contexts_are_entered_and_left(kind: str) -> None:
    source = f"""
import contextlib

@contextlib.{kind.strip()}contextmanager
{kind}def f(n):
    made = [0] * n
    yield made
    made.extend([0] * (2 * n))
"""
    assert 2 ** tried(source, "n: int = 1000")["trial_peak"] > 8 * 3000
