"""What methods look for in what their instances hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.source import SourceFile
from perfcast.source.classes.networks import method_of
from perfcast.workload import build, parse
from perfcast.workload.origins.resolution import resolve
from perfcast.workload.receivers.filling import Filling
from perfcast.workload.receivers.membership import Sought, met, sought
from perfcast.workload.values.makers import Makers
from tests.unit.workload.made_up import function

KEY, TAKEN = [Sought("key", "of")], [Sought("key", "of", is_taken=True)]
EACH = Sought("key", "of", is_each=True)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return self.of[key]", KEY),
        ("self.of[key] -= 1", KEY),
        ("del self.of[key]", TAKEN),
        ("return self.of.get(key)", KEY),
        ("self.of.remove(key)", TAKEN),
        ("if key not in self.of:\n  raise KeyError(key)", KEY),
        ("for one in self.of:\n  if one.name == key: return one", [Sought("key", "of", "name")]),
        ("return [one for one in self.of.values() if key != one['name']]", [Sought("key", "of", "name")]),
        ("if key in self.of: return self.of[key]\n self.of[key] = 1", []),
        ("if key not in self.of:\n  self.of.add(key)", []),
        ("return self.of.setdefault(key, []).append(self.of[key])", []),
        ("for one in key: del self.of[one]", [EACH._replace(is_taken=True)]),
        ("return [self.of.pop(one) for one in sorted(key)]", [EACH._replace(is_taken=True)]),
        ("return [self.of[one] for one in key]", [EACH]),
        ("for n, one in key: self.of[one] -= n", [EACH._replace(part=1)]),
        ("for at, (one, n) in enumerate(key): self.of[one] -= n", [EACH._replace(part=0)]),
        ("for row in key:\n  one, n = row\n  self.of[one] -= n", [EACH._replace(part=0)]),
        ("return [self.of[row['id']] for row in key]", [EACH._replace(part="id")]),
        ("for row in key:\n  one = row['id']\n  self.of[one] += row['n']", [EACH._replace(part="id")]),
        ("for one, n in key.items(): self.of[one] -= n", [EACH]),
        ("return self.of[key['id']]", []),
        ("for one in key: self.of[one] = 1", []),
        ("return other.of[key]", []),
        ("return self.of[self]", []),
    ],
)
@pytest.mark.parametrize("instance", ["self", "this"])
def test_what_has_to_be_there_is_looked_for(body: str, found: list[Sought], instance: str) -> None:
    source = f"def f(self, key):\n {body}"
    assert list(sought(function(source.replace("self", instance)))) == found


@pytest.mark.parametrize(
    ("held", "given", "value"),
    [
        ({"a": 1, "b": 2, "c": 3}, "x", "b"),
        (["a", "b", "c"], "x", "b"),
        (["a", "x", "c"], "x", "x"),
        ([1, 2, 3], "x", 2),
        ([1.5, None], "x", "x"),
        ([1, True, 3], 7, 3),
        ([], "x", "x"),
        ({7: "a", 8: "b", 9: "c"}, 1, 8),
        ({7: "a", 8: "b", 9: "c"}, 9, 9),
        ("abc", "x", "x"),
        (None, "x", "x"),
    ],
)
def test_the_middle_one_of_what_is_there_is_given(held: object, given: object, value: object) -> None:
    node = function("def f(self, key): return self.of[key]")
    workload = parse("key: str")
    assert met(node, workload, {"key": given}, {"of": held}.get, lambda *_: None) == {"key": value}
    if type(value) is not type(given):
        said = function("def f(self, key: str): return self.of[key]")
        assert met(said, workload, {"key": given}, {"of": held}.get, lambda *_: None) == {"key": given}


def test_a_key_is_short_whatever_it_is_called() -> None:
    init = "class Net:\n    def __init__(self):\n        self.of = {}\n\n"
    net = f"{init}    def f(self, source):\n        return self.of[source]\n"
    file = SourceFile.parse(net)
    assert str(resolve(file.unit("Net.f"), file).workload) == "source: str * 10 in 'a'..'z'"


def test_elements_are_compared_by_what_they_have() -> None:
    node = function("def f(self, key): return [one for one in self.of if one['name'] == key]")
    held = {"of": [{"name": "a"}, {"name": "b"}, {}]}
    assert met(node, parse("key: str"), {"key": "x"}, held.get, dict.get) == {"key": "b"}


def test_what_a_workload_says_to_the_letter_stays() -> None:
    node = function("def f(self, key): return self.of[key]")
    assert met(node, parse("key: str = 'x'"), {"key": "x"}, {"of": ["a"]}.get, dict.get) == {"key": "x"}


def test_each_parameter_is_another_one_of_what_is_there() -> None:
    node = function("def f(self, source, target):\n self.of[source] -= 1\n self.of[target] += 1")
    workload = parse("source: int in 0..9; target: int in 0..9")
    for given in ({"source": 2, "target": 2}, {"source": 99, "target": 98}):
        found = met(node, workload, given, {"of": {1: 10, 2: 20, 3: 30}}.get, lambda *_: None)
        assert found["source"] != found["target"]
        assert {*found.values()} <= {1, 2, 3}
    alone = met(node, workload, {"source": 7, "target": 8}, {"of": {1: 10}}.get, lambda *_: None)
    assert alone == {"source": 1, "target": 1}


@pytest.mark.parametrize(
    ("held", "given", "is_given"),
    [
        (dict.fromkeys(range(9)), [50, 60, 60], False),
        (dict.fromkeys(range(9)), [5, 6, 6], False),
        (dict.fromkeys(range(9)), [5, 6, 7], True),
        (dict.fromkeys("abcde"), ["x", "y"], False),
        (dict.fromkeys("abcde"), ["a", "e"], True),
        (dict.fromkeys(range(2)), [50, 60, 70], True),
        (dict.fromkeys(range(9)), ["x"], False),
        (dict.fromkeys(range(9)), [1.5], True),
        (dict.fromkeys(range(9)), [], True),
    ],
)
def test_each_element_is_another_one_of_what_is_there(
    held: dict[object, None], given: list[object], is_given: bool
) -> None:
    node = function("def f(self, keys):\n for key in keys: del self.of[key]")
    found = met(node, parse("keys: list[int]"), {"keys": given}, {"of": held}.get, lambda *_: None)["keys"]
    assert (found == given) == is_given
    if not is_given:
        assert {*found} <= {*held}
        assert len({*found}) == len(given)


@pytest.mark.parametrize(
    ("body", "given", "parts"),
    [
        ("for one in key: del self.of[one]", [1, 2, 3], lambda given: given),
        ("return [self.of[one] for one in key]", [1, 2, 3, 4, 5, 6, 7, 8, 9], lambda given: given),
        ("for one, n in key: self.of[one] -= n", [(1, 5), (2, 6)], lambda given: [one for one, n in given if n > 4]),
        ("for one, n in key: self.of[one] -= n", [[1, 5], [2, 6]], lambda given: [one for one, n in given if n > 4]),
        ("for one, n in key.items(): self.of[one] -= n", {"x": 5, "y": 6}, lambda given: [*given]),
        ("return [self.of[row['id']] for row in key]", [{"id": 4, "n": 1}], lambda given: [one["id"] for one in given]),
    ],
)
def test_each_is_there_whatever_was_made_up(
    body: str, given: list[object], parts: Callable[[object], list[str]]
) -> None:
    held = {"of": dict.fromkeys("abcde", 0)}
    node, workload = function(f"def f(self, key):\n {body}"), parse("key: list[int]")
    found = met(node, workload, {"key": given}, held.get, lambda *_: None)["key"]
    assert len(found) == len(given) and type(found) is type(given)
    assert len(parts(found)) == len(given) and {*parts(found)} <= {*"abcde"}
    said = function(f"def f(self, key: list[int]):\n {body}")
    assert met(said, workload, {"key": [1, 2]}, held.get, lambda *_: None) == {"key": [1, 2]}


def test_no_more_is_taken_out_than_there_is() -> None:
    source = (
        "class Store:\n    def __init__(self, rows: dict[str, int]):\n        self.of, self.rows = {}, rows\n"
        "        self.left = defaultdict(int)\n\n    def f(self, keys: list[str]):\n"
        "        for key in keys: self.left[key] -= 1\n\n    def g(self, keys: list[str]):\n"
        "        for key in keys: del self.left[key]\n\n    def h(self, keys: list[str]):\n"
        "        for key in keys: del self.rows[key]\n"
    )
    file = SourceFile.parse(source)
    sizes = [resolve(file.unit(f"Store.{name}"), file).workload.arguments[0].sizes[0] for name in "fgh"]
    assert sizes == [1000, 100, 1000]


BULK = """\
class Stock:
    def __init__(self):
        self.of = {}

    def add(self, sku: str, n: int):
        self.of[sku] = n

    def drop(self, sku: str):
        del self.of[sku]

    def price(self, sku: str):
        return self.of[sku]

    def drop_all(self, skus: list[str]):
        for sku in skus: self.drop(sku)

    def total(self, skus: list[str]):
        return sum(self.price(sku) for sku in skus)

    def add_all(self, skus: list[str]):
        for sku in skus: self.add(sku, 1)
