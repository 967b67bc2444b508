"""Constants that normal forms leave out for their length."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import NOWHERE, Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

ENTRIES = ", ".join(f"'w{k}': {k}" for k in range(40))
NUMBERS = ", ".join(map(str, range(60)))
TEXT = f"""
import enum
from beside import TOLD

class Wrapped:
    def __init__(self, value): self.value = value

def helper(x): return [x] * 9

WORDS = {{{ENTRIES}}}
FIRST, SECOND = [{NUMBERS}], 3
TOTAL = len(WORDS) + sum(WORDS.values())
CALLS = {{"first of all": helper, "second of all": helper, "third of all": helper, "fourth of all": helper}}
WRAPPED = [Wrapped(1), Wrapped(2), Wrapped(3), Wrapped(4), Wrapped(5), Wrapped(6), Wrapped(7), Wrapped(8)]
ENTERED = {{{ENTRIES}}}
ENTERED["more"] = 7
FROM_BESIDE = [TOLD[0], TOLD[0], TOLD[0], TOLD[0], TOLD[0], TOLD[0], TOLD[0], TOLD[0], TOLD[0], TOLD[0], TOLD[0]]

class Table:
    NUMBERS = [{NUMBERS}]
    NESTED = {{"words": WORDS, {ENTRIES}}}
    def numbers(self, n): return [self.NUMBERS[k % 60] for k in range(n)]
    def compared(self, n): return [k for k in range(n) if self.NUMBERS == k]
    def nested(self, n): return [self.NESTED["words"]["w3"] for k in range(n)]

class Kind(enum.Enum):
    A = "{"x" * 100}"
    def kind(self, n): return [self.A.value[5] for k in range(n)]

def mapping(n): return [WORDS["w1"] + TOTAL for k in range(n)]
def of_two(n): return [FIRST[3] + SECOND for k in range(n)]
def called(n): return [CALLS["first of all"](k)[8] for k in range(n)]
def same_class(n): return [1 // isinstance(WRAPPED[0], Wrapped) for k in range(n)]
def entered(n): return [ENTERED["more"] for k in range(n)]
def imported(n): return [FROM_BESIDE[0][k % 2] for k in range(n)]
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "a.py").write_text(TEXT)
    (tmp_path / "beside.py").write_text("TOLD = [(1, 2)]\n")
    return Place.of(tmp_path / "a.py")


def trials(name: str, place: Place) -> Trials:
    file = SourceFile.parse(TEXT)
    return Trials(file.normal_form(file.unit(name)), place)


def runs(tried: Trials) -> tuple[float, float]:
    row = tried.estimate(parse("n: int = 50"))
    return row[NAMES.index("trial_runs")], row[NAMES.index("trial_raised")]


@pytest.mark.parametrize(
    "name",
    ["mapping", "of_two", "called", "same_class", "entered", "imported", "Table.numbers", "Table.nested", "Kind.kind"],
)
def test_the_file_tells_what_they_are(place, name):
    tried = trials(name, place)
    number, raised = runs(tried)
    assert number >= 1 and not raised
    assert place.file in tried.followed, "another one when they may be others"
    assert tried.is_current
    Path(place.file).write_text(TEXT + "\n# changed\n")
    assert not tried.is_current


@pytest.mark.parametrize("name", ["mapping", "Table.numbers", "Table.nested", "Table.compared"])
@pytest.mark.parametrize(
    "text", [None, "", "def mapping(:", "WORDS = TOTAL = NUMBERS = unknown()\nclass Table: pass\n"]
)
def test_where_none_does_nobody_knows_what_they_are(place, name, text):
    if text is not None:
        Path(place.file).write_text(text)
    tried = trials(name, NOWHERE if text is None else place)
    assert runs(tried)[0] < 1, "an ellipsis could be compared"


def test_units_without_any_rest_on_their_text_alone(place):
    tried = trials("helper", place)
    assert not tried.followed


def test_an_instance_is_made_by_what_the_class_overrides(tmp_path):
    (tmp_path / "base.py").write_text(
        "class Base:\n    def __init__(self):\n        self.cards = {}\n        self.setup()\n"
        "        self.set_high(self.words)\n    def setup(self):\n        raise NotImplementedError\n"
        "    def set_high(self, words):\n        raise NotImplementedError\n"
    )
    text = (
        "from base import Base\nclass Sub(Base):\n    def setup(self):\n        self.words = ['a', 'b']\n"
        "    def set_high(self, words):\n        self.cards.update(enumerate(words))\n"
        "    def unit(self, n):\n        return [self.cards[k % 2] for k in range(n)]\n"
    )
    (tmp_path / "a.py").write_text(text)
    file = SourceFile.parse(text)
    number, raised = runs(Trials(file.normal_form(file.unit("Sub.unit")), Place.of(tmp_path / "a.py")))
    assert number >= 1 and not raised


