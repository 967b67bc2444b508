"""Bars of progress go through what they are given, and cost what showing them takes."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("[x for x in tqdm([1, 2], desc='two')]", [1, 2]),
        ("[x for x in trange(2, 4, leave=False)], len(tqdm(range(3))), len(tqdm(total=7))", ([2, 3], 3, 7)),
        ("[i for i, _ in enumerate(tqdm(iter('ab'), total=2))]", [0, 1]),
        ("[bar.set_postfix(loss=x) for bar in [tqdm([1])] for x in bar]", [None]),
        ("tqdm.write('done')", None),
    ],
)
def test_what_is_gone_through_is_that(expression, found):
    assert interpreted(f"from tqdm.auto import tqdm, trange\nfound = {expression}") == found


def test_one_that_is_told_how_far_it_is():
    loop = "for x in 1, 2:\n        bar.update(x)\n        found += x"
    assert interpreted(f"import tqdm\nfound = 0\nwith tqdm.tqdm(total=3) as bar:\n    {loop}") == 3


def test_it_takes_its_time():
    def time(source: str) -> float:
        found = Trials(f"from tqdm import tqdm\ndef f(nums):\n    for x in {source}: pass\n").estimate(
            parse("nums: list[int] * 1000")
        )
        return 2.0 ** found[NAMES.index("trial_time")]

    assert 1.2e5 < time("tqdm(nums)") - time("nums") < 2.5e5


def test_a_bar_holds_what_it_shows():
    source = "from tqdm import tqdm\ndef f(nums):\n    for x in tqdm(nums): pass\n"
    assert peak_of(source, "nums: list[int] * 1000 in 0..1000") == pytest.approx(9_160, rel=0.05)