"""


@pytest.mark.parametrize(
    ("name", "workload", "are_there"),
    [
        ("drop_all", "skus: list[str] * 100 * 8 in 'a'..'z' distinct", True),
        ("total", "skus: list[str] * 100 * 8 in 'a'..'z'", True),
        ("add_all", "skus: list[str] * 1000 * 8 in 'a'..'z'", False),
    ],
)
def test_what_other_methods_look_for_one_by_one_is_put_there(name: str, workload: str, are_there: bool) -> None:
    file = SourceFile.parse(BULK)
    unit = file.unit(f"Stock.{name}")
    resolved = resolve(unit, file).workload
    assert str(resolved) == workload
    owner = file.owner(unit)
    assert owner is not None
    filling = Filling(owner, file.node(unit), method_of(owner, "__init__"), resolved)
    _, given = build(resolved, seed=1)
    put = {call["sku"] for _, call in filling.calls(given, Makers())}
    assert ({*given["skus"]} <= put) == are_there


HOLDING = """\
class Bank:
    names: dict[int, str]

    def __init__(self):
        self.accounts: dict[int, Account] = {}
        self.plain, self.rows = {}, []
        self.closed = defaultdict(list)

    def f(self, key: int, other: int = 3):
        return self.%s[key], self.accounts[other]
