"""The interpreter does what Python does, on the part of the language that it knows."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pytest

from perfcast.trial import Trials
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.syntax.compiler import Compiler
from perfcast.workload import parse


def interpreted(source: str) -> dict[str, Any]:
    """The module's names after its statements were interpreted."""
    machine = Machine()
    machine.begin(10**6, ())
    compiler = Compiler(machine)
    module = Frame(None, builtins=compiler.world.builtins)
    for node in ast.parse(source).body:
        compiler.statements.compile(node)(module)
    return module.names


#: Sources whose function ``f`` is called without arguments.
SOURCES = {
    "arguments that are given twice": """
def g(a, b=2, *, c=3):
    return a, b, c
def h(a, /, **others):
    return a, others
def of(call):
    try:
        return call()
    except TypeError:
        return "refused"
def f():
    found = [of(lambda: g(1, a=2)), of(lambda: g(1, 2, b=3)), of(lambda: g(*[1], **{"a": 1})), of(lambda: h(a=2))]
    found += [of(lambda: g(a=1, **{"a": 2})), of(lambda: g(1, **{"b": 1}, **{"b": 2})), of(lambda: h(1, a=2))]
    return found + [of(lambda: g(1, **{"b": 5}, c=6))]
""",
    "texts of what generators give at last": """
class Shown:
    times = 0
    def __str__(self):
        Shown.times += 1
        return "1"
def g():
    yield 1
    return Shown()
def f():
    one = g()
    next(one)
    try:
        next(one)
    except StopIteration:
        return Shown.times
""",
    "what is sent through another generator": """
def inner():
    first = yield 1
    second = yield first * 2
    return first + second
def outer():
    found = yield from inner()
    yield ("found", found)
def f():
    one = outer()
    return [next(one), one.send(5), one.send(6)]
""",
    "arguments by any name": """
from functools import partial
from operator import methodcaller
from types import SimpleNamespace
class A:
    def m(self, name=1):
        return name
def g(x, function=0, self=1):
    return x, function, self
def f():
    found = [partial(g, 1, function=5)(), partial(g, 2)(function=3, self=4), methodcaller("m", name=4)(A())]
    return found + [SimpleNamespace(made=1, self=2).made]
""",
    "flags of regular expressions": """
import re
def f():
    one, two = re.I, re.I | re.M
    found = [repr(one), str(two), f"{two}", "%s %d" % (one, two), repr(one | 1024), repr(5 | one), repr(one & re.M)]
    found += [int(~one), repr(~two), repr(one ^ two), one ^ 2 == 0, two & ~one == re.M, one + 1, isinstance(one, int)]
    return found + [repr(re.compile("a", two).flags & one), {two: 3}[10], bool(one & re.M)]
""",
    "contexts": """
import contextlib, threading
class Log:
    def __init__(self, found, swallows):
        self.found, self.swallows = found, swallows
    def __enter__(self):
        self.found.append("in")
        return self
    def __exit__(self, kind, error, trace):
        self.found.append(None if kind is None else (kind.__name__, str(error), trace is None))
        return self.swallows
@contextlib.contextmanager
def around(found):
    found.append("before")
    try:
        yield len(found)
    except KeyError as error:
        found.append(error.args)
    finally:
        found.append("after")
def f():
    found = []
    with Log(found, False) as log, around(found) as count, threading.Lock():
        found.append((log.swallows, count))
    with Log([], True):
        raise ValueError("gone")
    with contextlib.suppress(ZeroDivisionError, KeyError):
        1 / 0
    with around(found):
        raise KeyError("key")
    with contextlib.nullcontext(3) as three:
        found.append(three)
    for number in range(3):
        with contextlib.suppress(ValueError):
            if number == 1:
                continue
            found.append(number)
    return found
""",
    "errors raised again": """
class Own(Exception):
    pass
def g(kind):
    try:
        raise kind("a", 1)
    except (ValueError, Own):
        try:
            int("x")
        except ValueError:
            pass
        raise
def f():
    found = []
    for kind in (ValueError, Own):
        try:
            g(kind)
        except BaseException as error:
            found.append((error.args, isinstance(error, Exception), str(error)))
    return found
""",
    "what no handler of errors is for": """
class Own(BaseException):
    pass
def f():
    found = []
    try:
        try:
            raise Own("a")
        except Exception:
            found.append("as an error")
        finally:
            found.append("last")
    except Own as own:
        found.append((own.args, isinstance(own, Exception), isinstance(own, BaseException)))
    return found
""",
    "formats that reach": """
class User:
    kind = "user"
    def __init__(self, name): self.name = name
    @property
    def upper(self): return self.name.upper()
    def __str__(self): return "a " + self.name
def f():
    user = User("ann")
    found = ["{0.name}: {0.upper:>5} {1}{{}}".format(user, 3), "{u.name!r} {u}".format(u=user), "{.name}".format(user)]
    found += ["{a}-{b:>3}".format_map({"a": 1, "b": "x"}), (3).__format__("04d"), "a".__format__(">3")]
    try:
        "{0.nothing}".format(user)
    except AttributeError:
        found.append("none")
    return found
""",
    "values as they are written down": """
import ast
def f():
    return ast.literal_eval("{'a': [1, 2.5, (None, True)], 'b': {-3}}")
""",
    "what is asked of functions, errors and sizes": """
import sys
def g(): pass
g.told = 1
def f():
    found = [g.__dict__, sys.exc_info()[:2], sys.getsizeof([1, 2, 3]), sys.getsizeof("abc")]
    try:
        1 / 0
    except ZeroDivisionError:
        found.append(sys.exc_info()[0].__name__)
    return found, {list.__repr__: 1}[type([]).__repr__]
""",
    "generators that match": """
def numbers(found):
    for one in found:
        match one:
            case int() if one > 1:
                yield "many", one
            case [first, *rest]:
                yield first
                yield from rest
                if not rest:
                    return
            case _:
                continue
        yield "next"
def f():
    return list(numbers([1, 2, [3, 4], "x", [5], 6]))
""",
    "generators that handle": """
def numbers(found):
    try:
        for i in range(4):
            try:
                yield 10 // i
            except ZeroDivisionError:
                yield -1
            else:
                yield i
    finally:
        found.append("done")
def f():
    found = []
    return list(numbers(found)), found
""",
    "arrays of numbers": """
import array
def f():
    found = array.array("i", range(5))
    found.append(7)
    found.extend(number * 2 for number in found.tolist())
    found[1] += 9
    found[2] = found.index(10) + found.count(4)
    found += array.array("i", [1])
    parts = found.tolist(), found[2:4].tobytes(), found.itemsize
    return parts, sum(found * 2), 7 in found, list(reversed(found))
""",
    "chains of dictionaries": """
from collections import ChainMap
def f():
    chain = ChainMap({"a": 1}, {"a": 2, "b": 3}, {"c": 4})
    found = chain["a"], chain.get("x", 9), "b" in chain
    inner = chain.new_child({"b": 9}).new_child(a=8).new_child()
    scopes = inner.parents["a"], inner.parents.parents["b"], inner.maps[1:3], len(inner.parents.maps)
    return found, dict(chain), list(chain.items()), len(chain), sum(chain.values()), scopes
""",
    "texts like files": """
import csv, json
from io import StringIO
def f():
    file = StringIO("a,b\\n1,2\\n")
    found = [line.strip() for line in file], list(csv.reader(["x;'y;z'"], delimiter=";", quotechar="'"))
    out = StringIO()
    writer = csv.writer(out, delimiter="\\t")
    writer.writerow(["a b", None, 1.5, 'c"d'])
    writer.writerows([[1, 2], (3, "x\\ty")])
    json.dump({"k": [1, 2]}, out)
    out.seek(2)
    shown = StringIO()
    print("a", 1, None, sep="-", file=shown)
    print(2.5, end=";", file=shown)
    print(file=shown)
    print("unseen")
    return found, out.readline(), out.read(3), out.getvalue(), out.tell(), shown.getvalue()
""",
    "packed in place": """
import struct, zlib
def f():
    out = bytearray(12)
    for place in (0, 6):
        struct.pack_into("<IH", out, place, place + 1, 3)
    out[0] ^= 5
    packer = zlib.compressobj(9)
    packed = packer.compress(bytes(out)) + packer.flush()
    return list(struct.iter_unpack("<IH", out)), struct.unpack_from("<H", out, 4), zlib.decompress(packed) == out
""",
    "packed as files are": """
import base64, binascii, bz2, cmath, gzip
def f():
    raw = bytes(range(200)) * 3
    there_and_back = bz2.decompress(bz2.compress(raw)), gzip.decompress(gzip.compress(raw))
    try:
        binascii.a2b_uu(b"no")
    except binascii.Error as error:
        failed = type(error).__name__
    texts = base64.b85encode(raw), base64.a85encode(raw), binascii.b2a_qp(raw)
    return there_and_back == (raw, raw), texts, failed, cmath.sqrt(-4), cmath.phase(1j), cmath.rect(2, cmath.pi)
""",
    "packed in several pieces, and broken off": """
import bz2, gzip, zlib
def f():
    found = []
    for library in (zlib, gzip, bz2):
        packed = library.compress(b"abc")
        for data in (packed, packed * 2, packed[:-3], b"", b"nothing of the kind"):
            try:
                found.append(library.decompress(data))
            except Exception as error:
                found.append(type(error).__name__)
    return found, zlib.decompress(zlib.compress(b"abc")[2:-4], -15)
""",
    "bytes with what follows them": """
import binascii
def f():
    return binascii.crc32(b"abc", 5), binascii.hexlify(b"abc", "-"), binascii.b2a_base64(b"abc", newline=False)
""",
    "printed into what writes": """
import io
class Log:
    def __init__(self):
        self.found = []
    def write(self, text):
        self.found.append(text)
def f():
    log, buffer = Log(), io.StringIO()
    for file in (log, buffer):
        print(1, "a", [2], sep="-", file=file)
    return log.found, buffer.getvalue()
""",
    "contexts that do not end as they should": """
from contextlib import contextmanager
@contextmanager
def times(count):
    for _ in range(count):
        try:
            yield
        except ValueError:
            pass
def f():
    found = []
    for count, error in ((0, None), (2, None), (2, ValueError), (1, StopIteration), (1, KeyError)):
        try:
            with times(count):
                if error is not None:
                    raise error("a")
        except Exception as raised:
            found.append((type(raised).__name__, str(raised)))
    return found
""",
    "wrappers by name": """
import functools
def f():
    def one(): return 1
    def other(): return 2
    made = functools.update_wrapper(wrapper=one, wrapped=other), functools.wraps(wrapped=one)(other)
    return [part() for part in made]
""",
    "tuples with named fields": """
from typing import NamedTuple
class Item(NamedTuple):
    name: str
    price: float = 2.0
    @property
    def twice(self):
        return 2 * self.price
    def named(self, name):
        return self._replace(name=name)
def f():
    one = Item("a")
    name, price = one.named("b")
    return one.twice, name, price, one == ("a", 2.0), sorted([Item("c", 1.0), one]), one._asdict(), Item(*one, ).name
""",
    "yields within expressions": """
def most():
    best = yield
    while True:
        best = max(best, (yield best) + 1)
def f():
    machine = most()
    next(machine)
    return [machine.send(number) for number in (3, 1, 8, 2)]
""",
    "a class that is its own iterator": """
class Down:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if not self.n: raise StopIteration
        self.n -= 1
        return self.n
def f():
    return list(Down(3)), sum(Down(4)), [number for number in Down(2)]
""",
    "the rest of modules": """
import calendar, operator, re
def f():
    runs = re.sub(r"(.)\\1*", lambda match: match.group(1) + str(len(match.group())), "aaabcc")
    return runs, re.escape("a.b"), calendar.monthrange(2024, 2), operator.index(7), operator.is_(None, None)
""",
    "operators in place": """
from functools import reduce
from operator import iadd, iand, imul, ior, isub, itruediv
from _thread import allocate_lock, get_ident
def f():
    numbers, table, kinds = [1], {1: 2}, {1, 2}
    with allocate_lock():
        same = iadd(numbers, [2]) is numbers, ior(table, {3: 4}) is table, iand(kinds, {2}) is kinds
    joined, is_one = reduce(iadd, [[1], [2], [3]], []), get_ident() == get_ident()
    return numbers, table, kinds, same, joined, imul(3, 4), itruediv(1, 4), isub(kinds, {2}), is_one
found = f()
""",
    "super by name": """
class A:
    def __init__(self, x):
        self.x = x
    def name(self):
        return "A" + str(self)
class B(A):
    def __init__(self, x):
        super(B, self).__init__(x + 1)
    def name(self):
        return "B" + super(B, self).name()
    def __str__(self):
        return f"<{self.x}>"
def f():
    b = B(1)
    return b.name(), "%s and %s" % (b, [1, None]), "{} {:>4}".format([2], 3), vars(b), b.__dict__, issubclass(B, A)
""",
    "texts": """
import base64, codecs, html, mimetypes, shlex, string, textwrap
from urllib.parse import parse_qs, urlsplit, quote, urlencode
import urllib.parse
def f():
    parts = urlsplit("http://host:80/a/b?c=d#e")
    return (
        html.escape("<a & b>"), textwrap.dedent("  a\\n  b"), textwrap.wrap("one two three", 7), quote("a b/c"),
        parts.netloc, parts.query, urlencode({"a": 1, "b": "c d"}), parse_qs(b"a=1&b=2"), parse_qs(qs="a=1"),
        urllib.parse.unquote("%41"), shlex.split("a 'b c'"), mimetypes.guess_type("a/b.tar.gz"),
        codecs.decode("a\\\\n", "unicode-escape"), codecs.encode("é"), codecs.encode("ab", "rot13"),
        base64.b64encode(b"abc"), string.Template("$a and ${b}").substitute(a=1, b="x"),
    )
""",
    "dates": """
from datetime import date, datetime, timedelta
import datetime as dt
def f():
    start = datetime(2024, 2, 28, 23, 30)
    later = start + timedelta(hours=1)
    days = [date(2024, 1, 1) + timedelta(days=7 * i) for i in range(4)]
    return (
        later.isoformat(), later.strftime("%d.%m.%Y"), (later - start).total_seconds(), [day.weekday() for day in days],
        max(days).replace(year=2020), dt.datetime.strptime("2024-05-06", "%Y-%m-%d").month, f"{start:%H:%M}",
        isinstance(start, date), start < later, timedelta(days=3) // timedelta(days=2),
    )
""",
    "what stands by itself": """
import logging, operator, os, os.path, sys
from functools import cached_property
from typing import TYPE_CHECKING
logger = logging.getLogger(__name__)
class A:
    def __init__(self):
        self.made = 0
    @cached_property
    def whole(self):
        self.made += 1
        return [self.made]
def f():
    logger.info("nothing %s", 1)
    a = A()
    return (
        TYPE_CHECKING, os.path.normcase("a/B"), os.environ.get("NO SUCH NAME", 3), sys.byteorder, sys.intern("a"),
        sys.flags.warn_default_encoding,
        a.whole, a.whole, a.made, operator.attrgetter("real", "imag")(3), operator.methodcaller("upper")("ab"),
        isinstance(int, type), isinstance(3, type), hasattr([], "_fields"), getattr("", "__array__", 7), callable(a),
    )
""",
    "products": """
import math
def f():
    return math.prod(i for i in range(1, 30)), math.prod({2, 3}), math.prod([2.5, 2], start=3)
""",
    "nothing unsupported is met": """
def f(deep=False):
    if deep:
        return f"{deep!r:>{10}}" if (yield) else [*(yield from ())]
    del deep
async def g(xs):
    async with xs as y:
        return await y
def f():
    return 7
""",
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


def test_modules_of_numpy_are_imported_by_themselves() -> None:
    source = """
import numpy as np
import numpy.random as npr
from numpy.fft import fft
from numpy.linalg import LinAlgError, inv
from numpy.lib.stride_tricks import sliding_window_view
def singular():
    try:
        inv(np.zeros((2, 2)))
    except LinAlgError:
        return True
found = [
    inv(np.diag([2.0, 4.0])).tolist(), abs(fft(np.ones(4))).tolist(), npr.uniform(size=3).shape, singular(),
    sliding_window_view(np.arange(4), 3).tolist(), inv is np.linalg.inv,
]
"""
    expected: dict[str, Any] = {}
    exec(source, expected)
    assert interpreted(source)["found"] == expected["found"]


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


def test_functions_that_are_awaited_run_to_their_end() -> None:
    source = """
async def double(x):
    return 2 * x
class Numbers:
    async def __aenter__(self):
        return [1, 2, 3]
    async def __aexit__(self, *error):
        return False
async def f():
    async with Numbers() as numbers:
        return [await double(x) for x in numbers]
"""
    with pytest.raises(StopIteration) as end:
        next(interpreted(source)["f"]().steps())
    assert end.value.value == [2, 4, 6]


def test_lists_in_order() -> None:
    source = """
from sortedcontainers import SortedList
def f():
    xs = SortedList([3, 1, 2])
    xs.add(2)
    xs.update((9, 0))
    xs.remove(3)
    xs.discard(77)
    by_length = SortedList(["ccc", "a"], key=len)
    by_length.add("bb")
    del by_length[0]
    found = xs.bisect_left(2), xs.bisect_right(2), xs.index(9), xs[0], xs[-1], xs[1:3], 2 in xs, 5 in xs, xs.count(2)
    return found, list(xs.irange(1, 2)), xs.pop(), xs.pop(0), list(xs), list(by_length), len(xs)
"""
    found = (2, 4, 4, 0, 9, [1, 2], True, False, 2)
    assert interpreted(source)["f"]() == (found, [1, 2, 2], 9, 0, [1, 2, 2], ["bb", "ccc"], 3)


@pytest.mark.parametrize(
    "text",
    [
        "def f(name, /, **others):\n    return len(name) + len(others)",
        "class C:\n    def f(self, name, /, rest=1, **others):\n        return len(name) + len(others)",
    ],
)
def test_what_is_taken_by_place_alone_is_given_so(text):
    assert Trials(text).failure(parse("name: str * 10")) == ""


def test_functions_have_types():
    text = """
def f(given):
    kind = type(given)
    assert kind is f.__class__ and kind is type(lambda: 1) and isinstance(f, kind)
    assert kind.__name__ == "function"
    return getattr(given, "__name__", given.__class__.__name__)
"""
    assert Trials(text).failure(parse("given: Callable")) == ""


def test_the_state_of_chance_is_kept_and_set():
    text = """
import numpy as np
def f(n):
    before = np.random.get_state()
    drawn = np.random.rand(n)
    np.random.set_state(before)
    return before[0], len(before[1]), drawn.sum()
"""
    assert Trials(text).failure(parse("n: int = 100")) == ""
