"""Made-up workloads, corrected by what trial runs raise."""

from __future__ import annotations

import textwrap

import pytest

from perfcast.source import SourceFile
from perfcast.source.place import Place
from perfcast.trial import Trials
from perfcast.trial.process.worker import observe
from perfcast.trial.runs.correcting import corrected
from perfcast.workload import parse
from perfcast.workload.resolve import resolve

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
    return None if found is None else str(found)


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
