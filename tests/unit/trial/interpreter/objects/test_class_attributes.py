"""Objects that classes hold stay what they are; only functions are bound to instances."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

OBJECTS = {
    "a logger": ("logging", "logging.getLogger('x')", "self.held.info('x') is None"),
    "a stream": ("sys", "sys.stderr", "self.held.isatty()"),
    "what is typed": ("sys", "sys.__stdin__", "self.held.fileno()"),
    "a lock": ("threading", "threading.RLock()", "self.held.acquire()"),
    "a buffer": ("io", "io.StringIO('x')", "self.held.getvalue()"),
    "a parser": ("argparse", "argparse.ArgumentParser()", "self.held.set_defaults(x=1) is None"),
    "a pattern": ("re", "re.compile('a')", "self.held.match('a').group()"),
    "an event": ("threading", "threading.Event()", "self.held.is_set()"),
}


@pytest.mark.parametrize(("module", "made", "asked"), OBJECTS.values(), ids=OBJECTS)
def test_they_are_not_bound(module: str, made: str, asked: str) -> None:
    held = f"import {module}\nclass A:\n    held = {made}\n    def ask(self):\n        return {asked}\n"
    source = f"{held}found = [A().ask(), A.ask(A())]"
    assert list(map(bool, interpreted(source))) == list(map(bool, run(source)))


def test_a_lock_of_a_class_is_entered() -> None:
    source = (
        "import threading\nclass A:\n    lock = threading.RLock()\n    def f(self):\n        with self.lock: return 3\n"
    )
    assert interpreted(f"{source}found = A().f()") == 3


def test_a_module_knows_its_package() -> None:
    assert Trials("def f(): return len(__package__)").estimate(parse(""))[NAMES.index("trial_runs")] > 0


def test_methods_of_abstract_classes_are_taken_from_them() -> None:
    source = """
from collections.abc import Mapping, MutableMapping
class Kept(Mapping):
    get = Mapping.get
    __ne__ = Mapping.__ne__
    def __getitem__(self, key): return {"a": 1}[key]
    def __iter__(self): return iter("a")
    def __len__(self): return 1
class Table(dict):
    setdefault = MutableMapping.setdefault
    pop = MutableMapping.pop
table = Table(b=2)
found = Kept().get("a"), Kept().get("b", 3), table.setdefault("c", 3), table.pop("b"), sorted(table)
"""
    assert interpreted(source, place=here()) == run(source)


def test_classes_tell_their_names_and_what_they_extend() -> None:
    source = """
import typing
from collections import OrderedDict
class Plain: pass
class Other(Plain): pass
class Mixed(Plain, dict): pass
class Placed(Plain): __slots__ = ("x",)
class Both(Other, Placed): pass
types = (int, bool, dict, OrderedDict, ValueError, Plain, Other, Mixed)
found = (
    [one.__qualname__ for one in types], [one.__base__.__name__ for one in (*types, Both)],
    (dict.__module__, dict.__qualname__), typing.Any.__base__ is object,
)
"""
    assert interpreted(source) == run(source)


def test_what_lays_out_instances_of_several_bases_may_be_unknown() -> None:
    with pytest.raises(Unsupported):
        interpreted('class A: __slots__ = ("x",)\nclass B(A): pass\nclass C(B, A): pass\nfound = C.__base__')