def test_a_method_that_was_left_out_finds_the_bases_behind_its_class_by_name(tmp_path):
    (tmp_path / "base.py").write_text(
        "class Base:\n    @property\n    def word(self):\n        return self._word\n"
        "    @word.setter\n    def word(self, word):\n        self._word = word\n"
        "    def tell(self, word):\n        self.word = word\n"
    )
    text = (
        "from base import Base\nclass Sub(Base):\n    @property\n    def word(self):\n        return self._word\n"
        "    @word.setter\n    def word(self, word):\n        super(Sub, self.__class__).word.fset(self, word * 2)\n"
        "    def unit(self, n):\n        self.tell('a')\n        return [self._word[k % 2] for k in range(n)]\n"
    )
    (tmp_path / "a.py").write_text(text)
    file = SourceFile.parse(text)
    number, raised = runs(Trials(file.normal_form(file.unit("Sub.unit")), Place.of(tmp_path / "a.py")))
    assert number >= 1 and not raised


BASE = """
class Checked:
    def check(self): raise NotImplementedError
    @property
    def words(self): raise NotImplementedError
    @staticmethod
    def scale(): raise NotImplementedError
    def checked(self, n): return [self.check() + len(self.words) + self.scale() for k in range(n)]
    def plain(self, n): return [k for k in range(n)]
"""
SUB = """
from base import Checked
STEP = 3
class Sub(Checked):
    WIDTH = 1
    def check(self): return self._step() * self.WIDTH
    def _step(self): return STEP
    @property
    def words(self): return ["a", "b"]
    @staticmethod
    def scale(): return 2
    def unit(self, n): return self.checked(n)
    def other(self, n): return [self.count(k) for k in range(n)]
    def count(self, k): return k + 1
"""


@pytest.fixture
def sub(tmp_path: Path) -> Place:
    (tmp_path / "base.py").write_text(BASE)
    (tmp_path / "a.py").write_text(SUB)
    return Place.of(tmp_path / "a.py")


def of_sub(name: str, place: Place) -> Trials:
    file = SourceFile.parse(SUB)
    return Trials(file.normal_form(file.unit(name)), place)


def test_what_a_base_from_elsewhere_calls_is_the_classs_own(sub):
    tried = of_sub("Sub.unit", sub)
    number, raised = runs(tried)
    assert number >= 1 and not raised
    assert sub.file in tried.followed, "another one when that may be another"


def test_a_method_that_calls_none_of_a_base_rests_on_no_other(sub):
    tried = of_sub("Sub.other", sub)
    number, raised = runs(tried)
    assert number >= 1 and not raised
    assert sub.file not in tried.followed


COMPLETED = """
def checked(f):
    def wrapper(self, n):
        self.check()
        return f(self, n)
    return wrapper

class Stock:
    KNOWN = 1
    def __init__(self, shares: int): self.shares = shares
    @property
    def shares(self): return self._shares
    @shares.setter
    def shares(self, n): self._shares = [n] * n
    def check(self): return self.KNOWN
    @checked
    def unit(self, n): return [n] * n
    def lacking(self, n): return self.nobody
"""


@pytest.mark.parametrize("name", ["Stock.unit", "Stock.shares"])
def test_what_a_class_of_the_form_lacks_the_file_tells(tmp_path, name):
    (tmp_path / "a.py").write_text(COMPLETED)
    place = Place.of(tmp_path / "a.py")
    file = SourceFile.parse(COMPLETED)
    unit = [one for one in file.units if one.name == name][-1]
    tried = Trials(file.normal_form(unit), place)
    number, raised = runs(tried)
    assert number >= 1 and not raised
    assert place.file in tried.followed


def test_what_the_file_lacks_too_is_an_error(tmp_path):
    (tmp_path / "a.py").write_text(COMPLETED)
    file = SourceFile.parse(COMPLETED)
    assert runs(Trials(file.normal_form(file.unit("Stock.lacking")), Place.of(tmp_path / "a.py")))[1] == 1


