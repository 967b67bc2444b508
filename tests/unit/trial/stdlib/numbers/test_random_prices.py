"""What drawing random numbers takes, beside what was measured of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.stdlib.numbers.random_numbers import members
from tests.unit.trial.interpreting import interpreted, time_of

_SOURCE = "import random\nimport numpy as np\ndef f(n: int):\n    xs = list(range(1_000))\n{body}"

#: A statement -> nanoseconds, beside a list of a thousand numbers.
MEASURED = {
    "random.expovariate(1.0)": 140,
    "random.betavariate(2, 3)": 1_500,
    "random.normalvariate(0, 1)": 390,
    "random.gauss(0, 1)": 400,
    "random.triangular(0, 1, 0.5)": 220,
    "random.paretovariate(2.0)": 110,
    "random.lognormvariate(0, 1)": 430,
    "random.gammavariate(2.0, 3.0)": 550,
    "random.vonmisesvariate(0, 4)": 700,
    "random.weibullvariate(1, 1.5)": 195,
    "random.sample(xs, 1)": 1_030,
    "random.sample(xs, k=10)": 2_940,
    "random.sample(xs, 300)": 58_000,
    "random.sample(range(n), 2)": 1_480,
    "random.choices(xs, k=1)": 710,
    "random.choices(xs, k=100)": 7_400,
    "random.seed(1)": 3_900,
    "random.seed()": 10_700,
    "random.Random(1)": 4_100,
    "np.random.seed(3)": 1_500,
    "np.random.lognormal(0.0, 1.0)": 510,
    "np.random.beta(2.0, 3.0)": 545,
}


def _nanoseconds(body: str) -> float:
    return time_of(_SOURCE.format(body=body), "n: int = 1000")


@pytest.mark.parametrize("statement", MEASURED)
def test_drawing_takes_what_was_measured(statement: str) -> None:
    empty, drawing = (_nanoseconds(f"    for _ in range(200):\n        {body}\n") for body in ("pass", statement))
    assert 0.8 < (drawing - empty) / 200 / MEASURED[statement] < 1.25


def test_everything_that_draws_has_a_price() -> None:
    machine = Machine()
    machine.begin(1e7, ())
    found = members(machine)
    for name in set(found) - {"_inst", "Random", "seed"}:
        few = {"choice": ([1],), "choices": ([1],), "sample": ([1], 1), "shuffle": ([1],)}
        given = {"random": (), "getrandbits": (3,), "randrange": (3,), "expovariate": (1,), "paretovariate": (1,)}
        before = machine.counts.native
        found[name](*(few | given).get(name, (1, 2)))
        assert machine.counts.native > before, name


def test_numbers_are_drawn_from_distributions() -> None:
    source = "import random\nrandom.seed(a=1)\nfound = [random.vonmisesvariate(0, 4), random.weibullvariate(1, 1.5)]\n"
    angle, lasted = interpreted(source)
    assert 0 <= angle < 6.3
    assert lasted > 0
