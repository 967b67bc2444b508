"""Made-up workloads, corrected by what trial runs raise."""

from __future__ import annotations

import textwrap
import time

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import Trials
from perfcast.trial.process.worker import observe
from perfcast.trial.runs.workload_correction import corrected
from perfcast.workload import parse
from perfcast.workload.origins.resolution import optional, resolve

SIZE = 1000
SHOP = """
    from kinds import COLOURS

    def lowered(nums):
        return nums[:12].lower().strip()

    def opened(day):
        days = ("monday", "friday")
        if day not in days:
            raise ValueError(f"no such day: {day}")
        return days.index(day)

    def coloured(block, other):
        return COLOURS[block.letter] + COLOURS[other.letter] + block.title

    def heaviest(pairs):
        return max(len(one) + other.weight for one, other in pairs)

    def launched(c):
        return c.launch("now")

    def doubled(nums):
        return [2 * n for n in nums]

    def never(nums):
        raise NotImplementedError

    def typed(day: int):
        if day not in ("monday", "friday"):
            raise ValueError(day)
        return day
    """
KINDS = """
    COLOURS = {"F": "red", "C": "green"}
    """


def correct(text, workload, free):
    text = textwrap.dedent(text)
    found = corrected(text, Trials(text), parse(workload), free)
    return None if found is None else str(found.workload)


def test_several_corrections_come_one_after_the_other():
    text = """
        def f(x, y):
            return x.lower() + y["name"].strip() + y["title"]
        """
    found = correct(text, "x: int = 10; y: list[int] * 1000", ("x", "y"))
    assert found == "x: str * 10 in 'a'..'z'; y: {title: str, name: str} in 'a'..'z'"
    assert Trials(textwrap.dedent(text)).comes_to_an_end(parse(found))


@pytest.mark.parametrize(
    ("body", "workload"),
    [
        ("return x + 1", "x: int = 10"),
        ("raise NotImplementedError", "x: int = 10"),
        ("return open(x).read()", "x: str * 10"),
        ("return 1 // 0", "x: int = 10"),
    ],
)
def test_nothing_is_corrected_that_works_or_tells_nothing(body, workload):
    assert correct(f"def f(x):\n    {body}\n", workload, ("x",)) is None


def test_errors_at_larger_sizes_count():
    text = """
        def f(x):
            if len(x) > 100:
                raise ValueError(x)
            return x.lower()
        """
    assert correct(text, "x: list[int] * 1000", ("x",)) is None


@pytest.mark.parametrize("is_known", [False, True])
def test_errors_at_larger_sizes_are_told_in_full(is_known):
    text = """
        def f(rows, name):
            if len(rows) > 200 and name not in ("a", "b"):
                raise ValueError("no " + "such " * 20 + "name")
            return name
        """
    trials, workload = Trials(textwrap.dedent(text)), parse("rows: list[int] * 1000; name: str * 5")
    if is_known:
        trials.estimate(workload)
    assert trials.failure(workload) == f"ValueError: no {'such ' * 20}name"


def test_errors_of_what_is_unfit_are_told_in_full():
    lacking = "def f(x):\n    return x.lower()\n"
    assert Trials(lacking).failure(parse("x: int = 10")) == "AttributeError: 'int' object has no attribute 'lower'"
    later = "def f(x):\n    return len(x) > 100 and x.lower()\n"
    said = Trials(later).failure(parse("x: list[int] * 1000"))
    assert said == "AttributeError: 'list' object has no attribute 'lower'"


def test_units_that_nobody_calls_take_what_corrects_them(tmp_path):
    (tmp_path / "pyproject.toml").touch()
    for name, text in (("shop.py", SHOP), ("kinds.py", KINDS)):
        (tmp_path / name).write_text(textwrap.dedent(text))
    path = tmp_path / "shop.py"
    file = SourceFile.parse_tolerant(path.read_text(), home=Place.of(path, [tmp_path]))
    calls = observe(file.home, {unit.name: file.normal_form(unit) for unit in file.units}, SIZE).calls
    found = {name: call.sized for name, call in calls.items()}
    assert found["lowered"] == "nums: str * 1000 in 'a'..'z'"
    assert found["opened"] == "day: 'monday' | 'friday'"
    assert found["coloured"] == "block: {.letter: 'F' | 'C', .title: str} in 'a'..'z'; other: {.letter: 'F' | 'C'}"
    assert found["heaviest"].startswith("pairs: list[tuple[")
    assert ".weight: float" in found["heaviest"]
    assert all(calls[name].caller is None for name in found)
    assert not {"launched", "doubled", "never", "typed"} & found.keys()


def test_of_several_texts_those_are_left_that_the_unit_takes():
    text = """
        def f(kind):
            if kind == "bad":
                raise ValueError(kind)
            if kind == "good" or kind == "fine":
                return 1
            raise ValueError(kind)
        """
    assert correct(text, "kind: str * 9", ()) == "kind: 'good' | 'fine'"


