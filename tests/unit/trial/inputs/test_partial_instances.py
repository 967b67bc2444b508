"""Receivers whose constructor cannot be followed to its end have what its other statements give them."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import Workload

_TEXT = """
import unknown

class Part:
    def __init__(self, size):
        self.size = size
        unknown.tell(size)
        self.twice = 2 * size
        self.lacking = unknown.ask()

class Base:
    def __init__(self, name):
        self.name = name
        self.handle = unknown.open_it(name)
        self.of_base = [name]

class Worker(Base):
    limit = 3
    def __init__(self, name: str = "a", size: int = 4):
        super().__init__(name)
        self.handle_again = None
        self.handle_again = self.handle.again()
        found = unknown.seek(name)
        self.found = found
        if size > 2:
            unknown.tell(size)
            self.many = [0] * size
        else:
            self.few = size
        self.seen, self.there, self.before = [], {}, 1
        for one in unknown.all_of(name):
            self.seen.append(one)
            self.there[one] = name
        self.before = unknown.after(name)
        self.limit = unknown.limit(name)
        given = None
        self.part = given if given is not None else Part(size=size)
        size = unknown.larger(size)
        self.larger = size
        self.prepare(*[1], more=2)
        self.total = self.count()

    def prepare(self, one, more):
        self.one = one
        unknown.tell(one)
        self.more = more

    def count(self):
        unknown.tell(self)
        return 1

    def unit(self):
        return [ASKED for k in range(100)]
"""


def _ended(folder: Path, text: str, unit: str) -> tuple[bool, str]:
    (folder / "a.py").write_text(text)
    file = SourceFile.parse_tolerant(text, home=Place.of(folder / "a.py"))
    trials = Trials(file.normal_form(file.unit(unit)), file.home)
    told = dict(zip(NAMES, trials.estimate(Workload()), strict=True))
    return told["trial_runs"] > 0 and not told["trial_raised"], trials.stopped_at


@pytest.mark.parametrize(
    "asked", ["self.of_base[0]", "self.many[3]", "self.one + self.more", "len(self.name)", "self.part.twice"]
)
def test_what_other_statements_give_is_there(tmp_path: Path, asked: str) -> None:
    assert _ended(tmp_path, _TEXT.replace("ASKED", asked), "Worker.unit") == (True, "")


OF_LEFT_OUT = [
    *("self.handle", "self.handle_again", "self.total", "self.few", "self.found + 1"),
    *("self.seen", "self.there", "self.before", "self.limit + 1"),
    *("self.part.lacking", "self.larger + 1"),
]


@pytest.mark.parametrize("asked", OF_LEFT_OUT)
def test_what_a_statement_that_is_left_out_would_give_is_not(tmp_path: Path, asked: str) -> None:
    ended, stopped = _ended(tmp_path, _TEXT.replace("ASKED", asked), "Worker.unit")
    assert not ended
    assert stopped


@pytest.mark.parametrize(("asked", "is_there"), [("this.many[3]", True), ("this.seen", False), ("this.total", False)])
def test_an_instance_may_be_called_otherwise_than_self(tmp_path: Path, asked: str, is_there: bool) -> None:
    text = _TEXT.replace("self", "this").replace("ASKED", asked)
    assert _ended(tmp_path, text, "Worker.unit")[0] is is_there


@pytest.mark.parametrize(
    ("asked", "is_there"),
    [
        ("self.annotated.twice", True),
        ("self.annotated.lacking", False),
        ("self.of_lacking.name + self.of_lacking.named", True),
        ("self.of_lacking.handle.read()", False),
        ("self.of_lacking.opened", False),
    ],
)
def test_what_is_made_of_something_that_is_not_there_has_the_rest(tmp_path: Path, asked: str, is_there: bool) -> None:
    text = f"""
import unknown

class Part:
    def __init__(self, size):
        self.twice = 2 * size
        self.lacking = unknown.ask()

class User:
    def __init__(self, handle, name, named):
        self.handle, self.name, self.named = handle, name, named
        self.opened = handle.opened

class Holder:
    def __init__(self):
        self.handle = unknown.open_it()
        self.annotated: Part = Part(3)
        self.of_lacking = User(self.handle, "a", named="b")

    def unit(self):
        return [{asked} for k in range(100)]
"""
    assert _ended(tmp_path, text, "Holder.unit")[0] is is_there


def test_what_fails_on_what_was_made_up_is_left_out(tmp_path: Path) -> None:
    text = """
class Reader:
    def __init__(self, root):
        if not isinstance(root, dict) or "known" not in root:
            raise TypeError("a root is expected")
        self.root = root
        self.kept = [1]
    def unit(self):
        return [self.kept[0] for k in range(100)]
"""
    assert _ended(tmp_path, text, "Reader.unit") == (True, "")


@pytest.mark.parametrize(
    "filling",
    [
        "found.append(unknown.ask())",
        "found[0] = unknown.ask()",
        "for k in range(2):\n            found.append(unknown.ask())",
    ],
)
def test_what_lacks_an_element_is_kept_by_no_attribute(tmp_path: Path, filling: str) -> None:
    text = f"""
import unknown

class Reader:
    def __init__(self):
        found, other = [1], [2]
        {filling}
        self.kept = tuple(found)
        self.other = tuple(other)

    def unit(self):
        return [ASKED for k in range(100)]
"""
    assert not _ended(tmp_path, text.replace("ASKED", "len(self.kept)"), "Reader.unit")[0]
    assert _ended(tmp_path, text.replace("ASKED", "len(self.other)"), "Reader.unit")[0]


_OF_MODULE = """
import unknown
from torch import nn, zeros

class Metric(nn.Module):
    def __init__(self):
        super().__init__()
        self.device = unknown.device()
        self.states = {}

    def add_state(self, name, default):
        setattr(self, name, default)
        self.states[name] = default

class Counted(Metric):
    def __init__(self):
        super().__init__()
        self.add_state("total", zeros(3))
        self.layer = nn.Linear(2, 2)
        self.whole, self.short = nn.Sequential(nn.Linear(2, 2)), nn.Sequential(nn.Linear(2, 2))
        self.short.add_module("last", unknown.Layer())

    def unit(self):
        return [ASKED for k in range(100)]
"""


@pytest.mark.parametrize(
    ("asked", "is_there"),
    [
        *(("self.total + 1", True), ("len(self.states)", True), ("self.device.type", False)),
        # Among its parts may be one that the statement that is left out would add.
        *(("list(self.parameters())", False), ("list(self.children())", False), ("dict(self.named_children())", False)),
        *(("len(self.whole)", True), ("len(self.short)", False)),
        ("list(self.layer.parameters())", True),
    ],
)
def test_a_module_that_begins_with_what_is_not_known_has_the_rest(tmp_path: Path, asked: str, is_there: bool) -> None:
    assert _ended(tmp_path, _OF_MODULE.replace("ASKED", asked), "Counted.unit")[0] is is_there