def test_setting_a_property_is_what_is_tried(tmp_path):
    (tmp_path / "a.py").write_text(COMPLETED)
    file = SourceFile.parse(COMPLETED)
    getter, setter = (one for one in file.units if one.name == "Stock.shares")
    memory = NAMES.index("trial_peak")
    rows = [
        Trials(file.normal_form(unit), Place.of(tmp_path / "a.py")).estimate(parse("n: int = 5000" if said else ""))
        for unit, said in ((getter, False), (setter, True))
    ]
    assert rows[0][memory] < rows[1][memory]


REGISTERED = """
from __future__ import annotations
class Tag:
    def __init__(self, tags: Tags): self.tags = tags
    def check(self, k): raise NotImplementedError
    def unit(self, n): raise NotImplementedError
class Even(Tag):
    def check(self, k): return k % 2 == 0
    def unit(self, n): return [self.tags.told(k) for k in range(n)]
class Odd(Tag):
    def check(self, k): return k % 2 == 1
    def unit(self, n): return n
class Tags:
    kinds = [Even, Odd]
    def __init__(self):
        self.order = []
        for kind in self.kinds: self.add(kind)
    def add(self, kind): self.order.append(kind(self))
    def told(self, k): return next(tag for tag in self.order if tag.check(k))
"""


def test_classes_that_the_file_tells_of_override_what_they_override_there(tmp_path):
    (tmp_path / "a.py").write_text(REGISTERED)
    file = SourceFile.parse(REGISTERED)
    number, raised = runs(Trials(file.normal_form(file.unit("Even.unit")), Place.of(tmp_path / "a.py")))
    assert number >= 1 and not raised


OVERRIDING = """
class Tag:
    def check(self, k): raise NotImplementedError
    def unit(self, n): return [None] * n
    def told(self, n): return [self.check(k) for k in range(n)]
class Even(Tag):
    def check(self, k): return k % 2 == 0
    def unit(self, n): return self.told(n)
"""


def test_a_class_of_the_form_overrides_what_it_overrides_in_the_file(tmp_path):
    (tmp_path / "a.py").write_text(OVERRIDING)
    file = SourceFile.parse(OVERRIDING)
    number, raised = runs(Trials(file.normal_form(file.unit("Even.unit")), Place.of(tmp_path / "a.py")))
    assert number >= 1 and not raised


HELD = """
class Engine:
    def __init__(self): self.turns = 3
    def start(self, n): return [self.turns] * n
class Car:
    def __init__(self, engine): self._engine = engine
    def unit(self, n): return self._engine.start(n)
class Vehicle:
    def __init__(self, engine): self.engine = engine
class Truck(Vehicle):
    def __init__(self, engine, load=3): super().__init__(engine)
    def unit(self, n): return self.engine.start(n)
class Lorry(Vehicle):
    def unit(self, n): return self.engine.start(n)
class Bus(Vehicle):
    def unit(self, n): return self.engine.stop(n)
"""


@pytest.mark.parametrize(("name", "ends"), [("Car", True), ("Truck", True), ("Lorry", True), ("Bus", False)])
def test_what_instances_are_made_with_may_be_of_a_class_of_the_file(tmp_path, name, ends):
    (tmp_path / "a.py").write_text(HELD)
    place = Place.of(tmp_path / "a.py")
    file = SourceFile.parse(HELD)
    tried = Trials(file.normal_form(file.unit(f"{name}.unit")), place)
    assert (runs(tried)[0] >= 1) is ends
    assert place.file in tried.followed or not ends


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        ("Unit", "Unit = Union[int, timedelta]\n"),
        ("kinds.Unit", ""),
        ("Several", "from kinds import Several\n"),
        ("'Wrapped'", ""),
        ("list[Pair]", ""),
        ("dict[str, Pair]", ""),
    ],
)
def test_what_annotations_of_a_constructor_stand_for_its_file_says(tmp_path, annotation, said):
    (tmp_path / "kinds.py").write_text(
        "from typing import Union\nUnit = Union[int, None]\nSeveral = list[int]\n"
        "class Number:\n    def __init__(self, of: int): self.of = of\n"
    )
    (tmp_path / "waits.py").write_text(
        f"import kinds\nfrom kinds import Number\nfrom datetime import timedelta\nfrom typing import Union\n{said}"
        "class Wrapped:\n    def __init__(self, of: Number): self.of = of.of\n"
        "from typing import NamedTuple\nclass Pair(NamedTuple):\n    one: Number\n    size: kinds.Several\n"
        f"class Base:\n    def __init__(self, unit: {annotation}):\n"
        "        if not isinstance(unit, (int, list, dict, Wrapped)):\n            raise TypeError\n"
        "        for pair in unit if type(unit) is list and type(unit[0]) is not int else ():\n"
        "            pair.one.of + pair.size[0]\n"
        "        self.unit = [unit]\n"
    )
    text = "from waits import Base\nclass Sub(Base):\n    def unit_of(self, n): return [self.unit for k in range(n)]\n"
    (tmp_path / "a.py").write_text(text)
    file = SourceFile.parse(text)
    number, raised = runs(Trials(file.normal_form(file.unit("Sub.unit_of")), Place.of(tmp_path / "a.py")))
    assert number >= 1 and not raised


