"""Forecasts rest on what a project's tests call units with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perfcast.forecast.cache.kept_answers import KeptAnswers
from perfcast.forecast.cache.kept_calls import KeptCalls
from perfcast.forecast.comparing.pair import Side, compare_units
from perfcast.forecast.growth import growth
from perfcast.forecast.presentation.text import origin_phrase
from perfcast.forecast.project_calls import ProjectCalls
from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial.process.worker import Followed
from tests.engine import DEVICE

SHOP = """\
class Cart:
    def __init__(self, prices):
        self.prices = prices

    def most(self):
        return max(self.prices)

def total(cart):
    return sum(cart.prices)

def doubled(nums):
    return [2 * n for n in nums]

def month(date):
    return int(date.split("-")[1])

def fit(nums: list[int]):
    return nums

fit([1, 2])
"""
TEST = """\
from shop import *

def test_all():
    cart = Cart([1.5, 2.5])
    total(cart)
    cart.most()
    doubled([3, 4, 5])
    month("2020-02-03")
    fit([1])
"""

NET = """\
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        return self.layer(x)

def freeze(model):
    for one in model.parameters():
        one.requires_grad_(False)
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "test_shop.py").write_text(TEST)
    (tmp_path / "shop.py").write_text(SHOP)
    return tmp_path / "shop.py"


def read(path: Path, text: str | None = None) -> SourceFile:
    return SourceFile.parse_tolerant(text or path.read_text(), home=Place.of(path, [path.parent]))


def workloads(predictor, file):
    return {
        name: (str(resolved.workload), resolved.origin, resolved.default_size)
        for name, resolved in ((unit.name, predictor.resolve(file, unit)) for unit in file.units)
    }


def test_calls_of_tests_take_the_place_of_defaults(predictor, shop):
    file = read(shop)
    before = workloads(predictor, file)
    assert {origin for _, origin, _ in before.values()} == {"default", "call on line 20"}
    predictor.observe_project_calls(file)
    after = workloads(predictor, file)
    assert after["total"] == ("cart: Cart", "call in test_shop.py:3", None)
    assert after["month"] == ("date: str = '2020-02-03'", "call in test_shop.py:3", None)
    assert after["doubled"] == ("nums: list[int] * 1000 in 3..5", "default as call in test_shop.py:3", 1000)
    assert after["Cart.__init__"][0] == "prices: list[float] * 1000 in 1.5..2.5"
    assert after["Cart.most"] == ("", "call in test_shop.py:3", None)
    assert after["fit"] == before["fit"], "the file itself says more"
    small = predictor.resolve(file, file.unit("doubled"), 10)
    assert (str(small.workload), small.default_size) == ("nums: list[int] * 10 in 3..5", 10)


NAMESAKES = """\
class Box:
    def __init__(self):
        self._items = []

    @property
    def items(self):
        return sorted(self._items)

    @items.setter
    def items(self, value):
        self._items = list(value)

def most(nums):
    return [nums] * 3

def most(nums: list[int]):
    return max(nums)

def sign(price):
    return price < 0

def sign(price):
    return price > 0
"""
TEST_OF_NAMESAKES = """\
from box import *

def test_items():
    box = Box()
    box.items = [2.5, 1.5]
    assert box.items
    assert sign(3.5)
"""


def test_calls_are_those_of_one_of_several_of_a_name(predictor, tmp_path):
    (tmp_path / "box.py").write_text(NAMESAKES)
    (tmp_path / "test_box.py").write_text(TEST_OF_NAMESAKES)
    file = read(tmp_path / "box.py")
    _, getter, setter, first, last, *signs = file.units
    alone = {unit: predictor.resolve(file, unit) for unit in (first, last, signs[0])}
    predictor.observe_project_calls(file)
    assert predictor.resolve(file, getter).origin == "call in test_box.py:3"
    put = predictor.resolve(file, setter)
    assert (str(put.workload), put.origin) == (
        "value: list[float] * 1000 in 1.5..2.5",
        "default as call in test_box.py:3",
    )
    assert predictor.resolve(file, signs[1]).origin == "call in test_box.py:3"
    # Neither what another one is called with, nor what was made up for it and corrected.
    assert {unit: predictor.resolve(file, unit) for unit in alone} == alone
    assert predictor.pending_question(file) is None


