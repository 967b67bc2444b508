"""Modules of the standard library that the closed world has models of say what they say by themselves."""

from __future__ import annotations

import pytest
from interpreting import interpreted, run

from perfcast.source.locations.place import here

CONTEXT_VARIABLES = """
import contextvars
depth = contextvars.ContextVar("depth")
level = contextvars.ContextVar("level", default=3)
found = [level.get(), depth.get(7)]
token = depth.set(4)
found.append(depth.get())
inner = level.set(5)
found += [inner.var is level, level.get(), contextvars.copy_context().run(lambda x: x + level.get(), 1)]
depth.reset(token)
level.reset(inner)
try:
    depth.get()
except LookupError:
    found.append("none")
found += [level.get(), token.var.name]
"""
SUBCLASSES = """
class Registered:
    names = []
    def __init_subclass__(cls, /, key="", **kwargs):
        super().__init_subclass__(**kwargs)
        cls.key = key
        cls.names.append(cls.__name__)
class Two(Registered, key="two"): pass
class Three(Two): pass
class Table(dict):
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.made = True
class Wide(Table): pass
try:
    class Wrong(Registered, other=3): pass
except TypeError:
    refused = True
found = [Registered.names[:2], Two.key, Three.key, Wide.made, refused]
"""
PROXY = """
import types
found = types.MappingProxyType({"a": 1})["a"]
"""
CACHES = """
import functools
def counted(limit, asked):
    seen = []
    @functools.lru_cache(limit)
    def double(number):
        seen.append(number)
        return number * 2
    for number in asked: double(number)
    info = double.cache_info()
    double.cache_clear()
    return seen, tuple(info), info.hits, double.cache_info().currsize, double.__wrapped__(3)
@functools.lru_cache
def plain(number): return number
for number in range(130): plain(number)
plain(0)
@functools.cache
def steps(number): return number if number < 2 else steps(number - 1) + steps(number - 2)
found = [counted(limit, [1, 2, 1, 3, 4, 1, 2, 2]) for limit in (None, 0, 1, 2, 3)]
found += [tuple(plain.cache_info()), steps(30), steps.cache_info().misses, plain.cache_parameters()["maxsize"]]
"""
FUTURES = """
import concurrent.futures
class Own(concurrent.futures.Future):
    def __init__(self, number):
        super().__init__()
        self.number = number
done, failed, told = Own(1), Own(2), []
done.add_done_callback(lambda one: told.append(one.number))
done.set_result(3)
failed.set_exception(ValueError("word"))
found = [done.result(), done.done(), told, type(failed.exception()), Own(3).done()]
try:
    failed.result()
except ValueError as error:
    found.append(str(error))
"""
ADDRESSES = """
import ipaddress
found = int(ipaddress.ip_address("10.0.0.7")), int.from_bytes(map(int, ["1", "2"]), "big")
"""


@pytest.mark.parametrize("source", [CONTEXT_VARIABLES, SUBCLASSES, PROXY, CACHES, FUTURES, ADDRESSES], ids=range(6))
def test_they_say_what_python_says(source):
    assert interpreted(source, place=here()) == run(source)


def test_bytes_by_chance_are_as_many_as_asked_for():
    source = (
        "import os, uuid, secrets\nfound = [len(os.urandom(16)), len(uuid.uuid4().hex), len(secrets.token_hex(8))]\n"
    )
    assert interpreted(source, place=here()) == run(source) == [16, 32, 16]


def test_an_error_is_told_as_text():
    source = """
import traceback
class Own(Exception): pass
found = []
for error in (KeyError("key"), Own("word")):
    try:
        raise error
    except (KeyError, Own) as caught:
        told = traceback.format_exception(type(caught), caught, caught.__traceback__)
        found += [told[0], told[-1], caught.with_traceback(None) is caught, "Traceback" in traceback.format_exc()]
"""
    assert interpreted(source) == [
        *("Traceback (most recent call last):\n", "KeyError 'key'\n", True, True),
        *("Traceback (most recent call last):\n", "Own 'word'\n", True, True),
    ]


def test_the_clock_stands_still_and_is_written_down():
    source = """
import time
found = time.strftime("%Y-%m-%d"), time.ctime(), time.mktime(time.localtime()), time.gmtime().tm_gmtoff
"""
    assert interpreted(source) == ("2026-01-15", "Thu Jan 15 12:00:00 2026", 1768478400.0, 0)
