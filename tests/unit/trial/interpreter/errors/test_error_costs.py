"""What errors take on their way to a handler: measured in CPython 3.11, bytes by memray."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_OWN = "class Own(Exception): pass\nclass Told(Exception):\n    def __init__(self, text, code):\n"
_SOURCE = f"""{_OWN}        super().__init__(text)
        self.code = code

class Held:
    n = 3

def one(n): raise ValueError("x")
def two(n): return one(n)
def three(n): return two(n)
def four(n): return three(n)
"""


def costs(body: str, place: Place | None = None) -> dict[str, float]:
    """Of a function of ``n``, a small number, and ``d``, a small dictionary of numbers."""
    unit = f"def unit(n, d):\n    {body}\n\n{_SOURCE}"
    trials = Trials(unit) if place is None else Trials(unit, place)
    found = trials.estimate(parse("n: int = 5; d: dict[int, int] * 20 in 0..100"))
    return dict(zip(NAMES, found, strict=True))


def attempted(does: str, error: str) -> dict[str, float]:
    return costs(f"try:\n        {does}\n    except {error}:\n        return 1")


#: What is done, the error -> nanoseconds and bytes of the call.
_MEASURED = {
    ("d['a']", "KeyError"): (355, 232),
    ("return d[[]]", "TypeError"): (540, 303),
    ("return n.foo", "AttributeError"): (690, 324),
    ("return 'abc'[77]", "IndexError"): (360, 232),
    ("return n / 0", "ZeroDivisionError"): (400, 289),
    ("return len(n)", "TypeError"): (535, 306),
    ("return n + 'a'", "TypeError"): (580, 323),
    ("return int('abcdef')", "ValueError"): (1_080, 325),
    ("a, b = (1, 2, n)", "ValueError"): (640, 327),
    ("raise Own('no')", "Own"): (390, 232),
    ("raise ValueError", "ValueError"): (315, 200),
    ("raise Told('no', 3)", "Told"): (720, 424),
    ("four(n)", "ValueError"): (790, 1_120),
}


@pytest.mark.parametrize(("does", "error"), _MEASURED)
def test_an_error_takes_what_its_kind_its_text_and_its_way_take(does: str, error: str) -> None:
    found, (time, memory) = attempted(does, error), _MEASURED[does, error]
    assert 1 / 1.5 < 2 ** found["trial_time"] / time < 1.5
    assert 2 ** found["trial_peak"] - 1 == pytest.approx(memory, abs=60)


def test_the_first_error_of_a_call_takes_more_than_each_further_one() -> None:
    def time(times: int) -> float:
        return float(
            2 ** costs(f"for _ in range({times}):\n        try: d['a']\n        except KeyError: n += 1")["trial_time"]
        )

    assert time(2) - time(1) < 0.7 * (time(1) - time(0))


def test_an_error_that_a_context_swallows_takes_as_much() -> None:
    told = "from contextlib import suppress\n    with suppress({kind}): {does}"
    swallowed, none = (costs(told.format(kind="KeyError", does=does)) for does in ("d['a']", "d.get('a')"))
    assert 2 ** swallowed["trial_time"] - 2 ** none["trial_time"] > 150


def test_a_module_that_is_not_there_is_looked_for_in_the_whole_path(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text("")
    place = Place.of(file, [tmp_path])
    body = "try:\n        import surely_not_there_at_all\n    except ImportError:\n        return 1"
    found = costs(body, place)
    assert 30_000 < 2 ** found["trial_time"] < 60_000
    assert 2 ** found["trial_peak"] - 1 == pytest.approx(2_400, abs=200)


@pytest.mark.parametrize("values", ["(1,)", "(1, 2, 3)", "[]"])
@pytest.mark.parametrize("target", ["a, b", "a, *b, c, d"])
def test_errors_of_unequal_numbers_of_values_say_what_python_says(values: str, target: str) -> None:
    source = f"found = ''\ntry:\n    {target} = {values}\nexcept ValueError as error:\n    found = str(error)\n"
    assert interpreted(source) == run(source)
