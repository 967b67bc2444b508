"""Hostile code: it reaches nothing, and it ends soon."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.runs.schedule import ALLOWANCE
from perfcast.workload import parse

#: Bodies of a function of one whole number, ``n``.
ESCAPES = {
    "import": "import os\n    os.mkdir(MARK)",
    "import_from": "from os import mkdir\n    mkdir(MARK)",
    "dunder_import": "__import__('os').mkdir(MARK)",
    "open": "open(MARK, 'w').write('x')",
    "eval": "eval('__import__(\"os\").mkdir(%r)' % MARK)",
    "exec": "exec('import os; os.mkdir(%r)' % MARK)",
    "subclasses": "[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'Popen'][0](['mkdir', MARK])",
    "getattr": "getattr(getattr(getattr((), '__cl' + 'ass__'), '__base__'), '__subclasses__')",
    "globals": "(lambda: 0).__globals__['__builtins__']['open'](MARK, 'w')",
    "globals_builtins": "globals()['__builtins__']['open'](MARK, 'w')",
    "globals_of_globals": "globals().get.__globals__['__builtins__']['open'](MARK, 'w')",
    "globals_class": "globals().__class__.__base__.__subclasses__()",
    "method_of_a_container": "dict.__getitem__.__globals__['__builtins__']['open'](MARK, 'w')",
    "bases_of_a_container": "\n    class A(dict): pass\n    A.__bases__[0].__base__.__subclasses__()",
    "generator_frame": "(i for i in [1]).gi_frame.f_builtins['open'](MARK, 'w')",
    "traceback": (
        "\n    try:\n        1 / 0\n    except Exception as e:"
        "\n        e.__traceback__.tb_frame.f_builtins['open'](MARK, 'w')"
    ),
    "type": "type('X', (), {})().mkdir(MARK)",
    "method_self": "[].append.__self__.__class__",
    "print_file": "print('x', file=n)",
    "numpy_load": "import numpy as np\n    np.fromfile(MARK)\n    np.save(MARK, np.zeros(3))",
    "numpy_tofile": "import numpy as np\n    np.zeros(3).tofile(MARK)",
    "numpy_ctypes": "import numpy as np\n    np.zeros(3).ctypes.data",
    "module_of_module": "import collections\n    collections.abc.sys.modules['os'].mkdir(MARK)",
    "heapq_module": "import random\n    random._os.mkdir(MARK)",
    "match_class": "\n    match n:\n        case int(__class__=c):\n            c.__base__",
    "guarded": "[].append.run.__globals__",
    "instance": "\n    class A: pass\n    A().of.find.__globals__",
    "instance_dict": "\n    class A: pass\n    A().__dict__['of'].find.__globals__",
    "vars_of_a_function": "vars(len)['__self__'].open(MARK, 'w')",
    "format_fields": "'{0.__class__.__init__.__globals__}'.format([])",
    "format_of_format": "'{0:{1.__class__}}'.format([], [1])",
    "context": "import contextlib\n    with contextlib.suppress(ValueError) as c: c.leave.__globals__",
    "with_open": "\n    with open(MARK, 'w') as file: file.write('x')",
    "thrown": "\n    def g(): yield\n    g().throw.__self__.gi_frame.f_builtins['open'](MARK, 'w')",
    "environment": "import os\n    return list(os.environ)[0]",
    "stream": "import sys\n    sys.stdout.buffer.write(b'x')",
    "log_file": "import logging\n    logging.getLogger().addHandler(logging.FileHandler(MARK))",
    "date": "import datetime\n    datetime.datetime.__subclasses__()",
    "decimal": "import decimal\n    decimal.Decimal(1).__class__.__subclasses__()",
    "decimal_context": "import decimal\n    decimal.getcontext().traps.__class__",
    "template": "import string\n    string.Template('$x').substitute(x=[].append)",
    "attrgetter": "import operator\n    operator.attrgetter('__class__.__base__.__subclasses__')(())",
    "base_of_a_function": "print.__class__.__base__",
    "methodcaller": "import operator\n    operator.methodcaller('__reduce_ex__', 2)([])",
    "super": "super(int, n).__init__.__globals__",
    "type_of_a_type": "int.__class__('X', (), {})",
    "type_of_a_function": "type(f)(open)",
    "dotted_module": "import xml.sax\n    xml.sax.saxutils.os.mkdir(MARK)",
    "container_replaced": (
        "import re\n    class A(list):\n        def m(self):"
        "\n            self.__container__ = re.escape"
        "\n            self.__container__ = super().__globals__['__builtins__']['open']"
        "\n            self.__container__ = super().__call__(MARK, 'w')"
        "\n    A().m()"
    ),
    "super_of_a_container": (
        "\n    class A(list):\n        def m(self): return super().__getattribute__('__class__')\n    A().m()"
    ),
    "super_of_a_container_reduced": (
        "\n    class A(list):\n        def m(self): return super().__reduce_ex__(2)\n    A().m()"
    ),
    "super_of_raw_functions": (
        "import math\n    class A: f = math.factorial\n    class B(A): pass\n    return super(B, 10 ** 7).f()"
    ),
    "keyword_of_a_pattern": "import re\n    return re.compile('N').search((str,), {}, _run=int.__class__)",
    "array_file": "import array\n    array.array('b', [1]).tofile(MARK)",
    "array_type": "import array\n    array.array.fromfile(array.array('b'), MARK, 1)",
    "rows": "import csv\n    csv.writer([].append.__self__).writerow([1])",
    "rows_into": "import csv, io\n    csv.writer(open(MARK, 'w')).writerow([1])",
    "dump": "import json\n    json.dump([1], n)",
    "buffer": "import io\n    io.StringIO('x')._text.__class__.__base__",
    "chain": "import collections\n    collections.ChainMap({})._machine.world",
    "record": (
        "\n    import typing\n    class A(typing.NamedTuple):\n        x: int"
        "\n    A(1).__class__.__base__.__subclasses__()"
    ),
    "open_files": "import io\n    io.open(MARK, 'w')",
    "base": "import subprocess\n    class A(subprocess.Popen): pass\n    A(['mkdir', MARK]).wait()",
}


@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_is_reached(name: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    Trials(f"def f(n):\n    {ESCAPES[name].replace('MARK', repr(str(mark)))}\n").estimate(parse("n: int = 8"))
    assert not mark.exists()
    assert list(tmp_path.iterdir()) == []


#: The class of a type is the closed world's own.
_STAYS: Final = {"print_file", "type_of_a_type"}


@pytest.mark.parametrize("name", sorted(ESCAPES.keys() - _STAYS))
def test_what_reaches_out_ends_the_run(name: str) -> None:
    source = f"def f(n):\n    {ESCAPES[name].replace('MARK', repr('mark'))}\n    return 1\n"
    found = Trials(source).estimate(parse("n: int = 4"))
    assert found[NAMES.index("trial_runs")] <= 0 or found[NAMES.index("trial_raised")] == 1


#: Bodies that would run for long or fill the memory.
ENDLESS = {
    "loop": "while True: pass",
    "loop_that_handles": (
        "while True:\n        try:\n            while True: n += 1\n        except BaseException: pass"
    ),
    "finally": "while True:\n        try:\n            while True: n += 1\n        finally:\n            continue",
    "recursion": "return f(n + 1)",
    "mutual": "return (lambda g: g(g))(lambda g: g(g))",
    "power": "return 10 ** 10 ** 10",
    "powers": "\n    while True: n = n * n",
    "shift": "return 1 << 10 ** 12",
    "text": "return 'a' * 10 ** 12",
    "doubling": "s = 'ab'\n    while True: s = s + s",
    "doubling_list": "s = [1]\n    while True: s += s",
    "range_list": "return list(range(10 ** 12))",
    "range_sum": "return sum(range(10 ** 12))",
    "mapped": "return list(map(list, [range(10 ** 12)]))",
    "starred": "return [*range(10 ** 12)]",
    "in_iterator": "import itertools\n    return -1 in itertools.count()",
    "filter": "import itertools\n    return next(filter(None, itertools.repeat(0)))",
    "islice": "import itertools\n    return next(itertools.islice(itertools.count(), 10 ** 12, None))",
    "cycle": "import itertools\n    return len(list(itertools.cycle([1])))",
    "product": "import itertools\n    return len(list(itertools.product(range(9), repeat=9)))",
    "combinations": "import itertools\n    return next(itertools.combinations(range(10 ** 9), 10 ** 8))",
    "iter_sentinel": "return list(iter(int, 1))",
    "choices": "import math\n    return math.comb(2 ** 1100, 2)",
    "factorial": "import math\n    return math.factorial(10 ** 7)",
    "comb": "import math\n    return math.comb(10 ** 8, 10 ** 7)",
    "format": "return f'{n:1000000000}'",
    "format_method": "return '{:1000000000}'.format(n)",
    "percent": "return '%1000000000d' % n",
    "center": "return 'a'.center(10 ** 10)",
    "bytes": "return bytes(10 ** 10)",
    "to_bytes": "return (1).to_bytes(10 ** 10, 'big')",
    "join": "s = 'a' * 100000\n    return s.join(['a'] * 100000)",
    "replace": "s = 'a' * 100000\n    return s.replace('a', s)",
    "regular": "import re\n    return re.match('(a+)+$', 'a' * 40 + 'b')",
    "regular_many": "import re\n    return re.match('a*a*a*a*a*a*a*b', 'a' * 500)",
    "zeros": "import numpy as np\n    return np.zeros(10 ** 11)",
    "eye": "import numpy as np\n    return np.eye(10 ** 6)",
    "eye_large": "import numpy as np\n    return np.eye(10 ** 5)",
    "outer_equal": "import numpy as np\n    x = np.arange(2 * 10 ** 4)\n    return np.outer(x, x)",
    "einsum": "import numpy as np\n    x = np.arange(2 * 10 ** 4)\n    return np.einsum('a,b->ab', x, x)",
    "matmul": "import numpy as np\n    x = np.arange(2 * 10 ** 4)\n    return x[:, None] @ x[None, :]",
    "bincount": "import numpy as np\n    return np.bincount([10 ** 10])",
    "tile_array": "import numpy as np\n    return np.tile(np.zeros(10 ** 5), 10 ** 5)",
    "vander": "import numpy as np\n    return np.vander(np.zeros(10 ** 5), 10 ** 5)",
    "corrcoef": "import numpy as np\n    return np.corrcoef(np.zeros((10 ** 5, 2)))",
    "diag": "import numpy as np\n    return np.diag(np.zeros(10 ** 5))",
    "wide_dtype": "import numpy as np\n    return np.zeros(1, 'V10000000000')",
    "dtype_of_parts": "import numpy as np\n    return np.zeros(3).astype((int, 10 ** 10))",
    "void": "import numpy as np\n    return np.void(10 ** 11)",
    "windows": (
        "import numpy as np"
        "\n    w = np.lib.stride_tricks.sliding_window_view(np.zeros(10 ** 5), 5 * 10 ** 4)\n    return w.sum()"
    ),
    "linspace_of_arrays": "import numpy as np\n    return np.linspace(np.zeros(10 ** 5), np.ones(10 ** 5), 10 ** 5)",
    "chosen_rows": "import numpy as np\n    return np.random.default_rng(0).choice(np.zeros((2, 10 ** 5)), 10 ** 6)",
    "padded_transforms": "import numpy as np\n    return np.fft.fft(np.zeros((10 ** 5, 1)), 10 ** 5)",
    "grid_of_slices": "import numpy as np\n    return np.mgrid[0:10 ** 5, 0:10 ** 5]",
    "joined_slice": "import numpy as np\n    return np.r_[0:10 ** 11]",
    "indexed_products": "import numpy as np\n    return np.einsum('a,b,c->a', *[np.zeros(10 ** 4)] * 3)",
    "convolve": "import numpy as np\n    return np.convolve(np.zeros(10 ** 5), np.zeros(10 ** 5))",
    "svd": "import numpy as np\n    return np.linalg.svd(np.zeros((1000, 1000)))",
    "fft": "import numpy as np\n    return np.fft.fft([1.0], 10 ** 11)",
    "objects": "import numpy as np\n    return np.array([n, None], dtype=object)",
    "ufunc_outer": "import numpy as np\n    x = np.arange(2 * 10 ** 4)\n    return np.add.outer(x, x)",
    "outer": "import numpy as np\n    return np.outer(np.arange(10 ** 5), np.arange(10 ** 5))",
    "broadcast": "import numpy as np\n    return np.arange(10 ** 5)[:, None] + np.arange(10 ** 5)",
    "tile": "import numpy as np\n    return np.tile(np.zeros(1000), 10 ** 9)",
    "draws": "import numpy as np\n    return np.random.default_rng(0).normal(size=10 ** 10)",
    "counter": "from collections import Counter\n    return list(Counter(a=10 ** 12).elements())",
    "product_of_a_generator": "import math\n    return math.prod(10 ** 3000 for _ in range(10 ** 9))",
    "reduce": "from functools import reduce\n    import operator\n    return reduce(operator.mul, [10 ** 3000] * 50)",
    "class_iterator": (
        "\n    class A:\n        def __iter__(self): return self\n        def __next__(self): return 1"
        "\n    return sum(A())"
    ),
    "list_class": "\n    class A(list): pass\n    return A([0] * 100) * 10 ** 10",
    "list_class_that_grows": "\n    class A(list): pass\n    a = A([1])\n    while True: a[0:0] = a",
    "list_class_of_a_base": (
        "\n    class A(list):\n        def grow(self): super().__setitem__(slice(0, 0), self)"
        "\n    a = A([1])\n    while True: a.grow()"
    ),
    "texts_that_grow_in_place": "s = 'ab'\n    while True: s += s",
    "fractions": "from fractions import Fraction\n    x = Fraction(3, 7)\n    while True: x = x * x",
    "decimals": "from decimal import Decimal\n    x = Decimal(3)\n    while True: x = 1 / (x + 1)",
    "logarithms": (
        "from decimal import Decimal, getcontext\n    getcontext().prec = 1000\n    while True: Decimal(n + 2).ln()"
    ),
    "long_decimals": (
        "from decimal import Decimal, getcontext\n    getcontext().prec = 1000"
        "\n    return str([Decimal(1) / Decimal(7)] * 100000)"
    ),
    "nearest_fractions": (
        "from fractions import Fraction\n    x = Fraction(3 ** 5000, 2 ** 8000)"
        "\n    while True: x.limit_denominator(10 ** 2000)"
    ),
    "fraction_of_text": "from fractions import Fraction\n    return Fraction('1e1000000000')",
    "generator": "\n    def g():\n        while True: yield 1\n    return sum(g())",
    "regular_within": "import re\n    return re.match('((a|b)+c?)+$', 'ab' * 40 + '-')",
    "context": "import contextlib\n    while True:\n        with contextlib.suppress(BaseException): 1 / 0",
    "context_of_a_generator": (
        "import contextlib\n    @contextlib.contextmanager\n    def g():\n        try: yield"
        "\n        finally:\n            while True: pass\n    with g(): 1 / 0"
    ),
    "awaited": "\n    async def g():\n        while True: pass\n    async def h(): await g()\n    h()",
    "written_by_itself": "\n    class A:\n        def __str__(self): return str(self)\n    return '%s' % [A()]",
    "wrapped": "import textwrap\n    while True: textwrap.wrap('a-' * 9000)",
    "indented": "import textwrap\n    while True: textwrap.indent('x\\n' * 5000, 'a' * 9000)",
    "template": "import string\n    return string.Template('$x' * 9000).substitute(x='a' * 1900)",
    "date_format": "import datetime\n    return datetime.date(2020, 1, 1).strftime('%1000000000d')",
    "raw_context": "import contextlib, math\n    contextlib.contextmanager(math.factorial)(10 ** 7)",
    "raw_cache": "import functools\n    functools.cache(bytes)(300_000_000)",
    "raw_factory": "from collections import defaultdict\n    defaultdict(print.__class__)[0]",
    "raw_rows": "import math, numpy as np\n    np.apply_along_axis(math.factorial, 0, np.array([10 ** 7]))",
    "raw_pieces": "import math, numpy as np\n    np.piecewise(np.array([10 ** 7]), [[True]], [math.factorial])",
    "raw_grid": "import itertools, numpy as np\n    np.fromfunction(lambda i: list(itertools.count()), (3,))",
    "raw_vectorize": "import math, numpy as np\n    np.vectorize(math.factorial)([10 ** 7])",
    "raw_property": (
        "import itertools\n    class A:\n        p = property(list)"
        "\n        def __iter__(self): return itertools.count()"
        "\n    A().p"
    ),
    "raw_class_method": (
        "import itertools\n    class A:\n        make = classmethod(list)"
        "\n        def __iter__(self): return itertools.count()\n    A.make()"
    ),
    "raw_special": (
        "\n    class A:\n        __getitem__ = list\n        def __iter__(self):\n            while True: yield 1"
        "\n    A.__str__ = list\n    str(A())"
    ),
    "names_that_grow": "while True:\n        globals()[str(n)] = n\n        n += 1",
    "keys_for_ever": (
        "import itertools\n    class A(dict):\n        def __iter__(self): return itertools.count()"
        "\n        def keys(self): return itertools.count()\n        def __getitem__(self, key): return key"
        "\n    return dict(A())"
    ),
    "keys_spread_for_ever": (
        "import itertools\n    class A(dict):\n        def __iter__(self): return itertools.count()"
        "\n        def keys(self): return itertools.count()\n        def __getitem__(self, key): return key"
        "\n    return {**A()}"
    ),
    "base_of_a_range": "list.__init__([], range(10 ** 12))",
    "shared_key_of_a_base": (
        "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    dict.__setitem__({}, t, 1)"
    ),
    "shared_key_of_super": (
        "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    class A(dict):"
        "\n        def put(self, key): super().__setitem__(key, 1)\n    A().put(t)"
    ),
    "shared_compared_by_a_base": (
        "t, u = [1], [1]\n    for _ in range(60): t, u = [t, t], [u, u]\n    return list.__eq__(t, u)"
    ),
    "shared_shown_by_super": (
        "t = [1]\n    for _ in range(60): t = [t, t]\n    class A(list):"
        "\n        def __repr__(self): return super().__repr__()\n    return A(t).__repr__()"
    ),
    "shared_name": "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return globals().get(t)",
    "shared_own_key": (
        "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    class A(dict):"
        "\n        def __iter__(self): return iter([t])\n        def keys(self): return [t]"
        "\n        def __getitem__(self, key): return 1\n    return dict(A())"
    ),
    "deque_class": ("import itertools, collections\n    class A(collections.deque): pass\n    A(itertools.count())"),
    "list_class_of_a_range": "\n    class A(list): pass\n    while True: A(range(10 ** 8))",
    "number_of_numpy": "import math, numpy as np\n    return math.factorial(np.int64(10 ** 7))",
    "drawn_as_numpy_says": "import random, numpy as np\n    return random.choices([1], k=np.int64(10 ** 9))",
    "text_as_numpy_says": "import numpy as np\n    return 'a' * np.int64(10 ** 10)",
    "bytes_by_keyword": "return bytes(source=10 ** 10)",
    "power_by_keyword": "return pow(base=10, exp=10 ** 10)",
    "power_without_modulus": "return pow(10, 10 ** 10, None)",
    "rounded": "return round(5, -10 ** 9)",
    "tabs_by_keyword": "return '\\t'.expandtabs(tabsize=10 ** 9)",
    "to_bytes_by_keyword": "return (1).to_bytes(length=10 ** 9, byteorder='big')",
    "width_of_a_format": "return '{:{}}'.format('x', 10 ** 9)",
    "wrapped_at_nan": "import textwrap\n    return textwrap.wrap('abc def', float('nan'))",
    "shared_texts": "import shlex\n    t = ['a']\n    for _ in range(60): t = [t, t]\n    return shlex.join(t)",
    "standard_input": "import shlex\n    return shlex.split(None)",
    "regular_of_what_may_be_empty": "import re\n    return re.match('(?:(?:a*)?b)*c', 'b' * 40)",
    "regular_of_an_empty_branch": "import re\n    return re.match('(?:(?:a|)?b)*c', 'b' * 40)",
    "regular_branches": "import re\n    return re.match('(?:.|a)' * 60 + 'c', 'a' * 70)",
    "spread_into_a_dictionary": "import itertools\n    return {**itertools.cycle([(1, 2)])}",
    "spread_into_keywords": "import itertools\n    return dict(**itertools.cycle([('a', 2)]))",
    "bytes_that_grow": "import itertools\n    b = bytearray()\n    b[0:0] = itertools.cycle([1])",
    "shared_hash": "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return hash(t)",
    "shared_equal": "t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return t == u",
    "shared_key": "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return {t: 1}",
    "shared_member": "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return t in {1}",
    "shared_in_a_set": "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    s = set()\n    s.add(t)",
    "shared_stored": "t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    d = {}\n    d[t] = 1",
    "shared_lists": "t, u = [1], [1]\n    for _ in range(60): t, u = [t, t], [u, u]\n    return t == u",
    "shared_text": "t, u = [1], [1]\n    for _ in range(60): t, u = [t, t], [u, u]\n    return f'{t}'",
    "shared_shown": "t, u = [1], [1]\n    for _ in range(60): t, u = [t, t], [u, u]\n    return repr(t)",
    "shared_json": "import json\n    t = [1]\n    for _ in range(60): t = [t, t]\n    return json.dumps(t)",
    "shared_copy": "import copy\n    t = [1]\n    for _ in range(60): t = [t, t]\n    return copy.deepcopy(t)",
    "array_repeated": "import array\n    return array.array('b', [1]) * 10 ** 11",
    "array_of_a_range": "import array\n    return array.array('q', range(10 ** 12))",
    "array_that_grows": "import array\n    a = array.array('q', [1])\n    while True: a.extend(a)",
    "array_sought": "import array\n    a = array.array('q', [1]) * 100000\n    while True: 2 in a",
    "array_index": (
        "import array\n    a = array.array('q', [1]) * 100000\n    while True:\n        try: a.index(2)"
        "\n        except ValueError: pass"
    ),
    "array_in_an_array": ("import array\n    a = array.array('q', [1])\n    while True: a[0:0] += a"),
    "array_put_into_itself": "import array\n    a = array.array('q', [1])\n    while True: a[0:0] = a",
    "chain_of_chains": (
        "import collections\n    c = collections.ChainMap({})"
        "\n    for _ in range(60): c = collections.ChainMap(c, c)\n    return 1 in c"
    ),
    "chain_of_many": (
        "import collections\n    c = collections.ChainMap(dict.fromkeys(range(10000)))\n    while True: list(c.items())"
    ),
    "chain_key": (
        "import collections\n    t, u = (1,), (2,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    return collections.ChainMap({1: 1}).get(t)"
    ),
    "buffer_behind_its_end": "import io\n    b = io.StringIO()\n    b.seek(10 ** 11)\n    b.write('x')",
    "buffer_that_grows": "import io\n    b = io.StringIO('ab')\n    while True: b.write(b.getvalue())",
    "buffer_of_lines": "import io, itertools\n    io.StringIO().writelines(itertools.repeat('a'))",
    "rows_for_ever": "import csv, io, itertools\n    csv.writer(io.StringIO()).writerow(itertools.count())",
    "rows_read_for_ever": "import csv, itertools\n    return list(csv.reader(itertools.repeat('a')))",
    "row_of_nested": (
        "import csv, io\n    t = [1]\n    for _ in range(60): t = [t, t]\n    csv.writer(io.StringIO()).writerow([t])"
    ),
    "row_ends": (
        "import csv, io\n    w = csv.writer(io.StringIO(), lineterminator='a' * 10 ** 5)"
        "\n    while True: w.writerow([1])"
    ),
    "unpacked": (
        "import zlib\n    s = zlib.compress(zlib.compress(bytes(150000)) * 500)"
        "\n    while True: zlib.decompress(zlib.decompress(s))"
    ),
    "compressors": "import zlib\n    found = []\n    while True: found.append(zlib.compressobj())",
    "defaults_for_ever": (
        "import collections, itertools\n    collections.namedtuple('A', 'x', defaults=itertools.count())"
    ),
    "fields_for_ever": "import collections, itertools\n    collections.namedtuple('A', itertools.repeat('a'))",
    "kinds_for_ever": "import collections\n    while True: collections.namedtuple('A', 'x')",
    "record_classes": ("import typing\n    while True:\n        class A(typing.NamedTuple):\n            x: int"),
    "raw_field": (
        "import collections, math\n    A = collections.namedtuple('A', 'index')"
        "\n    return A(math.factorial).index(10 ** 7)"
    ),
    "raw_field_of_a_class": (
        "import typing\n    class A(typing.NamedTuple):\n        count: object\n    return A(bytes).count(10 ** 9)"
    ),
    "raw_default_factory": (
        "import collections, math\n    return collections.defaultdict(math.factorial).default_factory(10 ** 7)"
    ),
    "row_of_one_long_text": ("import csv, io\n    csv.writer(io.StringIO()).writerow(['a' * 200000] * 3000)"),
    "rows_of_nested": (
        "import csv, io\n    t = (1,)\n    for _ in range(60): t = (t, t)\n    csv.writer(io.StringIO(), t)"
    ),
    "rows_of_long_lines": ("import csv\n    for _ in csv.reader(['a' * 100000] * 10 ** 4): pass"),
    "year_that_is_a_format": "import calendar\n    calendar.isleap('%1000000000d')",
    "caps_of_one_name": "a = []\n    " + "x = 20\n    " * 1200 + "a[:x]\n    " * 1200,
    "layouts_that_are_kept": (
        "import struct\n    while True:\n        n += 1\n        struct.calcsize('b' * (150000 + n))"
    ),
    "regular_of_empty_parts": "import re\n    return re.match('(?:){1000000000}', '')",
    "regular_of_empty_parts_within": "import re\n    return re.match('(?:(?:(?=a)){10000}){10000}', 'a')",
    "shared_compared_by_an_operator": (
        "import operator\n    t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    return operator.eq(t, u)"
    ),
    "shared_key_of_an_operator": (
        "import operator\n    t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    return operator.getitem({1: 1}, t)"
    ),
    "shared_key_of_a_getter": (
        "import operator\n    t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    return operator.itemgetter(t)({1: 1})"
    ),
    "shared_counted": ("t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return [t].count(u)"),
    "shared_index": ("t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return (t,).index(u)"),
    "shared_set": ("t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return {t}"),
    "shared_in_a_comprehension": (
        "t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    return {x for x in [t]}, {x: 1 for x in [t]}"
    ),
    "shared_pairs": ("t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return dict([(t, 1)])"),
    "shared_from_keys": (
        "t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return dict.fromkeys([t])"
    ),
    "shared_missing_key": (
        "import collections\n    t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    return collections.defaultdict(int)[t]"
    ),
    "shared_changed_key": (
        "import collections\n    t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    d = collections.defaultdict(int)\n    d[t] += 1"
    ),
    "shared_deleted_key": (
        "t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    d = {}\n    del d[t]"
    ),
    "shared_matched": (
        "\n    class A: pass\n    t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    A.x = u\n    match t:\n        case A.x: pass"
    ),
    "shared_cached": (
        "import functools\n    t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    return functools.cache(lambda x: 1)(t)"
    ),
    "shared_groups": (
        "import itertools\n    t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)"
        "\n    return list(itertools.groupby([t, u]))"
    ),
    "shared_union": ("t, u = (1,), (1,)\n    for _ in range(60): t, u = (t, t), (u, u)\n    return {1}.union([t])"),
    "shared_list_class": (
        "\n    class A(list): pass\n    t, u = A([1]), A([1])\n    for _ in range(60): t, u = A([t, t]), A([u, u])"
        "\n    return t == u"
    ),
    "wide_equal": ("x, y = [0] * 100000, [0] * 100000\n    return [x] * 2000 == [y] * 2000"),
    "wide_shown": ("x = [0] * 100000\n    return repr([0] * 20 + [x] * 500)"),
    "wide_json": ("import json\n    x = [0] * 100000\n    return json.dumps([x] * 500)"),
    "long_shown": ("return repr(['a' * 200000] * 5000)"),
    "long_json": ("import json\n    return json.dumps(['a' * 200000] * 5000)"),
    "long_numbers_shown": ("return repr([1 << 14000] * 100000)"),
    "long_joined": ("return ','.join(['a' * 200000] * 9000)"),
    "long_joined_one_by_one": ("s, k = 'a' * 200000, 9000\n    k += 0\n    return ','.join(s for _ in range(k))"),
    "long_filled": ("s = 'a' * 200000\n    return ('%s' * 9000) % ((s,) * 9000)"),
    "long_formatted": ("s = 'a' * 200000\n    return ('{0}' * 9000).format(s)"),
    "long_replaced": ("import re\n    s = 'a' * 200000\n    return re.sub('a', lambda m: s, 'a' * 2000)"),
    "long_tabs": ("return ('\\t' * 200000).expandtabs(1000)"),
    "bytes_for_ever": ("import itertools\n    return int.from_bytes(itertools.repeat(1), 'big')"),
    "long_number": ("return int('f' * 200000, 16) // int('e' * 100000, 16)"),
    "places_by_an_operator": (
        "import operator, numpy as np\n    i = np.zeros(6000, int)"
        "\n    return operator.getitem(np.zeros((6000, 2)), (i[:, None], i[None, :]))"
    ),
    "places_by_a_getter": (
        "import operator, numpy as np\n    i = np.zeros(6000, int)"
        "\n    return operator.itemgetter((i[:, None], i[None, :]))(np.zeros((2, 2)))"
    ),
    "equal_by_an_operator": (
        "import operator, numpy as np\n    i = np.zeros(20000)\n    return operator.eq(i[:, None], i[None, :])"
    ),
    "own_iterator": (
        "\n    class A:\n        def __iter__(self): return self\n        def __next__(self): return 1"
        "\n    return list(A())"
    ),
    "back_references": "import re\n    return re.match('(a*)(a*)(\\\\1\\\\2)*b', 'a' * 500)",
    "sent": "\n    def g():\n        while True: print((yield 1))\n    return list(g())",
    "ordered": "from sortedcontainers import SortedList\n    return SortedList(range(10 ** 12))",
    "ordered_that_grows": (
        "from sortedcontainers import SortedList\n    s = SortedList([1])\n    while True: s.update(s)"
    ),
    "shared_array": ("import numpy as np\n    t = (1, 2)\n    for _ in range(40): t = (t, t)\n    return np.array(t)"),
    "shared_dataclass": (
        "from dataclasses import dataclass\n    @dataclass\n    class P:\n        a: object\n        b: object"
        "\n    def deep():\n        t = P(1, 2)\n        for _ in range(40): t = P(t, t)\n        return t"
        "\n    return deep() == deep()"
    ),
    "shared_from_an_iterator": ("t = (1, 2)\n    for _ in range(40): t = (t, t)\n    return set(x for x in [t])"),
    "operators": "return 1 / 0" + " + 1" * 1_500,
}


@pytest.mark.parametrize("name", ENDLESS)
def test_it_ends_within_its_allowance(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []
    begin = Machine.begin

    def watched(self: Machine, limit: int, arguments: object) -> None:
        spent.append(getattr(self, "spent", 0))
        begin(self, limit, arguments)

    monkeypatch.setattr(Machine, "begin", watched)
    began = time.process_time()
    trials = Trials(f"def f(n):\n    {ENDLESS[name]}\n")
    trials.estimate(parse("n: int = 1000"))
    # Not a benchmark: what is refused takes milliseconds, what is not would take hours.
    assert time.process_time() - began < 20
    assert max(spent) < 6 * ALLOWANCE


#: Of these, what a call of a built-in function would take too long, or too much memory, for.
REFUSED = (
    "shared_compared_by_an_operator",
    "shared_key_of_an_operator",
    "shared_key_of_a_base",
    "shared_key_of_super",
    "shared_own_key",
    "shared_compared_by_a_base",
    "shared_shown_by_super",
    "names_that_grow",
    "keys_for_ever",
    "base_of_a_range",
    "shared_key_of_a_getter",
    "shared_counted",
    "shared_index",
    "shared_set",
    "shared_in_a_comprehension",
    "shared_pairs",
    "shared_from_keys",
    "shared_missing_key",
    "shared_changed_key",
    "shared_deleted_key",
    "shared_matched",
    "shared_cached",
    "shared_groups",
    "shared_array",
    "shared_dataclass",
    "shared_from_an_iterator",
    "shared_union",
    "shared_list_class",
    "wide_equal",
    "wide_shown",
    "wide_json",
    "long_shown",
    "long_json",
    "long_numbers_shown",
    "long_joined",
    "long_joined_one_by_one",
    "long_filled",
    "long_formatted",
    "long_replaced",
    "long_tabs",
    "bytes_for_ever",
    "long_number",
    "places_by_an_operator",
    "places_by_a_getter",
    "equal_by_an_operator",
    "defaults_for_ever",
    "fields_for_ever",
    "kinds_for_ever",
    "record_classes",
    "raw_field",
    "raw_field_of_a_class",
    "raw_default_factory",
    "row_of_one_long_text",
    "rows_of_nested",
    "rows_of_long_lines",
    "year_that_is_a_format",
    "regular_of_empty_parts",
    "regular_of_empty_parts_within",
)


@pytest.mark.parametrize("name", REFUSED)
def test_a_call_that_is_too_much_is_refused(name: str) -> None:
    found = Trials(f"def f(n):\n    {ENDLESS[name]}\n").estimate(parse("n: int = 1000"))
    assert found[NAMES.index("trial_runs")] <= 0