"""


@pytest.mark.parametrize(
    ("held", "is_any"), [("accounts", True), ("names", True), ("closed", True), ("rows", False), ("others", False)]
)
def test_numbers_by_which_tables_are_asked_may_be_any(held: str, is_any: bool) -> None:
    file = SourceFile.parse(HOLDING % held)
    key, *others = resolve(file.unit("Bank.f"), file).workload.arguments
    assert str(key) == ("key: int in 0..1000" if is_any else "key: int = 10")
    assert list(map(str, others)) == ["other: int = 3"]


def test_those_that_are_made_are_found_again() -> None:
    source = (
        "class Bank:\n    def __init__(self):\n        self.next, self.of = 1, {}\n\n"
        "    def open(self, owner: str) -> int:\n        self.next += 1\n        self.of[self.next] = [owner]\n"
        "        return self.next\n\n"
        "    def close(self, number: int) -> list[str]:\n        return self.of.pop(number)\n"
    )
    file = SourceFile.parse(source)
    unit = file.unit("Bank.close")
    workload = resolve(unit, file).workload
    filling = Filling(file.owner(unit), "close", None, workload)
    assert [str(one) for one in filling.fills] == ["100 open(str)"]


def test_what_is_opened_is_no_element() -> None:
    source = (
        "class Log:\n    def __init__(self):\n        self.file = None\n\n"
        "    def open(self, path: str):\n        self.file = opened(path)\n\n"
        "    def size(self) -> int:\n        return len(self.file)\n"
    )
    file = SourceFile.parse(source)
    assert Filling(file.owner(file.unit("Log.size")), "size", None, parse("")).fills == ()