@pytest.mark.parametrize(
    ("body", "workload", "expected"),
    [
        ("return Level(x.lower())", "x: str * 9", "x: 'low' | 'high'"),
        ("return Level[x]", "x: str * 9", "x: 'LOW' | 'HIGH'"),
        ("return (at(x) - at('2020-01-01')).days", "x: int = 10", "x: timestamp like '%Y-%m-%d'"),
        ("return json.loads(x)['user'].lower()", "x: str * 9", "x: json[{user: str}] in 'a'..'z'"),
        ("return Pair(*map(int, x.split(',')))", "x: str * 9", "x: str like '11,11'"),
        ("return np.linalg.inv(x)", "x: int = 10", "x: float64[32, 32]"),
        ("return {Level.LOW: 1, Level.HIGH: 2}[x]", "x: str * 9", "x: Level"),
        ("out = copy.copy(x)\n    out['a'] = 1\n    return out", "x: int = 10", "x: dict[str, int] * 1000 in 'a'..'z'"),
    ],
)
def test_what_errors_of_the_library_want_is_made(body, workload, expected):
    text = f"""
def f(x):
    {body}

import copy, json
import numpy as np
from datetime import datetime
from enum import Enum
from typing import NamedTuple

def at(text):
    return datetime.strptime(text, "%Y-%m-%d")

class Level(Enum):
    LOW = "low"
    HIGH = "high"

class Pair(NamedTuple):
    x: int
    y: int
"""
    assert correct(text, workload, ("x",)) == expected


@pytest.mark.parametrize("good", ["one", "two", "six"])
def test_one_text_is_found_among_those_that_make_it_raise(good):
    text = f"""
        def f(kind, side):
            if kind not in ("one", "two", "six") or kind != "{good}":
                raise ValueError(kind)
            return {{"left": 1, "right": 2}}[side]
        """
    assert correct(text, "kind: str * 9; side: str * 9", ()) == f"kind: '{good}'; side: 'left' | 'right'"


def test_texts_that_a_type_names_stay_all():
    text = """
        def f(kind, day):
            if kind == "bad" and day == "never":
                raise ValueError(kind)
            if day not in ("monday", "friday"):
                raise ValueError(day)
        """
    assert correct(text, "kind: 'bad' | 'good'; day: str * 9", ()) == "kind: 'bad' | 'good'; day: 'monday' | 'friday'"


def test_nothing_is_tried_after_the_end():
    text = "def f(x):\n    return x.lower()\n"
    trials, workload = Trials(text), parse("x: int = 10")
    assert corrected(text, trials, workload, ("x",), end=0.0) is None
    found = corrected(text, trials, workload, ("x",), end=time.process_time() + 1000.0)
    assert found is not None and found.after == "AttributeError"


def test_what_nobody_knows_is_corrected_after_no_error():
    text = "def f(x):\n    return x.price\n"
    found = corrected(text, Trials(text), parse("x: object"), ("x",))
    assert found is not None and found.after == ""


DEFAULTS = """
    def check(values: list[int], on_error="raise"):
        if on_error == "ignore":
            return values
        for v in values:
            if v != 5:
                raise ValueError(v)
        return values

    def load(text, sep=",", mode="strict"):
        if mode == "lazy":
            return text
        if text.count(sep) != 77:
            raise ValueError(text)
        return text.split(sep)

    def resample(values, how="mean"):
        if how == "count":
            return len(values)
        return sum(values) / 0

    def export(rows, fmt="csv"):
        if fmt == "json":
            return rows
        raise ValueError(fmt)
    """


@pytest.mark.parametrize("name", ["check", "load", "resample", "export"])
def test_defaults_that_the_author_wrote_stay(name):
    file = SourceFile.parse(textwrap.dedent(DEFAULTS))
    unit = file.unit(name)
    workload = resolve(unit, file, SIZE).workload
    assert workload.arguments[-1].value in {"raise", "strict", "mean", "csv"}
    assert correct(file.normal_form(unit), str(workload), ("values", "text", "rows")) is None


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("return np.eye(3, 8) @ x + np.zeros(3)", "x: float64[8]"),
        ("return x - np.eye(2, 4) @ np.zeros(4)", "x: float64[2]"),
        ("return np.eye(3, 8).dot(x)", "x: float64[8]"),
    ],
)
def test_arrays_are_as_long_as_what_they_are_reckoned_with(body, wanted):
    assert correct(f"def f(x):\n    {body}\n\nimport numpy as np", "x: float64[1000]", ()) == wanted


LEFT_OUT = """
    def counted(corpus=None, words=None):
        if words is None:
            words = set()
            for doc in corpus:
                words.update(doc)
        return len(words)

    def seeded(seed=None, words=None):
        checked(seed)
        return len(words) if words is not None else len(list(words))

    def checked(seed):
        if seed is not None and seed != 7:
            raise ValueError(seed)

    def either(first=None, second=None):
        if first is None and second is None:
            raise ValueError("first or second is needed")
        return sum(second)

    def fine(first=None):
        return first
    """


@pytest.mark.parametrize(
    ("name", "given"), [("counted", ["corpus"]), ("seeded", ["words"]), ("either", ["first", "second"]), ("fine", None)]
)
def test_what_may_not_be_left_out_is_given(name, given):
    file = SourceFile.parse(textwrap.dedent(LEFT_OUT))
    unit = file.unit(name)
    text, workload = file.normal_form(unit), resolve(unit, file, SIZE).workload
    free = frozenset({"corpus", "words", "first", "second"})
    found = corrected(text, Trials(text), workload, free, optional=lambda: optional(unit, file, SIZE))
    assert (None if found is None else sorted(one.name for one in found.workload.arguments)) == given


def test_what_is_the_larger_one_of_two_is_a_number() -> None:
    """The error is that of comparing it, not of what goes through it."""
    text = "def f(nums, v):\n    nums[1] = v\n    return max(nums[0], nums[1])\n"
    assert correct(text, "nums: list[int] * 1000 in 0..1000; v: object", {"v"}) == (
        "nums: list[int] * 1000 in 0..1000; v: int in 1..10"
    )
