"""What a forecast would have no grounds for."""

import pytest

from perfcast.forecast.refusals.outside import outside_reasons, sleeps
from perfcast.source import SourceFile
from perfcast.source.locations.place import Place

IMPORTS = """\
import os, requests, time, subprocess, numpy as np, pandas as pd
from itertools import count
from pathlib import Path
from urllib import request
from .mod import helper
from . import sibling
from collections import Counter
import torch
import torch.nn.functional as F
import glob as globbing
def reader(path):
    with open(path) as file: return file.read()
"""

CASES = [
    ("def f(p):\n    return open(p)", ("opens files",)),
    ("def f(p):\n    return Path(p).read_text()", ("opens files",)),
    ("def f(p):\n    return np.load(p)", ("opens files",)),
    ("def f(p):\n    return pd.read_csv(p)", ("opens files",)),
    ("def f(df):\n    df.to_csv('x')", ("opens files",)),
    ("def f(p):\n    return globbing.glob(p)", ("opens files",)),
    ("def f(p):\n    return reader(p)", ("opens files",)),
    ("def f(u):\n    return request.urlopen(u)", ("uses the network",)),
    ("def f(u):\n    return requests.get(u)", ("uses requests",)),
    ("def f(x):\n    return F.gelu(x) @ torch.ones(3, 4)", ()),
    ("def f(x):\n    return x.cuda() * torch.e", ("runs on a GPU",)),
    ("def f(n):\n    return torch.ones(n, device='cuda:0')", ("runs on a GPU",)),
    ("def f():\n    return torch.cuda.device_count()", ("runs on a GPU",)),
    ("def f(p):\n    return torch.load(p)", ("opens files",)),
    ("def f(words):\n    return words.count('cuda')", ()),
    # What a function binds itself hides what is built in.
    ("def f(input, open):\n    return len(input) + open", ()),
    ("def f(xs):\n    eval = xs[0]\n    return [eval for _ in xs]", ()),
    ("def f(x):\n    def inner(input): return input\n    return inner(x), input()", ("waits for input",)),
    ("def f(x):\n    global input\n    input = x\n    return input()", ("waits for input",)),
    ("def f(x):\n    import socket\n    return socket.socket()", ("uses the network",)),
    ("def f(x):\n    return helper(x)", ("uses .mod, unread",)),
    ("def f(x):\n    return sibling.run(x)", ("uses .sibling, unread",)),
    ("def f():\n    return input()", ("waits for input",)),
    ("def f(c):\n    subprocess.run(c); time.sleep(1)", ("starts processes", "sleeps")),
    ("def f(c):\n    os.system(c)", ("starts processes",)),
    ("def f(c):\n    return eval(c)", ("runs made-up code",)),
    ("def f(g, x):\n    return g(x)", ("calls a given function",)),
    ("async def f(x):\n    await x", ("awaits others",)),
    ("def f():\n    while True:\n        for i in range(3): break", ("loops without end",)),
    ("def f():\n    for i in count(): yield i", ("loops without end",)),
    ("def f(x): ...", ("has no body",)),
    ("def f(x):\n    'doc'\n    raise NotImplementedError('x')", ("has no body",)),
    # These the source tells all about.
    ("def f():\n    while True:\n        if 1: break", ()),
    ("def f():\n    while True:\n        return 1", ()),
    ("def f(x):\n    return np.sum(x), pd.DataFrame(x), Counter(x), os.path.join('a', 'b')", ()),
    ("def glob(x): return x\ndef f(x):\n    return glob(x)", ()),
    ("def f(nums):\n    for n in nums: yield n", ()),
    ("def f(x):\n    return x.open(1)", ()),
    ("def f(x):\n    import _thread\n    return _thread.get_ident()", ()),
    ("def f(x):\n    import _thread\n    return _thread.start_new_thread(x, ())", ("starts threads",)),
    ("def f(x, key=None):\n    return key(x) if key else x", ()),
    ("def f(items):\n    try:\n        while True: yield next(items)\n    except StopIteration: pass", ()),
    (
        "def f(items):\n    while True:\n        try: items.pop()\n        except IndexError: pass",
        ("loops without end",),
    ),
]


@pytest.mark.parametrize(("code", "reasons"), CASES)
def test_reasons(code, reasons):
    file = SourceFile.parse(IMPORTS + code + "\n")
    assert outside_reasons(file.normal_form(file.unit("f"))) == reasons


def test_methods_and_kernels():
    file = SourceFile.parse("class C:\n    def m(self): return self.n()\n    def n(self): return input()\n")
    assert outside_reasons(file.normal_form(file.unit("C.m"))) == ("waits for input",)
    assert outside_reasons("def k(): pass", is_kernel=True) == ("runs on a GPU",)


def test_a_method_may_call_its_instance():
    file = SourceFile.parse("class C:\n    def m(self, g): return self(1)\n    def n(self, g): return g(1)\n")
    assert outside_reasons(file.normal_form(file.unit("C.m"))) == ()
    assert outside_reasons(file.normal_form(file.unit("C.n"))) == ("calls a given function",)