DECORATED = """
def uses(n): return work(n)
@twice
def work(n): return sum(range(n))
def twice(f):
    def inner(*args): return f(*args) + doubled(f(*args))
    return inner
def doubled(n): return n * 2
"""


def test_a_function_whose_decorator_stands_behind_it_is_decorated():
    estimates = [
        dict(zip(NAMES, Trials(text).estimate(parse("n: int = 5000")), strict=True))
        for text in (DECORATED, DECORATED.replace("@twice", ""))
    ]
    assert estimates[0]["trial_time"] - estimates[1]["trial_time"] == pytest.approx(1.0, abs=0.1)


def test_what_a_function_of_a_header_needs_comes_with_it():
    text = "def run(n, f=two): return LIMIT + f(n)\nLIMIT = 5\ndef two(x): return K.size\nclass K: size = LIMIT\n"
    number, raised = runs(Trials(text))
    assert number >= 1 and not raised


def test_what_answers_for_names_that_nothing_has_is_there(tmp_path: Path) -> None:
    text = """
class Answering:
    def __getattr__(self, name):
        return len(name)

    def answered(self): return [self.whatever for k in range(50)]
"""
    (tmp_path / "a.py").write_text(text)
    file = SourceFile.parse_tolerant(text, home=Place.of(tmp_path / "a.py"))
    trials = Trials(file.normal_form(file.unit("Answering.answered")), file.home)
    told = dict(zip(NAMES, trials.estimate(parse("")), strict=True))
    assert told["trial_runs"] > 0
    assert told["trial_raised"] == 0
    assert str(tmp_path / "a.py") in trials.followed


_ANEW = """
HERE = "a/b/c"
HERE = HERE.split("/")
HERE = HERE[1:] * 20
NEVER = nobody()
NEVER = NEVER + 1

def anew(n): return [HERE[k % 40] for k in range(n)]
def never(n): return [NEVER for k in range(n)]
"""


def test_names_that_are_bound_anew_have_the_last_of_their_values(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(_ANEW)
    for name, ended in (("anew", True), ("never", False)):
        file = SourceFile.parse(_ANEW)
        tried = Trials(file.normal_form(file.unit(name)), Place.of(tmp_path / "a.py"))
        assert (runs(tried)[0] > 0) is ended
        assert tried.stopped_at == ("" if ended else "NEVER")
        # It rests on what else is in the file.
        assert str(tmp_path / "a.py") in tried.followed


@pytest.mark.parametrize("base", ["", "(Plain)"])
def test_what_sets_attributes_is_asked_wherever_one_is_set(tmp_path, base):
    text = (
        "class Plain:\n    def __setattr__(self, name, value):\n        raise AttributeError(name)\n"
        f"class Doubling{base}:\n    def __init__(self):\n        self.size = 2\n"
        "    def __setattr__(self, name, value):\n        object.__setattr__(self, name, value * 2)\n"
        "    def unit(self, n):\n        return [1 // (self.size == 4) for k in range(n)]\n"
    )
    (tmp_path / "a.py").write_text(text)
    file = SourceFile.parse(text)
    number, raised = runs(Trials(file.normal_form(file.unit("Doubling.unit")), Place.of(tmp_path / "a.py")))
    assert number >= 1 and not raised


_FIELDS = """
import select
import attrs

@attrs.define
class Polling:
    _poll: select.epoll = attrs.Factory(lambda: select.epoll())
    _items: dict[int, str] = attrs.Factory(dict)

    def count(self) -> int:
        waiting = len(self._items)
        return waiting + len(self._poll.poll(0))
"""


def test_what_describes_a_field_is_no_attribute_of_the_class(tmp_path: Path) -> None:
    (tmp_path / "polling.py").write_text(_FIELDS)
    file = SourceFile.parse_tolerant(_FIELDS, home=Place.of(tmp_path / "polling.py"))
    trials = Trials(file.normal_form(file.unit("Polling.count")), file.home)
    trials.estimate(parse(""))
    assert trials.error == ""
    assert trials.stopped_at == "Polling._items"
