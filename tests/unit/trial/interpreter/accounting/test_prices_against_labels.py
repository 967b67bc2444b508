"""Prices of built-in methods and operators, held against what calls of the training projects were measured to take."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_NUMBERS = "xs: list[int] * 200 in 0..1000"
_WORDS = "xs: list[str] * 200 * 8 in 'a'..'z'"
_LETTERS = "s: str * 500 in 'a'..'z'"
#: Workload, body -> nanoseconds on the CPU that the corpus was measured on.
MEASURED = {
    (_NUMBERS, "return [x.bit_length() for x in xs]"): 4_100,
    (_NUMBERS, "return [float(x) for x in xs]"): 6_800,
    (_NUMBERS, "return [pow(x, 2, 65537) for x in xs]"): 11_700,
    (_NUMBERS, "return [round(x, 2) for x in xs]"): 14_600,
    (_NUMBERS, "return f'__{xs}__'"): 11_000,
    (_NUMBERS, "return '<%s>' % (xs,)"): 11_200,
    (_NUMBERS, "return ','.join([f'{1000 * x:,}' for x in xs])"): 45_000,
    (_NUMBERS, "return heapq.nlargest(9, xs, key=lambda x: -x)"): 20_000,
    ("xs: list[int] * 100 in 7..9", "return math.prod(xs)"): 2_600,
    ("xs: set[int] * 200 in 0..10000", "n = 0\n    while xs:\n        n += xs.pop()\n    return n"): 7_500,
    (_WORDS, "return [x for x in xs if not x.isupper()]"): 4_300,
    (_LETTERS, "return sum(1 for c in s if c >= 'a' and c <= 'z')"): 37_000,
    (_LETTERS, r"return re.findall(r'\b\w{5}\b', s)"): 13_500,
    ("s: str * 500 in '-012346'", r"return re.sub(r'(\d{4})-(\d{1,2})-(\d{1,2})', '', s)"): 21_000,
    (
        "s: str * 30 in 'a'..'e'",
        "p = zlib.compressobj()\n    return len(p.compress(s.encode())) + len(p.flush())",
    ): 3_600,
    ("s: bytes * 2048", "return array.array('L', s)"): 400,
}


@pytest.mark.parametrize(("workload", "body"), MEASURED)
def test_calls_take_about_as_long_as_measured(workload: str, body: str) -> None:
    name = workload.partition(":")[0]
    text = f"import array, heapq, math, re, zlib\ndef f({name}):\n    {body}\n"
    found = Trials(text).estimate(parse(workload))
    time = 2 ** found[NAMES.index("trial_time")]
    assert 0.6 < time / MEASURED[workload, body] < 1.7


def test_the_larger_of_two_texts_takes_as_long_as_comparing_them() -> None:
    times = []
    for length in (10, 5_000):
        found = Trials("def f(s, t):\n    return max(s, t)\n").estimate(
            parse(f"s: str * {length} in 'a'..'z'; t: str * {length} in 'a'..'z'")
        )
        times.append(2 ** found[NAMES.index("trial_time")])
    assert times[1] < 2 * times[0]