def test_a_run_that_came_to_its_end_shows_that_it_reaches_nothing_outside():
    source = (
        "def f(g, n):\n    from .mod import helper\n    while True:\n"
        "        n += helper(g(open('x') if n else input()))\n"
    )
    reasons = ("opens files", "waits for input", "loops without end", "calls a given function")
    assert outside_reasons(source) == ("uses .mod, unread", *reasons)
    assert outside_reasons(source, has_ended=False) == ("uses .mod, tried in vain", *reasons)
    assert outside_reasons(source, has_ended=True) == ()


_CHOSEN = "import torch\ndef f(m):\n    m.to('cuda' if torch.cuda.is_available() else 'cpu')\n"


def test_a_gpu_that_is_taken_where_there_is_one_is_none_on_a_processor():
    assert outside_reasons(_CHOSEN) == ()
    assert outside_reasons(_CHOSEN.replace("is_available()", "current_device()")) == ("runs on a GPU",)
    assert outside_reasons("import torch\ndef f(m):\n    m.to('cuda')\n") == ("runs on a GPU",)


@pytest.mark.parametrize("source", ["import time\ndef f():\n    time.sleep(1)\n", "async def f(x):\n    await x\n"])
def test_sleeping_and_awaiting_take_no_time_of_the_processors(source):
    assert outside_reasons(source)
    assert outside_reasons(source, has_ended=True) == ()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import time\ndef f():\n    time.sleep(1)\n", True),
        ("from asyncio import sleep as nap\nasync def f(n):\n    await nap(n)\n", True),
        ("import asyncio\nasync def f():\n    await asyncio.sleep(0)\n", False),
        ("def f(cat):\n    return cat.sleep()\n", False),
        ("def f(n):\n    return sleep(n)\ndef sleep(n):\n    return n\n", False),
        ("import time\ndef f(sleep):\n    return time.time()\n", False),
    ],
)
def test_what_sleeps(source, expected):
    assert sleeps(source) == expected


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def f(x):\n    return x.cuda()\n", "runs on a GPU"),
        ("def f(x): ...\n", "has no body"),
    ],
)
def test_what_runs_go_past_is_outside_whether_they_end_or_not(source, reason):
    assert outside_reasons(source, has_ended=True) == (reason,)


@pytest.mark.parametrize(
    ("body", "is_awaited"),
    [
        ("return self.x", False),
        ("return self.made", False),
        ("async def inner(): await self.x\n        return inner", False),
        ("return loop.create_task(self.wait())", True),
        ("return asyncio.run(self.made)", True),
    ],
)
def test_a_plain_method_awaits_what_it_has_run(body, is_awaited):
    source = f"class A:\n    def f(self):\n        {body}\n    async def wait(self):\n        await self.f()\n"
    assert outside_reasons(source) == (("awaits others",) if is_awaited else ())


@pytest.mark.parametrize(
    ("imported", "call", "reason"),
    [
        ("from pack import inner", "inner.run(x)", "uses pack.inner, tried in vain"),
        ("from pack.inner import run", "run(x)", "uses pack.inner, tried in vain"),
        ("import pack.inner", "pack.inner.run(x)", "uses pack, tried in vain"),
        ("from pack import Made", "Made(x)", "uses pack, tried in vain"),
        ("import beside", "beside.run(x)", "uses beside, tried in vain"),
        ("from pack.lost import run", "run(x)", "uses pack, tried in vain"),
        ("import bought", "bought.run(x)", "uses bought"),
        ("import nobody.knows", "nobody.knows.run(x)", "uses nobody"),
    ],
)
def test_modules_of_the_project_are_no_libraries(tmp_path, imported, call, reason):
    installed = tmp_path / ".venv/lib/python3.11/site-packages"
    for name in ("pack/__init__.py", "pack/inner.py", "beside.py", f"{installed}/bought.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / ".venv/pyvenv.cfg").touch()
    text, home = f"def f(x):\n    return {call}\n{imported}\n", Place.of(tmp_path / "pack/a.py", [tmp_path])
    assert outside_reasons(text, has_ended=False, home=home) == (reason,)
    assert outside_reasons(text, has_ended=False) == (f"uses {imported.split()[1].partition('.')[0]}",)


@pytest.mark.parametrize("launch", ["axpy_kernel[(1,)](x, BLOCK=64)", "helper(x)"])
def test_what_launches_kernels_says_so_alone(launch):
    file = SourceFile.parse(
        "import torch\nimport triton\nfrom triton import language as tl\n"
        "@triton.autotune(configs=[], key=[])\n@triton.jit\ndef axpy_kernel(x, BLOCK: tl.constexpr):\n    pass\n"
        f"def helper(x):\n    axpy_kernel[(2,)](x.cuda(), BLOCK=triton.cdiv(64, 2))\ndef f(x):\n    {launch}\n"
        "def g(x):\n    return triton.cdiv(x, 2)\n"
    )
    assert outside_reasons(file.normal_form(file.unit("f"))) == ("launches Triton kernels",)
    assert outside_reasons(file.normal_form(file.unit("g"))) == ("uses triton",)
    # One that came to its end took the way around them.
    assert outside_reasons(file.normal_form(file.unit("f")), has_ended=True) != ("launches Triton kernels",)
