"""What built-in functions are paid for: measured by hand, and right to a factor that tests can rely on."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.regular_work import work_of
from perfcast.workload import parse
from tests.unit.trial.interpreting import soon

_TEXT = "s: str * 1000 in 'a'..'z'"
_NUMBERS = "xs: list[int] * 1000 in 0..1000"
_TABLES = "d: dict[str, int] * 1000 in 0..1000; e: dict[str, int] * 1000 in 0..1000"

#: Workload, body -> nanoseconds that it takes in CPython 3.11.
MEASURED = {
    (_TEXT, "return '{} {}'.format(s, s)"): 350,
    (_TEXT, "return f'{s}{s}'"): 250,
    (_TEXT, "return s.join(['a', 'b', 'c'])"): 230,
    (_TEXT, "return s.encode().decode()"): 240,
    (_TEXT, "return s.isdigit()"): 90,
    (_TEXT, "return s.islower()"): 4_600,
    (_TEXT, "return s.partition('e')"): 160,
    (_NUMBERS, "a = []\n    a.extend(xs)"): 1_350,
    (_NUMBERS, "import statistics\n    return statistics.mean(xs)"): 125_000,
    (_NUMBERS, "import statistics\n    return statistics.pstdev(xs)"): 200_000,
    (_TABLES, "return {**d, **e}"): 20_000,
    (_TABLES, "from collections import OrderedDict\n    return OrderedDict(d)"): 105_000,
    (_TABLES, "from collections import Counter\n    return Counter(d)"): 3_800,
    (_TABLES, "import json\n    return json.dumps(d, indent=2)"): 320_000,
    (_TEXT, "import re\n    return re.search('zzzz', s)"): 760,
    (_TEXT, "import re\n    return re.match('(?s).*', s)"): 480,
    (_TEXT, r"import re; return re.sub(r'(\w)(\w)', r'\2\1', s)"): 310_000,
    (_TEXT, r"import re; return re.search(r'[\w.]+@[\w.]+', s)"): 1_780_000,
    (
        _NUMBERS,
        "from dataclasses import dataclass\n    @dataclass(order=True)\n    class P:\n        x: int\n        y: int\n"
        "    a, b = P(1, 2), P(1, 3)\n    return [a < b for x in xs]",
    ): 190_000,
    ("f: Callable", "import functools\n    return functools.wraps(f)(lambda: 1)"): 1_900,
}


@pytest.mark.parametrize("workload, body", MEASURED)
def test_time_is_within_a_factor_of_three(workload: str, body: str) -> None:
    taken = 2 ** _found(workload, body)["trial_time"]
    assert 1 / 3 < taken / MEASURED[workload, body] < 3


@pytest.mark.parametrize(
    "workload, body, least, most",
    [
        (_TEXT, "return s.title()", 12_000, 15_000),
        (_NUMBERS, "import statistics\n    return statistics.median(xs)", 8_000, 16_000),
        # Where no match can begin, the search has no need of its stack.
        (_TEXT, "import re\n    return re.search('[0-9]', s)", 0, 600),
        (_TEXT, "import re\n    return re.sub('QQ', '', s)", 0, 600),
        (_TEXT, "import re\n    return re.search('[a-z]+', s)", 800, 1_600),
        (_TEXT, "import re\n    return re.search('(foo|bar)1', s)", 800, 1_600),
    ],
)
def test_memory_that_is_needed_meanwhile(workload: str, body: str, least: int, most: int) -> None:
    assert least <= 2 ** _found(workload, body)["trial_peak"] <= most


def _found(workload: str, body: str) -> dict[str, float]:
    names = ", ".join(argument.split(":")[0] for argument in workload.split("; "))
    [found] = [Trials(f"def f({names}):\n    {body}\n").estimate(parse(workload))]
    return dict(zip(NAMES, found, strict=True))


@pytest.mark.parametrize(
    "pattern, other",
    [
        ("foo", "[fgh]oo"),  # one text that all matches begin with, or a set of characters
        ("[fgh]oo", r"\b(?=foo)"),  # or any place
        ("@[a-z]+", "[a-z]+@"),  # a repeat is gone through once, or at each place
    ],
)
def test_where_a_match_may_begin_is_found_the_faster_the_more_is_known(pattern: str, other: str) -> None:
    text = "abcdefgh" * 100
    one, two = (work_of(one, 0).of(text, 0, len(text), []) for one in (pattern, other))
    assert one < two


def test_a_repeat_in_vain_grows_with_the_square_of_what_it_goes_through() -> None:
    work = work_of(r"\w+@", 0)
    assert work.of("a" * 2_000, 0, 2_000, []) > 50 * work.of("a" * 200, 0, 200, [])
    # Of words, which end soon, it does not; nor where it is not in vain.
    assert work.of("word " * 400, 0, 2_000, []) < 30 * work.of("word " * 20, 0, 100, [])
    assert work.of("a" * 1_999 + "@", 0, 2_000, [(0, 2_000)]) < 10_000


def test_what_searching_costs_is_told_soon_of_many_matches() -> None:
    work, pairs = work_of("[a-z]+=", 0), "a=" * 1_000
    spans = [(place, place + 2) for place in range(0, 2_000, 2)]
    assert work.of(pairs, 0, 2_000, spans) < work.of(pairs, 0, 2_000, spans[:1])
    with soon():
        for _ in range(500):
            work.of(pairs, 0, 2_000, spans)
