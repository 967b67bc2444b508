"""What calls hold for how they are made, and leave behind: figures are memray's of CPython 3.11, in warm calls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perfcast.source.locations.place import NOWHERE
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11

_AROUND = """
import functools
import itertools
import re

import numpy as np

@functools.lru_cache(maxsize=128)
def bounded_one(a): return a
@functools.lru_cache(maxsize=128)
def bounded_three(a, b, c): return a
@functools.cache
def kept(a): return a
"""


def peak(unit: str, workload: str) -> float:
    costs = Trials(unit + "\n" + _AROUND).estimate(parse(workload))
    return 2.0 ** costs[NAMES.index("trial_peak")]


def peak_of(body: str, workload: str) -> float:
    names = ", ".join(part.split(":")[0].strip() for part in workload.split(";"))
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return peak(f"def unit({names}):\n{lines}\n", workload)


@pytest.mark.parametrize(
    ("unit", "workload", "measured"),
    [
        ("def unit(a, b=2, *, d=True): return a", "a: int = 5", 232),
        ("def unit(a, b=2, *, d=True, e=None): return a", "a: int = 5; b: int = 3; d: bool = True", 184),
        ("def unit(a, b=2, *, d=True, e=None, f=3, g=4): return a", "a: int = 5", 256),
        ("def unit(a, b=2, *, d=True, e=None, f=3, g=4, h=3, i=4): return a", "a: int = 5", 288),
        ("def unit(a, *, d=True, e=None): return a, d", "a: int = 5", 240),
        ("def unit(a, b=2): return a", "a: int = 5", 0),
    ],
)
def test_what_is_given_by_name_alone_comes_in_a_dictionary(unit: str, workload: str, measured: float) -> None:
    assert peak(unit, workload) == pytest.approx(measured, abs=1.5)


def test_methods_are_given_by_name_what_functions_are() -> None:
    text = "class Unit:\n    def __init__(self, a, *, b=1, c=2, d=3): self.a = a\n"
    assert peak(text, "a: int = 5") == pytest.approx(248, abs=10)


def test_what_a_decorator_stands_for_tells_what_is_given_by_name() -> None:
    inner = "    @functools.wraps(f)\n    def inner(*args, **kwargs): return f(*args, **kwargs)\n    return inner\n"
    wrapper = f"def marked(f):\n{inner}"
    plain = peak("@marked\ndef unit(a, b=1): return a\n" + wrapper, "a: int = 5")
    by_name = peak("@marked\ndef unit(a, *, b=1): return a\n" + wrapper, "a: int = 5")
    assert by_name > plain + 100


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return a, b", 0),
        ("return (a, b), b", 56),
        ("return [(a, b), (b, a)]", 56 + 16 + 56),
    ],
)
def test_one_pair_takes_the_place_that_is_free(body: str, measured: float) -> None:
    assert peak_of(body, "a: int = 5; b: int = 3") == pytest.approx(measured, abs=1.5)


_DISTINCT = "n: list[int] * 30 in 500..10000 distinct"


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return bounded_one(n)", "n: int = 1000", 264),
        ("return bounded_one(n)", "n: str * 10", 224),
        ("return bounded_three(n, n, n)", "n: int = 1000", 280),
        ("return kept(n)", "n: int = 1000", 208),
        pytest.param("return [kept(i) for i in n]", _DISTINCT, 2024, marks=OF_PYTHON_3_11),
        pytest.param("return [bounded_one(i) for i in n]", _DISTINCT, 3256, marks=OF_PYTHON_3_11),
    ],
)
def test_remembered_results_have_entries_and_an_order(body: str, workload: str, measured: float) -> None:
    assert peak_of(body, workload) == pytest.approx(measured, rel=0.02)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return itertools.tee(v)", 672),
        ("a, b = itertools.tee(v)\nfor x in a:\n    pass\nreturn b", 9320),
        ("a, b = itertools.tee(v)\nreturn sum(a) + sum(b)", 9264),
        ("a, b = itertools.tee(v)\nnext(b)\nfor x in zip(a, b):\n    pass", 1216),
    ],
)
def test_iterators_of_tee_share_the_blocks_between_them(body: str, measured: float) -> None:
    assert peak_of(body, "v: list[int] * 1000") == pytest.approx(measured, rel=0.1)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return itertools.chain(v)", 144),
        ("return itertools.chain(v, v)", 96),
        ("return itertools.chain(v, v, v)", 160),
        ("return itertools.accumulate(v)", 160),
        ("return itertools.islice(v, 1, 10)", 184),
        pytest.param("return itertools.pairwise(v)", 144, marks=OF_PYTHON_3_11),
        ("return itertools.zip_longest(v, v)", 280),
        ("return tuple(map(tuple, ()))", 168),
    ],
)
def test_iterators_are_given_tuples(body: str, measured: float) -> None:
    assert peak_of(body, "v: list[int] * 100") == pytest.approx(measured, abs=9)


def test_a_text_that_is_not_split_is_its_own_part() -> None:
    assert peak_of("return re.split('[.[]', s)", "s: str * 800 in 'a'..'z'") == pytest.approx(152, abs=1.5)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("c = (v * 2) > 0.3\nreturn v * c", 11_992),
        ("c = (v * 2) > 0.3\nreturn c.sum() + v.sum()", 6360),
        ("c = (v * 2) @ v\nreturn c.astype('float32').sum()", 11_352),
        ("c = -(v * 2)\nreturn (v > 3) * c", 17_544),
    ],
)
def test_operands_that_an_expression_alone_has_are_gone_after_it(body: str, measured: float) -> None:
    assert peak_of(body, "v: float64[26, 26]") == pytest.approx(measured, rel=0.02)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("return np.sqrt(v)", 144),
        ("return np.ravel(v)", 144),
        ("return np.nonzero(v)", 416),
        ("return np.zeros_like(v)", 256),
        ("return np.reshape(v, (-1, 1))", 560),
        ("return np.transpose(v)", 320),
        ("return np.max(v)", 1392),
        ("total = np.sum(v)\nreturn total, bytearray(5000)", 5569),
        ("return np.sum(v), np.max(v)", 1456),
    ],
)
def test_functions_of_numpy_leave_places_of_what_they_are_given(body: str, measured: float) -> None:
    assert peak_of(body, "v: float64[70]") == pytest.approx(measured, rel=0.05)


@OF_PYTHON_3_11
@pytest.mark.parametrize(("first_line", "measured"), [("from __future__ import annotations", 240), ("", 344)])
def test_hints_that_stay_texts_are_no_part_of_a_function_that_is_made(
    tmp_path: Path, first_line: str, measured: float
) -> None:
    unit = "def unit(n: int):\n    def f(a: int, b: str, c: list) -> None: return n\n    return f\n"
    file = tmp_path / "hinted.py"
    file.write_text(f"{first_line}\n{unit}")
    costs = Trials(unit, replace(NOWHERE, own=(str(tmp_path),), file=str(file))).estimate(parse("n: int = 12"))
    assert 2.0 ** costs[NAMES.index("trial_peak")] == pytest.approx(measured, abs=1.5)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("hints", "measured"),
    [
        ("a: list[int]) -> dict[str, int]", 520),
        ("a: Optional[int]) -> List[int]", 440),
        ("a: int | None) -> int", 360),
        ("a: Callable[[Any, int, int], str]) -> Callable[[Any, int, int], str]", 616),
        ("a: Callable[..., Any]) -> Callable[..., Any]", 496),
    ],
)
def test_hints_of_a_function_that_is_made_hold_what_they_say_is_within(hints: str, measured: float) -> None:
    unit = f"""
from typing import Any, Callable, List, Optional

def unit(name):
    def f({hints}:
        TABLE[name] = a
        return a
    return f

TABLE = {{}}
"""
    assert peak(unit, "name: str = 'abc'") == pytest.approx(measured, rel=0.1)


def test_importing_a_name_within_a_function_leaves_a_tuple() -> None:
    assert peak_of("from traceback import print_exc\nreturn [n]", "n: int = 12") == pytest.approx(112, abs=10)


@pytest.mark.parametrize(("attributes", "measured"), [(3, 232), (5, 232), (6, 440), (8, 440)])
def test_an_error_with_more_attributes_has_a_larger_table(attributes: int, measured: float) -> None:
    given = "".join(f"        self.x{place} = a\n" for place in range(attributes))
    unit = f"class Unit(ValueError):\n    def __init__(self, a):\n        super().__init__(a)\n{given}"
    assert peak(unit, "a: int = 5") == pytest.approx(measured, abs=1.5)
