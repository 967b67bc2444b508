"""The interpreter does what Python does, on the part of the language that it knows."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pytest

from perfcast.trial.compiler import Compiler
from perfcast.trial.machine import Machine
from perfcast.trial.objects import Frame


def interpreted(source: str) -> dict[str, Any]:
    """The module's names after its statements were interpreted."""
    machine = Machine()
    machine.begin(10**6, ())
    compiler, module = Compiler(machine), Frame(None)
    for node in ast.parse(source).body:
        compiler.statements.compile(node)(module)
    return module.names


#: Sources whose function ``f`` is called without arguments.
SOURCES = {
    "patterns": """
class P:
    def __init__(self, x):
        self.x = x
def kind(value):
    match value:
        case 0 | 1:
            return "small"
        case int() as n if n > 100:
            return ("large", n)
        case None:
            return "none"
        case []:
            return "empty"
        case [one]:
            return ("one", one)
        case [first, *middle, "end"]:
            return (first, middle)
        case {"a": a, "b": [b, _]}:
            return (a, b)
        case P(x=3):
            return "three"
        case str(text):
            return text.upper()
        case (x, y):
            return x + y
    return "other"
def f():
    values = [0, 1, 7, 101, None, [], [5], [1, 2, 3, "end"], {"a": 1, "b": (2, 3), "c": 4}, {"a": 1}, P(3), P(4)]
    return [kind(value) for value in [*values, "text", (3, 4), (1, 2, 3), 2.5]]
""",
    "digests and packed bytes": """
import binascii, hashlib, struct
def f():
    digest = hashlib.sha256(b"abc")
    digest.update(bytes(range(256)))
    packed = struct.pack("<IHd", 7, 8, 2.5)
    return digest.hexdigest(), hashlib.md5(b"x").digest(), struct.unpack("<IHd", packed), binascii.hexlify(packed)
""",
    "loops": """
def f():
    found = []
    for i in range(5):
        if i == 1:
            continue
        if i == 4:
            break
        found.append(i * 2)
    else:
        found.append("no")
    while len(found) < 6:
        found.append(len(found))
    else:
        found.append("end")
    return found
""",
    "unpacking": """
def f():
    a, (b, *c), d = 1, (2, 3, 4), 5
    (x, y), z = divmod(7, 2), -1
    return a, b, c, d, x, y, z, [*c, *range(2)], {**{"k": 1}, "l": 2}
""",
    "closures": """
def f():
    total = 0
    def add(n, *rest, scale=2, **others):
        nonlocal total
        total += n * scale + sum(rest) + len(others)
        return total
    add(1); add(2, 3, 4); add(5, scale=1, k=1)
    return total, (lambda x, y=total: x + y)(1)
""",
    "generators": """
def count(n):
    for i in range(n):
        if i % 2:
            yield i
        else:
            got = yield -i
    yield from "ab"

def f():
    return list(count(5)), sum(x * x for x in count(3) if isinstance(x, int)), next(count(1))
""",
    "classes": """
class Base:
    kind = "base"
    def __init__(self, value):
        self.value = value
    def name(self):
        return self.kind + str(self.value)
    def __lt__(self, other):
        return self.value < other.value
    def __repr__(self):
        return f"<{self.value}>"

class Child(Base):
    kind = "child"
    def __init__(self, value):
        super().__init__(value + 1)
    @property
    def double(self):
        return self.value * 2
    @staticmethod
    def make(n):
        return Child(n)
    @classmethod
    def of(cls, n):
        return cls(n)

def f():
    items = sorted([Child(3), Base(2), Child.make(0), Child.of(9)])
    return [i.name() for i in items], items[0].double, isinstance(items[1], Child), repr(items), max(items).value
""",
    "dataclasses": """
from dataclasses import dataclass, field
@dataclass
class Point:
    x: int
    y: int = 2
    seen: list = field(default_factory=list)

def f():
    p = Point(1)
    p.seen.append(3)
    return p.x, p.y, p.seen, Point(1, 2).seen, Point(1) == Point(1)
""",
    "exceptions": """
class Odd(ValueError):
    pass

def check(n):
    if n % 2:
        raise Odd(n)
    if n == 4:
        raise KeyError("four")
    return n

def f():
    found = []
    for n in range(6):
        try:
            found.append(check(n))
        except Odd as error:
            found.append("odd")
        except (KeyError, IndexError):
            found.append("key")
        else:
            found.append("fine")
        finally:
            found.append(".")
    try:
        [][1]
    except Exception:
        found.append("index")
    return found
""",
    "memo": """
from functools import cache, lru_cache, reduce
@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@lru_cache(maxsize=None)
def ways(n, k):
    return 1 if n == 0 else sum(ways(n - i, k) for i in range(1, min(n, k) + 1))

def f():
    return fib(40), ways(12, 3), reduce(lambda a, b: a * b, [1, 2, 3, 4])
""",
    "library": """
import heapq, itertools, math, bisect, operator, re, string
from collections import Counter, defaultdict, deque, OrderedDict, namedtuple
Pair = namedtuple("Pair", "left right")

def f():
    heap = [5, 1, 4]
    heapq.heapify(heap)
    groups = defaultdict(list)
    for key, part in itertools.groupby(sorted("banana")):
        groups[key].extend(part)
    queue = deque([1, 2, 3], maxlen=3)
    queue.rotate(1)
    c = Counter("banana")
    c["x"] += 1
    return (
        heapq.heappop(heap), dict(groups), list(queue), c.most_common(2), math.gcd(12, 18), bisect.bisect([1, 3], 2),
        list(itertools.accumulate([1, 2, 3], operator.mul)), re.findall(r"\\d+", "a1b22"), string.ascii_lowercase[:3],
        list(map(str.upper, ["a"])), sorted(["bb", "a"], key=len), Pair(1, 2).right, "-".join(map(str, range(3))),
        "{}:{:>4}".format("a", 3), "%s=%d" % ("k", 2), f"{3.14159:.2f}", list(zip([1], "a")), dict.fromkeys("ab", 0),
    )
""",
    "walrus_and_conditions": """
def f():
    found = [y for x in range(6) if (y := x * x) > 3]
    return found, y, 1 < 2 < 3, 1 < 2 > 5, (None or [] or "x"), (1 and 0), not [], "a" in "cat", 3 not in {1, 2}
""",
    "numbers": """
def f():
    whole = 7 // -2, -7 % 3, 2 ** 10, 1 << 5, ~3, 6 ^ 3, divmod(-7, 2), 10 ** 30, pow(3, 4, 5)
    return whole, 2 ** -1, 7.5 // 2, round(2.5)
""",
    "mutation": """
def f():
    grid = [[0] * 3 for _ in range(2)]
    grid[1][2] += 5
    data = {"a": [1]}
    data["a"] += [2]
    del data["a"][0]
    items = [3, 1, 2]
    items[1:2] = [9, 8]
    items.sort(reverse=True)
    text = "ab"
    text += "c"
    return grid, data, items, text, items[::-1], items[-1]
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_it_gives_what_python_gives(name: str) -> None:
    expected: dict[str, Any] = {"__name__": __name__}
    exec(SOURCES[name], expected)
    assert interpreted(SOURCES[name])["f"]() == expected["f"]()


def test_arrays_are_numpys() -> None:
    source = """
import numpy as np
def f(a):
    b = np.zeros((3, 4)) + a.mean(axis=0)
    b[1] += np.arange(4)
    return np.add.reduce(b, axis=0) @ np.eye(4), b.shape, np.maximum(a, 0.5).sum()
"""
    expected: dict[str, Any] = {}
    exec(source, expected)
    given = np.random.default_rng(0).random((5, 4))
    for found, wanted in zip(interpreted(source)["f"](given), expected["f"](given), strict=True):
        assert np.allclose(found, wanted)