def test_only_what_was_asked_for_is_looked_for(predictor, shop):
    file = read(shop)
    predictor.observe_project_calls(file, names=["month"])
    found = workloads(predictor, file)
    assert found["month"][1].startswith("call in")
    assert found["total"][1] == "default"


def test_nobody_looks_twice(predictor, shop):
    file = read(shop)
    question = predictor.pending_question(file)
    assert set(question.units) == {"Cart.__init__", "Cart.most", "total", "doubled", "month"}
    assert predictor.calls.note(question, question.answered())
    assert predictor.pending_question(file) is None
    assert predictor.pending_question(read(shop, "# moved\n" + SHOP.replace("2 * n", "3 * n"))) is None, (
        "bodies say nothing"
    )
    assert predictor.pending_question(file, 10) is not None, "of another size"
    renamed = read(shop, SHOP.replace("def total(cart)", "def total(cart, tax=1)"))
    assert predictor.pending_question(renamed) is not None
    assert workloads(predictor, renamed)["total"][1] == "default", "until somebody has looked"
    test = shop.parent / "test_shop.py"
    test.write_text(TEST.replace("[3, 4, 5]", "['x', 'y']"))
    os.utime(test, ns=(1, 1))
    again = predictor.pending_question(file)
    assert predictor.calls.note(again, again.answered()), "something else was found"
    assert workloads(predictor, file)["doubled"][0].startswith("nums: list[str] * 1000")


def test_a_new_file_that_may_call_what_none_was_seen_to_call(predictor, shop):
    file = read(shop)
    (shop.parent / "test_shop.py").unlink()
    predictor.observe_project_calls(file)
    assert workloads(predictor, file)["total"][1] == "default"
    written = {
        "test_new.py": "from shop import *\n\ndef test_new():\n    total(Cart([1.5]))\n",
        "test_other.py": "import shop\n\ndef test_nothing(): pass\n",
        "elsewhere.py": "def total(cart): ...\n",
        "notes.txt": "import shop; shop.total(1)\n",
    }
    for name, text in written.items():
        (shop.parent / name).write_text(text)
    news = {name: predictor.calls.outdated_by([str(shop.parent / name)], [str(shop)]) for name in reversed(written)}
    assert news == {"notes.txt": [], "elsewhere.py": [], "test_other.py": [], "test_new.py": [str(shop)]}
    assert predictor.calls.outdated_by([str(shop.parent / "gone.py"), str(shop)], [str(shop)]) == []
    predictor.observe_project_calls(file)
    assert workloads(predictor, file)["total"] == ("cart: Cart", "call in test_new.py:3", None)
    assert predictor.calls.outdated_by([str(shop.parent / "test_new.py")], [str(shop)]) == [], "it is known"
    assert predictor.pending_question(file) is None


@pytest.mark.parametrize("name", ["none.py", "shop.ipynb"])
def test_what_lies_nowhere_has_no_project(predictor, shop, name):
    assert predictor.pending_question(SourceFile.parse(SHOP)) is None
    (shop.parent / "shop.ipynb").write_text(SHOP)
    assert predictor.pending_question(read(shop.parent / name, SHOP)) is None


def test_nobody_looks_where_nothing_is_tried(predictor, shop):
    predictor.set_trial_runs(False)
    assert predictor.pending_question(read(shop)) is None


def test_forecasts_are_of_the_call_that_was_seen(predictor, model, shop):
    file = read(shop)
    [before] = predictor.forecast_file(file, names=["total"], device=DEVICE)
    predictor.observe_project_calls(file)
    [after] = predictor.forecast_file(file, names=["total"], device=DEVICE)
    assert (before.workload_origin, after.workload_origin) == ("default", "call in test_shop.py:3")
    asked = len(model.asked)
    predictor.forecast_file(file, names=["total"], device=DEVICE)
    assert len(model.asked) == asked


def test_origins_read_as_ends_of_sentences():
    assert origin_phrase("call in test_shop.py:3") == "from the call in test_shop.py:3"
    assert origin_phrase("default as call in test_shop.py:3") == "by default, as in the call in test_shop.py:3"
    said = "default with what is made in test_shop.py:3"
    assert origin_phrase(said) == "by default, with what is made in test_shop.py:3"


def test_what_the_file_itself_shows_is_looked_for_again(predictor, shop):
    text = SHOP + "\ndef main():\n    total(Cart([1.0]))\n"
    shop.write_text(text)
    (shop.parent / "test_shop.py").unlink()
    file = read(shop)
    predictor.observe_project_calls(file)
    assert workloads(predictor, file)["total"][:2] == ("cart: Cart", "call on line 22")
    before = predictor.calls.place(file, file.unit("total"))
    later = text.replace("[1.0]", "[1.0] * 9")
    shop.write_text(later)
    again = read(shop, later)
    assert predictor.pending_question(again) is not None
    predictor.observe_project_calls(again)
    assert predictor.calls.place(again, again.unit("total")).key != before.key, "another forecast"


def test_one_call_has_no_other_sizes(predictor, shop):
    file = read(shop)
    predictor.observe_project_calls(file)
    units = {name: file.unit(name) for name in ("month", "doubled")}
    resolved = {name: predictor.resolve(file, unit).workload for name, unit in units.items()}
    assert growth(predictor, file, units["month"], resolved["month"], DEVICE) is None
    assert growth(predictor, file, units["doubled"], resolved["doubled"], DEVICE) is not None
    sides = [Side(file, unit, name) for name, unit in units.items()]
    assert list(compare_units(predictor, sides[0], sides[0]).sizes) == []
    assert compare_units(predictor, sides[1], sides[1]).sizes


def test_answers_about_several_units_are_kept_together(predictor, shop):
    file = read(shop)
    for name in ("month", "total"):
        predictor.observe_project_calls(file, names=[name])
    found = workloads(predictor, file)
    assert found["month"][1].startswith("call in")
    assert found["total"][1].startswith("call in")


def test_what_is_made_up_for_a_network_is_a_default(predictor, tmp_path):
    path = tmp_path / "net.py"
    path.write_text(NET)
    file = read(path)
    predictor.observe_project_calls(file)
    assert workloads(predictor, file)["freeze"] == ("model: Net", "default", None)
    [found] = [one for one in predictor.forecast_file(file) if one.unit.name == "freeze"]
    assert not found.outside
    again = read(path, NET.replace("Linear(2, 2)", "Linear(3, 3)"))
    assert predictor.pending_question(again) is not None, "it rests on what the network is made of"


LENT = {
    "shop/__init__.py": "",
    "shop/cart.py": """\
class Owner:
    def __init__(self, code):
        self.letter, self.number = code.split("/")

    def longer(self, title):
        return title + self.letter
""",
    "shop/report.py": """\
def total(owner, nums: list[int]):
    return [owner.longer(str(n)) for n in nums]
""",
    "test_cart.py": """\
from shop.cart import Owner

def test_owner():
    owner = Owner("a/1")
    assert owner.letter
""",
}


@pytest.fixture
def lent(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    for name, text in LENT.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_units_that_nobody_calls_are_forecast_with_what_tests_make(predictor, lent):
    file = read(lent / "shop" / "report.py")
    predictor.observe_project_calls(file)
    origin = "default with what is made in test_cart.py:3"
    assert workloads(predictor, file)["total"] == ("owner: Owner; nums: list[int] * 1000 in 0..1000", origin, 1000)
    small = predictor.resolve(file, file.unit("total"), 10)
    assert str(small.workload) == "owner: Owner; nums: list[int] * 10 in 0..10"
    [found] = predictor.forecast_file(file, names=["total"])
    assert not found.outside


MADE_UP = "self: Owner made up with code of 100 characters"


def test_an_instance_that_a_test_makes_is_not_made_up(predictor, lent):
    file = read(lent / "shop" / "cart.py")
    unit = file.unit("Owner.longer")
    assert predictor.grounds.receiver(file, unit, predictor.resolve(file, unit).workload) == MADE_UP
    predictor.observe_project_calls(file)
    assert predictor.grounds.receiver(file, unit, predictor.resolve(file, unit).workload) == ""


def test_a_test_that_calls_what_nobody_called_before_is_news(predictor, lent):
    file = read(lent / "shop" / "report.py")
    predictor.observe_project_calls(file)
    test = lent / "test_total.py"
    test.write_text(
        "from shop.cart import Owner\nfrom shop.report import total\n\ndef test_it():\n    total(Owner('b/2'), [1])\n"
    )
    assert predictor.calls.outdated_by([str(test)], [str(lent / "shop" / "report.py")]) == [
        str(lent / "shop" / "report.py")
    ]
    predictor.observe_project_calls(file)
    assert workloads(predictor, file)["total"][1].startswith("call in test_total.py")


def test_a_class_of_one_project_is_none_of_another(predictor, model, tmp_path):
    for folder in "ab":
        path = tmp_path / folder / "report.py"
        path.parent.mkdir()
        path.write_text("# perfcast: cart: cart.Cart\ndef total(cart):\n    return sum(cart.things)\n")
        (path.parent / "cart.py").write_text("class Cart:\n    things = [1, 2]\n")
        before = len(model.asked)
        predictor.forecast_file(read(path))
        asked = len(model.asked)
        assert asked > before
        predictor.forecast_file(read(path))
        assert len(model.asked) == asked, "of the same file it is known"


DAYS = """\
def opened(day):
    days = ("monday", "friday")
    if day not in days:
        raise ValueError(day)
    return days.index(day)

def never(day):
    raise NotImplementedError
"""


@pytest.fixture
def days(tmp_path: Path) -> Path:
    (tmp_path / "days.py").write_text(DAYS)
    return tmp_path / "days.py"


def test_what_was_corrected_says_so(predictor, days):
    file = read(days)
    predictor.observe_project_calls(file)
    found = workloads(predictor, file)
    assert found["opened"] == ("day: 'monday' | 'friday'", "default corrected after ValueError", None)
    assert found["never"][1] == "default"
    assert origin_phrase("default corrected after ValueError") == "by default, corrected after ValueError"
    assert origin_phrase("default corrected") == "by default, corrected"


def test_what_was_corrected_goes_with_the_body(predictor, days):
    file = read(days)
    predictor.observe_project_calls(file)
    assert predictor.pending_question(file) is None
    text = DAYS.replace('("monday", "friday")', '("tuesday", "sunday")')
    later = read(days, text)
    assert workloads(predictor, later)["opened"][1] == "default", "until somebody has looked"
    assert workloads(predictor, file)["opened"][1] != "default"
    assert set(predictor.pending_question(later).units) == {"opened"}
    days.write_text(text)
    predictor.observe_project_calls(later)
    assert workloads(predictor, later)["opened"][0] == "day: 'tuesday' | 'sunday'"
    assert predictor.pending_question(later) is None


def test_what_could_not_be_corrected_is_tried_again_with_another_body(predictor, days):
    file = read(days)
    predictor.observe_project_calls(file)
    text = DAYS.replace("raise NotImplementedError", "return day.strip() + day")
    assert predictor.pending_question(read(days, f"# moved\n{DAYS}")) is None
    assert set(predictor.pending_question(read(days, text)).units) == {"never"}


def test_a_corrected_workload_that_raises_was_made_up(predictor, model, days):
    file = read(days)
    predictor.observe_project_calls(file)
    model.trials.ran = Followed(was_tried=False, has_raised=True, files={}, error="KeyError 'x'")
    [found] = predictor.forecast_file(file, names=["opened"])
    assert found.outside[0].startswith("cannot guess ")
    assert found.detail == "raises KeyError 'x' on what was made up"


def test_what_an_earlier_process_has_corrected_goes_with_the_body(predictor, days, tmp_path):
    file, folder = read(days), tmp_path / "kept"
    calls = ProjectCalls(KeptCalls(KeptAnswers(folder)))
    question = calls.question(file, 1000)
    calls.note(question, question.answered())
    later = read(days, DAYS.replace("monday", "tuesday"))
    for again, is_there in ((file, True), (later, False)):
        calls = ProjectCalls(KeptCalls(KeptAnswers(folder)))
        assert (calls.question(again, 1000) is None) == is_there
        assert (calls.of(again, again.unit("opened")) is not None) == is_there
